import { createDecoder } from "../../src/documents/decoder.ts";
import { createPrintReader } from "../../src/photos/ocr/print-reader.ts";
import { createPhotoReader } from "../../src/photos/photo-reader.ts";
import type { Readers } from "../../src/service.ts";

const compiled = (path: string) => new URL(`../../dist/src/${path}`, import.meta.url);

/**
 * Shared by all services of a test worker, because starting a thread or process costs more than most tests do.
 * They start with the first document or picture, and end with the worker.
 */
export const sharedReaders: Readers = {
  decoder: createDecoder({ workerFile: compiled("documents/decode-worker.js"), idleMs: 600_000 }),
  photos: createPhotoReader({ processFile: compiled("photos/picture-process.js") }),
  print: createPrintReader({ processFile: compiled("photos/ocr/print-process.js") }),
};
