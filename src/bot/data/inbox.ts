import { type RawBuilder, sql } from "kysely";
import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { awayError } from "../../database/away.ts";
import { heldStore } from "../../database/held-store.ts";
import {
  type AddedRow,
  createInboxSeal,
  createOwnUpdates,
  createQueueNumber,
  erasedQueuesTo,
  type Incoming,
  isAheadOfQueue,
  type OwnUpdate,
  type OwnUpdates,
  type Queued,
  rowOf,
} from "../../database/inbox-rows.ts";
import { deleteOldUpdates } from "../../database/retention.ts";
import type { Transaction } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";

export { type Hold, stillHeld, withHold } from "../../database/held-store.ts";
export {
  type Incoming,
  isAheadOfQueue,
  isOwnUpdate,
  type OwnUpdate,
  type Queue,
} from "../../database/inbox-rows.ts";

/** An update that this process is to work off. `attempts` counts the times it was begun, this one included. */
export type Claimed = Omit<Queued, "payload"> & {
  /** Null: the row is damaged. */
  readonly payload: string | null;
  readonly attempts: number;
  readonly receivedAt: Date;
};

/** Of those that were not known yet: what this process is to work off now, and the ids of what waits for its turn. */
type Taken = { readonly claimed: readonly Claimed[]; readonly waiting: readonly number[] };

/**
 * An update that this process has begun and gives back, to be begun again when it is due, and its chat's others after
 * it.
 */
export type Postponed = { readonly updateId: number; readonly dueAt: Date };

/** Where something is looked for: in all queues, or in those of what was finished. */
export type Look = "anywhere" | "behind";

/** Updates that a process has claimed and holds no longer. */
export type Released = {
  readonly finished?: readonly number[];
  readonly postponed?: readonly Postponed[];
  /** Given back without having been begun: each waits in its queue as before. */
  readonly unbegun?: readonly number[];
};

/** What a process is ready to work off. */
export type Wanted = {
  /** How many updates, at most. */
  readonly room: number;
  /** Unset: anywhere. */
  readonly look?: Look;
  /** Queues that come before all others. */
  readonly first?: readonly number[];
  /** Queues out of which nothing is claimed but what goes ahead of its queue. */
  readonly full?: ReadonlySet<number>;
};

/** An update that is not worked off: it waits for its turn, or is claimed. `payload`: null where the row is damaged. */
export type Unfinished = {
  readonly payload: string | null;
  /** It may be given back all the same. */
  readonly isClaimed: boolean;
  /** Whether no other of Telegram waits ahead of it. */
  readonly isNext: boolean;
};

/**
 * Updates are written down before Telegram is told that they have arrived, so that no crash loses one and none
 * is taken twice. Several processes may work one inbox off.
 */
export type Inbox = OwnUpdates & {
  /**
   * Durable when it resolves, with what is left while one waits. One that comes alone is claimed at once where there is room and
   * no other is ahead of it. Fails with `overloaded` while the database is away.
   */
  readonly take: (updates: readonly Incoming[], room?: number) => Promise<Result<Taken, Failure>>;
  /**
   * Notes those that are released and claims others: of each queue the oldest, and only when no living process works on one
   * of that queue. `behind`: looks no further than at the queues of those finished, and at those that come first.
   */
  readonly claimNext: (released: Released, wanted: Wanted) => Promise<Result<readonly Claimed[], Failure>>;
  /** Adds an update of our own in a transaction of its own, which keeps to the hold of the handler that leaves it. */
  readonly leave: (own: OwnUpdate) => Promise<Result<void, Failure>>;
  /** Inside a transaction: whether this process still holds the update, so that what it found may be kept. */
  readonly isHeld: (trx: Transaction, updateId: number) => Promise<boolean>;
  /** Whether anything that concerns a whole group waits, and arrived before the update. Rejects as `holds` does. */
  readonly isBehindGroup: (chatId: number, updateId: number) => Promise<boolean>;
  /** Whether this process holds the update now, as a plain read tells. Rejects while the database is away. */
  readonly holds: (updateId: number) => Promise<boolean>;
  /** Null: it is worked off, or not known. Rejects while the database is away. */
  readonly unfinished: (updateId: number) => Promise<Unfinished | null>;
  /** Forgets what was worked off more than 48 hours ago: Telegram repeats nothing that is older than a day. */
  readonly applyRetention: () => Promise<Result<void, Failure>>;
};

