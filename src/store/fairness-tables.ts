import { sql } from "kysely";
import type { Work } from "./schema.ts";

/** The migration step that counts a free day on the person who made an account, and keeps the last answers of each asker. */
export const createFairnessTables = async (work: Work): Promise<void> => {
  await nameMakers(work);
  await createUnits(work);
  await extendConduct(work);
};

/** Of accounts that are there already, the first owner counts as the one who made it. */
const nameMakers = async (work: Work): Promise<void> => {
  await work.schema
    .alterTable("account")
    .addColumn("made_by", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  const owner = sql<
    string | null
  >`(select person from telegram_link where telegram_link.account_id = account.id
    and role = 'owner' order by linked_at, person limit 1)`;
  const former = sql<string | null>`(select person from former_account
    where former_account.account_id = account.id order by left_at, person limit 1)`;
  await work
    .updateTable("account")
    .set({ made_by: sql<string>`coalesce(${owner}, ${former}, '')` })
    .execute();
  await work.schema.createIndex("account_by_maker").on("account").column("made_by").execute();
};

/** One check takes a unit of several days: of the account, of the person, of a network and of the one around it. */
const createUnits = async (work: Work): Promise<void> => {
  await work.schema
    .createTable("reservation_unit")
    .addColumn("reservation_id", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("reservation_unit_pk", ["reservation_id", "subject", "day"])
    .execute();
  await work.schema
    .createIndex("reservation_unit_by_subject")
    .on("reservation_unit")
    .columns(["subject", "day"])
    .execute();
  await sql`insert into reservation_unit (reservation_id, subject, day)
    select id, subject, day from reservation where kind = 'quota' and state <> 'void'`.execute(work);
};

const extendConduct = async ({ schema }: Work): Promise<void> => {
  const conduct = schema.alterTable("conduct");
  await conduct.addColumn("recent", "text", (column) => column.notNull().defaultTo("")).execute();
  await conduct.addColumn("day", "text").execute();
  await schema.createIndex("conduct_by_day").on("conduct").column("day").execute();
};

/** The migration step that counts what providers leave unanswered. */
export const countUnanswered = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("unanswered_hour")
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("hour", "bigint", (column) => column.notNull())
    .addColumn("taken", "integer", (column) => column.notNull().check(sql`taken >= 0`))
    .addPrimaryKeyConstraint("unanswered_hour_pk", ["subject", "hour"])
    .execute();
  await schema.createIndex("unanswered_hour_by_hour").on("unanswered_hour").column("hour").execute();
  await schema.alterTable("reservation").addColumn("unanswered_as", "text").execute();
};
