import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { tablesOfCredentials } from "../../src/database/credential-tables.ts";
import { signFile } from "../../src/database/signed-file.ts";
import { runTool } from "../../src/operator/cli/run.ts";
import { isFull } from "../support/extent.ts";
import { fillBooks, openDoors, openKept, readBooks, tryDoors, wholeBooks } from "../support/kept-books.ts";
import { bytesIn, temporaryFolder, testSecret } from "../support/temporary-store.ts";

const now = () => new Date();

/** An installation with something in it, and its operator. */
const openInstallation = async () => {
  const folder = temporaryFolder();
  const databaseUrl = `sqlite:${join(folder, "deresegn.sqlite")}`;
  const { id } = await fillBooks(databaseUrl);
  const env = { DATABASE_URL: databaseUrl, SECRET: testSecret, LOG_LEVEL: "silent" };
  const operator = (words: readonly string[], changed: Record<string, string> = {}) =>
    runTool(words, { ...env, ...changed }, { now });
  return { folder, databaseUrl, id, operator, backup: join(temporaryFolder(), "backup.sqlite") };
};

/** A place without a database, for a restore. */
const elsewhere = () => `sqlite:${join(temporaryFolder(), "restored.sqlite")}`;

describe("a backup of a file", () => {
  test("is made while a process works, and brings back accounts, money, history and what waits", async () => {
    const { databaseUrl, id, operator, backup } = await openInstallation();
    const process = await openKept(databaseUrl);
    expect(await operator(["backup", "--to", backup])).toMatchObject({ exitCode: 0, stderr: "" });
    await process.accounts.topUp(id, 1, "operator");
    await process.close();
    expect(statSync(backup).mode & 0o777).toBe(0o600);

    const DATABASE_URL = elsewhere();
    expect(await operator(["restore", "--from", backup], { DATABASE_URL })).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
    expect(await readBooks(DATABASE_URL, id)).toEqual(wholeBooks);
  });

  test("lets nobody in who held a session or a code, put in place by hand, too", async () => {
    const { databaseUrl, operator, backup } = await openInstallation();
    const doors = await openDoors(databaseUrl);
    await operator(["backup", "--to", backup]);
    expect(await tryDoors(`sqlite:${backup}`, doors)).toEqual({ token: false, link: false, staff: false });
    expect(await tryDoors(databaseUrl, doors)).toEqual({ token: true, link: true, staff: true });
  });

  test("takes the place of no file, and leaves no part behind", async () => {
    const { operator, backup } = await openInstallation();
    writeFileSync(backup, "something else");
    const { exitCode, stderr } = await operator(["backup", "--to", backup]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: `${backup} is there already: name another file, or move it away first.\n`,
    });
    expect(readFileSync(backup, "utf8")).toBe("something else");
    expect(existsSync(`${backup}.part`)).toBe(false);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "with another SECRET",
      { SECRET: "another secret of the tests, 32 bytes or more" },
      "with another SECRET",
    ],
    [
      "where there is no database",
      { DATABASE_URL: "sqlite:/nowhere/deresegn.sqlite" },
      "names no database to back up",
    ],
  ])("is refused %s", async (_, changed, reason) => {
    const { operator, backup } = await openInstallation();
    const { exitCode, stderr } = await operator(["backup", "--to", backup], changed);
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringContaining(reason) });
    expect(existsSync(backup)).toBe(false);
  });
});