type Dependencies = {
  readonly store: Store;
  readonly secret: string;
  /** This process's row in `process_lease`; null while it has none, and then it claims nothing. */
  readonly leaseId: () => string | null;
  readonly now: () => Date;
};

export const createInbox = ({ store, secret, leaseId, now }: Dependencies): Inbox => {
  const seal = createInboxSeal(secret);
  const queueNumber = createQueueNumber(secret);
  const claiming = createClaiming();
  /** Of each nobody can tell whether this process has claimed it, because the database went away in that very transaction. */
  const doubtful = new Set<number>();
  /**
   * Claimed here, and not known to be noted as finished, each with its queue: told again by Telegram, one of them is in
   * no doubt.
   */
  const queueOfClaimed = new Map<number, number>();

  /** A row that was damaged must not stop those behind it. */
  const opened = (updateId: number, payload: string): string | null => {
    try {
      return seal.open(String(updateId), payload);
    } catch {
      return null;
    }
  };

  const toClaimed = ({ update_id, queue, payload, attempts, received_at }: ClaimedRow): Claimed => ({
    updateId: update_id,
    queue,
    payload: opened(update_id, payload),
    attempts,
    receivedAt: new Date(received_at),
  });

  const ownLease = (): string => {
    const lease = leaseId();
    // Unknown is not another's: the database was away for long.
    if (lease === null) throw awayError("this process has no lease now");
    return lease;
  };

  const { add } = createOwnUpdates({ secret, now });

  return {
    take: async (incoming, room = 0) => {
      const at = now();
      const updates = incoming.map(({ updateId, payload, chatId, person }) => ({
        updateId,
        queue: queueNumber({ chatId, person }),
        payload,
      }));
      const rows = updates.map((update) => rowOf(seal, update, { dueAt: at, at }));
      const [alone, ...others] = rows;
      const isAlone = alone !== undefined && others.length === 0;
      const lease = isAlone && room > 0 && !doubtful.has(alone.update_id) ? leaseId() : null;
      const stored = await store.transaction(async (trx) => {
        const added = await (isAlone ? addOne(trx, alone, lease) : addAll(trx, rows));
        const waitingIds = new Set(added.filter((row) => row.lease === null).map((row) => row.update_id));
        const waiting = incoming.filter(({ updateId }) => waitingIds.has(updateId));
        for (const own of waiting.flatMap(({ whileWaiting = [] }) => whileWaiting))
          await add(trx, { ...own, dueAt: at });
        return added;
      });
      if (!stored.ok) {
        if (isAlone && lease !== null && !queueOfClaimed.has(alone.update_id)) doubtful.add(alone.update_id);
        return stored;
      }
      const claimedIds = new Set(
        stored.value.filter((row) => row.lease !== null).map((row) => row.update_id),
      );
      for (const { updateId, queue } of updates) {
        if (!claimedIds.has(updateId)) continue;
        queueOfClaimed.set(updateId, queue);
        doubtful.delete(updateId);
      }
      return ok({
        claimed: updates
          .filter(({ updateId }) => claimedIds.has(updateId))
          .map((update) => ({ ...update, attempts: 1, receivedAt: at })),
        waiting: stored.value.map((row) => row.update_id).filter((updateId) => !claimedIds.has(updateId)),
      });
    },

    add,

    leave: (own) => heldStore(store).transaction((trx) => add(trx, own)),

    claimNext: async (released, { room, look = "anywhere", first = [], full = new Set() }) => {
      const { finished = [], postponed = [], unbegun = [] } = released;
      const lease = leaseId();
      // What is finished cannot be noted without it, and must not be dropped.
      if (lease === null) return fail("overloaded", { detail: "this process has no lease now" });
      const wanted = { lease, at: now().getTime(), room, full };
      const doubted = [...doubtful];
      const queues = new Set(finished.flatMap((updateId) => queueOfClaimed.get(updateId) ?? []));
      let sent: readonly ClaimedRow[] = [];
      let isErased = false;
      const claimed = await store.transaction(async (trx) => {
        isErased = await claiming.finish(trx, finished, lease);
        for (const one of postponed) await claiming.postpone(trx, one, lease);
        await claiming.giveBack(trx, [...doubted, ...unbegun], lease);
        const ahead = await claiming.claimBehind(trx, first, wanted);
        const rest = { ...wanted, room: room - ahead.length };
        const others =
          look === "behind"
            ? await claiming.claimBehind(trx, [...queues], rest)
            : await claiming.claimAnywhere(trx, rest);
        sent = [...ahead, ...others];
        return sent;
      });
      if (!claimed.ok) {
        // The commit may have been made all the same. This process lives, so that nobody else would claim them.
        for (const { update_id } of sent) doubtful.add(update_id);
        return claimed;
      }
      for (const updateId of doubted) doubtful.delete(updateId);
      for (const updateId of finished) queueOfClaimed.delete(updateId);
      for (const updateId of [...postponed.map((one) => one.updateId), ...unbegun])
        queueOfClaimed.delete(updateId);
      for (const { update_id, queue } of claimed.value) queueOfClaimed.set(update_id, queue);
      if (isErased) await store.scrub("now");
      return ok(claimed.value.map(toClaimed));
    },

    isHeld: async (trx, updateId) => {
      const lease = ownLease();
      // Locks the row, so that nobody takes it over before the transaction ends.
      const held = await trx
        .updateTable("inbox")
        .set({ lease })
        .where("update_id", "=", updateId)
        .where("lease", "=", lease)
        .where("state", "=", "waiting")
        .returning("update_id")
        .executeTakeFirst();
      return held !== undefined;
    },

    isBehindGroup: async (chatId, updateId) => {
      const ahead = await store.db
        .selectFrom("inbox")
        .select("update_id")
        .where("queue", "=", chatId)
        // SQLite takes the index of what waits only where the statement itself says `waiting`.
        .where("state", "=", sql.lit("waiting"))
        .where("update_id", "<", updateId)
        .executeTakeFirst();
      return ahead !== undefined;
    },

    holds: async (updateId) => {
      const held = await store.db
        .selectFrom("inbox")
        .select("update_id")
        .where("update_id", "=", updateId)
        .where("lease", "=", ownLease())
        .where("state", "=", "waiting")
        .executeTakeFirst();
      return held !== undefined;
    },

    unfinished: async (updateId) => {
      const row = await store.db
        .selectFrom("inbox")
        .select(["queue", "payload", "lease"])
        .where("update_id", "=", updateId)
        .where("state", "=", "waiting")
        .executeTakeFirst();
      if (row === undefined) return null;
      const ahead = await store.db
        .selectFrom("inbox")
        .select("update_id")
        .where("queue", "=", row.queue)
        .where("state", "=", sql.lit("waiting"))
        .where("lease", "is", null)
        .where("update_id", ">=", 0)
        .where("update_id", "<", updateId)
        .limit(1)
        .executeTakeFirst();
      const isClaimed = row.lease !== null;
      return { payload: opened(updateId, row.payload), isClaimed, isNext: ahead === undefined };
    },

    applyRetention: () => store.transaction((trx) => deleteOldUpdates(trx, now())),
  };
};

