import { PDFParse } from "pdf-parse";
import {
  AnnotationMode,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";
// pdfjs would load it with the first document, when `push` has been put back.
import "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { collapse } from "../../core/white-space.ts";
import type { PdfDocument, PdfFragment, TurnedFragment } from "../document.ts";
import { isIntactPdf } from "./intact.ts";
import { isOpaque, paintingOf } from "./paint.ts";

/** Receipts have fewer pages and fewer runs of text. */
const pagesMax = 5;
const fragmentsMax = 5_000;
const textLengthMax = 100_000;

/**
 * A PDF as text in its place. Unreadable, encrypted, damaged, textless or oversized documents are
 * `provider_format_changed`, and so are those with invisible text.
 */
export const decodePdf = async (bytes: Uint8Array): Promise<Result<PdfDocument, Failure>> => {
  if (!isIntactPdf(bytes)) return unreadable("damaged");
  const pages = await openPdf(bytes, pagesMax).catch((cause: unknown) => String(cause));
  if (typeof pages === "string") return unreadable(pages.slice(0, 80));
  if (pages.some(({ isHidden }) => isHidden)) return unreadable("text that nobody sees");
  const [fragments, turned, notes] = [
    pages.flatMap((page) => page.fragments),
    pages.flatMap((page) => page.turned),
    pages.flatMap((page) => page.notes),
  ];
  if (fragments.length === 0) return unreadable("no text");
  const texts = [...fragments.map(({ text }) => text), ...turned.map(({ text }) => text), ...notes];
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (texts.length > fragmentsMax || length > textLengthMax) return unreadable("too much text");
  const text = collapse(pages.map((page) => page.text).join("\n"));
  return ok({ kind: "pdf", text, fragments, turned, notes });
};

const unreadable = (detail: string) => fail("provider_format_changed", { detail: `pdf: ${detail}` });

/** What one page of a PDF shows. Only this file and `paint.ts` know which library reads PDFs. */
type PdfPage = {
  /** The page's texts in the order of the file, white space collapsed. */
  readonly text: string;
  /** Level runs of text in points from the top left corner. */
  readonly fragments: readonly PdfFragment[];
  /** Runs of text that are not level. */
  readonly turned: readonly TurnedFragment[];
  /** Texts of notes, stamps and form fields. */
  readonly notes: readonly string[];
  /** Whether the page has text that is invisible or struck out. */
  readonly isHidden: boolean;
};

/** Larger pictures are not unpacked: they cost time, and say nothing that is read. */
const pixelsMax = 4_000_000;

/** What the engine says of a picture that is larger. */
const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && cause.message.includes("Image exceeded maximum allowed size");

/**
 * The engine hands fonts to a browser, by its `FontFace` and its document, or makes the outlines of all letters itself.
 * Nobody draws here, and outlines cost as much as reading does: fonts are taken and forgotten.
 */
Reflect.set(globalThis, "FontFace", Object);
const createFontTaker = () => ({ fonts: new Set() });

/**
 * Opens a PDF and reads all its pages. Throws on what pdf-parse cannot open, on a drawing with a mistake, on more than
 * `pagesMax` pages, and on a stamp without its text.
 */
const openPdf = async (bytes: Uint8Array, pagesMax: number): Promise<readonly PdfPage[]> => {
  try {
    return await readPages(bytes, pagesMax, { stopAtErrors: true });
  } catch (cause) {
    if (isTooLarge(cause)) return await readPages(bytes, pagesMax, { stopAtErrors: false });
    throw cause;
  }
};

/** @param stopAtErrors otherwise a drawing silently ends at its first mistake, and a text behind it is not read */
const readPages = async (
  bytes: Uint8Array,
  pagesMax: number,
  { stopAtErrors }: { readonly stopAtErrors: boolean },
): Promise<readonly PdfPage[]> => {
  const options = {
    // The library takes the buffer over.
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    disableFontFace: false,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: pixelsMax,
    stopAtErrors,
    verbosity: VerbosityLevel.ERRORS,
  };
  // Declared as a browser's whole document.
  Reflect.set(options, "ownerDocument", createFontTaker());
  const parser = new PDFParse(options);
  try {
    // Asking for no page opens the document and reads nothing.
    await parser.getText({ partial: [0] });
    const pdf = loadedBy(parser);
    if (pdf.numPages > pagesMax) throw new Error("too many pages");
    const pages: PdfPage[] = [];
    for (let number = 1; number <= pdf.numPages; number++)
      pages.push(await readPage(await pdf.getPage(number), number));
    return pages;
  } finally {
    await parser.destroy();
  }
};

/** pdf-parse declares the pdfjs document that it keeps as private, and has no other way to positions. */
const loadedBy = (parser: PDFParse): PDFDocumentProxy => {
  const pdf: unknown = Reflect.get(parser, "doc");
  if (!isPdf(pdf)) throw new Error("pdf-parse keeps its document elsewhere");
  return pdf;
};

const isPdf = (pdf: unknown): pdf is PDFDocumentProxy =>
  typeof pdf === "object" && pdf !== null && "getPage" in pdf && "numPages" in pdf;

const readPage = async (page: PDFPageProxy, number: number): Promise<PdfPage> => {
  const painting = paintingOf(page, await drawingOf(page));
  const covers = await Promise.all(painting.covers.map((name) => isOpaque(page, name)));
  const fragments: PdfFragment[] = [];
  const turned: TurnedFragment[] = [];
  for (const { text: drawn, way, from, to } of painting.runs) {
    const text = collapse(drawn);
    if (text === "") continue;
    const [[a, b], [x, y]] = [way, from];
    const size = Math.hypot(a, b);
    const width = ((to[0] - x) * a + (to[1] - y) * b) / size;
    if (a > 0 && Math.abs(b) <= a / 10) {
      fragments.push({ text, page: number, left: x, right: x + width, baseline: y, size: a });
    } else {
      const left = (x * a + y * b) / size;
      const degrees = Math.round((Math.atan2(b, a) * 180) / Math.PI);
      const turn = degrees === -180 ? 180 : degrees;
      const place = { left, right: left + width, baseline: (y * a - x * b) / size };
      turned.push({ text, page: number, ...place, size, turn });
    }
  }
  return {
    text: collapse(painting.runs.map(({ text, isApart }) => (isApart ? ` ${text}` : text)).join("")),
    fragments: withoutRepeats(fragments),
    turned: withoutRepeats(turned),
    notes: [...(await notesOn(page)), ...painting.notes.map(collapse).filter((note) => note !== "")],
    isHidden: painting.isHidden || covers.includes(true),
  };
};

/** The steps that a page is drawn in. Throws on a mistake in them, where the engine just ends. */
const drawingOf = async (page: PDFPageProxy) => {
  const drawing = page.getOperatorList({ annotationMode: AnnotationMode.ENABLE });
  const [operators] = await Promise.all([drawing, readerOf(page).closed]);
  return operators;
};

/** Only the stream that a drawing comes in tells of a mistake, and pdfjs keeps it to itself. */
const readerOf = (page: PDFPageProxy): ReadableStreamDefaultReader => {
  const states: unknown = Reflect.get(page, "_intentStates");
  if (states instanceof Map)
    for (const state of states.values())
      if (state.streamReader instanceof ReadableStreamDefaultReader) return state.streamReader;
  throw new Error("pdfjs keeps its stream elsewhere");
};

/** Bold type is often made by drawing the same text twice, a hair apart. */
const withoutRepeats = <Fragment extends PdfFragment>(fragments: readonly Fragment[]): Fragment[] => {
  const drawn = new Map<string, Fragment[]>();
  return fragments.filter((fragment) => {
    const alike = drawn.get(fragment.text) ?? [];
    const isRepeat = alike.some(
      ({ left, baseline, size }) =>
        Math.abs(left - fragment.left) <= size / 8 && Math.abs(baseline - fragment.baseline) <= size / 8,
    );
    if (isRepeat) return false;
    alike.push(fragment);
    drawn.set(fragment.text, alike);
    return true;
  });
};

/** Texts of the notes, stamps and form fields on a page that can be seen. */
const notesOn = async (page: PDFPageProxy): Promise<readonly string[]> => {
  const notes = await page.getAnnotations({ intent: "display" });
  return notes.flatMap(
    ({ subtype, annotationFlags, contentsObj, textContent, fieldValue, hasAppearance }) => {
      if (subtype === "Link" || subtype === "Popup" || (annotationFlags & unseen) !== 0) return [];
      const texts = [contentsObj?.str, textContent, fieldValue].flatMap(textsIn);
      // A viewer may draw its own picture for a stamp that only has a name, such as `Expired`.
      if (subtype === "Stamp" && !hasAppearance && texts.length === 0)
        throw new Error("a stamp without its text");
      return texts;
    },
  );
};

/** Flags of an annotation: invisible, hidden, not to be viewed. */
const unseen = 1 | 2 | 32;

const textsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return [value.flatMap(textsIn).join(" ")];
  return typeof value === "string" && value.trim() !== "" ? [collapse(value)] : [];
};
