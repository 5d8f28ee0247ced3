import { parentPort } from "node:worker_threads";
import { decodeDocument } from "./decode.ts";

/** Entry of the decoding thread: one document in, one result out. Anything thrown ends the thread. */
parentPort?.on("message", ({ bytes, contentType }: { bytes: Uint8Array; contentType: string }) => {
  void decodeDocument(bytes, contentType).then((result) => parentPort?.postMessage(result));
});
