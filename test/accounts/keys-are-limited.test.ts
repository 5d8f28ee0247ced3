import { describe, expect, test } from "vitest";
import { attributesOf, keyScopes, worksFrom } from "../../src/accounts/key-attributes.ts";
import { runTool } from "../../src/operator/cli/run.ts";
import { askFor, codeOf, granted, openBooks, untilThereIsRoom, verified } from "../support/books.ts";
import { botMessages, openBotWorld } from "../support/bot-world.ts";
import { longTest, longTests } from "../support/extent.ts";
import { must, openShop, type Shop } from "../support/shop.ts";
import { databaseKinds, testSecret } from "../support/temporary-store.ts";

/** A key is good for what it was made for: scopes, addresses, an end, a limit for a day. */

const toolOf = (shop: Pick<Shop, "databaseUrl" | "now">) => async (words: string) => {
  const env = { DATABASE_URL: shop.databaseUrl, SECRET: testSecret, LOG_LEVEL: "silent" };
  const { exitCode, stdout } = await runTool([...words.split(" "), "--json"], env, { now: shop.now });
  return { exitCode, json: JSON.parse(stdout) };
};

const santimOf = async (shop: Shop, account: string) =>
  must(await shop.accounts.showAccount(account)).balanceSantim;

describe("the scopes of a key", () => {
  const asked = [
    ["POST", "/api/verify-beta", "verify"],
    ["POST", "/api/verify", "verify"],
    ["POST", "/api/verify/batch", "verify"],
    ["POST", "/api/detect", "verify"],
    ["GET", "/api/account", "account:read"],
    ["GET", "/api/account/ledger", "account:read"],
    ["GET", "/api/account/topup", "account:read"],
    ["POST", "/api/account/topup", "account:manage"],
    ["POST", "/api/account/link", "account:manage"],
    ["GET", "/api/account/link", "account:read"],
    ["DELETE", "/api/account/link/lnk_x", "account:manage"],
    ["GET", "/api/account/keys", "account:read"],
    ["DELETE", "/api/account/keys/key_x", "account:manage"],
    ["GET", "/api/account/audit", "account:read"],
    ["GET", "/api/providers", null],
  ] as const;

  test("open the routes that they name and no other, and a refusal costs nothing", async () => {
    const shop = await openShop();
    for (const scope of keyScopes) {
      const { key, account } = await shop.open({ santim: 5_000, options: { scopes: [scope] } });
      for (const [method, path, needed] of asked) {
        const body = method !== "POST" ? {} : { body: path === "/api/detect" ? { text: "x" } : {} };
        const { status, code, body: said } = await shop.ask(path, { key, method, ...body });
        const isRefused = needed !== null && needed !== scope;
        expect([scope, path, code === "key_scope_missing"]).toEqual([scope, path, isRefused]);
        if (isRefused)
          expect([status, said.error.charged, said.error.message]).toEqual([
            403,
            false,
            expect.stringContaining(needed),
          ]);
      }
      expect(await santimOf(shop, account)).toBe(5_000);
    }
    expect(shop.bank.requests).toHaveLength(0);
  });

  test("are all but the last, unless they are chosen", async () => {
    const shop = await openShop();
    const { key } = await shop.open({ options: {} });
    expect((await shop.ask("/api/account", { key })).status).toBe(200);
    expect((await shop.ask("/api/verify-beta", { key, body: shop.bank.newOrder().body })).status).toBe(200);
    expect((await shop.ask("/api/account/link", { key, body: {} })).code).toBe("key_scope_missing");
  });
});

