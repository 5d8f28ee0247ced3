import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresHostUrls } from "../core/postgres-hosts.ts";
import { startProblem } from "../core/start-problem.ts";
import { tablesOfCredentials } from "./credential-tables.ts";
import { fingerprintOf, migrationTable } from "./installation.ts";
import { makeWholeFile } from "./new-file.ts";
import { asPostgresProblem } from "./postgres.ts";
import { createPostgresServers } from "./postgres-servers.ts";

type DatabasePlace = { readonly databaseUrl: string; readonly secret: string };

/**
 * Lets PostgreSQL's own `pg_dump` write the database without its credentials into a new file, while processes go on
 * working. Rejects with a start problem.
 */
export const backupPostgres = async ({ databaseUrl, secret }: DatabasePlace, to: string): Promise<void> => {
  const found = await lookInto(databaseUrl);
  if (!found.isOurs)
    throw startProblem("The database of DATABASE_URL holds nothing of this program to back up.");
  if (found.fingerprint !== fingerprintOf(secret))
    throw startProblem("The database was made with another SECRET: set SECRET to that one.");
  await makeWholeFile(to, async (part) => {
    const options = ["--format=custom", "--no-owner", "--no-privileges", `--file=${part}`];
    const excluded = tablesOfCredentials.map((table) => `--exclude-table-data=${table}`);
    await run("pg_dump", [...options, ...excluded], databaseUrl);
    await requireBackup(part, secret, databaseUrl);
  });
};

/**
 * Lets `pg_restore` put a backup into an empty database, in one transaction, without the credentials that an older backup
 * holds. Rejects with a start problem, having changed nothing: when the database is not empty, and when the backup is
 * damaged or was made with another `SECRET`.
 */
export const restorePostgres = async (
  { databaseUrl, secret }: DatabasePlace,
  from: string,
): Promise<void> => {
  if (!existsSync(from)) throw startProblem(`${from} is not there: name the file that deresegn backup made.`);
  await requireBackup(from, secret, databaseUrl);
  const { tables } = await lookInto(databaseUrl);
  if (tables > 0)
    throw startProblem(
      "The database of DATABASE_URL is not empty: stop all processes, and name an empty one. It was left as it is.",
    );
  const database = environmentOf(databaseUrl).PGDATABASE ?? "";
  const options = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"];
  const folder = mkdtempSync(join(tmpdir(), "deresegn-restore-"));
  try {
    const list = join(folder, "list");
    await run("pg_restore", ["--list", `--file=${list}`, from], databaseUrl);
    writeFileSync(list, withoutCredentials(readFileSync(list, "utf8")));
    const what = [`--use-list=${list}`, `--dbname=${database}`, from];
    await run("pg_restore", [...options, ...what], databaseUrl);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The list of what a backup holds, such as `3456; 0 16400 TABLE DATA public web_session deresegn`, without those rows. */
const withoutCredentials = (listed: string): string => {
  const left = tablesOfCredentials.map((table) => ` ${table} `);
  const isLeft = (line: string) => line.includes(" TABLE DATA ") && left.some((name) => line.includes(name));
  return listed
    .split("\n")
    .filter((line) => !isLeft(line))
    .join("\n");
};

/** The backup's own word on which `SECRET` it was made with, read from its table of one row. */
const requireBackup = async (path: string, secret: string, databaseUrl: string): Promise<void> => {
  const rows = await run(
    "pg_restore",
    ["--data-only", "--table=installation", "--file=-", path],
    databaseUrl,
  );
  const fingerprint =
    /^COPY \S*installation \(id, secret_fingerprint, created_at\) FROM stdin;\n1\t([^\t\n]+)\t/m.exec(
      rows,
    )?.[1];
  if (fingerprint === undefined)
    throw startProblem(`${path} is no backup of this program: take another one. It was left as it is.`);
  if (fingerprint !== fingerprintOf(secret))
    throw startProblem(
      `${path} was made with another SECRET: set SECRET to that one, or take another backup.`,
    );
};

const looking = { lockMs: 5_000, statementMs: 5_000, idleMs: 5_000 };

/** Looks into a database without changing it. */
const lookInto = async (databaseUrl: string) => {
  const servers = createPostgresServers(databaseUrl, looking);
  try {
    const { rows } = await servers.query(
      "select table_name as name from information_schema.tables where table_schema = current_schema()",
    );
    const names = new Set(rows.map(({ name }) => String(name)));
    const isOurs = names.has("installation") && names.has(migrationTable);
    const made = isOurs ? await servers.query("select secret_fingerprint from installation") : null;
    return { tables: names.size, isOurs, fingerprint: made?.rows[0]?.secret_fingerprint ?? null };
  } catch (error) {
    throw asPostgresProblem(error, databaseUrl);
  } finally {
    await servers.end();
  }
};

/** What a program says, at most, before it counts as broken: a line of a backup's one row is far shorter. */
const saidMax = 64 * 1024;

/**
 * Runs one of PostgreSQL's programs to its end and resolves with what it said. It learns the server, the user and the
 * password from its environment, which other users cannot see; arguments everybody could.
 */
const run = async (
  program: "pg_dump" | "pg_restore",
  args: readonly string[],
  databaseUrl: string,
): Promise<string> => {
  const child = spawn(program, [...args], {
    env: environmentOf(databaseUrl),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [said, complained] = [collect(child.stdout), collect(child.stderr)];
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve);
    child.once("error", reject);
  });
  const code = await ended.catch((error: unknown) => {
    throw startProblem(
      `${program} is not installed here: install PostgreSQL's client programs (postgresql-client), not older than the server, and try again.`,
      error,
    );
  });
  if (code === 0) return said();
  const reason =
    complained()
      .split("\n")
      .find((line) => line.trim() !== "") ?? `it ended with ${code}`;
  if (reason.includes("version mismatch"))
    throw startProblem(
      `${program} is older than the server: install PostgreSQL's client programs of its version.`,
    );
  throw startProblem(`${program} failed: ${reason.slice(0, 300)}`);
};

const collect = (stream: NodeJS.ReadableStream): (() => string) => {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    if (text.length < saidMax) text += part;
  });
  return () => text;
};

/** The programs look for roots in their user's home alone, unless they are told. */
const systemRoots = (sslmode: string | null): string | null => {
  const roots = "/etc/ssl/certs/ca-certificates.crt";
  return sslmode === "verify-full" && existsSync(roots) ? roots : null;
};

/** @see https://www.postgresql.org/docs/current/libpq-envars.html */
const environmentOf = (databaseUrl: string): NodeJS.ProcessEnv => {
  const urls = postgresHostUrls(databaseUrl) ?? [];
  const [first] = urls;
  if (first === undefined) throw new TypeError("a URL of no server");
  const { username, password, pathname, searchParams } = first;
  const given = {
    PGHOST: urls.map(({ hostname }) => hostname.replace(/^\[|\]$/g, "")).join(),
    PGPORT: urls.map(({ port }) => port || "5432").join(),
    PGTARGETSESSIONATTRS: "read-write",
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get("sslmode"),
    PGSSLROOTCERT: searchParams.get("sslrootcert") ?? systemRoots(searchParams.get("sslmode")),
    PGSSLCERT: searchParams.get("sslcert"),
    PGSSLKEY: searchParams.get("sslkey"),
    PGOPTIONS: searchParams.get("options"),
    PGCONNECT_TIMEOUT: "5",
  };
  const set = Object.entries(given).filter(([, value]) => value !== null && value !== "");
  return { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", ...Object.fromEntries(set) };
};
