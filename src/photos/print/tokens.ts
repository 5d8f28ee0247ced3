import { widthsOf } from "./look-alikes.ts";
import type { Mark } from "./printed-line.ts";
import { lineAround, type PrintedText } from "./printed-text.ts";

/**
 * A text in which the round and the upright letters of links are what their height and width say: in a token
 * of capitals, small letters and digits at will nothing else tells O, o and 0, or I, l and 1 apart.
 */
export const mendTokens = (printed: PrintedText): PrintedText => {
  let { text } = printed;
  for (const { 0: link, 1: path = "", index } of printed.text.matchAll(linkPath)) {
    const start = index + link.length - path.length;
    const mended = [...path].map((character, at) => {
      const mark = printed.marks[start + at] ?? null;
      return mark === null ? character : (letterOf(mark, lineAround(printed, start + at)) ?? character);
    });
    text = text.slice(0, start) + mended.join("") + text.slice(start + path.length);
  }
  return { ...printed, text };
};

/** What follows a host, with the lines that it may run on. */
const linkPath = /:\/\/[^\s/]{4,64}\/(\S{1,80}(?:\n[A-Za-z0-9+/=#&?_-]{1,60}(?!\S| ?:)){0,3})/g;

const letterOf = (mark: Mark, line: readonly Mark[]): string | null => {
  const { character, height, proportion } = mark;
  const capital = capitalHeight(line);
  if (height === null || proportion === null || capital === null) return null;
  if (/[oO0]/.test(character)) {
    if (height < capital * 0.88) return "o";
    const digits = widthsOf(line, line)?.digits ?? null;
    if (digits === null) return null;
    if (proportion <= digits * 1.08) return "0";
    return proportion >= digits * 1.2 ? "O" : null;
  }
  // The small l reaches higher than a capital in most fonts, if only by a hair.
  if (/[Il|]/.test(character) && proportion <= 0.24) return height > capital * 1.02 ? "l" : "I";
  return null;
};

/** The middle one of the heights of capitals and digits; null on a line with fewer than three. */
const capitalHeight = (line: readonly Mark[]): number | null => {
  const heights = line
    .flatMap(({ character, height }) => (/[A-HK-PR-Z2-9]/.test(character) && height !== null ? [height] : []))
    .toSorted((a, b) => a - b);
  return heights.length < 3 ? null : (heights[Math.floor(heights.length / 2)] ?? null);
};
