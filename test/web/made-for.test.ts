import { type CheerioAPI, load } from "cheerio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { createPrefill } from "../../src/verify/prefill.ts";
import { testClock } from "../support/cases.ts";
import { testSecret } from "../support/temporary-store.ts";
import {
  accountsOf,
  type Browser,
  beginPost,
  given,
  openBrowser,
  type Page,
  signedIn,
} from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** A page acts for whom it was made, whoever has signed in since in another tab. */

const now = () => testClock;

let world: World;
let accounts: Accounts & { readonly end: () => Promise<void> };

beforeAll(async () => {
  const receiver = { provider: "beta", account: "251911008765", name: "Hana Mekonnen Tadesse" };
  world = await createWorld({
    now,
    topUpTerms: { accounts: [receiver], minSantim: 100, maxSantim: 1_000_000, maxAgeHours: 24 * 3650 },
  });
  accounts = await accountsOf(world, now);
});

afterAll(async () => {
  await accounts.end();
  await world.close();
});

let users = 12_000;
const newShop = async (name: string) => {
  users += 1;
  const userId = users;
  const { id } = given(await accounts.registerTelegram(userId));
  given(await accounts.meet(userId, name));
  return { userId, account: id, browser: await signedIn(world, accounts, { kind: "person", userId }) };
};

/** Another person signs in with a browser, in another tab than its open pages. */
const signInAs = (browser: Browser, other: Browser): void => {
  browser.cookies.set("session", other.cookies.get("session") ?? "");
};

type Fields = Readonly<Record<string, string>>;

/** What a browser would send of a form in a page. */
const fieldsOf = ($: CheerioAPI, form: string, filled: Fields = {}): Fields => {
  const beside = $(`[form="${$(form).attr("id") ?? "-"}"]`);
  const fields = $(form).find("input, select, textarea").add(beside).toArray();
  const own = fields
    .filter((field) => !["file", "checkbox", "radio"].includes($(field).attr("type") ?? ""))
    .map((field) => [$(field).attr("name") ?? "", String($(field).val() ?? "")]);
  return { ...Object.fromEntries(own), ...filled };
};

const saidIn = ({ $ }: Pick<Page, "$">): string => $("[role=alert]").text();

/** What is known of an account besides its name. */
const booksOf = async (account: string) => ({
  balance: given(await accounts.showAccount(account)).balanceSantim,
  keys: given(await accounts.listKeys(account)).length,
  codes: given(await accounts.listLinkCodes(account)).length,
  members: given(await accounts.listMembers(account)).length,
  acts: given(await accounts.auditOf(account, { limit: 50 })).length,
});

const told =
  "The sign-in has changed since this page was opened, so nothing was done. You are signed in to the shop “Abebe Beta” now.";

