import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { awayError } from "./away.ts";
import { wasKept } from "./postgres-lost-commit.ts";
import type { Line, Session } from "./postgres-session.ts";

/** Kysely over a line to a server. A transaction up to its commit, or a single statement, has `limitMs`. */
export const createPostgresDialect = (line: Line, limitMs: number): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createDriver(line, limitMs),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

const createDriver = (line: Line, limitMs: number): Driver => {
  const sessions = new WeakMap<DatabaseConnection, Session>();
  const sessionOf = (connection: DatabaseConnection): Session => {
    const session = sessions.get(connection);
    if (session === undefined) throw new Error("a connection of another driver");
    return session;
  };
  return {
    init: async () => {},
    acquireConnection: async () => {
      const session = await line.connect(limitMs);
      const connection = createConnection(session);
      sessions.set(connection, session);
      return connection;
    },
    beginTransaction: (connection) => sessionOf(connection).begin(),
    commitTransaction: async (connection) => {
      const session = sessionOf(connection);
      const made = await session.commit();
      if (made.ok) return;
      // Asking needs a connection, and all may have been lost at once.
      session.release();
      const { id, error } = made.error;
      const isKept = await wasKept(line, id);
      if (isKept === null)
        throw awayError("a commit was sent, and nobody can tell whether it was made", error);
      if (!isKept) throw error;
    },
    rollbackTransaction: (connection) => sessionOf(connection).rollback(),
    releaseConnection: async (connection) => sessionOf(connection).release(),
    destroy: async () => {},
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
