import { randomInt } from "node:crypto";
import { type Failure, fail } from "../failure.ts";
import type { Result } from "../result.ts";
import { awayError } from "./away.ts";
import { headsOfQueues } from "./inbox-heads.ts";
import type { Work } from "./schema.ts";
import { createSeal } from "./seal.ts";
import { statement } from "./statement.ts";
import type { Store } from "./store.ts";

/** An update of Telegram as it waits to be worked off; `payload` is its JSON. */
export type Incoming = {
  readonly updateId: number;
  /** Updates of one queue are worked off one after the other, in the order of their ids. */
  readonly queue: number;
  readonly payload: string;
};

/** What we have to say in a chat of ourselves: worked off like an update, in its turn, and not before `dueAt`. */
export type OwnUpdate = {
  readonly queue: number;
  readonly dueAt: Date;
  /** Ahead of what waits in its queue; else behind it. */
  readonly isFirst?: boolean;
  /** What it is about, by name; its JSON stands beside `update_id`. */
  readonly about: Readonly<Record<string, unknown>>;
};

/** An update that this process is to work off. `attempts` counts the times it was begun, this one included. */
export type Claimed = Incoming & { readonly attempts: number; readonly receivedAt: Date };

/**
 * Updates are written down before Telegram is told that they have arrived, so that no crash loses one and none
 * is taken twice. Several processes may work one inbox off.
 */
export type Inbox = {
  /** Durable when it resolves. Gives back the ids that were not known yet. Fails with `overloaded` while the database is away. */
  readonly take: (updates: readonly Incoming[]) => Promise<Result<readonly number[], Failure>>;
  /**
   * Notes those that are worked off and hands out at most `room` others: of each queue the oldest, and only
   * when no living process works on one of that queue.
   */
  readonly turn: (finished: readonly number[], room: number) => Promise<Result<readonly Claimed[], Failure>>;
  /** The payloads of what waits in a queue, the oldest thousand. Rejects while the database is away. */
  readonly waitingIn: (queue: number) => Promise<readonly string[]>;
  /** Inside a transaction: leaves something to be worked off that Telegram did not bring. */
  readonly add: (work: Work, own: OwnUpdate) => Promise<void>;
  /** Inside a transaction: whether this process still holds the update, so that what it found may be kept. */
  readonly isHeld: (work: Work, updateId: number) => Promise<boolean>;
  /** Forgets what was worked off more than 48 hours ago: Telegram repeats nothing that is older than a day. */
  readonly sweep: () => Promise<Result<void, Failure>>;
};

const keptMs = 48 * 60 * 60 * 1000;

/** Updates of our own have ids from here on, or below zero; Telegram's are far smaller. */
const ownUpdatesFrom = 2 ** 48;
const ownUpdatesMax = 2 ** 47;

export const isOwnUpdate = (updateId: number): boolean => updateId < 0 || updateId >= ownUpdatesFrom;

type Dependencies = {
  readonly store: Store;
  readonly secret: string;
  /** This process's row in `process_lease`; null while it has none, and then it takes nothing up. */
  readonly leaseId: () => string | null;
  readonly now: () => Date;
};

