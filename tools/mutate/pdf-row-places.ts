import type { PdfWording } from "./pdf-labels.ts";
import { english, halvesOf, type Place } from "./pdf-slot.ts";
import { heightOf, type Text } from "./pdf-text.ts";
import { roleOf } from "./rules/index.ts";
import { letters } from "./rules/wording.ts";

/** The labels of the row whose values stand under them; none unless all are there. */
export const headsOfRow = (
  texts: readonly Text[],
  { row }: PdfWording,
  provider: string,
): readonly Text[] => {
  const roles = row?.roles ?? [];
  const sheet = { heading: "", rows: [] };
  const heads = texts.filter(({ text }) => {
    const role = roleOf(provider, { slot: 0, label: english(text), value: "" }, sheet);
    return role !== null && roles.includes(role);
  });
  return heads.length === roles.length ? heads : [];
};

/** Labels side by side with their values under them, perhaps run together. */
export const rowOf = (texts: readonly Text[], wording: PdfWording, provider: string): readonly Place[] => {
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
