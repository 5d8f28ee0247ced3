import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { openShop } from "../chat/customers.ts";
import { buildProgram, type Program, startProgram } from "../chat/program.ts";
import { type LineProcess, startLineProcess } from "../line-process.ts";
import { type Benchmark, type Comparison, medianOf, percentileOf } from "./benchmark.ts";
import { type Load, type Outcome, peopleMax, slowPerson } from "./chat/load.ts";
// Only so that the program of the other process is compiled, too.
import type {} from "./chat/telegram-side.ts";
import { processorMsOf } from "./resident.ts";

/** Receipts named in texts, from the webhook to the answer in the chat, on SQLite that syncs each commit. */
export const benchmark: Benchmark = {
  run: async () => {
    buildProgram();
    const folder = mkdtempSync(join(tmpdir(), "deresegn-bench-"));
    const telegramSide = startLineProcess(process.execPath, [programOf("telegram-side")]);
    const { telegramUrl, settings } = telegramSideSchema.parse(await telegramSide.hear());
    const databaseUrl = `sqlite:${folder}/deresegn.sqlite`;
    const secret = "a secret of the benchmarks, 32 bytes";
    await openShop({ databaseUrl, secret, userIds: [...people(), slowPerson] });
    const program = await startProgram({ folder, databaseUrl, secret, telegramUrl, settings });
    const give = createGive(telegramSide);
    try {
      return [await rate(give, program), ...(await times(give, program.hookUrl))];
    } finally {
      await program.stop();
      await telegramSide.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const connections = 40;
const floodUpdates = 1_000;
/** Until the program runs at its full speed. */
const warmingRounds = 2;
const floodRounds = 5;

const telegramSideSchema = z.object({
  telegramUrl: z.string(),
  settings: z.record(z.string(), z.object({ bank: z.string(), url: z.string() })),
});

const programOf = (name: string): string => join(import.meta.dirname, "chat", `${name}.js`);

const people = (): readonly number[] => Array.from({ length: peopleMax }, (_, index) => index + 1);

type Give = (load: Load) => Promise<Outcome>;

const outcomeSchema = z.object({
  seconds: z.number(),
  firstMs: z.array(z.number()),
  resultMs: z.array(z.number()),
});

const createGive =
  (telegramSide: LineProcess): Give =>
  async (load) => {
    telegramSide.say(load);
    return outcomeSchema.parse(await telegramSide.hear());
  };

/** Receipts a second, and the processor time that the program takes for one, which other work beside it changes less. */
const rate = async (give: Give, { pid, hookUrl }: Program): Promise<Comparison> => {
  const perSecond: number[] = [];
  const processorMs: number[] = [];
  for (let round = 0; round < warmingRounds + floodRounds; round += 1) {
    const before = processorMsOf(pid);
    const { seconds } = await give({ kind: "flood", hookUrl, connections, count: floodUpdates });
    if (round < warmingRounds) continue;
    perSecond.push(floodUpdates / seconds);
    processorMs.push((processorMsOf(pid) - before) / floodUpdates);
  }
  const ratio = medianOf(perSecond);
  return {
    name: "receipts answered a second",
    ratio,
    measured: { "processor ms a receipt": medianOf(processorMs) },
    wanted: { atLeast: 250 },
  };
};

const perSecond = 50;
const windowSeconds = 6;
const windows = 5;
const slowMs = 5_000;

/** Times of an update at 50 a second; in every other window one chat's bank takes 5 s. */
const times = async (give: Give, hookUrl: string): Promise<readonly Comparison[]> => {
  const quiet = { firstMs: [] as number[], resultMs: [] as number[] };
  const beside = { firstMs: [] as number[], resultMs: [] as number[] };
  const load = { kind: "paced", hookUrl, connections, seconds: windowSeconds, perSecond } as const;
  for (let window = 0; window < windows; window += 1)
    for (const [found, delayMs] of [[quiet, 0] as const, [beside, slowMs] as const]) {
      const { firstMs, resultMs } = await give({ ...load, slowMs: delayMs });
      found.firstMs.push(...firstMs);
      found.resultMs.push(...resultMs);
    }
  const firstP95 = percentileOf(quiet.firstMs, 95);
  const [p50, p95] = [percentileOf(quiet.resultMs, 50), percentileOf(quiet.resultMs, 95)];
  const p95Beside = percentileOf(beside.resultMs, 95);
  return [
    {
      name: `ms to the first sign at ${perSecond} updates/s, p95`,
      ratio: firstP95,
      measured: { "p50 ms": percentileOf(quiet.firstMs, 50), "p99 ms": percentileOf(quiet.firstMs, 99) },
      wanted: { atMost: 50 },
    },
    {
      name: `ms to the answer at ${perSecond} updates/s, p95`,
      ratio: p95,
      measured: { "p50 ms": p50, "p99 ms": percentileOf(quiet.resultMs, 99) },
      wanted: { atMost: 50 },
    },
    {
      name: "p95 of the answers beside a chat whose bank takes 5 s, to those without",
      ratio: p95Beside / p95,
      measured: { "p95 ms beside": p95Beside, "p95 ms without": p95 },
      wanted: { atMost: 1.1 },
    },
  ];
};