describe("the addresses of a key", () => {
  test("are the only ones from which it works, and a refusal neither counts as a use nor tells its scopes", async () => {
    const shop = await openShop({ trustedProxies: "127.0.0.1" });
    const options = { addresses: ["10.0.0.0/8", "2001:db8::/32"], scopes: ["verify"] } as const;
    const { key, account } = await shop.open({ santim: 5_000, options });
    for (const from of ["11.0.0.1", "2001:db9::1", "192.0.2.1"]) {
      const reply = await shop.ask("/api/account", { key, from });
      expect([from, reply.status, reply.code]).toEqual([from, 403, "key_address_refused"]);
    }
    expect(must(await shop.accounts.listKeys(account))[0]?.lastUsedAt).toBeNull();
    for (const from of ["10.200.3.4", "2001:db8:1::5", "::ffff:10.1.2.3"]) {
      const { body } = shop.bank.newOrder();
      expect([from, (await shop.ask("/api/verify-beta", { key, from, body })).status]).toEqual([from, 200]);
    }
    expect(must(await shop.accounts.listKeys(account))[0]?.lastUsedAt).toEqual(shop.now());
  });

  test.each([
    ["10.1.2.3", true],
    ["10.1.2.3/33", false],
    ["10.1.2", false],
    ["::ffff:10.0.0.0/104", false],
    ["example.com", false],
    ["", false],
  ])("may be given as %j: %s", (text, isTaken) => {
    expect(attributesOf({ addresses: [text] }, new Date()) !== null).toBe(isTaken);
  });

  test("of one block hold an address of the other family never", () => {
    expect(worksFrom(["0.0.0.0/0"], "::1")).toBe(false);
    expect(worksFrom(["0.0.0.0/0"], "8.8.8.8")).toBe(true);
    expect(worksFrom(["10.0.0.0/8"], "unknown")).toBe(false);
  });
});

describe("the end of a key", () => {
  test("is the end of the day in Addis Ababa", async () => {
    const shop = await openShop();
    const tool = toolOf(shop);
    const { account } = await shop.open();
    const made = await tool(`keys create --account ${account} --expires 2026-11-15`);
    const { key } = made.json;
    expect((await shop.ask("/api/account", { key })).status).toBe(200);
    shop.later(Date.parse("2026-11-15T20:59:59.999Z") - shop.now().getTime());
    expect((await shop.ask("/api/account", { key })).status).toBe(200);
    shop.later(1);
    expect((await shop.ask("/api/account", { key })).code).toBe("api_key_expired");
    const late = await tool(`keys create --account ${account} --expires 2026-11-15`);
    expect([late.exitCode, late.json.error.code]).toEqual([1, "key_attributes_invalid"]);
  });
});

describe("the daily limit of a key", () => {
  test("ends what it spends until midnight in Addis Ababa, and what was not charged goes back", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 20_000, options: { dailyLimitSantim: 1_000 } });
    const other = must(await shop.accounts.createKey(account, "live"));
    const ask = (with_: string, path = "/api/verify-beta") =>
      shop.ask(path, { key: with_, body: shop.bank.newOrder().body });
    const wrong = await shop.ask("/api/verify-beta", { key, body: {} });
    expect(wrong.status).toBe(400);
    expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 200]);
    const refused = await ask(key);
    expect([refused.status, refused.code, refused.body.error.charged, refused.body.error.reset_at]).toEqual([
      429,
      "key_limit_reached",
      false,
      "2026-11-15T21:00:00.000Z",
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await santimOf(shop, account)).toBe(19_000);
    expect((await ask(other.key)).status).toBe(200);
    shop.later(Date.parse("2026-11-15T21:00:00Z") - shop.now().getTime());
    expect((await ask(key)).status).toBe(200);
  });

  test.each(databaseKinds)("lets exactly the limit through of 200 at once on %s", async (kind) => {
    const { accounts, openBeside, store, openAccount } = await openBooks(kind);
    const besides = await openBeside();
    const { id } = await openAccount(1_000_000);
    const { key } = granted(await accounts.createKey(id, "live", { dailyLimitSantim: 3_700 }));
    const caller = { kind: "key", key } as const;
    const tried = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        untilThereIsRoom(() => (n % 2 ? accounts : besides).reserve(caller, askFor(n))),
      ),
    );
    const codes = tried.map(codeOf);
    expect(codes.filter((code) => code === "ok")).toHaveLength(7);
    expect(codes.filter((code) => code === "key_limit_reached")).toHaveLength(193);
    // Two are charged, the others go back: as many can be asked again.
    const held = tried.flatMap((one) => (one.ok ? [one.value] : []));
    await Promise.all(held.map((one, n) => (n < 2 ? accounts.commit(one, verified()) : accounts.void(one))));
    expect(await store.db.selectFrom("key_day").select("santim").execute()).toEqual([{ santim: 1_000 }]);
    const again = await Promise.all(
      Array.from({ length: 20 }, (_, n) => accounts.reserve(caller, askFor(1_000 + n))),
    );
    expect(again.filter(({ ok }) => ok)).toHaveLength(5);
  });

  test("is shared with the key that replaces it, which is held to the same", async () => {
    const { accounts, openAccount } = await openBooks();
    const { id } = await openAccount(100_000);
    const order = {
      name: "till",
      dailyLimitSantim: 1_000,
      scopes: ["verify"],
      addresses: ["10.0.0.1"],
    } as const;
    const old = granted(await accounts.createKey(id, "live", order));
    const renewed = granted(await accounts.rotateKey(old.id));
    expect(renewed).toMatchObject({ ...order, addresses: ["10.0.0.1/32"], isReplaced: false });
    const reserve = async (key: string, n: number) =>
      codeOf(await accounts.reserve({ kind: "key", key }, askFor(n)));
    expect([await reserve(old.key, 1), await reserve(renewed.key, 2), await reserve(renewed.key, 3)]).toEqual(
      ["ok", "ok", "key_limit_reached"],
    );
  });

  test("does not stop whoever has nothing left from hearing just that", async () => {
    const { accounts, openAccount, store } = await openBooks();
    const { id } = await openAccount(0);
    const { key } = granted(await accounts.createKey(id, "live", { dailyLimitSantim: 1_000 }));
    for (let n = 0; n < 3; n += 1)
      expect(codeOf(await accounts.reserve({ kind: "key", key }, askFor(n)))).toBe("balance_exhausted");
    expect(await store.db.selectFrom("key_day").select("santim").execute()).toEqual([{ santim: 0 }]);
  });
});

