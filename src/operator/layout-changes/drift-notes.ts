import type { Log } from "../../core/log.ts";
import type { Drift, DriftBook } from "./drift-book.ts";
import { addTo } from "./drift-sight.ts";

/** Writes drifts into the book, and warns of each that is new there. */
type DriftNotes = {
  readonly add: (drifts: readonly Drift[]) => void;
  /** Writes what was added, as far as the database lets it. */
  readonly close: () => Promise<void>;
};

type Dependencies = { readonly book: DriftBook; readonly log: Pick<Log, "warn" | "error"> };

export const createDriftNotes = ({ book, log }: Dependencies): DriftNotes => {
  const unwritten = new Map<string, Drift>();
  let writing: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    while (unwritten.size > 0) {
      const written = [...unwritten.values()];
      unwritten.clear();
      const added = await book.add(written);
      if (added.ok) for (const drift of added.value) warn(log, drift);
      else {
        // It waits for the next drift.
        for (const drift of written) addTo(unwritten, drift);
        const { code, detail } = added.error;
        return log.warn({ code, detail }, "drift could not be written down");
      }
    }
  };

  const start = (): Promise<void> => {
    writing ??= write()
      .catch((bug: unknown) => log.error({ err: bug }, "drift could not be looked at"))
      .finally(() => {
        writing = null;
      });
    return writing;
  };

  return {
    add: (drifts) => {
      for (const drift of drifts) addTo(unwritten, drift);
      void start();
    },
    close: async () => {
      await writing;
      if (unwritten.size > 0) await start();
    },
  };
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
