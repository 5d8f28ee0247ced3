import { randomInt } from "node:crypto";
import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import { awayError } from "./away.ts";
import { type AddedRow, addAll, addOne } from "./inbox-adding.ts";
import { type ClaimedRow, createClaiming } from "./inbox-claiming.ts";
import type { Work } from "./schema.ts";
import { createSeal, type Seal } from "./seal.ts";
import { literal, statement } from "./statement.ts";
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

/** Of those that were not known yet: what this process is to work off now, and the ids of what waits for its turn. */
export type Taken = { readonly begun: readonly Claimed[]; readonly waiting: readonly number[] };

/** Where something is looked for: in all queues, or in those of what was finished. */
export type Look = "anywhere" | "behind";

/**
 * Updates are written down before Telegram is told that they have arrived, so that no crash loses one and none
 * is taken twice. Several processes may work one inbox off.
 */
export type Inbox = {
  /**
   * Durable when it resolves. One that comes alone is begun at once where there is room and no other is ahead of it.
   * Fails with `overloaded` while the database is away.
   */
  readonly take: (updates: readonly Incoming[], room?: number) => Promise<Result<Taken, Failure>>;
  /**
   * Notes those that are worked off and hands out at most `room` others: of each queue the oldest, and only
   * when no living process works on one of that queue. `behind`: looks no further than at the queues of those finished.
   */
  readonly turn: (
    finished: readonly number[],
    room: number,
    look?: Look,
  ) => Promise<Result<readonly Claimed[], Failure>>;
  /** The payloads of what waits in a queue, the oldest thousand. Rejects while the database is away. */
  readonly waitingIn: (queue: number) => Promise<readonly string[]>;
  /** Inside a transaction: leaves something to be worked off that Telegram did not bring. */
  readonly add: (work: Work, own: OwnUpdate) => Promise<void>;
  /** The same in a transaction of its own. */
  readonly leave: (own: OwnUpdate) => Promise<Result<void, Failure>>;
  /** Inside a transaction: whether this process still holds the update, so that what it found may be kept. */
  readonly isHeld: (work: Work, updateId: number) => Promise<boolean>;
  /** Forgets what was worked off more than 48 hours ago: Telegram repeats nothing that is older than a day. */
  readonly sweep: () => Promise<Result<void, Failure>>;
};

const keptMs = 48 * 60 * 60 * 1000;

/** Updates of our own have ids from here on, or below zero; Telegram's are far smaller. */
export const ownUpdatesFrom = 2 ** 48;
const ownUpdatesMax = 2 ** 47;

export const isOwnUpdate = (updateId: number): boolean => updateId < 0 || updateId >= ownUpdatesFrom;

/** What leaves something to be worked off that Telegram did not bring; it needs no bot in this process. */
export type OwnUpdates = Pick<Inbox, "add">;

export const createOwnUpdates = ({ secret, now }: Pick<Dependencies, "secret" | "now">): OwnUpdates => {
  const seal = createSeal(secret, "inbox");
  return {
    add: async (work, { queue, dueAt, isFirst = false, about }) => {
      const updateId = isFirst ? -1 - randomInt(ownUpdatesMax) : ownUpdatesFrom + randomInt(ownUpdatesMax);
      const payload = JSON.stringify({ update_id: updateId, ...about });
      await work
        .insertInto("inbox")
        .values(rowOf(seal, { updateId, queue, payload }, { dueAt, at: now() }))
        .execute();
    },
  };
};

const rowOf = (
  seal: Seal,
  { updateId, queue, payload }: Incoming,
  { dueAt, at }: { readonly dueAt: Date; readonly at: Date },
): AddedRow => ({
  update_id: updateId,
  queue,
  state: "waiting",
  payload: seal.close(String(updateId), payload),
  lease: null,
  attempts: 0,
  received_at: at.getTime(),
  due_at: dueAt.getTime(),
});

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
  const claiming = createClaiming();
  /** Of each that came alone nobody can tell whether it was written down, and begun, before the database went away. */
  const doubtful = new Set<number>();
  /**
   * Handed out here, and not known to be noted as finished, each with its queue: told again by Telegram, one of them is in
   * no doubt.
   */
  const handedOut = new Map<number, number>();

  /** A row that was damaged must not stop those behind it: it is handed out as an update with nothing in it. */
  const opened = (updateId: number, payload: string): string => {
    try {
      return seal.open(String(updateId), payload);
    } catch {
      return JSON.stringify({ update_id: updateId });
    }
  };

  const toClaimed = ({ update_id, queue, payload, attempts, received_at }: ClaimedRow): Claimed => ({
    updateId: update_id,
    queue,
    payload: opened(update_id, payload),
    attempts,
    receivedAt: new Date(received_at),
  });

  const { add } = createOwnUpdates({ secret, now });

  return {
    take: async (updates, room = 0) => {
      const at = now();
      const rows = updates.map((update) => rowOf(seal, update, { dueAt: at, at }));
      const [alone, ...others] = rows;
      const isAlone = alone !== undefined && others.length === 0;
      const lease = isAlone && room > 0 && !doubtful.has(alone.update_id) ? leaseId() : null;
      const added = await store.transaction((work) =>
        isAlone ? addOne(work, alone, lease) : addAll(work, rows),
      );
      if (!added.ok) {
        if (isAlone && lease !== null && !handedOut.has(alone.update_id)) doubtful.add(alone.update_id);
        return added;
      }
      const begun = new Set(added.value.filter((row) => row.lease !== null).map((row) => row.update_id));
      for (const { updateId, queue } of updates) {
        if (!begun.has(updateId)) continue;
        handedOut.set(updateId, queue);
        doubtful.delete(updateId);
      }
      return ok({
        begun: updates
          .filter(({ updateId }) => begun.has(updateId))
          .map((update) => ({ ...update, attempts: 1, receivedAt: at })),
        waiting: added.value.map((row) => row.update_id).filter((updateId) => !begun.has(updateId)),
      });
    },

    add,

    leave: (own) => store.transaction((work) => add(work, own)),

    turn: async (finished, room, look = "anywhere") => {
      const lease = leaseId();
      // What is finished cannot be noted without it, and must not be dropped.
      if (lease === null) return fail("overloaded", { detail: "this process has no lease now" });
      const wanted = { lease, at: now().getTime(), room };
      const unbegun = [...doubtful];
      const queues = new Set(finished.flatMap((updateId) => handedOut.get(updateId) ?? []));
      const claimed = await store.transaction(async (work) => {
        await claiming.finish(work, finished, lease);
        await claiming.giveBack(work, unbegun, lease);
        return look === "behind"
          ? claiming.claimBehind(work, [...queues], wanted)
          : claiming.claimAnywhere(work, wanted);
      });
      if (!claimed.ok) return claimed;
      for (const updateId of unbegun) doubtful.delete(updateId);
      for (const updateId of finished) handedOut.delete(updateId);
      for (const { update_id, queue } of claimed.value) handedOut.set(update_id, queue);
      return ok(claimed.value.map(toClaimed));
    },

    waitingIn: async (queue) => {
      const rows = await store.db
        .selectFrom("inbox")
        .select(["update_id", "payload"])
        .where("state", "=", literal("waiting"))
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
          .where("state", "=", literal("done"))
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
