import { type Failure, fail } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import type { Document, HtmlDocument, JsonDocument } from "./document.ts";
import { decodeHtml, endsLikeHtml } from "./html/decode.ts";
import { decodeJson, endsLikeJson } from "./json/decode.ts";

/** Receipts are far smaller in each of these. Beyond them a hostile page would hold up this thread. */
const atOnceBytesMax = 32 * 1024;
const atOnceTagsMax = 1_000;
/** Each rule of a style sheet is compared with each element. */
const atOnceMatchesMax = 100_000;

/**
 * A small page or small JSON, decoded here and now: handing it to another thread would take longer. Null for what may
 * take long, a document within JSON included.
 */
export const decodeAtOnce = (bytes: Uint8Array, contentType: string): Result<Document, Failure> | null => {
  if (bytes.length > atOnceBytesMax) return null;
  switch (kindOf(bytes)) {
    case "html":
      return hasAtMost(bytes, atOnceTagsMax, atOnceMatchesMax) ? decodePage(bytes, contentType) : null;
    case "json": {
      const json = decodeMembers(bytes, contentType);
      return json.ok && carriesDocument(json.value) ? null : json;
    }
    default:
      return null;
  }
};

/**
 * Receipts have far fewer elements and members. More of them in 4 MiB take a hundred times as much memory, and seconds to
 * be judged: each is compared with others, with all rules of a style sheet or with all labels.
 */
const tagsMax = 8_000;
const matchesMax = 10_000_000;
const membersMax = 5_000;

const countOf = (bytes: Uint8Array, ...signs: readonly string[]): number => {
  const isCounted = new Uint8Array(256);
  for (const sign of signs) isCounted[sign.charCodeAt(0)] = 1;
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) count += isCounted[bytes[at] ?? 0] ?? 0;
  return count;
};

const tooMuch = (kind: string) => fail("provider_format_changed", { detail: `${kind}: too much in it` });

/** Whether a page has at most so many tags, and so many pairs of a tag and a rule of a style sheet. */
const hasAtMost = (page: Uint8Array, tagsAllowed: number, matchesAllowed: number): boolean => {
  const tags = countOf(page, "<");
  return tags <= tagsAllowed && tags * countOf(page, "{") <= matchesAllowed;
};

/** Decodes HTML or a bare sentence. */
export const decodePage = (bytes: Uint8Array, contentType: string): Result<HtmlDocument, Failure> =>
  hasAtMost(bytes, tagsMax, matchesMax)
    ? withText(bytes, contentType, decodeHtml, endsLikeHtml)
    : tooMuch("html");

/** Decodes JSON, but not a document that it carries. */
export const decodeMembers = (bytes: Uint8Array, contentType: string): Result<JsonDocument, Failure> =>
  countOf(bytes, "{", "[", ",") > membersMax
    ? tooMuch("json")
    : withText(bytes, contentType, decodeJson, endsLikeJson);

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

type DocumentKind = "pdf" | "html" | "json" | "cut" | "unknown";

/** Tells the kind of a document by its first bytes. */
export const kindOf = (bytes: Uint8Array): DocumentKind => {
  // UTF-16 puts a NUL beside each ASCII character. Without them the first character can be compared.
  const head = latin1
    .decode(bytes.subarray(0, 1024))
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "")
    .trimStart();
  if (head.startsWith("%PDF-")) return "pdf";
  if ("%PDF-".startsWith(head)) return "cut";
  if (head.startsWith("<") || isSentence(head)) return "html";
  return head.startsWith("{") || head.startsWith("[") ? "json" : "unknown";
};

const latin1 = new TextDecoder("latin1");

/** Some hosts answer a miss with a bare sentence, which is an HTML fragment without elements. */
const isSentence = (head: string): boolean => /^[A-Za-z][\w ,.'!:;-]{1,300}$/.test(head.trimEnd());

/** `provider_error` for a document whose end is missing. */
export const cut = (what: string) => fail("provider_error", { detail: `end is missing: ${what}` });

/**
 * Decodes a page by its byte-order mark, else the Content-Type's charset, else `<meta>`, else UTF-8. Null when the
 * bytes are not of that encoding, or the encoding is unknown.
 */
const decodeText = (bytes: Uint8Array, contentType: string): string | null => {
  const label = byteOrderMark(bytes) ?? charsetOf(contentType) ?? metaCharset(bytes) ?? "utf-8";
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const byteOrderMark = (bytes: Uint8Array): string | null => {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
};

const charsetOf = (contentType: string): string | null =>
  /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType.slice(0, 200))?.[1] ?? null;

const metaCharset = (bytes: Uint8Array): string | null => {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2048));
  return /<meta\s[^>]{0,200}charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(head)?.[1] ?? null;
};

/** `%PDF-` in base64, without the last letter that also encodes the next byte. */
const pdfStart = "JVBERi";

/** A member of a root object, with the document that it carries. */
type Carried = { readonly key: string; readonly base64: string };

/** The members of the root object that carry a PDF as base64, cut ones included. */
export const documentsIn = ({ root }: JsonDocument): readonly Carried[] => {
  if (root.kind !== "object") return [];
  return root.members.flatMap(({ key, value }) => {
    if (value.kind !== "string") return [];
    const base64 = value.text.replace(/^data:application\/pdf;base64,/i, "").replace(/\s/g, "");
    // The value may have been cut within its first letters.
    const isCutStart = /base64/i.test(key) && base64 !== "" && pdfStart.startsWith(base64);
    return base64.startsWith(pdfStart) || isCutStart ? [{ key, base64 }] : [];
  });
};

const carriesDocument = (json: JsonDocument): boolean => documentsIn(json).length > 0;
