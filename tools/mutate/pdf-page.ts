import { type PdfWording, pdfWordingOf } from "./pdf-labels.ts";
import { heightOf, type Instruction, isEthiopic, isText, type Text } from "./pdf-text.ts";
import { roleOf } from "./rules/index.ts";
import { letters } from "./rules/wording.ts";
import type { Row, Sheet } from "./sheet.ts";

/** A fixture's drawing taken apart: places of labels with their values, in reading order, and everything else. */
export type PdfPage = {
  readonly title: Text | null;
  readonly slots: readonly Slot[];
  readonly others: readonly Instruction[];
  readonly sheet: Sheet;
};

export type Slot = {
  /** One text, or the Amharic half with the English one. */
  readonly label: readonly Text[];
  /** Where the value stands; null where the page has none. */
  readonly value: Text | null;
  readonly how: "beside" | "below" | "inline";
  /** What stands between label and value where both are one text. */
  readonly glue: string;
  /** Places of one row whose values are one text; their labels too when `isJoined`. */
  readonly together?: { readonly isJoined: boolean };
  readonly top: number;
  readonly height: number;
  /** Whether the shorter text stands in the middle of the row instead of at its top. */
  readonly centred: boolean;
};

/** Takes a page apart by the wordings of the provider's labels. Throws on a page of another kind: a bad start. */
export const takeApart = (instructions: readonly Instruction[], provider: string): PdfPage => {
  const wording = pdfWordingOf(provider);
  const texts = instructions.filter(isText);
  const title = texts.find(({ text }) => wording.title.test(text)) ?? null;
  const free = texts.filter((text) => text !== title);
  const row = rowOf(free, wording, provider);
  const inRow = new Set(row.flatMap(({ took }) => took));
  const places = [
    ...placesOf(free, wording, provider),
    ...row,
    ...inlineOf(
      free.filter((text) => !inRow.has(text)),
      wording,
    ),
  ].toSorted((a, b) => a.top - b.top || (a.label[0]?.x ?? 0) - (b.label[0]?.x ?? 0));
  if (places.length < 3) throw new Error("a page.json of another layout");
  const taken = new Set<Instruction>([...(title ? [title] : []), ...places.flatMap(({ took }) => took)]);
  // Of a table with one such row we know that all are.
  const isCentred = provider === "alpha" && places.some(({ centred }) => centred);
  return {
    title,
    slots: places.map((place) => ({ ...place, centred: place.centred || isCentred })),
    others: instructions.filter((one) => !taken.has(one)),
    sheet: {
      heading: title?.text ?? "",
      rows: places.map(
        ({ labelText, valueText }, slot): Row => ({ slot, label: labelText, value: valueText }),
      ),
    },
  };
};

type Place = Slot & {
  readonly took: readonly Text[];
  readonly labelText: string;
  readonly valueText: string;
};

