import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { isStartProblem } from "../../src/core/start-problem.ts";
import { openStore } from "../../src/database/store.ts";
import { longTest } from "../support/extent.ts";
import { compileScript, startProcess } from "../support/processes.ts";
import { bytesIn, temporaryFolder, temporaryStore, testSecret } from "../support/temporary-store.ts";

const now = () => new Date("2026-11-15T09:00:00Z");

/** The one line that a start with this database ends with. */
const problemOf = async (databaseUrl: string, secret = testSecret): Promise<string> => {
  const error: unknown = await openStore({ databaseUrl, secret, now }).then(
    () => "started",
    (problem: unknown) => problem,
  );
  if (!isStartProblem(error)) throw new Error(`no start problem: ${String(error)}`);
  expect(error.message).not.toMatch(/\n/);
  return error.message;
};

/** A database of ours as a backup holds it: one file, with enough in it for several pages. */
const closedDatabase = async (change: (path: string) => void = () => {}): Promise<string> => {
  const path = join(temporaryFolder(), "deresegn.sqlite");
  const store = await openStore({ databaseUrl: `sqlite:${path}`, secret: testSecret, now });
  for (let chat = 1; chat <= 200; chat++)
    await store.db
      .insertInto("chat")
      .values({ chat_id: chat, language: "en".repeat(50) })
      .execute();
  await store.close();
  const copy = join(temporaryFolder(), "deresegn.sqlite");
  copyFileSync(path, copy);
  change(copy);
  return copy;
};

const changeBytes = (path: string, change: (bytes: Buffer) => Buffer): void =>
  writeFileSync(path, change(readFileSync(path)));

describe("a good start", () => {
  test("makes the folder and the file, and finds them again", async () => {
    const databaseUrl = `sqlite:${temporaryFolder()}/a/new/folder/deresegn.sqlite`;
    const first = await openStore({ databaseUrl, secret: testSecret, now });
    await first.db.insertInto("chat").values({ chat_id: 1, language: "am" }).execute();
    await first.close();
    const second = await openStore({ databaseUrl, secret: testSecret, now });
    expect(await second.db.selectFrom("chat").selectAll().execute()).toEqual([
      { chat_id: 1, language: "am", calendar: null },
    ]);
    await second.close();
  });

  test("follows a link to the file, beside which the log lies", async () => {
    const path = await closedDatabase();
    const link = join(temporaryFolder(), "link.sqlite");
    symlinkSync(path, link);
    const store = await openStore({ databaseUrl: `sqlite:${link}`, secret: testSecret, now });
    const written = await store.transaction((trx) =>
      trx.insertInto("chat").values({ chat_id: 4711, language: "am" }).execute(),
    );
    expect(written.ok).toBe(true);
    await store.close();
  });

  test("fills an empty file", async () => {
    const path = join(temporaryFolder(), "deresegn.sqlite");
    writeFileSync(path, "");
    const store = await openStore({ databaseUrl: `sqlite:${path}`, secret: testSecret, now });
    expect(await store.ready()).toEqual({ ok: true, value: true });
    await store.close();
  });

  test("writes each commit through to the disk", async () => {
    const { store } = await temporaryStore();
    const settings = await Promise.all(
      [
        sql<{ journal_mode: string }>`pragma journal_mode`,
        sql<{ synchronous: number }>`pragma synchronous`,
        sql<{ foreign_keys: number }>`pragma foreign_keys`,
      ].map(async (setting) => (await setting.execute(store.db)).rows[0]),
    );
    // 2 is FULL.
    expect(settings).toEqual([{ journal_mode: "wal" }, { synchronous: 2 }, { foreign_keys: 1 }]);
  });

  test("needs no temporary files, for which a read-only system has no place", async () => {
    const { store } = await temporaryStore();
    const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(store.db);
    // 2 is MEMORY.
    expect(rows).toEqual([{ temp_store: 2 }]);
  });

  test("never writes the SECRET into the database", async () => {
    const path = await closedDatabase();
    expect(readFileSync(path).includes(testSecret)).toBe(false);
  });
});

