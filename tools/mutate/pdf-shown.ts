import type { PdfWording } from "./pdf-labels.ts";
import type { PdfPage } from "./pdf-page.ts";
import { letters } from "./rules/wording.ts";
import type { Row, Sheet } from "./sheet.ts";

/**
 * What a page shows on which labels run into their values, or values into each other: a label without a colon
 * ends where a known one does, and a row of values that cannot be told apart is none.
 */
export const shownBy = (page: PdfPage, { labels, row }: PdfWording, sheet: Sheet): Sheet => {
  const like = ({ slot }: Row) =>
    typeof slot === "number" ? page.slots[slot] : page.slots.find(({ how }) => how !== "below");
  const joint = sheet.rows.filter((one) => like(one)?.together !== undefined);
  const parts = row?.runTogether.exec(joint.map(({ value }) => value).join(""))?.slice(1);
  return {
    ...sheet,
    rows: sheet.rows.map((one): Row => {
      const at = joint.indexOf(one);
      if (at !== -1) return { ...one, value: parts?.[at] ?? "" };
      const place = like(one);
      return place?.how === "inline" ? readLine(one, place.glue, labels) : one;
    }),
  };
};

const readLine = (row: Row, glue: string, labels: readonly string[]): Row => {
  if (row.label.endsWith(":")) return row;
  const text = row.label === "" || row.value === "" ? row.label + row.value : row.label + glue + row.value;
  const longest = labels.toSorted((a, b) => b.length - a.length);
  const label = longest.find((name) => startsWith(text, name));
  if (label === undefined) return row;
  let end = label.length;
  while (letters(text.slice(0, end)) !== letters(label) && end < text.length) end++;
  return { ...row, label: text.slice(0, end), value: text.slice(end).replace(/^[: ]+/, "") };
};

/** Spaces and case aside, and not in the middle of a word. */
const startsWith = (text: string, label: string): boolean => {
  const [all, own] = [letters(text), letters(label)];
  if (!all.startsWith(own)) return false;
  let end = 0;
  while (end < text.length && letters(text.slice(0, end)) !== own) end++;
  return !/^[a-z]/.test(text.slice(end));
};