/** Of a row that was not known yet: who has claimed it. */
type Added = { readonly update_id: number; readonly lease: string | null };

/** Inside a transaction. Gives back those that were not known yet. */
const addAll = async (trx: Transaction, rows: readonly AddedRow[]): Promise<readonly Added[]> =>
  rows.length === 0
    ? []
    : trx
        .insertInto("inbox")
        .values(rows)
        .onConflict((conflict) => conflict.column("update_id").doNothing())
        .returning(["update_id", "lease"])
        .execute();

/**
 * The same for one row, which is claimed with `lease` where that is alive and nothing else of its queue is unfinished.
 * `lease` null: it is left to wait.
 */
const addOne = async (trx: Transaction, row: AddedRow, lease: string | null): Promise<readonly Added[]> => {
  const { rows: added } = await sql<Added>`
    insert into inbox (update_id, queue, state, payload, received_at, due_at, lease, attempts)
    select ${row.update_id}, ${row.queue}, ${row.state}, ${row.payload}, ${row.received_at}, ${row.due_at},
      claimant.lease, case when claimant.lease is null then 0 else 1 end
    from (
      select (
        select id from process_lease where id = ${lease} and expires_at > ${row.received_at}
          and not exists (select 1 from inbox where queue = ${row.queue} and state = 'waiting')
      ) as lease
    ) as claimant
    where true
    on conflict do nothing
    returning update_id, lease`.execute(trx);
  // Else it was known; or two of its queue have come at once, and the other is claimed.
  return added.length > 0 ? added : addAll(trx, [row]);
};