describe("a test key", () => {
  test("reads nothing of its account's money, name and ledger", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 987_654_300, mode: "test" });
    const shown = await shop.ask("/api/account", { key });
    expect(shown.body).toMatchObject({ id: account, name: "", tier: "test", balance_minor: 0 });
    const ledger = await shop.ask("/api/account/ledger", { key });
    expect(ledger.body).toMatchObject({ entries: [], next_cursor: null });
    expect(shown.text + ledger.text).not.toMatch(/987,?654|Selam/);
  });
});

test("the operator makes a key with all that the issue names, and sees it in the list", async () => {
  const shop = await openShop();
  const tool = toolOf(shop);
  const { account } = await shop.open();
  const made = await tool(
    `keys create --account ${account} --name till --scopes verify,account:read --expires 2027-01-31 --addresses 10.1.2.3/8,192.0.2.1 --daily-limit 500`,
  );
  expect(made.exitCode).toBe(0);
  const { json } = await tool(`keys list --account ${account}`);
  expect(json.find(({ id }: { readonly id: string }) => id === made.json.id)).toMatchObject({
    name: "till",
    scopes: ["verify", "account:read"],
    addresses: ["10.0.0.0/8", "192.0.2.1/32"],
    daily_limit_minor: 50_000,
    expires_at: "2027-01-31T21:00:00.000Z",
    last_used_at: null,
  });
  for (const wrong of [
    "--scopes all",
    "--scopes ,",
    "--expires 2027-02-30",
    "--expires soon",
    "--addresses 10.0.0.0/40",
    "--daily-limit 0",
    "--daily-limit -5",
  ])
    expect([wrong, (await tool(`keys create --account ${account} ${wrong}`)).exitCode]).toEqual([wrong, 2]);
});

test("keys are listed and revoked over HTTP by a key that may, and never another account's", async () => {
  const shop = await openShop();
  const { key, keyId, account } = await shop.open();
  const till = must(await shop.accounts.createKey(account, "live", { name: "till" }));
  const other = await shop.open();
  const listed = await shop.ask("/api/account/keys", { key });
  // Both may be of one millisecond, and then neither comes first.
  const { keys } = JSON.parse(listed.text);
  expect(keys).toHaveLength(2);
  expect(keys).toContainEqual(expect.objectContaining({ id: till.id, name: "till" }));
  expect(keys).toContainEqual(expect.objectContaining({ id: keyId }));
  expect(listed.text).not.toContain(till.key.slice(13, -4));
  const path = `/api/account/keys/${till.id}`;
  expect((await shop.ask(path, { key: other.key, method: "DELETE" })).status).toBe(404);
  expect((await shop.ask(path, { key, method: "DELETE" })).status).toBe(200);
  expect((await shop.ask("/api/account", { key: till.key })).code).toBe("api_key_revoked");
  const tried = must(await shop.accounts.createKey(account, "test", { scopes: keyScopes }));
  const own = await shop.ask("/api/account/keys", { key: tried.key });
  expect(own.body).toMatchObject({ keys: [{ id: tried.id }] });
});

