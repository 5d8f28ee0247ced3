import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { tablesOfCredentials } from "../../src/database/credential-tables.ts";
import { openStore } from "../../src/database/store.ts";
import { runTool } from "../../src/operator/cli/run.ts";
import { type PostgresServer, startPostgres } from "../../tools/postgres/server.ts";
import { granted } from "../support/books.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { fillBooks, openDoors, openKept, readBooks, tryDoors, wholeBooks } from "../support/kept-books.ts";
import { temporaryDatabase, temporaryFolder, testSecret } from "../support/temporary-store.ts";

const now = () => new Date();

const operator = (words: readonly string[], changed: Record<string, string>) =>
  runTool(words, { SECRET: testSecret, LOG_LEVEL: "silent", ...changed }, { now });

/** A server of the version that `pg_dump` has here. */
const installedServer = (): string => {
  const versions = "/usr/lib/postgresql";
  const [newest] = existsSync(versions)
    ? readdirSync(versions).sort((one, other) => Number(other) - Number(one))
    : [];
  if (newest === undefined)
    throw new Error("These tests need PostgreSQL's own programs: apt-get install postgresql");
  return join(versions, newest);
};

describe("a backup of a PostgreSQL server", () => {
  let starting: Promise<PostgresServer> | null = null;
  afterAll(async () => (await starting)?.stop());

  /** A new database of a user with a password. */
  const newDatabase = async (): Promise<string> => {
    starting ??= startPostgres(installedServer());
    const { url } = await starting;
    const name = `d_${randomBytes(6).toString("hex")}`;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`create role ${name} login password 'a pass:word/of@tests'`);
    await client.query(`create database ${name} owner ${name}`);
    await client.end();
    const made = new URL(url);
    made.username = name;
    made.password = "a pass:word/of@tests";
    made.pathname = `/${name}`;
    return made.href;
  };

  const serverAsks = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: (await starting)?.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };

  test("is made while a process works, and brings back accounts, money, history and what waits", async () => {
    const DATABASE_URL = await newDatabase();
    const { id } = await fillBooks(DATABASE_URL);
    const process = await openKept(DATABASE_URL);
    const backup = join(temporaryFolder(), "backup.dump");
    expect(await operator(["backup", "--to", backup], { DATABASE_URL })).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
    await process.accounts.topUp(id, 1, "operator");
    await process.close();
    expect(statSync(backup).mode & 0o777).toBe(0o600);

    const restored = await newDatabase();
    const restore = (changed: Record<string, string>) => operator(["restore", "--from", backup], changed);
    const secret = "another secret of the tests, 32 bytes or more";
    expect((await restore({ DATABASE_URL: restored, SECRET: secret })).stderr).toContain(
      "with another SECRET",
    );
    expect(await restore({ DATABASE_URL: restored })).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await readBooks(restored, id)).toEqual(wholeBooks);
    expect((await restore({ DATABASE_URL })).stderr).toContain("is not empty");
    expect((await operator(["backup", "--to", backup], { DATABASE_URL })).stderr).toContain(
      "is there already",
    );
  });

  /** PostgreSQL's own program on a database, as a person calls it. */
  const callByHand = (program: "pg_dump" | "pg_restore", database: string, args: readonly string[]) =>
    execFileSync(program, [...args, `--dbname=${database}`]);

  test("lets nobody in who held a session or a code, restored by hand, too", async () => {
    const DATABASE_URL = await newDatabase();
    await fillBooks(DATABASE_URL);
    const doors = await openDoors(DATABASE_URL);
    const backup = join(temporaryFolder(), "backup.dump");
    await operator(["backup", "--to", backup], { DATABASE_URL });
    const restored = await newDatabase();
    callByHand("pg_restore", restored, ["--no-owner", backup]);
    expect(await tryDoors(restored, doors)).toEqual({ token: false, link: false, staff: false });
    expect(await tryDoors(DATABASE_URL, doors)).toEqual({ token: true, link: true, staff: true });
  });

  test("is restored with everybody signed out and no code that works, where it holds them", async () => {
    const DATABASE_URL = await newDatabase();
    await fillBooks(DATABASE_URL);
    const doors = await openDoors(DATABASE_URL);
    const backup = join(temporaryFolder(), "backup.dump");
    callByHand("pg_dump", DATABASE_URL, ["--format=custom", "--no-owner", `--file=${backup}`]);
    const restored = await newDatabase();
    await operator(["restore", "--from", backup], { DATABASE_URL: restored });
    expect(await tryDoors(restored, doors)).toEqual({ token: false, link: false, staff: false });
  });

  test("brings none of these back, and deletes none afterwards, which could fail", async () => {
    const DATABASE_URL = await newDatabase();
    const { id } = await fillBooks(DATABASE_URL);
    const doors = await openDoors(DATABASE_URL);
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query(`create function keep() returns trigger language plpgsql
      as $$ begin raise exception 'nothing is deleted here'; end $$`);
    for (const table of tablesOfCredentials)
      await client.query(
        `create trigger keep before delete on ${table} for each row execute function keep()`,
      );
    await client.end();
    const backup = join(temporaryFolder(), "backup.dump");
    callByHand("pg_dump", DATABASE_URL, ["--format=custom", "--no-owner", `--file=${backup}`]);
    const restored = await newDatabase();
    const restore = () => operator(["restore", "--from", backup], { DATABASE_URL: restored });
    expect(await restore()).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await tryDoors(restored, doors)).toEqual({ token: false, link: false, staff: false });
    expect((await readBooks(restored, id)).balanceSantim).toBe(wholeBooks.balanceSantim);
  });

  /** Runs the schedule of compose.yaml once, with the secrets of `folder`. */
  const runSchedule = (folder: string) =>
    spawnSync("sh", ["ops/compose/backup.sh"], {
      encoding: "utf8",
      env: {
        PATH: process.env.PATH ?? "",
        DATABASE_URL_FILE: join(folder, "database_url"),
        POSTGRES_PASSWORD_FILE: join(folder, "postgres_password"),
        BACKUP_FOLDER: folder,
        BACKUP_EVERY_HOURS: "24",
        BACKUP_KEEP_DAYS: "14",
        BACKUP_ONCE: "yes",
      },
    });
  const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".dump"));

  /** Both secrets, as `ops/compose/secrets.sh` makes them. */
  const writeSecrets = (folder: string, databaseUrl: string) => {
    writeFileSync(join(folder, "database_url"), `${databaseUrl}\n`);
    writeFileSync(
      join(folder, "postgres_password"),
      `${decodeURIComponent(new URL(databaseUrl).password)}\n`,
    );
  };

  test("is what the schedule of compose.yaml makes, too: whole, or none and none of the older ones goes", async () => {
    const DATABASE_URL = await newDatabase();
    const { id } = await fillBooks(DATABASE_URL);
    const folder = temporaryFolder();
    writeSecrets(folder, DATABASE_URL);
    const { username } = new URL(DATABASE_URL);
    const old = join(folder, "deresegn-2020-01-01T00-00-00Z.dump");
    writeFileSync(old, "");
    utimesSync(old, 0, 0);

    await serverAsks(`alter role ${username} nologin`);
    expect(runSchedule(folder)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("no backup could be made"),
    });
    await serverAsks(`alter role ${username} login`);
    expect(backupsIn(folder)).toEqual([basename(old)]);

    expect(runSchedule(folder)).toMatchObject({ status: 0, stderr: "" });
    const [made = "", ...others] = backupsIn(folder);
    expect(others).toEqual([]);
    expect(statSync(join(folder, made)).mode & 0o777).toBe(0o600);
    const restored = await newDatabase();
    const words = ["restore", "--from", join(folder, made)];
    expect(await operator(words, { DATABASE_URL: restored })).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await readBooks(restored, id)).toEqual(wholeBooks);
  });

  test("is made by that schedule of the database that the processes use, also after the documented restore", async () => {
    const made = new URL(await newDatabase());
    await serverAsks(`alter role ${made.username} createdb`);
    await serverAsks(`create database deresegn owner ${made.username}`);
    made.pathname = "/deresegn";
    const { id } = await fillBooks(made.href);
    const doors = await openDoors(made.href);
    const folder = temporaryFolder();
    writeSecrets(folder, made.href);
    const balanceInNewest = async () => {
      for (const name of backupsIn(folder)) rmSync(join(folder, name));
      expect(runSchedule(folder)).toMatchObject({ status: 0, stderr: "" });
      const [newest = ""] = backupsIn(folder);
      const restored = await newDatabase();
      callByHand("pg_restore", restored, ["--no-owner", join(folder, newest)]);
      return { newest, balance: (await readBooks(restored, id)).balanceSantim };
    };
    const { newest, balance } = await balanceInNewest();
    expect(balance).toBe(wholeBooks.balanceSantim);

    const documented = readFileSync("docs/operating.md", "utf8");
    const script = /--entrypoint sh backup -ec '\n([^']+)'/.exec(documented)?.[1] ?? "";
    const moved = script
      .replace("PGHOST=postgres PGUSER=deresegn", `PGHOST=${made.hostname} PGUSER=${made.username}`)
      .replace("/run/secrets", folder)
      .replace("/var/lib/postgresql/data/<name>", join(folder, newest));
    const env = { PATH: process.env.PATH ?? "", PGPORT: made.port };
    expect(spawnSync("sh", ["-ec", moved], { encoding: "utf8", env })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("ALTER DATABASE"),
    });
    expect(await tryDoors(made.href, doors)).toEqual({ token: false, link: false, staff: false });
    const running = await openKept(made.href);
    granted(await running.accounts.topUp(id, 777, "operator"));
    await running.close();
    expect((await balanceInNewest()).balance).toBe(wholeBooks.balanceSantim + 777);

    // Another name in the secret is enough for the processes, and so it is for the schedule.
    const other = new URL(made);
    other.pathname = "/damaged";
    writeSecrets(folder, other.href);
    expect((await balanceInNewest()).balance).toBe(wholeBooks.balanceSantim);
  });

  test("says which program is missing, and hands no password to any as an argument", async () => {
    const DATABASE_URL = await newDatabase();
    await fillBooks(DATABASE_URL);
    const [path, folder] = [process.env.PATH, temporaryFolder()];
    onTestFinished(() => {
      process.env.PATH = path;
    });
    process.env.PATH = folder;
    const { exitCode, stderr } = await operator(["backup", "--to", join(folder, "backup.dump")], {
      DATABASE_URL,
    });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: expect.stringMatching(/^pg_dump is not installed here: install PostgreSQL's client programs/),
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

const accounts = 100_000;

/** A file with a hundred thousand accounts, each with money, a history and somebody in Telegram. */
const openLargeFile = async (): Promise<string> => {
  const databaseUrl = await temporaryDatabase("sqlite");
  const store = await openStore({ databaseUrl, secret: testSecret, now });
  const each = sql.raw(
    `with recursive each(n) as (select 1 union all select n + 1 from each where n < ${accounts})`,
  );
  const fill = (table: string, values: string) =>
    sql`insert into ${sql.table(table)} ${each} select ${sql.raw(values)} from each`.execute(store.db);
  await fill("account", "'acc_' || n, 'Shop ' || n, 'balance', null, null, 1763197200000 + n, ''");
  await fill("balance", "'acc_' || n, 100000 + n - 500, 0, 2");
  await fill(
    "ledger_entry",
    "'acc_' || n, 1, 'topup', 100000 + n, 100000 + n, null, 'operator', 1763197200000",
  );
  await fill(
    "ledger_entry",
    "'acc_' || n, 2, 'charge', -500, 99500 + n, 'res_' || n, 'check', 1763197260000",
  );
  await fill(
    "receipt_history",
    "'acc_' || n, 1763197260000, 'entry', 'caller', 'beta', 'question ' || n, 'receipt ' || n, 'verified', 125000, 500, 1, 0, null",
  );
  await fill("telegram_link", "'person ' || n, 'acc_' || n, 'owner', 1763197200000, '', ''");
  await store.close();
  return databaseUrl;
};

describe("a move to PostgreSQL", () => {
  test("brings a hundred thousand accounts over, all or nothing, with every santim", async () => {
    const DATABASE_URL = await openLargeFile();
    const target = await temporaryDatabase("postgres");
    const move = (to: string) => operator(["move", "--to", to, "--json"], { DATABASE_URL });

    // Interrupted in the midst of it, it leaves nothing behind.
    const wire = await startDatabaseProxy(target);
    const interrupted = move(wire.url);
    await expect.poll(wire.asked, { timeout: 60_000 }).toBeGreaterThan(1_000_000);
    wire.cutAll();
    expect(JSON.parse((await interrupted).stdout)).toMatchObject({
      status: "error",
      error: { code: "unavailable" },
    });

    const startedAt = performance.now();
    const moved = await move(target);
    const seconds = (performance.now() - startedAt) / 1000;
    const ledger = accounts * (100_000 - 500) + (accounts * (accounts + 1)) / 2;
    expect(JSON.parse(moved.stdout)).toMatchObject({
      status: "success",
      accounts,
      rows: 6 * accounts,
      ledger_minor: ledger,
      balance_minor: ledger,
    });
    expect(seconds).toBeLessThan(120);

    const store = await openStore({ databaseUrl: target, secret: testSecret, now });
    const sums = await sql<Record<string, number>>`
      select (select count(*) from account) as accounts, (select sum(posted_santim) from balance) as balances,
        (select sum(amount_santim) from ledger_entry) as ledger, (select count(*) from receipt_history) as history,
        (select count(*) from telegram_link) as links`.execute(store.db);
    expect(sums.rows).toEqual([{ accounts, balances: ledger, ledger, history: accounts, links: accounts }]);
    const one = await store.db
      .selectFrom("balance")
      .selectAll()
      .where("account_id", "=", "acc_4711")
      .execute();
    expect(one).toEqual([{ account_id: "acc_4711", posted_santim: 104_211, pending_santim: 0, entries: 2 }]);
    await store.close();

    expect(JSON.parse((await move(await temporaryDatabase("postgres"))).stdout).error.message).toMatch(
      /^The data of .* was moved to PostgreSQL at /,
    );
  }, 300_000);

  test("brings over what waits, and is refused while a process works, or with the secret of another database", async () => {
    const DATABASE_URL = await temporaryDatabase("sqlite");
    const { id } = await fillBooks(DATABASE_URL);
    const target = await temporaryDatabase("postgres");
    const file = join(temporaryFolder(), "new_database_url");
    writeFileSync(file, `${target}\n`);
    const move = () => operator(["move", "--to-file", file], { DATABASE_URL });
    const running = await openKept(DATABASE_URL);
    expect((await move()).stderr).toMatch(/^A process works on .*: stop it first\.$/m);
    await running.close();

    const foreign = await temporaryDatabase("postgres");
    const secret = "another secret of the tests, 32 bytes or more";
    await (await openStore({ databaseUrl: foreign, secret, now })).close();
    expect((await operator(["move", "--to", foreign], { DATABASE_URL })).stderr).toContain(
      "with another SECRET",
    );

    expect(await move()).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await readBooks(target, id)).toEqual(wholeBooks);
    const other = await temporaryDatabase("sqlite");
    await fillBooks(other);
    expect((await operator(["move", "--to-file", file], { DATABASE_URL: other })).stderr).toMatch(
      /^The database to move to is not empty/,
    );
  });
});
