import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { inflateSync } from "node:zlib";

/**
 * Whether the file ends as a PDF does; a linearised one, which has an early end marker too, must have its declared
 * length.
 */
export const isWholePdf = (bytes: Uint8Array): boolean => {
  const tail = latin1(bytes.subarray(-1024)).replace(/[\s\0]+$/, "");
  const linearised = /\/Linearized\b[^>]{0,200}\/L\s+(\d{1,10})/.exec(latin1(bytes.subarray(0, 2048)));
  return tail.endsWith("%%EOF") && (linearised === null || Number(linearised[1]) <= bytes.length);
};

/** More than any receipt unpacks to, its pictures included. To find out takes up to twice as much memory. */
const unpackedBytesMax = 16 * 1024 * 1024;

/**
 * Whether the bytes are those that were written: the table of objects is exactly where the file's end says, and
 * every packed stream fits its checksum. PDF readers repair what is damaged, and a repaired receipt is a guess.
 */
export const isIntactPdf = (bytes: Uint8Array): boolean => {
  const text = latin1(bytes);
  const offset = Number(/startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/.exec(text.slice(-1024))?.[1] ?? Number.NaN);
  return /^(?:xref\b|\d+\s+\d+\s+obj\b)/.test(text.slice(offset, offset + 32)) && streamsFit(bytes, text);
};

/**
 * Streams that are packed once, perhaps written in letters, and pictures; in other ways a small file can become a huge
 * one.
 */
const streamsFit = (bytes: Uint8Array, text: string): boolean => {
  const decrypt = decryptionOf(text);
  if (decrypt === null) return false;
  let room = unpackedBytesMax;
  for (const { 0: mark, index } of text.matchAll(/\bstream\r?\n/g)) {
    const head = Math.max(text.lastIndexOf(" obj", index), index - 2_000);
    const dictionary = text.slice(head, index);
    if (!hasKnownFilters(dictionary)) return false;
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

const hasKnownFilters = (dictionary: string): boolean => {
  if (!dictionary.includes("/Filter")) return true;
  const filters = [...dictionary.matchAll(/\/(\w{1,20})Decode\b/g)].map(([, name = ""]) => name);
  const unpacking = filters.filter((name) => name !== "ASCII85" && !pictureFilters.includes(name));
  return (
    filters.length > 0 &&
    (unpacking.length === 0 || unpacking.join() === "Flate" || filters.join() === "ASCIIHex")
  );
};

const pictureFilters: readonly string[] = ["DCT", "JPX", "CCITTFax", "JBIG2"];

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

/** Bytes that a PDF writes as `ASCII85Decode` has it, up to its `~>`; null when that is missing or a group is none. */
const fromAscii85 = (text: string): Uint8Array | null => {
  const end = text.indexOf("~>");
  if (end === -1) return null;
  const letters = text
    .slice(0, end)
    .replace(/[\s\0]/g, "")
    .replaceAll("z", "!!!!!");
  const bytes = new Uint8Array(Math.ceil(letters.length / groupLetters) * groupBytes);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < letters.length; at += groupLetters) {
    const value = groupNumber(letters.slice(at, at + groupLetters));
    if (value === null) return null;
    view.setUint32((at / groupLetters) * groupBytes, value);
  }
  const lacking = (groupLetters - (letters.length % groupLetters)) % groupLetters;
  return bytes.subarray(0, bytes.length - lacking);
};

const groupLetters = 5;
const groupBytes = 4;

/** A group's number of 32 bits; the last group may be shorter, and is filled up with the highest digit. */
const groupNumber = (group: string): number | null => {
  if (group.length === 1 || /[^!-u]/.test(group)) return null;
  const value = [...group.padEnd(groupLetters, "u")].reduce(
    (sum, letter) => sum * 85 + letter.charCodeAt(0) - 33,
    0,
  );
  return value <= 0xffffffff ? value : null;
};

/** Decrypts a stream of the numbered object. */
type Decrypt = (bytes: Uint8Array, object: number, generation: number) => Uint8Array;

/**
 * How the streams of a PDF are encrypted that anybody may open: by the standard handler under an empty password, with
 * RC4 of 40 to 128 bits or AES of 128 or 256 (ISO 32000-2, 7.6). Undefined where nothing is encrypted, null where it
 * is in another way.
 *
 * @param text the file, each byte a character
 */
const decryptionOf = (text: string): Decrypt | null | undefined => {
  const reference = /\/Encrypt\s+(\d{1,10})\s+(\d{1,5})\s+R\b/.exec(text);
  if (reference === null) return /\/Encrypt\b/.test(text) ? null : undefined;
  const [, object = "", generation = ""] = reference;
  const start = objectAt(text, object, generation);
  const end = text.indexOf("endobj", start);
  if (start === -1 || end === -1) return null;
  const handler = text.slice(start, end);
  const version = numberOf(handler, "V") ?? 0;
  if (!/\/Filter\s*\/Standard\b/.test(handler)) return null;
  // Strings and streams may be treated differently; receipts' text is in streams.
  const method = version < 4 ? "V2" : /\/CFM\s*\/(\w+)/.exec(handler)?.[1];
  if (version >= 5) return method === "AESV3" ? decryptionByFileKey(handler) : null;
  const key = fileKey(handler, text, version);
  if (key === null || (method !== "V2" && method !== "AESV2")) return null;
  return (bytes, number, revision) => {
    const numbers = [number, number >> 8, number >> 16, revision, revision >> 8].map((byte) => byte & 0xff);
    const salt = method === "AESV2" ? Buffer.from("sAlT") : Buffer.alloc(0);
    const own = md5(key, Buffer.from(numbers), salt).subarray(0, Math.min(key.length + 5, 16));
    return method === "AESV2" ? fromAes("aes-128-cbc", own, bytes) : fromRc4(own, bytes);
  };
};

const objectAt = (text: string, object: string, generation: string): number => {
  for (const gap of ["\n", "\r", " "]) {
    const at = text.indexOf(`${gap}${object} ${generation} obj`);
    if (at !== -1) return at;
  }
  return -1;
};

const padding = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");

const fileKey = (handler: string, text: string, version: number): Buffer | null => {
  const [owner, id] = [stringOf(handler, "O"), stringOf(text, "ID")];
  const [permissions, revision] = [numberOf(handler, "P"), numberOf(handler, "R") ?? 0];
  if (owner === null || id === null || permissions === null) return null;
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  const isBare = revision >= 4 && /\/EncryptMetadata\s+false\b/.test(handler);
  const length = version === 1 ? 5 : version >= 4 ? 16 : (numberOf(handler, "Length") ?? 40) / 8;
  let key = md5(padding, owner, flags, id, Buffer.from(isBare ? "ffffffff" : "", "hex"));
  for (let round = 0; revision >= 3 && round < 50; round++) key = md5(key.subarray(0, length));
  return key.subarray(0, length);
};

const decryptionByFileKey = (handler: string): Decrypt | null => {
  const [user, encrypted] = [stringOf(handler, "U"), stringOf(handler, "UE")];
  if (user === null || encrypted === null || user.length < 48 || encrypted.length < 32) return null;
  const salt = user.subarray(40, 48);
  const hash = numberOf(handler, "R") === 5 ? sha(256, salt) : strongHash(salt);
  const decipher = createDecipheriv("aes-256-cbc", hash, Buffer.alloc(16)).setAutoPadding(false);
  const key = decipher.update(encrypted.subarray(0, 32));
  return (bytes) => fromAes("aes-256-cbc", key, bytes);
};

/** Algorithm 2.B of ISO 32000-2 for an empty password. */
const strongHash = (salt: Buffer): Buffer => {
  let hash = sha(256, salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => hash));
    const cipher = createCipheriv("aes-128-cbc", hash.subarray(0, 16), hash.subarray(16, 32));
    const mixed = cipher.setAutoPadding(false).update(repeated);
    last = mixed.at(-1) ?? 0;
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    hash = sha(rest === 0 ? 256 : rest === 1 ? 384 : 512, mixed);
  }
  return hash.subarray(0, 32);
};

