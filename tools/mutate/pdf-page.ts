import { inlineOf } from "./pdf-inline-places.ts";
import { pdfWordingOf } from "./pdf-labels.ts";
import { placesOf } from "./pdf-places.ts";
import { rowOf } from "./pdf-row-places.ts";
import type { Slot } from "./pdf-slot.ts";
import { type Instruction, isText, type Text } from "./pdf-text.ts";
import type { Row, Sheet } from "./sheet.ts";

/** A fixture's drawing taken apart: places of labels with their values, in reading order, and everything else. */
export type PdfPage = {
  readonly title: Text | null;
  readonly slots: readonly Slot[];
  readonly others: readonly Instruction[];
  readonly sheet: Sheet;
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
