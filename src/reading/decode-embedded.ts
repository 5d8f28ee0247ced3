import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import { documentsIn } from "./carried-document.ts";
import { decodePdf } from "./decode-pdf.ts";
import type { JsonDocument } from "./document.ts";
import { isWholePdf } from "./pdf-intact.ts";

/**
 * JSON with the PDF that one member of its root object carries as base64, decoded too; JSON without one is left
 * as it is. An inner document whose end is missing is `provider_error` like an outer one; one that cannot be
 * decoded, or two of them, `provider_format_changed`.
 */
export const decodeEmbedded = async (json: JsonDocument): Promise<Result<JsonDocument, Failure>> => {
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
