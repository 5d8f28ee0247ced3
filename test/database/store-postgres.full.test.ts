import { inspect } from "node:util";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Failure } from "../../src/core/failure.ts";
import type { Result } from "../../src/core/result.ts";
import { isStartProblem } from "../../src/core/start-problem.ts";
import { wasKept } from "../../src/database/postgres-lost-commit.ts";
import { createPostgresServers } from "../../src/database/postgres-servers.ts";
import type { Transaction } from "../../src/database/schema.ts";
import { openStore, type Store } from "../../src/database/store.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import {
  askPostgres,
  postgresUrl,
  temporaryDatabase,
  temporaryStoreOn,
  testSecret,
} from "../support/temporary-store.ts";

const now = () => new Date("2026-11-15T09:00:00Z");

const limits = { lockMs: 1_500, statementMs: 1_900, idleMs: 5_000 };

const addChat = (chatId: number) => (trx: Transaction) =>
  trx.insertInto("chat").values({ chat_id: chatId, language: "am" }).execute();

const codeOf = (result: Result<unknown, Failure>): string => (result.ok ? "ok" : result.error.code);

const overloaded = (detail: RegExp) => ({
  ok: false,
  error: { code: "overloaded", retryAfterSeconds: 2, detail: expect.stringMatching(detail) },
});

const chatsOf = async (store: Store): Promise<readonly number[]> => {
  const chats = await store.db.selectFrom("chat").select("chat_id").orderBy("chat_id").execute();
  return chats.map((chat) => chat.chat_id);
};

/** A connection of somebody else to the same tables. */
const connectBeside = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

/** A store that reaches its database over a wire which can fail. */
const storeBehindProxy = async () => {
  const databaseUrl = await temporaryDatabase("postgres");
  const wire = await startDatabaseProxy(databaseUrl);
  const store = await openStore({ databaseUrl: wire.url, secret: testSecret, now });
  onTestFinished(() => store.close());
  return { store, wire };
};

describe("a lock that another program holds", () => {
  test("is answered with overloaded, also to those who queue, and nothing is kept", async () => {
    const { store, databaseUrl } = await temporaryStoreOn("postgres");
    const other = await connectBeside(databaseUrl);
    await other.query("begin; lock table chat");
    const results = await Promise.all(Array.from({ length: 30 }, (_, n) => store.transaction(addChat(n))));
    expect(results).toEqual(results.map(() => overloaded(/^database: /)));
    const single = store.db.insertInto("chat").values({ chat_id: 1, language: "am" });
    expect(store.isAway(await single.execute().catch((error: unknown) => error))).toBe(true);
    await other.query("rollback");
    expect(codeOf(await store.transaction(addChat(1)))).toBe("ok");
    expect(await chatsOf(store)).toEqual([1]);
  });

  test("of a row is waited for when it is short", async () => {
    const { store, databaseUrl } = await temporaryStoreOn("postgres");
    await store.transaction(addChat(1));
    const other = await connectBeside(databaseUrl);
    await other.query("begin; update chat set language = 'en'");
    const waiting = store.transaction((trx) => trx.updateTable("chat").set({ language: "om" }).execute());
    await other.query("select pg_sleep(0.1)");
    await other.query("commit");
    expect(codeOf(await waiting)).toBe("ok");
    expect(await store.db.selectFrom("chat").select("language").execute()).toEqual([{ language: "om" }]);
  });
});

test("two transactions that wait for each other both end well: one of them is run again", async () => {
  const { store } = await temporaryStoreOn("postgres");
  await store.transaction(addChat(1));
  await store.transaction(addChat(2));
  let runs = 0;
  let held = 0;
  const both = (first: number, second: number) => async (trx: Transaction) => {
    runs += 1;
    await trx.updateTable("chat").set({ language: "en" }).where("chat_id", "=", first).execute();
    held += 1;
    if (held === 2) meet();
    await met;
    await trx.updateTable("chat").set({ language: "en" }).where("chat_id", "=", second).execute();
  };
  let meet = () => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const results = await Promise.all([store.transaction(both(1, 2)), store.transaction(both(2, 1))]);
  expect(results.map(codeOf)).toEqual(["ok", "ok"]);
  expect(runs).toBe(3);
});

test("work that goes on after a statement that failed is a bug, not a success", async () => {
  const { store } = await temporaryStoreOn("postgres");
  const careless = store.transaction(async (trx) => {
    await addChat(1)(trx);
    await addChat(1)(trx).catch(() => {});
  });
  await expect(careless).rejects.toThrow(/went on after a statement that failed/);
  expect(await chatsOf(store)).toEqual([]);
});

