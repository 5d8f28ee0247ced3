import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { dayMs, hourMs, minuteMs } from "../../src/core/time.ts";
import { deleteOldAccountData } from "../../src/database/retention.ts";
import { openStore } from "../../src/database/store.ts";
import { testClock } from "../support/cases.ts";
import { testSecret } from "../support/temporary-store.ts";
import { accountsOf, type Browser, chromeOnAndroid, given, openBrowser, signedIn } from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** How one comes into the dashboard, and out of it. */

const clock = { now: testClock };
const now = () => clock.now;
const later = (ms: number): void => {
  clock.now = new Date(clock.now.getTime() + ms);
};

let world: World;
let accounts: Accounts & { readonly end: () => Promise<void> };

beforeAll(async () => {
  world = await createWorld({ now, hasChat: true });
  accounts = await accountsOf(world, now);
});

afterAll(async () => {
  await accounts.end();
  await world.close();
});

let users = 5_000;
const newOwner = async (): Promise<{ readonly userId: number; readonly account: string }> => {
  users += 1;
  const { id } = given(await accounts.registerTelegram(users));
  return { userId: users, account: id };
};

test.each(["/", "/docs", "/sign-in"])("%s leads to the bot once Telegram has named it", async (path) => {
  const browser = openBrowser(world.url);
  const links = async () => (await browser.get(path)).$("a[href='https://t.me/deresegn_bot']").length;
  await expect.poll(links).toBe(1);
});

/** Pastes a receipt into the form, and reads the page that answers. */
const checkIn = async ({ cookies }: Browser, session = cookies.get("session")) => {
  const body = new FormData();
  body.set("text", "DKF1AB2CD3");
  const response = await fetch(`${world.url}/`, {
    method: "POST",
    body,
    headers: {
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": "198.18.78.8",
      ...(session !== undefined && { cookie: `session=${session}` }),
    },
  });
  return load(await response.text());
};

const linkFor = async (userId: number): Promise<string> =>
  `/sign-in/${given(await accounts.createSignInCode(userId)).code}`;

const newKey = async (account: string, mode: "live" | "test" = "live", more = {}) =>
  given(await accounts.createKey(account, mode, more));

describe("a link from the bot", () => {
  test("is offered by /dashboard and by the button of /key, and leads to the dashboard", async () => {
    const hana = world.person("hana");
    const asked = await hana.say("/dashboard");
    const chat = await hana.waitUntil(({ messages }) =>
      messages.some(({ message_id: id, text }) => id > asked && text.includes("/sign-in/")),
    );
    const link = /http\S+\/sign-in\/\w+/.exec(chat.messages.map(({ text }) => text).join("\n"))?.[0] ?? "";
    const browser = openBrowser(world.url);
    const page = await browser.get(new URL(link).pathname);
    expect(page.status).toBe(200);
    const form = page.$("main form");
    expect(form.attr("method")).toBe("post");
    const inside = await browser.post(form.attr("action") ?? "");
    expect(inside).toMatchObject({ status: 200, path: "/dashboard" });

    const keys = await hana.say("/key");
    const listed = await hana.waitUntil(({ messages }) => messages.some(({ message_id: id }) => id > keys));
    const list = listed.messages.find(({ message_id: id }) => id > keys);
    await hana.press(list?.message_id ?? 0, "🖥 Open the dashboard");
    const links = (state: typeof chat) =>
      state.messages.filter(({ text }) => text.includes("/sign-in/")).length;
    expect(links(await hana.waitUntil((state) => links(state) === 2))).toBe(2);
  });

  test("is not used up by whoever looks at it, and works once", async () => {
    const { userId } = await newOwner();
    const path = await linkFor(userId);
    for (const _preview of [1, 2, 3]) expect((await openBrowser(world.url).get(path)).status).toBe(200);
    const browser = openBrowser(world.url);
    expect((await browser.post(path)).path).toBe("/dashboard");
    expect(browser.cookies.get("session")).toMatch(/^[\w-]{43}$/);
    const again = openBrowser(world.url);
    expect((await again.get(path)).status).toBe(410);
    const refused = await again.post(path);
    expect(refused.status).toBe(410);
    expect(refused.text).toContain("used already");
    expect(again.cookies.has("session")).toBe(false);
  });

  test("says whose it is before it signs anybody in, and whom it signs out", async () => {
    const { userId } = await newOwner();
    const stranger = await newOwner();
    given(await accounts.meet(stranger.userId, "Abebe"));
    const path = await linkFor(stranger.userId);
    const guest = await openBrowser(world.url).get(path);
    expect(guest.text).toContain("This link signs you in to the shop “Abebe”.");
    expect(guest.text).toContain("Sign in only if you asked the bot for this link yourself");
    const browser = await signedIn(world, accounts, { kind: "person", userId });
    given(await accounts.meet(userId, "Hana"));
    expect((await browser.get(path)).text).toContain(
      "You are signed in to the shop “Hana”. This link signs you in to ANOTHER account, even where the names are alike: the shop “Abebe”.",
    );
    given(await accounts.meet(stranger.userId, "Hana"));
    const ofSameName = await browser.get(path);
    expect(ofSameName.text).toContain("to ANOTHER account, even where the names are alike: the shop “Hana”.");
    expect(ofSameName.text).toContain("Sign in to the other account");
    given(await accounts.meet(stranger.userId, "Abebe"));
    expect((await browser.get(`${path}?lang=am`)).text).toContain("“Abebe”");
    const own = await linkFor(userId);
    browser.cookies.set("language", "en");
    expect((await browser.get(own)).text).not.toContain("You are signed in to");
    const { userId: unnamed } = await newOwner();
    expect((await openBrowser(world.url).get(await linkFor(unnamed))).text).toContain(
      "signs you in to an account without a name",
    );
  });

  test("is too old after ten minutes", async () => {
    const { userId } = await newOwner();
    const path = await linkFor(userId);
    later(10 * minuteMs);
    expect((await openBrowser(world.url).post(path)).status).toBe(410);
  });

  test("of five at a time, the oldest gives way to a sixth", async () => {
    const { userId } = await newOwner();
    const first = await linkFor(userId);
    for (let made = 1; made < 6; made += 1) {
      later(1);
      await linkFor(userId);
    }
    expect((await openBrowser(world.url).get(first)).status).toBe(410);
  });

  test("leads nowhere once the person is erased", async () => {
    const { userId } = await newOwner();
    const path = await linkFor(userId);
    given(await accounts.erase({ telegram: userId }));
    expect((await openBrowser(world.url).post(path)).status).toBe(410);
  });
});

