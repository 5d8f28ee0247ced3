import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { cut, decodeMembers, decodePage, documentsIn, kindOf } from "./decode-plain.ts";
import type { Document, JsonDocument, PdfDocument } from "./document.ts";
import { isWholePdf } from "./pdf/intact.ts";

/**
 * Bytes to document. What it is is decided by its first bytes, never by a header. A document whose end is
 * missing is `provider_error`; one that cannot be decoded, or is of no known kind, `provider_format_changed`.
 */
export const decodeDocument = async (
  bytes: Uint8Array,
  contentType: string,
): Promise<Result<Document, Failure>> => {
  switch (kindOf(bytes)) {
    case "pdf":
      return isWholePdf(bytes) ? decodePdf(bytes) : cut("pdf");
    case "html":
      return decodePage(bytes, contentType);
    case "json": {
      const json = decodeMembers(bytes, contentType);
      return json.ok ? decodeEmbedded(json.value) : json;
    }
    case "cut":
      return cut("first bytes");
    case "unknown":
      return fail("provider_format_changed", { detail: "neither PDF, HTML nor JSON" });
  }
};

/** A thread that reads pages alone is spared the engine, which takes long to load and much memory. */
const decodePdf = async (bytes: Uint8Array): Promise<Result<PdfDocument, Failure>> => {
  const engine = await import("./pdf/decode.ts");
  // For old browsers the engine puts a far slower `push` in place of that of all arrays.
  Array.prototype.push = nativePush;
  return engine.decodePdf(bytes);
};

const nativePush = Array.prototype.push;

/**
 * JSON with the PDF that one member of its root object carries as base64, decoded too; JSON without one is left
 * as it is. An inner document whose end is missing is `provider_error` like an outer one; one that cannot be
 * decoded, or two of them, `provider_format_changed`.
 */
const decodeEmbedded = async (json: JsonDocument): Promise<Result<JsonDocument, Failure>> => {
  const [carried, ...others] = documentsIn(json);
  if (carried === undefined) return ok(json);
  if (others.length > 0) return fail("provider_format_changed", { detail: "json: two documents inside" });
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(carried.base64))
    return fail("provider_format_changed", { detail: "json: no base64" });
  const bytes = new Uint8Array(Buffer.from(carried.base64, "base64"));
  if (!isWholePdf(bytes)) return fail("provider_error", { detail: "end is missing: pdf in json" });
  const pdf = await decodePdf(bytes);
  return pdf.ok ? ok({ ...json, embedded: { key: carried.key, document: pdf.value } }) : pdf;
};