/** The half behind the slash of a label in two languages. */
const english = (text: string): string =>
  letters(isEthiopic(text) || /^\s*\//.test(text) ? (text.split("/").at(-1) ?? "") : text);

const placesOf = (texts: readonly Text[], wording: PdfWording, provider: string): readonly Place[] => {
  const known = new Set(wording.labels.map(letters));
  const isHead = (text: Text) => known.has(english(text.text));
  const inRow = headsOfRow(texts, wording, provider);
  const heads = texts.filter((text) => isHead(text) && !inRow.includes(text));
  const halves = new Map(heads.map((head) => [head, halvesOf(head, texts)] as const));
  const labels = new Set([...inRow, ...heads, ...[...halves.values()].flat()]);
  const kinds = kindsOf(texts, wording, labels);
  const owners = [...heads, ...kinds];
  const ownerOf = (text: Text): Text | undefined =>
    owners
      .filter((head) => head.x < text.x && isBeside(head, text) && !halves.get(head)?.includes(text))
      .toSorted((one, other) => other.x - one.x || middleGap(one, text) - middleGap(other, text))[0];
  const owned = new Map(
    texts.flatMap((text) => {
      const owner = labels.has(text) || kinds.includes(text) ? undefined : ownerOf(text);
      return owner === undefined ? [] : [[text, owner] as const];
    }),
  );
  return owners.flatMap((head): Place[] => {
    const beside = texts.filter((text) => owned.get(text) === head).toSorted((a, b) => a.x - b.x);
    return beside.length === 0 && kinds.includes(head) ? [] : [placeOf(halves.get(head) ?? [head], beside)];
  });
};

const middleOf = (text: Text): number => text.y + heightOf(text) / 2;

const middleGap = (one: Text, other: Text): number => Math.abs(middleOf(one) - middleOf(other));

const placeOf = (label: readonly Text[], beside: readonly Text[]): Place => {
  const [first, ...more] = beside;
  const text = beside.map((one) => one.text).join(" ");
  const { width: _, ...bare } = first ?? {};
  const value = first === undefined ? null : more.length === 0 ? first : ({ ...bare, text } as Text);
  const all = [...label, ...beside];
  const top = Math.min(...all.map(({ y }) => y));
  const height = Math.max(...all.map((one) => one.y + heightOf(one))) - top;
  const labelText = label.map((one) => one.text).join(" ");
  const [head] = label;
  const centred =
    label.length === 1 && head !== undefined && value !== null && Math.abs(head.y - value.y) > 3;
  return {
    label,
    value,
    centred,
    how: "beside",
    glue: "",
    top,
    height,
    took: all,
    labelText,
    valueText: text,
  };
};

/** The other half of a label: left of it, or above it at the same edge. */
const halvesOf = (head: Text, texts: readonly Text[]): readonly Text[] => {
  const half = texts.find(
    (text) =>
      text !== head &&
      isEthiopic(text.text) &&
      (text.text.endsWith("/")
        ? text.x === head.x && text.y < head.y && head.y - text.y < 1.6 * head.size
        : text.y === head.y && text.x < head.x && head.x - text.x < 130 && /^\s*\//.test(head.text)),
  );
  return half === undefined ? [head] : [half, head];
};

const isBeside = (one: Text, other: Text): boolean =>
  one.page === other.page &&
  Math.min(one.y + heightOf(one), other.y + heightOf(other)) > Math.max(one.y, other.y) + 1;

/** Rows that are named after what was paid for. */
const kindsOf = (
  texts: readonly Text[],
  { between }: PdfWording,
  labels: ReadonlySet<Text>,
): readonly Text[] => {
  const [from, to] = [between?.from, between?.to].map((name) =>
    texts.find(({ text }) => name !== undefined && letters(text).startsWith(letters(name))),
  );
  if (!from || !to) return [];
  const inside = texts.filter((text) => !labels.has(text) && text.y > from.y + 2 && text.y < to.y - 2);
  const left = Math.min(...inside.map(({ x }) => x));
  return inside.filter(({ x }) => x === left);
};

const headsOfRow = (texts: readonly Text[], { row }: PdfWording, provider: string): readonly Text[] => {
  const roles = row?.roles ?? [];
  const sheet = { heading: "", rows: [] };
  const heads = texts.filter(({ text }) => {
    const role = roleOf(provider, { slot: 0, label: english(text), value: "" }, sheet);
    return role !== null && roles.includes(role);
  });
  return heads.length === roles.length ? heads : [];
};

/** Labels side by side with their values under them, perhaps run together. */
const rowOf = (texts: readonly Text[], wording: PdfWording, provider: string): readonly Place[] => {
  if (wording.row === undefined) return [];
  const heads = headsOfRow(texts, wording, provider).toSorted((a, b) => a.x - b.x);
  const joined = texts.find(({ text }) => letters(text) === letters(wording.labels.slice(-3).join("")));
  const [head] = joined ? [joined] : heads;
  if (head === undefined) return [];
  const halves = heads.map((one) => halvesOf(one, texts));
  const under = texts
    .filter((text) => text.y > head.y + 2 && text.y - head.y < 30 && !halves.flat().includes(text))
    .toSorted((a, b) => a.y - b.y || a.x - b.x);
  const line = under.filter(({ y }) => y === under[0]?.y);
  const [first] = line;
  if (first === undefined) return [];
  const parts =
    line.length === 1 ? wording.row.runTogether.exec(first.text)?.slice(1) : line.map(({ text }) => text);
  const names = joined
    ? wording.labels.slice(-3)
    : halves.map((pieces) => pieces.map(({ text }) => text).join(" "));
  return names.map((labelText, at): Place => {
    const label = joined ? [joined] : (halves[at] ?? []);
    const value = line.length === 1 ? first : (nearestTo(label, line) ?? first);
    const top = Math.min(...label.map(({ y }) => y));
    const valueText = line.length === 1 ? (parts?.[at] ?? "") : value.text;
    const together = line.length === 1 ? { together: { isJoined: joined !== undefined } } : {};
    return {
      ...{
        label,
        value,
        centred: false,
        how: "below",
        glue: "",
        ...together,
        top,
        height: value.y + heightOf(value) - top,
      },
      ...{ took: [...label, value], labelText, valueText },
    };
  });
};

const nearestTo = (label: readonly Text[], line: readonly Text[]): Text | undefined => {
  const left = Math.min(...label.map(({ x }) => x));
  return line.toSorted((a, b) => Math.abs(a.x - left) - Math.abs(b.x - left))[0];
};

/** Labels and values that are one text. */
const inlineOf = (texts: readonly Text[], wording: PdfWording): readonly Place[] => {
  const longest = wording.labels.toSorted((a, b) => b.length - a.length);
  const found = texts.flatMap((text): Place[] => {
    const label = longest.find((name) => text.text.startsWith(name) && letters(text.text) !== letters(name));
    const kind = /^(.*?)( )((?:ETB|Birr) .*)$/.exec(text.text);
    if (label === undefined && (kind === null || wording.between === undefined)) return [];
    const rest = label === undefined ? "" : text.text.slice(label.length);
    const glue = label === undefined ? " " : (/^:? ?/.exec(rest)?.[0] ?? "");
    const valueText = label === undefined ? (kind?.[3] ?? "") : rest.slice(glue.length);
    const labelText = (label ?? kind?.[1] ?? "") + (glue.startsWith(":") ? ":" : "");
    const place = { top: text.y, height: heightOf(text), took: [text] };
    return [
      {
        label: [text],
        value: text,
        centred: false,
        how: "inline",
        glue: glue.replace(/^:/, ""),
        ...place,
        labelText,
        valueText,
      },
    ];
  });
  // A value that begins like a label, or the sentence at a page's foot, is no page of such lines.
  return found.length >= 5 ? found : [];
};