test("a phone chooses by buttons what a key may do, until when, and how much a day", async () => {
  const world = await openBotWorld();
  await world.selam.say("/start");
  await botMessages(world, 1);
  await world.selam.say("/key new till");
  const [, draft] = await botMessages(world, 2);
  const press = async (label: RegExp) => {
    const { messages } = await world.selam.state();
    const shown = messages.find(({ message_id }) => message_id === draft?.message_id);
    const text = shown?.buttons.flat().find((button) => label.test(button.text))?.text ?? String(label);
    await world.selam.press(draft?.message_id ?? 0, text);
    await world.selam.waitUntil(
      ({ messages: by }) =>
        !by
          .find(({ message_id }) => message_id === draft?.message_id)
          ?.buttons.flat()
          .some((button) => button.text === text),
    );
  };
  expect(draft?.text).toContain("“till”");
  await press(/^✅ Read the balance/);
  await press(/^💰/);
  await press(/^⏳/);
  await press(/^➕ Make this key/);
  const made = (await botMessages(world, 3)).at(-1);
  expect(made?.text).toMatch(/drs_live_/);
  const { id } = world.telegram.people.conversation("selam").user();
  const account = granted(await world.accounts.telegramAccount(id))?.account ?? "";
  expect(granted(await world.accounts.listKeys(account))).toMatchObject([
    {
      name: "till",
      scopes: ["verify"],
      dailyLimitSantim: 5_000,
      expiresAt: new Date(world.clock.now.getTime() + 30 * 86_400_000),
    },
  ]);
  await world.selam.say("/key");
  const list = (await botMessages(world, 4)).at(-1);
  expect(list?.text).toContain("“till”");
  expect(list?.buttons.flat().map(({ text }) => text)).toContain("⚙️ Key with limits");
});

longTest("a key that was refused for its scope has no rate limit where it may pay", async () => {
  const shop = await openShop();
  const { key } = await shop.open({ santim: 5_000, options: { scopes: ["verify"] } });
  const bad = () => shop.ask("/api/account", { key });
  expect((await shop.ask("/api/verify-beta", { key, body: {} })).status).toBe(400);
  for (let sent = 0; sent < 610; sent += 1) await bad();
  expect((await bad()).code).toBe("rate_limited");
  const order = shop.bank.newOrder();
  expect((await shop.ask("/api/verify-beta", { key, body: order.body })).status).toBe(200);
});

longTests("keys that have ended", () => {
  test("are remembered up to two hundred, the newest ones, and those that work are all there", async () => {
    const shop = await openShop();
    const { account, key, keyId } = await shop.open();
    const oldest: string[] = [];
    for (let n = 0; n < 203; n += 1) {
      const made = must(await shop.accounts.createKey(account, "live"));
      must(await shop.accounts.revokeKey(made.id, account));
      oldest.push(made.key);
      shop.later(1_000);
    }
    const [forgotten = "", remembered = ""] = [oldest[0], oldest.at(-1)];
    const listed = await shop.ask("/api/account/keys", { key });
    const ids = [...listed.text.matchAll(/"id":"(key_\w+)"/g)].map(([, id]) => id);
    // The last one was made before it ended itself.
    expect(ids).toHaveLength(1 + 201);
    expect(ids).toContain(keyId);
    expect((await shop.ask("/api/account", { key: remembered })).code).toBe("api_key_revoked");
    expect((await shop.ask("/api/account", { key: forgotten })).code).toBe("invalid_api_key");
    expect((await shop.ask("/api/account", { key })).status).toBe(200);
  });
});
