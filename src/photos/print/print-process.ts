import { z } from "zod";
import { createPrintEngine } from "./print-engine.ts";

/**
 * Entry of the process that reads print: one picture in, one list of lines out. A process of its own, since the
 * engine takes the whole program down when a thread that it runs in is ended.
 */
const jobSchema = z.object({
  picture: z.object({ pixels: z.instanceof(Uint8Array), width: z.number(), height: z.number() }),
  budgetMs: z.number(),
});

// The terminal's and the supervisor's signals are for the program, which ends this process when it ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());

const read = await createPrintEngine();
process.on("message", (message) => {
  const { picture, budgetMs } = jobSchema.parse(message);
  void read({ ...picture, pixels: Uint8Array.from(picture.pixels) }, budgetMs).then((lines) => {
    process.send?.({ lines });
    // The engine's numbers lie outside of the heap, where a hundred megabytes of them wait before anything is swept.
    globalThis.gc?.();
  });
});
process.send?.({ lines: null });
