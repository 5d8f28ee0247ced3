import { Migrator, sql } from "kysely";
import { createPseudonym } from "../core/crypto.ts";
import { startProblem } from "../core/start-problem.ts";
import { migrations } from "./migrations.ts";
import type { Database } from "./schema.ts";

type Installation = { readonly db: Database; readonly secret: string; readonly now: () => Date };

/** By this table a database is known as this program's. Kysely's `Migrator` makes it first. */
export const migrationTable = "deresegn_migration";

/**
 * Brings the tables up to date, and marks a new database with its `SECRET`. Rejects with a start problem where
 * `requireInstallation` does, having changed nothing.
 */
export const install = async ({ db, secret, now }: Installation): Promise<void> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.some(({ name }) => name === "installation")) await requireInstallation(db, secret);
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: migrationTable,
    migrationLockTableName: `${migrationTable}_lock`,
  }).migrateToLatest();
  if (error !== undefined) throw error;
  await db
    .insertInto("installation")
    .values({ id: 1, secret_fingerprint: fingerprintOf(secret), created_at: now().getTime() })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  await requireInstallation(db, secret);
};

/** Rejects with a start problem when a newer program or another `SECRET` made this database. Only reads. */
export const requireInstallation = async (db: Database, secret: string): Promise<void> => {
  const { rows: taken } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(
    db,
  );
  if (taken.some(({ name }) => !(name in migrations)))
    throw startProblem(
      "The database was made by a newer version of this program: start that version, or set DATABASE_URL to another database.",
    );
  const made = await db.selectFrom("installation").select("secret_fingerprint").executeTakeFirst();
  if (made && made.secret_fingerprint !== fingerprintOf(secret))
    throw startProblem(
      "The database was made with another SECRET: set SECRET to that one, or set DATABASE_URL to another database.",
    );
};

/** By this an installation knows its `SECRET` again. */
export const fingerprintOf = (secret: string): string =>
  createPseudonym(secret, "fingerprint")("installation");
