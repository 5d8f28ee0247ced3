import { appendFileSync, copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { isStartProblem } from "../../src/core/start-problem.ts";
import { openStore, type Store } from "../../src/database/store.ts";
import { askFor, granted, openBooks, verified } from "../support/books.ts";
import { isFull, longTest } from "../support/extent.ts";
import { prepareFolder, programSecret, startProgram } from "../support/program.ts";
import { bytesIn, temporaryFolder, testSecret } from "../support/temporary-store.ts";

const now = () => new Date("2026-11-15T09:00:00Z");

/**
 * A paying account that asked `times` questions, one after the other, and the length of the log after each: what a
 * machine that loses its power leaves is the file and some beginning of the log.
 */
const openCharged = async (times: number) => {
  const books = await openBooks();
  const path = books.databaseUrl.replace(/^sqlite:/, "");
  const { caller, id } = await books.openAccount(100_000);
  const ends = [statSync(`${path}-wal`).size];
  for (let n = 1; n <= times; n += 1) {
    await books.verify(caller, verified(n), askFor(n));
    ends.push(statSync(`${path}-wal`).size);
  }
  const log = readFileSync(`${path}-wal`);
  /** The database as the disk has it when the log is this. */
  const leave = (left: Buffer): string => {
    const copy = join(temporaryFolder(), "deresegn.sqlite");
    copyFileSync(path, copy);
    writeFileSync(`${copy}-wal`, left);
    return copy;
  };
  return { ...books, caller, account: id, ends, log, leave };
};

/** Charges of the ledger, and whether the account's balance is their sum with nothing held for ever. */
const booksOf = async ({ db }: Store) => {
  const entries = await db.selectFrom("ledger_entry").select(["kind", "amount_santim"]).execute();
  const charges = entries.filter(({ kind }) => kind === "charge");
  const sum = entries.reduce((total, { amount_santim }) => total + amount_santim, 0);
  const balance = await db.selectFrom("balance").selectAll().executeTakeFirstOrThrow();
  return { charges: charges.length, isWhole: sum === balance.posted_santim, held: balance.pending_santim };
};

const startOn = (path: string) => openStore({ databaseUrl: `sqlite:${path}`, secret: testSecret, now });

type Tear = readonly [string, (log: Buffer, at: number) => Buffer];

const tears: readonly Tear[] = [
  ["is cut", (log, at) => log.subarray(0, at)],
  ["ends in zeros", (log, at) => Buffer.from(log).fill(0, at)],
  ["ends in noise", (log, at) => Buffer.from(log).fill("\x5a\xa5\x13", at, undefined, "latin1")],
  ["has a torn sector", (log, at) => Buffer.from(log).fill(0, at, at + 512)],
];

test.each(tears)(
  "a log that %s loses nothing that was on the disk before, and the next charge is made once",
  async (what, tear) => {
    const { ends, log, leave, caller } = await openCharged(4);
    const first = ends[0] ?? 0;
    const step = Math.ceil((log.length - first) / (isFull ? 60 : 5));
    for (let at = first; at < log.length; at += step) {
      const store = await startOn(leave(tear(log, at)));
      const kept = ends.filter((end) => end <= at).length - 1;
      const left = await booksOf(store);
      expect([at, left.charges >= kept && left.charges <= 4, left.isWhole]).toEqual([at, true, true]);
      if (what !== "has a torn sector") expect([at, left.charges]).toEqual([at, kept]);

      const accounts = createAccounts({
        store,
        secret: testSecret,
        now: () => new Date(now().getTime() + 60_000),
      });
      // The caller that never heard an answer asks again.
      const again = granted(await accounts.reserve(caller, askFor(4)));
      granted(await accounts.commit(again, verified(4)));
      await accounts.start();
      await accounts.close();
      const after = await booksOf(store);
      expect([at, after.isWhole, after.held]).toEqual([at, true, 0]);
      expect(after.charges - left.charges).toBeLessThanOrEqual(1);
      await store.close();
    }
  },
);

longTest("a file that was garbled beside its log is refused, and both are left as they are", async () => {
  const { store, leave } = await openCharged(2);
  await store.close();
  const path = leave(Buffer.alloc(0));
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xa5, 4096, bytes.length - 4096));
  const before = bytesIn(dirname(path));
  const error: unknown = await startOn(path).catch((problem: unknown) => problem);
  expect(isStartProblem(error) && error.message).toMatch(
    /is damaged: put its backup back.*It was left as it is/,
  );
  expect(bytesIn(dirname(path))).toEqual(before);
});

