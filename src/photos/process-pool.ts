import type { ChildProcess } from "node:child_process";
import { createFairQueue } from "../core/fair-queue.ts";
import { err, type Result } from "../core/result.ts";
import type { PictureCaller } from "./picture-caller.ts";
import { askIn, keepAlive, kill, type NoAnswer, startProcess } from "./reading-process.ts";

/**
 * Work for processes that do one thing at a time; callers take turns. They start when they are needed and stay until nothing
 * was asked for a while; one that gives no answer is killed, and replaced for the next job.
 */
type ProcessPool<Job, Answer> = {
  /**
   * `isAlone`: nothing else runs beside it, or rests. `isLong`: it takes long, so shorter ones go first. `caller`: whose
   * turn it waits for, and no longer than its signal lets it.
   */
  readonly run: (job: Job, how: How) => Promise<Result<Answer, NoAnswer>>;
  /** Nothing runs or waits. */
  readonly isIdle: () => boolean;
  readonly reading: () => { readonly running: number; readonly waiting: number };
  /** Ends the processes that rest. */
  readonly giveBack: () => Promise<void>;
  /** Ends the processes; what waits or runs is answered `stopped`. */
  readonly close: () => Promise<void>;
};

type Options = {
  /** The compiled entry of the process: it serves by `serveParent`. */
  readonly processFile: URL;
  /** The compiled code that the entry may import. */
  readonly codeFolder: URL;
  readonly processes: number;
  /** Longest time for one job, after which its process is killed. */
  readonly timeoutMs: number;
  /** Longest time until a new process is ready. */
  readonly startMs: number;
  /** Jobs that may wait for a process. */
  readonly waitingMax: number;
  readonly heapMegabytes: number;
  /** What it keeps of what its libraries let go of, for the next piece of the same work; unset: next to nothing. */
  readonly spareMegabytes?: number;
  /** After so long without a job a process gives its memory back. */
  readonly idleMs: number;
};

type How = { readonly isAlone: boolean; readonly isLong: boolean; readonly caller: PictureCaller };

/** Short jobs that may go ahead of a long one that waits. */
const shortInARowMax = 8;

type Waiting<Job, Answer> = Pick<How, "isAlone" | "isLong"> & {
  readonly job: Job;
  readonly settle: (answer: Result<Answer, NoAnswer>) => void;
  /** It waits no longer. */
  readonly begin: () => void;
};

export const createProcessPool = <Job, Answer>({
  processFile,
  codeFolder,
  processes,
  waitingMax,
  heapMegabytes,
  spareMegabytes = 0,
  idleMs,
  ...limits
}: Options): ProcessPool<Job, Answer> => {
  /** The one that rested last is asked first: what more than one had to do rests for good when it is over. */
  const idle: { readonly child: ChildProcess; readonly resting: NodeJS.Timeout }[] = [];
  const running = new Set<Promise<void>>();
  const short = createFairQueue<Waiting<Job, Answer>>();
  const long = createFairQueue<Waiting<Job, Answer>>();
  /** Long ones that run; where there are more processes than one, one of them is kept for the short ones. */
  let longRunning = 0;
  const longMax = Math.max(1, processes - 1);
  let shortInARow = 0;
  const closing = new AbortController();
  let isOneAlone = false;

  const queueOfTurn = () => {
    const isLongsTurn = short.size() === 0 || shortInARow >= shortInARowMax;
    return long.size() > 0 && longRunning < longMax && isLongsTurn ? long : short;
  };

  /** In the order of turns: one that runs alone waits for the others, and the others for it. */
  const next = () => {
    for (;;) {
      const queue = queueOfTurn();
      const entry = queue.peek();
      if (entry === undefined) return;
      if (running.size >= (entry.isAlone || isOneAlone ? 1 : processes)) return;
      queue.next();
      entry.begin();
      const { isLong } = entry;
      shortInARow = isLong || long.size() === 0 ? 0 : shortInARow + 1;
      if (isLong) longRunning += 1;
      isOneAlone = entry.isAlone;
      if (isOneAlone) void endIdle(1);
      const work = run(entry).then(() => {
        running.delete(work);
        if (isLong) longRunning -= 1;
        next();
      });
      running.add(work);
    }
  };

  /** Those that rested longest go first. */
  const endIdle = async (kept: number): Promise<void> => {
    const ended = idle.splice(0, Math.max(0, idle.length - kept));
    for (const { resting } of ended) clearTimeout(resting);
    await Promise.all(ended.map(({ child }) => kill(child)));
  };

  const run = async ({ job, settle }: Waiting<Job, Answer>): Promise<void> => {
    const ready = idle.pop();
    clearTimeout(ready?.resting);
    const child =
      ready?.child ?? startProcess({ processFile, codeFolder }, { heapMegabytes, spareMegabytes });
    keepAlive(child, true);
    const answer = await askIn<Job, Answer>(child, ready !== undefined, job, limits, closing.signal);
    keepAlive(child, false);
    const isReusable = answer.ok && !closing.signal.aborted;
    if (isReusable) rest(child);
    settle(answer);
    // The next job begins when this process is really gone, so that two never share one core's memory.
    if (!isReusable) await kill(child);
  };

  const rest = (child: ChildProcess) => {
    /** A process that ends while it is idle must not be given the next job. */
    const forget = () => {
      const at = idle.findIndex((one) => one.child === child);
      const [found] = at < 0 ? [] : idle.splice(at, 1);
      clearTimeout(found?.resting);
    };
    const end = () => {
      forget();
      void kill(child);
    };
    idle.push({ child, resting: setTimeout(end, idleMs).unref() });
    child.once("exit", forget);
  };

  return {
    run: (job, { isAlone, isLong, caller }) =>
      new Promise((settle) => {
        const { signal } = caller;
        if (closing.signal.aborted) return settle(err({ kind: "stopped" }));
        if (signal?.aborted || short.size() + long.size() >= waitingMax)
          return settle(err({ kind: "queue_full" }));
        const giveUp = () => {
          queue.remove(entry);
          settle(err({ kind: "queue_full" }));
          next();
        };
        const begin = () => signal?.removeEventListener("abort", giveUp);
        const entry = { job, isAlone, isLong, settle, begin };
        const queue = isLong ? long : short;
        signal?.addEventListener("abort", giveUp, { once: true });
        queue.add(caller, entry);
        next();
      }),
    reading: () => ({ running: running.size, waiting: short.size() + long.size() }),
    isIdle: () => running.size + short.size() + long.size() === 0,
    giveBack: () => endIdle(0),
    close: async () => {
      for (const { settle } of [...short.takeAll(), ...long.takeAll()]) settle(err({ kind: "stopped" }));
      closing.abort();
      await Promise.all(running);
      await endIdle(0);
    },
  };
};
