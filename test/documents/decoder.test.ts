import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createDecoder, type Decoder } from "../../src/documents/decoder.ts";

const workerFile = new URL("../../dist/src/documents/decode-worker.js", import.meta.url);
const opened: Decoder[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((decoder) => decoder.close()));
});
const open = (options: Partial<Parameters<typeof createDecoder>[0]> = {}) => {
  const decoder = createDecoder({ workerFile, ...options });
  opened.push(decoder);
  return decoder;
};

const bytes = (text: string) => new TextEncoder().encode(text);
const page =
  "<!doctype html><html><title>t</title><body><table><tr><td>A/B</td><td> 1 </td></tr></table></body></html>";

/** Too long to be read without a thread. */
const longPage = page.replace("</body>", `${"<p>more</p>".repeat(3_000)}</body>`);

/** A small file whose one page unpacks to far more text than any receipt holds. */
const bomb = (megabytes: number): Uint8Array => {
  const line = Buffer.from("(AAAAAAAAAAAAAAAAAAAAAAAA) Tj 30 400 Td (BBBB) Tj -30 -400 Td\n");
  const content = deflateSync(
    Buffer.concat([
      Buffer.from("BT /F1 9 Tf\n"),
      Buffer.alloc(megabytes * 1_048_576, line),
      Buffer.from("ET"),
    ]),
  );
  const head = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
4 0 obj<</Length ${content.length}/Filter/FlateDecode>>stream
`;
  const tail = "\nendstream endobj\ntrailer<</Root 1 0 R/Size 6>>\nstartxref\n9\n%%EOF\n";
  return Buffer.concat([Buffer.from(head), content, Buffer.from(tail)]);
};

describe("the decoder", () => {
  test("gives a page's rows", async () => {
    const result = await open().decode(bytes(page), "text/html");
    expect(result).toMatchObject({
      ok: true,
      value: { kind: "html", whole: true, title: "t", links: [], rows: [["A/B", "1"]] },
    });
  });

  test("refuses a PDF that unpacks without end, and goes on with the next document", async () => {
    const decoder = open({ timeoutMs: 1_500, startMs: 0, threads: 1 });
    const [hostile, next] = await Promise.all([
      decoder.decode(bomb(80), ""),
      decoder.decode(bytes(page), ""),
    ]);
    expect(hostile).toMatchObject({ ok: false, error: { code: "provider_format_changed" } });
    expect(next).toMatchObject({ ok: true });
  });

  test("ends a thread that takes more memory than a receipt needs", async () => {
    const decoder = open({ timeoutMs: 20_000, heapMegabytes: 48, threads: 1 });
    expect(await decoder.decode(bomb(30), "")).toMatchObject({
      ok: false,
      error: { code: "provider_format_changed" },
    });
  });

  test("reads a long page as it reads a short one", async () => {
    const result = await open().decode(bytes(longPage), "text/html");
    expect(result).toMatchObject({ ok: true, value: { title: "t", rows: [["A/B", "1"]] } });
  });

  test("reads small pages at once, however many there are", async () => {
    const decoder = open({ threads: 1, waitingMax: 1 });
    const results = await Promise.all(Array.from({ length: 50 }, () => decoder.decode(bytes(page), "")));
    expect(results.every(({ ok }) => ok)).toBe(true);
  });

  test("answers overloaded when too many documents wait", async () => {
    const decoder = open({ threads: 1, waitingMax: 1 });
    const results = await Promise.all([1, 2, 3].map(() => decoder.decode(bytes(longPage), "")));
    expect(results.map((result) => (result.ok ? "ok" : result.error.code))).toEqual([
      "ok",
      "ok",
      "overloaded",
    ]);
  });

  test("settles what waits when it is closed", async () => {
    const decoder = open({ threads: 1 });
    const results = [1, 2, 3].map(() => decoder.decode(bytes(longPage), ""));
    await decoder.close();
    const codes = (await Promise.all(results)).map((result) => (result.ok ? "ok" : result.error.code));
    expect(codes.slice(1)).toEqual(["overloaded", "overloaded"]);
  });
});

/**
 * A program of the test's own in place of the worker: `onDocument` is the body of what it does with a document's
 * `text` and its own folder `here`. Each thread leaves a file there when it starts; `starts` counts them.
 */
const programOf = (onDocument: string, onStart = "") => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-thread-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "worker.mjs");
  writeFileSync(
    file,
    `
      import { readdirSync, writeFileSync } from "node:fs";
      import { parentPort, threadId } from "node:worker_threads";
      const here = new URL("./", import.meta.url);
      const mark = (name) => writeFileSync(new URL(name + "-" + threadId + ".mark", here), "");
      const marks = (name) => readdirSync(here).filter((one) => one.startsWith(name + "-")).length;
      mark("started");
      ${onStart}
      const answer = (text) => parentPort.postMessage({ ok: true, value: { text, threadId } });
      parentPort.on("message", ({ bytes }) => {
        const text = new TextDecoder().decode(bytes).slice("%PDF-".length);
        ${onDocument}
      });
    `,
  );
  const marks = (name: string) => readdirSync(folder).filter((one) => one.startsWith(`${name}-`)).length;
  return { workerFile: pathToFileURL(file), starts: () => marks("started"), marks };
};

/** What begins like a PDF is never read without a thread. */
const decodeOne = (decoder: Decoder, text: string) => decoder.decode(bytes(`%PDF-${text}`), "");
const decodeAll = (decoder: Decoder, texts: readonly string[]) =>
  Promise.all(texts.map((text) => decodeOne(decoder, text)));

describe("the threads of the decoder", () => {
  test("read small pages, too, once these come often", async () => {
    const { workerFile, starts } = programOf("answer(text);");
    const decoder = open({ workerFile, threads: 1 });
    const readOne = () => decoder.decode(bytes(page), "text/html");
    await readOne();
    await delay(200);
    expect(await readOne()).toMatchObject({ ok: true, value: { title: "t" } });
    expect(starts()).toBe(0);
    expect(await Promise.all([readOne(), readOne()])).toMatchObject([
      { value: { title: "t" } },
      { value: { title: "t" } },
    ]);
    await vi.waitFor(async () =>
      expect(await readOne()).toMatchObject({ value: { threadId: expect.any(Number) } }),
    );
    expect(starts()).toBe(1);
    // What finds the thread at work is read here.
    expect(await Promise.all([readOne(), readOne()])).toMatchObject([
      { value: { threadId: expect.any(Number) } },
      { value: { title: "t" } },
    ]);
  });

  test("end with the decoder, also one whose answer arrives meanwhile", async () => {
    const { workerFile, starts, marks } = programOf(
      "setTimeout(() => { answer(text); mark('answered'); }, 50)",
    );
    const decoder = open({ workerFile, threads: 1 });
    const result = decodeOne(decoder, "late");
    await vi.waitFor(() => expect(starts()).toBe(1));
    // The answer has left its thread, and this one has not taken it.
    const giveUpAt = Date.now() + 5_000;
    while (marks("answered") === 0 && Date.now() < giveUpAt);
    const closing = decoder.close().then(() => "closed");
    expect(await Promise.race([closing, delay(3_000)])).toBe("closed");
    await result;
  });

  test("give each of many their own document", async () => {
    const { workerFile } = programOf("setTimeout(() => answer(text), text.length % 3)");
    const texts = Array.from({ length: 30 }, (_, number) => "x".repeat(number + 1));
    const results = await decodeAll(open({ workerFile }), texts);
    expect(results).toMatchObject(texts.map((text) => ({ ok: true, value: { text } })));
  });

  test("read two documents at the same time", async () => {
    const both = "mark('reading'); while (marks('reading') < 2); answer(text);";
    const results = await decodeAll(open({ ...programOf(both), threads: 2 }), ["one", "other"]);
    expect(results).toMatchObject([{ ok: true }, { ok: true }]);
  });

  test("end one that is stuck, while the others read on", async () => {
    const { workerFile } = programOf("if (text === 'stuck') for (;;); answer(text);");
    const decoder = open({ workerFile, threads: 2, timeoutMs: 300, startMs: 500 });
    const results = await decodeAll(decoder, ["stuck", "a", "b", "c"]);
    expect(results[0]).toMatchObject({ error: { code: "provider_format_changed" } });
    expect(results.slice(1)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    const last = decodeOne(decoder, "stuck");
    await decoder.close();
    expect(await last).toMatchObject({ ok: false });
  });

  test.each([
    ["breaks", "throw new Error('a bug')"],
    ["ends the thread", "process.exit(0)"],
  ])("fail the one document that %s, and read the next in another thread", async (_, breaking) => {
    const { workerFile, starts } = programOf(`if (text === "odd") { ${breaking} } answer(text);`);
    const decoder = open({ workerFile, threads: 1 });
    const results = await decodeAll(decoder, ["odd", "next"]);
    expect(results).toMatchObject([{ error: { code: "internal_error" } }, { ok: true }]);
    expect(starts()).toBe(2);
  });

  test.each(["throw new Error('no room')", "process.exit(0)"])(
    "fail a document where none can start: %s",
    async (onStart) => {
      const { workerFile } = programOf("answer(text)", onStart);
      expect(await decodeAll(open({ workerFile }), ["a", "b"])).toMatchObject([
        { error: { code: "internal_error" } },
        { error: { code: "internal_error" } },
      ]);
    },
  );

  test("end when they are idle, and start again for the next document", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { workerFile, starts } = programOf("answer(text)");
    const decoder = open({ workerFile, threads: 1, idleMs: 1_000 });
    await decodeAll(decoder, ["a", "b"]);
    expect(starts()).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(await decodeAll(decoder, ["c"])).toMatchObject([{ ok: true }]);
    expect(starts()).toBe(2);
    // Other programs of this process may have timers, too.
    const before = vi.getTimerCount();
    const closing = decoder.close();
    expect(vi.getTimerCount()).toBe(before - 1);
    await closing;
  });
});