const sha = (bits: 256 | 384 | 512, bytes: Uint8Array): Buffer =>
  createHash(`sha${bits}`).update(bytes).digest();

const md5 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash("md5").update(Buffer.concat(parts)).digest();

/** The first block is the vector; a line's end may follow the last. */
const fromAes = (name: string, key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const length = bytes.length - (bytes.length % 16);
  if (length < 32) return new Uint8Array();
  const decipher = createDecipheriv(name, key, bytes.subarray(0, 16)).setAutoPadding(false);
  return decipher.update(bytes.subarray(16, length));
};

const fromRc4 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => {
    const held = state[one] ?? 0;
    state[one] = state[other] ?? 0;
    state[other] = held;
  };
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 0xff;
    swap(at, other);
  }
  let [one, other] = [0, 0];
  return bytes.map((byte) => {
    one = (one + 1) & 0xff;
    other = (other + (state[one] ?? 0)) & 0xff;
    swap(one, other);
    return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 0xff] ?? 0);
  });
};

const numbers = {
  V: /\/V\s+(-?\d{1,10})\b/,
  R: /\/R\s+(-?\d{1,10})\b/,
  P: /\/P\s+(-?\d{1,10})\b/,
  Length: /\/Length\s+(-?\d{1,10})\b/,
} as const;

const numberOf = (dictionary: string, key: keyof typeof numbers): number | null => {
  const found = numbers[key].exec(dictionary)?.[1];
  return found === undefined ? null : Number(found);
};

const strings = {
  O: /\/O\s*(?=[<(])/,
  U: /\/U\s*(?=[<(])/,
  UE: /\/UE\s*(?=[<(])/,
  ID: /\/ID\s*\[\s*(?=[<(])/,
} as const;

/** A string as the file writes it, in hexadecimal or between parentheses; of an array its first. */
const stringOf = (dictionary: string, key: keyof typeof strings): Buffer | null => {
  const start = strings[key].exec(dictionary);
  if (start === null) return null;
  const rest = dictionary.slice(start.index + start[0].length);
  const hexadecimal = /^<([\dA-Fa-f\s]{0,400})>/.exec(rest)?.[1];
  if (hexadecimal !== undefined) return Buffer.from(hexadecimal.replace(/\s/g, ""), "hex");
  let [text, depth] = ["", 0];
  for (let at = 0; at < rest.length; at++) {
    const letter = rest[at] ?? "";
    if (letter === "\\") {
      const octal = /^[0-7]{1,3}/.exec(rest.slice(at + 1, at + 4))?.[0];
      const next = rest[at + 1] ?? "";
      text +=
        octal === undefined ? (escapes[next] ?? next) : String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      at += octal?.length ?? 1;
      continue;
    }
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (depth === 0) return Buffer.from(text, "latin1");
    if (at > 0) text += letter;
  }
  return null;
};

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", "\n": "" };
