/**
 * Decodes a page by its byte-order mark, else the Content-Type's charset, else `<meta>`, else UTF-8
 * (design 6). Null when the bytes are not of that encoding or nobody knows it.
 */
export const decodeText = (bytes: Uint8Array, contentType: string): string | null => {
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
