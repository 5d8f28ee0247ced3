import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import { moveToPostgres } from "../../src/database/move.ts";
import { noteMoving } from "../../src/database/moved-file.ts";
import { runTool } from "../../src/operator/cli/run.ts";
import { codeOf } from "../support/books.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { fillBooks, openKept, readBooks, wholeBooks } from "../support/kept-books.ts";
import { temporaryDatabase, temporaryFolder, testSecret } from "../support/temporary-store.ts";

/** After a move there is one set of books, and before it there is one that is sound. */

const now = () => new Date();

/** A file with books, and an empty database to move it to. */
const openFile = async () => {
  const file = await temporaryDatabase("sqlite");
  const { id } = await fillBooks(file);
  const path = file.slice("sqlite:".length);
  const target = await temporaryDatabase("postgres");
  const move = (to = target, onTable?: (table: string) => void) =>
    moveToPostgres({ from: file, to, secret: testSecret, now, ...(onTable && { onTable }) });
  return { file, path, id, target, move };
};

const operator = (words: readonly string[], DATABASE_URL: string) =>
  runTool(words, { SECRET: testSecret, LOG_LEVEL: "silent", DATABASE_URL }, { now });

const listedIn = async (databaseUrl: string): Promise<unknown> =>
  JSON.parse((await operator(["accounts", "list", "--json"], databaseUrl)).stdout);

/** What keeps a process from starting; `null`: it starts. */
const problemOfStart = async (databaseUrl: string): Promise<string | null> => {
  try {
    await (await openKept(databaseUrl)).close();
    return null;
  } catch (error) {
    return String(error);
  }
};

/** Changes a file as a disk or a program of somebody else does, which no rule of a table holds up. */
const change = (path: string, statement: string): void => {
  const sqlite = new DatabaseSync(path);
  sqlite.exec(`pragma ignore_check_constraints = on; ${statement}`);
  sqlite.close();
};

describe("a file that was moved", () => {
  test("serves no process, backup, restore or move any more, and says where its data is", async () => {
    const { file, path, id, target, move } = await openFile();
    const withPassword = new URL(target);
    withPassword.password = "a pass word";
    await move(withPassword.href);
    const { host, pathname } = withPassword;
    const problem = `The data of ${path} was moved to PostgreSQL at ${host}${pathname}: set DATABASE_URL to that database.`;
    expect(await problemOfStart(file)).toContain(problem);
    const other = await temporaryDatabase("postgres");
    await expect(move(other)).rejects.toThrow(problem);
    const backup = join(temporaryFolder(), "backup");
    expect((await operator(["backup", "--to", backup], file)).stderr).toContain(problem);
    expect((await operator(["accounts", "list"], file)).stderr).toContain(problem);
    expect(await readBooks(target, id)).toEqual(wholeBooks);

    // The way back that the sentence tells.
    rmSync(`${path}.moved`);
    expect(await readBooks(file, id)).toEqual(wholeBooks);
  });

  test("has no backup put in its place before what tells of the move is moved away", async () => {
    const { file, path, move } = await openFile();
    const backup = join(temporaryFolder(), "backup");
    await operator(["backup", "--to", backup], file);
    await move();
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
    const restore = () => operator(["restore", "--from", backup], file);
    expect((await restore()).stderr).toContain(`${path}.moved is there already: move it away first`);
    rmSync(`${path}.moved`);
    expect((await restore()).exitCode).toBe(0);
  });

  test("serves nobody who waited for its lock meanwhile", async () => {
    const { file, id, target, move } = await openFile();
    const beside = await openKept(file);
    // As a command of the operator's tool, which holds no lease.
    await beside.accounts.close();
    const waiting: Promise<unknown>[] = [];
    await move(target, () => {
      if (waiting.length === 0)
        waiting.push(problemOfStart(file), beside.accounts.topUp(id, 7_000, "operator"));
    });
    const [start, toppedUp] = await Promise.all(waiting);
    expect(start).toContain("was moved to PostgreSQL at");
    expect(toppedUp).toMatchObject({
      ok: false,
      error: { code: "overloaded", detail: expect.stringContaining("was moved while in use") },
    });
    expect(codeOf(await beside.accounts.topUp(id, 7_000, "operator"))).toBe("overloaded");
    await beside.store.close();
    expect(await readBooks(target, id)).toEqual(wholeBooks);
  });
});

