import type { Dice } from "./dice.ts";
import type { Written } from "./paper.ts";

/** Bytes of a text in an encoding that the bytes or the header name. */
export const encoded = (text: string, mediaType: string, dice: Dice | null): Written => {
  const way = dice === null ? utf8 : dice.pick(ways);
  return way(text, mediaType);
};

type Way = (text: string, mediaType: string) => Written;

const utf8: Way = (text, mediaType) => ({
  bytes: Buffer.from(text),
  contentType: `${mediaType}; charset=utf-8`,
});

const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
};

const ways: readonly Way[] = [
  utf8,
  utf8,
  (text, mediaType) => ({ bytes: Buffer.from(text), contentType: mediaType }),
  (text, mediaType) => ({
    bytes: Buffer.from(text),
    contentType: `${mediaType.toUpperCase()};Charset="UTF-8"`,
  }),
  (text) => ({ bytes: Buffer.from(text), contentType: "application/octet-stream" }),
  (text) => ({ bytes: Buffer.from(text), contentType: "" }),
  (text, mediaType) => ({ bytes: Buffer.from(`\ufeff${text}`), contentType: mediaType }),
  (text, mediaType) => ({
    bytes: Buffer.from(`\ufeff${text}`),
    contentType: `${mediaType}; charset=windows-1252`,
  }),
  (text, mediaType) => ({ bytes: utf16(text, false), contentType: `${mediaType}; charset=utf-8` }),
  (text, mediaType) => ({ bytes: utf16(text, true), contentType: mediaType }),
  (text, mediaType) => ({ bytes: utf16(text, false), contentType: `${mediaType}; charset=utf-16` }),
];
