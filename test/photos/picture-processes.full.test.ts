import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";
import { createPhotoReader, type PhotoReader } from "../../src/photos/photo-reader.ts";
import { onlyCaller } from "../../src/photos/picture-caller.ts";
import { createProcessPool } from "../../src/photos/process-pool.ts";
import { codePicture, finderGrid, pngClaiming } from "../support/pictures.ts";
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
    const drawn = codePicture(text).resize(3_000, 2_500, { fit: "contain", background: "#fff" });
    const large = await reader.read(await drawn.png().toBuffer());
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
    await expect.poll(() => textsIn(reader, bytes)).not.toEqual(first);
    await expect.poll(() => textsIn(reader, bytes)).toHaveLength(1);
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
      const answer = await pool.run(null, { isAlone, isLong: false, caller: onlyCaller });
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
      const how = { isAlone: false, isLong: name.startsWith("long"), caller: onlyCaller };
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
