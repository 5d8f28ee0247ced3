import { fail } from "../failure.ts";

export type DocumentKind = "pdf" | "html" | "json" | "cut" | "unknown";

/** What a document is, told by its first bytes alone. */
export const kindOf = (bytes: Uint8Array): DocumentKind => {
  // UTF-16 puts a NUL beside each ASCII character; leaving them out here lets its first sign be seen.
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
