import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "./postgres/server.ts";

type Use = (kind: "sqlite" | "postgres", databaseUrl: string) => Promise<void>;

/** Runs `use` on an empty database: `sqlite`, `postgres` (a server of our own) or a `postgres:` URL; unset, both kinds. */
export const withDatabases = async (wanted: string | undefined, use: Use): Promise<void> => {
  if (wanted?.includes(":")) return use("postgres", wanted);
  if (wanted !== "postgres") await onFile(use);
  if (wanted !== "sqlite") await onServer(use);
};

const onFile = async (use: Use): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-database-"));
  try {
    await use("sqlite", `sqlite:${folder}/deresegn.sqlite`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const onServer = async (use: Use): Promise<void> => {
  const server = await startPostgres();
  try {
    await use("postgres", server.url);
  } finally {
    await server.stop();
  }
};