describe("a key", () => {
  test("signs in for what it may do, for twelve hours", async () => {
    const { account } = await newOwner();
    const { key } = await newKey(account);
    const browser = openBrowser(world.url);
    const inside = await browser.post("/sign-in", { key: ` ${key} `, to: "/dashboard" });
    expect(inside).toMatchObject({ status: 200, path: "/dashboard" });
    expect(inside.text).toContain("Signed in with an API key");
    expect(inside.$(".dash__menu").text()).not.toMatch(/People|Your accounts/);
    later(12 * hourMs);
    expect((await browser.get("/dashboard")).path).toBe("/sign-in?to=%2Fdashboard");
  });

  test("of the sandbox signs in for the sandbox, and says so", async () => {
    const { account } = await newOwner();
    const { id } = await newKey(account, "test");
    const browser = await signedIn(world, accounts, { kind: "key", key: id });
    const page = await browser.get("/dashboard");
    expect(page.text).toContain("test key");
    expect(page.$(".dash__menu").text()).not.toMatch(/Receipts|Money|Audit/);
  });

  test("ends its sessions when it is revoked, expires, or is shown from elsewhere", async () => {
    const { account } = await newOwner();
    const revoked = await newKey(account);
    const browser = await signedIn(world, accounts, { kind: "key", key: revoked.id });
    expect((await browser.get("/dashboard")).path).toBe("/dashboard");
    given(await accounts.revokeKey(revoked.id));
    expect((await browser.get("/dashboard")).path).toContain("/sign-in");

    const ending = await newKey(account, "live", { expiresAt: new Date(now().getTime() + hourMs) });
    const brief = await signedIn(world, accounts, { kind: "key", key: ending.id });
    later(hourMs);
    expect((await brief.get("/dashboard")).path).toContain("/sign-in");

    const bound = await newKey(account, "live", { addresses: ["203.0.113.0/24"] });
    const elsewhere = await signedIn(world, accounts, { kind: "key", key: bound.id });
    expect((await elsewhere.get("/dashboard")).path).toContain("/sign-in");
    expect((await elsewhere.post("/sign-in", { key: bound.key })).status).toBe(401);
  });

  test("that is wrong is refused, and too many of them block the network", async () => {
    const browser = openBrowser(world.url);
    const refused = await browser.post("/sign-in", { key: "drs_live_wrong" });
    expect(refused.status).toBe(401);
    expect(refused.$("[role=alert]").text()).toContain("not valid");
    expect(refused.html).not.toContain("drs_live_wrong");
    expect((await browser.post("/sign-in")).status).toBe(401);
    for (let tries = 2; tries < 20; tries += 1) await browser.post("/sign-in", { key: `drs_live_${tries}` });
    const blocked = await browser.post("/sign-in", { key: "drs_live_one_more" });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("a session", () => {
  test("is named on every page, with a way out", async () => {
    const { userId, account } = await newOwner();
    given(await accounts.meet(userId, "Hana"));
    const browser = await signedIn(world, accounts, { kind: "person", userId });
    for (const path of ["/", "/docs", "/status"]) {
      const page = await browser.get(path);
      expect([path, page.$("#who").text()]).toEqual([path, "Signed in to “Hana”Sign out"]);
    }
    expect((await browser.get("/")).$("#who form").attr("action")).toBe("/dashboard/sign-out");
    expect((await openBrowser(world.url).get("/")).$("#who").text()).toBe("");
    const { id } = await newKey(account, "live", { name: "till" });
    const till = await signedIn(world, accounts, { kind: "key", key: id });
    const page = await till.get("/");
    expect(page.$("#who").text()).toContain("Signed in with the key “till”");
    expect(page.html).not.toContain("Hana");
    const { userId: unnamed } = await newOwner();
    const nameless = await signedIn(world, accounts, { kind: "person", userId: unnamed });
    expect((await nameless.get("/")).$("#who a").text()).toBe("Signed in · an account without a name");
  });

  test("names its shop above the answer of a check", async () => {
    const stranger = await newOwner();
    given(await accounts.meet(stranger.userId, "Abebe"));
    const browser = openBrowser(world.url);
    await browser.post(await linkFor(stranger.userId));
    const page = await checkIn(browser);
    expect(page("#verdict").parent().text()).toContain("the shop “Abebe”");
    expect((await checkIn(openBrowser(world.url)))("#answer").text()).not.toContain("the shop");
  });

  test("that has ended is told once, and no bank is asked as if by a guest", async () => {
    const { userId } = await newOwner();
    const browser = await signedIn(world, accounts, { kind: "person", userId });
    later(30 * dayMs);
    const taken = world.books().taken;
    const page = await checkIn(browser, browser.cookies.get("session"));
    expect(page("main > .note").text()).toContain("You were signed out");
    expect(page(".verdict__said").text()).toBe("You were signed out, so the bank was not asked");
    expect(page("#text").text()).toBe("DKF1AB2CD3");
    expect(world.books().taken).toBe(taken);
    const told = await browser.get("/docs");
    expect(told.text).toContain("You were signed out");
    expect(browser.cookies.has("session")).toBe(false);
    expect((await browser.get("/docs")).text).not.toContain("You were signed out");
    expect((await checkIn(browser))("#answer").text()).toContain("1,250.00");

    const inDashboard = await signedIn(world, accounts, { kind: "person", userId });
    later(30 * dayMs);
    const signIn = await inDashboard.get("/dashboard");
    expect(signIn.path).toContain("/sign-in");
    expect(signIn.text).toContain("You were signed out");
    expect(inDashboard.cookies.has("session")).toBe(false);
  });

  test("of a person lasts thirty days after its last use, and ninety in all", async () => {
    const { userId } = await newOwner();
    const browser = await signedIn(world, accounts, { kind: "person", userId });
    for (const days of [29, 29, 29]) {
      later(days * dayMs);
      expect((await browser.get("/dashboard")).path).toBe("/dashboard");
    }
    later(3 * dayMs);
    expect((await browser.get("/dashboard")).path).toContain("/sign-in");
    const unused = await signedIn(world, accounts, { kind: "person", userId });
    later(30 * dayMs);
    expect((await unused.get("/dashboard")).path).toContain("/sign-in");
  });

  test("ends in all tabs by signing out, and leads back to the page that was wanted", async () => {
    const { userId } = await newOwner();
    const browser = await signedIn(world, accounts, { kind: "person", userId });
    const otherTab = openBrowser(world.url);
    otherTab.cookies.set("session", browser.cookies.get("session") ?? "");
    expect((await otherTab.get("/dashboard")).path).toBe("/dashboard");
    expect((await browser.post("/dashboard/sign-out")).path).toBe("/sign-in");
    expect(browser.cookies.has("session")).toBe(false);
    const out = await otherTab.get("/dashboard");
    expect(out.path).toBe("/sign-in?to=%2Fdashboard");
    expect(out.$("input[name=to]").attr("value")).toBe("/dashboard");
  });

  test("is kept by a cookie that no script reads and no other site sends", async () => {
    const { userId } = await newOwner();
    const response = await fetch(`${world.url}${await linkFor(userId)}`, {
      method: "POST",
      redirect: "manual",
      headers: { "user-agent": chromeOnAndroid, origin: world.url },
    });
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith("session="));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\/(?:;|$)/);
  });

  test("is kept over https by a cookie that no other host or path can set", async () => {
    const secure = await createWorld({ variables: { PUBLIC_URL: "https://receipts.example" } });
    const books = await accountsOf(secure);
    const { id } = given(await books.registerTelegram(1));
    const { key } = given(await books.createKey(id, "live"));
    const response = await fetch(`${secure.url}/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://receipts.example" },
      body: new URLSearchParams({ key }).toString(),
    });
    expect(response.status).toBe(303);
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await books.end();
    await secure.close();
  });

  test("changes nothing by a form of another site", async () => {
    const { userId } = await newOwner();
    const browser = await signedIn(world, accounts, { kind: "person", userId });
    const foreign: readonly Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign)
      expect((await browser.post("/dashboard/sign-out", {}, headers)).status).toBe(404);
    expect((await browser.get("/dashboard")).path).toBe("/dashboard");
    const path = await linkFor(userId);
    expect((await openBrowser(world.url).post(path, {}, { "sec-fetch-site": "cross-site" })).status).toBe(
      404,
    );
  });

  test("ends when its person is removed, leaves, or is erased, and when the account is suspended", async () => {
    const { userId, account } = await newOwner();
    const clerk = await newOwner();
    const { code } = given(await accounts.createLinkCode(account, "staff", { by: { kind: "user", userId } }));
    given(await accounts.redeemLinkCode(code, clerk.userId, "Dawit"));
    const staff = await signedIn(world, accounts, { kind: "person", userId: clerk.userId });
    expect((await staff.get("/dashboard")).text).toContain("Signed in as staff");
    const members = given(await accounts.listStaff(account));
    given(
      await accounts.removeMember(account, {
        pseudonym: members[0]?.pseudonym ?? "",
        role: "staff",
        by: { kind: "user", userId },
      }),
    );
    expect((await staff.get("/dashboard")).path).toContain("/sign-in");

    const owner = await signedIn(world, accounts, { kind: "person", userId });
    const session = owner.cookies.get("session") ?? "";
    given(await accounts.suspend(account));
    expect((await owner.get("/dashboard")).path).toContain("/sign-in");
    given(await accounts.resume(account));
    // The browser was told, and has forgotten it.
    owner.cookies.set("session", session);
    expect((await owner.get("/dashboard")).path).toBe("/dashboard");
    given(await accounts.erase({ telegram: userId }));
    expect((await owner.get("/dashboard")).path).toContain("/sign-in");
  });

  test("ends when its person leaves for another shop", async () => {
    const { userId } = await newOwner();
    const other = await newOwner();
    const browser = await signedIn(world, accounts, { kind: "person", userId });
    const by = { kind: "user", userId: other.userId } as const;
    const { code } = given(await accounts.createLinkCode(other.account, "staff", { by }));
    given(await accounts.redeemLinkCode(code, userId, "Hana"));
    expect((await browser.get("/dashboard")).path).toContain("/sign-in");
    given(await accounts.leaveAccount(userId));
    expect((await browser.get("/dashboard")).path).toContain("/sign-in");
  });

  test("that has ended is deleted by the next round of retention", async () => {
    const { userId, account } = await newOwner();
    await signedIn(world, accounts, { kind: "person", userId });
    const store = await openStore({ databaseUrl: world.databaseUrl, secret: testSecret, now });
    const kept = () =>
      store.db.selectFrom("web_session").select("id").where("account_id", "=", account).execute();
    expect(await kept()).toHaveLength(1);
    later(30 * dayMs);
    given(
      await store.transaction((trx) =>
        deleteOldAccountData(trx, now(), { historyDays: 90, lastingActs: [] }),
      ),
    );
    expect(await kept()).toEqual([]);
    await store.close();
  });

  test("makes the form at / verify as its account", async () => {
    const { userId } = await newOwner();
    const browser = await signedIn(world, accounts, { kind: "person", userId });
    expect((await browser.get("/")).text).toContain("10 of 10");
    const { account } = await newOwner();
    const { id } = await newKey(account, "test");
    const tester = await signedIn(world, accounts, { kind: "key", key: id });
    expect((await tester.get("/")).text).toContain("1000 of 1000");
  });
});
