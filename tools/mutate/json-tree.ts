import type { Dice } from "./dice.ts";
import { quoted, spaced } from "./json-dress.ts";
import { type JsonLeaf, leavesOf } from "./json-scan.ts";
import { undoingTwists } from "./json-undoings.ts";
import type { Medium, Twist } from "./medium.ts";
import type { Row, Sheet } from "./sheet.ts";
import { encoded } from "./text-encodings.ts";

const mediaType = "application/json";

/** zeta's answer: objects in objects; the label of a text or number is its path. */
export const jsonTreeMedium = (source: string): Medium => {
  const leaves = leavesOf(source) ?? [];
  const sheet: Sheet = {
    heading: "",
    rows: leaves.map(({ path, text }, slot): Row => ({ slot, label: path, value: text })),
  };
  const isNumber = (row: Row) =>
    typeof row.slot === "number" &&
    leaves[row.slot]?.isNumber === true &&
    /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(row.value);
  const write = (printed: Sheet, dice: Dice | null) => render(printed, dice, leaves, isNumber);
  const shown = (printed: Sheet): Sheet => ({
    heading: "",
    rows: (leavesOf(write(printed, null)) ?? []).map(
      ({ path, text }): Row => ({ slot: 0, label: path, value: text }),
    ),
  });
  return {
    kind: "json",
    sheet,
    shown,
    write: async (printed, dice) => encoded(write(printed, dice), mediaType, dice),
    twists: twistsOf((printed) => write(printed, null)),
  };
};

type Node = { readonly key: string; readonly literal?: string; readonly children: Node[] };

const render = (
  { rows }: Sheet,
  dice: Dice | null,
  leaves: readonly JsonLeaf[],
  isNumber: (row: Row) => boolean,
): string => {
  const escapes = dice?.chance(40) ? 30 : 0;
  const isSpaced = dice?.chance(40) === true;
  const literalOf = (row: Row): string => {
    const leaf = typeof row.slot === "number" ? leaves[row.slot] : undefined;
    if (leaf?.isLiteral === true && row.value === leaf.text) return leaf.source;
    if (isNumber(row)) return row.value;
    return quoted(isSpaced && dice ? spaced(row.value, dice) : row.value, escapes, dice);
  };
  const root: Node = { key: "", children: [] };
  const shown = rows.filter(({ label, value }) => label !== "" || value !== "");
  for (const row of shown) {
    const steps = row.label.split(".");
    const parent = steps.slice(0, -1).reduce((node, step) => childOf(node, step), root);
    parent.children.push({ key: steps.at(-1) ?? "", literal: literalOf(row), children: [] });
  }
  const space = () => (dice?.chance(15) ? dice.pick([" ", "\n", "\t", "\r\n", "  \n"]) : "");
  const isShuffled = dice?.chance(40) === true;
  const text = ({ literal, children }: Node): string => {
    if (literal !== undefined) return literal;
    if (children.length > 0 && children.every(({ key }) => /^[0-9]+$/.test(key)))
      return `[${children.map(text).join(`,${space()}`)}]`;
    return objectOf(isShuffled && dice ? dice.shuffle(children) : children);
  };
  const objectOf = (children: readonly Node[]): string =>
    `{${children
      .map(
        (child) =>
          `${space()}${quoted(child.key, escapes, dice)}${space()}:${space()}${text(child)}${space()}`,
      )
      .join(",")}}`;
  return `${space()}${text(root)}${space()}`;
};

/** The object of that name, which is made when it is not there yet. */
const childOf = (node: Node, key: string): Node => {
  const known = node.children.find((child) => child.key === key && child.literal === undefined);
  if (known !== undefined) return known;
  const made: Node = { key, children: [] };
  node.children.push(made);
  return made;
};

/** What a part of a receipt may be refused for that is read without the rest. */
const otherCodes = ["receipt_mismatch", "receipt_not_completed"] as const;

/** Answers that are built in another way. */
const twistsOf = (write: (sheet: Sheet) => string): Readonly<Record<string, Twist>> => {
  const rebuilt =
    (change: (json: string, dice: Dice) => string): Twist =>
    async (sheet, dice, expectation) => {
      const json = write(sheet);
      const changed = change(json, dice);
      if (changed === json) return null;
      const codes = new Set([...expectation(sheet, false).codes, "provider_format_changed" as const]);
      return {
        written: encoded(changed, mediaType, null),
        expectation: { records: [], must: false, codes: new Set([...codes, ...otherCodes]) },
      };
    };
  return {
    ...undoingTwists(write),
    "json: the receipt twice": rebuilt((json) => json.replace(/"data":(\{.*\})\}$/s, '"data":$1,"data":$1}')),
    "json: the receipt in an array": rebuilt((json) => json.replace(/"data":(\{.*\})\}$/s, '"data":[$1]}')),
    "json: the receipt deeper": rebuilt((json) => `{"data":${json}}`),
    "json: all of it in an array": rebuilt((json) => `[${json}]`),
    "json: one party as text": rebuilt((json, dice) =>
      json.replace(new RegExp(`"${dice.pick(["payer", "receiver"])}":\\{[^}]*\\}`), '"payer":"SELAM"'),
    ),
    "json: more behind its end": rebuilt((json, dice) => json + dice.pick(["{}", "x", ",", "]", json])),
  };
};
