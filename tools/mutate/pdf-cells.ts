import type { PdfPage } from "./pdf-page.ts";
import type { Slot } from "./pdf-slot.ts";
import { inScripts, isEthiopic, type Text, widthOf } from "./pdf-text.ts";
import type { Row } from "./sheet.ts";

/** Texts of one row as they will be drawn. */
export type Cells = { readonly label: readonly Text[]; readonly value: readonly Text[] };

/** Right edge of an A4 page. */
const rightmost = 560;

/** What a row prints in a place, at the height where the fixture has it. */
export const cellsAt = (page: PdfPage, like: Slot, row: Row): { readonly cells: Cells } => {
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
