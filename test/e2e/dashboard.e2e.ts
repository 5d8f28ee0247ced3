import { readFile } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { testClock } from "../support/cases.ts";
import { launchChromium, type Visit, visit } from "../support/chromium.ts";
import { halfOfAll, hindrancesEverywhere } from "../support/hindrances.ts";
import { accountsOf, given } from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** The pages of the dashboard in a real browser. */

let world: World;
let browser: Browser;
let accounts: Accounts & { readonly end: () => Promise<void> };

/** A receipt of 1,250.00 ETB to this phone. */
const reference = "DKF1AB2CD3";
const phone = "251911008765";

beforeAll(async () => {
  const receiver = { provider: "beta", account: phone, name: "Hana Mekonnen Tadesse" };
  world = await createWorld({
    topUpTerms: { accounts: [receiver], minSantim: 100, maxSantim: 1_000_000, maxAgeHours: 24 * 3650 },
  });
  accounts = await accountsOf(world);
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await accounts?.end();
  await world?.close();
});

const visits: Visit[] = [];

/** Nothing goes wrong in any page beside refusals that are meant, and no request leaves our origin. */
afterEach(async () => {
  const problems = visits
    .flatMap((one) => one.problems)
    .filter((one) => !/status of 4(?:04|10|22)/.test(one));
  for (const { context } of visits.splice(0)) await context.close();
  expect(problems).toEqual([]);
});

let users = 50_000;

/** A new shop, and a page of its owner, who is signed in. */
const openShop = async (options: BrowserContextOptions = {}) => {
  users += 1;
  const userId = users;
  const { id: account } = given(await accounts.registerTelegram(userId));
  given(await accounts.meet(userId, "Hana Mekonnen"));
  const session = given(await accounts.createSession({ kind: "person", userId }, "Chrome · Android"));
  const opened = await visit(browser, world.url, { path: "/healthz", ...options });
  visits.push(opened);
  await opened.context.addCookies([{ name: "session", value: session.token, url: world.url }]);
  const { page } = opened;
  const go = (path: string) => page.goto(`${world.url}/dashboard${path}`);
  return { userId, account, page, go };
};

const check = async (page: Page, text = reference) => {
  await page.goto(`${world.url}/`);
  await page.fill("#text", text);
  await page.click("#check");
  await page.locator("[data-answer]").waitFor();
};

/** Does what leads to another page, and waits for that one. */
const leave = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  const loaded = page.waitForEvent("load");
  await act();
  await loaded;
};

const summary = (page: Page, name: string) => page.locator("summary").filter({ hasText: name });

const callApi = (key: string) => fetch(`${world.url}/api/account`, { headers: { "x-api-key": key } });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a key", () => {
  test("is made, shown once, used, replaced and revoked", async () => {
    const { page, go } = await openShop({ permissions: ["clipboard-read", "clipboard-write"] });
    await go("/keys");
    await summary(page, "Make a key").click();
    await page.getByLabel("Name").fill("till");
    await page.getByLabel("Top up, make codes for staff").check();
    await page.getByLabel("Ends on").fill("2027-01-31");
    await page.getByLabel("At most on one day").fill("250");
    await leave(page, () => page.getByRole("button", { name: "Make a key" }).click());
    const first = await page.innerText("#secret");
    expect(first).toMatch(/^drs_live_\w{36}$/);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
    expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
    expect((await callApi(first)).status).toBe(200);

    await go("/keys");
    expect(await page.content()).not.toContain(first);
    const card = page.locator(".cards > .card").first();
    expect(await card.innerText()).toMatch(/till[\s\S]*31 Jan 2027[\s\S]*250\.00 ETB/);
    expect(await card.innerText()).not.toContain("never");

    await summary(page, "Replace").click();
    await leave(page, () => page.getByRole("button", { name: "Yes, replace it" }).click());
    const second = await page.innerText("#secret");
    expect([(await callApi(first)).status, (await callApi(second)).status]).toEqual([200, 200]);
    expect(await page.locator(".cards > .card").count()).toBe(2);

    for (let left = 2; left > 0; left -= 1) {
      await summary(page, "Revoke").first().click();
      await leave(page, () => page.getByRole("button", { name: "Yes, revoke it" }).first().click());
      expect(await page.innerText("main [role=status]")).toContain("is revoked");
    }
    expect([(await callApi(first)).status, (await callApi(second)).status]).toEqual([401, 401]);
    await summary(page, "2 keys that have ended").click();
    expect(await page.locator("#ended tbody tr").count()).toBe(2);
    expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
  });

  test("is made once by two quick presses, and shown", async () => {
    const { page, go } = await openShop();
    await go("/keys");
    await summary(page, "Make a key").click();
    await page.route("**/dashboard/**", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const response = await route.fetch();
      await pause(800);
      // Another press gives this answer up.
      await route.fulfill({ response }).catch(() => undefined);
    });
    const pressTwice = (button: Element) => {
      if (!(button instanceof HTMLElement)) return;
      button.click();
      setTimeout(() => button.click(), 400);
    };
    await leave(page, () => page.getByRole("button", { name: "Make a key" }).evaluate(pressTwice));
    expect((await callApi(await page.innerText("#secret"))).status).toBe(200);
    await go("/keys");
    expect(await page.locator(".cards > .card").count()).toBe(1);
  });

  test("that is refused keeps what was typed", async () => {
    const { page, go } = await openShop();
    await go("/keys");
    await summary(page, "Make a key").click();
    await page.getByLabel("Name").fill("till");
    await page.getByLabel("Only from these addresses").fill("nowhere");
    await leave(page, () => page.getByRole("button", { name: "Make a key" }).click());
    await page.locator("[role=alert]").waitFor();
    expect([await page.inputValue("#name"), await page.inputValue("#addresses")]).toEqual([
      "till",
      "nowhere",
    ]);
    expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
  });

  test("is made and revoked without scripts", async () => {
    const { page, go } = await openShop({ javaScriptEnabled: false });
    await go("/keys");
    await summary(page, "Make a key").click();
    await leave(page, () => page.getByRole("button", { name: "Make a key" }).click());
    const key = await page.innerText("#secret");
    expect((await callApi(key)).status).toBe(200);
    await summary(page, "Revoke").click();
    await leave(page, () => page.getByRole("button", { name: "Yes, revoke it" }).click());
    expect((await callApi(key)).status).toBe(401);
  });
});