describe("a restore", () => {
  const opened = async () => {
    const installation = await openInstallation();
    await installation.operator(["backup", "--to", installation.backup]);
    return installation;
  };

  test("takes the place of no database, and says what to move away", async () => {
    const { folder, operator, backup } = await opened();
    const before = bytesIn(folder);
    const { exitCode, stderr } = await operator(["restore", "--from", backup]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: expect.stringContaining("is there already: move"),
    });
    expect(bytesIn(folder)).toEqual(before);
  });

  test("signs everybody out and ends the codes that were given out, where a backup holds them", async () => {
    const { databaseUrl, operator, backup } = await openInstallation();
    const doors = await openDoors(databaseUrl);
    const sqlite = new DatabaseSync(databaseUrl.slice("sqlite:".length));
    sqlite.prepare("vacuum into ?").run(backup);
    sqlite.close();
    signFile(backup, testSecret);
    const DATABASE_URL = elsewhere();
    await operator(["restore", "--from", backup], { DATABASE_URL });
    expect(await tryDoors(DATABASE_URL, doors)).toEqual({ token: false, link: false, staff: false });
  });

  test("says what is to be done again, as the documentation does", async () => {
    const { operator, backup } = await opened();
    const { stdout } = await operator(["restore", "--from", backup], { DATABASE_URL: elsewhere() });
    const documented = readFileSync("docs/operating.md", "utf8").replace(/\s+/g, " ");
    for (const again of [
      "keys that were revoked or replaced",
      "accounts that were suspended",
      "people and accounts that were removed or erased",
      "decline those that were declined",
      "saved accounts that were removed",
      "groups that were unbound",
      "proofs that were withdrawn, or whose payments were undone",
      "A receipt that was shown since counts as new once more",
    ]) {
      expect(stdout).toContain(again);
      expect(documented).toContain(again);
    }
  });

  test("by other means has its statements in the documentation, one for each table of credentials", () => {
    const documented = readFileSync("docs/operating.md", "utf8").matchAll(/delete from (\w+);/g);
    expect(Array.from(documented, ([, table]) => table)).toEqual([...tablesOfCredentials]);
  });

  test("is refused of a backup of which a single bit was changed, wherever that is", async () => {
    const { operator, backup } = await opened();
    const whole = readFileSync(backup);
    const DATABASE_URL = elsewhere();
    for (let turn = 0; turn < (isFull ? 200 : 20); turn += 1) {
      const changed = Buffer.from(whole);
      const at = Math.floor((turn * 0.61803 * whole.length) % whole.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << (turn % 8));
      const spoilt = join(temporaryFolder(), "spoilt.sqlite");
      writeFileSync(spoilt, changed);
      expect((await operator(["restore", "--from", spoilt], { DATABASE_URL })).exitCode, `byte ${at}`).toBe(
        3,
      );
    }
    expect((await operator(["restore", "--from", backup], { DATABASE_URL })).exitCode).toBe(0);
  });

  test("is refused while a process works there, and when it left a log behind", async () => {
    const { databaseUrl, folder, operator, backup } = await opened();
    const process = await openKept(databaseUrl);
    onTestFinished(process.close);
    const { exitCode, stderr } = await operator(["restore", "--from", backup]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: `A process works on ${join(folder, "deresegn.sqlite")}: stop it first.\n`,
    });
    const DATABASE_URL = elsewhere();
    writeFileSync(`${DATABASE_URL.slice("sqlite:".length)}-wal`, "a log");
    expect((await operator(["restore", "--from", backup], { DATABASE_URL })).stderr).toContain(
      "-wal is there already",
    );
  });

  test.each<[string, (backup: string) => void, Record<string, string>, string]>([
    ["that is empty", (backup) => truncateSync(backup, 0), {}, "is no whole backup of this program"],
    ["that was cut", (backup) => truncateSync(backup, 40_960), {}, "is no whole backup of this program"],
    [
      "of something else",
      (backup) => writeFileSync(backup, "a letter"),
      {},
      "is no whole backup of this program",
    ],
    [
      "with a page overwritten",
      (backup) => writeFileSync(backup, readFileSync(backup).fill(0xa5, 3 * 4096, 5 * 4096)),
      {},
      "is no whole backup of this program",
    ],
    [
      "of another SECRET",
      () => {},
      { SECRET: "another secret of the tests, 32 bytes or more" },
      "with another SECRET",
    ],
  ])("is refused of a backup %s", async (_, spoil, changed, reason) => {
    const { operator, backup } = await opened();
    spoil(backup);
    const DATABASE_URL = elsewhere();
    const { exitCode, stderr } = await operator(["restore", "--from", backup], { ...changed, DATABASE_URL });
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringContaining(reason) });
    expect(existsSync(DATABASE_URL.slice("sqlite:".length))).toBe(false);
  });
});

test.each([
  ["backup", "--to is missing"],
  ["restore", "--from is missing"],
  ["move", "--to-file must name a file that holds postgres://"],
])("%s says what it needs", async (name, reason) => {
  const { operator } = await openInstallation();
  const { exitCode, stderr } = await operator([name]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(reason) });
});
