import { heightOf, type Instruction, type PdfPage, type Text } from "./pdf-page.ts";
import type { Row, Sheet } from "./sheet.ts";

export type Cells = { readonly label: Text | null; readonly value: Text | null };
/** A page as it will be drawn. */
export type Drawing = { readonly rows: readonly Cells[]; readonly others: readonly Instruction[] };

/** Bottom of an A4 page with room for a last line. */
const lowest = 815;

/** Places the rows one below the other as the fixture does, with more room where a text grew. */
export const layOut = (page: PdfPage, { heading, rows }: Sheet): Drawing => {
  const [first] = page.slots;
  if (first === undefined) throw new Error("a table without rows");
  let top = first.top;
  const placed = rows
    .filter(({ slot }) => slot !== "apart")
    .map((row): Cells => {
      const like = page.slots[typeof row.slot === "number" ? row.slot : 0] ?? first;
      const next = typeof row.slot === "number" ? page.slots[row.slot + 1] : undefined;
      const gap = next === undefined ? 7 : next.top - like.top - like.height;
      const label = { ...like.label, text: row.label };
      const value = { ...like.value, text: row.value };
      const content = Math.max(
        row.label === "" ? 0 : heightOf(label),
        row.value === "" ? 0 : heightOf(value),
      );
      const height = typeof row.slot === "number" ? Math.max(like.height, content) : content;
      const inset = (text: Text) => (page.centred ? (height - heightOf(text)) / 2 : text.y - like.top);
      const cells = { label: moved(label, top + inset(label)), value: moved(value, top + inset(value)) };
      top += height + gap;
      return { label: row.label === "" ? null : cells.label, value: row.value === "" ? null : cells.value };
    });
  const growth = Math.max(0, top - page.bottom);
  const others = page.others
    .filter((one) => !("picture" in one))
    .map((one) => (one.y > page.bottom ? { ...one, y: one.y + growth } : one))
    .filter((one) => one.y < lowest);
  const title = heading === "" ? [] : [{ ...page.title, text: heading }];
  const apart = rows.filter(({ slot }) => slot === "apart").map((row, at) => rowApart(page, row, at));
  return { rows: [...placed, ...apart], others: [...title, ...others] };
};

const moved = (text: Text, y: number): Text => ({ ...text, y });

/** A label with its value on a page of its own, where nothing else stands. */
const rowApart = ({ slots: [like] }: PdfPage, row: Row, at: number): Cells => {
  if (like === undefined) throw new Error("a table without rows");
  const place = { page: 2, y: 200 + at * 60 };
  return {
    label: { ...like.label, ...place, text: row.label },
    value: row.value === "" ? null : { ...like.value, ...place, text: row.value },
  };
};

export const cellsOf = ({ rows }: Drawing): Text[] =>
  rows.flatMap(({ label, value }) => [label, value]).filter((text) => text !== null);

export const allOf = (drawing: Drawing): Instruction[] => [...drawing.others, ...cellsOf(drawing)];
