import type { Work } from "./schema.ts";

/** The migration step of what belongs to which account: groups, owners' chats, and accounts that were left. */
export const createBelongingTables = async ({ schema }: Work): Promise<void> => {
  await schema
    .alterTable("telegram_link")
    .addColumn("reach", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await schema
    .createTable("former_account")
    .addColumn("person", "text", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("left_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("former_account_pk", ["person", "account_id"])
    .execute();
  await schema.createIndex("former_account_by_account").on("former_account").column("account_id").execute();
  await schema
    .createTable("group_binding")
    .addColumn("chat_id", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("bound_by", "text", (column) => column.notNull())
    .addColumn("bound_at", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("group_binding_by_account").on("group_binding").column("account_id").execute();
};
