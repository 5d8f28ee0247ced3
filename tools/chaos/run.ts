/**
 * `npm run chaos -- [--seeds 1000] [--from 1] [--seed N] [--real 50] [--workers 2]`. Ends with 1 when an invariant was
 * broken, and prints the seed, its plan and what happened.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { describePlan, drawPlan } from "./plan.ts";
import { playReal } from "./real/play-real.ts";
import { realScale, simulatedScale } from "./scale.ts";
import { playSimulated } from "./simulated/play-simulated.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    real: { type: "string" },
    workers: { type: "string", default: String(Math.min(2, availableParallelism())) },
    /** Of this program's own making: plays its share and says each outcome as a line of JSON. */
    worker: { type: "boolean", default: false },
  },
});

/** What one seed came to. */
type Played = {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly history: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
};

const isReal = values.real !== undefined;
const one = values.seed === undefined ? null : Number(values.seed);
const from = one ?? Number(values.from);
const seeds = one === null ? Number(values.real ?? values.seeds) : 1;
const scale = isReal ? realScale : simulatedScale;

const play = async (first: number, count: number, onPlayed: (played: Played) => void): Promise<void> => {
  const all = Array.from({ length: count }, (_, at) => first + at);
  await (isReal ? playReal(all, onPlayed) : playSimulated(all, onPlayed));
};

/** Real processes share the machine, so their seeds are played one after the other. */
const playInWorkers = async (onPlayed: (played: Played) => void): Promise<void> => {
  const workers = Math.min(isReal ? 1 : Number(values.workers), seeds);
  if (workers <= 1) return play(from, seeds, onPlayed);
  const share = Math.ceil(seeds / workers);
  const shares = Array.from({ length: workers }, (_, at) => ({
    first: from + at * share,
    count: Math.min(share, seeds - at * share),
  })).filter(({ count }) => count > 0);
  await Promise.all(shares.map((part) => playInWorker(part, onPlayed)));
};

const playInWorker = (
  { first, count }: { readonly first: number; readonly count: number },
  onPlayed: (played: Played) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = process.argv[1] ?? "";
    const args = [script, "--worker", "--from", String(first), "--seeds", String(count)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      const lines = `${said}${part}`.split("\n");
      said = lines.pop() ?? "";
      for (const line of lines) onPlayed(JSON.parse(line));
    });
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a worker ended with ${code}`));
    });
  });

const report = ({ seed, wrong, history }: Played): void => {
  if (wrong.length > 0 || one !== null)
    process.stdout.write(`${[...describePlan(drawPlan(seed, scale)), "", ...history].join("\n")}\n`);
  if (wrong.length > 0)
    process.stdout.write(`seed ${seed}: ${wrong.length} invariants broken\n  ${wrong.join("\n  ")}\n\n`);
};

if (values.worker) {
  await play(from, seeds, (played) => void process.stdout.write(`${JSON.stringify(played)}\n`));
} else {
  const realNow = performance.now.bind(performance);
  const startedAt = realNow();
  const totals = new Map<string, number>();
  const broken: number[] = [];
  let played = 0;
  await playInWorkers((outcome) => {
    played += 1;
    for (const [name, count] of Object.entries(outcome.counts))
      totals.set(name, (totals.get(name) ?? 0) + count);
    if (outcome.wrong.length > 0) broken.push(outcome.seed);
    report(outcome);
    if (played % (isReal ? 1 : 50) === 0)
      process.stderr.write(`${played} of ${seeds} seeds, ${broken.length} broken\n`);
  });
  const counted = [...totals].map(([name, count]) => `${name} ${count}`).join(", ");
  const seconds = Math.round((realNow() - startedAt) / 1000);
  const kind = isReal ? "real" : "simulated";
  process.stdout.write(`${played} ${kind} seeds in ${seconds} s; ${counted}; ${broken.length} broken\n`);
  if (broken.length > 0) process.stdout.write(`broken: ${broken.join(" ")}\n`);
  process.exitCode = broken.length > 0 || played < seeds ? 1 : 0;
}
