import type { PdfPage, Slot } from "./pdf-page.ts";
import { heightOf, type Instruction, inScripts, isEthiopic, type Text, widthOf } from "./pdf-text.ts";
import type { Row, Sheet } from "./sheet.ts";

export type Cells = { readonly label: readonly Text[]; readonly value: readonly Text[] };
/** A page as it will be drawn. */
export type Drawing = { readonly rows: readonly Cells[]; readonly others: readonly Instruction[] };

/** Bottom of an A4 page with room for a last line, and its right edge. */
const lowest = 815;
const rightmost = 560;

/** Room between a row that was put in and its neighbours. */
const gap = 7;

/** Draws the rows where the fixture has them; where a text grew or a row came in, all below moves down. */
export const layOut = (page: PdfPage, { heading, rows }: Sheet): Drawing => {
  const inTable = rows.filter(({ slot }) => slot !== "apart");
  const placed = inTable.map((row, at): Placed => {
    const like = typeof row.slot === "number" ? page.slots[row.slot] : undefined;
    if (like !== undefined) return { ...cellsAt(page, like, row), row, like, isNew: false };
    const above = inTable.slice(0, at).findLast(({ slot }) => typeof slot === "number")?.slot;
    const place = newPlace(page, typeof above === "number" ? above : -1);
    return { ...cellsAt(page, place, row), row, like: place, isNew: true };
  });
  const growths = placed.map(({ cells, like, isNew }) => ({
    from: like.top + like.height,
    by: isNew ? heightIn(cells, like) + gap : Math.max(0, heightIn(cells, like) - like.height),
    line: like.top,
  }));
  const shiftOf = (y: number) => {
    // Of rows side by side the one that grew most moves what is below.
    const byLine = new Map<number, number>();
    for (const { from, by, line } of growths)
      if (from <= y + 2) byLine.set(line, Math.max(by, byLine.get(line) ?? 0));
    return [...byLine.values()].reduce((sum, by) => sum + by, 0);
  };
  const laid = placed.map(({ cells, like, isNew }): Cells => {
    const shift = shiftOf(like.top) - (isNew ? heightIn(cells, like) + gap : 0);
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
  const joint = placed.flatMap(({ like, isNew }, at) => (like.together && !isNew ? [at] : []));
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

type Placed = { readonly cells: Cells; readonly row: Row; readonly like: Slot; readonly isNew: boolean };

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

/** A place under another one, for a row that was put in. */
const newPlace = (page: PdfPage, above: number): Slot => {
  const isTable = ({ how }: Slot) => how !== "below";
  const before = page.slots.slice(0, above + 1).findLast(isTable) ?? page.slots.find(isTable);
  const over = page.slots[above];
  if (before === undefined) throw new Error("a page without a table");
  const top = over === undefined ? before.top - 0.1 : over.top + over.height + 0.1;
  const moved = (text: Text): Text => ({ ...text, y: text.y - before.top + top });
  return {
    ...before,
    label: before.label.map(moved),
    value: before.value && moved(before.value),
    top,
    height: 0,
  };
};

const cellsAt = (page: PdfPage, like: Slot, row: Row): { readonly cells: Cells } => {
  if (like.how === "inline") return { cells: inlineCells(like, row) };
  if (like.together !== undefined) return { cells: togetherCells(like, row) };
  return { cells: { label: labelAt(like, row.label), value: valueAt(page, like, row.value) } };
};

const inlineCells = ({ label: [as], glue }: Slot, { label, value }: Row): Cells => {
  const text = label === "" || value === "" ? label + value : label + glue + value;
  return { label: as === undefined || text === "" ? [] : [{ ...as, text }], value: [] };
};

const togetherCells = (like: Slot, { label, value }: Row): Cells => {
  const [head] = like.label;
  const joined = head === undefined || label === "" ? [] : [{ ...head, text: label }];
  return {
    label: like.together?.isJoined ? joined : labelAt(like, label),
    value: value === "" || like.value === null ? [] : [{ ...like.value, text: value }],
  };
};

const labelAt = ({ label }: Slot, text: string): readonly Text[] => {
  const [first, last] = [label[0], label.at(-1)];
  if (first === undefined || last === undefined || text === "") return [];
  if (text === label.map((one) => one.text).join(" ")) return label;
  if (first.font !== "Ethiopic") return [{ ...first, text }];
  if (first.y === last.y) return inScripts({ ...last, x: first.x }, text, last.font);
  const slash = text.indexOf("/ ");
  if (slash === -1) return inScripts(last, text, last.font);
  const [above, below] = [text.slice(0, slash + 1), text.slice(slash + 2)];
  return [...inScripts(first, above, last.font), ...inScripts(last, below, last.font)];
};

const valueAt = (page: PdfPage, like: Slot, text: string): readonly Text[] => {
  if (text === "") return [];
  const other = page.slots.find(({ value, how }) => value !== null && how === "beside")?.value;
  const place = like.value ?? (other && { ...other, y: like.label.at(-1)?.y ?? like.top });
  if (!place) return [];
  const latin = place.font === "Ethiopic" ? "Helvetica" : place.font;
  const pieces = isEthiopic(place.text + text) ? inScripts(place, text, latin) : [{ ...place, text }];
  const [piece, ...more] = pieces;
  if (piece === undefined || more.length > 0 || piece.width !== undefined) return pieces;
  const next = page.slots
    .flatMap(({ label, value }) => [...label, ...(value ? [value] : [])])
    .filter((one) => one.x > place.x && Math.abs(one.y - place.y) < 3)
    .map(({ x }) => x - 8);
  const room = Math.min(rightmost, ...next) - place.x;
  return widthOf(piece) <= room ? pieces : [{ ...piece, width: Math.max(room, 60) }];
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
