import { inflateSync } from "node:zlib";
import { fromAscii85 } from "./ascii85.ts";
import { decryptionOf } from "./pdf-encryption.ts";

/** Whether the file ends as a PDF does; a linearised one, which has an early end marker too, must have its declared length. */
export const isWholePdf = (bytes: Uint8Array): boolean => {
  const tail = latin1(bytes.subarray(-1024)).replace(/[\s\0]+$/, "");
  const linearised = /\/Linearized\b[^>]{0,200}\/L\s+(\d{1,10})/.exec(latin1(bytes.subarray(0, 2048)));
  return tail.endsWith("%%EOF") && (linearised === null || Number(linearised[1]) <= bytes.length);
};

/** More than any receipt unpacks to, its pictures included. */
const unpackedBytesMax = 32 * 1024 * 1024;

/**
 * Whether the bytes are those that were written: the table of objects is exactly where the file's end says, and
 * every packed stream fits its checksum. PDF readers repair what is damaged, and a repaired receipt is a guess.
 */
export const isIntactPdf = (bytes: Uint8Array): boolean => {
  const text = latin1(bytes);
  const offset = Number(/startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/.exec(text.slice(-1024))?.[1] ?? Number.NaN);
  return /^(?:xref\b|\d+\s+\d+\s+obj\b)/.test(text.slice(offset, offset + 32)) && streamsFit(bytes, text);
};

/** Streams that are packed, perhaps written in letters; what has another filter around it is left to the reader. */
const streamsFit = (bytes: Uint8Array, text: string): boolean => {
  const decrypt = decryptionOf(text);
  if (decrypt === null) return false;
  let room = unpackedBytesMax;
  for (const { 0: mark, index } of text.matchAll(/\bstream\r?\n/g)) {
    const head = Math.max(text.lastIndexOf(" obj", index), index - 2_000);
    const dictionary = text.slice(head, index);
    const filter = /\/Filter\s*(?:\[\s*)?(\/ASCII85Decode\s*)?\/FlateDecode\b/.exec(dictionary);
    if (filter === null) continue;
    const end = text.indexOf("endstream", index);
    if (end === -1) return false;
    const written = bytes.subarray(index + mark.length, end);
    const [, object, generation] =
      /(\d{1,10}) (\d{1,5})$/.exec(text.slice(Math.max(0, head - 20), head)) ?? [];
    const isPlain = decrypt === undefined || /\/Type\s*\/XRef\b/.test(dictionary);
    const stream = isPlain ? written : decrypt(written, Number(object), Number(generation));
    const packed = filter[1] === undefined ? stream : fromAscii85(latin1(stream));
    const size = packed && unpackedSize(packed, room);
    if (size === null) return false;
    room -= size;
  }
  return true;
};

/** Null when the data does not fit its checksum or is longer than `most`. */
const unpackedSize = (packed: Uint8Array, most: number): number | null => {
  if (most < 1) return null;
  try {
    return inflateSync(packed, { maxOutputLength: most }).length;
  } catch {
    return null;
  }
};

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
