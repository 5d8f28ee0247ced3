import { readFileSync } from "node:fs";
import { AnnotationMode, getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { decodeDocument } from "../../src/documents/decode.ts";
import { type Benchmark, medianOf } from "./benchmark.ts";

/** A receipt of about 50 kB as a report engine writes it, with its fonts and pictures. */
const file = "fixtures/alpha/verified-engine-a/body.pdf";
const rounds = 60;

/** Reading a PDF against one pass of pdfjs over the same bytes, in the same process, in turns. */
export const benchmark: Benchmark = {
  run: async () => {
    const bytes = new Uint8Array(readFileSync(file));
    const ways = {
      textMs: () => pass(bytes, (page) => page.getTextContent()),
      passMs: () => pass(bytes, readAll),
      oursMs: () => decodeDocument(bytes, "application/pdf"),
    };
    const times = { textMs: [] as number[], passMs: [] as number[], oursMs: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      for (const way of ["textMs", "passMs", "oursMs"] as const) {
        const time = await processorTimeOf(ways[way]);
        // The first rounds only warm the code.
        if (round >= 10) times[way].push(time);
      }
    }
    const [textMs, passMs, oursMs] = [times.textMs, times.passMs, times.oursMs].map(medianOf);
    return [
      {
        name: "a PDF read, against one pdfjs pass over its texts, drawing and notes",
        ratio: (oursMs ?? 0) / (passMs ?? 1),
        measured: { textMs: textMs ?? 0, passMs: passMs ?? 0, oursMs: oursMs ?? 0, bytes: bytes.length },
        wanted: { atMost: 1.1 },
      },
    ];
  },
};

/** Milliseconds of processor time: what else the machine does must not decide. */
const processorTimeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const pass = async (bytes: Uint8Array, read: (page: PDFPageProxy) => Promise<unknown>) => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const pdf = await task.promise;
    for (let number = 1; number <= pdf.numPages; number++) await read(await pdf.getPage(number));
  } finally {
    await task.destroy();
  }
};

const readAll = async (page: PDFPageProxy) => {
  await page.getTextContent();
  await page.getOperatorList({ annotationMode: AnnotationMode.ENABLE });
  await page.getAnnotations({ intent: "display" });
};
