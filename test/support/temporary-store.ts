import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { openStore, type Store } from "../../src/database/store.ts";
import { isFull } from "./extent.ts";
import type { PostgresFound } from "./postgres.ts";

export const testSecret = "a secret of the tests, 32 bytes and more";

/** A folder of its own for one test, removed afterwards. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(inject("scratchFolder"), "deresegn-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A store on a new file, closed and removed after the test. */
export const temporaryStore = async (
  now: () => Date = () => new Date(),
): Promise<{ readonly store: Store; readonly path: string }> => {
  const path = join(temporaryFolder(), "deresegn.sqlite");
  const store = await openStore({ databaseUrl: `sqlite:${path}`, secret: testSecret, now });
  onTestFinished(() => store.close());
  return { store, path };
};

export type DatabaseKind = "sqlite" | "postgres";

/** What the same tests run on. */
export const databaseKinds: readonly DatabaseKind[] = isFull ? ["sqlite", "postgres"] : ["sqlite"];

/** The URL of an empty database for one test: a file, or a schema of the run's server. */
export const temporaryDatabase = async (kind: DatabaseKind): Promise<string> => {
  if (kind === "sqlite") return `sqlite:${join(temporaryFolder(), "deresegn.sqlite")}`;
  const schema = `t_${randomBytes(8).toString("hex")}`;
  await askPostgres(`create schema ${schema}`);
  onTestFinished(async () => {
    await askPostgres(`drop schema ${schema} cascade`);
  });
  const url = new URL(await postgresUrl());
  url.searchParams.set("options", `-c search_path=${schema}`);
  return url.href;
};

let found: Promise<PostgresFound> | null = null;

/** The server of this run; a test that needs one fails where none can run. */
export const postgresUrl = async (): Promise<string> => {
  found ??= fetch(inject("postgresAt")).then(async (reply) => (await reply.json()) as PostgresFound);
  const server = await found;
  if ("problem" in server) throw new Error(server.problem);
  return server.url;
};

/** One statement of the server's superuser. */
export const askPostgres = async (text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: await postgresUrl() });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

/** A store on a new database of either kind, closed and removed after the test. */
export const temporaryStoreOn = async (
  kind: DatabaseKind,
  now: () => Date = () => new Date(),
): Promise<{ readonly store: Store; readonly databaseUrl: string }> => {
  const databaseUrl = await temporaryDatabase(kind);
  const store = await openStore({ databaseUrl, secret: testSecret, now });
  onTestFinished(() => store.close());
  return { store, databaseUrl };
};

/** Name, size and fingerprint of every file in a folder; of shared memory only that it is there. */
export const bytesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => {
        if (name.endsWith("-shm")) return [name, "shared memory"];
        const bytes = readFileSync(join(folder, name));
        return [name, `${bytes.length} bytes ${createHash("sha256").update(bytes).digest("hex")}`];
      }),
  );
