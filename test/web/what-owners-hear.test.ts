import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../src/database/store.ts";
import { type PersonName, personNames } from "../../tools/demo/telegram/people.ts";
import { confirmOwners } from "../support/books.ts";
import { fromBot } from "../support/bot-world.ts";
import { testClock } from "../support/cases.ts";
import { testSecret } from "../support/temporary-store.ts";
import { accountsOf, type Browser, given, signedIn } from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** Owners hear in the chat of what is done in a browser that is signed in, also whoever signed it in, and over HTTP. */

let world: World;
let accounts: Awaited<ReturnType<typeof accountsOf>>;
let browser: Browser;

/** The numbers of the emulated Telegram's users, in the order of their names there. */
const idOf = (name: PersonName): number => 700_000_001 + personNames.indexOf(name);

let account: string;

/** Selam owns a shop together with Hana, and is signed in to its pages. */
beforeAll(async () => {
  world = await createWorld({ hasChat: true });
  accounts = await accountsOf(world);
  account = given(await accounts.registerTelegram(idOf("selam"))).id;
  given(await accounts.meet(idOf("selam"), "Selam"));
  const by = { kind: "user", userId: idOf("selam") } as const;
  const { code } = given(await accounts.createLinkCode(account, "owner", { by }));
  given(await accounts.redeemLinkCode(code, idOf("hana"), "Hana"));
  const store = await openStore({ databaseUrl: world.databaseUrl, secret: testSecret, now: () => testClock });
  await confirmOwners({ store, accounts }, idOf("selam"));
  await store.close();
  browser = await signedIn(world, accounts, { kind: "person", userId: idOf("selam") });
});

afterAll(async () => {
  await accounts.end();
  await world.close();
});

/** The next notice that a person hears after those that were looked at. */
const seen = new Map<PersonName, number>();
const nextNews = async (name: PersonName): Promise<string> => {
  const before = seen.get(name) ?? 0;
  const newsIn = (messages: Parameters<typeof fromBot>[0]) =>
    fromBot(messages).filter(({ text }) => text.startsWith("🔔"));
  const { messages } = await world.person(name).waitUntil((state) => newsIn(state.messages).length > before);
  seen.set(name, before + 1);
  return newsIn(messages)[before]?.text ?? "";
};

const makeKey = async (): Promise<{ readonly key: string; readonly last4: string; readonly id: string }> => {
  const scopes = ["verify", "account:read", "account:manage"];
  const page = await browser.post("/dashboard/keys", { name: "till", mode: "live", scopes });
  const key = /drs_live_[A-Za-z0-9]{30,}/.exec(page.html)?.[0] ?? "";
  const last4 = key.slice(-4);
  const listed = given(await accounts.listKeys(account)).find((one) => one.last4 === last4);
  return { key, last4, id: listed?.id ?? "" };
};

test("each key, code and saved account of a page is told to both owners", async () => {
  const { last4, id } = await makeKey();
  expect(await nextNews("selam")).toBe(
    `🔔 Your shop has a new API key …${last4} (by you, in a browser). If you do not want that: /key`,
  );
  expect(await nextNews("hana")).toBe(
    `🔔 Your shop has a new API key …${last4} (by Selam, in a browser). If you do not want that: /key`,
  );
  await browser.post("/dashboard/people/invite", { role: "owner" });
  for (const name of ["selam", "hana"] as const)
    expect(await nextNews(name)).toMatch(
      /^🔔 A code for an owner of your shop was made \(by (you|Selam), in a browser\)/,
    );
  const saved = { number: "0911009999", bank: "", name: "Abebe Kebede" };
  await browser.post("/dashboard/accounts", saved);
  await browser.post("/dashboard/accounts", saved);
  for (const name of ["selam", "hana"] as const)
    expect(await nextNews(name)).toMatch(
      /^🔔 An account is saved as your shop's own now \(by (you|Selam), in a browser\).* \/accounts\n• 251911009999 · Abebe Kebede$/,
    );
  await browser.post("/dashboard/keys/revoke", { id });
  for (const name of ["selam", "hana"] as const)
    expect(await nextNews(name)).toMatch(
      new RegExp(`^🔔 The API key …${last4} of your shop was revoked \\(by (you|Selam), in a browser\\)`),
    );
});

test("a key that is revoked over HTTP, or shown where others may read it, is told to both owners", async () => {
  const [ended, shown, manager] = [await makeKey(), await makeKey(), await makeKey()];
  for (const _ of [ended, shown, manager])
    for (const name of ["selam", "hana"] as const) await nextNews(name);
  const headers = { "x-api-key": manager.key, "x-forwarded-for": "198.18.99.1" };
  await fetch(`${world.url}/api/account/keys/${ended.id}`, { method: "DELETE", headers });
  for (const name of ["selam", "hana"] as const)
    expect(await nextNews(name)).toContain(`…${ended.last4} of your shop was revoked (by an API key)`);
  await fetch(`${world.url}/?key=${shown.key}`);
  await fetch(`${world.url}/?key=${shown.key}`);
  for (const name of ["selam", "hana"] as const)
    expect(await nextNews(name)).toBe(
      `🔔 The API key …${shown.last4} of your shop was shown in the address of a request or in X-Request-Id, where others may have read it, so it was revoked. Programs that use it have stopped. For a new one: /key`,
    );
  await fetch(`${world.url}/api/banks`, { headers: { "x-request-id": manager.key } });
  for (const name of ["selam", "hana"] as const)
    expect(await nextNews(name)).toContain(
      `…${manager.last4} of your shop was shown in the address of a request`,
    );
});
