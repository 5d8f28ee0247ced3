import { z } from "zod";
import { loadPicture } from "../load-picture.ts";
import { serveParent } from "../reading-process.ts";
import { createPrintEngine } from "./print-engine.ts";
import type { PrintAnswer } from "./print-reader.ts";

/**
 * Entry of the process that reads print: one picture in, one list of lines out. A process of its own, since the
 * engine takes the whole program down when a thread that it runs in is ended.
 */
const jobSchema = z.object({
  picture: z.union([
    z.instanceof(Uint8Array),
    z.object({ pixels: z.instanceof(Uint8Array), width: z.number(), height: z.number() }),
  ]),
  budgetMs: z.number(),
});

const read = await createPrintEngine();

const readPicture = async (job: unknown): Promise<PrintAnswer> => {
  const { picture, budgetMs } = jobSchema.parse(job);
  const grey = picture instanceof Uint8Array ? await loadPicture(picture) : picture;
  return grey === null ? { kind: "unreadable" } : { kind: "read", lines: await read(grey, budgetMs) };
};

// The engine's numbers lie outside of the heap, where a hundred megabytes of them wait before anything is swept.
serveParent(readPicture, () => globalThis.gc?.());
