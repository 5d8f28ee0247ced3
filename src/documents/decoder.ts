import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Failure, type FailureCode, fail } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import type { Document } from "./document.ts";

/**
 * Bytes to document. A small page or small JSON is decoded here unless a thread has nothing to do; every other document
 * in a worker thread with a time limit and a memory limit, so that no document can hold up or end the program.
 * Failures: `provider_error` for a document whose end is missing, `provider_format_changed` for one that cannot be
 * decoded within the limits, `overloaded`, `internal_error`.
 */
export type Decoder = {
  /** The kind is sniffed; `contentType`, the header as sent, only serves the charset. */
  readonly decode: (bytes: Uint8Array, contentType: string) => Promise<Result<Document, Failure>>;
  /** Documents in the threads, and those that wait for one. */
  readonly reading: () => { readonly running: number; readonly waiting: number };
  readonly close: () => Promise<void>;
};

type Options = {
  /** The compiled `decode-worker`. */
  readonly workerFile: URL;
  /** Threads at most; they start when a document needs one. */
  readonly threads?: number;
  /** Longest time for one document, after which its thread is ended. */
  readonly timeoutMs?: number;
  /** What a thread gets besides for its first document, while it loads its program. */
  readonly startMs?: number;
  readonly heapMegabytes?: number;
  /** Documents that may wait for a thread. */
  readonly waitingMax?: number;
  /** A thread without a document ends after this time, so that its memory is given back. */
  readonly idleMs?: number;
};

type Job = {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly settle: (result: Result<Document, Failure>) => void;
};

type Idle = { readonly worker: Worker; readonly ending: NodeJS.Timeout };

export const createDecoder = ({
  workerFile,
  threads = Math.max(2, Math.min(4, availableParallelism())),
  timeoutMs = 5_000,
  startMs = 5_000,
  heapMegabytes = 256,
  waitingMax = 64,
  idleMs = 10_000,
}: Options): Decoder => {
  const idle: Idle[] = [];
  const running = new Set<Worker>();
  const waiting: Job[] = [];
  let closed = false;

  const isFrequent = createFrequency();

  const runNext = () => {
    while (running.size < threads) {
      const job = waiting.shift();
      if (job === undefined) return;
      const resting = takeIdle();
      if (resting === undefined) run(startWorker(workerFile, heapMegabytes), job, timeoutMs + startMs);
      else run(resting, job, timeoutMs);
    }
  };

  const hand = (bytes: Uint8Array, contentType: string): Promise<Result<Document, Failure>> =>
    new Promise((settle) => {
      if (closed || waiting.length >= waitingMax)
        return settle(fail("overloaded", { detail: "decoding queue" }));
      waiting.push({ bytes, contentType, settle });
      runNext();
    });

  /** Starts a thread for the next documents where they come often. This one does not wait for it. */
  const startAhead = () => {
    if (isFrequent() && idle.length + running.size === 0) void hand(new TextEncoder().encode("<p>"), "");
  };

  /** The one that worked last, so that the others can end. */
  const takeIdle = (): Worker | undefined => {
    const taken = idle.pop();
    clearTimeout(taken?.ending);
    return taken?.worker;
  };

  const rest = (worker: Worker) => {
    const end = () => {
      const at = idle.findIndex((one) => one.worker === worker);
      if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.ending);
      void worker.terminate();
    };
    idle.push({ worker, ending: setTimeout(end, idleMs).unref() });
    worker.once("exit", end);
  };

  const run = (worker: Worker, { bytes, contentType, settle }: Job, limitMs: number) => {
    running.add(worker);
    // A running document keeps the process alive; an idle thread does not.
    worker.ref();
    const done = (result: Result<Document, Failure>, isReusable: boolean) => {
      clearTimeout(timer);
      for (const event of ["message", "error"]) worker.removeAllListeners(event);
      // The exit may have another listener, of `close`.
      worker.off("exit", ended);
      // An error without a listener would end the process.
      worker.on("error", () => undefined);
      running.delete(worker);
      worker.unref();
      if (isReusable && !closed) rest(worker);
      else void worker.terminate();
      settle(result);
      runNext();
    };
    const broken = (code: FailureCode, detail: string) =>
      done(fail(code, { detail: detail.slice(0, 120) }), false);
    const ended = () => broken("internal_error", "decoding thread ended");
    const timer = setTimeout(() => broken("provider_format_changed", "decoding took too long"), limitMs);
    worker.removeAllListeners("exit");
    worker.once("message", (result: Result<Document, Failure>) => done(result, true));
    worker.once("error", (cause: Error & { code?: string }) =>
      cause.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? broken("provider_format_changed", "decoding took too much memory")
        : broken("internal_error", `decoding failed: ${cause.name} ${cause.message}`),
    );
    worker.once("exit", ended);
    worker.postMessage({ bytes, contentType });
  };

  return {
    decode: async (bytes, contentType) => {
      const { decodeAtOnce } = await loadPlainDecoders();
      if (idle.length > 0) return hand(bytes, contentType);
      startAhead();
      return decodeAtOnce(bytes, contentType) ?? hand(bytes, contentType);
    },
    reading: () => ({ running: running.size, waiting: waiting.length }),
    close: async () => {
      closed = true;
      for (const job of waiting.splice(0)) job.settle(fail("overloaded", { detail: "stopping" }));
      const resting = idle.splice(0).map(({ worker, ending }) => {
        clearTimeout(ending);
        return worker;
      });
      await Promise.all([...resting, ...running].map((worker) => worker.terminate()));
    },
  };
};

/** Loaded for the first document: no start needs what reads pages. */
export const loadPlainDecoders = () => import("./decode-plain.ts");

/** Ten a second. */
const frequentMs = 100;

/** Says at each call whether the one before was a short time ago. */
const createFrequency = (): (() => boolean) => {
  let lastAt = Number.NEGATIVE_INFINITY;
  return () => {
    const [at, before] = [performance.now(), lastAt];
    lastAt = at;
    return at - before < frequentMs;
  };
};

/** What a thread sets aside for new objects: Node would give each thread 48 MB, which two full threads never give back. */
const youngMegabytes = 16;

const startWorker = (file: URL, heapMegabytes: number): Worker => {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
  });
  worker.unref();
  return worker;
};
