import { createHmac } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { dayMs, hourMs } from "../../src/core/time.ts";
import { testClock } from "../support/cases.ts";
import { hindrancesOf, launchChromium, type Visit, visit } from "../support/chromium.ts";
import { hindrancesEverywhere } from "../support/hindrances.ts";
import { token } from "../support/telegram.ts";
import { accountsOf, given } from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** The ways into the dashboard and out of it, in a real browser. */

const clock = { now: testClock };
const now = () => clock.now;

let world: World;
let browser: Browser;
let accounts: Accounts & { readonly end: () => Promise<void> };

beforeAll(async () => {
  world = await createWorld({ hasChat: true, now });
  accounts = await accountsOf(world, now);
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
  const problems = visits.flatMap((one) => one.problems).filter((one) => !/status of 4(?:01|10)/.test(one));
  for (const { context } of visits.splice(0)) await context.close();
  expect(problems).toEqual([]);
});

const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
  const opened = await visit(browser, world.url, { path, ...options });
  visits.push(opened);
  return opened.page;
};

const pathOf = (page: Page): string => new URL(page.url()).pathname;

let users = 40_000;
const newOwner = async () => {
  users += 1;
  const { id } = given(await accounts.registerTelegram(users));
  given(await accounts.meet(users, "Hana Mekonnen"));
  return { userId: users, account: id };
};

const newLink = async (userId: number): Promise<string> =>
  `/sign-in/${given(await accounts.createSignInCode(userId)).code}`;

/** A page of somebody who has just signed in by a link. */
const signIn = async (options: BrowserContextOptions = {}) => {
  const owner = await newOwner();
  const page = await open(await newLink(owner.userId), options);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  return { ...owner, page };
};

