import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { must, openShop } from "../support/shop.ts";
import { given, openBrowser } from "../support/web.ts";

/** Pages on PostgreSQL, where transactions run side by side and not every text is one. */

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

test("what PostgreSQL takes for no text is answered as anything unknown, on every page and endpoint", async () => {
  const { url, accounts, ask, open } = await openShop({ databaseKind: "postgres" });
  const userId = 73;
  given(await accounts.registerTelegram(userId));
  const browser = openBrowser(url);
  const session = must(await accounts.createSession({ kind: "person", userId }, "Chrome"));
  browser.cookies.set("session", session.token);
  const { key } = await open();

  const long = "9".repeat(30);
  const found: (readonly [path: string, field: string, status: number])[] = [];
  for (const text of ["\0", "a\0b", "\ud800", long]) {
    const fields = Object.fromEntries(
      ["id", "name", "role", "word", "mark", "calendar", "to", "key", "text", "candidate", "number"]
        .concat(["provider", "bank", "scopes", "mode", "limit", "expires", "addresses", "offer"])
        .concat(["accountNumber", "phone", "reference", "memory", "press", "question"])
        .map((name) => [name, text]),
    );
    for (const path of forms) {
      found.push([path, text, (await browser.post(path, fields)).status]);
      for (const [name, more] of Object.entries(sound))
        found.push([path, name, (await browser.post(path, { ...fields, ...more })).status]);
    }
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const cookie = `session=${session.token}`;
    const headers = { cookie, "sec-fetch-site": "same-origin", accept: "text/html" };
    found.push(["/", text, (await fetch(url, { method: "POST", body, headers })).status]);
    const query = text === "\ud800" ? "%ED%A0%80" : encodeURIComponent(text);
    for (const [path, names] of Object.entries(pages)) {
      for (const name of names)
        found.push([path, name, (await browser.get(`${path}?${name}=${query}`)).status]);
    }
    for (const path of ["/p/", "/p/x/", "/sign-in/", "/docs/errors/", "/docs/endpoints/", "/assets/"])
      found.push([path, text, (await browser.get(`${path}${query}`)).status]);
    found.push(["sign in", text, (await browser.post(`/sign-in/${query}`)).status]);
    for (const cookie of ["session", "mini", "language", "calendar"]) {
      const other = openBrowser(url);
      other.cookies.set(cookie, query);
      found.push([cookie, text, (await other.get("/dashboard")).status]);
    }
    for (const path of ["keys", "link"])
      found.push([
        path,
        text,
        (await ask(`/api/account/${path}/${query}`, { method: "DELETE", key })).status,
      ]);
    for (const path of ["ledger", "audit"])
      for (const name of ["cursor", "limit"])
        found.push([path, name, (await ask(`/api/account/${path}?${name}=${query}`, { key })).status]);
    for (const [path, names] of Object.entries(endpoints)) {
      for (const name of names) {
        const body = { reference: "DKF1AB2CD3", [name]: text };
        found.push([path, name, (await ask(path, { body, key })).status]);
        found.push([path, name, (await ask(path, { body: { [name]: text }, key })).status]);
      }
      const expect = { receiver_name: text, receiver_account: `12345678${text}`, amount: text };
      found.push([
        path,
        "expect",
        (await ask(path, { body: { reference: "DKF1AB2CD3", expect }, key })).status,
      ]);
      const name = { reference: "DKF1AB2CD3", expect: { receiver_name: text } };
      found.push([path, "expect", (await ask(path, { body: name, key })).status]);
    }
  }
  expect(found.filter(([, , status]) => status === 500)).toEqual([]);
});

const forms = [
  "/sign-in",
  "/p",
  "/",
  ...[
    "people/invite",
    "people/recall",
    "people/remove",
    "settings/calendar",
    "settings/end",
    "settings/erase",
  ],
  ...["receipts/withdraw", "money", "money/top-up", "accounts", "accounts/restore", "accounts/remove"],
  ...["keys", "keys/rotate", "keys/revoke"],
].map((path) => (path.startsWith("/") ? path : `/dashboard/${path}`));

/** Fields that a form holds besides what is wrong in it. */
const sound = {
  number: { number: "1000123456789" },
  "number and name": { number: "1000123456789", name: "Hana" },
  "all but the provider": { number: "1000123456789", name: "Hana", bank: "" },
  "all but the name": { number: "1000123456789", provider: "beta", bank: "beta" },
  "all but the name of a key": { mode: "live", scopes: "verify", expires: "", limit: "", addresses: "" },
  "all but the limit of a key": { name: "", mode: "live", scopes: "verify", expires: "", addresses: "" },
};

const pages = {
  "/dashboard/receipts": ["from", "to", "bank", "amount", "reference", "before", "proofs"],
  "/dashboard/receipts.csv": ["from", "to", "bank", "amount", "reference"],
  "/dashboard/money": ["before"],
  "/dashboard/audit": ["before"],
  "/dashboard/keys": ["ended"],
  "/dashboard": ["lang", "calendar"],
  "/sign-in": ["to"],
  "/": ["q", "text", "reference", "provider", "question", "start"],
  "/docs": ["in", "preset"],
};

const endpoints = {
  "/api/verify": ["text", "accountNumber", "phone", "provider"],
  "/api/detect": ["text"],
  "/api/verify-beta": ["reference"],
  "/api/verify-alpha": ["transactionRef", "link", "accountNumber"],
  "/api/verify/batch": ["items"],
  "/api/account/link": ["role"],
  "/api/account/topup": ["text", "provider", "reference", "phone"],
};
