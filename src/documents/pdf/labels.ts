import { squeeze } from "../../core/white-space.ts";
import type { PdfFragment } from "../document.ts";
import { type FieldLabel, type Synonyms, wordingsOf } from "../labelled.ts";
import type { Line } from "./lines.ts";

/** How far, in points, a left edge may be off its column. */
export const edgeTolerance = 3;

/** A label's printed form: its letters without spaces, and where its words end among them. */
export type Wording = {
  readonly label: string;
  readonly letters: string;
  readonly wordEnds: ReadonlySet<number>;
};

/** A label found on the page, perhaps over several lines. */
export type FoundLabel = {
  readonly label: string;
  readonly left: number;
  /** Indexes into the lines, first to last. */
  readonly lines: readonly number[];
  /** What stands right of the label on each of those lines. */
  readonly beside: readonly (readonly PdfFragment[])[];
  /** Fragments the label took, so that a part of it is not found again as another label. */
  readonly took: readonly PdfFragment[];
  /** Whether the label stands alone, nothing following within the width of a letter. */
  readonly alone: boolean;
};

export const wordingOf = (label: string, text: string): Wording => {
  const ends = new Set<number>();
  let letters = "";
  for (const word of text.split(/\s+/)) {
    letters += plain(word);
    ends.add(letters.length);
  }
  return { label, letters: squeeze(letters), wordEnds: ends };
};

/** Every label on the page. Where several wordings fit one place the longest wins. */
export const findLabels = (lines: readonly Line[], wordings: readonly Wording[]): FoundLabel[] => {
  const longestFirst = [...wordings].sort((a, b) => b.letters.length - a.letters.length);
  const byFirstLetter = new Map<string | undefined, Wording[]>();
  for (const wording of longestFirst) {
    const [first] = wording.letters;
    byFirstLetter.set(first, [...(byFirstLetter.get(first) ?? []), wording]);
  }
  const found = lines.flatMap(({ fragments }, at) =>
    fragments.flatMap(({ text }, index) => {
      for (const wording of byFirstLetter.get(plain(text)[0]) ?? []) {
        const match = matchAt(lines, at, index, wording);
        if (match !== null) return [match];
      }
      return [];
    }),
  );
  const continued = new Set(found.flatMap(({ took }) => took.slice(1)));
  return found.filter(({ took: [first] }) => first !== undefined && !continued.has(first));
};

const matchAt = (lines: readonly Line[], at: number, index: number, wording: Wording): FoundLabel | null => {
  const left = lines[at]?.fragments[index]?.left ?? 0;
  const parts: Part[] = [];
  const taken: number[] = [];
  let consumed = 0;
  let next: { line: number; index: number } | null = { line: at, index };
  while (next !== null && consumed < wording.letters.length) {
    const part = matchPart(lines[next.line]?.fragments ?? [], next.index, wording, consumed);
    if (part === null) return null;
    parts.push(part);
    taken.push(next.line);
    consumed = part.consumed;
    next = consumed < wording.letters.length ? lineBelow(lines, next.line, left) : null;
  }
  if (consumed < wording.letters.length) return null;
  return {
    label: wording.label,
    left,
    lines: taken,
    beside: parts.map(({ rest }) => rest),
    took: parts.flatMap(({ took }) => took),
    alone: parts.every(({ alone }) => alone),
  };
};

type Part = {
  readonly consumed: number;
  readonly took: readonly PdfFragment[];
  readonly rest: readonly PdfFragment[];
  readonly alone: boolean;
};

/** Matches the wording from `consumed` on along one line, as far as it goes; null unless it stops at a word's end. */
const matchPart = (
  fragments: readonly PdfFragment[],
  from: number,
  wording: Wording,
  consumed: number,
): Part | null => {
  let done = consumed;
  for (let index = from; index < fragments.length; index++) {
    const fragment = fragments[index];
    if (fragment === undefined) break;
    const end = matchText(fragment.text, wording.letters, done);
    if (end.done === consumed) return null;
    if (end.done === done) return partOf(fragments, from, index, null, done, wording);
    const stopped = end.at < fragment.text.length || end.done === wording.letters.length;
    done = end.done;
    if (stopped) return partOf(fragments, from, index + 1, fragment.text.slice(end.at), done, wording);
  }
  return partOf(fragments, from, fragments.length, null, done, wording);
};

