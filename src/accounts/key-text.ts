import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { digestOf } from "../core/crypto.ts";

export type KeyMode = "live" | "test";

/**
 * A new key: `drs_live_` or `drs_test_`, 30 random characters of base62 (178 bits), and a CRC-32 in 6 more. The checksum
 * finds a mistyped key without asking the database.
 */
export const newKeyText = (mode: KeyMode): string => {
  const body = `drs_${mode}_${randomBase62(randomLength)}`;
  return body + checksumOf(body);
};

/** What may be stored of a key; null when the text cannot be one. */
export const readKeyText = (text: string): KeyFacts | null => {
  const mode = keyPattern.exec(text)?.[1];
  if (mode !== "live" && mode !== "test") return null;
  const body = text.slice(0, -checksumLength);
  if (text.slice(-checksumLength) !== checksumOf(body)) return null;
  return {
    mode,
    hash: digestOf(text),
    prefix: text.slice(0, prefixLength),
    last4: text.slice(-4),
  };
};

/** `prefix` and `last4` tell an owner's keys apart and leave more than 128 bits unknown. */
type KeyFacts = {
  readonly mode: KeyMode;
  readonly hash: string;
  readonly prefix: string;
  readonly last4: string;
};

/**
 * The keys in a text that others may have read, also keys with spaces or line breaks in them. A divided key counts only
 * with a valid checksum, because prose may look like one.
 */
export const leakedKeysIn = (text: string): readonly string[] => {
  // Phones capitalise the first letter of a line.
  const written = text.replace(/drs_(?:live|test)_/gi, (prefix) => prefix.toLowerCase());
  const whole = written.match(keyShape) ?? [];
  const joined = text.replace(/[^0-9A-Za-z]/g, "");
  const divided = Array.from(
    joined.matchAll(joinedShape),
    ([, mode = "", rest = ""]) => `drs_${mode.toLowerCase()}_${rest}`,
  ).filter((key) => readKeyText(key) !== null);
  return [...new Set([...whole, ...divided])];
};

/** Decodes percent-encoded ASCII, also where it was encoded several times. */
export const percentDecoded = (written: string): string => {
  let text = written;
  for (let round = 0; round < encodingsMax; round += 1) {
    const before = text;
    text = before.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (text === before) break;
  }
  return text;
};

/** More often than software on the way encodes a text. */
const encodingsMax = 8;

const keyShape = /drs_(?:live|test)_[0-9A-Za-z]{36}/g;
/** Looks ahead only, so that words about a key do not hide the key behind them. */
const joinedShape = /drs(live|test)(?=([0-9A-Za-z]{36}))/gi;

const randomLength = 30;
const checksumLength = 6;
const prefixLength = "drs_live_".length + 4;
const keyPattern = /^drs_(live|test)_[0-9A-Za-z]{36}$/;
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Characters of base62 from the system's CSPRNG. */
export const randomBase62 = (length: number): string =>
  Array.from({ length }, () => digits.charAt(randomInt(digits.length))).join("");

const checksumOf = (body: string): string => {
  let rest = crc32(body);
  let text = "";
  while (text.length < checksumLength) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
};