test("an error tells nothing of what was written", async () => {
  const { store } = await temporaryStoreOn("postgres");
  const add = store.db.insertInto("chat").values({ chat_id: 4711, language: "secret words" });
  await add.execute();
  const error = await add.execute().catch((problem: unknown) => problem);
  expect(String(error)).toMatch(/unique constraint/);
  expect(inspect(error)).not.toMatch(/secret words|4711/);
});

test("a number that is too large to be exact is never read", async () => {
  const { store, databaseUrl } = await temporaryStoreOn("postgres");
  await (await connectBeside(databaseUrl)).query("insert into chat values (9007199254740993, 'am')");
  await expect(chatsOf(store)).rejects.toThrow(/not a safe integer/);
});

describe("a connection that is lost", () => {
  test("before the commit leaves nothing behind, and the next one is good", async () => {
    const { store, wire } = await storeBehindProxy();
    wire.turn("lost before commit");
    expect(await store.transaction(addChat(1))).toEqual(overloaded(/^database: /));
    wire.turn("clear");
    expect(await chatsOf(store)).toEqual([]);
    expect(codeOf(await store.transaction(addChat(2)))).toBe("ok");
  });

  test.each(["lost after commit", "silent after commit"] as const)(
    "%s is looked up: what was kept is answered as kept, once",
    async (weather) => {
      const { store, wire } = await storeBehindProxy();
      let runs = 0;
      wire.turn(weather);
      const kept = await store.transaction(async (trx) => {
        runs += 1;
        await addChat(7)(trx);
        return "charged";
      });
      expect(kept).toEqual({ ok: true, value: "charged" });
      expect(runs).toBe(1);
      wire.turn("clear");
      expect(await chatsOf(store)).toEqual([7]);
    },
  );

  test("in its commit tells nothing while nobody can be asked", async () => {
    const servers = createPostgresServers("postgres://tests@127.0.0.1:1/postgres", limits);
    expect(await wasKept(servers, { id: "700", life: "1" }, 150)).toBeNull();
    await servers.end();
  });

  test("is told of a transaction that still runs by ending it", async () => {
    const { databaseUrl } = await temporaryStoreOn("postgres");
    const other = await connectBeside(databaseUrl);
    await other.query("begin");
    const { rows } = await other.query("select pg_current_xact_id()::text as id");
    const servers = createPostgresServers(databaseUrl, limits);
    const life = (await servers.query("select current_setting('deresegn.life') as life")).rows[0]?.life;
    expect(await wasKept(servers, { id: rows[0].id, life })).toBe(false);
    await servers.end();
  });

  test("is told of a server that crashed only where its id cannot have been given to another", async () => {
    const { databaseUrl } = await temporaryStoreOn("postgres");
    const other = await connectBeside(databaseUrl);
    const servers = createPostgresServers(databaseUrl, limits);
    const idOf = async () =>
      String((await other.query("select pg_current_xact_id()::text as id")).rows[0].id);
    const committed = { id: await idOf(), life: "of a server before a crash" };
    expect(await wasKept(servers, committed)).toBeNull();
    await other.query("begin");
    const running = { ...committed, id: await idOf() };
    expect(await wasKept(servers, running)).toBe(false);
    // The one to whom it was given goes on.
    await other.query("commit");
    expect(await wasKept(servers, { ...committed, id: "4000000000" })).toBe(false);
    await servers.end();
  });

  test("in the middle of work is overloaded, whoever ended it", async () => {
    const { store } = await temporaryStoreOn("postgres");
    const ended = await store.transaction(async (trx) => {
      await addChat(1)(trx);
      await askPostgres(`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where query like 'insert into "chat"%' and state = 'idle in transaction'`);
      await addChat(2)(trx);
    });
    expect(ended).toEqual(overloaded(/terminating connection|terminated/));
    expect(await chatsOf(store)).toEqual([]);
  });

  test("while it idled is replaced", async () => {
    const { store, wire } = await storeBehindProxy();
    await Promise.all(Array.from({ length: 10 }, (_, n) => store.transaction(addChat(n))));
    wire.cutAll();
    await new Promise((resolve) => setImmediate(resolve));
    expect(codeOf(await store.ready())).toMatch(/ok|overloaded/);
    expect(codeOf(await store.transaction(addChat(10)))).toBe("ok");
  });
});

