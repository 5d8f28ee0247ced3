import { PDFParse } from "pdf-parse";
import { getDocument, Util, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { PdfDocument, PdfFragment } from "./document.ts";
import { isIntactPdf } from "./pdf-intact.ts";
import { completionOf } from "./status-word.ts";
import { collapse } from "./white-space.ts";

/** No receipt has more pages; no page of one more runs of text. */
const pagesMax = 5;
const fragmentsMax = 5_000;
const textLengthMax = 100_000;

/**
 * A PDF as text in its place. pdf-parse gives the running text, its own pdfjs the positions. Unreadable,
 * encrypted, damaged, textless or oversized documents are `provider_format_changed`.
 */
export const decodePdf = async (bytes: Uint8Array): Promise<Result<PdfDocument, Failure>> => {
  if (!isIntactPdf(bytes)) return unreadable("damaged");
  // Both libraries take the buffer over, so each gets its own copy.
  const fragments = await fragmentsOf(new Uint8Array(bytes)).catch((cause: unknown) => String(cause));
  if (typeof fragments === "string") return unreadable(fragments.slice(0, 80));
  if (fragments.length === 0) return unreadable("no text");
  const length = fragments.reduce((sum, fragment) => sum + fragment.text.length, 0);
  if (fragments.length > fragmentsMax || length > textLengthMax) return unreadable("too much text");
  const text = await textOf(new Uint8Array(bytes)).catch((cause: unknown) => new Error("text", { cause }));
  return typeof text === "string"
    ? ok({ kind: "pdf", text, fragments })
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

const fragmentsOf = async (bytes: Uint8Array): Promise<PdfFragment[]> => {
  const task = getDocument({
    data: bytes,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await task.promise;
    if (pdf.numPages > pagesMax) throw new Error("too many pages");
    const pages: PdfFragment[][] = [];
    for (let page = 1; page <= pdf.numPages; page++) pages.push(await pageFragments(pdf, page));
    return pages.flatMap(withoutRepeats);
  } finally {
    await task.destroy();
  }
};

/** Bold type is often made by drawing the same text twice, a hair apart. */
const withoutRepeats = (fragments: readonly PdfFragment[]): PdfFragment[] => {
  const drawn = new Map<string, PdfFragment[]>();
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

const pageFragments = async (pdf: Pdf, number: number): Promise<PdfFragment[]> => {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!("str" in item)) return [];
    const text = collapse(item.str);
    const [a, b, , , left, baseline] = Util.transform(viewport.transform, item.transform).map(Number);
    if (text === "" || a === undefined || b === undefined || left === undefined || baseline === undefined)
      return [];
    // Turned text is a watermark or a stamp, no part of the table; but one may say that the payment was taken back.
    const size = Math.abs(a);
    if (a <= 0 || Math.abs(b) > size / 10) {
      if (completionOf(text) === "not_completed") throw new Error("a stamp says that it is not completed");
      return [];
    }
    return [{ text, page: number, left, right: left + item.width, baseline, size }];
  });
};
