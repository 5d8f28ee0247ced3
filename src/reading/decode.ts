import { type Failure, fail } from "../failure.ts";
import type { Result } from "../result.ts";
import { decodeEmbedded } from "./decode-embedded.ts";
import { decodePdf } from "./decode-pdf.ts";
import { decodeMembers, decodePage } from "./decode-plain.ts";
import type { Document } from "./document.ts";
import { cut, kindOf } from "./document-kind.ts";
import { isWholePdf } from "./pdf-intact.ts";

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
