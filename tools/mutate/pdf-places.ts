import type { PdfWording } from "./pdf-labels.ts";
import { headsOfRow } from "./pdf-row-places.ts";
import { english, halvesOf, type Place } from "./pdf-slot.ts";
import { heightOf, type Text } from "./pdf-text.ts";
import { letters } from "./rules/wording.ts";

/** Labels with their values beside them. */
export const placesOf = (texts: readonly Text[], wording: PdfWording, provider: string): readonly Place[] => {
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
