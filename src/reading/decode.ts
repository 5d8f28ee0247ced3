import { type Failure, fail } from "../failure.ts";
import type { Result } from "../result.ts";
import { decodeEmbedded } from "./decode-embedded.ts";
import { decodeHtml, endsLikeHtml } from "./decode-html.ts";
import { decodeJson, endsLikeJson } from "./decode-json.ts";
import { decodePdf } from "./decode-pdf.ts";
import { decodeText } from "./decode-text.ts";
import type { Document } from "./document.ts";
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
      return withText(bytes, contentType, decodeHtml, endsLikeHtml);
    case "json": {
      const json = withText(bytes, contentType, decodeJson, endsLikeJson);
      return json.ok ? decodeEmbedded(json.value) : json;
    }
    case "cut":
      return cut("first bytes");
    case "unknown":
      return fail("provider_format_changed", { detail: "neither PDF, HTML nor JSON" });
  }
};

type Kind = "pdf" | "html" | "json" | "cut" | "unknown";

/** Some hosts answer a miss with a bare sentence, which is an HTML fragment without elements. */
const isSentence = (head: string): boolean => /^[A-Za-z][\w ,.'!:;-]{1,300}$/.test(head.trimEnd());

const kindOf = (bytes: Uint8Array): Kind => {
  // UTF-16 puts a NUL beside each ASCII character; leaving them out here lets its first sign be seen.
  const head = new TextDecoder("latin1")
    .decode(bytes.subarray(0, 1024))
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "")
    .trimStart();
  if (head.startsWith("%PDF-")) return "pdf";
  if ("%PDF-".startsWith(head)) return "cut";
  if (head.startsWith("<") || isSentence(head)) return "html";
  return head.startsWith("{") || head.startsWith("[") ? "json" : "unknown";
};

const cut = (what: string) => fail("provider_error", { detail: `end is missing: ${what}` });

const withText = <Kind extends Document>(
  bytes: Uint8Array,
  contentType: string,
  decode: (text: string) => Result<Kind, Failure>,
  isWhole: (text: string) => boolean,
): Result<Kind, Failure> => {
  const text = decodeText(bytes, contentType);
  if (text !== null) return decode(text);
  // A cut inside a character must not pass for a foreign encoding.
  return isWhole(new TextDecoder("latin1").decode(bytes))
    ? fail("provider_format_changed", { detail: "undecodable text" })
    : cut("undecodable text");
};