/** A row of the inbox that is claimed. `payload` is sealed. */
type ClaimedRow = {
  readonly update_id: number;
  readonly queue: number;
  readonly payload: string;
  readonly attempts: number;
  readonly received_at: number;
};

type Claim = {
  /** This process's row in `process_lease`. */
  readonly lease: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** How many are wanted, at most. */
  readonly room: number;
  readonly full: ReadonlySet<number>;
};

/** In place of a process's lease: the update was begun, and is to be claimed again. */
const nobody = "";

/** Inside a transaction: what is worked off, and what is claimed next. */
const createClaiming = () => {
  /** Where the last look at all queues ended: each has its turn, however busy those before it are. */
  let reached = Number.MIN_SAFE_INTEGER;

  const claimAfter = async (
    trx: Transaction,
    after: number,
    wanted: Claim,
  ): Promise<readonly ClaimedRow[]> => {
    const rows = await claim(trx, queuesAfter(after), wanted);
    const isMore = rows.length === wanted.room;
    reached = isMore ? Math.max(...rows.map(({ queue }) => queue)) : Number.MIN_SAFE_INTEGER;
    return rows;
  };

  return {
    /** Leaves to be begun what this process holds and has not begun. */
    giveBack: async (trx: Transaction, updateIds: readonly number[], lease: string): Promise<void> => {
      if (updateIds.length === 0) return;
      await trx
        .updateTable("inbox")
        .set({ lease: null, attempts: sql`attempts - 1` })
        .where("update_id", "in", updateIds)
        .where("lease", "=", lease)
        .where("state", "=", "waiting")
        .execute();
    },

    /** Keeps its place ahead of its queue. This time does not count, but that it was begun stays known. */
    postpone: async (trx: Transaction, { updateId, dueAt }: Postponed, lease: string): Promise<void> => {
      await trx
        .updateTable("inbox")
        .set({
          lease: nobody,
          due_at: dueAt.getTime(),
          attempts: sql`case when attempts > 1 then attempts - 1 else 1 end`,
        })
        .where("update_id", "=", updateId)
        .where("lease", "=", lease)
        .execute();
    },

    /** True: answers to a chat that was erased meanwhile were deleted. */
    finish: async (trx: Transaction, updateIds: readonly number[], lease: string): Promise<boolean> => {
      if (updateIds.length === 0) return false;
      const ended = await trx
        .updateTable("inbox")
        .set((eb) => ({
          state: "done",
          payload: "",
          lease: null,
          // A private chat's queue has its user's number, and is not needed any more.
          queue: eb.case().when("queue", "<=", erasedQueuesTo).then(eb.ref("queue")).else(0).end(),
        }))
        .where("update_id", "in", updateIds)
        // What another process has taken over is its own to finish.
        .where("lease", "=", lease)
        .returning(["update_id", "queue"])
        .execute();
      const erased = ended.filter(({ queue }) => queue <= erasedQueuesTo).map((row) => row.update_id);
      if (erased.length === 0) return false;
      // What was said in a group is not the erased chat's.
      for (const table of ["outbox", "answered_text"] as const)
        await trx.deleteFrom(table).where("update_id", "in", erased).where("chat_id", ">", 0).execute();
      return true;
    },

    /** The next of these queues. */
    claimBehind: async (
      trx: Transaction,
      queues: readonly number[],
      wanted: Claim,
    ): Promise<readonly ClaimedRow[]> =>
      queues.length === 0 || wanted.room <= 0 ? [] : claim(trx, queuesOf(queues), wanted),

    /** The next of any queues. */
    claimAnywhere: async (trx: Transaction, wanted: Claim): Promise<readonly ClaimedRow[]> => {
      if (wanted.room <= 0) return [];
      const from = reached;
      const ahead = await claimAfter(trx, from, wanted);
      const room = wanted.room - ahead.length;
      if (room === 0 || from === Number.MIN_SAFE_INTEGER) return ahead;
      return [...ahead, ...(await claimAfter(trx, Number.MIN_SAFE_INTEGER, { ...wanted, room }))];
    },
  };
};

