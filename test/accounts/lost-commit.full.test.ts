import { expect, onTestFinished, test } from "vitest";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { heldStore, withHold } from "../../src/database/held-store.ts";
import { openStore } from "../../src/database/store.ts";
import { deadlineMs, granted, openBooks, verified } from "../support/books.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { askPostgres, testSecret } from "../support/temporary-store.ts";

test("an answer is charged and seen once where PostgreSQL was lost in the commit and can no longer tell of it", async () => {
  const { accounts, store, databaseUrl, now, openAccount } = await openBooks("postgres");
  const { id, caller } = await openAccount(5_000);
  const wire = await startDatabaseProxy(databaseUrl);
  const behind = await openStore({ databaseUrl: wire.url, secret: testSecret, now });
  onTestFinished(() => behind.close());
  const { reserve, commit } = createAccounts({ store: behind, secret: testSecret, now });
  const question = { provider: "beta", canonical: "beta DK00000001" };
  const reservation = granted(await reserve(caller, { deadlineMs, question, mode: "live" }));

  let runs = 0;
  wire.turn("lost after commit");
  const committed = await commit(reservation, verified(), {
    isMine: async () => true,
    keep: async () => {
      runs += 1;
      // From now on the server seems to have crashed and come back since.
      if (runs === 1) await askPostgres("select pg_stat_reset_shared('bgwriter')");
    },
  });
  wire.turn("clear");

  expect(runs).toBe(2);
  expect(committed).toMatchObject({ ok: true, value: { billing: { counted: true }, seenBefore: null } });
  const entries = await store.db
    .selectFrom("ledger_entry")
    .select("seq")
    .where("kind", "=", "charge")
    .execute();
  expect(entries).toHaveLength(1);
  expect(await store.db.selectFrom("seen_receipt").select("times").execute()).toEqual([{ times: 1 }]);
  expect(granted(await accounts.showAccount(id)).balanceSantim).toBeLessThan(5_000);
}, 30_000);

test("work that may be run again is run again within a held message, too", async () => {
  const { store, databaseUrl, now } = await openBooks("postgres");
  const wire = await startDatabaseProxy(databaseUrl);
  const behind = await openStore({ databaseUrl: wire.url, secret: testSecret, now });
  onTestFinished(() => behind.close());
  const hold = { arrivedAt: now(), assertHeld: async () => {}, look: async () => {} };
  const handle = async (chatId: number) => {
    let runs = 0;
    wire.turn("lost after commit");
    const done = await heldStore(behind).transaction(
      async (trx) => {
        runs += 1;
        await trx
          .insertInto("chat")
          .values({ chat_id: chatId, language: "am" })
          .onConflict((conflict) => conflict.column("chat_id").doNothing())
          .execute();
        if (runs === 1) await askPostgres("select pg_stat_reset_shared('bgwriter')");
      },
      { isRepeatable: true },
    );
    wire.turn("clear");
    return { runs, isDone: done.ok };
  };

  expect(await handle(1)).toEqual({ runs: 2, isDone: true });
  expect(await withHold(hold, () => handle(2))).toEqual({ runs: 2, isDone: true });
  expect(await store.db.selectFrom("chat").select("chat_id").orderBy("chat_id").execute()).toEqual([
    { chat_id: 1 },
    { chat_id: 2 },
  ]);
}, 30_000);
