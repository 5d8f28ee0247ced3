import { crc32, deflateSync } from "node:zlib";
import encodeQR from "qr";
import sharp, { type Sharp } from "sharp";

/** A code in black on white, `scale` pixels a module, with four light modules around it. */
export const codePicture = (text: string, scale = 6): Sharp => {
  const modules = encodeQR(text, "raw", { border: 4 });
  const side = modules.length * scale;
  const pixels = Buffer.alloc(side * side, 255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true) pixels[y * side + x] = 0;
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } });
};

/** Codes side by side. */
export const codesPicture = async (...texts: readonly string[]): Promise<Buffer> => {
  const parts = await Promise.all(texts.map((text) => codePicture(text).resize(300, 300).png().toBuffer()));
  return sharp({ create: { width: 340 * texts.length, height: 340, channels: 3, background: "#fff" } })
    .composite(parts.map((input, at) => ({ input, left: 340 * at + 20, top: 20 })))
    .png()
    .toBuffer();
};

/** A PNG whose header promises so much; the pixels that follow are few, or all of one value. */
export const pngClaiming = (
  width: number,
  height: number,
  { isWhole = false, isInterlaced = false } = {},
): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Interlaced ones in colour, see-through, with sixteen bits.
  header.set(isInterlaced ? [16, 6, 0, 0, 1] : [8, 0, 0, 0, 0], 8);
  const rows = isWhole ? Buffer.alloc((width + 1) * height) : Buffer.alloc(64);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const chunk = (kind: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};

/** A progressive JPEG whose header promises 25 megapixels. */
export const progressiveClaiming = async (
  picture: Sharp,
  chromaSubsampling: "4:2:0" | "4:4:4" = "4:2:0",
): Promise<Buffer> => {
  const bytes = await picture.jpeg({ progressive: true, chromaSubsampling }).toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  for (const at of [frame + 5, frame + 7]) bytes.writeUInt16BE(5_000, at);
  return bytes;
};

/** A JPEG, WebP or GIF whose header promises so many pixels a side. */
export const headerClaiming = async (kind: "jpeg" | "webp" | "gif", side: number): Promise<Buffer> => {
  const bytes = await codePicture("FT26319K4Q7Z").toFormat(kind, { lossless: true }).toBuffer();
  if (kind === "gif") {
    for (const at of [6, 8]) bytes.writeUInt16LE(side, at);
    // The first frame too: its descriptor begins with a comma.
    const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
    for (const at of [frame + 5, frame + 7]) bytes.writeUInt16LE(side, at);
  }
  if (kind === "jpeg") {
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    for (const at of [frame + 5, frame + 7]) bytes.writeUInt16BE(side, at);
  }
  // VP8L: fourteen bits each, one less than the size.
  if (kind === "webp") bytes.writeUInt32LE(((side - 1) & 0x3fff) | (((side - 1) & 0x3fff) << 14), 21);
  return bytes;
};

/** A grid of finder patterns, which leads readers on without end; `side` pixels. */
export const finderGrid = async (side: number): Promise<Buffer> => {
  const tile = Buffer.alloc(27 * 27, 255);
  for (let y = 0; y < 21; y += 1)
    for (let x = 0; x < 21; x += 1) {
      const ring = Math.max(Math.abs(x - 10), Math.abs(y - 10));
      if (ring > 7 || ring < 5) tile[y * 27 + x] = 0;
    }
  const one = await sharp(tile, { raw: { width: 27, height: 27, channels: 1 } })
    .png()
    .toBuffer();
  return sharp({ create: { width: side, height: side, channels: 3, background: "#fff" } })
    .composite([{ input: one, tile: true }])
    .png()
    .toBuffer();
};
