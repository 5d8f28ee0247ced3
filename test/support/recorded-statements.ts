import { DatabaseSync } from "@photostructure/sqlite";
import { type KyselyPlugin, SqliteQueryCompiler } from "kysely";
import type { Store } from "../../src/database/store.ts";

/** A store on SQLite whose statements are recorded, and the plans that SQLite makes for them. */
export const recordStatements = (plain: Store, path: string) => {
  const statements = new Set<string>();
  const compiler = new SqliteQueryCompiler();
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.add(compiler.compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const store: Store = {
    ...plain,
    db: plain.db.withPlugin(recorder),
    transaction: (change, options) =>
      plain.transaction((transaction) => change(transaction.withPlugin(recorder)), options),
    read: (query) => plain.read((db) => query(db.withPlugin(recorder))),
  };
  return { store, statements, plansOf: () => plansOf([...statements], path) };
};

/** The steps of each statement's plan. */
const plansOf = (statements: readonly string[], path: string) => {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    return statements.map((statement) => ({
      statement,
      steps: file
        .prepare(`explain query plan ${statement}`)
        .all()
        .map(({ detail }) => String(detail)),
    }));
  } finally {
    file.close();
  }
};
