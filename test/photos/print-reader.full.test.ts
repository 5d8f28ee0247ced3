import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { loadPicture } from "../../src/photos/load-picture.ts";
import { createPrintReader } from "../../src/photos/ocr/print-reader.ts";
import { readPrint } from "../../src/photos/ocr/read-print.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { bytesOf, screenSettings, screens, screensTakenOn } from "../../tools/bench/screens.ts";
import { pngClaiming } from "../support/pictures.ts";

const processFile = new URL("../../dist/src/photos/ocr/print-process.js", import.meta.url);
// Other tests may have both cores: how long a picture may take is another test's business.
const patient = { processFile, timeoutMs: 60_000, budgetMs: 60_000, startMs: 60_000 };
const providers = openProviders(screenSettings, "full");
const reader = createPrintReader(patient);
afterAll(reader.close);

const screen = (file: string) => {
  const found = screens.find((candidate) => candidate.file.startsWith(file));
  if (found === undefined) throw new Error(`no screen ${file}`);
  return found;
};

const candidatesIn = async (file: string) => {
  const lines = await reader.read(bytesOf(screen(file)));
  if (!lines.ok) throw new Error(lines.error.detail);
  return readPrint(lines.value, providers, screensTakenOn).candidates;
};

describe("a picture is read", () => {
  test("off a dark screen as the phone keeps it, with the account in its link", async () => {
    expect(await candidatesIn("000-clean-alpha")).toMatchObject([
      { provider: "alpha", request: { transactionRef: "FT26245JFLPE", accountNumber: "54260261" } },
    ]);
  });

  test("as a chat has shrunk it", async () => {
    const { references } = screen("062-chat-iota");
    expect((await candidatesIn("062-chat-iota")).map(({ reference }) => reference)).toEqual(references);
  });

  test("with a token of 44 letters in which nothing but a pixel tells I from l", async () => {
    const { references } = screen("032-clean-zeta");
    expect((await candidatesIn("032-clean-zeta")).map(({ request }) => request.url)).toEqual([
      expect.stringContaining(`#/${references[0]}`),
    ]);
  });

  test("as another phone has photographed it", async () => {
    const { references } = screen("112-photo-epsilon");
    expect((await candidatesIn("112-photo-epsilon")).map(({ reference }) => reference)).toContain(
      references[0],
    );
  });

  test("that somebody has decoded before", async () => {
    const bytes = bytesOf(screen("000-clean-alpha"));
    const grey = await loadPicture(bytes);
    if (grey === null) throw new Error("the picture was not decoded");
    expect(await reader.read(grey)).toEqual(await reader.read(bytes));
  });

  test("without finding what is not there", async () => {
    const empty = screens.find(({ references }) => references.length === 0);
    expect(await candidatesIn(empty?.file ?? "")).toEqual([]);
  });
});

describe("the process that reads", () => {
  const blank = pngClaiming(64, 64, { isWhole: true });

  test("finds nothing on a blank picture", async () => {
    expect(await reader.read(blank)).toEqual({ ok: true, value: [] });
  });

  test("is killed when a picture takes too long, and replaced for the next", async () => {
    const hasty = createPrintReader({ ...patient, timeoutMs: 1 });
    onTestFinished(hasty.close);
    const picture = bytesOf(screen("000-clean-alpha"));
    for (let time = 0; time < 2; time += 1)
      expect(await hasty.read(picture)).toMatchObject({ error: { code: "image_unreadable" } });
  });

  test("breaking on a picture is told, and replaced for the next", async () => {
    const broken: unknown = "no bytes";
    expect(await reader.read(broken as Uint8Array)).toMatchObject({ error: { code: "internal_error" } });
    expect(await reader.read(blank)).toMatchObject({ ok: true });
  });

  test("says so of a picture that cannot be decoded", async () => {
    expect(await reader.read(blank.subarray(0, 40))).toMatchObject({ error: { code: "image_unreadable" } });
  });

  test("that cannot start is told", async () => {
    const missing = createPrintReader({ ...patient, processFile: new URL("missing.js", processFile) });
    onTestFinished(missing.close);
    expect(await missing.read(blank)).toMatchObject({ error: { code: "internal_error" } });
  });

  test("has only so many pictures wait for it, and answers all when it is closed", async () => {
    const narrow = createPrintReader({ ...patient, waitingMax: 2 });
    const answers = Array.from({ length: 5 }, () => narrow.read(blank));
    await narrow.close();
    expect((await Promise.all(answers)).map((answer) => !answer.ok && answer.error.code)).toEqual(
      Array.from({ length: 5 }, () => "overloaded"),
    );
    expect(await narrow.read(blank)).toMatchObject({ error: { code: "overloaded" } });
  });
});
