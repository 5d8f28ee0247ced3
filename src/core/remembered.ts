import { createLruCache } from "./lru-cache.ts";

/**
 * The same judgement, kept for short texts that come again: a bank prints the same labels and lines on each receipt. Only
 * for what depends on nothing but the text.
 */
export const remembered = <Answer extends {}>(
  judge: (text: string) => Answer,
): ((text: string) => Answer) => {
  const known = createLruCache<string, Answer>(textsMax);
  return (text) => {
    if (text.length > lengthMax) return judge(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const own = copyOf(text);
    const answer = judge(own);
    known.set(own, answer);
    return answer;
  };
};

/** A piece of a page would keep the whole page in memory. */
const copyOf = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");

/** The labels and lines of all banks, several times over. */
const textsMax = 2_000;
/** Longer texts are seldom labels, and would take memory. */
const lengthMax = 200;
