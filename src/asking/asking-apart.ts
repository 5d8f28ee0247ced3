import { Worker } from "node:worker_threads";
import type { Drift } from "../drift/drift-book.ts";
import { fail } from "../failure.ts";
import type { Log } from "../log.ts";
import type { Asked, Asking } from "./asking.ts";
import type { Beginning, Order, Word } from "./messages.ts";

type Dependencies = Beginning & {
  /** The compiled `asking-thread`. */
  readonly programFile: URL;
  readonly onDrift: (drifts: readonly Drift[]) => void;
  readonly now: () => Date;
  readonly log: Pick<Log, "error">;
};

type Waiting = {
  readonly resolve: (asked: Asked) => void;
  readonly reject: (error: unknown) => void;
};

/** Room for large documents; what needs more ends the thread and not the program. */
const heapMegabytes = 256;

/**
 * Asks in a thread of its own, started at once and replaced when it ends. What was asked of one that ended is rejected,
 * as for a bug: nothing is known of the receipt.
 */
export const createAskingApart = ({
  programFile,
  settings,
  deployment,
  onDrift,
  now,
  log,
}: Dependencies): Asking => {
  const waiting = new Map<number, Waiting>();
  /** When each provider is asked again, by a clock that never goes back. */
  const restingUntilMs = new Map<string, number>();
  let lastId = 0;
  let closing: Promise<void> | null = null;
  let onClosed = () => {};

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
    if (word.kind === "drifted") onDrift(word.drifts);
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
    worker.on("message", hear);
    worker.once("error", (err) => log.error({ err }, "the thread that asks providers broke"));
    worker.once("exit", () => {
      if (thread === worker) thread = null;
      for (const { reject } of waiting.values()) reject(new Error("the thread that asks providers ended"));
      waiting.clear();
      onClosed();
    });
    worker.unref();
    return worker;
  };

  let thread: Worker | null = start();

  const tell = (order: Order): void => {
    thread ??= start();
    thread.postMessage(order);
  };

  const close = async (): Promise<void> => {
    const ending = thread;
    if (ending === null) return;
    ending.ref(); // what still runs is waited for
    await new Promise<void>((closed) => {
      onClosed = closed;
      tell({ kind: "close" });
    });
    await ending.terminate();
  };

  return {
    ask: ({ label }, { body }) => {
      if (closing !== null) return Promise.resolve(refused());
      lastId += 1;
      const id = lastId;
      return new Promise<Asked>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        tell({ kind: "ask", id, label, body, at: now().getTime() });
      });
    },
    waitMs: ({ label }) => Math.max(0, (restingUntilMs.get(label) ?? 0) - performance.now()),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

const refused = (): Asked => ({
  result: fail("overloaded", { retryAfterSeconds: 5, detail: "closing" }),
  timings: { upstreamMs: 0, parseMs: 0 },
});
