import { type Failure, fail } from "../failure.ts";
import type { Result } from "../result.ts";
import { carriesDocument } from "./carried-document.ts";
import { decodeHtml, endsLikeHtml } from "./decode-html.ts";
import { decodeJson, endsLikeJson } from "./decode-json.ts";
import { decodeText } from "./decode-text.ts";
import type { Document, HtmlDocument, JsonDocument } from "./document.ts";
import { cut, kindOf } from "./document-kind.ts";

/** What is read in a moment, however hostile it is. */
const atOnceBytesMax = 32 * 1024;

/**
 * A small page or small JSON, decoded here and now: handing it to another thread would take longer. Null for what may
 * take long, a document within JSON included.
 */
export const decodeAtOnce = (bytes: Uint8Array, contentType: string): Result<Document, Failure> | null => {
  if (bytes.length > atOnceBytesMax) return null;
  switch (kindOf(bytes)) {
    case "html":
      return decodePage(bytes, contentType);
    case "json": {
      const json = decodeMembers(bytes, contentType);
      return json.ok && carriesDocument(json.value) ? null : json;
    }
    default:
      return null;
  }
};

/** HTML, or a bare sentence. */
export const decodePage = (bytes: Uint8Array, contentType: string): Result<HtmlDocument, Failure> =>
  withText(bytes, contentType, decodeHtml, endsLikeHtml);

/** JSON, without the document that it may carry. */
export const decodeMembers = (bytes: Uint8Array, contentType: string): Result<JsonDocument, Failure> =>
  withText(bytes, contentType, decodeJson, endsLikeJson);

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
