import type { Log } from "../../core/log.ts";
import type { DriftBook } from "./drift-book.ts";
import { createDriftNotes } from "./drift-notes.ts";
import { createDriftSight, type DriftSight } from "./drift-sight.ts";
import type { KnownLayouts } from "./known-layouts.ts";

/** Notices when receipts stop looking as they did, and writes it down. */
type DriftWatch = Pick<DriftSight, "notice"> & {
  /** Writes what was noticed, as far as the database lets it. */
  readonly close: () => Promise<void>;
};

type Dependencies = {
  readonly book: DriftBook;
  readonly known: KnownLayouts;
  readonly log: Pick<Log, "warn" | "error">;
};

export const createDriftWatch = ({ book, known, log }: Dependencies): DriftWatch => {
  const notes = createDriftNotes({ book, log });
  const onBug = (bug: unknown) => log.error({ err: bug }, "drift could not be looked at");
  const { notice, settled } = createDriftSight({ known, tell: notes.add, onBug });
  return {
    notice,
    close: async () => {
      await settled();
      await notes.close();
    },
  };
};
