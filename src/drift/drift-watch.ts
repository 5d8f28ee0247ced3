import type { Failure } from "../failure.ts";
import type { Log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import type { Document } from "../reading/document.ts";
import type { Reading } from "../receipt.ts";
import type { Result } from "../result.ts";
import type { Drift, DriftBook } from "./drift-book.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { KnownLayouts } from "./known-layouts.ts";
import { sampleOf } from "./sample.ts";

/** A provider's answer and what became of it. `document` is null when its bytes could not be decoded. */
export type Read = {
  readonly provider: Pick<Provider, "label" | "contractVersion">;
  readonly document: Document | null;
  readonly reading: Result<Reading, Failure>;
};

/** Notices when receipts stop looking as they did. No answer waits for it, and none fails with it. */
export type DriftWatch = {
  readonly notice: (read: Read) => void;
  /** Writes what was noticed, as far as the database lets it. */
  readonly close: () => Promise<void>;
};

type Dependencies = {
  readonly book: DriftBook;
  readonly known: KnownLayouts;
  readonly log: Pick<Log, "warn" | "error">;
};

/** Answers that wait to be looked at, and drifts that wait for the database; beyond that they go uncounted. */
const waitingMax = 100;

const clauseLengthMax = 200;

export const createDriftWatch = ({ book, known, log }: Dependencies): DriftWatch => {
  const waiting: Read[] = [];
  const unwritten = new Map<string, Drift>();
  let working: Promise<void> | null = null;

  const work = async (): Promise<void> => {
    // Whoever noticed gets its answer out first.
    await new Promise((resolve) => setImmediate(resolve));
    for (let read = waiting.shift(); read !== undefined; read = waiting.shift()) {
      const drift = driftIn(read, known);
      if (drift !== null) addTo(unwritten, drift);
    }
    const written = [...unwritten.values()];
    if (written.length === 0) return;
    unwritten.clear();
    const added = await book.add(written);
    if (added.ok) for (const drift of added.value) warn(log, drift);
    else {
      for (const drift of written) addTo(unwritten, drift);
      log.warn({ code: added.error.code, detail: added.error.detail }, "drift could not be written down");
    }
  };

  const start = (): Promise<void> => {
    working ??= work()
      .catch((bug: unknown) => log.error({ err: bug }, "drift could not be looked at"))
      .finally(() => {
        working = null;
        if (waiting.length > 0) void start();
      });
    return working;
  };

  return {
    notice: (read) => {
      if (waiting.length >= waitingMax || !mayDrift(read)) return;
      waiting.push(read);
      void start();
    },
    close: async () => {
      while (working !== null) await working;
      if (unwritten.size > 0) await start();
    },
  };
};

const mayDrift = ({ reading }: Read): boolean =>
  reading.ok || reading.error.code === "provider_format_changed";

const driftIn = ({ provider, document, reading }: Read, known: KnownLayouts): Drift | null => {
  const fingerprint = document === null ? "" : fingerprintOf(document);
  if (reading.ok && known.has(provider.label, fingerprint)) return null;
  return {
    provider: provider.label,
    contractVersion: provider.contractVersion,
    fingerprint,
    outcome: reading.ok ? "verified" : "format_changed",
    clause: reading.ok ? "" : (reading.error.detail ?? "").slice(0, clauseLengthMax),
    sample: document === null ? "" : sampleOf(document, known.words),
    times: 1,
  };
};

const addTo = (drifts: Map<string, Drift>, drift: Drift): void => {
  const { sample, times, ...facts } = drift;
  const key = JSON.stringify(facts);
  const before = drifts.get(key);
  if (before === undefined && drifts.size >= waitingMax) return;
  drifts.set(key, { ...facts, sample: before?.sample ?? sample, times: times + (before?.times ?? 0) });
};

const warn = (
  log: Dependencies["log"],
  { provider, contractVersion, fingerprint, outcome, clause }: Drift,
): void =>
  log.warn(
    { provider, contractVersion, fingerprint, outcome, clause },
    outcome === "verified"
      ? "a receipt was verified in a layout that is not known"
      : "a receipt did not meet its contract",
  );
