import type { Work } from "./schema.ts";

/** The migration step of `src/idempotency`. */
export const createIdempotencyTable = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("idempotency")
    .addColumn("scope", "text", (column) => column.primaryKey().notNull())
    .addColumn("account", "text", (column) => column.notNull())
    .addColumn("token", "text", (column) => column.notNull())
    .addColumn("lease", "text")
    .addColumn("body_hash", "text", (column) => column.notNull())
    .addColumn("reply", "text")
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("idempotency_by_account").on("idempotency").column("account").execute();
  await schema.createIndex("idempotency_by_expiry").on("idempotency").column("expires_at").execute();
};
