import type { Origin } from "../../providers/link-address.ts";

/** Where a link stands in the text, and the ways it may go on when a line end or a space broke it. */
export type LinkSpan = {
  readonly start: number;
  /** Readings of the same link, as it stands first, then with one and more of the words that follow. */
  readonly forms: readonly { readonly link: string; readonly end: number }[];
};

/** `https: //` and a scheme broken by a line end made whole; changes the text's length. */
export const mendSchemes = (text: string): string =>
  text.replace(/h\n?t\n?t\n?p\n?(s?)\s?:\s?\/\s?\//gi, (_, s: string) => `http${s}://`);

/** The first link at or after `from`: anything with a scheme or `www.`, or a host followed by a path. */
export const nextLink = (text: string, from: number, origins: readonly Origin[]): LinkSpan | null => {
  const start = nextStart(text, from, origins);
  if (start === null) return null;
  const forms = [];
  let end = wordEnd(text, start);
  let written = text.slice(start, end);
  for (let joined = 0; joined <= joinsMax; joined += 1) {
    const link = endLink(written);
    const bare = withoutMarks(link);
    // A token may end in a mark itself: only a mark that was opened before the link is surely none of its own.
    const ways = bare === link ? [link] : isOpened(text, start) ? [bare, link] : [link, bare];
    for (const way of ways) forms.push({ link: way, end: end - (written.length - way.length) });
    for (const glued of gluedEnds(link))
      forms.push({ link: endLink(link.slice(0, glued)), end: end - (written.length - glued) });
    const gap = /^(?: ?\n ?| )(?=\S)/.exec(text.slice(end, end + 4))?.[0];
    if (gap === undefined) break;
    const next = text.slice(end + gap.length, wordEnd(text, end + gap.length));
    if (!canContinue(next)) break;
    written += next;
    end += gap.length + next.length;
  }
  return { start, forms };
};

const joinsMax = 3;

const scheme = String.raw`https?:(?=\S)|(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,14}:[\\/]{2}|https?[\\/]{2}`;
const topLabel = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2,24}`;
const label = String.raw`[\p{L}\p{N}\p{M}_-]{1,63}`;
// A dot belongs to a host only behind one of its letters: one on its own is none.
// An underscore that opens italics is none of its letters.
const hostStart = String.raw`(?<![\p{L}\p{N}\p{M}-])(?<![\p{L}\p{N}\p{M}-]_{1,3})(?<![\p{L}\p{N}\p{M}_-]\.)(?!_)`;
const user = String.raw`(?:[^\s@/<>"]{1,64}@)?`;
const port = "(?::[0-9]{1,5})?";
const hosts = String.raw`(?:(?:${label}\.){1,9}${topLabel}\.?|xn--[a-z0-9-]+|[0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[[0-9a-f:]{2,39}\]|localhost)`;

const linkStart = new RegExp(
  `${scheme}|${hostStart}www\\.|${hostStart}${user}${hosts}${port}[/?#\\\\]`,
  "giu",
);

const nextStart = (text: string, from: number, origins: readonly Origin[]): number | null => {
  linkStart.lastIndex = from;
  for (let found = linkStart.exec(text); found !== null; found = linkStart.exec(text)) {
    if (!isGluedSentence(found[0], origins)) return found.index;
  }
  return null;
};

/** `DKF1AB2CD3.Fee/VAT` is the end of one sentence and the start of the next, not a host. */
const isGluedSentence = (found: string, origins: readonly Origin[]): boolean => {
  const [, host = ""] = /^([A-Za-z0-9]+\.[A-Z][a-z]+)[/?#\\]$/.exec(found) ?? [];
  return host !== "" && !origins.some((origin) => origin.host === host.toLowerCase());
};

const wordEnd = (text: string, from: number): number => {
  const length = text.slice(from).search(/[\s<>"“”«»]/u);
  return length < 0 ? text.length : from + length;
};

/** Drops what a sentence puts after a link, and Amharic or pictures that stand against its path. */
const endLink = (written: string): string => {
  const path = written.search(/(?<![:/\\])[/?#](?![/\\])/);
  const foreign =
    path < 0 ? -1 : written.slice(path).search(/[\p{Script=Ethiopic}]|[^\p{ASCII}\p{L}\p{N}\p{M}]/u);
  let end = foreign < 0 ? written.length : path + foreign;
  while (end > 0 && ".,;:!?)]}'`*~|".includes(written.charAt(end - 1))) end -= 1;
  return written.slice(0, end);
};

/** Without the underscores, and what stands among them, by which chats set words in italics. */
const withoutMarks = (link: string): string => {
  let end = link.length;
  while (end > 0 && "_*~|`.,;:!?)]}'".includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
};

/** Whether an underscore begins a word of the same line, or the link itself. */
const isOpened = (text: string, start: number): boolean =>
  /(?<![\p{L}\p{N}_])_/u.test(text.slice(text.lastIndexOf("\n", start) + 1, start));

/** Where a sentence or another link goes on without a space: `…/DKF1AB2CD3.Thank you`, or `…/DKF1AB2CD3Thank you`. */
const gluedEnds = (link: string): readonly number[] => {
  const rest = link.slice(hostMin);
  const mark = rest.search(/[,;()[\]{}|'!]|\.(?=\p{Lu}\p{Ll})|https?:\/\/(?<=[\p{L}\p{N}]https?:\/\/)/u);
  const capital = [...rest.matchAll(/(?<=[A-Z0-9=])\p{Lu}(?=\p{Ll})/gu)].at(-1)?.index ?? -1;
  return [mark, capital].filter((at) => at >= 0).map((at) => at + hostMin);
};

/** A scheme and its slashes. */
const hostMin = 8;

/** Words of a sentence never continue a link: a piece of one holds a digit, a mark or an inner capital. */
const canContinue = (word: string): boolean =>
  !/^(?:https?:|[a-z][a-z0-9+.-]*:[\\/]|www\.)/i.test(word) && /^.$|[0-9/?=&#:]|.\p{Lu}|\.[a-z]/u.test(word);
