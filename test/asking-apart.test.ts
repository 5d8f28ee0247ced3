import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createAsking } from "../src/asking/asking.ts";
import { createAskingApart } from "../src/asking/asking-apart.ts";
import type { Provider, ProviderSettings, Question } from "../src/providers/provider.ts";
import { openProviders } from "../src/providers/registry.ts";
import { createDecoder } from "../src/reading/decoder.ts";
import { createUpstream } from "../src/upstream/upstream.ts";
import { type LeanBank, openLeanBank, referenceOf } from "../tools/chat/lean-bank.ts";
import { keptLog } from "./support/kept-log.ts";

const compiled = new URL("../dist/src/", import.meta.url);
const now = () => new Date();

const settingsOf = ({ settings }: LeanBank): Record<string, ProviderSettings> =>
  Object.fromEntries(
    Object.entries(settings).map(([label, one]) => [label, { ...one, aliases: [], headers: {}, labels: {} }]),
  );

const questionOf = (provider: Provider, reference: string): Question => {
  const question = provider.open({ reference });
  if (!question.ok) throw new Error(question.error.code);
  return question.value;
};

const openWorld = async (programFile = new URL("asking/asking-thread.js", compiled), pingEveryMs = 5_000) => {
  const bank = await openLeanBank();
  onTestFinished(bank.close);
  const settings = settingsOf(bank);
  const [provider] = openProviders(settings, "full");
  if (provider === undefined) throw new Error("no provider is offered");
  const { log, lines } = keptLog();
  const asking = createAskingApart({
    programFile,
    settings,
    deployment: "full",
    onDrift: () => {},
    now,
    log,
    pingEveryMs,
  });
  onTestFinished(asking.close);
  const ask = (number: number, at = now()) =>
    asking.ask(provider, questionOf(provider, referenceOf(number, at)));
  return { bank, provider, asking, ask, lines };
};

/** A program of the test's own in place of the thread that asks. */
const programOf = (text: string): URL => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-thread-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "thread.mjs");
  writeFileSync(file, text);
  return pathToFileURL(file);
};

describe("asking in a thread", () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  test("answers what asking here answers", async () => {
    const { provider, ask } = await openWorld();
    const workerFile = new URL("reading/decode-worker.js", compiled);
    const here = createAsking({ upstream: createUpstream(), decoder: createDecoder({ workerFile }), now });
    closing.push(here.close);
    const at = now();
    const { result } = await here.ask(provider, questionOf(provider, referenceOf(7, at)));
    expect(result.ok && result.value.receipt.transaction_reference).toBe(referenceOf(7, at));
    expect((await ask(7, at)).result).toEqual(result);
  });

  test("gives each of many their own receipt, whichever comes first", async () => {
    const { bank, ask } = await openWorld();
    const at = now();
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    for (const number of numbers) if (number % 3 === 0) bank.delay(referenceOf(number, at), 40 - number);
    const asked = await Promise.all(numbers.map((number) => ask(number, at)));
    expect(asked.map(({ result }) => result.ok && result.value.receipt.transaction_reference)).toEqual(
      numbers.map((number) => referenceOf(number, at)),
    );
  });

  test("knows how long a provider is not asked", async () => {
    const { bank, provider, asking, ask } = await openWorld();
    expect((await ask(0)).result.ok).toBe(true);
    expect(asking.waitMs(provider)).toBe(0);
    await bank.close();
    for (let number = 1; number < 40 && asking.waitMs(provider) === 0; number += 1) await ask(number);
    expect(asking.waitMs(provider)).toBeGreaterThan(0);
    expect((await ask(41)).result).toMatchObject({ ok: false, error: { code: "provider_unavailable" } });
  });

  test("ends what runs before it closes, and is asked no more", async () => {
    const { bank, asking, ask } = await openWorld();
    const at = now();
    bank.delay(referenceOf(1, at), 300);
    const last = ask(1, at);
    const closed = asking.close();
    expect((await ask(2)).result).toMatchObject({ ok: false, error: { code: "overloaded" } });
    await closed;
    expect((await last).result.ok).toBe(true);
  });

  test("tells whoever asked when the thread ends, and asks in another", async () => {
    const program = programOf(`
      import { existsSync, writeFileSync } from "node:fs";
      import { parentPort } from "node:worker_threads";
      const mark = new URL("./began", import.meta.url);
      const isFirst = !existsSync(mark);
      writeFileSync(mark, "");
      parentPort.on("message", ({ kind, id, label }) => {
        if (kind === "ping") return parentPort.postMessage({ kind: "here" });
        if (isFirst) throw new Error("a bug");
        const result = { ok: false, error: { code: "receipt_not_found" } };
        if (kind === "close") parentPort.postMessage({ kind: "closed" });
        else parentPort.postMessage({ kind: "asked", id, label, asked: { result }, waitMs: 0 });
      });
    `);
    const { ask, lines } = await openWorld(program);
    const both = await Promise.all([ask(1), ask(2)]);
    for (const { result } of both) expect(result).toMatchObject({ error: { code: "overloaded" } });
    expect(lines).toMatchObject([{ level: 50, msg: "the thread that asks providers broke" }]);
    expect((await ask(3)).result).toMatchObject({ error: { code: "receipt_not_found" } });
  });

  test("ends one that is stuck, and closes all the same", async () => {
    const program = programOf(`
      import { parentPort } from "node:worker_threads";
      parentPort.on("message", () => { for (;;); });
      parentPort.postMessage({ kind: "here" });
    `);
    const { asking, ask, lines } = await openWorld(program, 20);
    expect((await ask(1)).result).toMatchObject({ error: { code: "overloaded" } });
    expect(lines).toMatchObject([{ msg: "the thread that asks providers is stuck and is ended" }]);
    const last = ask(2);
    await asking.close();
    expect((await last).result).toMatchObject({ error: { code: "overloaded" } });
  });

  test("says what to do when the thread cannot begin, and leaves nothing behind", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { asking, lines } = await openWorld(programOf("throw new Error('no room')"));
    const cause = expect.objectContaining({ message: "no room" });
    const message = expect.stringMatching(/^The thread that asks providers cannot begin: .+ memory\.$/);
    await expect(asking.broken).rejects.toMatchObject({ name: "StartProblem", message, cause });
    expect(lines).toMatchObject([
      { msg: "the thread that asks providers broke", err: { message: "no room" } },
    ]);
    await asking.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("says so when the thread ends before it has begun", async () => {
    const { asking } = await openWorld(programOf("process.exit(0)"));
    await expect(asking.broken).rejects.toMatchObject({ name: "StartProblem" });
  });
});