describe("receipts", () => {
  test("are looked for, and taken along as a file", async () => {
    const { page, go } = await openShop({ acceptDownloads: true });
    await check(page);
    await check(page, "DKF5LEVY01");
    await go("/receipts");
    const rows = page.locator("tbody tr");
    const all = await rows.count();
    expect(all).toBeGreaterThan(1);
    await page.selectOption("#bank", "beta");
    await page.fill("#amount", "1,250");
    await page.fill("#from", "2026-11-01");
    await leave(page, () => page.getByRole("button", { name: "Search" }).click());
    expect(await rows.count()).toBe(1);
    expect(await page.inputValue("#amount")).toBe("1,250");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download as CSV" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^deresegn-[\d-]+\.csv$/);
    expect(await readFile(await file.path(), "utf8")).toContain("1250.00");
    await page.fill("#reference", `Your transaction number is ${reference}.`);
    await leave(page, () => page.keyboard.press("Enter"));
    expect(await rows.count()).toBe(1);
    await page.fill("#amount", "7");
    await leave(page, () => page.keyboard.press("Enter"));
    await page.getByText("Nothing fits").waitFor();
    await leave(page, () => page.getByRole("link", { name: "Show all" }).click());
    expect(await rows.count()).toBe(all);
    await page.fill("#amount", "x");
    await leave(page, () => page.keyboard.press("Enter"));
    await page.locator("[role=alert]").waitFor();
    expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
  });

  test("that were passed on are read by anybody, until the proof is withdrawn", async () => {
    const { page, go, account, userId } = await openShop();
    const { id } = given(
      await accounts.createProof(account, {
        by: { kind: "user", userId },
        of: { provider: "beta", reference: "DKF1AB2CD3" },
        amountSantim: 125_000,
        receiver: "H… M…",
        bank: "TEST beta bank",
        paidAt: null,
        checkedAt: testClock,
      }),
    );
    await go("/receipts");
    await page.getByRole("link", { name: "1,250.00 ETB" }).click();
    await page.waitForURL("**/p/**");
    expect(await page.innerText("main")).toContain("1,250.00");
    expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
    await go("/receipts");
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.waitForURL("**/receipts#proofs");
    expect(await page.locator('a[href^="/p/"]').count()).toBe(0);
    await page.goto(`${world.url}/p/${id}`);
    const gone = await page.innerText("main");
    await page.goto(`${world.url}/p/${id.slice(0, -1)}${id.endsWith("A") ? "B" : "A"}`);
    expect(await page.innerText("main")).not.toBe(gone);
    expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
  });
});

test("money comes in by a receipt, once", async () => {
  const { page, go } = await openShop();
  await go("/money");
  expect(await page.innerText("#top-up + *, main")).toContain(phone);
  await page.fill("#text", reference);
  await page.getByRole("button", { name: "Hand in" }).click();
  expect(await page.innerText("main [role=status]")).toContain("1,250.00");
  await page.fill("#text", reference);
  await page.getByRole("button", { name: "Hand in" }).click();
  await page.locator("[role=alert]").waitFor();
  expect([await page.inputValue("#text"), await page.getAttribute("#text", "aria-invalid")]).toEqual([
    reference,
    "true",
  ]);
  expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
});

