import type { Failure } from "../../core/failure.ts";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import type { Result } from "../../core/result.ts";
import type { Document } from "../../documents/document.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Drift } from "./drift-book.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { KnownLayouts } from "./known-layouts.ts";
import { sampleOf } from "./sample.ts";

/** A provider's answer and what became of it. `document` is null when its bytes could not be decoded. */
export type Read = {
  readonly provider: Pick<Provider, "label" | "contractVersion">;
  readonly document: Document | null;
  readonly verified: Result<VerifiedReceipt, Failure>;
};

/** Sees when receipts stop looking as they did. No answer waits for it, and none fails with it. */
export type DriftSight = {
  readonly notice: (read: Read) => void;
  /** Resolves when all that was noticed has been looked at. */
  readonly settled: () => Promise<void>;
};

type Dependencies = {
  readonly known: KnownLayouts;
  /** Told of what was seen, several at once, each of another kind. */
  readonly tell: (drifts: readonly Drift[]) => void;
  readonly onBug: (bug: unknown) => void;
};

/** Answers that wait to be looked at, and drifts that wait for the database; beyond that they go uncounted. */
const waitingMax = 100;

const clauseLengthMax = 200;

export const createDriftSight = ({ known, tell, onBug }: Dependencies): DriftSight => {
  const waiting: Read[] = [];
  let working: Promise<void> | null = null;

  const work = async (): Promise<void> => {
    // Whoever noticed gets its answer out first.
    await new Promise((resolve) => setImmediate(resolve));
    const seen = new Map<string, Drift>();
    for (let read = waiting.shift(); read !== undefined; read = waiting.shift()) {
      const drift = driftIn(read, known);
      if (drift !== null) addTo(seen, drift);
    }
    if (seen.size > 0) tell([...seen.values()]);
  };

  const start = (): void => {
    working ??= work()
      .catch(onBug)
      .finally(() => {
        working = null;
        if (waiting.length > 0) start();
      });
  };

  return {
    notice: (read) => {
      if (waiting.length >= waitingMax || !mayDrift(read)) return;
      waiting.push(read);
      start();
    },
    settled: async () => {
      while (working !== null) await working;
    },
  };
};

const mayDrift = ({ verified }: Read): boolean =>
  verified.ok || verified.error.code === "provider_format_changed";

const driftIn = ({ provider, document, verified }: Read, known: KnownLayouts): Drift | null => {
  const fingerprint = document === null ? "" : fingerprintOf(document);
  if (verified.ok && known.has(provider.label, fingerprint)) return null;
  return {
    provider: provider.label,
    contractVersion: provider.contractVersion,
    fingerprint,
    outcome: verified.ok ? "verified" : "format_changed",
    clause: verified.ok ? "" : (verified.error.detail ?? "").slice(0, clauseLengthMax),
    sample: document === null ? "" : sampleOf(document, known.words),
    times: 1,
  };
};

/** Counts a drift among those of its kind; one kind too many goes uncounted. */
export const addTo = (drifts: Map<string, Drift>, drift: Drift): void => {
  const { sample, times, ...facts } = drift;
  const key = JSON.stringify(facts);
  const before = drifts.get(key);
  if (before === undefined && drifts.size >= waitingMax) return;
  drifts.set(key, { ...facts, sample: before?.sample ?? sample, times: times + (before?.times ?? 0) });
};