describe.each([true, false])("with scripts: %s", (javaScriptEnabled) => {
  test("a link signs in by its button alone, and once", async () => {
    const { userId } = await newOwner();
    const link = await newLink(userId);
    for (let previews = 0; previews < 3; previews += 1) await fetch(`${world.url}${link}`);
    const page = await open(link, { javaScriptEnabled });
    await page.reload();
    expect(await page.innerText("main")).toContain("This link signs you in to the shop “Hana Mekonnen”.");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/dashboard");
    const other = await open(link, { javaScriptEnabled });
    expect(await other.innerText("[role=status]")).toContain("used already");
    expect(await other.getByRole("button", { name: "Sign out" }).count()).toBe(0);
  });

  test("a link that two have open signs in whoever presses first", async () => {
    const { userId } = await newOwner();
    const link = await newLink(userId);
    const [first, second] = [
      await open(link, { javaScriptEnabled }),
      await open(link, { javaScriptEnabled }),
    ];
    for (const page of [first, second]) await page.getByRole("button", { name: "Sign in" }).click();
    await first.waitForURL("**/dashboard");
    expect(await second.innerText("[role=status]")).toContain("used already");
  });

  test("a key leads to the page that was wanted, and a wrong one says so", async () => {
    const { account } = await newOwner();
    const { key } = given(await accounts.createKey(account, "live"));
    const page = await open("/dashboard/money", { javaScriptEnabled });
    expect(pathOf(page)).toBe("/sign-in");
    await page.fill("#key", `${key.slice(0, -4)}AAAA`);
    await page.keyboard.press("Enter");
    await page.locator("[role=alert]").waitFor();
    expect(await page.getAttribute("#key", "aria-invalid")).toBe("true");
    expect(await page.inputValue("#key")).toBe("");
    await page.fill("#key", key);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dashboard/money");
    expect(await page.innerText(".dash__who")).toBe("Signed in with an API key");
    expect(await page.locator(".dash__side .dash__menu").innerText()).not.toMatch(/People|Your accounts/);
  });

  test("signing out ends the session in every tab, and back shows nothing that can be done", async () => {
    const { page } = await signIn({ javaScriptEnabled });
    const tab = await page.context().newPage();
    await tab.goto(`${world.url}/dashboard/keys`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    await tab.locator("details summary").last().click();
    await tab.locator("details[open] button[type=submit]").click();
    await tab.waitForURL("**/sign-in**");
    await page.goto(`${world.url}/dashboard/settings`);
    expect(pathOf(page)).toBe("/sign-in");
  });
});

describe("a browser that keeps its pages for the way back", () => {
  let keeping: Browser;
  beforeAll(async () => {
    keeping = await launchChromium([], ["--disable-back-forward-cache"]);
  });
  afterAll(() => keeping?.close());

  const press = async (page: Page, name: string, path: string): Promise<void> => {
    await page.getByRole("button", { name }).first().click();
    await page.waitForURL(`**${path}`);
    await page.waitForLoadState();
  };

  /** A page of somebody who has signed in by a link and looked at their settings. */
  const enter = async (): Promise<Page> => {
    const { userId } = await newOwner();
    const opened = await visit(keeping, world.url, { path: await newLink(userId) });
    visits.push(opened);
    await press(opened.page, "Sign in", "/dashboard");
    return opened.page;
  };

  const back = (page: Page): Promise<unknown> => page.evaluate("setTimeout(() => history.back(), 0)");

  test("shows none of them after the sign-out", async () => {
    const page = await enter();
    await page.locator(".dash__menu a[href='/dashboard/settings']").click();
    await page.waitForURL("**/settings");
    await press(page, "Sign out", "/sign-in");
    for (const wanted of ["settings", "dashboard"]) {
      await back(page);
      await expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(new RegExp(`/sign-in\\?.*${wanted}$`));
      expect(await page.innerText("body")).not.toContain("Hana Mekonnen");
    }
  });

  test("shows none of them after a session that has ended by itself", async () => {
    const page = await enter();
    await page.goto(`${world.url}/docs`);
    clock.now = new Date(testClock.getTime() + 31 * dayMs);
    onTestFinished(() => {
      clock.now = testClock;
    });
    await back(page);
    await expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(/\/sign-in\?.*dashboard$/);
    expect(await page.innerText("body")).not.toContain("Hana Mekonnen");
  });
});

describe("a form that was open when another signed in in another tab", () => {
  const signInBeside = async (page: Page): Promise<void> => {
    users += 1;
    given(await accounts.registerTelegram(users));
    given(await accounts.meet(users, "Abebe Beta"));
    const tab = await page.context().newPage();
    await tab.goto(`${world.url}${await newLink(users)}`);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.waitForURL("**/dashboard");
  };

  const openForm = async (text: string): Promise<Page> => {
    const { page } = await signIn();
    await page.goto(`${world.url}/`);
    await page.fill("#text", text);
    await page.locator(".chip__bank").waitFor();
    return page;
  };

  test("asks for them with one more press, and keeps the text", async () => {
    const page = await openForm("DKF1AB2CD3");
    await signInBeside(page);
    await page.click("#check");
    await page.locator("[data-answer=refusal]").waitFor();
    expect(await page.innerText("#answer")).toContain("You are signed in to the shop “Abebe Beta” now.");
    expect(await page.inputValue("#text")).toBe("DKF1AB2CD3");
    await page.click("#check");
    await page.locator("[data-answer=receipt]").waitFor();
    expect(await page.innerText("#left")).toContain("9 of 10");
  });

  test("asks no more by itself", async () => {
    const page = await openForm("DKF0N0T1N0");
    await page.click("#check");
    await page.locator("#again-stop").waitFor();
    await signInBeside(page);
    await page.context().clock.setSystemTime(new Date(testClock.getTime() + hourMs));
    await page.locator("[data-answer=refusal]").waitFor();
    expect(await page.innerText("#answer")).toContain("You are signed in to the shop “Abebe Beta” now.");
    expect(await page.locator("#again").count()).toBe(0);
    expect(await page.innerText("#left")).toContain("10 of 10");
  });
});

describe("what Telegram has signed", () => {
  const signed = (id: number): string => {
    const fields = {
      auth_date: String(Math.floor(clock.now.getTime() / 1000) - 60),
      query_id: "AAA",
      user: JSON.stringify({ id, first_name: "Hana" }),
    };
    const text = Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join("\n");
    const key = createHmac("sha256", "WebAppData").update(token).digest();
    const hash = createHmac("sha256", key).update(text).digest("hex");
    return new URLSearchParams({ ...fields, hash }).toString();
  };

  const launchOf = (initData: string) =>
    new URLSearchParams({
      tgWebAppData: initData,
      tgWebAppVersion: "7.10",
      tgWebAppThemeParams: JSON.stringify({ bg_color: "#fefefe", button_color: "nonsense" }),
    });

  /** The form as Telegram's app opens it, with what the page has told the app. */
  const openMini = async (launch: string) => {
    const page = await open("/healthz");
    await page.addInitScript(() => {
      const told: string[] = [];
      Object.assign(window, {
        told,
        TelegramWebviewProxy: { postEvent: (kind: string) => told.push(kind) },
      });
    });
    await page.goto(`${world.url}/mini#${launch}`);
    return page;
  };

  test("signs in by a header, without a cookie, and checks count for the person", async () => {
    const { userId } = await newOwner();
    const page = await openMini(`${launchOf(signed(userId))}`);
    await expect.poll(() => page.innerText("#left")).toContain("10 of 10");
    expect(await page.innerText("#who")).toContain("Hana Mekonnen");
    expect((await page.context().cookies()).filter(({ name }) => name.includes("session"))).toEqual([]);
    await page.fill("#text", "DKF1AB2CD3");
    await page.locator(".chip__bank").waitFor();
    await page.click("#check");
    await page.locator("[data-answer=receipt]").waitFor();
    await expect.poll(() => page.innerText("main")).toContain("9 of 10");
    expect(await page.evaluate("told")).toEqual(expect.arrayContaining(["web_app_ready", "web_app_expand"]));
    expect(await hindrancesOf(page)).toEqual([]);
  });

  test("lends its scanner, whose code is taken and not sent", async () => {
    const { userId } = await newOwner();
    const page = await openMini(`${launchOf(signed(userId))}`);
    await expect.poll(() => page.innerText("#left")).toContain("10 of 10");
    await page.click("#scan");
    expect(await page.evaluate("told")).toContain("web_app_open_scan_qr_popup");
    await page.evaluate(() => {
      const { Telegram } = window as unknown as {
        Telegram: { WebView: { receiveEvent: (kind: string, data: object) => void } };
      };
      Telegram.WebView.receiveEvent("qr_text_received", { data: "DKF1AB2CD3" });
    });
    expect(await page.inputValue("#text")).toBe("DKF1AB2CD3");
    expect(await page.locator("[data-answer]").count()).toBe(0);
  });

  test("and comes by a stranger's link signs nobody in, in a browser's own window", async () => {
    const stranger = await newOwner();
    const { page } = await signIn();
    await page.goto(`${world.url}/mini`);
    const shown = await page.innerText("#who");
    expect(shown).toContain("Hana Mekonnen");
    const style = () => page.evaluate("document.documentElement.style.cssText");
    await page.goto("about:blank");
    await page.goto(`${world.url}/mini?text=DKF1AB2CD3#${launchOf(signed(stranger.userId))}`);
    await page.waitForLoadState("networkidle");
    await page.locator(".chip__bank").waitFor();
    await page.click("#check");
    await page.locator("[data-answer=receipt]").waitFor();
    expect(await style()).toBe("");
    expect(await page.innerText("#who")).toBe(shown);
    const guest = await open(`/mini#${launchOf(signed(stranger.userId))}`);
    await guest.waitForLoadState("networkidle");
    expect(await guest.innerText("#left")).toContain("5 of 5");
    expect(await guest.innerText("#who")).toBe("");
  });

  test("behind what a link held already signs no stranger in, however that is written", async () => {
    const [stranger, { userId }] = [await newOwner(), await newOwner()];
    given(await accounts.meet(stranger.userId, "Stranger"));
    const held = `${launchOf(signed(stranger.userId))}`;
    const twice = await openMini(`${held}&${launchOf(signed(userId))}`);
    await twice.waitForLoadState("networkidle");
    expect(await twice.innerText("#left")).toContain("5 of 5");
    const encoded = held.replace("tgWebAppData=", "tgWebApp%44ata=");
    const page = await openMini(`${encoded}&${launchOf(signed(userId))}`);
    await expect.poll(() => page.innerText("#left")).toContain("10 of 10");
    expect(await page.innerText("#who")).toContain("Hana Mekonnen");
  });

  test.each([
    [["#17212b", "#232e3c", "#f5f5f5", "#708499"], "rgb(245, 245, 245)"],
    [["#17212b", "#ffffff", "#17212b", "#17212b"], null],
    [["#ffffff", "#ffffff", "#ffffff", "#ffffff"], null],
  ])("gives the page its colours %j where who is signed in can be seen", async (colours, ink) => {
    const { userId } = await newOwner();
    const launch = new URLSearchParams({ tgWebAppData: signed(userId) });
    const names = ["bg_color", "secondary_bg_color", "text_color", "hint_color"];
    const theme = Object.fromEntries(names.map((name, at) => [name, colours[at]]));
    launch.set("tgWebAppThemeParams", JSON.stringify(theme));
    const page = await openMini(`${launch}`);
    await expect.poll(() => page.innerText("#who")).toContain("Hana Mekonnen");
    const own = await page.evaluate("document.documentElement.style.cssText");
    expect(own === "").toBe(ink === null);
    if (ink !== null) expect(await page.evaluate("getComputedStyle(document.body).color")).toBe(ink);
  });

  test("and was forged leaves a guest", async () => {
    const page = await openMini(`${launchOf(signed(1).replace(/hash=\w{4}/, "hash=0000"))}`);
    await page.waitForLoadState("networkidle");
    expect(await page.innerText("#left")).toContain("5 of 5");
    expect(await page.innerText("#who")).toBe("");
  });
});

describe("a session that ends while a page is open", () => {
  test("is said at the next press at the form, which asks no bank", async () => {
    const { page, userId } = await signIn();
    await page.goto(`${world.url}/`);
    await page.fill("#text", "DKF1AB2CD3");
    await page.locator(".chip__bank").waitFor();
    const elsewhere = await open(await newLink(userId));
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await elsewhere.waitForURL("**/dashboard");
    await elsewhere.goto(`${world.url}/dashboard/settings`);
    await elsewhere.getByRole("button", { name: "End all others" }).click();
    await elsewhere.getByText("was ended").waitFor();
    const before = world.books();
    await page.click("#check");
    await page.locator("[data-answer]").waitFor();
    expect(await page.locator("[data-answer]").innerText()).toContain("You were signed out");
    expect(world.books()).toEqual(before);
    await page.click("#check");
    await page.locator("[data-answer=receipt]").waitFor();
    expect(await page.innerText("#who")).toBe("");
  });

  test("leads from the dashboard to the sign-in, which says so, and changes nothing", async () => {
    const { page, account } = await signIn();
    await page.goto(`${world.url}/dashboard/people`);
    clock.now = new Date(clock.now.getTime() + 31 * dayMs);
    await page.getByRole("button", { name: "Make a code for staff" }).click();
    await page.waitForURL("**/sign-in**");
    expect(await page.innerText("main [role=status]")).toContain("You were signed out");
    expect(given(await accounts.listLinkCodes(account))).toEqual([]);
    expect(await hindrancesEverywhere(page)).toEqual([]);
    await page.reload();
    expect(await page.locator("main [role=status]").count()).toBe(0);
    clock.now = testClock;
  });

  test("in one tab by another's link is said in the other tab", async () => {
    const { page } = await signIn();
    await page.goto(`${world.url}/dashboard/settings`);
    const stranger = await newOwner();
    given(await accounts.meet(stranger.userId, "Abebe"));
    const tab = await page.context().newPage();
    await tab.goto(`${world.url}${await newLink(stranger.userId)}`);
    expect(await tab.innerText("main")).toContain("You are signed in to the shop “Hana Mekonnen”");
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.waitForURL("**/dashboard");
    await page.reload();
    expect(await page.innerText(".dash__shop")).toContain("Abebe");
  });
});

describe.each(["en", "am"])("in %s", (language) => {
  test("the sign-in hinders nobody, empty, refused, by a link and by a used one", async () => {
    const { userId } = await newOwner();
    const link = await newLink(userId);
    const page = await open(`/sign-in?lang=${language}`);
    expect(await page.getAttribute("html", "lang")).toBe(language);
    expect(await hindrancesEverywhere(page)).toEqual([]);
    await page.fill("#key", "nonsense");
    await page.keyboard.press("Enter");
    await page.locator("[role=alert]").waitFor();
    expect(await hindrancesEverywhere(page)).toEqual([]);
    await page.goto(`${world.url}${link}`);
    expect(await hindrancesEverywhere(page)).toEqual([]);
    await page.locator("main form button").click();
    await page.waitForURL("**/dashboard");
    await page.goto(`${world.url}${link}`);
    expect(await hindrancesEverywhere(page)).toEqual([]);
  });
});