/** In two statements: within the second, SQLite would go through all queues before it takes the first. */
const claim = async (
  trx: Transaction,
  queues: Queues,
  { lease, at, room, full }: Claim,
): Promise<readonly ClaimedRow[]> => {
  const { rows } = await headsOf(queues, at, room + full.size).execute(trx);
  const heads = rows.filter(({ queue, head }) => isAheadOfQueue(head) || !full.has(queue)).slice(0, room);
  if (heads.length === 0) return [];
  const alive = trx.selectFrom("process_lease").select("id").where("expires_at", ">", at);
  const ids = heads.map(({ head }) => head);
  return (
    trx
      .updateTable("inbox")
      .set((eb) => ({ lease, attempts: eb("attempts", "+", 1) }))
      .where("update_id", "in", ids)
      .where("state", "=", "waiting")
      .where("due_at", "<=", at)
      // Whose lease has lapsed would have what it claims taken away again at once, and both would answer.
      .where((eb) => eb(eb.val(lease), "in", alive))
      // Checked again on the row itself: another process may have been quicker.
      .where((eb) =>
        eb.or([eb("lease", "is", null), eb.and([eb("lease", "!=", lease), eb("lease", "not in", alive)])]),
      )
      .returning(["update_id", "queue", "payload", "attempts", "received_at"])
      .execute()
  );
};

type Head = { readonly queue: number; readonly head: number };

/** Queues, as a query with one column. */
type Queues = RawBuilder<unknown>;

/**
 * What is next in each of the queues on which no living process works, at most `room` of them: what a dead process had
 * begun or what was postponed, so that its chat is answered in order; else the oldest that is due.
 *
 * @param at epoch milliseconds
 */
const headsOf = (queues: Queues, at: number, room: number): RawBuilder<Head> => sql`
  with recursive queues(queue) as (${queues})
  select queue, head from (
    select queue, coalesce(
      (select update_id from inbox where inbox.queue = queues.queue and lease is not null),
      (
        select min(update_id) from inbox
        where state = 'waiting' and inbox.queue = queues.queue and due_at <= ${at}
      )
    ) as head
    from queues
    where queues.queue is not null and not exists (
      select 1 from inbox as claimed
      where claimed.queue = queues.queue and claimed.lease is not null
        and (claimed.due_at > ${at} or claimed.lease in (select id from process_lease where expires_at > ${at}))
    )
  ) as heads
  where head is not null limit ${room}`;

/**
 * The queues above `after` in which anything waits, in their order. Goes from one to the next, and no further than it is
 * read, because a busy hour leaves many updates in each of many queues.
 */
const queuesAfter = (after: number): Queues => sql`
  select min(queue) from inbox where state = 'waiting' and queue > ${after}
  union all
  select (select min(queue) from inbox where state = 'waiting' and inbox.queue > queues.queue)
  from queues where queues.queue is not null`;

/** These queues, as a query. */
const queuesOf = (queues: readonly number[]): Queues =>
  sql`values ${sql.join(queues.map((queue) => sql`(cast(${queue} as bigint))`))}`;
