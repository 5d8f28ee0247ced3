import { PDFParse } from "pdf-parse";
import { AnnotationMode, getDocument, Util, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { PdfDocument, PdfFragment, TurnedFragment } from "./document.ts";
import { isIntactPdf } from "./pdf-intact.ts";
import { paintingOf } from "./pdf-paint.ts";
import { collapse } from "./white-space.ts";

/** No receipt has more pages; no page of one more runs of text. */
const pagesMax = 5;
const fragmentsMax = 5_000;
const textLengthMax = 100_000;

/** Larger pictures are not unpacked: they cost time, and no receipt has one. */
const pixelsMax = 4_000_000;

/**
 * A PDF as text in its place. pdf-parse gives the running text, its own pdfjs the positions. Unreadable,
 * encrypted, damaged, textless or oversized documents are `provider_format_changed`.
 */
export const decodePdf = async (bytes: Uint8Array): Promise<Result<PdfDocument, Failure>> => {
  if (!isIntactPdf(bytes)) return unreadable("damaged");
  // Both libraries take the buffer over, so each gets its own copy.
  const pages = await pagesOf(new Uint8Array(bytes)).catch((cause: unknown) => String(cause));
  if (typeof pages === "string") return unreadable(pages.slice(0, 80));
  const [fragments, turned, notes] = [
    pages.flatMap((page) => page.fragments),
    pages.flatMap((page) => page.turned),
    pages.flatMap((page) => page.notes),
  ];
  if (fragments.length === 0) return unreadable("no text");
  const texts = [...fragments.map(({ text }) => text), ...turned.map(({ text }) => text), ...notes];
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (texts.length > fragmentsMax || length > textLengthMax) return unreadable("too much text");
  const text = await textOf(new Uint8Array(bytes)).catch((cause: unknown) => new Error("text", { cause }));
  return typeof text === "string"
    ? ok({ kind: "pdf", text, fragments, turned, notes })
    : unreadable(String(text.cause).slice(0, 80));
};

const unreadable = (detail: string) => fail("provider_format_changed", { detail: `pdf: ${detail}` });

const textOf = async (bytes: Uint8Array): Promise<string> => {
  const parser = new PDFParse({ data: bytes, verbosity: VerbosityLevel.ERRORS, isEvalSupported: false });
  try {
    return collapse((await parser.getText({ first: pagesMax, pageJoiner: "" })).text);
  } finally {
    await parser.destroy();
  }
};

type Page = Omit<PdfDocument, "kind" | "text">;

const pagesOf = async (bytes: Uint8Array): Promise<readonly Page[]> => {
  const task = getDocument({
    data: bytes,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: pixelsMax,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await task.promise;
    if (pdf.numPages > pagesMax) throw new Error("too many pages");
    const pages: Page[] = [];
    for (let page = 1; page <= pdf.numPages; page++) pages.push(await readPage(pdf, page));
    return pages;
  } finally {
    await task.destroy();
  }
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

type Pdf = Awaited<ReturnType<typeof getDocument>["promise"]>;
type PdfPage = Awaited<ReturnType<Pdf["getPage"]>>;

const readPage = async (pdf: Pdf, number: number): Promise<Page> => {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const fragments: PdfFragment[] = [];
  const turned: TurnedFragment[] = [];
  for (const item of items) {
    const text = "str" in item ? collapse(item.str) : "";
    if (!("str" in item) || text === "") continue;
    const [a = 0, b = 0, , , x = 0, y = 0] = Util.transform(viewport.transform, item.transform).map(Number);
    const size = Math.hypot(a, b);
    if (size === 0) continue;
    const run = { text, page: number, size };
    if (a > 0 && Math.abs(b) <= a / 10) {
      fragments.push({ ...run, left: x, right: x + item.width, baseline: y, size: a });
    } else {
      const left = (x * a + y * b) / size;
      const turn = Math.round((Math.atan2(b, a) * 180) / Math.PI);
      turned.push({ ...run, left, right: left + item.width, baseline: (y * a - x * b) / size, turn });
    }
  }
  const painting = paintingOf(page, await page.getOperatorList({ annotationMode: AnnotationMode.ENABLE }));
  if (painting.isHidden) throw new Error("text that nobody sees");
  const notes = [...(await notesOn(page)), ...painting.notes.map(collapse).filter((note) => note !== "")];
  return { fragments: withoutRepeats(fragments), turned: withoutRepeats(turned), notes };
};

/** What is put on a page as notes, stamps and fields; those that nobody sees aside. */
const notesOn = async (page: PdfPage): Promise<readonly string[]> => {
  const notes = await page.getAnnotations({ intent: "display" });
  return notes.flatMap(
    ({ subtype, annotationFlags, contentsObj, textContent, fieldValue, hasAppearance }) => {
      if (subtype === "Link" || subtype === "Popup" || (annotationFlags & unseen) !== 0) return [];
      const texts = [contentsObj?.str, textContent, fieldValue].flatMap(textsIn);
      // A viewer may have a picture of its own for a stamp that is only named, such as `Expired`.
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
