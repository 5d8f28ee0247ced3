import type { Work } from "./schema.ts";

/** The migration step of what is tried again in the background, and told in its turn. */
export const createRetryTable = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("retry")
    .addColumn("id", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("chat_id", "bigint", (column) => column.notNull())
    .addColumn("message_id", "bigint", (column) => column.notNull())
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("receipt", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .addColumn("lease", "text")
    .addUniqueConstraint("retry_of_receipt", ["chat_id", "receipt"])
    .execute();
  await schema.createIndex("retry_by_time").on("retry").column("due_at").execute();
  await schema.createIndex("retry_by_asker").on("retry").column("user_id").execute();
  await schema
    .alterTable("inbox")
    .addColumn("due_at", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
};
