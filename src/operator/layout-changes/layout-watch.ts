import type { Failure } from "../../core/failure.ts";
import type { Log } from "../../core/log.ts";
import { type Observe, unobserved } from "../../core/measurements.ts";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import type { Result } from "../../core/result.ts";
import type { Document } from "../../documents/document.ts";
import type { Provider } from "../../providers/provider.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { KnownLayouts } from "./known-layouts.ts";
import type { LayoutChange, LayoutChanges } from "./layout-changes.ts";
import { sampleOf } from "./sample.ts";

/** A provider's answer and what was read from it. `document` is null when its bytes could not be decoded. */
export type ReadDocument = {
  readonly provider: Pick<Provider, "label" | "contractVersion">;
  readonly document: Document | null;
  readonly verified: Result<VerifiedReceipt, Failure>;
};

/** Records receipts of unknown layouts. No answer waits for it or fails with it. */
type LayoutWatch = {
  readonly notice: (read: ReadDocument) => void;
  /** Writes what was noticed, unless the database is away. */
  readonly close: () => Promise<void>;
};

type Dependencies = {
  readonly changes: LayoutChanges;
  readonly known: KnownLayouts;
  readonly log: Pick<Log, "warn" | "error">;
  readonly observe?: Observe;
};

/** Answers that wait to be examined, and changes that wait for the database. More than that are not counted. */
const waitingMax = 100;

export const createLayoutWatch = ({ changes, known, log, observe }: Dependencies): LayoutWatch => {
  const writer = createLayoutChangeWriter({ changes, log, ...(observe && { observe }) });
  const waiting: ReadDocument[] = [];
  let examining: Promise<void> | null = null;

  const start = (): void => {
    examining ??= examine(waiting, known)
      .then((found) => {
        if (found.length > 0) writer.add(found);
      })
      .catch((bug: unknown) => log.error({ err: bug }, "a layout could not be examined"))
      .finally(() => {
        examining = null;
        if (waiting.length > 0) start();
      });
  };

  return {
    notice: (read) => {
      if (waiting.length >= waitingMax || !mayBeChanged(read)) return;
      waiting.push(read);
      start();
    },
    close: async () => {
      while (examining !== null) await examining;
      await writer.close();
    },
  };
};

const mayBeChanged = ({ verified }: ReadDocument): boolean =>
  verified.ok || verified.error.code === "provider_format_changed";

/** Empties `waiting`. */
const examine = async (waiting: ReadDocument[], known: KnownLayouts): Promise<readonly LayoutChange[]> => {
  // The answer itself goes out first.
  await new Promise((resolve) => setImmediate(resolve));
  const found = new Map<string, LayoutChange>();
  for (let read = waiting.shift(); read !== undefined; read = waiting.shift()) {
    const change = changeIn(read, known);
    if (change !== null) addTo(found, change);
  }
  return [...found.values()];
};

const clauseLengthMax = 200;

const changeIn = (
  { provider, document, verified }: ReadDocument,
  known: KnownLayouts,
): LayoutChange | null => {
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

/** Adds a change to those of its kind. A kind too many is not counted. */
const addTo = (changes: Map<string, LayoutChange>, change: LayoutChange): void => {
  const { sample, times, ...facts } = change;
  const key = JSON.stringify(facts);
  const before = changes.get(key);
  if (before === undefined && changes.size >= waitingMax) return;
  changes.set(key, { ...facts, sample: before?.sample ?? sample, times: times + (before?.times ?? 0) });
};

/** Writes changes to the database, and logs a warning for each new one. */
type LayoutChangeWriter = {
  readonly add: (changes: readonly LayoutChange[]) => void;
  /** Writes what was added, unless the database is away. */
  readonly close: () => Promise<void>;
};

export const createLayoutChangeWriter = ({
  changes,
  log,
  observe = unobserved,
}: Omit<Dependencies, "known">): LayoutChangeWriter => {
  const unwritten = new Map<string, LayoutChange>();
  let writing: Promise<void> | null = null;

  const start = (): Promise<void> => {
    writing ??= writeAll(unwritten, { changes, log, observe })
      .catch((bug: unknown) => log.error({ err: bug }, "a layout change could not be recorded"))
      .finally(() => {
        writing = null;
      });
    return writing;
  };

  return {
    add: (added) => {
      for (const change of added) addTo(unwritten, change);
      void start();
    },
    close: async () => {
      await writing;
      if (unwritten.size > 0) await start();
    },
  };
};

const writeAll = async (
  unwritten: Map<string, LayoutChange>,
  { changes, log, observe }: Required<Omit<Dependencies, "known">>,
): Promise<void> => {
  while (unwritten.size > 0) {
    const written = [...unwritten.values()];
    unwritten.clear();
    const added = await changes.add(written);
    if (added.ok)
      for (const change of added.value) {
        warn(log, change);
        observe({ kind: "layout_change", provider: change.provider, outcome: change.outcome });
      }
    else {
      // They wait for the next change.
      for (const change of written) addTo(unwritten, change);
      const { code, detail } = added.error;
      return log.warn({ code, detail }, "a layout change could not be recorded");
    }
  }
};

const warn = (
  log: Dependencies["log"],
  { provider, contractVersion, fingerprint, outcome, clause }: LayoutChange,
): void =>
  log.warn(
    { provider, contractVersion, fingerprint, outcome, clause },
    outcome === "verified"
      ? "a receipt was verified in a layout that is not known"
      : "a receipt did not meet its contract",
  );
