import { readFileSync } from "node:fs";
import { decodeDocument } from "../../src/documents/decode.ts";
import { type Benchmark, type Comparison, medianOf } from "./benchmark.ts";

/** Receipts as report engines write them, with their fonts and pictures: a large and a small one. */
const files = ["fixtures/alpha/verified-engine-a/body.pdf", "fixtures/eta/verified-engine-c/body.pdf"];
const rounds = 200;
const warming = 80;

/**
 * Reading a PDF against the least that pdfjs does for its text, `getTextContent` of each page, in the same process and
 * in turns. Reading also finds damage, notes and what cannot be seen.
 */
export const benchmark: Benchmark = {
  run: async () => {
    // With its first document pdfjs puts a slower `push` in place of that of all arrays; the reader puts it back.
    const own = Array.prototype.push;
    const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
    const pass = async (bytes: Uint8Array) => {
      const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
      try {
        const pdf = await task.promise;
        for (let number = 1; number <= pdf.numPages; number++) {
          const page = await pdf.getPage(number);
          await page.getTextContent();
        }
      } finally {
        await task.destroy();
      }
    };
    await pass(new Uint8Array(readFileSync(files[0] ?? "")));
    const theirs = Array.prototype.push;
    const readText = (bytes: Uint8Array, push: typeof own) => {
      Array.prototype.push = push;
      return pass(bytes);
    };
    const comparisons: Comparison[] = [];
    for (const file of files) {
      const bytes = new Uint8Array(readFileSync(file));
      const ways = [
        () => readText(bytes, theirs),
        () => readText(bytes, own),
        () => decodeDocument(bytes, "application/pdf"),
      ];
      const times: number[][] = ways.map(() => []);
      for (let round = 0; round < rounds; round++)
        for (const [at, way] of round % 2 === 0 ? ways.entries() : [...ways.entries()].toReversed()) {
          const time = await processorTimeOf(way);
          if (round >= warming) times[at]?.push(time);
        }
      const [textMs = 0, textWithOwnPushMs = 0, oursMs = 0] = times.map(medianOf);
      comparisons.push({
        name: `a PDF of ${Math.round(bytes.length / 1_000)} kB read, against one pdfjs pass over its text alone`,
        ratio: oursMs / textMs,
        measured: { textMs, textWithOwnPushMs, oursMs },
        wanted: { atMost: 1.1 },
      });
    }
    return comparisons;
  },
};

/** Milliseconds of processor time: what else the machine does must not decide. */
const processorTimeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
