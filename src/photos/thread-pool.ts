import { Worker } from "node:worker_threads";

/** Work for threads of which each does one thing at a time: an answer, or why there is none. */
export type ThreadPool<Job, Answer> = {
  /** `isAlone`: nothing else runs beside it. */
  readonly run: (job: Job, how: { readonly isAlone: boolean }) => Promise<Answer | Unanswered>;
  /** Ends the threads; what waits or runs is answered `stopped`. */
  readonly close: () => Promise<void>;
};

/** `kind` says what happened to the thread or the queue, `detail` what a log may hold about it. */
export type Unanswered = {
  readonly kind: "queue_full" | "stopped" | "too_slow" | "too_much_memory" | "broken";
  readonly detail?: string;
};

export type ThreadPoolOptions = {
  /** The compiled entry of the thread: takes one message, sends one. */
  readonly workerFile: URL;
  readonly threads: number;
  /** Longest time for one job, after which its thread is ended and replaced. */
  readonly timeoutMs: number;
  /** Jobs that may wait for a thread. */
  readonly waitingMax: number;
  readonly heapMegabytes: number;
};

type Waiting<Job, Answer> = {
  readonly job: Job;
  readonly isAlone: boolean;
  readonly settle: (answer: Answer | Unanswered) => void;
};

export const createThreadPool = <Job, Answer>({
  workerFile,
  threads,
  timeoutMs,
  waitingMax,
  heapMegabytes,
}: ThreadPoolOptions): ThreadPool<Job, Answer> => {
  const idle: Worker[] = [];
  const running = new Map<Worker, (reason: Unanswered) => void>();
  const waiting: Waiting<Job, Answer>[] = [];
  let isOneAlone = false;
  let closed = false;

  const start = (): Worker => {
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
    worker.unref();
    return worker;
  };

  /** In the order of asking: one that runs alone waits for the others, and the others for it. */
  const next = () => {
    for (let [entry] = waiting; entry !== undefined; [entry] = waiting) {
      if (running.size >= (entry.isAlone || isOneAlone ? 1 : threads)) return;
      waiting.shift();
      isOneAlone = entry.isAlone;
      run(idle.pop() ?? start(), entry);
    }
  };

  /** A thread that ends while it is idle must not be given the next job. */
  const forget = (worker: Worker) => {
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
  };

  const run = (worker: Worker, { job, settle }: Waiting<Job, Answer>) => {
    // A running job keeps the process alive; an idle thread does not.
    worker.removeAllListeners("exit");
    worker.ref();
    const release = () => {
      clearTimeout(timer);
      // Without names this would take the thread's own inner listeners too.
      for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
      // What it still throws is nobody's any more; unheard it would end the process.
      worker.on("error", () => undefined);
      worker.once("exit", () => forget(worker));
      worker.unref();
    };
    const giveUp = (reason: Unanswered) => {
      release();
      settle(reason);
      // The next job begins when this thread is really gone, so that two never share one core's memory.
      void worker.terminate().finally(() => {
        running.delete(worker);
        next();
      });
    };
    running.set(worker, giveUp);
    const timer = setTimeout(() => giveUp({ kind: "too_slow" }), timeoutMs);
    worker.once("message", (answer: Answer) => {
      release();
      running.delete(worker);
      idle.push(worker);
      settle(answer);
      next();
    });
    worker.once("error", (cause: Error & { code?: string }) =>
      giveUp(
        cause.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? { kind: "too_much_memory" }
          : { kind: "broken", detail: `${cause.name} ${cause.message}`.slice(0, 120) },
      ),
    );
    worker.once("exit", () => giveUp({ kind: "broken", detail: "thread ended" }));
    worker.postMessage(job);
  };

  return {
    run: (job, { isAlone }) =>
      new Promise((settle) => {
        if (closed) return settle({ kind: "stopped" });
        if (waiting.length >= waitingMax) return settle({ kind: "queue_full" });
        waiting.push({ job, isAlone, settle });
        next();
      }),
    close: async () => {
      closed = true;
      for (const { settle } of waiting.splice(0)) settle({ kind: "stopped" });
      for (const giveUp of running.values()) giveUp({ kind: "stopped" });
      await Promise.all([...idle.splice(0), ...running.keys()].map((worker) => worker.terminate()));
    },
  };
};
