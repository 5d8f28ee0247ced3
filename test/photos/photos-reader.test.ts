import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";
import { loadPicture } from "../../src/photos/load-picture.ts";
import { createPhotoReader, type PhotoReader } from "../../src/photos/photo-reader.ts";
import { onlyCaller } from "../../src/photos/picture-caller.ts";
import { createProcessPool } from "../../src/photos/process-pool.ts";
import {
  codePicture,
  codesPicture,
  finderGrid,
  headerClaiming,
  pngClaiming,
  progressiveClaiming,
} from "../support/pictures.ts";
import { temporaryFolder } from "../support/temporary-store.ts";

const processFile = new URL("../../dist/src/photos/picture-process.js", import.meta.url);
const opened: PhotoReader[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((reader) => reader.close()));
});

/** The tests' machine may be slow; what is tried here is not speed. */
const patience = { timeoutMs: 30_000, budgetMs: 20_000, startMs: 60_000 };
const open = (options: Partial<Parameters<typeof createPhotoReader>[0]> = {}) => {
  const reader = createPhotoReader({ processFile, ...patience, ...options });
  opened.push(reader);
  return reader;
};

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

describe("the processes", () => {
  const small = () => codePicture(text).png().toBuffer();

  test("one that takes too long is ended and replaced", async () => {
    const reader = open({ processes: 1, timeoutMs: 1 });
    const slow = await finderGrid(1_200);
    expect(await textsIn(reader, slow)).toBe("image_unreadable");
    expect(await textsIn(reader, slow)).toBe("image_unreadable");
    const next = open({ processes: 1 });
    expect(await textsIn(next, await small())).toEqual([text]);
  });

  test("a picture that hangs one does not lose the pictures behind it", async () => {
    const reader = open({ processes: 1, timeoutMs: 2_500, budgetMs: 60_000 });
    expect(await textsIn(reader, await small())).toEqual([text]);
    const [hostile, ...others] = await Promise.all([
      textsIn(reader, await finderGrid(4_900)),
      textsIn(reader, await small()),
      textsIn(reader, await small()),
    ]);
    expect(["image_unreadable", []]).toContainEqual(hostile);
    expect(others).toEqual([[text], [text]]);
  });

  test("large pictures are read one at a time, and none is forgotten", async () => {
    const large = pngClaiming(3_000, 3_000, { isWhole: true });
    const bytes = await small();
    const order = [large, bytes, large, bytes, bytes];
    const two = open({ processes: 2 });
    const results = await Promise.all(order.map((picture) => textsIn(two, picture)));
    expect(results).toEqual([[], [text], [], [text], [text]]);
  });

  test("a large picture comes with what was looked at, so that nobody decodes it again", async () => {
    const large = await reader.read(pngClaiming(3_000, 2_500, { isWhole: true }));
    expect(large).toMatchObject({ value: { grey: { width: 2_400, height: 2_000 } } });
    expect(large.ok && large.value.grey?.pixels.length).toBe(2_400 * 2_000);
    expect(await reader.read(await small())).toMatchObject({ value: { grey: null } });
  });

  test("a full queue is overloaded, and those in it are still read", async () => {
    const reader = open({ processes: 1, waitingMax: 2 });
    const bytes = await small();
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => textsIn(reader, bytes)));
    expect(results.filter((result) => result === "overloaded")).toHaveLength(2);
    expect(results.filter((result) => result !== "overloaded")).toEqual([[text], [text], [text]]);
  });

  test("closing settles what waits and what runs", async () => {
    const reader = open({ processes: 1 });
    const bytes = await small();
    const results = [1, 2, 3].map(() => textsIn(reader, bytes));
    await reader.close();
    expect(await Promise.all(results)).toEqual(["overloaded", "overloaded", "overloaded"]);
    expect(await textsIn(reader, bytes)).toBe("overloaded");
  });

  const programFile = (program: string): URL => {
    const file = join(temporaryFolder(), "reading.mjs");
    writeFileSync(file, `process.on("message", () => { ${program} }); process.send({ answer: null });`);
    return pathToFileURL(file);
  };
  const withProgram = (program: string, idleMs = 300_000) =>
    open({ processFile: programFile(program), processes: 1, idleMs });
  const ownNumber = "{ kind: 'read', codes: [{ text: String(process.pid), stage: '' }] }";

  test.each([
    ["one that nobody asks for a while goes", 1, ""],
    ["one that ends by itself is replaced", 300_000, "setTimeout(() => process.exit(), 1);"],
  ])("%s, and the next picture gets a new one", async (_, idleMs, ending) => {
    const reader = withProgram(`process.send({ answer: ${ownNumber} }); ${ending}`, idleMs);
    const bytes = await small();
    const first = await textsIn(reader, bytes);
    expect(first).toEqual([expect.stringMatching(/^\d+$/)]);
    await expect.poll(() => textsIn(reader, bytes), { timeout: 10_000 }).not.toEqual(first);
    await expect.poll(() => textsIn(reader, bytes), { timeout: 10_000 }).toHaveLength(1);
  });

  test("one that is asked again and again stays", async () => {
    const reader = withProgram(`process.send({ answer: ${ownNumber} });`);
    const bytes = await small();
    const texts = await Promise.all([1, 2, 3].map(() => textsIn(reader, bytes)));
    expect(new Set(texts.flat()).size).toBe(1);
  });

  test("those that rest go when their memory is wanted elsewhere", async () => {
    const reader = withProgram(`process.send({ answer: ${ownNumber} });`);
    const bytes = await small();
    const first = await textsIn(reader, bytes);
    await reader.giveBack();
    expect(await textsIn(reader, bytes)).not.toEqual(first);
  });

  test("those that rest while a large picture is read give back their memory first", async () => {
    const limits = { timeoutMs: 30_000, startMs: 60_000, idleMs: 300_000, waitingMax: 8, heapMegabytes: 64 };
    const pool = createProcessPool<null, number>({
      processFile: programFile("process.send({ answer: process.pid });"),
      codeFolder: new URL("../../dist/src/", import.meta.url),
      processes: 2,
      ...limits,
    });
    onTestFinished(pool.close);
    const ask = async (isAlone: boolean) => {
      const answer = await pool.run(null, { isAlone, isLater: false, caller: onlyCaller });
      return answer.ok ? answer.value : answer.error.kind;
    };
    const before = await Promise.all([ask(false), ask(false)]);
    const large = await ask(true);
    expect(new Set(before).size).toBe(2);
    expect(before).toContain(large);
    const after = await Promise.all([ask(false), ask(false)]);
    expect(after.filter((number) => before.includes(number))).toEqual([large]);
  });

  test("a picture that is read among others is read as well as alone", async () => {
    const reader = open();
    const bytes = await small();
    const hard = await codePicture(text, 10).blur(7).png().toBuffer();
    const alone = await textsIn(reader, hard);
    expect(alone).toEqual([text]);
    expect(await Promise.all([bytes, hard, bytes, hard].map((one) => textsIn(reader, one)))).toEqual(
      Array.from({ length: 4 }, () => [text]),
    );
  });

  test("short jobs go ahead of long ones, which have a turn after eight of them", async () => {
    const limits = { timeoutMs: 30_000, startMs: 60_000, idleMs: 300_000, waitingMax: 99, heapMegabytes: 64 };
    const pool = createProcessPool<null, null>({
      processFile: programFile("process.send({ answer: 1 });"),
      codeFolder: new URL("../../dist/src/", import.meta.url),
      processes: 1,
      ...limits,
    });
    onTestFinished(pool.close);
    const order: string[] = [];
    const ask = async (name: string) => {
      const how = { isAlone: false, isLater: name.startsWith("long"), caller: onlyCaller };
      await pool.run(null, how);
      order.push(name);
    };
    const names = ["first", "long 1", "long 2", ...Array.from({ length: 10 }, (_, at) => `short ${at + 1}`)];
    await Promise.all(names.map(ask));
    const expected = [...names.slice(3, 11), "long 1", "short 9", "short 10", "long 2"];
    expect(order).toEqual(["first", ...expected]);
  });

  test("one that the system kills has had too hard a picture, one that ends is broken", async () => {
    const bytes = await small();
    expect(await textsIn(withProgram("process.kill(process.pid, 'SIGABRT')"), bytes)).toBe(
      "image_unreadable",
    );
    expect(await textsIn(withProgram("process.exit(1)"), bytes)).toBe("internal_error");
    expect(await textsIn(withProgram("process.exit(0)"), bytes)).toBe("internal_error");
  });

  test("that cannot start is told", async () => {
    const reader = open({ processFile: new URL("missing.js", processFile) });
    expect(await textsIn(reader, await small())).toBe("internal_error");
  });

  test("leave the event loop free", async () => {
    const reader = open();
    const bytes = await finderGrid(1_000);
    await reader.read(await small());
    const turns: number[] = [];
    const ticking = setInterval(() => turns.push(turns.length), 1);
    await reader.read(bytes);
    clearInterval(ticking);
    expect(turns.length).toBeGreaterThan(10);
  });
});
