import { takeHtmlApart } from "./html-medium.ts";
import type { HtmlPage } from "./html-page.ts";
import { leavesOf, scanReceipt } from "./json-scan.ts";
import type { DocumentKind } from "./medium.ts";
import type { Expectation, Row, Sheet } from "./sheet.ts";

type Change = {
  readonly provider: string;
  readonly kind: DocumentKind;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** What may come of the document before the change. */
  readonly own: Expectation;
  readonly expect: (sheet: Sheet, must: boolean) => Expectation;
};

/**
 * What may come of a body after a change of bytes: of text we still know what it prints, of a PDF only that it
 * may print what it printed before. Null when nobody can say.
 */
export const expectationOfBytes = (change: Change): Expectation | null => {
  const expectation = expectations[change.kind](change);
  return expectation && damaged(expectation);
};

const damaged = ({ records, codes }: Expectation): Expectation => ({
  records,
  must: false,
  codes: new Set([...codes, "provider_format_changed", "provider_error", "receipt_mismatch"]),
});

const unreadable: Expectation = { records: [], must: false, codes: new Set() };

const expectations: Readonly<Record<DocumentKind, (change: Change) => Expectation | null>> = {
  pdf: ({ before, after, own }) => (touchesOpenPart(before, after) ? null : own),
  html: ({ provider, before, after, expect }) => {
    const text = textOf(after);
    if (text === null) return unreadable;
    const old = textOf(before) ?? "";
    const [was, is] = [takeHtmlApart(old, provider), takeHtmlApart(text, provider)];
    // Where tags broke, only a browser could say what still stands in which cell.
    const isSame = shapeOf(was) === shapeOf(is) && openQuotes(old) === openQuotes(text);
    return isSame ? expect(is.sheet, false) : null;
  },
  json: ({ provider, after, expect }) => {
    const text = textOf(after);
    const sheet = text === null ? null : provider === "gamma" ? scanReceipt(text) : leafSheet(text);
    return sheet === null ? unreadable : expect(sheet, false);
  },
  "pdf in json": ({ before, after, own }) => {
    const [was, is] = [carriedBy(textOf(before) ?? ""), carriedBy(textOf(after) ?? "")];
    if (was === null || is === null) return unreadable;
    return touchesOpenPart(was, is) ? null : own;
  },
};

const leafSheet = (text: string): Sheet | null => {
  const leaves = leavesOf(text);
  return (
    leaves && {
      heading: "",
      rows: leaves.map((leaf, slot): Row => ({ slot, label: leaf.path, value: leaf.text })),
    }
  );
};

/** The PDF that an answer of success carries; null when it is none. */
const carriedBy = (text: string): Uint8Array | null => {
  const members = leavesOf(text) ?? [];
  const of = (path: string) => members.filter((one) => one.path === path).map((one) => one.text);
  const [[code], [base64 = ""]] = [of("responseCode"), of("base64Data")];
  return code?.trim() === "0" ? Buffer.from(base64, "base64") : null;
};

const shapeOf = ({ pieces }: HtmlPage): string =>
  pieces
    .map((piece) => {
      if (piece.kind === "pair") return `pair of ${piece.cells.length}`;
      return piece.kind === "columns"
        ? `columns of ${piece.labels.length} and ${piece.values.length}`
        : piece.kind;
    })
    .join();

/** Tags in which a quote is not closed: the cells behind them are part of an attribute, up to the next quote. */
const openQuotes = (html: string): number =>
  [...html.matchAll(/<[a-z][^<>]*>/gi)].filter(([tag]) => tag.split('"').length % 2 === 0).length;

/**
 * Whether a change lies where no checksum is and where it can turn one letter into another or move letters apart:
 * in a stream without compression, in a table of widths or of letters. Nobody can tell such a document from a real one.
 */
const touchesOpenPart = (before: Uint8Array, after: Uint8Array): boolean => {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first++;
  let behind = 0;
  while (behind < shorter - first && before.at(-1 - behind) === after.at(-1 - behind)) behind++;
  const last = before.length - behind;
  return openParts(before).some(([from, to]) => first < to && last > from);
};

const openParts = (bytes: Uint8Array): readonly (readonly [from: number, to: number])[] => {
  const text = Buffer.from(bytes).toString("latin1");
  const streams = [...text.matchAll(/\bstream\r?\n/g)].flatMap(({ index }) => {
    const head = text.slice(text.lastIndexOf(" obj", index), index);
    return head.includes("FlateDecode") ? [] : [[index, text.indexOf("endstream", index)] as const];
  });
  const tables = [
    ...text.matchAll(/\/(?:W|Widths|Differences|Encoding|BaseFont)\b(?:\s*\[[\s\S]*?\]\s*\n?[>/]|[^\n]*)/g),
  ];
  return [...streams, ...tables.map(({ index, 0: table }) => [index, index + table.length] as const)];
};

const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};
