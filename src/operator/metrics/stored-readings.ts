import { isOfTelegram } from "../../database/inbox-rows.ts";
import type { Store } from "../../database/store.ts";

/** What the database holds now, the same for all processes that share it. */
export type StoredReadings = {
  readonly reservationsOpen: number;
  /** Updates that are due and wait, or are being worked off. Counted up to `countedMax`. */
  readonly inboxWaiting: number;
  /** How long the oldest of them has been due. */
  readonly inboxLagSeconds: number;
  /** Replies that were decided on and are not noted as sent. */
  readonly repliesUnsent: number;
  /** Look-ups that a bank did not answer, to be tried again. */
  readonly retriesWaiting: number;
  /** Santim that were ever paid in. */
  readonly toppedUpSantim: number;
  /** Santim that the accounts hold. */
  readonly balancesSantim: number;
};

/** No look at a table goes through more rows of a queue. */
export const countedMax = 10_000;

/** Failure: `overloaded`, while the database is away. */
export const readStored = (store: Pick<Store, "read">, now: Date) =>
  store.read(async (db): Promise<StoredReadings> => {
    const at = now.getTime();
    const due = db
      .selectFrom("inbox")
      // What Telegram brought has been due since then, also where it was given back until later because Telegram fails.
      .select((eb) =>
        eb
          .case()
          .when(isOfTelegram(eb))
          .then(eb.ref("received_at"))
          .else(eb.ref("due_at"))
          .end()
          .as("due_at"),
      )
      .where("state", "=", "waiting")
      .where((eb) => eb.or([eb("due_at", "<=", at), isOfTelegram(eb)]))
      .limit(countedMax);
    const inbox = await db
      .selectFrom(due.as("due"))
      .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("due_at").as("oldest")])
      .executeTakeFirstOrThrow();
    const reservations = await db
      .selectFrom("reservation")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("state", "=", "pending")
      .executeTakeFirstOrThrow();
    const replies = await db
      .selectFrom("outbox")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("step", "=", "sending")
      .executeTakeFirstOrThrow();
    const retries = await db
      .selectFrom("retry")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    const paidIn = await db
      .selectFrom("ledger_entry")
      .select((eb) => eb.fn.sum<number | null>("amount_santim").as("sum"))
      .where("kind", "=", "topup")
      .executeTakeFirstOrThrow();
    const held = await db
      .selectFrom("balance")
      .select((eb) => eb.fn.sum<number | null>("posted_santim").as("sum"))
      .executeTakeFirstOrThrow();
    return {
      reservationsOpen: Number(reservations.count),
      inboxWaiting: Number(inbox.count),
      inboxLagSeconds: inbox.oldest === null ? 0 : Math.max(0, (at - Number(inbox.oldest)) / 1000),
      repliesUnsent: Number(replies.count),
      retriesWaiting: Number(retries.count),
      toppedUpSantim: Number(paidIn.sum ?? 0),
      balancesSantim: Number(held.sum ?? 0),
    };
  });
