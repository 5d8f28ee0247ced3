import { type Cells, cellsAt } from "./pdf-cells.ts";
import type { PdfPage } from "./pdf-page.ts";
import type { Slot } from "./pdf-slot.ts";
import { heightOf, type Instruction, type Text } from "./pdf-text.ts";
import type { Row, Sheet } from "./sheet.ts";

/** A page as it will be drawn. */
export type Drawing = { readonly rows: readonly Cells[]; readonly others: readonly Instruction[] };

/** Bottom of an A4 page with room for a last line. */
const lowest = 815;

/** Room between a row that was put in and its neighbours. */
const gap = 7;

/** Distance of two rows that were put in at one place. */
const newRowPitch = 24;

/** Draws the rows where the fixture has them; where a text grew or a row came in, all below moves down. */
export const layOut = (page: PdfPage, { heading, rows }: Sheet): Drawing => {
  const inTable = rows.filter(({ slot }) => slot !== "apart");
  const placed = inTable.map((row, at): Placed => {
    const like = typeof row.slot === "number" ? page.slots[row.slot] : undefined;
    if (like !== undefined) return { ...cellsAt(page, like, row), row, like, newUnder: null };
    const under = inTable.slice(0, at).findLastIndex(({ slot }) => typeof slot === "number");
    const above = inTable[under]?.slot;
    const place = newPlace(page, typeof above === "number" ? above : -1, at - 1 - under);
    return { ...cellsAt(page, place, row), row, like: place, newUnder: under };
  });
  const growths = placed.map(({ cells, like, newUnder }, at) => ({
    from: newUnder === null ? like.top + like.height : like.top - gap - (at - 1 - newUnder) * newRowPitch,
    by: heightIn(cells, like) + (newUnder === null ? -like.height : gap),
    line: like.top,
    newUnder,
  }));
  const shiftOf = (y: number, newUnder: number | null = null) => {
    // Of rows side by side the one that grew most moves what is below; rows put in at one place do not move each other.
    const byLine = new Map<number, number>();
    for (const { from, by, line, newUnder: other } of growths) {
      const grown = Math.max(other === null ? 0 : newRowPitch, by, byLine.get(line) ?? 0);
      if (from <= y + 2 && (other === null || other !== newUnder)) byLine.set(line, grown);
    }
    return [...byLine.values()].reduce((sum, by) => sum + by, 0);
  };
  const laid = placed.map(({ cells, like, newUnder }): Cells => {
    const shift = shiftOf(like.top, newUnder);
    const room = Math.max(like.height, heightIn(cells, like));
    const inset = (text: Text) => (like.centred ? like.top + (room - heightOf(text)) / 2 - text.y : 0);
    const move = (text: Text) => ({ ...text, y: text.y + shift + inset(text) });
    return { label: cells.label.map(move), value: cells.value.map(move) };
  });
  const others = page.others
    .filter((one) => !("picture" in one))
    .map((one) => movedBy(one, shiftOf(one.y)))
    .filter((one) => one.y < lowest);
  const title = heading === "" || page.title === null ? [] : [{ ...page.title, text: heading }];
  const apart = rows.filter(({ slot }) => slot === "apart").map((row, at) => rowApart(page, row, at));
  return { rows: [...together(laid, placed), ...apart], others: [...title, ...others] };
};

/** Values that run together, and labels that do, become the text of the first of their places. */
const together = (laid: readonly Cells[], placed: readonly Placed[]): readonly Cells[] => {
  const joint = placed.flatMap(({ like, newUnder }, at) => (like.together && newUnder === null ? [at] : []));
  const [first] = joint;
  if (first === undefined) return laid;
  const merged = (part: keyof Cells, separator: string): readonly Text[] => {
    const texts = joint.flatMap((at) => laid[at]?.[part] ?? []);
    const text = texts.map((one) => one.text).join(separator);
    return texts[0] === undefined ? [] : [{ ...texts[0], text }];
  };
  const isJoined = placed[first]?.like.together?.isJoined === true;
  return laid.map((cells, at) => {
    if (!joint.includes(at)) return cells;
    const label = !isJoined ? cells.label : at === first ? merged("label", " ") : [];
    return { label, value: at === first ? merged("value", "") : [] };
  });
};

type Placed = {
  readonly cells: Cells;
  readonly row: Row;
  readonly like: Slot;
  /** Behind which row of the fixture, counted from the top, a row was put in. */
  readonly newUnder: number | null;
};

const movedBy = (one: Instruction, by: number): Instruction =>
  "line" in one
    ? { ...one, y: one.y + by, line: { ...one.line, y: one.line.y + by } }
    : { ...one, y: one.y + by };

/** How high a row is with these texts, from its top. */
const heightIn = ({ label, value }: Cells, like: Slot): number =>
  Math.max(
    0,
    ...[...label, ...value].map((text) => (like.how === "below" ? text.y - like.top : 0) + heightOf(text)),
    ...(label.length > 1 ? label.map((text) => text.y - like.top + heightOf(text)) : []),
  );

/** A place under another one, for a row that was put in; `more` rows were put in there before it. */
const newPlace = (page: PdfPage, above: number, more = 0): Slot => {
  const isTable = ({ how }: Slot) => how !== "below";
  const before = page.slots.slice(0, above + 1).findLast(isTable) ?? page.slots.find(isTable);
  const over = page.slots[above];
  if (before === undefined) throw new Error("a page without a table");
  const top = (over === undefined ? before.top - 0.1 : over.top + over.height + gap) + more * newRowPitch;
  const moved = (text: Text): Text => ({ ...text, y: text.y - before.top + top });
  return {
    ...before,
    label: before.label.map(moved),
    value: before.value && moved(before.value),
    top,
    height: 0,
  };
};

/** A label with its value on a page of its own, where nothing else stands. */
const rowApart = (page: PdfPage, row: Row, at: number): Cells => {
  const like = newPlace(page, -1);
  const y = 200 + at * 60;
  const { cells } = cellsAt(page, like, row);
  const away = (text: Text): Text => ({ ...text, page: 2, y: y + text.y - like.top });
  return { label: cells.label.map(away), value: cells.value.map(away) };
};

export const cellsOf = ({ rows }: Drawing): Text[] =>
  rows.flatMap(({ label, value }) => [...label, ...value]);

export const allOf = (drawing: Drawing): Instruction[] => [...drawing.others, ...cellsOf(drawing)];
