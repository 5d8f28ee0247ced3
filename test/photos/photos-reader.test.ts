import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { loadPicture } from "../../src/photos/load-picture.ts";
import { createPhotoReader, type PhotoReader } from "../../src/photos/photo-reader.ts";
import { withoutBallast } from "../../src/photos/picture-parts.ts";
import {
  codePicture,
  codesPicture,
  headerClaiming,
  pngClaiming,
  progressiveClaiming,
} from "../support/pictures.ts";

const processFile = new URL("../../dist/src/photos/picture-process.js", import.meta.url);

/** The tests' machine may be slow; what is tried here is not speed. */
const patience = { timeoutMs: 30_000, budgetMs: 20_000, startMs: 60_000 };

/** For all pictures that are only read: starting a process takes longer than most of them. */
const reader = createPhotoReader({ processFile, ...patience });
afterAll(() => reader.close());

const text = "https://receipts.alpha.example:100/?id=FT26319K4Q7Z00004321";
const textsIn = async (reader: PhotoReader, bytes: Uint8Array) => {
  const result = await reader.read(bytes);
  return result.ok ? result.value.codes.map((code) => code.text) : result.error.code;
};

describe("a picture with a code", () => {
  const cmyk = () => codePicture(text).toColourspace("cmyk").jpeg({ chromaSubsampling: "4:4:4" }).toBuffer();
  const sixteenBit = () => codePicture(text).toColourspace("rgb16").png().toBuffer();
  const seeThrough = () => codePicture(text).toColourspace("srgb").ensureAlpha().unflatten().png().toBuffer();
  const turned = async () =>
    sharp(await codePicture(text).rotate(90).png().toBuffer())
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
  const animated = async () => {
    const frames = [
      await codePicture(text, 5).png().toBuffer(),
      await codePicture("FT26319ZZZZZ", 5).png().toBuffer(),
    ];
    const sized = await Promise.all(frames.map((frame) => sharp(frame).resize(280, 280).png().toBuffer()));
    return sharp(sized, { join: { animated: true } })
      .gif()
      .toBuffer();
  };
  const inverted = () => codePicture(text).negate().png().toBuffer();

  test.each<readonly [string, () => Promise<Buffer>]>([
    ["a PNG", () => codePicture(text).png().toBuffer()],
    ["a JPEG", () => codePicture(text).jpeg({ quality: 60 }).toBuffer()],
    ["a progressive JPEG", () => codePicture(text).jpeg({ progressive: true }).toBuffer()],
    ["a WebP", () => codePicture(text).webp().toBuffer()],
    ["a GIF", () => codePicture(text).gif().toBuffer()],
    ["an animated GIF, by its first frame", animated],
    ["a CMYK JPEG", cmyk],
    ["a PNG of 16 bits", sixteenBit],
    ["a PNG that is transparent where it was white", seeThrough],
    ["a JPEG that its EXIF turns", turned],
    ["light on dark", inverted],
  ])("is read: %s", async (_, make) => {
    expect(await textsIn(reader, await make())).toEqual([text]);
  });

  test("gives every code once", async () => {
    const bytes = await codesPicture(text, "https://shop.example/menu", text);
    expect([...(await textsIn(reader, bytes))].sort()).toEqual([text, "https://shop.example/menu"]);
  });

  test("is looked at upright on white, and no larger than a phone's screenshot", async () => {
    const wide = await sharp({ create: { width: 4_800, height: 100, channels: 4, background: "#0000" } })
      .withMetadata({ orientation: 6 })
      .webp({ lossless: true })
      .toBuffer();
    const grey = await loadPicture(wide);
    expect([grey?.width, grey?.height, grey?.pixels.length]).toEqual([50, 2_400, 50 * 2_400]);
    expect(grey?.pixels.every((pixel) => pixel === 255)).toBe(true);
  });
});

