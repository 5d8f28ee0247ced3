import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { must, openShop } from "../support/shop.ts";
import { given, openBrowser } from "../support/web.ts";

/** Signing in beside an erasure, where transactions run side by side. */

test("who is erased while they sign in leaves no session", async () => {
  const { url, accounts, databaseUrl, later } = await openShop({ databaseKind: "postgres" });
  const [owner, clerk] = [71, 72];
  const { id: account } = given(await accounts.registerTelegram(owner));
  const { code: invitation } = must(
    await accounts.createLinkCode(account, "staff", { by: { kind: "user", userId: owner } }),
  );
  must(await accounts.redeemLinkCode(invitation, clerk, "Dawit Bekele"));
  for (let session = 0; session < 20; session += 1) {
    must(await accounts.createSession({ kind: "person", userId: clerk }, "Chrome"));
    later(1_000);
  }
  const { code } = must(await accounts.createSignInCode(clerk));

  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  onTestFinished(() => database.end());
  const waiting = async (count: number) => {
    for (;;) {
      const { rows } = await database.query(
        "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'",
      );
      if (rows[0].count >= count) return;
      await delay(5);
    }
  };
  // Whoever ends the clerk's oldest session waits until this is rolled back.
  await database.query("begin");
  await database.query("select 1 from web_session order by created_at limit 1 for update");
  const signingIn = openBrowser(url).post(`/sign-in/${code}`);
  await waiting(1);
  const erasing = accounts.erase({ telegram: clerk });
  await waiting(2);
  await database.query("rollback");
  expect([(await signingIn).status, must(await erasing)]).toEqual([200, true]);
  expect((await database.query("select id from web_session")).rows).toEqual([]);
});
