import { z } from "zod";
import { readPicture } from "./read-picture.ts";
import { serveParent } from "./reading-process.ts";
import { releaseReused } from "./reused.ts";

/**
 * Entry of the process that reads the codes of pictures: one in, one answer out. A process of its own, since what
 * decodes pictures is foreign code, and gives its memory back only when its process ends.
 */
const jobSchema = z.object({
  bytes: z.instanceof(Uint8Array),
  budgetMs: z.number(),
  isLarge: z.boolean(),
  isGlance: z.boolean(),
});

serveParent(
  (job) => readPicture(jobSchema.parse(job)),
  (job) => {
    if (jobSchema.parse(job).isLarge) releaseReused();
  },
);