const storeIn = (folder: string) =>
  openStore({
    databaseUrl: `sqlite:${join(folder, "data/deresegn.sqlite")}`,
    secret: programSecret,
    now: () => new Date(),
  });

const chatsIn = async (folder: string): Promise<number> => {
  const store = await storeIn(folder);
  const { length } = await store.db.selectFrom("chat").select("chat_id").execute();
  await store.close();
  return length;
};

const addChats = async (folder: string, count: number): Promise<number> => {
  const store = await storeIn(folder);
  for (let n = 1; n <= count; n += 1)
    await store.db
      .insertInto("chat")
      .values({ chat_id: n, language: "en".repeat(400) })
      .execute();
  await store.close();
  return count;
};

/** A folder with rows in its database, in which no file may be written any more. */
const fillDisk = async (change: (database: string) => void = () => {}) => {
  const { folder, env } = prepareFolder();
  const database = join(folder, "data/deresegn.sqlite");
  const added = await addChats(folder, 300);
  change(database);
  const { size } = statSync(database);
  const full = startProgram(folder, env, { fileBytesMax: 0 });
  const expectNothingLost = async () => {
    expect(statSync(database).size).toBe(size);
    expect(await chatsIn(folder)).toBe(added);
    const mended = startProgram(folder, env);
    expect((await fetch(`${await mended.listening}/readyz`)).status).toBe(200);
  };
  return { full, expectNothingLost };
};

longTest(
  "a start on a disk that is full serves with 503 where the log has its place, and loses nothing",
  async () => {
    const { full, expectNothingLost } = await fillDisk();
    const url = await full.listening;
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect(full.stdout()).toContain("database: disk I/O error");
    full.child.kill("SIGTERM");
    expect((await full.ended).code).toBe(0);
    await expectNothingLost();
  },
);

longTest(
  "a start on a disk that is full says so in one line where it has none, and loses nothing",
  async () => {
    const { full, expectNothingLost } = await fillDisk((database) => {
      for (const end of ["-shm", "-wal"]) rmSync(`${database}${end}`, { force: true });
    });
    const { stderr, code } = await full.ended;
    expect({ stderr, code }).toEqual({
      stderr: expect.stringMatching(
        /^\S+deresegn\.sqlite cannot be read or written \(disk I\/O error\): look whether its disk is full or failing, and start again\.\n$/,
      ),
      code: 1,
    });
    await expectNothingLost();
  },
);

longTest(
  "a disk that fills up while it serves keeps what was there, and the next start goes on",
  async () => {
    const { folder, env } = prepareFolder();
    const program = startProgram(folder, env, { fileBytesMax: 1024 * 1024 });
    const url = await program.listening;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    // Each look at readiness is a write, and the log is full at some time.
    let looks = 0;
    let status = 200;
    while (status === 200 && looks < 4_000) {
      looks += 1;
      status = (await fetch(`${url}/readyz`)).status;
    }
    expect(status).toBe(503);
    // It lives on, and says so to whoever asks.
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    program.child.kill("SIGTERM");
    await program.ended;

    const next = startProgram(folder, env);
    expect((await fetch(`${await next.listening}/readyz`)).status).toBe(200);
  },
);

test("a log that grew by what is no log is read as far as it is one", async () => {
  const { ends, log, leave } = await openCharged(2);
  const path = leave(log);
  appendFileSync(`${path}-wal`, Buffer.alloc(10_000, 3));
  const store = await startOn(path);
  expect(await booksOf(store)).toMatchObject({ charges: ends.length - 1, isWhole: true });
  await store.close();
});