export const createInbox = ({ store, secret, leaseId, now }: Dependencies): Inbox => {
  // Messages hold names and numbers: they are sealed while they wait, and gone once they are worked off.
  const seal = createSeal(secret, "inbox");

  /** A row that was damaged must not stop those behind it: it is handed out as an update with nothing in it. */
  const opened = (updateId: number, payload: string): string => {
    try {
      return seal.open(String(updateId), payload);
    } catch {
      return JSON.stringify({ update_id: updateId });
    }
  };

  const toRow = ({ updateId, queue, payload }: Incoming, dueAt: Date) => ({
    update_id: updateId,
    queue,
    state: "waiting" as const,
    payload: seal.close(String(updateId), payload),
    lease: null,
    attempts: 0,
    received_at: now().getTime(),
    due_at: dueAt.getTime(),
  });

  const finish = async (work: Work, updateIds: readonly number[], lease: string): Promise<void> => {
    if (updateIds.length === 0) return;
    await work
      .updateTable("inbox")
      .set({ state: "done", payload: "", lease: null })
      .where("update_id", "in", updateIds)
      // What another process has taken over is its own to finish.
      .where("lease", "=", lease)
      .execute();
  };

  const claim = async (work: Work, room: number, lease: string): Promise<readonly Claimed[]> => {
    if (room <= 0) return [];
    const at = now().getTime();
    const alive = work.selectFrom("process_lease").select("id").where("expires_at", ">", at);
    const rows = await work
      .updateTable("inbox")
      .set((eb) => ({ lease, attempts: eb("attempts", "+", 1) }))
      .where("update_id", "in", headsOfQueues(at, room))
      .where("state", "=", "waiting")
      // Whose lease has lapsed would have what it takes up taken away again at once, and both would answer.
      .where((eb) => eb(eb.val(lease), "in", alive))
      // Checked again on the row itself: another process may have been quicker.
      .where((eb) =>
        eb.or([eb("lease", "is", null), eb.and([eb("lease", "!=", lease), eb("lease", "not in", alive)])]),
      )
      .returning(["update_id", "queue", "payload", "attempts", "received_at"])
      .execute();
    return rows.map(({ update_id, queue, payload, attempts, received_at }) => ({
      updateId: update_id,
      queue,
      payload: opened(update_id, payload),
      attempts,
      receivedAt: new Date(received_at),
    }));
  };

  return {
    take: (updates) => {
      const rows = updates.map((update) => toRow(update, now()));
      return store.transaction(async (work) => {
        if (rows.length === 0) return [];
        const taken = await work
          .insertInto("inbox")
          .values(rows)
          .onConflict((conflict) => conflict.column("update_id").doNothing())
          .returning("update_id")
          .execute();
        return taken.map(({ update_id }) => update_id);
      });
    },

    add: async (work, { queue, dueAt, isFirst = false, about }) => {
      const updateId = isFirst ? -1 - randomInt(ownUpdatesMax) : ownUpdatesFrom + randomInt(ownUpdatesMax);
      const payload = JSON.stringify({ update_id: updateId, ...about });
      await work.insertInto("inbox").values(toRow({ updateId, queue, payload }, dueAt)).execute();
    },

    turn: async (finished, room) => {
      const lease = leaseId();
      // What is finished cannot be noted without it, and must not be dropped.
      if (lease === null) return fail("overloaded", { detail: "this process has no lease now" });
      return store.transaction(async (work) => {
        await finish(work, finished, lease);
        return claim(work, room, lease);
      });
    },

    waitingIn: async (queue) => {
      const rows = await store.db
        .selectFrom("inbox")
        .select(["update_id", "payload"])
        .where("state", "=", "waiting")
        .where("queue", "=", queue)
        .orderBy("update_id")
        .limit(1_000)
        .execute();
      return rows.map(({ update_id, payload }) => opened(update_id, payload));
    },

    isHeld: async (work, updateId) => {
      const lease = leaseId();
      // Unknown is not another's: the database was away for long.
      if (lease === null) throw awayError("this process has no lease now");
      return (await holdOn(work, { lease, updateId })).length > 0;
    },

    sweep: () =>
      store.transaction(async (work) => {
        await work
          .deleteFrom("inbox")
          .where("state", "=", "done")
          .where("received_at", "<", now().getTime() - keptMs)
          .execute();
      }),
  };
};

/** Locks the row, so that nobody takes it over before the transaction ends. */
const holdOn = statement((work, { lease, updateId }: { readonly lease: string; readonly updateId: number }) =>
  work
    .updateTable("inbox")
    .set({ lease })
    .where("update_id", "=", updateId)
    .where("lease", "=", lease)
    .where("state", "=", "waiting")
    .returning("update_id"),
);
