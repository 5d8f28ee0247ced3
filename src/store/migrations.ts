import { sql } from "kysely";
import { createAccountTables, findOpenReservations } from "./account-tables.ts";
import { createAlbumTable } from "./album-table.ts";
import { createBelongingTables } from "./belonging-tables.ts";
import { countUnanswered, createFairnessTables } from "./fairness-tables.ts";
import { createIdempotencyTable } from "./idempotency-table.ts";
import { beginOneOfAQueue, createInboxTables, findBegunUpdates } from "./inbox-tables.ts";
import { createMerchantTables } from "./merchant-tables.ts";
import { createOwnershipTables } from "./ownership-tables.ts";
import { createRetryTable } from "./retry-table.ts";
import type { Work } from "./schema.ts";

/**
 * The steps from an empty database to `schema.ts`, oldest first; a step that has been released is never
 * changed. Portable SQL: the same steps run on SQLite and PostgreSQL.
 */
export const migrations: readonly ((work: Work) => Promise<void>)[] = [
  async (work) => {
    await createQuotaTables(work);
    await createBotTables(work);
  },
  (work) => createDriftTable(work),
  createAccountTables,
  createIdempotencyTable,
  createInboxTables,
  createMerchantTables,
  createRetryTable,
  (work) => nameMembers(work),
  createAlbumTable,
  findBegunUpdates,
  (work) => nameShowings(work),
  beginOneOfAQueue,
  findOpenReservations,
  (work) => createReceiverAnswers(work),
  (work) => nameFirstAskers(work),
  createBelongingTables,
  (work) => createFreeRepeats(work),
  (work) => noteWhoseMoney(work),
  createOwnershipTables,
  createFairnessTables,
  countUnanswered,
];

/** A day's takings are told apart from what was paid to others. */
const noteWhoseMoney = async ({ schema }: Work): Promise<void> => {
  await schema.alterTable("receipt_history").addColumn("is_own", "integer").execute();
};

/** Every caller repeats a question that waits for its receipt for nothing, not only a chat. */
const createFreeRepeats = async ({ schema }: Work): Promise<void> => {
  await schema.dropTable("chat_answer").execute();
  await schema
    .createTable("free_repeat")
    .addColumn("asker", "text", (column) => column.notNull())
    .addColumn("question", "text", (column) => column.notNull())
    .addColumn("free_until", "bigint", (column) => column.notNull())
    .addColumn("repeats", "integer", (column) => column.notNull())
    .addColumn("was_verified", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("free_repeat_pk", ["asker", "question"])
    .execute();
  await schema.createIndex("free_repeat_by_end").on("free_repeat").column("free_until").execute();
};

/** A merchant hears who of the shop checked a receipt before, and where. */
const nameFirstAskers = async ({ schema }: Work): Promise<void> => {
  const seen = schema.alterTable("seen_receipt");
  await seen.addColumn("asker", "text", (column) => column.notNull().defaultTo("")).execute();
  await seen.addColumn("message", "text").execute();
  await schema.createIndex("seen_receipt_by_asker").on("seen_receipt").column("asker").execute();
};

/** A receiver that the merchant said is somebody else is not asked about again. */
const createReceiverAnswers = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("receiver_answer")
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("answer", "text", (column) => column.notNull().check(sql`answer in ('mine', 'not_mine')`))
    .addColumn("answered_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("receiver_answer_pk", ["account_id", "subject"])
    .execute();
};

/** A message that is changed shows the receipt that it brought itself once, not twice. */
const nameShowings = async ({ schema }: Work): Promise<void> => {
  await schema.alterTable("seen_receipt").addColumn("showing", "text").execute();
};

/** The owner of an account sees who uses it. */
const nameMembers = async ({ schema }: Work): Promise<void> => {
  await schema
    .alterTable("telegram_link")
    .addColumn("name", "text", (column) => column.notNull().defaultTo(""))
    .execute();
};

const createQuotaTables = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("installation")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("secret_fingerprint", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createTable("quota_day")
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("taken", "integer", (column) => column.notNull().check(sql`taken >= 0`))
    .addPrimaryKeyConstraint("quota_day_pk", ["subject", "day"])
    .execute();
  await schema
    .createTable("reservation")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('pending', 'committed', 'void')`),
    )
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("quota_day_by_day").on("quota_day").column("day").execute();
  await schema.createIndex("reservation_by_day").on("reservation").column("day").execute();
  await schema
    .createIndex("reservation_by_expiry")
    .on("reservation")
    .columns(["state", "expires_at"])
    .execute();
};

const createBotTables = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("chat")
    .addColumn("chat_id", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("open_question")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("chat_id", "bigint", (column) => column.notNull())
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("question_message_id", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("asked_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createTable("taken_update")
    .addColumn("update_id", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("taken_at", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("open_question_by_asker")
    .on("open_question")
    .columns(["chat_id", "user_id"])
    .execute();
  await schema.createIndex("open_question_by_expiry").on("open_question").column("expires_at").execute();
  await schema.createIndex("taken_update_by_time").on("taken_update").column("taken_at").execute();
};

const createDriftTable = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("drift")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("contract_version", "integer", (column) => column.notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) =>
      column.notNull().check(sql`outcome in ('verified', 'format_changed')`),
    )
    .addColumn("clause", "text", (column) => column.notNull())
    .addColumn("sample", "text", (column) => column.notNull())
    .addColumn("first_at", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint", (column) => column.notNull())
    .addColumn("times", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("drift_by_provider").on("drift").columns(["provider", "last_at"]).execute();
};