describe("a server that is away", () => {
  test("is overloaded while it refuses, and good again by itself when it is back", async () => {
    const { store, wire } = await storeBehindProxy();
    wire.turn("refused");
    wire.cutAll();
    expect(await store.transaction(addChat(1))).toEqual(overloaded(/^database: /));
    expect(await store.ready()).toEqual(overloaded(/^database: /));
    wire.turn("clear");
    expect(await store.ready()).toEqual({ ok: true, value: true });
    expect(codeOf(await store.transaction(addChat(2)))).toBe("ok");
    expect(await chatsOf(store)).toEqual([2]);
  });

  test("is overloaded while it says nothing at all", async () => {
    const { store, wire } = await storeBehindProxy();
    wire.turn("silent");
    const results = await Promise.all([store.transaction(addChat(1)), store.ready()]);
    expect(results).toEqual([overloaded(/^database: /), overloaded(/^database: /)]);
    wire.turn("clear");
    expect(codeOf(await store.transaction(addChat(2)))).toBe("ok");
    expect(await chatsOf(store)).toEqual([2]);
  });
});

describe("a bad start says what to do, and leaves everything as it is:", () => {
  const problemOf = async (databaseUrl: string, secret = testSecret): Promise<string> => {
    const error: unknown = await openStore({ databaseUrl, secret, now }).then(
      () => "started",
      (problem: unknown) => problem,
    );
    if (!isStartProblem(error)) throw new Error(`no start problem: ${String(error)}`);
    expect(error.message).not.toMatch(/\n|hidden/);
    return error.message;
  };
  const elsewhere = async (change: (url: URL) => void): Promise<string> => {
    const url = new URL(await postgresUrl());
    url.password = "hidden";
    change(url);
    return url.href;
  };

  test.each<readonly [string, (url: URL) => void, RegExp]>([
    [
      "a server that is not there",
      (url) => Object.assign(url, { port: "1" }),
      /at 127\.0\.0\.1:1 cannot be used \(.*ECONNREFUSED.*\): start it/,
    ],
    [
      "a database that is not there",
      (url) => Object.assign(url, { pathname: "/none" }),
      /no database of the name in DATABASE_URL: create it/,
    ],
    [
      "a user who is not there",
      (url) => Object.assign(url, { username: "nobody" }),
      /refused the user or the password of DATABASE_URL/,
    ],
    [
      "a server without TLS",
      (url) => url.searchParams.set("sslmode", "verify-full"),
      /cannot be used \(.*SSL.*\)/,
    ],
  ])("%s", async (_what, change, sentence) => {
    expect(await problemOf(await elsewhere(change))).toMatch(sentence);
  });

  test("another SECRET", async () => {
    const { databaseUrl } = await temporaryStoreOn("postgres");
    expect(await problemOf(databaseUrl, "another secret that is also 32 bytes long")).toMatch(
      /made with another SECRET: set SECRET to that one/,
    );
  });

  test("a newer version's database", async () => {
    const { store, databaseUrl } = await temporaryStoreOn("postgres");
    await sql`insert into deresegn_migration values ('9999_newer', '2026-11-15T09:00:00Z')`.execute(store.db);
    expect(await problemOf(databaseUrl)).toMatch(/newer version of this program: start that version/);
  });

  test("another program's tables", async () => {
    const databaseUrl = await temporaryDatabase("postgres");
    const other = await connectBeside(databaseUrl);
    await other.query("create table photo (id integer)");
    expect(await problemOf(databaseUrl)).toMatch(/holds the tables of another program/);
    const { rows } = await other.query(
      "select table_name from information_schema.tables where table_schema = current_schema()",
    );
    expect(rows).toEqual([{ table_name: "photo" }]);
  });

  test("a user who may make no tables", async () => {
    const databaseUrl = new URL(await temporaryDatabase("postgres"));
    const role = `reader_${process.pid}`;
    await askPostgres(`create role ${role} login`);
    onTestFinished(async () => {
      await askPostgres(`drop role ${role}`);
    });
    databaseUrl.username = role;
    expect(await problemOf(databaseUrl.href)).toMatch(/may not make tables|in its database/);
  });

  test("a database in another encoding", async () => {
    const name = `latin_${process.pid}`;
    await askPostgres(`create database ${name} encoding 'LATIN1' template template0 locale 'C'`);
    onTestFinished(async () => {
      await askPostgres(`drop database ${name}`);
    });
    expect(await problemOf(await elsewhere((url) => Object.assign(url, { pathname: `/${name}` })))).toMatch(
      /not in UTF8/,
    );
  });
});

test("programs that start together on an empty database make one", async () => {
  const databaseUrl = await temporaryDatabase("postgres");
  const stores = await Promise.all(
    Array.from({ length: 6 }, () => openStore({ databaseUrl, secret: testSecret, now })),
  );
  for (const store of stores) expect(await store.ready()).toEqual({ ok: true, value: true });
  const beside = await connectBeside(databaseUrl);
  const { rows } = await beside.query("select name from deresegn_migration");
  expect(rows).toEqual([{ name: "0001_initial" }]);
  for (const store of stores) await store.close();
});
