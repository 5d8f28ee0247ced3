import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { wrongCuts } from "./cuts.ts";
import type { Wrong } from "./run.ts";
import { sharesOf } from "./shares.ts";
import { type News, runThread, specimensFor, type Task } from "./thread.ts";

/**
 * `npm run mutate -- --count 1000000 [--seed N] [--provider label] [--kind json …] [--jobs N]` changes the fixtures'
 * documents and ends with 1 when one is read wrongly; `--replay seed:number` makes one again, `--cuts` cuts each
 * body at every byte instead.
 */

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
      return runThread({ seed, count: own, first: first + at, step: jobs, provider, kinds }, hear);
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

process.exitCode = await main();