describe("a move whose commit", () => {
  test("was not made leaves the file as it was, and is begun again", async () => {
    const { file, path, id, target, move } = await openFile();
    const wire = await startDatabaseProxy(target);
    await expect(move(wire.url, () => wire.turn("lost before commit"))).rejects.toThrow("cannot be used");
    expect(existsSync(`${path}.moving`)).toBe(false);
    expect(await problemOfStart(file)).toBeNull();
    await move();
    expect(await readBooks(target, id)).toEqual(wholeBooks);
  });

  test("was made without anybody hearing of it is looked up, and done", async () => {
    const { file, id, target, move } = await openFile();
    const wire = await startDatabaseProxy(target);
    await move(wire.url, () => wire.turn("lost after commit"));
    expect(await problemOfStart(file)).toContain("was moved to PostgreSQL at");
    expect(await readBooks(target, id)).toEqual(wholeBooks);
  });

  test("may have been made when the move was killed leaves the file to its operator, who is told how", async () => {
    const { file, path, id, target, move } = await openFile();
    noteMoving(path, target);
    const problem =
      "was cut off in its last step, or is at it now. When no move runs, look where the data is:";
    expect(await problemOfStart(file)).toContain(problem);
    await expect(move()).rejects.toThrow(problem);
    // As the sentence says.
    expect(await listedIn(target)).toEqual([]);
    rmSync(`${path}.moving`);
    await move();
    expect(await readBooks(target, id)).toEqual(wholeBooks);
  });
});

test.each<[string, string, (id: string) => string]>([
  [
    "a ledger without its balance",
    "delete from balance",
    (id) =>
      `The money of account ${id} does not add up: it has no balance, and its ledger adds up to 99000 santim.`,
  ],
  [
    "a balance without its account",
    "delete from account",
    (id) =>
      `The money of account ${id} does not add up: it has a balance of 99000 santim or a ledger, and is not`,
  ],
  [
    "a balance that is too high",
    "update balance set posted_santim = posted_santim + 1",
    (id) => `account ${id} does not add up: its balance is 99001 santim, and its ledger adds up to 99000.`,
  ],
  [
    "a ledger that skips a number",
    "update ledger_entry set seq = seq + 10 where seq = 3",
    (id) => `account ${id} does not add up: its ledger does not hold each entry once`,
  ],
  [
    "a ledger with a wrong balance in it",
    "update ledger_entry set balance_santim = balance_santim + 100 where seq = 2",
    (id) => `account ${id} does not add up: its ledger does not hold each entry once`,
  ],
  [
    "a count of entries that is wrong",
    "update balance set entries = entries + 5",
    (id) => `account ${id} does not add up: its ledger does not hold each entry once`,
  ],
  [
    "a text for a number",
    "update receipt_history set amount_santim = '12x' where rowid = 2",
    () =>
      "receipt_history is damaged: its amount_santim is no proper whole number in the row whose rowid is 2:",
  ],
  [
    "a fraction for a number",
    "update receipt_history set amount_santim = 1250.5",
    () =>
      "receipt_history is damaged: its amount_santim is no proper whole number in the row whose rowid is 1:",
  ],
  [
    "a number that is too large",
    "update quota_day set taken = 3000000000; insert into quota_day values ('s', '2026-11-15', 3000000000)",
    () => "quota_day is damaged: its taken is no proper whole number in the row whose rowid is 1:",
  ],
  [
    "bytes for a text",
    "update account set name = x'53656c616d'",
    () => "account is damaged: its name is no proper text in the row whose rowid is 1:",
  ],
  [
    "a text with a NUL",
    "update account set name = 'Sel' || char(0) || 'am'",
    () => "account is damaged: its name is no proper text in the row whose rowid is 1:",
  ],
  [
    "what no rule of the table allows",
    "update account set tier = 'gold'",
    () => "account is damaged: PostgreSQL refuses a row of it (23514).",
  ],
])("a file with %s is not moved, and the operator is told", async (_, statement, sentence) => {
  const { file, path, id, target } = await openFile();
  change(path, statement);
  const { exitCode, stderr } = await operator(["move", "--to", target], file);
  expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringContaining(sentence(id)) });
  expect(stderr).toContain("Nothing was moved.");
  expect([`${path}.moving`, `${path}.moved`].filter((one) => existsSync(one))).toEqual([]);
  expect(await listedIn(target)).toEqual([]);
});