test("a saved account is added, undone, removed and brought back", async () => {
  const { page, go } = await openShop();
  await go("/accounts");
  await page.getByLabel("Account number or phone").fill("12");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  expect(await page.getAttribute("#number", "aria-invalid")).toBe("true");
  await page.fill("#number", phone);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  expect(await page.innerText("main [role=status]")).toContain(phone);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await page.innerText("main [role=status]")).toContain("Removed");
  await page.getByRole("button", { name: "Undo" }).click();
  await summary(page, "Remove").click();
  expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
  await leave(page, () => page.getByRole("button", { name: "Yes, remove" }).click());
  expect(await page.locator(".lines > .lines__line").count()).toBe(0);
});

test("people come by a code, which can be recalled, and go", async () => {
  const { page, go } = await openShop();
  await go("/people");
  await page.getByRole("button", { name: "Make a code for staff" }).click();
  const code = (await page.innerText("#secret")).replace("/join ", "");
  expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
  users += 1;
  given(await accounts.redeemLinkCode(code, users, "Dawit Bekele"));
  await page.getByRole("button", { name: "Make a code for an owner" }).click();
  await leave(page, () => page.getByRole("button", { name: "Recall" }).click());
  expect(await page.getByText("There is none.").count()).toBe(1);
  await summary(page, "Remove").click();
  expect(await page.innerText(".confirm__body")).toContain("Dawit Bekele does not use the shop any more");
  expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
  await leave(page, () => page.getByRole("button", { name: "Yes, remove" }).click());
  expect(await page.innerText("main")).not.toContain("Dawit");
});

test("a saved account is offered for the number that is missing, before anything is sent", async () => {
  const { page, go } = await openShop();
  for (const [number, bank] of [
    ["1000200004321", "alpha"],
    ["1000300005432", "gamma"],
  ] as const) {
    await go("/accounts");
    await page.getByLabel("Account number or phone").fill(number);
    await page.locator("select[name=bank]").selectOption(bank);
    await leave(page, () => page.getByRole("button", { name: "Save" }).click());
  }
  await page.goto(`${world.url}/`);
  await page.fill("#text", "FT26319K4Q7Z");
  await page.locator(".chip__choice").filter({ hasText: "TEST alpha bank" }).click();
  expect(await page.locator("#accountNumber-suggestions button").allInnerTexts()).toEqual(["1000200004321"]);
  await page.getByRole("button", { name: "1000200004321" }).click();
  expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
  await page.click("#check");
  await page.locator("[data-answer=receipt]").waitFor();
});

test("settings change the language and the calendar, list the sessions, and erase after a word", async () => {
  const { page, go, userId } = await openShop();
  given(await accounts.createSession({ kind: "person", userId }, "Firefox · Windows"));
  await go("/settings");
  expect(await page.locator("form[action$='/end']").count()).toBe(2);
  await page.getByRole("button", { name: "End all others" }).click();
  expect(await page.innerText("main [role=status]")).toContain("1 session was ended");
  await page.getByRole("button", { name: "Ethiopian" }).click();
  expect(await page.innerText("main")).toContain("6 Hedar 2019");
  await page.locator("main").getByRole("link", { name: "አማርኛ" }).click();
  expect(await page.getAttribute("html", "lang")).toBe("am");
  await page.locator("main").getByRole("link", { name: "English" }).click();
  await page.getByLabel("Type “erase” to confirm").fill("yes");
  await page.getByRole("button", { name: "Yes, erase it all" }).click();
  expect(await page.innerText("[role=alert]")).toContain("Nothing was erased");
  expect(await hindrancesEverywhere(page, halfOfAll)).toEqual([]);
  await page.getByLabel("Type “erase” to confirm").fill("erase");
  await page.getByRole("button", { name: "Yes, erase it all" }).click();
  expect(await page.innerText("h1")).toBe("Erased");
  await go("");
  expect(new URL(page.url()).pathname).toBe("/sign-in");
});

const pages = ["", "/receipts", "/money", "/keys", "/people", "/accounts", "/audit", "/settings"];

describe.each(["en", "am"])("in %s", (language) => {
  test("empty pages hinder nobody", async () => {
    const { page, go } = await openShop();
    for (const path of pages) {
      await go(`${path}?lang=${language}`);
      expect([path, await hindrancesEverywhere(page, halfOfAll)]).toEqual([path, []]);
    }
  });

  test("filled pages hinder nobody", async () => {
    const { page, go, account } = await openShop();
    await check(page);
    await go("/accounts");
    await page.fill("#number", phone);
    await page.locator("main .card button[type=submit]").click();
    await check(page, "DKF5LEVY01");
    given(await accounts.topUp(account, 5_000, "operator"));
    given(await accounts.createKey(account, "live", { name: "till" }));
    for (const path of pages) {
      await go(`${path}?lang=${language}`);
      expect(await page.getAttribute("html", "lang")).toBe(language);
      for (const fold of await page.locator("summary").all()) await fold.click();
      expect([path, await hindrancesEverywhere(page)]).toEqual([path, []]);
    }
  });
});

test("on a phone the menu shows the page at hand", async () => {
  const { page, go } = await openShop();
  await go("/settings");
  const current = page.locator(".dash__side [aria-current]");
  const { x = -1, width = 0 } = (await current.boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(360);
});