describe("a bad start leaves everything as it is and says what to do:", () => {
  const untouched = async (path: string, secret?: string): Promise<string> => {
    const before = bytesIn(dirname(path));
    const problem = await problemOf(`sqlite:${path}`, secret);
    expect(bytesIn(dirname(path))).toEqual(before);
    return problem;
  };

  test.each([
    ["short text", Buffer.from("not a database")],
    ["a page of zeros", Buffer.alloc(4096)],
    ["a long text", Buffer.from("name,amount\n".repeat(2_000))],
  ])("a file of %s", async (_kind, bytes) => {
    const path = join(temporaryFolder(), "deresegn.sqlite");
    writeFileSync(path, bytes);
    expect(await untouched(path)).toMatch(/is not a database of this program: put its backup back/);
  });

  test("another file beside the log of the database that was there", async () => {
    const { store, path } = await temporaryStore();
    await store.db.insertInto("chat").values({ chat_id: 1, language: "am" }).execute();
    const replaced = join(temporaryFolder(), "deresegn.sqlite");
    copyFileSync(`${path}-wal`, `${replaced}-wal`);
    writeFileSync(replaced, Buffer.alloc(8192, "not a database "));
    expect(await untouched(replaced)).toMatch(/is not a database of this program/);
  });

  test("another program's database", async () => {
    const path = join(temporaryFolder(), "photos.sqlite");
    const other = new DatabaseSync(path);
    other.exec("create table photo (id integer primary key)");
    other.close();
    expect(await untouched(path)).toMatch(/is not a database of this program/);
  });

  test.each([
    ["cut in half", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ["cut after its first page", (bytes: Buffer) => bytes.subarray(0, 4096)],
    ["with its header overwritten", (bytes: Buffer) => bytes.fill(0x41, 16, 100)],
    ["with its second page overwritten", (bytes: Buffer) => bytes.fill(0xa5, 4096, 8192)],
    ["with its last page overwritten", (bytes: Buffer) => bytes.fill(0xa5, bytes.length - 4096)],
  ])("a database %s", async (_damage, change) => {
    const path = await closedDatabase((file) => changeBytes(file, change));
    expect(await untouched(path)).toMatch(/is (damaged|not a database of this program): put its backup back/);
  });

  test("a database made with another SECRET", async () => {
    const problem = await untouched(await closedDatabase(), "another secret that is also 32 bytes long");
    expect(problem).toMatch(/made with another SECRET: set SECRET to that one/);
    expect(problem).not.toContain(testSecret);
  });

  test("a database made with another SECRET, in use or left by a crash", async () => {
    const { store, path } = await temporaryStore();
    await store.db.insertInto("chat").values({ chat_id: 1, language: "am" }).execute();
    const crashed = join(temporaryFolder(), "deresegn.sqlite");
    for (const end of ["", "-wal", "-shm"]) copyFileSync(`${path}${end}`, `${crashed}${end}`);
    for (const file of [path, crashed])
      expect(await untouched(file, "another secret that is also 32 bytes long")).toMatch(/another SECRET/);
  });

  test("a database of a newer version", async () => {
    const path = await closedDatabase();
    const newer = new DatabaseSync(path);
    newer.exec("insert into deresegn_migration values ('9999_newer', '2026-11-15T09:00:00Z')");
    newer.close();
    expect(await untouched(path)).toMatch(/newer version of this program: start that version/);
  });

  test("a folder in place of the file", async () => {
    const path = join(temporaryFolder(), "deresegn.sqlite");
    mkdirSync(path);
    expect(await problemOf(`sqlite:${path}`)).toMatch(/is not a file: set DATABASE_URL to the file/);
  });

  test("a file in place of the folder", async () => {
    const folder = join(temporaryFolder(), "data");
    writeFileSync(folder, "a file");
    expect(await problemOf(`sqlite:${folder}/deresegn.sqlite`)).toMatch(
      /cannot be written \((EEXIST|ENOTDIR)\): make its folder writable for this user/,
    );
    expect(readFileSync(folder, "utf8")).toBe("a file");
  });

  longTest("a database that another program keeps locked", async () => {
    const path = await closedDatabase();
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    expect(await problemOf(`sqlite:${path}`)).toMatch(/keeps .* locked: stop it and start again/);
    other.close();
  });

  test.each([
    ["mysql://user:hidden@127.0.0.1/deresegn", /must name a file or a server/],
    ["sqlite::memory:", /must name a file/],
    ["sqlite:", /must name a file/],
    ["sqlite://data/deresegn.sqlite", /must name a file/],
    ["./data/deresegn.sqlite", /must name a file/],
  ])("DATABASE_URL=%s", async (databaseUrl, sentence) => {
    const problem = await problemOf(databaseUrl);
    expect(problem).toMatch(sentence);
    expect(problem).not.toContain("hidden");
  });
});

describe("a place where this user may not write", () => {
  const script = compileScript("counting-process");
  afterAll(script.remove);

  test.each([
    ["folder", 0o555, 0o666],
    ["file", 0o777, 0o444],
  ])("is named when it is the %s, and left as it is", async (_what, folderMode, fileMode) => {
    const path = await closedDatabase();
    chmodBoth(path, folderMode, fileMode);
    const before = bytesIn(dirname(path));
    const process = startProcess(script.path, { args: [`sqlite:${path}`, testSecret], unprivileged: true });
    expect(await process.hear()).toEqual({
      problem: expect.stringMatching(/cannot be written \(EACCES\): make its folder writable for this user/),
    });
    expect(bytesIn(dirname(path))).toEqual(before);
  });
});

const chmodBoth = (path: string, folderMode: number, fileMode: number): void => {
  chmodSync(path, fileMode);
  chmodSync(dirname(path), folderMode);
};
