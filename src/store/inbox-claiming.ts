import { headsOf, type Queues, queuesAfter, queuesOf } from "./inbox-heads.ts";
import type { Work } from "./schema.ts";

/** A row of the inbox that is begun. `payload` is sealed. */
export type ClaimedRow = {
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
};

/** Inside a transaction: what is worked off, and what is taken up next. */
export const createClaiming = () => {
  /** Where the last look at all queues ended: each has its turn, however busy those before it are. */
  let reached = Number.MIN_SAFE_INTEGER;

  const claimAfter = async (work: Work, after: number, wanted: Claim): Promise<readonly ClaimedRow[]> => {
    const rows = await claim(work, queuesAfter(after), wanted);
    const isMore = rows.length === wanted.room;
    reached = isMore ? Math.max(...rows.map(({ queue }) => queue)) : Number.MIN_SAFE_INTEGER;
    return rows;
  };

  return {
    /** Leaves to be begun what this process holds and has not begun. */
    giveBack: async (work: Work, updateIds: readonly number[], lease: string): Promise<void> => {
      if (updateIds.length === 0) return;
      await work
        .updateTable("inbox")
        .set({ lease: null, attempts: 0 })
        .where("update_id", "in", updateIds)
        .where("lease", "=", lease)
        .where("state", "=", "waiting")
        .execute();
    },

    finish: async (work: Work, updateIds: readonly number[], lease: string): Promise<void> => {
      if (updateIds.length === 0) return;
      await work
        .updateTable("inbox")
        // A private chat's queue has its user's number, and is not needed any more.
        .set({ state: "done", payload: "", lease: null, queue: 0 })
        .where("update_id", "in", updateIds)
        // What another process has taken over is its own to finish.
        .where("lease", "=", lease)
        .execute();
    },

    /** The next of these queues. */
    claimBehind: async (
      work: Work,
      queues: readonly number[],
      wanted: Claim,
    ): Promise<readonly ClaimedRow[]> =>
      queues.length === 0 || wanted.room <= 0 ? [] : claim(work, queuesOf(queues), wanted),

    /** The next of any queues. */
    claimAnywhere: async (work: Work, wanted: Claim): Promise<readonly ClaimedRow[]> => {
      if (wanted.room <= 0) return [];
      const from = reached;
      const ahead = await claimAfter(work, from, wanted);
      const room = wanted.room - ahead.length;
      if (room === 0 || from === Number.MIN_SAFE_INTEGER) return ahead;
      return [...ahead, ...(await claimAfter(work, Number.MIN_SAFE_INTEGER, { ...wanted, room }))];
    },
  };
};

/** In two statements: within the second, SQLite would go through all queues before it takes the first. */
const claim = async (
  work: Work,
  queues: Queues,
  { lease, at, room }: Claim,
): Promise<readonly ClaimedRow[]> => {
  const { rows: heads } = await headsOf(queues, at, room).execute(work);
  if (heads.length === 0) return [];
  const alive = work.selectFrom("process_lease").select("id").where("expires_at", ">", at);
  const ids = heads.map(({ head }) => head);
  return (
    work
      .updateTable("inbox")
      .set((eb) => ({ lease, attempts: eb("attempts", "+", 1) }))
      .where("update_id", "in", ids)
      .where("state", "=", "waiting")
      // Whose lease has lapsed would have what it takes up taken away again at once, and both would answer.
      .where((eb) => eb(eb.val(lease), "in", alive))
      // Checked again on the row itself: another process may have been quicker.
      .where((eb) =>
        eb.or([eb("lease", "is", null), eb.and([eb("lease", "!=", lease), eb("lease", "not in", alive)])]),
      )
      .returning(["update_id", "queue", "payload", "attempts", "received_at"])
      .execute()
  );
};