describe("in the dashboard", () => {
  const pages = ["money", "keys", "people", "accounts", "settings"];
  const typed: Fields = { text: "DKF1AB2CD3", number: "251911008765", word: "erase", calendar: "julian" };

  test("no form does anything for another, and each says who is signed in now", async () => {
    const [hana, abebe] = [await newShop("Hana Alpha"), await newShop("Abebe Beta")];
    const { browser } = hana;
    const by = { kind: "user", userId: hana.userId } as const;
    given(await accounts.createKey(hana.account, "live", { name: "till" }));
    given(await accounts.createLinkCode(hana.account, "staff", { by }));
    await browser.post("/dashboard/accounts", { number: "0911008765" });
    await signedIn(world, accounts, { kind: "person", userId: hana.userId });
    const open: { readonly action: string; readonly fields: Fields }[] = [];
    for (const path of pages) {
      const { $ } = await browser.get(`/dashboard/${path}`);
      for (const form of $(".dash__main form[method=post]").toArray()) {
        const action = $(form).attr("action") ?? "";
        const fields = fieldsOf(load($.html(form)), "form");
        const filled = Object.entries(typed).filter(([name]) => fields[name] === "" || name === "calendar");
        open.push({ action, fields: { ...fields, ...Object.fromEntries(filled) } });
      }
    }
    expect(new Set(open.map(({ action }) => action)).size).toBeGreaterThan(9);
    const before = [await booksOf(hana.account), await booksOf(abebe.account)];
    signInAs(browser, abebe.browser);
    for (const { action, fields } of open) {
      const page = await browser.post(action, fields);
      expect([action, page.status, page.$(".dash__shop bdi").text()]).toEqual([action, 422, "Abebe Beta"]);
      expect(saidIn(page), action).toContain(told);
    }
    expect([await booksOf(hana.account), await booksOf(abebe.account)]).toEqual(before);
    expect((await browser.get("/dashboard/accounts")).text).toContain("You have saved no account");
    expect((await browser.get("/dashboard/settings")).$("[aria-pressed=true]").text()).toBe("Gregorian");
  });

  test.each([
    ["/dashboard/money", "/dashboard/money/top-up", { text: "DKF1AB2CD3" }, "1,250.00"],
    ["/dashboard/keys", "/dashboard/keys", { name: "till of Hana", scopes: "verify" }, "till of Hana"],
    ["/dashboard/accounts", "/dashboard/accounts", { number: "251911008765", name: "Hana" }, "251911008765"],
  ])("what was typed at %s is kept, and goes on with one more press", async (path, action, filled, done) => {
    const [hana, abebe] = [await newShop("Hana Alpha"), await newShop("Abebe Beta")];
    const { browser } = hana;
    const form = `form[action='${action}']`;
    const opened = fieldsOf((await browser.get(path)).$, form, filled);
    signInAs(browser, abebe.browser);
    const refused = await browser.post(action, opened);
    expect(saidIn(refused)).toContain(told);
    const again = fieldsOf(refused.$, form);
    const { scopes, ...kept } = filled as Fields;
    expect(again).toMatchObject(kept);
    const pressed = await browser.post(action, { ...again, ...(scopes && { scopes }) });
    expect(pressed.status).toBe(200);
    expect(pressed.text).toContain(done);
  });

  test("a form that does not say for whom it was made does nothing", async () => {
    const { account, browser } = await newShop("Abebe Beta");
    for (const mark of ["", "made-up"]) {
      const refused = await browser.post("/dashboard/keys", { for: mark, name: "till", scopes: "verify" });
      expect([refused.status, saidIn(refused).includes(told)]).toEqual([422, true]);
    }
    expect(given(await accounts.listKeys(account))).toEqual([]);
  });

  test("one key is told from another of its account, and a page names neither", async () => {
    const { account } = await newShop("Abebe Beta");
    const newKey = async (name: string) => given(await accounts.createKey(account, "live", { name }));
    const [first, second] = [await newKey("first"), await newKey("second")];
    const browser = await signedIn(world, accounts, { kind: "key", key: first.id });
    const { $ } = await browser.get("/dashboard/settings");
    const { for: mark = "", ...fields } = fieldsOf($, "form[action='/dashboard/settings/calendar']");
    expect(mark).toMatch(/^[\w-]{43}$/);
    signInAs(browser, await signedIn(world, accounts, { kind: "key", key: second.id }));
    const refused = await browser.post("/dashboard/settings/calendar", { for: mark, ...fields });
    expect(saidIn(refused)).toContain("You are signed in to an account by the key “second” now.");
  });
});

