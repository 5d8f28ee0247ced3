import type { Work } from "./schema.ts";

/**
 * The migration step of what a key may do, who may bring others to an account, and what is noted of both. Keys that
 * exist may go on doing what they did, so they have every scope. Codes that exist are withdrawn: they live ten minutes,
 * and a key may have made them.
 */
export const createOwnershipTables = async (work: Work): Promise<void> => {
  await limitKeys(work);
  await nameCodes(work);
  const { schema } = work;
  await schema
    .createTable("owner_request")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("person", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("reach", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("owner_request_once", ["account_id", "person"])
    .execute();
  await schema.createIndex("owner_request_by_person").on("owner_request").column("person").execute();
  await schema.createIndex("owner_request_by_expiry").on("owner_request").column("expires_at").execute();
  await schema
    .createTable("audit_entry")
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("actor_kind", "text", (column) => column.notNull())
    .addColumn("actor", "text", (column) => column.notNull())
    .addColumn("face", "text", (column) => column.notNull())
    .addColumn("act", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("audit_entry_pk", ["account_id", "id"])
    .execute();
  await schema.createIndex("audit_entry_by_age").on("audit_entry").column("at").execute();
};

const limitKeys = async (work: Work): Promise<void> => {
  const { schema } = work;
  const keys = schema.alterTable("api_key");
  await keys.addColumn("name", "text", (column) => column.notNull().defaultTo("")).execute();
  await keys
    .addColumn("scopes", "text", (column) => column.notNull().defaultTo("verify account:read account:manage"))
    .execute();
  await keys.addColumn("addresses", "text", (column) => column.notNull().defaultTo("")).execute();
  await keys.addColumn("daily_limit_santim", "bigint").execute();
  await keys.addColumn("spends_as", "text", (column) => column.notNull().defaultTo("")).execute();
  await keys.addColumn("last_used_at", "bigint").execute();
  await keys.addColumn("replaced_at", "bigint").execute();
  await work
    .updateTable("api_key")
    .set((eb) => ({ spends_as: eb.ref("id"), replaced_at: eb.ref("expires_at") }))
    .execute();
  await schema
    .createTable("key_day")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("santim", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("key_day_pk", ["key_id", "day"])
    .execute();
  await schema.createIndex("key_day_by_day").on("key_day").column("day").execute();
  await schema.alterTable("reservation").addColumn("spends_as", "text").execute();
};

const nameCodes = async (work: Work): Promise<void> => {
  const { schema } = work;
  await work.deleteFrom("link_code").execute();
  const codes = schema.alterTable("link_code");
  await codes.addColumn("id", "text", (column) => column.notNull().defaultTo("")).execute();
  await codes.addColumn("maker_kind", "text", (column) => column.notNull().defaultTo("operator")).execute();
  await codes.addColumn("maker", "text", (column) => column.notNull().defaultTo("")).execute();
  await codes.addColumn("created_at", "bigint", (column) => column.notNull().defaultTo(0)).execute();
};
