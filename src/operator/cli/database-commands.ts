import { resolve } from "node:path";
import { readSecretFile } from "../../config/secret-files.ts";
import { databaseUrl } from "../../config/urls.ts";
import { type Moved, moveToPostgres } from "../../database/move.ts";
import { backupPostgres, restorePostgres } from "../../database/postgres-backup.ts";
import { backupSqlite, restoreSqlite } from "../../database/sqlite-backup.ts";
import { shownSantim } from "./amounts.ts";
import { type Answer, type Command, type Given, type Installation, problem } from "./command.ts";

const isSqlite = ({ config }: Installation): boolean => config.databaseUrl.startsWith("sqlite:");

const backupCommand: Command = {
  name: "backup",
  synopsis: "--to <file>",
  summary:
    "writes the whole database, as it is at one moment, into a new file, while processes go on working. It belongs together with SECRET",
  options: ["to"],
  run: (given, installation) =>
    withFile(given, "to", async (to) => {
      await (isSqlite(installation) ? backupSqlite : backupPostgres)(installation.config, to);
      return {
        exitCode: 0,
        json: { status: "success", file: to },
        text: `Backed up to ${to}. It can be restored with this SECRET alone: keep both, apart from each other.`,
      };
    }),
};

const restoreCommand: Command = {
  name: "restore",
  synopsis: "--from <file>",
  summary:
    "puts a backup in the place of a database that is not there, or into an empty PostgreSQL database, and signs everybody out. All processes are stopped before",
  options: ["from"],
  run: (given, installation) =>
    withFile(given, "from", async (from) => {
      await (isSqlite(installation) ? restoreSqlite : restorePostgres)(installation.config, from);
      return {
        exitCode: 0,
        json: { status: "success", file: from },
        text: [
          "Restored. Everybody is signed out, and no code that was given out works any more.",
          "The backup knows nothing of what was done since. Before you start the processes, revoke keys that were revoked or replaced, suspend accounts that were suspended, and remove or erase people and accounts that were removed or erased.",
          "Enter top-ups that were credited since, and decline those that were declined: they wait again.",
          "Then start the processes; what waited to be answered is answered then.",
          "Tell owners what only they can do again: remove saved accounts that were removed, because payments to those count as the shop's own again, unbind groups that were unbound, and withdraw proofs that were withdrawn, or whose payments were undone.",
          "A receipt that was shown since counts as new once more.",
        ].join("\n"),
      };
    }),
};

const moveCommand: Command = {
  name: "move",
  synopsis: "--to-file <file that holds postgres://<user>:<password>@<host>/<database>>",
  summary:
    "copies everything from the SQLite file of stopped processes into an empty PostgreSQL database, all or nothing, and compares rows and sums. --to takes the address itself, whose password other users of this machine can see",
  options: ["to", "to-file"],
  run: async ({ words, options }, { config, now }) => {
    if (words.length > 0) return problem(2, "usage", "move takes no further words");
    const target = moveTarget(options);
    if (target.problem !== null) return problem(2, "usage", target.problem);
    if (!config.databaseUrl.startsWith("sqlite:"))
      return problem(2, "usage", "DATABASE_URL must name the SQLite file that is moved");
    const moved = await moveToPostgres({
      from: config.databaseUrl,
      to: target.url,
      secret: config.secret,
      now,
    });
    return answerOf(moved);
  },
};

type Target =
  | { readonly url: string; readonly problem: null }
  | { readonly url: null; readonly problem: string };

const moveTarget = ({ to, "to-file": file }: Given["options"]): Target => {
  const refused = (problem: string) => ({ url: null, problem });
  if (to !== undefined && file !== undefined)
    return refused("--to and --to-file are both given; leave one out");
  const held = file === undefined ? null : readSecretFile(resolve(file), `--to-file ${resolve(file)}`);
  if (held?.problem) return refused(held.problem);
  const parsed = databaseUrl.safeParse(held?.text ?? to);
  if (!parsed.success || !parsed.data.startsWith("postgres"))
    return refused(
      held === null
        ? "--to-file must name a file that holds postgres://user:password@host/database"
        : `--to-file ${resolve(file ?? "")} must hold postgres://user:password@host/database`,
    );
  return { url: parsed.data, problem: null };
};

const answerOf = ({ tables, rows, accounts, ledgerSantim, balanceSantim }: Moved): Answer => ({
  exitCode: 0,
  json: {
    status: "success",
    tables,
    rows,
    accounts,
    ledger_minor: ledgerSantim,
    balance_minor: balanceSantim,
  },
  text: [
    `Moved ${rows} rows of ${tables} tables: ${accounts} accounts, with ${shownSantim(balanceSantim)} in all. Rows and sums agree.`,
    "Set DATABASE_URL to the new database for all processes. None starts on the old file any more: the file beside it whose name ends in .moved says where its data is.",
  ].join("\n"),
});

const withFile = async (
  { words, options }: Given,
  option: string,
  act: (path: string) => Promise<Answer>,
): Promise<Answer> => {
  if (words.length > 0) return problem(2, "usage", `“${words[0]}” is one word too many`);
  const path = options[option];
  if (path === undefined || path === "")
    return problem(2, "usage", `--${option} is missing: it names a file`);
  return act(resolve(path));
};

/** The whole database: kept, put back, and moved to another kind. */
export const databaseCommands: readonly Command[] = [backupCommand, restoreCommand, moveCommand];