describe("at the form", () => {
  /** Presses a button of a page of the form, which is posted in parts. */
  const press = async (browser: Browser, $: CheerioAPI, form: string, filled: Fields = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fieldsOf($, form, filled))) body.set(name, value);
    return pageOf(
      await fetch(`${world.url}/`, {
        method: "POST",
        body,
        headers: {
          "sec-fetch-site": "same-origin",
          "x-forwarded-for": "198.18.79.9",
          cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
      }),
    );
  };
  const pageOf = async (response: Response): Promise<CheerioAPI> => load(await response.text());
  const text = "DKF1AB2CD3";
  const changed = "The sign-in has changed, so the bank was not asked";

  test("nothing is asked for another, and the next press asks for who is signed in", async () => {
    const [hana, abebe] = [await newShop("Hana Alpha"), await newShop("Abebe Beta")];
    const { browser } = hana;
    const { $ } = await browser.get("/");
    signInAs(browser, abebe.browser);
    const { taken } = world.books();
    const refused = await press(browser, $, "#ask", { text });
    expect(refused(".verdict__said").text()).toBe(changed);
    expect(refused("#answer").text()).toContain("You are signed in to the shop “Abebe Beta” now.");
    expect(refused("#text").text()).toBe(text);
    expect(world.books().taken).toBe(taken);
    const answered = await press(browser, refused, "#ask");
    expect(answered("#answer").text()).toContain("1,250.00");
    expect(answered("#left").text()).toContain("9 of 10");
  });

  test("what the chat's message claimed is compared all the same once it is asked again", async () => {
    const [hana, abebe] = [await newShop("Hana Alpha"), await newShop("Abebe Beta")];
    const { browser } = hana;
    const asked = { provider: "beta", request: { reference: text }, missing: [], warnings: [], phones: [] };
    const how = { encodedDate: null, isBankChosen: false, isWithSaved: false };
    const claims = { amountsSantim: [99_900], areTransferred: true };
    const { $ } = await browser.get(`/?ask=${createPrefill(testSecret).close({ ...asked, ...how, claims })}`);
    signInAs(browser, abebe.browser);
    const refused = await press(browser, $, "#ask");
    expect(refused(".verdict__said").text()).toBe(changed);
    const answer = (await press(browser, refused, "#ask"))("#answer").text();
    expect(answer).toContain("the message says 999.00");
  });

  test("an answer that asks again does not ask for another", async () => {
    const [hana, abebe] = [await newShop("Hana Alpha"), await newShop("Abebe Beta")];
    const { browser } = hana;
    const { $ } = await browser.get("/");
    const missing = await press(browser, $, "#ask", { text: "DKF0N0T1N0" });
    signInAs(browser, abebe.browser);
    const { taken } = world.books();
    for (const form of ["#again", ".edit"]) {
      const refused = await press(browser, missing, form);
      expect(refused(".verdict__said").text()).toBe(changed);
      expect(refused("#again")).toHaveLength(0);
      expect(refused("#answer").text()).toContain("enter or choose it again");
    }
    expect(world.books().taken).toBe(taken);
  });

  test("whoever was signed out in another tab is told before they ask as a guest", async () => {
    const { browser } = await newShop("Hana Alpha");
    const { $ } = await browser.get("/");
    await browser.post("/dashboard/sign-out");
    const refused = await press(browser, $, "#ask", { text });
    expect(refused(".verdict__said").text()).toBe("You were signed out, so the bank was not asked");
    expect(refused("#text").text()).toBe(text);
    expect((await press(browser, refused, "#ask"))("#answer").text()).toContain("1,250.00");
  });

  test("whoever was signed out while a form was on its way is told, and nothing is asked", async () => {
    const { userId, browser } = await newShop("Hana Alpha");
    const other = await signedIn(world, accounts, { kind: "person", userId });
    const form = new FormData();
    form.set("text", text);
    const sent = new Response(form);
    const type = sent.headers.get("content-type") ?? "";
    const posting = await beginPost(`${world.url}/`, browser, { type, body: await sent.text() });
    await other.post("/dashboard/settings/end-others");
    const { taken } = world.books();
    const refused = load((await posting.end()).html);
    expect(refused(".verdict__said").text()).toBe("You were signed out, so the bank was not asked");
    expect(refused("#text").text()).toBe(text);
    expect(world.books().taken).toBe(taken);
  });

  test("a guest who has signed in in another tab is told before they ask for their shop", async () => {
    const { browser: signed } = await newShop("Abebe Beta");
    const browser = openBrowser(world.url);
    const { $ } = await browser.get("/");
    signInAs(browser, signed);
    const refused = await press(browser, $, "#ask", { text });
    expect(refused(".verdict__said").text()).toBe(changed);
    expect(refused("#answer").text()).toContain("You are signed in to the shop “Abebe Beta” now.");
  });

  test("a form of somebody's own, which says nothing of it, is answered", async () => {
    const { browser } = await newShop("Abebe Beta");
    const own = load(`<form id="own"><input name="text" value="${text}" /></form>`);
    expect((await press(browser, own, "#own"))("#answer").text()).toContain("1,250.00");
  });
});
