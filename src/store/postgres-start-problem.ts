import { isStartProblem, startProblem } from "../start-problem.ts";
import { isAway, sqlState } from "./away.ts";
import { reasonOf } from "./postgres-client.ts";

/** The start problem behind an error of opening the database; any other error is given back as it is. */
export const postgresStartProblem = (error: unknown, databaseUrl: string): unknown => {
  if (isStartProblem(error)) return error;
  const sentence = sentences.find(([states]) => states.test(sqlState(error) ?? ""))?.[1];
  if (sentence !== undefined) return startProblem(sentence, error);
  if (!isAway(error)) return error;
  return startProblem(
    `PostgreSQL at ${new URL(databaseUrl).host} cannot be used (${reasonOf(error).replaceAll("\n", " ")}): start it, or correct DATABASE_URL.`,
    error,
  );
};

/** By SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const sentences: readonly (readonly [states: RegExp, sentence: string])[] = [
  [/^28/, "PostgreSQL refused the user or the password of DATABASE_URL: correct them."],
  [/^3D000$/, "PostgreSQL has no database of the name in DATABASE_URL: create it, or correct the name."],
  [
    /^(?:42501|3F000)$/,
    "The user of DATABASE_URL may not make tables in its database: grant that, or name its owner.",
  ],
  [/^42883$/, "PostgreSQL 13 or newer is needed: DATABASE_URL names an older server."],
  [
    /^(?:55P03|57014)$/,
    "Another program keeps the database of DATABASE_URL locked: stop it and start again.",
  ],
  [/^53300$/, "PostgreSQL has no connection left: raise its max_connections, or stop what uses them."],
  [/^25006$/, "The PostgreSQL of DATABASE_URL only reads, as a standby does: name the one that writes."],
];
