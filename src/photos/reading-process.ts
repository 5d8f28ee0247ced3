import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { err, ok, type Result } from "../core/result.ts";
import { permissionFlags } from "./process-permissions.ts";

/** Why a job has no answer. `detail` is what a log may hold about it. */
export type NoAnswer = {
  /** `killed`: by the system, for its memory or a fault of its own; `broken`: it ended, or never began. */
  readonly kind: "queue_full" | "stopped" | "too_slow" | "killed" | "broken";
  readonly detail?: string;
};

type Limits = { readonly timeoutMs: number; readonly startMs: number };

/** What the process says: that it is ready (null), or an answer. */
type Message<Answer> = { readonly answer: Answer | null };

/** One job done by a process. After a failure the process is good for nothing more. */
export const askIn = <Job, Answer>(
  child: ChildProcess,
  isReady: boolean,
  job: Job,
  { timeoutMs, startMs }: Limits,
  stopped: AbortSignal,
): Promise<Result<Answer, NoAnswer>> =>
  new Promise((resolve) => {
    const settle = (answer: Result<Answer, NoAnswer>) => {
      clearTimeout(timer);
      child.removeAllListeners();
      stopped.removeEventListener("abort", stop);
      // A pipe that breaks later is seen at the next job, or never.
      child.on("error", () => undefined);
      resolve(answer);
    };
    const broken = (detail: string) => settle(err({ kind: "broken", detail }));
    const stop = () => settle(err({ kind: "stopped" }));
    const ask = () => {
      clearTimeout(timer);
      timer = setTimeout(() => settle(err({ kind: "too_slow" })), timeoutMs);
      child.send({ job });
    };
    let timer = setTimeout(() => broken("did not start"), startMs);
    child.on("message", ({ answer }: Message<Answer>) => (answer === null ? ask() : settle(ok(answer))));
    child.once("error", ({ name }) => broken(name));
    child.once("exit", (code, signal) =>
      signal === null ? broken(`ended with ${code}`) : settle(err({ kind: "killed", detail: signal })),
    );
    stopped.addEventListener("abort", stop);
    if (stopped.aborted) stop();
    else if (isReady) ask();
  });

/**
 * The other end: empties the environment, says that it is ready, and answers each job. What `work` throws ends the process.
 * A job is not checked again: it comes from the program itself, and a library for it takes 15 MB of each process.
 *
 * @param afterwards what is done once a job's answer is sent
 */
export const serveParent = <Job>(
  work: (job: Job) => Promise<unknown>,
  afterwards: (job: Job) => void = () => {},
): void => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  // The terminal's and the supervisor's signals are for the program, which ends this process when it ends.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit());
  process.on("message", ({ job }: { job: Job }) => {
    void work(job).then((answer) => process.send?.({ answer }, () => afterwards(job)));
  });
  process.send?.({ answer: null });
};

/** What a process may keep: its heap, and of what its libraries have let go of (unset: next to nothing). */
type ProcessMemory = { readonly heapMegabytes: number; readonly spareMegabytes?: number };

/** A process's entry, and the folder of the code that the entry may import. */
type ProcessCode = { readonly processFile: URL; readonly codeFolder: URL };

/** Starts it without the program's variables and with no more permissions than it needs. */
export const startProcess = (
  { processFile, codeFolder }: ProcessCode,
  { heapMegabytes, spareMegabytes }: ProcessMemory,
): ChildProcess =>
  fork(fileURLToPath(processFile), [], {
    serialization: "advanced",
    env: { ...memoryVariables, ...(spareMegabytes && sparing(spareMegabytes)) },
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      "--max-semi-space-size=2",
      "--expose-gc",
      ...permissionFlags(processFile, codeFolder),
    ],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });

/**
 * For the C library alone, which reads them at the start; `serveParent` takes them away. Few arenas, and large pieces
 * given back at once, keep the memory of pictures from piling up between them.
 */
const memoryVariables = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "1048576" };

/** Only the first arena keeps anything. */
const sparing = (megabytes: number) => ({
  MALLOC_ARENA_MAX: "1",
  MALLOC_TRIM_THRESHOLD_: String(megabytes * 1_048_576),
});

/** A running job keeps the program alive; an idle process does not. */
export const keepAlive = (child: ChildProcess, isKept: boolean): void => {
  for (const handle of [child, child.channel]) {
    if (isKept) handle?.ref();
    else handle?.unref();
  }
};

/** @returns when it is gone. */
export const kill = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
