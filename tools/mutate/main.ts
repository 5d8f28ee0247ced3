import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { loadCases } from "../../src/sandbox/cases.ts";
import { wrongCuts } from "./cuts.ts";
import { runMutations, type Wrong } from "./run.ts";
import { chooserOf, sharesOf } from "./shares.ts";
import { openSpecimens } from "./specimen.ts";

/**
 * `npm run mutate -- --count 1000000 [--seed N] [--provider label] [--kind json …] [--jobs N] [--replay seed:number] [--cuts]`: changes
 * the fixtures' documents and ends with 1 when one is read wrongly. `--replay` makes one document again, `--cuts`
 * cuts each body at every byte.
 */

/** What a thread is told, and what it tells. */
type Task = {
  readonly seed: number;
  readonly count: number;
  readonly first: number;
  readonly step: number;
  readonly provider: string | null;
  readonly kinds: readonly string[];
};
type News =
  | {
      readonly kind: "documents";
      readonly documents: number;
      readonly seconds: ReadonlyMap<string, number>;
      readonly counts: ReadonlyMap<string, number>;
    }
  | { readonly kind: "wrong"; readonly wrong: Wrong };

/** Documents between two reports of a thread. */
const reportEvery = 500;

const specimensFor = async ({ provider, kinds }: Pick<Task, "provider" | "kinds">) => {
  const cases = loadCases(resolve("fixtures"));
  const specimens = await openSpecimens(cases.filter(({ label }) => provider === null || label === provider));
  return specimens.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
};

const work = async (task: Task, tell: (news: News) => void): Promise<void> => {
  const { provider: _, kinds: __, count, ...options } = task;
  const specimens = await specimensFor(task);
  const choose = chooserOf(sharesOf(specimens));
  for (let done = 0; done < count; done += reportEvery) {
    const counts = new Map<string, number>();
    const seconds = new Map<string, number>();
    const report = await runMutations(specimens, {
      ...options,
      first: options.first + done * options.step,
      count: Math.min(reportEvery, count - done),
      wrongMax: Number.POSITIVE_INFINITY,
      choose,
      watch: ({ provider: label, kind }, took) => {
        const name = `${label} ${kind}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
        seconds.set(name, (seconds.get(name) ?? 0) + took);
      },
    });
    for (const wrong of report.wrong) tell({ kind: "wrong", wrong });
    tell({ kind: "documents", documents: report.documents, counts, seconds });
  }
};

const options = () => {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "1000" },
      seed: { type: "string", default: "20261115" },
      provider: { type: "string" },
      kind: { type: "string", multiple: true, default: [] },
      jobs: { type: "string", default: "2" },
      replay: { type: "string" },
      cuts: { type: "boolean", default: false },
    },
  });
  const [seed, first] = (values.replay ?? `${values.seed}:0`).split(":").map(Number);
  const count = values.replay === undefined ? Number(values.count) : 1;
  return {
    seed: seed ?? 0,
    first: first ?? 0,
    count,
    jobs: values.replay === undefined ? Number(values.jobs) : 1,
    provider: values.provider ?? null,
    kinds: values.kind,
    cuts: values.cuts,
  };
};

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Cuts every body at every byte. */
const cutAll = async (which: Pick<Task, "provider" | "kinds">): Promise<number> => {
  let [documents, wrong] = [0, 0];
  for (const specimen of await specimensFor(which)) {
    const found = await wrongCuts(specimen);
    documents += specimen.body.bytes.length + 1;
    wrong += found.length;
    for (const { length, got } of found) say(`WRONG ${specimen.name}, cut at ${length}: ${got}`);
  }
  say(`${documents} cuts: ${wrong} wrong`);
  return wrong === 0 ? 0 : 1;
};

const main = async (): Promise<number> => {
  const { seed, first, count, jobs, provider, kinds, cuts } = options();
  if (cuts) return cutAll({ provider, kinds });
  const startedAt = Date.now();
  const shares = sharesOf(await specimensFor({ provider, kinds }));
  say(`${count} documents of seed ${seed}, ${jobs} threads`);
  for (const share of shares)
    say(`  ${share.percent.toFixed(3).padStart(7)} %  ${share.name}, ${share.specimens.length} specimens`);

  const counts = new Map<string, number>();
  const seconds = new Map<string, number>();
  let [documents, wrong, told] = [0, 0, 0];
  const folder = mkdtempSync(join(tmpdir(), "mutate-"));
  const hear = (news: News) => {
    if (news.kind === "wrong") {
      wrong++;
      if (wrong <= 200) show(news.wrong, folder);
      return;
    }
    documents += news.documents;
    for (const [name, number] of news.counts) counts.set(name, (counts.get(name) ?? 0) + number);
    for (const [name, number] of news.seconds) seconds.set(name, (seconds.get(name) ?? 0) + number);
    if (Date.now() - told < 10_000) return;
    told = Date.now();
    const rate = documents / ((told - startedAt) / 1_000);
    say(`${documents} documents, ${wrong} wrong, ${rate.toFixed(0)} a second`);
  };
  await Promise.all(
    Array.from({ length: jobs }, (_, at) => {
      const own = Math.floor(count / jobs) + (at < count % jobs ? 1 : 0);
      return thread({ seed, count: own, first: first + at, step: jobs, provider, kinds }, hear);
    }),
  );
  const minutes = (Date.now() - startedAt) / 60_000;
  say(`${documents} documents in ${minutes.toFixed(1)} minutes: ${wrong} wrong`);
  for (const [name, number] of [...counts].sort())
    say(
      `  ${String(number).padStart(8)}  ${name}, ${(number / (seconds.get(name) ?? 1)).toFixed(0)} a second and thread`,
    );
  return wrong === 0 && documents === count ? 0 : 1;
};

const show = ({ replay, specimen, kind, expected, got, written }: Wrong, folder: string): void => {
  const file = join(folder, replay.replace(":", "-"));
  writeFileSync(file, written.bytes);
  say(`WRONG ${replay} ${specimen}, ${kind}\n  expected ${expected}\n  got      ${got}\n  written  ${file}`);
};

const thread = (task: Task, hear: (news: News) => void): Promise<void> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task, argv: process.argv.slice(2) });
    worker.on("message", hear);
    worker.on("error", failed);
    worker.on("exit", (code) => (code === 0 ? done() : failed(new Error(`a thread ended with ${code}`))));
  });

if (isMainThread) process.exitCode = await main();
else await work(workerData, (news) => parentPort?.postMessage(news));
