import { type PictureJob, readPicture } from "./read-picture.ts";
import { serveParent } from "./reading-process.ts";
import { releaseReused } from "./reused.ts";

/**
 * Entry of the process that reads the codes of pictures: one in, one answer out. A process of its own, since what
 * decodes pictures is foreign code, and gives its memory back only when its process ends.
 */
serveParent<PictureJob>(readPicture, ({ isAlone }) => {
  if (isAlone) releaseReused();
});
