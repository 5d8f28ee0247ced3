import type { Work } from "./schema.ts";

/** The migration step of what a merchant tells the bot: accounts of their own, and a sum that is expected. */
export const createMerchantTables = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("saved_account")
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("mark", "text", (column) => column.notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("saved_account_pk", ["account_id", "id"])
    .addUniqueConstraint("saved_account_once", ["account_id", "mark"])
    .execute();
  await schema
    .createTable("expectation")
    .addColumn("chat_id", "bigint", (column) => column.notNull())
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("amount_santim", "bigint", (column) => column.notNull())
    .addColumn("received_santim", "bigint", (column) => column.notNull())
    .addColumn("receipts", "integer", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("expectation_pk", ["chat_id", "user_id"])
    .execute();
  await schema.createIndex("expectation_by_expiry").on("expectation").column("expires_at").execute();
  await schema
    .createTable("expected_receipt")
    .addColumn("chat_id", "bigint", (column) => column.notNull())
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("receipt", "text", (column) => column.notNull())
    .addColumn("expectation", "text", (column) => column.notNull())
    .addColumn("added_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("expected_receipt_pk", ["chat_id", "user_id", "receipt"])
    .execute();
  await schema.createIndex("expected_receipt_by_time").on("expected_receipt").column("added_at").execute();
};
