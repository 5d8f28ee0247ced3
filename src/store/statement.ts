import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryExecutor,
  type RawBuilder,
  sql,
} from "kysely";
import type { Database, Work } from "./schema.ts";

/**
 * A statement that is built and compiled once for each database, and then only filled in: to build it anew costs more
 * than SQLite takes to run it. For those that every receipt needs.
 *
 * @param build the statement; what is `given` goes into it as it is, one value in one place or several, and nothing is
 *   done with it there: neither arithmetic nor a decision
 */
export const statement = <Given extends object, Row>(
  build: (db: Database, given: Given) => Compilable<Row>,
): ((db: Database, given: Given) => Promise<readonly Row[]>) => {
  const plans = new WeakMap<object, Plan<Given, Row>>();
  return async (db, given) => {
    const executor = db.getExecutor();
    const plan = plans.get(executor.adapter) ?? planOf(db, given, build);
    plans.set(executor.adapter, plan);
    const runner = lent.get(executor) ?? executor;
    const { rows } = await runner.executeQuery<Row>(plan(given));
    return rows;
  };
};

/**
 * Until `body` ends, statements of this transaction run on its connection itself: Kysely's way there costs more than most
 * of them take. Afterwards they go Kysely's way, which refuses what comes too late.
 */
export const onItsConnection = async <T>(work: Work, body: () => Promise<T>): Promise<T> => {
  const executor = work.getExecutor();
  lent.set(executor, await executor.provideConnection(async (connection) => connection));
  try {
    return await body();
  } finally {
    lent.delete(executor);
  }
};

const lent = new WeakMap<QueryExecutor, DatabaseConnection>();

/** A word that stands in the statement itself: SQLite knows only by that which partial index leads to the rows. */
export const literal = <Word extends string>(word: Word): RawBuilder<Word> => sql.lit(word);

/** The first row of a statement, or null. */
export const firstOf = <Row>([row]: readonly Row[]): Row | null => row ?? null;

type Plan<Given, Row> = (given: Given) => CompiledQuery<Row>;

const planOf = <Given extends object, Row>(
  db: Database,
  given: Given,
  build: (db: Database, given: Given) => Compilable<Row>,
): Plan<Given, Row> => {
  const names = new Map<unknown, PropertyKey>();
  const places = new Proxy(given, {
    get: (_, name) => {
      const place = createPlace();
      names.set(place, name);
      return place;
    },
  });
  const query = build(db, places).compile();
  const fill = query.parameters.map((parameter): ((given: Given) => unknown) => {
    const name = names.get(parameter);
    return name === undefined ? () => parameter : (values) => Reflect.get(values, name);
  });
  return (values) => ({ ...query, parameters: fill.map((pick) => pick(values)) });
};

/** Stands for a value while the statement is built. Whoever computes with it would compute with nothing. */
const createPlace = (): object =>
  Object.freeze({
    [Symbol.toPrimitive]: () => {
      throw new Error("a statement's values go into it as they are given");
    },
  });
