import { sql } from "kysely";
import type { Work } from "./schema.ts";

/** The migration step of the inbox: what Telegram handed over, and what has been said about it. */
export const createInboxTables = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("inbox")
    .addColumn("update_id", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("queue", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull().check(sql`state in ('waiting', 'done')`))
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("lease", "text")
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("received_at", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("inbox_by_queue").on("inbox").columns(["state", "queue", "update_id"]).execute();
  await schema.createIndex("inbox_by_time").on("inbox").columns(["state", "received_at"]).execute();
  await schema
    .createTable("delivery")
    .addColumn("chat_id", "bigint", (column) => column.notNull())
    .addColumn("message_id", "bigint", (column) => column.notNull())
    .addColumn("slot", "text", (column) => column.notNull())
    .addColumn("update_id", "bigint", (column) => column.notNull())
    .addColumn("step", "text", (column) =>
      column.notNull().check(sql`step in ('looking', 'editing', 'sending', 'standing')`),
    )
    .addColumn("shown", "bigint")
    .addColumn("outcome", "text")
    .addColumn("touched_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("delivery_pk", ["chat_id", "message_id", "slot"])
    .execute();
  await schema.createIndex("delivery_by_time").on("delivery").column("touched_at").execute();
  // A press that is worked off again after a crash still finds its question.
  await schema.alterTable("open_question").addColumn("taken_by", "bigint").execute();
  await schema.dropTable("taken_update").execute();
};

/** What processes are at is found without looking through all that waits. */
export const findBegunUpdates = async ({ schema }: Work): Promise<void> => {
  await schema
    .createIndex("inbox_by_lease")
    .on("inbox")
    .column("lease")
    .where("lease", "is not", null)
    .execute();
};

/**
 * The database itself sees to it that no two updates of a queue are worked on at once. What waits, and what is to be
 * forgotten, each have an index of their own, so that an update is written into no more than it must.
 */
export const beginOneOfAQueue = async (work: Work): Promise<void> => {
  const { schema } = work;
  for (const index of ["inbox_by_queue", "inbox_by_time", "inbox_by_lease"])
    await schema.dropIndex(index).execute();
  // Two may be begun where two processes met. All but the first are handed out again, each in its turn.
  await work
    .updateTable("inbox")
    .set({ lease: null })
    .where("lease", "is not", null)
    .where(
      sql<boolean>`update_id not in (select min(update_id) from inbox where lease is not null group by queue)`,
    )
    .execute();
  await schema
    .createIndex("inbox_begun")
    .unique()
    .on("inbox")
    .column("queue")
    .where(sql<boolean>`lease is not null`)
    .execute();
  const inState = (state: string) => sql<boolean>`state = ${sql.lit(state)}`;
  await schema
    .createIndex("inbox_waiting")
    .on("inbox")
    .columns(["queue", "update_id"])
    .where(inState("waiting"))
    .execute();
  await schema.createIndex("inbox_done").on("inbox").column("received_at").where(inState("done")).execute();
};