const partOf = (
  fragments: readonly PdfFragment[],
  from: number,
  to: number,
  remainder: string | null,
  consumed: number,
  wording: Wording,
): Part | null => {
  const last = fragments[to - 1];
  if (last === undefined || !wording.wordEnds.has(consumed)) return null;
  const took = fragments.slice(from, to);
  const inside = remainder ?? "";
  if (inside !== "") {
    if (!/^[\s:]/.test(inside) && !isGlued(last.text, inside)) return null;
    const rest = trimColon([{ ...last, text: inside.trimStart(), left: last.right }, ...fragments.slice(to)]);
    const [value] = rest;
    return { consumed, took, rest, alone: value === undefined || value.left - last.right > last.size };
  }
  const after = fragments[to];
  // A letter that follows without a gap belongs to the same word.
  if (after !== undefined && after.left - last.right < last.size / 10 && /^\p{L}/u.test(after.text))
    return null;
  const colonRight = after?.text === ":" ? after.right : last.right;
  const rest = trimColon(fragments.slice(to));
  const [value] = rest;
  return { consumed, took, rest, alone: value === undefined || value.left - colonRight > last.size };
};

/** Whether a value follows its label without a space, as in `Account1****4321` or `PayerSELAM`. */
const isGlued = (text: string, value: string): boolean =>
  /\p{L}\d$|\p{Ll}\p{Lu}$/u.test(text.slice(0, text.length - value.length + 1));

/** Without the colon that may stand between a label and its value. */
const trimColon = (rest: readonly PdfFragment[]): readonly PdfFragment[] => {
  const [first, ...others] = rest;
  if (first === undefined || !first.text.startsWith(":")) return rest;
  const text = first.text.slice(1).trimStart();
  return text === "" ? others : [{ ...first, text }, ...others];
};

/**
 * How far `text` goes along `letters` from `done` on, spaces and apostrophes aside, and colons where a word ends; a
 * mismatch ends it at a word's start.
 */
const matchText = (text: string, letters: string, done: number): { at: number; done: number } => {
  let wordStart = { at: 0, done };
  let reached = done;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]?.toLowerCase() ?? "";
    if (character === ":" && /\S/.test(text[at + 1] ?? "")) return wordStart;
    if (leftOut.test(character)) {
      wordStart = { at, done: reached };
      continue;
    }
    if (character !== letters[reached]) return wordStart;
    reached++;
    if (reached === letters.length) return { at: at + 1, done: reached };
  }
  return { at: text.length, done: reached };
};

const plain = (text: string): string => text.replace(/[\s'’:]/g, "").toLowerCase();

/** A sign that `plain` leaves out. */
const leftOut = /[\s'’:]/;

/** The next line of a wrapped label: close below, starting at the same left edge. */
const lineBelow = (
  lines: readonly Line[],
  from: number,
  left: number,
): { line: number; index: number } | null => {
  const above = lines[from];
  for (let line = from + 1; above !== undefined && line < lines.length; line++) {
    const below = lines[line];
    const size = above.fragments[0]?.size ?? 0;
    if (below === undefined || below.page !== above.page || below.baseline - above.baseline > 2 * size)
      return null;
    const index = below.fragments.findIndex((fragment) => Math.abs(fragment.left - left) <= edgeTolerance);
    if (index !== -1) return { line, index };
  }
  return null;
};

/** Where a label ends. */
export const rightOf = ({ took }: FoundLabel): number => Math.max(...took.map(({ right }) => right));

/** Whether the value follows in the same run of text. */
export const isInRun = ({ took, beside }: FoundLabel): boolean =>
  beside.flat()[0]?.left === took.at(-1)?.right;

/** Whether a colon parts the label from what follows. */
export const hasColon = (found: FoundLabel): boolean => {
  const text = found.took.at(-1)?.text ?? "";
  const inside = isInRun(found) ? (found.beside.flat()[0]?.text ?? "") : "";
  return text
    .slice(0, text.length - inside.length)
    .trimEnd()
    .endsWith(":");
};

/** All that a page's labels and ends may read, each under its usual wording. */
export const pageWordings = (
  labels: Readonly<Record<string, FieldLabel>>,
  ends: readonly string[],
  synonyms: Synonyms,
): readonly Wording[] =>
  [
    ...new Map([...Object.values(labels), ...ends.map(endOf)].map((label) => [label.names[0], label])),
  ].flatMap(([usual, label]) => wordingsOf(label, synonyms).map((text) => wordingOf(usual, text)));

const endOf = (end: string): FieldLabel => ({ names: [end] });
