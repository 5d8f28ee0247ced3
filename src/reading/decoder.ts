import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import type { Document } from "./document.ts";

/**
 * Bytes to document, in a worker thread with a memory limit and a kill timer. The kind is sniffed, never
 * taken from the header; `contentType` only serves the charset. Failures: `provider_error` for a document whose
 * end is missing, `provider_format_changed` for one that cannot be decoded, `overloaded`.
 */
export type Decoder = {
  readonly decode: (bytes: Uint8Array, contentType: string) => Promise<Result<Document, Failure>>;
  readonly close: () => Promise<void>;
};
