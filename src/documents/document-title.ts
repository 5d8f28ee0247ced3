import { collapse, squeeze } from "../core/white-space.ts";
import type { Document, HtmlDocument, JsonValue, PdfDocument } from "./document.ts";
import { wordsOfKey } from "./json/not-completed.ts";
import { isPayersLabel, type Synonyms } from "./labelled.ts";
import { linesOf, textOf } from "./pdf/lines.ts";
import { pageTexts } from "./pdf/payers-text.ts";

/** Titles of documents. A statement, a request for money or a draft is not a receipt of a payment. */

/**
 * Whether a title, a heading or a short line of a document says that it is something else than a receipt, wherever no
 * payer chose the words.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const isOtherDocument = (document: Document, synonyms: Synonyms): boolean => {
  switch (document.kind) {
    case "pdf":
      return [...bankTextsIn(document, synonyms).map(({ text }) => text), ...turnedLinesIn(document)].some(
        isOtherHeading,
      );
    case "html":
      return (
        isOtherTitle(document.title) || [...headingsIn(document), ...typesIn(document)].some(isOtherHeading)
      );
    case "json":
      return (
        holdsOtherTitle(document.root) ||
        (document.embedded !== undefined && isOtherDocument(document.embedded.document, synonyms))
      );
  }
};

/**
 * The title of a PDF as it is printed, told from its letters where the page sets them apart; `""` where the bank prints
 * none such, or one that says more.
 *
 * @param wording what the title is, e.g. `Digital Advice`
 * @param pattern the same in all ways that it is written
 */
export const pdfTitle = (
  document: PdfDocument,
  wording: string,
  pattern: RegExp,
  synonyms: Synonyms,
): string => {
  const { joined, payers } = pageTexts(document, synonyms);
  // Part of a title may look like a label with its value, but never the whole title.
  const others = joined.filter(
    (text) => !payers.texts.has(text) || !squeeze(text.text).includes(squeeze(wording)),
  );
  const lines = linesOf(others).map((line) => textOf(line.fragments));
  const texts = [...lines, lines.join(" ")];
  const printed = texts.find((text) => pattern.test(text));
  if (printed !== undefined) return isOtherTitle(printed, 12) ? "" : (pattern.exec(printed)?.[0] ?? "");
  return texts.some((text) => squeeze(text).includes(squeeze(wording))) ? wording : "";
};

/** The lines of a PDF that no payer chose, top to bottom. */
export const bankLinesIn = (document: PdfDocument, synonyms: Synonyms): readonly string[] =>
  linesOf(bankTextsIn(document, synonyms)).map((line) => textOf(line.fragments));

/** The title of a page and the texts on it that have no label and that no payer chose. */
export const titlesIn = (document: HtmlDocument): readonly string[] => [
  document.title,
  ...headingsIn(document),
];

const bankTextsIn = (document: PdfDocument, synonyms: Synonyms) => {
  const { joined, payers } = pageTexts(document, synonyms);
  return joined.filter((text) => !payers.texts.has(text));
};

/** Texts stamped across the page, one for each line. */
const turnedLinesIn = ({ turned }: PdfDocument): readonly string[] =>
  [...new Set(turned.map(({ turn }) => turn))].flatMap((angle) =>
    linesOf(turned.filter(({ turn }) => turn === angle)).map((line) => textOf(line.fragments)),
  );

/** Types that stand in rows of a page, which are headings of no text. */
const typesIn = ({ passages }: HtmlDocument): readonly string[] =>
  passages.filter(({ labels, isInRow }) => isInRow && labels.some(isTypeLabel)).flatMap(({ parts }) => parts);

const isTypeLabel = (label: string): boolean =>
  /^\W*(?:(?:document|receipt|transaction|payment) )?type\W*$/i.test(label);

const headingsIn = ({ passages }: HtmlDocument): readonly string[] =>
  passages
    .filter(({ labels, isAction, isInRow }) => !isAction && !isInRow && !labels.some(isPayersLabel))
    .flatMap(({ parts }) => parts.filter((part) => !/[:：]/.test(part)));

/** Whether a title of at most so many words names another kind of document. */
const isOtherTitle = (title: string, wordsMax = 20): boolean =>
  collapse(title).split(" ").length <= wordsMax &&
  (otherKind.test(title) || (/\binvoice\b/i.test(title) && !/receipt|advice|ደረሰኝ/i.test(title)));

/** `Account Statement`, `Payment Request`, `Pro forma`, `መግለጫ`. */
const otherKind =
  /\b(?:statements?|quotations?|quote|pro ?-?forma|requests?|reminder|estimate|draft|sample|specimen|template|mandate|agreement|contract|application|(?:purchase|standing) orders?|delivery note)\b|ጥያቄ|መግለጫ/i;

/** Whether a line is the name of another kind of document and nothing else. */
export const isOtherHeading = (line: string): boolean => {
  const text = collapse(line.slice(0, 100));
  return otherHeading.test(text) || (ownKind.test(text) && !sentence.test(text) && isOtherTitle(text, 8));
};

const ownKind = /\b(?:receipt|advice)\b/i;

/** `This is not a receipt`: a line that says something is no title. */
const sentence = /[.:]|\b(?:this|the|your|you|ask|please|keep|is|are|not|no|for|can|may|with|has)\b/i;

/** `Mini Statement`, `Tax Invoice Draft`, `Request for payment`, `Quotation No. 12`, `የክፍያ ጥያቄ`. */
const otherHeading = new RegExp(
  [
    String.raw`^\W{0,5}(?:(?:account|bank|mini|transaction|digital|customer|e-?|monthly|tax|payment|money|invoice) ){0,2}`,
    "(?:statements?(?: of account)?|quotation|pro ?-?forma(?: invoice)?|payment request|money request",
    "|request for (?:payment|money|quotation)|balance [ei]nquiry|draft|sample|specimen|template",
    // `Invoice No. 12` is a row of a receipt.
    String.raw`|invoice(?=\W{0,5}$))`,
    String.raw`(?: (?:(?:no|nr|number)\b\.? ?)?(?=[\w/-]{0,20}\d)[\w/-]{1,30})?\W{0,5}$`,
    String.raw`|^[^\p{L}]{0,5}(?:የክፍያ|የገንዘብ|የ[ሂሒ]ሳብ) (?:ጥያቄ|መግለጫ)[^\p{L}]{0,20}$`,
  ].join(""),
  "iu",
);

/** Whether JSON gives such a title, or such a type, at any depth. */
const holdsOtherTitle = (value: JsonValue): boolean => {
  if (value.kind === "array") return value.items.some(holdsOtherTitle);
  if (value.kind !== "object") return false;
  return value.members.some(({ key, value: inner }) => {
    if (inner.kind !== "string") return holdsOtherTitle(inner);
    const words = wordsOfKey(key);
    return (
      (/\b(?:title|heading)$|^(?:document|receipt) (?:type|kind|name)$/.test(words) &&
        isOtherTitle(inner.text)) ||
      (/\b(?:type|kind|document)$/.test(words) && isOtherHeading(inner.text))
    );
  });
};
