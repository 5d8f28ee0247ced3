import { resolve } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { loadCases } from "../../src/operator/sandbox/cases.ts";
import { runMutations, type Wrong } from "./run.ts";
import { chooserOf, sharesOf } from "./shares.ts";
import { openSpecimens, type Specimen } from "./specimen.ts";

/** What a thread is told, and what it tells. */
export type Task = {
  readonly seed: number;
  readonly count: number;
  readonly first: number;
  readonly step: number;
  readonly provider: string | null;
  readonly kinds: readonly string[];
};
export type News =
  | {
      readonly kind: "documents";
      readonly documents: number;
      readonly seconds: ReadonlyMap<string, number>;
      readonly counts: ReadonlyMap<string, number>;
    }
  | { readonly kind: "wrong"; readonly wrong: Wrong };

/** Documents between two reports of a thread. */
const reportEvery = 500;

/** The specimens of one provider or all, of these kinds of document or of every kind. */
export const specimensFor = async ({
  provider,
  kinds,
}: Pick<Task, "provider" | "kinds">): Promise<readonly Specimen[]> => {
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

/** Does the task in a thread of its own. */
export const runThread = (task: Task, hear: (news: News) => void): Promise<void> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task });
    worker.on("message", hear);
    worker.on("error", failed);
    worker.on("exit", (code) => (code === 0 ? done() : failed(new Error(`a thread ended with ${code}`))));
  });

if (!isMainThread) await work(workerData, (news) => parentPort?.postMessage(news));
