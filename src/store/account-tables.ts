import { sql } from "kysely";
import type { Work } from "./schema.ts";

/**
 * The step of `migrations.ts` that brings accounts, keys, money, history and what guards them. No foreign keys:
 * PostgreSQL would lock an account's row for every row that names it.
 */
export const createAccountTables = async (work: Work): Promise<void> => {
  await createAccounts(work);
  await createMoney(work);
  await createCredits(work);
  await createKeys(work);
  await createHistory(work);
  await createConduct(work);
  await extendReservations(work);
};

const createAccounts = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("account")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("tier", "text", (column) => column.notNull().check(sql`tier in ('registered', 'balance')`))
    .addColumn("suspended_at", "bigint")
    .addColumn("erased_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("account_by_age").on("account").columns(["created_at", "id"]).execute();
  await schema.createIndex("account_by_erasure").on("account").column("erased_at").execute();
  await schema
    .createTable("telegram_link")
    .addColumn("person", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull().check(sql`role in ('owner', 'staff')`))
    .addColumn("linked_at", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("telegram_link_by_account").on("telegram_link").column("account_id").execute();
  await schema
    .createTable("link_code")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull().check(sql`role in ('owner', 'staff')`))
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("link_code_by_account").on("link_code").column("account_id").execute();
  await schema.createIndex("link_code_by_expiry").on("link_code").column("expires_at").execute();
};

const createMoney = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("balance")
    .addColumn("account_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("posted_santim", "bigint", (column) => column.notNull())
    .addColumn("pending_santim", "bigint", (column) => column.notNull().check(sql`pending_santim >= 0`))
    .addColumn("entries", "bigint", (column) => column.notNull())
    .addCheckConstraint("balance_never_negative", sql`posted_santim - pending_santim >= 0`)
    .execute();
  await schema
    .createTable("ledger_entry")
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) =>
      column.notNull().check(sql`kind in ('topup', 'charge', 'adjustment')`),
    )
    .addColumn("amount_santim", "bigint", (column) => column.notNull().check(sql`amount_santim <> 0`))
    .addColumn("balance_santim", "bigint", (column) => column.notNull().check(sql`balance_santim >= 0`))
    .addColumn("reservation_id", "text", (column) => column.unique())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("ledger_entry_pk", ["account_id", "seq"])
    .addCheckConstraint("charge_has_reservation", sql`(kind = 'charge') = (reservation_id is not null)`)
    .execute();
};

const createCredits = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("credited_receipt")
    .addColumn("receipt", "text", (column) => column.primaryKey().notNull())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("amount_santim", "bigint", (column) => column.notNull().check(sql`amount_santim > 0`))
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('waiting', 'credited', 'declined')`),
    )
    .addColumn("submitted_at", "bigint", (column) => column.notNull())
    .addColumn("decided_at", "bigint")
    .execute();
  await schema
    .createIndex("credited_receipt_by_state")
    .on("credited_receipt")
    .columns(["state", "submitted_at"])
    .execute();
};

const createKeys = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("api_key")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("prefix", "text", (column) => column.notNull())
    .addColumn("last4", "text", (column) => column.notNull())
    .addColumn("mode", "text", (column) => column.notNull().check(sql`mode in ('live', 'test')`))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint")
    .addColumn("revoked_at", "bigint")
    .execute();
  await schema
    .createIndex("api_key_by_account")
    .on("api_key")
    .columns(["account_id", "created_at"])
    .execute();
};

const createHistory = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("receipt_history")
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("asker", "text", (column) => column.notNull())
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("question", "text", (column) => column.notNull())
    .addColumn("receipt", "text")
    .addColumn("verdict", "text", (column) =>
      column
        .notNull()
        .check(
          sql`verdict in ('verified', 'receipt_not_found', 'receipt_not_completed', 'receipt_mismatch')`,
        ),
    )
    .addColumn("amount_santim", "bigint")
    .addColumn("charged_santim", "bigint", (column) => column.notNull())
    .addColumn("is_first", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("receipt_history_pk", ["account_id", "at", "id"])
    .execute();
  await schema.createIndex("receipt_history_by_age").on("receipt_history").column("at").execute();
  await schema
    .createTable("seen_receipt")
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("receipt", "text", (column) => column.notNull())
    .addColumn("first_at", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint", (column) => column.notNull())
    .addColumn("times", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("seen_receipt_pk", ["account_id", "receipt"])
    .execute();
  await schema.createIndex("seen_receipt_by_age").on("seen_receipt").column("last_at").execute();
  await schema
    .createTable("chat_answer")
    .addColumn("person", "text", (column) => column.notNull())
    .addColumn("question", "text", (column) => column.notNull())
    .addColumn("verdict", "text", (column) => column.notNull())
    .addColumn("answered_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("chat_answer_pk", ["person", "question"])
    .execute();
  await schema.createIndex("chat_answer_by_age").on("chat_answer").column("answered_at").execute();
};

const createConduct = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("conduct")
    .addColumn("account_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("misses_in_row", "integer", (column) => column.notNull())
    .addColumn("last_miss_at", "bigint", (column) => column.notNull())
    .addColumn("blocked_until", "bigint", (column) => column.notNull())
    .addColumn("blocks", "integer", (column) => column.notNull())
    .execute();
  await schema
    .createTable("conduct_minute")
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("minute", "bigint", (column) => column.notNull())
    .addColumn("answers", "integer", (column) => column.notNull())
    .addColumn("misses", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("conduct_minute_pk", ["account_id", "minute"])
    .execute();
  await schema.createIndex("conduct_minute_by_age").on("conduct_minute").column("minute").execute();
};

const extendReservations = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("process_lease")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  // One column a statement: SQLite adds no more at once.
  const reservations = schema.alterTable("reservation");
  await reservations
    .addColumn("kind", "text", (column) =>
      column.notNull().defaultTo("quota").check(sql`kind in ('quota', 'balance', 'repeat')`),
    )
    .execute();
  await reservations.addColumn("account_id", "text").execute();
  await reservations
    .addColumn("santim", "bigint", (column) => column.notNull().defaultTo(0).check(sql`santim >= 0`))
    .execute();
  await reservations.addColumn("lease", "text").execute();
  await schema
    .createIndex("reservation_by_subject")
    .on("reservation")
    .columns(["subject", "state"])
    .execute();
};

/** Of reservations only those that are open are looked for: a settled one is in no index but its id's and its day's. */
export const findOpenReservations = async ({ schema }: Work): Promise<void> => {
  await schema.dropIndex("reservation_by_expiry").execute();
  await schema.dropIndex("reservation_by_subject").execute();
  await schema
    .createIndex("reservation_open")
    .on("reservation")
    .column("subject")
    .where(sql<boolean>`state = 'pending'`)
    .execute();
};
