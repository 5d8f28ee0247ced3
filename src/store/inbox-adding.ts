import { sql } from "kysely";
import type { Work } from "./schema.ts";
import { statement } from "./statement.ts";

/** An update that nobody has begun. `payload` is sealed; times are epoch milliseconds. */
export type AddedRow = {
  readonly update_id: number;
  readonly queue: number;
  readonly state: "waiting";
  readonly payload: string;
  readonly lease: null;
  readonly attempts: 0;
  readonly received_at: number;
  readonly due_at: number;
};

/** Of a row that was not known yet: who has begun it. */
export type Added = { readonly update_id: number; readonly lease: string | null };

/** Inside a transaction. Gives back those that were not known yet. */
export const addAll = async (work: Work, rows: readonly AddedRow[]): Promise<readonly Added[]> =>
  rows.length === 0
    ? []
    : work
        .insertInto("inbox")
        .values(rows)
        .onConflict((conflict) => conflict.column("update_id").doNothing())
        .returning(["update_id", "lease"])
        .execute();

/**
 * The same for one row, which is begun with `lease` where that is alive and nothing else of its queue waits or is begun.
 * Null: it is left to wait.
 */
export const addOne = async (work: Work, row: AddedRow, lease: string | null): Promise<readonly Added[]> => {
  const added = await addOrBegin(work, { ...row, lease });
  // Else it was known; or two of its queue have come at once, and the other is begun.
  return added.length > 0 ? added : addAll(work, [row]);
};

type Given = Omit<AddedRow, "lease"> & { readonly lease: string | null };

const addOrBegin = statement((db, row: Given) => ({
  compile: () =>
    sql<Added>`
      insert into inbox (update_id, queue, state, payload, received_at, due_at, lease, attempts)
      select ${row.update_id}, ${row.queue}, ${row.state}, ${row.payload}, ${row.received_at}, ${row.due_at},
        beginner.lease, case when beginner.lease is null then 0 else 1 end
      from (
        select (
          select id from process_lease where id = ${row.lease} and expires_at > ${row.received_at}
            and not exists (select 1 from inbox where queue = ${row.queue} and state = 'waiting')
        ) as lease
      ) as beginner
      where true
      on conflict do nothing
      returning update_id, lease`.compile(db),
}));
