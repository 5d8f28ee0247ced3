import { loadPicture } from "../load-picture.ts";
import { serveParent } from "../reading-process.ts";
import { createPrintEngine } from "./print-engine.ts";
import type { PrintAnswer, PrintJob } from "./print-reader.ts";

/**
 * Entry of the process that reads print: one picture in, one list of lines out. A process of its own, since the
 * engine takes the whole program down when a thread that it runs in is ended.
 */
const read = await createPrintEngine();

const readPicture = async ({ picture, budgetMs }: PrintJob): Promise<PrintAnswer> => {
  const grey = picture instanceof Uint8Array ? await loadPicture(picture) : picture;
  // What decoding let go of would lie beside what finding lines takes.
  globalThis.gc?.();
  return grey === null ? { kind: "unreadable" } : { kind: "read", lines: await read(grey, budgetMs) };
};

// The engine's numbers lie outside of the heap, where a hundred megabytes of them wait before anything is swept.
serveParent<PrintJob>(readPicture, () => globalThis.gc?.());
