import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hindrancesOf, launchChromium, type Visit, visit } from "../support/chromium.ts";
import { createWorld, type World } from "../support/world.ts";

/** The documentation, the banks' status and the pages of failures in a real browser. */

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await createWorld({ variables: { STATUS_TEXT: "beta is away until noon" } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const visits: Visit[] = [];
afterEach(async () => {
  for (const { context } of visits.splice(0)) await context.close();
});

const open = async (path: string, options: BrowserContextOptions = {}) => {
  const opened = await visit(browser, world.url, { path, ...options });
  visits.push(opened);
  return opened;
};

const paths = [
  "/docs",
  "/docs?in=php",
  "/docs/guide",
  "/docs/sandbox",
  "/docs/endpoints/post-api-verify-alpha",
  "/docs/endpoints/post-api-upload",
  "/docs/endpoints/get-api-account-ledger",
  "/docs/errors",
  "/docs/errors/receipt_not_found",
  "/status",
  "/nothing",
];

/** Links in running text are as high as their line, which the rule for targets exempts. */
const isInText = (hindrance: string): boolean => /^\d+ × \d+: <a /.test(hindrance);

describe.each([
  { colorScheme: "light", locale: "en", width: 360 },
  { colorScheme: "dark", locale: "am", width: 1280 },
] as const)("in $colorScheme at $width px in $locale", ({ width, ...options }) => {
  test.each(paths)("%s hinders nobody", async (path) => {
    const { page, problems } = await open(path, {
      ...options,
      viewport: { width, height: 800 },
      bypassCSP: true,
    });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    expect((await hindrancesOf(page)).filter((one) => !isInText(one))).toEqual([]);
    // A browser notes the status of a page that is not there.
    expect(problems.filter((one) => path !== "/nothing" || !one.includes("404"))).toEqual([]);
  });
});

describe("try-it", () => {
  test("sends an example, shows the answer, and changes the command", async () => {
    const { page, problems } = await open("/docs/endpoints/post-api-verify-beta");
    await page.selectOption("#try-preset", { label: "verified → verified" });
    expect(await page.locator("#curl").innerText()).toContain("AB2CD3");
    await page.click("#try-send");
    await page.locator("#try-answer pre").waitFor();
    expect(await page.locator("#try-answer").innerText()).toMatch(/HTTP 200[\s\S]*"Verified"/);
    expect(problems).toEqual([]);
  });

  test("takes no live key, and keeps none", async () => {
    const { page, context } = await open("/docs/endpoints/post-api-verify-beta");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await page.fill("#try-key", `drs_live_${"a".repeat(36)}`);
    await page.click("#try-send");
    expect(await page.locator("#try-answer").innerText()).toContain("takes test keys alone");
    expect(sent.filter((url) => url.includes("/api/"))).toEqual([]);
    expect(page.url()).not.toContain("drs_");
    const { cookies, origins } = await context.storageState();
    expect(JSON.stringify([cookies, origins])).not.toContain("drs_");
    await page.reload();
    expect(await page.inputValue("#try-key")).toBe("");
  });

  test("says without scripts that the command does the same, and sends nothing", async () => {
    const { page } = await open("/docs/endpoints/post-api-verify-beta", { javaScriptEnabled: false });
    expect(await page.locator("noscript").innerText()).toContain("Without scripts");
    await page.click("#try-send");
    expect(page.url()).toBe(`${world.url}/docs/endpoints/post-api-verify-beta`);
    expect(await page.locator("#curl").innerText()).toContain("curl -s");
  });
});

test("the interactive reference shows every group, and asks no other host", async () => {
  const { page, problems } = await open("/docs/reference", { viewport: { width: 1280, height: 800 } });
  await page.locator(".opblock-tag").first().waitFor();
  expect(await page.locator(".opblock-tag").count()).toBe(3);
  await page.locator(".opblock-tag").first().click();
  await page.getByText("/api/verify-alpha").first().waitFor();
  expect(await page.locator(".topbar a").first().getAttribute("href")).toBe("/docs");
  // The renderer sets one style that our policy refuses, and looks the same without it.
  expect(problems.filter((one) => !one.includes("style-src"))).toEqual([]);
});
