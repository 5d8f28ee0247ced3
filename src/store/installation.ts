import { startProblem } from "../start-problem.ts";
import { derivedKey } from "./derived-key.ts";
import { migrations } from "./migrations.ts";
import type { Database, Work } from "./schema.ts";

type Installation = {
  readonly db: Database;
  readonly secret: string;
  readonly now: () => Date;
  /** Keeps others from installing until the transaction ends, where its beginning does not. */
  readonly lock?: (work: Work) => Promise<void>;
};

/**
 * Takes the steps that this database has not taken yet, and marks a new one with its `SECRET`. One
 * transaction under a lock: of two processes that start together one waits. Rejects with a start problem,
 * having changed nothing, where `requireInstallation` does.
 */
export const install = ({ db, secret, now, lock }: Installation): Promise<void> =>
  db.transaction().execute(async (work) => {
    await lock?.(work);
    const at = now().getTime();
    await work.schema
      .createTable("migration")
      .ifNotExists()
      .addColumn("version", "integer", (column) => column.primaryKey().notNull())
      .addColumn("applied_at", "bigint", (column) => column.notNull())
      .execute();
    const version = await versionOf(work);
    for (const [step, migrate] of migrations.entries()) {
      if (step < version) continue;
      await migrate(work);
      await work
        .insertInto("migration")
        .values({ version: step + 1, applied_at: at })
        .execute();
    }
    await work
      .insertInto("installation")
      .values({ id: 1, secret_fingerprint: fingerprintOf(secret), created_at: at })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    await requireInstallation(work, secret);
  });

/** Rejects with a start problem when a newer program or another `SECRET` made this database. Only reads. */
export const requireInstallation = async (db: Database | Work, secret: string): Promise<void> => {
  if ((await versionOf(db)) > migrations.length)
    throw startProblem(
      "The database was made by a newer version of this program: start that version, or set DATABASE_URL to another database.",
    );
  const made = await db.selectFrom("installation").select("secret_fingerprint").executeTakeFirst();
  if (made && made.secret_fingerprint !== fingerprintOf(secret))
    throw startProblem(
      "The database was made with another SECRET: set SECRET to that one, or set DATABASE_URL to another database.",
    );
};

const versionOf = async (db: Database | Work): Promise<number> => {
  const taken = await db
    .selectFrom("migration")
    .select(({ fn }) => fn.max("version").as("version"))
    .executeTakeFirst();
  return taken?.version ?? 0;
};

const fingerprintOf = (secret: string): string => derivedKey(secret, "fingerprint").toString("base64url");
