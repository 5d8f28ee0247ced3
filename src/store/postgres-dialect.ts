import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Pool } from "pg";
import { awayError } from "./away.ts";
import { wasKept } from "./postgres-lost-commit.ts";
import { createSession, type Session } from "./postgres-session.ts";

/** Kysely over a pool. A transaction up to its commit, or a single statement, has `limitMs`, with all waiting. */
export const createPostgresDialect = (pool: Pool, limitMs: number): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createDriver(pool, limitMs),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

const createDriver = (pool: Pool, limitMs: number): Driver => {
  const sessions = new WeakMap<DatabaseConnection, Session>();
  const sessionOf = (connection: DatabaseConnection): Session => {
    const session = sessions.get(connection);
    if (session === undefined) throw new Error("a connection of another driver");
    return session;
  };
  return {
    init: async () => {},
    acquireConnection: async () => {
      const session = await createSession(pool, limitMs);
      const connection = createConnection(session);
      sessions.set(connection, session);
      return connection;
    },
    beginTransaction: (connection) => sessionOf(connection).begin(),
    commitTransaction: async (connection) => {
      const made = await sessionOf(connection).commit();
      if (made.ok) return;
      const { id, error } = made.error;
      const isKept = await wasKept(pool, id);
      if (isKept === null)
        throw awayError("a commit was sent, and nobody can tell whether it was made", error);
      if (!isKept) throw error;
    },
    rollbackTransaction: (connection) => sessionOf(connection).rollback(),
    releaseConnection: async (connection) => sessionOf(connection).release(),
    destroy: () => pool.end(),
  };
};

const createConnection = (session: Session): DatabaseConnection => ({
  executeQuery: async ({ sql, parameters }) => {
    const { command, rowCount, rows } = await session.query(sql, parameters);
    return writes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  },
  streamQuery: () => {
    throw new Error("streaming is not supported: read pages");
  },
});

const writes: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
