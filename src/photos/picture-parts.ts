import type { PictureKind } from "./picture-kind.ts";

/** A decoder may look at all parts before it gives the first frame. No honest picture has more of them. */
const partsMax = 2_000;
/** The pixels of a large PNG stand in as many as a thousand. */
const pngPartsMax = 20_000;

/** A camera's note of how the picture was held is far smaller. */
const noteBytesMax = 64 * 1024;

/**
 * A PNG without its texts, colour profile and further frames, which a decoder would unpack; other pictures as they are.
 * Null: the picture has absurdly many parts. A damaged one is left to the decoder.
 */
export const withoutBallast = (bytes: Uint8Array, kind: PictureKind): Uint8Array | null => {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  switch (kind) {
    case "png":
      return pngPicture(picture);
    case "webp":
      return webpParts(picture) > partsMax ? null : bytes;
    case "gif":
      return gifParts(picture) > partsMax ? null : bytes;
    case "jpeg":
      return bytes;
  }
};

const pngSignatureLength = 8;

/** Parts that pixels are made of. Of notes a small one on how the camera was held is kept. */
const pngParts = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

const pngPicture = (picture: Buffer): Uint8Array | null => {
  const kept = [picture.subarray(0, pngSignatureLength)];
  let isNoted = false;
  let parts = 0;
  for (let at = pngSignatureLength; at + 8 <= picture.length; parts += 1) {
    if (parts === pngPartsMax) return null;
    const length = picture.readUInt32BE(at);
    const name = picture.toString("latin1", at + 4, at + 8);
    const end = at + 12 + length;
    const isNote: boolean = name === "eXIf" && length <= noteBytesMax && !isNoted;
    isNoted ||= isNote;
    if (pngParts.has(name) || isNote) kept.push(picture.subarray(at, end));
    // Some programs write more behind the end.
    if (name === "IEND") break;
    at = end;
  }
  return new Uint8Array(Buffer.concat(kept));
};

const webpHeaderLength = 12;

const webpParts = (picture: Buffer): number => {
  let parts = 0;
  for (let at = webpHeaderLength; at + 8 <= picture.length && parts <= partsMax; parts += 1) {
    const length = picture.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return parts;
};

const gifHeaderLength = 13;
const [gifExtension, gifImage] = [0x21, 0x2c];

/** Pictures and notes, up to the end or the first byte that begins neither. */
const gifParts = (picture: Buffer): number => {
  let parts = 0;
  let at = gifHeaderLength + colourBytes(picture[10] ?? 0);
  while (at < picture.length && parts <= partsMax) {
    if (picture[at] === gifExtension) at = afterBlocks(picture, at + 2);
    else if (picture[at] === gifImage) at = afterBlocks(picture, at + 11 + colourBytes(picture[at + 9] ?? 0));
    else return parts;
    parts += 1;
  }
  return parts;
};

/** Length of a table of colours, whose presence and size one byte of flags states. */
const colourBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

const afterBlocks = (picture: Buffer, from: number): number => {
  let at = from;
  for (let length = picture[at] ?? 0; length > 0; length = picture[at] ?? 0) at += 1 + length;
  return at + 1;
};
