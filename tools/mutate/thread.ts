import { resolve } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { loadCases } from "../../src/operator/sandbox/cases.ts";
import { runMutations, type Tally, type Wrong } from "./run.ts";
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
  | { readonly kind: "documents"; readonly kinds: ReadonlyMap<string, Tally> }
  | { readonly kind: "wrong"; readonly wrong: Wrong };

/** Documents between two reports of a thread. */
const reportEvery = 50;

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
  let kinds = new Map<string, Tally>();
  let since = 0;
  const report = () => {
    tell({ kind: "documents", kinds });
    [kinds, since] = [new Map(), 0];
  };
  await runMutations(await specimensFor(task), {
    ...task,
    wrongMax: Number.POSITIVE_INFINITY,
    watch: ({ kind, isVerified, wrong }) => {
      const { documents, verified } = kinds.get(kind) ?? { documents: 0, verified: 0 };
      kinds.set(kind, { documents: documents + 1, verified: verified + (isVerified ? 1 : 0) });
      if (wrong !== null) tell({ kind: "wrong", wrong });
      if (++since >= reportEvery) report();
    },
  });
  report();
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
