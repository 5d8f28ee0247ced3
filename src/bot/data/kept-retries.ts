import { randomInt } from "node:crypto";
import type { Selectable } from "kysely";
import { z } from "zod";
import { createSeal } from "../../core/crypto.ts";
import type { Tables, Transaction } from "../../database/schema.ts";

export type RetryRow = Selectable<Tables["retry"]>;

/** What a row holds sealed. */
const keptSchema = z.object({
  payload: z.string(),
  /** Messages of the person that asked the same before, newest last. */
  former: z.array(z.object({ messageId: z.int(), payload: z.string(), endsAt: z.int() })),
});

type Kept = z.infer<typeof keptSchema>;

/** Former messages that a row holds, at most: the newest. */
const formerMax = 5;

/** Seals and opens what rows hold. */
export type KeptRetries = {
  readonly close: (id: number, kept: Kept) => string;
  /** Null: the row was damaged. */
  readonly open: (row: Pick<RetryRow, "id" | "payload">) => Kept | null;
};

export const createKeptRetries = (secret: string): KeptRetries => {
  const seal = createSeal(secret, "retry");
  return {
    close: (id, kept) => seal.close(String(id), JSON.stringify(kept)),
    open: ({ id, payload }) => {
      try {
        return keptSchema.parse(JSON.parse(seal.open(String(id), payload)));
      } catch {
        return null;
      }
    },
  };
};

export const freshRetryId = (): number => randomInt(2 ** 47);

/** The messages in a row that a new message takes the place of, without that one, or one that was changed. */
export const formerOf = (keptRetries: KeptRetries, row: RetryRow, messageId: number): Kept["former"] => {
  const kept = keptRetries.open(row);
  if (kept === null || row.is_suspended === 1) return [];
  const last = { messageId: row.message_id, payload: kept.payload, endsAt: row.ends_at };
  return [...kept.former, last].filter((one) => one.messageId !== messageId).slice(-formerMax);
};

/**
 * Inside a transaction: takes a message out of a row. A row that was waiting for it waits for a former one, or, without
 * one, is suspended.
 */
export const withdrawMessage = async (
  keptRetries: KeptRetries,
  trx: Transaction,
  row: RetryRow,
  messageId: number,
): Promise<void> => {
  const kept = keptRetries.open(row);
  const former = (kept?.former ?? []).filter((one) => one.messageId !== messageId);
  if (row.message_id !== messageId) {
    if (kept === null || former.length === kept.former.length) return;
    const payload = keptRetries.close(row.id, { ...kept, former });
    await trx.updateTable("retry").set({ payload }).where("id", "=", row.id).execute();
    return;
  }
  // Under its old id an attempt that runs for this message would end the row, and count.
  const id = freshRetryId();
  const last = former.at(-1);
  const next =
    last === undefined
      ? { is_suspended: 1, payload: kept === null ? row.payload : keptRetries.close(id, kept) }
      : {
          message_id: last.messageId,
          payload: keptRetries.close(id, { payload: last.payload, former: former.slice(0, -1) }),
          ends_at: last.endsAt,
        };
  await trx
    .updateTable("retry")
    .set({ id, lease: null, ...next })
    .where("id", "=", row.id)
    .execute();
};
