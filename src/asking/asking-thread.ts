import { parentPort, workerData } from "node:worker_threads";
import { createDriftSight } from "../drift/drift-sight.ts";
import { readKnownLayouts } from "../drift/known-layouts.ts";
import { openProviders } from "../providers/registry.ts";
import { createDecoder } from "../reading/decoder.ts";
import { createUpstream } from "../upstream/upstream.ts";
import { createAsking } from "./asking.ts";
import type { Beginning, Order, Word } from "./messages.ts";

/**
 * Entry of the thread that asks: what strangers send is received, unpacked and read here, away from the thread
 * that counts money and talks to people.
 */
const { settings, deployment }: Beginning = workerData;
const say = (word: Word) => parentPort?.postMessage(word);

// Its clock is that of whoever asks.
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);

const providers = new Map(openProviders(settings, deployment).map((one) => [one.label, one]));
const drift = createDriftSight({
  known: readKnownLayouts(),
  tell: (drifts) => say({ kind: "drifted", drifts }),
  onBug: (error) => say({ kind: "overlooked", error }),
});
const workerFile = new URL("../reading/decode-worker.js", import.meta.url);
const asking = createAsking({
  upstream: createUpstream(),
  decoder: createDecoder({ workerFile }),
  drift,
  now,
});

const ask = async ({ id, label, body, at, asker }: Extract<Order, { kind: "ask" }>): Promise<Word> => {
  aheadMs = at - Date.now();
  const provider = providers.get(label);
  if (provider === undefined) throw new Error("a provider is asked that is not offered");
  const question = provider.open(body);
  if (!question.ok) throw new Error(`a question was opened once and not again: ${question.error.code}`);
  const asked = await asking.ask(provider, question.value, asker);
  return { kind: "asked", id, label, asked, waitMs: asking.waitMs(provider) };
};

parentPort?.on("message", (order: Order) => {
  if (order.kind === "ask")
    return void ask(order)
      .catch((error: unknown): Word => ({ kind: "broke", id: order.id, error }))
      .then(say);
  if (order.kind === "ping") return say({ kind: "here" });
  void asking
    .close()
    .then(drift.settled)
    .then(() => say({ kind: "closed" }));
});
say({ kind: "here" });