describe("what is no picture that we read", () => {
  const whole = () => codePicture(text, 10).jpeg().toBuffer();
  const cut = (make: () => Promise<Buffer>) => async () => {
    const bytes = await make();
    return bytes.subarray(0, Math.floor(bytes.length * 0.6));
  };
  const bytes = (content: string) => async () => Buffer.from(content, "latin1");
  const heic = "\0\0\0\x18ftypheic\0\0\0\0mif1heic";

  test.each<readonly [string, string, () => Promise<Uint8Array>]>([
    ["nothing", "image_unreadable", bytes("")],
    ["a cut JPEG", "image_unreadable", cut(whole)],
    ["a cut PNG", "image_unreadable", cut(() => codePicture(text).png().toBuffer())],
    ["a cut WebP", "image_unreadable", cut(() => codePicture(text).webp({ lossless: true }).toBuffer())],
    ["a cut GIF", "image_unreadable", cut(() => codePicture(text).gif().toBuffer())],
    ["a JPEG's first bytes", "image_unreadable", async () => (await whole()).subarray(0, 12)],
    [
      "a PNG's signature before noise",
      "image_unreadable",
      bytes("\x89PNG\r\n\x1a\nand then nothing of the kind"),
    ],
    ["a PNG with too few pixels", "image_unreadable", async () => pngClaiming(400, 400)],
    ["words called a picture", "image_type_unsupported", bytes("just words")],
    ["a page", "image_type_unsupported", bytes("<!doctype html><img src=x>")],
    [
      "SVG",
      "image_type_unsupported",
      bytes('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9"/></svg>'),
    ],
    ["a PDF", "image_type_unsupported", bytes("%PDF-1.7 ...")],
    ["TIFF", "image_type_unsupported", () => codePicture(text).tiff().toBuffer()],
    ["AVIF", "image_type_unsupported", () => codePicture(text).avif().toBuffer()],
    ["a HEIC photo", "image_type_unsupported", bytes(heic)],
    ["9,000 pixels a side", "image_dimensions_too_large", async () => pngClaiming(9_000, 10)],
    ["26 megapixels", "image_dimensions_too_large", async () => pngClaiming(5_200, 5_000)],
    ["gigapixels in a PNG's header", "image_dimensions_too_large", async () => pngClaiming(2_000_000, 1_000)],
    ["gigapixels in a JPEG's header", "image_dimensions_too_large", () => headerClaiming("jpeg", 65_000)],
    ["gigapixels in a GIF's header", "image_dimensions_too_large", () => headerClaiming("gif", 65_000)],
    [
      "too many pixels in a WebP's header",
      "image_dimensions_too_large",
      () => headerClaiming("webp", 16_000),
    ],
    ["a GIF of 24 megapixels", "image_dimensions_too_large", () => headerClaiming("gif", 4_900)],
    [
      "a WebP without loss of 24 megapixels",
      "image_dimensions_too_large",
      () => headerClaiming("webp", 4_900),
    ],
    [
      "a large interlaced PNG of 16 bits",
      "image_dimensions_too_large",
      async () => pngClaiming(5_000, 5_000, { isInterlaced: true }),
    ],
    [
      "a large progressive JPEG of four inks",
      "image_dimensions_too_large",
      () => progressiveClaiming(codePicture(text).toColourspace("cmyk")),
    ],
    [
      "a large progressive JPEG with a colour for every pixel",
      "image_dimensions_too_large",
      () => progressiveClaiming(codePicture(text).toColourspace("srgb"), "4:4:4"),
    ],
    ["more than 8 MiB", "image_too_large", async () => Buffer.alloc(8 * 1_048_576 + 1, 0xff)],
  ])("is refused: %s is %s", async (_, code, make) => {
    expect(await textsIn(reader, await make())).toBe(code);
  });

  test("names HEIC, for which there is advice", async () => {
    expect(await reader.read(Buffer.from(heic, "latin1"))).toMatchObject({ error: { subject: "HEIC" } });
  });

  test("a single pixel and the largest picture are pictures without a code", async () => {
    const one = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    expect(await textsIn(reader, one)).toEqual([]);
    expect(await textsIn(reader, pngClaiming(5_000, 5_000, { isWhole: true }))).toEqual([]);
  });

  test("nor does a strip a few pixels high make a process break", async () => {
    for (const [width, height] of [
      [8_000, 40],
      [2_400, 24],
      [2_400, 9],
      [30, 2_400],
    ] as const)
      expect(await textsIn(reader, pngClaiming(width, height, { isWhole: true }))).toEqual([]);
  });
});

describe("a picture that is made to keep a decoder busy", () => {
  const part = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const packed = (name: string, head: string) =>
    part(name, Buffer.concat([Buffer.from(head, "latin1"), deflateSync(Buffer.alloc(2_000_000, 65))]));

  test("is read without the texts and profiles of a PNG, which would be unpacked", async () => {
    const png = await codePicture(text).png().toBuffer();
    const [start, pixels] = [png.subarray(0, 33), png.subarray(33)];
    const texts = [packed("zTXt", "K\0\0"), packed("iTXt", "K\0\x01\0\0\0"), packed("iCCP", "K\0\0")];
    const heavy = Buffer.concat([start, ...Array.from({ length: 50 }, () => texts).flat(), pixels]);
    expect(withoutBallast(heavy, "png")).toEqual(withoutBallast(png, "png"));
    expect(await textsIn(reader, heavy)).toEqual([text]);
    expect(await textsIn(reader, Buffer.concat([png, Buffer.alloc(1_000_000)]))).toEqual([text]);
  });

  test("is refused where a WebP or a GIF has thousands of frames, and read where it has some", async () => {
    const webp = await codePicture(text).resize(300, 300).webp({ lossless: true }).toBuffer();
    const sized = (name: string, data: Buffer) => {
      const head = Buffer.alloc(8);
      head.write(name, "latin1");
      head.writeUInt32LE(data.length, 4);
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
    };
    const flags = Buffer.from([2, 0, 0, 0, 0x2b, 1, 0, 0x2b, 1, 0]);
    const place = Buffer.from([0, 0, 0, 0, 0, 0, 0x2b, 1, 0, 0x2b, 1, 0, 100, 0, 0, 0]);
    const frame = sized("ANMF", Buffer.concat([place, webp.subarray(12)]));
    const animated = (frames: readonly Buffer[]) =>
      sized(
        "RIFF",
        Buffer.concat([Buffer.from("WEBP"), sized("VP8X", flags), sized("ANIM", Buffer.alloc(6)), ...frames]),
      );
    expect(await textsIn(reader, animated([frame, frame]))).toEqual([text]);
    const tiny = await sharp({ create: { width: 2, height: 2, channels: 3, background: "#fff" } })
      .webp({ lossless: true })
      .toBuffer();
    const small = sized(
      "ANMF",
      Buffer.concat([Buffer.alloc(6), Buffer.from([1, 0, 0, 1, 0, 0, 100, 0, 0, 0]), tiny.subarray(12)]),
    );
    expect(await textsIn(reader, animated(Array.from({ length: 3_000 }, () => small)))).toBe(
      "image_unreadable",
    );

    const gif = await codePicture(text).gif().toBuffer();
    const note = Buffer.from([0x21, 0xfe, 1, 65, 0]);
    const noted = (count: number) =>
      Buffer.concat([gif.subarray(0, -1), ...Array.from({ length: count }, () => note), gif.subarray(-1)]);
    expect(await textsIn(reader, noted(10))).toEqual([text]);
    expect(await textsIn(reader, noted(3_000))).toBe("image_unreadable");
  });
});
