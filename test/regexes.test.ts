import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { constructedRegexes, constructingFiles, type Regexes, writtenRegexes } from "./support/regexes.ts";

/**
 * No regular expression may take more than linear time, whatever it is tried on. A new pattern is judged when the
 * test runs, which takes seconds; its verdict is then kept beside, to be committed with the pattern.
 */
const verdictsFile = join(import.meta.dirname, "support/regex-verdicts.json");

/** Patterns whose time grows faster in theory, and what keeps it small. */
const bounds: Readonly<Record<string, string>> = {
  "/\\B(?=(?:\\d{3})+$)/g": "on the digits of a number of santim, 16 at most",
  "/[\\s\\0]+$/": "on the last 1,024 bytes of a document",
  "/(\\p{M}{30})\\p{M}+/gu": "from each place at most 30 marks, or all of them at once",
  "/%.{0,64}$/": "from each place at most 64 characters",
  "/\\d{1,20}:[A-Za-z0-9_-]{20,200}/g": "from each place at most 220 characters",
  "/[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}.-]{1,64}/gu": "from each place at most 128 characters",
  "/(?:\\b(?:ETB|Birr) ?\\d[\\d,.]{0,20}|\\d[\\d,.]{0,20} ?(?:ETB|Birr)|\\d[\\d,]{0,20}\\.\\d{2})$/i":
    "from each place at most 24 characters",
  "/<meta\\s[^>]{0,200}charset\\s*=\\s*[\"']?([\\w:.-]{1,40})/i": "on the first 2,048 bytes of a document",
  "/\\/Linearized\\b[^>]{0,200}\\/L\\s+(\\d{1,10})/": "on the first 2,048 bytes of a document",
  "/:\\/\\/[^ ]+$/": "on as many characters before a word as a link has at most",
  "/[:/]\\/\\S*$/": "on one line of printed text",
  "/[A-Za-z].*[0-9]|[0-9].*[A-Za-z]/": "on one word of printed text, within the lengths of references",
  '/"(?:[^"\\\\]|\\\\.)*"|-?\\d[\\d.eE+-]*/gs': "on JSON that was read before, in which each quote is closed",
  "/\\+?(?:\\d+(?:[*•]+\\d*)?|[*•]+\\d+)/y": "at one place, from which it goes on behind the match",
};

/** The same for patterns that are put together, by their file. */
const boundsOfFiles: Readonly<Record<string, string>> = {
  "verify/detect/labels.ts": "on at most 48 characters before a number",
  "verify/detect/amounts/number-words.ts":
    "from each place at most twelve words, none of which is read in two ways",
  "verify/detect/amounts/party-names.ts":
    "on a text of 4,096 characters, from each place at most 61 of a name",
  "verify/detect/links.ts": "on a text of 4,096 characters, from each place at most ten labels of 63",
};

/** Files that put a pattern together while they run, out of what. */
const putTogetherLater: Readonly<Record<string, string>> = {
  "bot/conversation/message-text.ts": "the bot's own name",
  "operator/sandbox/cases.ts": "the fixtures' own references",
  "operator/sandbox/sandbox.ts": "the fixtures' own references",
};

const stored: Readonly<Record<string, string>> = JSON.parse(readFileSync(verdictsFile, "utf8"));

let regexes: Regexes;
let constructed: Regexes;
beforeAll(async () => {
  const names = [...constructingFiles().keys()].filter((name) => !(name in putTogetherLater));
  constructed = await constructedRegexes(names);
  regexes = new Map([...constructed, ...writtenRegexes()]);
});

const isBounded = (regex: string): boolean =>
  regex in bounds || (constructed.get(regex)?.every((name) => name in boundsOfFiles) ?? false);

/** `linear`; `searched` when an attack was looked for and not found; `bounded` when the table above says why. */
const judge = async (regex: string): Promise<string> => {
  if (isBounded(regex)) return "bounded";
  const known = stored[regex];
  if (known !== undefined) return known;
  process.env.RECHECK_BACKEND = "pure";
  const { checkSync } = await import("recheck");
  const end = regex.lastIndexOf("/");
  const found = checkSync(regex.slice(1, end), regex.slice(end + 1), { timeout: 60_000, randomSeed: 1 });
  if (found.status === "unknown") return "no verdict";
  if (found.status === "vulnerable") return found.complexity.summary;
  return found.complexity.isFuzz ? "searched" : "linear";
};

const isGood = (verdict: string): boolean => /^(?:linear|searched|bounded)$/.test(verdict);

describe("regular expressions", () => {
  test("are all seen, those that are put together too", () => {
    const later = Object.keys(putTogetherLater);
    const seen = new Set([...regexes.values()].flat());
    expect(
      [...constructingFiles().keys()].filter((name) => !later.includes(name) && !seen.has(name)),
    ).toEqual([]);
    expect(later.filter((name) => !constructingFiles().has(name))).toEqual([]);
    expect(regexes.size).toBeGreaterThan(300);
  });

  test("take linear time, or a bound is stated", { timeout: 600_000 }, async () => {
    const verdicts: Record<string, string> = {};
    for (const regex of [...regexes.keys()].sort()) verdicts[regex] = await judge(regex);
    const good = Object.fromEntries(Object.entries(verdicts).filter(([, verdict]) => isGood(verdict)));
    if (Object.keys(good).some((regex) => stored[regex] !== good[regex]) && !process.env.CI)
      writeFileSync(verdictsFile, `${JSON.stringify(good, null, 2)}\n`);
    const slow = Object.entries(verdicts).filter(([, verdict]) => !isGood(verdict));
    expect(slow.map(([regex, verdict]) => `${regex} in ${regexes.get(regex)}: ${verdict}`)).toEqual([]);
  });
});
