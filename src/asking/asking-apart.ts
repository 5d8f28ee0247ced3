import { Worker } from "node:worker_threads";
import type { Drift } from "../drift/drift-book.ts";
import { type Failure, fail } from "../failure.ts";
import type { Log } from "../log.ts";
import { startProblem } from "../start-problem.ts";
import type { Asked, Asking } from "./asking.ts";
import type { Beginning, Order, Word } from "./messages.ts";

type Dependencies = Beginning & {
  /** The compiled `asking-thread`. */
  readonly programFile: URL;
  readonly onDrift: (drifts: readonly Drift[]) => void;
  readonly now: () => Date;
  readonly log: Pick<Log, "error">;
  /** How often the thread is asked for a sign of life while it has something to do. */
  readonly pingEveryMs?: number;
};

/** `broken`: rejects with a start problem when the thread cannot even begin; else it never settles. */
export type AskingApart = Asking & { readonly broken: Promise<never> };

type Waiting = {
  readonly resolve: (asked: Asked) => void;
  readonly reject: (error: unknown) => void;
};

/** So often in a row it may miss a sign of life. */
const silencesMax = 4;

/** Room for large documents; what needs more ends the thread and not the program. */
const heapMegabytes = 256;

/**
 * Asks in a thread of its own, started at once, and replaced when it ends or is stuck. What was asked of one that ended is
 * `overloaded`: nothing is known of the receipt, and another's document may have ended it.
 */
export const createAskingApart = ({
  programFile,
  settings,
  deployment,
  onDrift,
  now,
  log,
  pingEveryMs = 5_000,
}: Dependencies): AskingApart => {
  const waiting = new Map<number, Waiting>();
  /** When each provider is asked again, by a clock that never goes back. */
  const restingUntilMs = new Map<string, number>();
  let lastId = 0;
  let closing: Promise<void> | null = null;
  let onClosed = () => {};
  let hasBegun = false;
  let onBroken: (cause: unknown) => void = () => {};
  const broken = new Promise<never>((_, reject) => {
    onBroken = reject;
  });
  broken.catch(() => {}); // whoever does not watch for it is not ended by it
  /** Signs of life that were asked for and did not come, one after the other. */
  let silences = 0;

  const answer = (word: Extract<Word, { readonly id: number }>): void => {
    const asker = waiting.get(word.id);
    waiting.delete(word.id);
    if (word.kind === "broke") asker?.reject(word.error);
    else {
      restingUntilMs.set(word.label, performance.now() + word.waitMs);
      asker?.resolve(word.asked);
    }
  };

  const hear = (word: Word): void => {
    silences = 0;
    if (word.kind === "here") hasBegun = true;
    else if (word.kind === "drifted") onDrift(word.drifts);
    else if (word.kind === "closed") onClosed();
    else if (word.kind === "overlooked") log.error({ err: word.error }, "drift could not be looked at");
    else answer(word);
  };

  const start = (): Worker => {
    const beginning: Beginning = { settings, deployment };
    const worker = new Worker(programFile, {
      workerData: beginning,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    worker.on("message", (word: Word) => {
      try {
        hear(word);
      } catch (err) {
        log.error({ err }, "a word of the thread that asks providers could not be heard");
      }
    });
    worker.once("error", (err) => {
      log.error({ err }, "the thread that asks providers broke");
      if (!hasBegun) onBroken(startProblem(cannotBegin, err));
    });
    worker.once("exit", () => {
      if (thread === worker) thread = null;
      if (!hasBegun) onBroken(startProblem(cannotBegin));
      for (const { resolve } of waiting.values()) resolve(refused(ended));
      waiting.clear();
      onClosed();
    });
    worker.unref();
    return worker;
  };

  let thread: Worker | null = start();

  /** A thread that is stuck would leave everyone waiting. */
  const watch = (): void => {
    const isAwaited = waiting.size > 0 || closing !== null;
    if (thread === null || !isAwaited) silences = 0;
    else if (silences < silencesMax) {
      silences += 1;
      tell({ kind: "ping" });
    } else {
      log.error({ waiting: waiting.size }, "the thread that asks providers is stuck and is ended");
      void thread.terminate();
    }
  };
  const watching = setInterval(watch, pingEveryMs).unref();

  const tell = (order: Order): void => {
    thread ??= start();
    thread.postMessage(order);
  };

  const drain = async (ending: Worker): Promise<void> => {
    ending.ref(); // what still runs is waited for
    await new Promise<void>((closed) => {
      onClosed = closed;
      tell({ kind: "close" });
    });
    await ending.terminate();
  };

  const close = async (): Promise<void> => {
    if (thread !== null) await drain(thread);
    clearInterval(watching);
  };

  return {
    broken,
    ask: ({ label }, { body }, asker = null) => {
      if (closing !== null) return Promise.resolve(refused(stopping));
      lastId += 1;
      const id = lastId;
      return new Promise<Asked>((resolve, reject) => {
        tell({ kind: "ask", id, label, body, at: now().getTime(), asker });
        waiting.set(id, { resolve, reject });
      });
    },
    waitMs: ({ label }) => Math.max(0, (restingUntilMs.get(label) ?? 0) - performance.now()),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

const cannotBegin =
  "The thread that asks providers cannot begin: the log says why. Build or install the program anew, and give it more memory.";
const stopping = fail("overloaded", { retryAfterSeconds: 5, detail: "closing" });
const ended = fail("overloaded", { retryAfterSeconds: 1, detail: "the thread that asks ended" });

const refused = (result: { readonly ok: false; readonly error: Failure }): Asked => ({
  result,
  timings: { upstreamMs: 0, parseMs: 0 },
});
