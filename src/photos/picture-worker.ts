import { parentPort } from "node:worker_threads";
import { type PictureJob, readPicture } from "./read-picture.ts";

/** Entry of the thread that reads pictures: one in, one answer out. Anything thrown ends the thread. */
parentPort?.on("message", (job: PictureJob) => {
  void readPicture(job).then((answer) => {
    parentPort?.postMessage(answer, answer.kind === "read" ? [answer.grey.pixels.buffer] : []);
  });
});
