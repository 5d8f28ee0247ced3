import { Worker } from "node:worker_threads";
import { type Failure, type FailureCode, fail } from "../failure.ts";
import type { Result } from "../result.ts";
import { decodeAtOnce } from "./decode-plain.ts";
import type { Document } from "./document.ts";

/**
 * Bytes to document, in a worker thread with a memory limit and a kill timer; only what is small and plain is decoded
 * at once. The kind is sniffed, never
 * taken from the header; `contentType` only serves the charset. Failures: `provider_error` for a document whose
 * end is missing, `provider_format_changed` for one that cannot be decoded within the limits, `overloaded`, `internal_error`.
 */
export type Decoder = {
  readonly decode: (bytes: Uint8Array, contentType: string) => Promise<Result<Document, Failure>>;
  readonly close: () => Promise<void>;
};

type Options = {
  /** The compiled `decode-worker`. */
  readonly workerFile: URL;
  readonly threads?: number;
  /** Longest time for one document, after which its thread is ended and replaced. */
  readonly timeoutMs?: number;
  readonly heapMegabytes?: number;
  /** Documents that may wait for a thread. */
  readonly waitingMax?: number;
};

type Job = {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly settle: (result: Result<Document, Failure>) => void;
};

export const createDecoder = ({
  workerFile,
  threads = 2,
  timeoutMs = 5_000,
  heapMegabytes = 256,
  waitingMax = 64,
}: Options): Decoder => {
  const idle: Worker[] = [];
  const running = new Set<Worker>();
  const waiting: Job[] = [];
  let closed = false;

  const start = (): Worker => {
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
    worker.unref();
    return worker;
  };

  const next = () => {
    while (running.size < threads) {
      const job = waiting.shift();
      if (job === undefined) return;
      run(idle.pop() ?? start(), job);
    }
  };

  /** A thread that ends while it is idle must not be given the next document. */
  const forget = (worker: Worker) => {
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
  };

  const run = (worker: Worker, job: Job) => {
    worker.removeAllListeners("exit");
    running.add(worker);
    // A running document keeps the process alive; an idle thread does not.
    worker.ref();
    const done = (result: Result<Document, Failure>, reusable: boolean) => {
      clearTimeout(timer);
      // Without names this would take the thread's own inner listeners too.
      for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
      // What it still throws is nobody's any more; unheard it would end the process.
      worker.on("error", () => undefined);
      worker.once("exit", () => forget(worker));
      running.delete(worker);
      worker.unref();
      if (reusable && !closed) idle.push(worker);
      else void worker.terminate();
      job.settle(result);
      next();
    };
    const broken = (code: FailureCode, detail: string) =>
      done(fail(code, { detail: detail.slice(0, 120) }), false);
    const timer = setTimeout(() => broken("provider_format_changed", "decoding took too long"), timeoutMs);
    worker.once("message", (result: Result<Document, Failure>) => done(result, true));
    worker.once("error", (cause: Error & { code?: string }) =>
      cause.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? broken("provider_format_changed", "decoding took too much memory")
        : broken("internal_error", `decoding failed: ${cause.name} ${cause.message}`),
    );
    worker.once("exit", () => broken("internal_error", "decoding thread ended"));
    worker.postMessage({ bytes: job.bytes, contentType: job.contentType });
  };

  return {
    decode: async (bytes, contentType) =>
      decodeAtOnce(bytes, contentType) ??
      new Promise((settle) => {
        if (closed || waiting.length >= waitingMax)
          return settle(fail("overloaded", { detail: "decoding queue" }));
        waiting.push({ bytes, contentType, settle });
        next();
      }),
    close: async () => {
      closed = true;
      for (const job of waiting.splice(0)) job.settle(fail("overloaded", { detail: "stopping" }));
      await Promise.all([...idle.splice(0), ...running].map((worker) => worker.terminate()));
    },
  };
};
