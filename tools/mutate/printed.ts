/** Text as a person sees it: white space collapsed, zero-width and bidi characters gone (design 6). */
export const collapse = (text: string): string => (plain.test(text) ? text : collapseLetters(text));

/** Words of ordinary letters with one space between them, which are most of what is printed. */
const plain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

const collapseLetters = (text: string): string =>
  [...text]
    .filter((character) => !invisible.has(character))
    .map((character) => (spaces.has(character) ? " " : character))
    .join("")
    .split(" ")
    .filter((word) => word !== "")
    .join(" ");

const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));

const invisible = new Set([
  "\u00ad",
  "\u061c",
  "\ufeff",
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x2069),
]);

const spaces = new Set([
  " ",
  "\u00a0",
  "\u1680",
  "\u2028",
  "\u2029",
  "\u202f",
  "\u205f",
  "\u3000",
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  ...range(0x2000, 0x200a),
]);

const currencies = new Set(["etb", "birr", "br", "br."]);

/** An amount without its currency word, of which there may be one. */
const bare = (printed: string): string => {
  let text = collapse(printed).toLowerCase();
  for (const word of currencies) {
    if (text.startsWith(word) && /^[ \d]/.test(text.slice(word.length))) {
      text = text.slice(word.length).trim();
      break;
    }
    if (text.endsWith(word) && /[ \d]$/.test(text.slice(0, -word.length))) {
      text = text.slice(0, -word.length).trim();
      break;
    }
  }
  return text;
};

/** The number as it is printed, ending in ` ETB`. */
export const amountOf = (printed: string): string => `${bare(printed)} ETB`;

/** Santim of an amount with at most one currency word (formats 0.4); null for anything else. */
export const santimOf = (printed: string): number | null => {
  const [whole = "", cents, ...more] = bare(printed).split(".");
  if (more.length > 0 || (cents !== undefined && !/^[0-9]{1,2}$/.test(cents))) return null;
  const [first = "", ...groups] = whole.split(",");
  if (!/^[0-9]+$/.test(first) || groups.some((group) => !/^[0-9]{3}$/.test(group))) return null;
  if (groups.length > 0 && first.length > 3) return null;
  return Number(first + groups.join("")) * 100 + Number((cents ?? "0").padEnd(2, "0"));
};

/** `1250.00 ETB`, or with separators `1,250.00 ETB`. */
export const showSantim = (santim: number, separators: boolean): string => {
  let whole = String(Math.floor(santim / 100));
  if (separators) {
    const groups: string[] = [];
    for (; whole.length > 3; whole = whole.slice(0, -3)) groups.unshift(whole.slice(-3));
    whole = [whole, ...groups].join(",");
  }
  return `${whole}.${String(santim % 100).padStart(2, "0")} ETB`;
};

/** Visible digits at the beginning and the end of a printed account; null when it is none. */
export const endsOf = (printed: string): { first: string; last: string; masked: boolean } | null => {
  const text = printed.startsWith("+") ? printed.slice(1) : printed;
  if (!/^[0-9*]+$/.test(text) || !/[0-9]$/.test(text)) return null;
  const parts = text.split(/\*+/);
  if (parts.length > 2) return null;
  return { first: parts[0] ?? "", last: parts.at(-1) ?? "", masked: parts.length === 2 };
};
