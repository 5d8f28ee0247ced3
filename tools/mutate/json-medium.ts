import type { Dice } from "./dice.ts";
import { quoted, spaced } from "./json-dress.ts";
import { undoingTwists } from "./json-undoings.ts";
import type { Medium, Twist } from "./medium.ts";
import type { Row, Sheet } from "./sheet.ts";
import { encoded } from "./text-encodings.ts";

const mediaType = "application/json";

/** gamma's answer: one object of labelled texts, written in any of the ways that JSON allows. */
export const jsonMedium = (source: string): Medium => {
  const members = [...source.matchAll(/^ {6}("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*"),?$/gm)];
  const rows = members.map(
    ([, key = "", value = ""], slot): Row => ({ slot, label: textOf(key), value: textOf(value) }),
  );
  const heading = /"status": ("[^"]*")/.exec(source)?.[1] ?? '""';
  const sheet = { heading: textOf(heading), rows };
  return {
    kind: "json",
    sheet,
    write: async (printed, dice) => encoded(render(printed, dice), mediaType, dice),
    twists,
  };
};

const textOf = (literal: string): string => String(JSON.parse(literal));

/** `literals`: what is written in place of a row's text. */
const render = (
  { heading, rows }: Sheet,
  dice: Dice | null,
  literals: ReadonlyMap<Row, string> = new Map(),
): string => {
  const dropped = rows.filter(({ label, value }) => label !== "" || value !== "");
  const ordered = dice?.chance(40) ? dice.shuffle(dropped) : dropped;
  const escapes = dice?.chance(40) ? 30 : 0;
  const space = () => (dice?.chance(15) ? dice.pick([" ", "\n", "\t", "\r\n", "  \n"]) : "");
  const text = (value: string) => quoted(dice?.chance(40) ? spaced(value, dice) : value, escapes, dice);
  const member = (row: Row) => {
    const value = literals.get(row) ?? text(row.value);
    return `${space()}${quoted(row.label, escapes, dice)}${space()}:${space()}${value}${space()}`;
  };
  const unknown = dice?.chance(30) ? [`"Remark":${dice.pick(unknownValues)}`] : [];
  const entry = `{${[...unknown, ...ordered.map(member)].join(",")}}`;
  const header = `"header":${space()}{"status":${text(heading)}}`;
  const body = `"body"${space()}:[${space()}${entry}${space()}]`;
  const parts = dice?.chance(30) ? [body, '"links":{}', header] : [header, body];
  return `${space()}{${parts.join(`,${space()}`)}}${space()}`;
};

const unknownValues = ['"Transferred Amount"', "null", "12.50", '["Payer\'s Name","EVE"]', "true", '""'];

/** A row's text is written as something else, or the answer is built in another way. */
const literal =
  (choose: (value: string, dice: Dice) => readonly [json: string, printed: string] | null): Twist =>
  async (sheet, dice, expectation) => {
    const row = dice.pick(sheet.rows);
    const chosen = choose(row.value, dice);
    if (chosen === null) return null;
    const [json, printed] = chosen;
    const rows = sheet.rows.map((one) => (one === row ? { ...one, value: printed } : one));
    const { codes, ...expected } = expectation({ ...sheet, rows }, false);
    return {
      written: encoded(render(sheet, null, new Map([[row, json]])), mediaType, null),
      expectation: { ...expected, codes: new Set([...codes, "provider_format_changed"]) },
    };
  };

const rebuilt =
  (change: (json: string, dice: Dice) => string): Twist =>
  async (sheet, dice, expectation) => ({
    written: encoded(change(render(sheet, null), dice), mediaType, null),
    expectation: {
      records: [],
      must: false,
      codes: new Set([...expectation(sheet, false).codes, "provider_format_changed"]),
    },
  });

const twists: Readonly<Record<string, Twist>> = {
  ...undoingTwists((sheet) => render(sheet, null)),
  "json: a number in place of text": literal((value, dice) => {
    const number = value.replaceAll(",", "").match(/[0-9]+(?:\.[0-9]+)?/)?.[0];
    const written = dice.chance(80) ? number : dice.pick(["1e3", "-0", "-1.00", "0"]);
    return written === undefined || /^0\d/.test(written) ? null : [written, written];
  }),
  "json: neither text nor number": literal((_, dice) => [
    dice.pick(["null", "true", "[]", "{}", '["ETB 1.00"]']),
    "",
  ]),
  "json: the receipt twice": rebuilt((json) => json.replace(/"body":\[(.*)\]\}$/s, '"body":[$1,$1]}')),
  "json: no receipt": rebuilt((json) => json.replace(/"body":\[(.*)\]\}$/s, '"body":[]}')),
  "json: two bodies": rebuilt((json) => json.replace(/"body":(\[.*\])\}$/s, '"body":$1,"body":$1}')),
  "json: two headers": rebuilt((json) => json.replace('{"header"', '{"header":{"status":"failed"},"header"')),
  "json: no header": rebuilt((json) => json.replace(/"header":\{[^}]*\},/, "")),
  "json: the receipt deeper": rebuilt((json) => json.replace(/"body":(\[.*\])\}$/s, '"body":[$1]}')),
  "json: more behind its end": rebuilt((json, dice) => json + dice.pick(["{}", "x", ",", "]", json])),
};
