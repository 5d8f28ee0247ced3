import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { providerLabels } from "../../src/providers/registry.ts";
import { languages } from "../../src/texts/texts.ts";
import { testClock } from "../support/cases.ts";
import { hindrancesOf, launchChromium, type Visit, visit } from "../support/chromium.ts";
import { askedIn, textIn } from "../support/doors.ts";
import { writeCodeFilm } from "../support/fake-camera.ts";
import { codePicture } from "../support/pictures.ts";
import { accountsOf, given } from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** The form at `/` in a real browser. */

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await createWorld();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const visits: Visit[] = [];

/** Nothing goes wrong in any page, and no request leaves our origin. */
afterEach(async () => {
  const problems = visits.flatMap((one) => one.problems);
  for (const { context } of visits.splice(0)) await context.close();
  expect(problems).toEqual([]);
});

const open = async (options: BrowserContextOptions & { readonly path?: string } = {}, from = browser) => {
  const opened = await visit(from, world.url, options);
  visits.push(opened);
  return opened.page;
};

const asked = (provider: string, name: string) => askedIn(world, { provider, name, outcome: "" });
const reference = (provider: string, name: string): string =>
  Object.values(asked(provider, name).request)[0] ?? "";
const shown = (provider: string, name: string): string => textIn(world, { provider, name, outcome: "" });

/** Types a text, sends it, and waits for this kind of answer. */
const check = async (page: Page, text: string, answer = "receipt") => {
  await page.fill("#text", text);
  await page.locator("#chip > *").first().waitFor({ state: "attached" });
  await page.click("#check");
  await page.locator(`[data-answer=${answer}]`).waitFor();
};

const verdictOf = (page: Page) => page.locator("#verdict").innerText();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("data-answer") ?? document.activeElement?.id);

describe("while one types", () => {
  test.each(providerLabels)("the form moves to %s from a bank that was chosen", async (label) => {
    const chosen = label === "theta" ? "beta" : "theta";
    const page = await open();
    await page.evaluate(() => document.querySelector("#bank")?.setAttribute("open", ""));
    await page.selectOption("#provider", chosen);
    await page.locator("#text").pressSequentially(shown(label, "verified"));
    await expect.poll(() => page.locator("#chip").innerText()).toContain(`TEST ${label} bank`);
    expect(await page.locator("#chip .note").innerText()).toContain(
      `This is not a reference of TEST ${chosen} bank.`,
    );
    expect(await page.inputValue("#provider")).toBe("");
  });

  test("several banks are offered at the chip, so that one submit suffices", async () => {
    const page = await open();
    await page.fill("#text", "FT26319K4Q7Z");
    await page.getByRole("radio", { name: "TEST alpha bank" }).check();
    await page.getByLabel("Account number").fill("1000200004321");
    await page.click("#check");
    await page.locator("[data-answer=receipt]").waitFor();
    expect(await verdictOf(page)).toContain("1,250.00 ETB");
  });

  test("nothing is sent before a bank is chosen and its number given", async () => {
    const page = await open();
    await page.fill("#text", "FT26319K4Q7Z");
    await page.getByRole("radio", { name: "TEST alpha bank" }).waitFor();
    const before = world.books();
    await page.click("#check");
    await page.getByRole("radio", { name: "TEST alpha bank" }).check();
    await page.click("#check");
    expect(await focused(page)).toBe("accountNumber");
    expect(await page.locator("[data-answer]").count()).toBe(0);
    expect(world.books()).toEqual(before);
  });

  test("a phone that the text names fills the field at a press", async () => {
    const page = await open();
    await page.fill("#text", "Receipt DKF1PAYSEND of 0911000000");
    await page.getByRole("button", { name: "0911000000" }).click();
    expect(await page.inputValue("#phone")).toBe("0911000000");
  });

  test("“not this one?” opens the list of banks", async () => {
    const page = await open();
    await page.fill("#text", reference("beta", "verified"));
    await page.getByRole("button", { name: "Not this one?" }).click();
    expect(await focused(page)).toBe("provider");
    await page.selectOption("#provider", "delta");
    expect(await page.locator("#chip .note").innerText()).toContain("The form moved to TEST beta bank.");
  });

  test("a number that is wrong is asked for in its field alone", async () => {
    const page = await open();
    await page.fill("#text", "FT26319K4Q7Z");
    await page.getByRole("radio", { name: "TEST alpha bank" }).check();
    await page.fill("#accountNumber", "12");
    await page.click("#check");
    await page.locator("[data-answer=missing-above]").waitFor();
    expect(await focused(page)).toBe("accountNumber");
    expect(await page.locator("input[name=accountNumber]").count()).toBe(1);
    expect(await page.getAttribute("#accountNumber", "aria-invalid")).toBe("true");
  });
});

describe("an answer", () => {
  test("is led to, once, and names the bank while one waits", async () => {
    const page = await open();
    await page.fill("#text", reference("beta", "slow"));
    await page.locator(".chip__bank").waitFor();
    await page.click("#check");
    expect(await page.innerText("#progress")).toBe("Asking TEST beta bank …");
    await page.locator("[data-answer=receipt]").waitFor();
    expect(await focused(page)).toBe("receipt");
    expect(await page.innerText("#progress")).toBe("");
    expect(await page.title()).toContain("1,250.00 ETB");
    await expect(
      page.locator("#verdict").evaluate((one) => one.getBoundingClientRect().top),
    ).resolves.toBeLessThan(200);
  });

  test("is asked for once, however often one presses", async () => {
    const page = await open();
    await page.fill("#text", reference("beta", "slow"));
    await page.locator(".chip__bank").waitFor();
    const before = world.books().taken;
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>("#ask");
      for (let times = 0; times < 3; times += 1) form?.requestSubmit();
    });
    await page.locator("[data-answer=receipt]").waitFor();
    await page.waitForTimeout(300);
    expect(world.books().taken).toBe(before + 1);
  });

  test("is copied and drawn with its facts alone", async () => {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });
    await check(page, reference("beta", "verified"));
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text.split("\n")[0]).toMatch(/^❓ Real payment: 1,250\.00 ETB to /);
    expect(text).toContain("Reference: DKF1AB2CD3");
    expect(text).toContain(`A copy, not a proof. Check it yourself at ${world.url}`);
    expect(text).not.toMatch(/Copy\n|Print|free checks/);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Picture" }).click();
    const file = await (await downloading).path();
    expect(await sharp(await readFile(file)).metadata()).toMatchObject({ format: "png", width: 720 });
  });

  test("is left for another receipt", async () => {
    const page = await open();
    await check(page, reference("beta", "verified"));
    await page.getByRole("link", { name: "Check another receipt" }).click();
    expect(await page.locator("[data-answer]").count()).toBe(0);
    expect([await page.inputValue("#text"), await focused(page)]).toEqual(["", "text"]);
  });

  test("comes by the keyboard alone", async () => {
    const page = await open();
    const tabTo = async (id: string) => {
      for (let presses = 0; presses < 20 && (await focused(page)) !== id; presses += 1)
        await page.keyboard.press("Tab");
    };
    await tabTo("text");
    await page.keyboard.type(reference("beta", "verified"));
    await page.locator(".chip__bank").waitFor();
    await tabTo("check");
    await page.keyboard.press("Enter");
    await page.locator("[data-answer=receipt]").waitFor();
    expect(await focused(page)).toBe("receipt");
  });

  test("is printed as a receipt alone", async () => {
    const page = await open();
    await check(page, reference("beta", "verified"));
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#verdict").isVisible()).toBe(true);
    expect(await page.locator(".copy-note").isVisible()).toBe(true);
    for (const selector of ["#ask", ".card__actions", ".card__next", ".top nav"])
      expect([selector, await page.locator(selector).first().isVisible()]).toEqual([selector, false]);
  });

  test("does not come without a connection, and the text stays", async () => {
    const page = await open();
    const text = reference("beta", "verified");
    await page.fill("#text", text);
    await page.locator(".chip__bank").waitFor();
    await page.context().setOffline(true);
    await page.click("#check");
    await expect.poll(() => page.innerText("#progress")).toContain("No connection.");
    expect(await page.inputValue("#text")).toBe(text);
    await page.context().setOffline(false);
    await page.click("#check");
    await page.locator("[data-answer=receipt]").waitFor();
    // The browser's own word about the request that failed.
    visits[0]?.problems.splice(0);
  });

  test("is passed on as a proof by its owner, in its place", async () => {
    const accounts = await accountsOf(world);
    const userId = 9_300;
    given(await accounts.registerTelegram(userId));
    const { token } = given(await accounts.createSession({ kind: "person", userId }, "Chrome · Android"));
    await accounts.end();
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.context().addCookies([{ name: "session", value: token, url: world.url }]);
    await page.goto(`${world.url}/`);
    await check(page, reference("beta", "verified"));
    expect(await hindrancesOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Pass on a proof" }).click();
    const link = page.locator("#passed-on a").first();
    await link.waitFor();
    expect([await focused(page), await page.locator("#verdict").isVisible()]).toEqual([
      "passed-on-title",
      true,
    ]);
    expect(await hindrancesOf(page)).toEqual([]);
    await page.locator("#passed-on").getByRole("button", { name: "Copy" }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect([copied, copied.startsWith(`${world.url}/p/`)]).toEqual([await link.innerText(), true]);
    const reader = await open({ path: new URL(copied).pathname });
    expect(await reader.locator(".proof__sentence").innerText()).toContain("1,250.00 ETB to H***");
  });

  test("can be left and returned from", async () => {
    const page = await open();
    await check(page, reference("beta", "verified"));
    await page.getByRole("link", { name: "Status" }).click();
    await page.waitForURL("**/status");
    await page.goBack();
    await check(page, reference("beta", "verified-levy"));
    expect(await page.locator("#check").getAttribute("aria-disabled")).toBeNull();
  });
});

describe("what is not answered yet", () => {
  /** A page whose clock the test moves on. */
  const openWithClock = async () => {
    const page = await open({ path: "/docs" });
    await page.clock.install({ time: testClock });
    await page.goto(`${world.url}/`);
    return page;
  };

  test("is asked again by itself, which is told and moves nothing", async () => {
    const page = await openWithClock();
    await page.addInitScript(() => Object.defineProperty(document, "hidden", { get: () => true }));
    await page.reload();
    await check(page, reference("beta", "verified-second-attempt"), "failure");
    await expect.poll(() => page.innerText("#again-said")).toMatch(/^Checks again by itself in \d+ s$/);
    await page.focus("#text");
    await page.clock.fastForward(130_000);
    await page.locator("[data-answer=receipt]").waitFor();
    expect(await focused(page)).toBe("text");
    expect(await page.locator("body > [role=status]").textContent()).toContain("1,250.00 ETB");
    expect(await page.title()).toMatch(/^● /);
  });

  test.each(["not-found", "server-error"])("%s is asked five times, and then no more", async (name) => {
    const page = await openWithClock();
    await check(page, reference("beta", name), "failure");
    for (let times = 0; times < 5; times += 1) {
      await page.locator("#again-progress:not([hidden])").waitFor();
      const asking = page.waitForResponse((reply) => reply.request().method() === "POST");
      await page.clock.fastForward(130_000);
      await asking;
      await page.locator("#again-stop").waitFor({ state: times < 4 ? "visible" : "hidden" });
    }
    expect(await page.innerText("#again-said")).toContain("It was asked several times.");
  });

  test("is asked no more once it is stopped", async () => {
    const page = await openWithClock();
    await check(page, reference("beta", "not-found"), "failure");
    await page.getByRole("button", { name: "Stop" }).click();
    expect(await page.innerText("#again-said")).toContain("Stopped.");
    let asks = 0;
    page.on("request", () => {
      asks += 1;
    });
    await page.clock.fastForward(600_000);
    expect(asks).toBe(0);
  });
});

describe("pictures", () => {
  const linkOf = (name: string) => `${world.providers.beta?.url}${asked("beta", name).path}`;
  const upload = (page: Page, buffer: Buffer, mimeType: string) =>
    page.setInputFiles("#image", { name: "receipt", mimeType, buffer });

  test("a photo of a code is read as soon as it is chosen", async () => {
    const page = await open();
    await upload(page, await codePicture(linkOf("verified")).png().toBuffer(), "image/png");
    await page.locator("[data-answer=receipt]").waitFor();
  });

  test("a large photo is made smaller before it is sent", async () => {
    const code = await codePicture(linkOf("verified")).resize(1400, 1400).png().toBuffer();
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const photo = await sharp({
      create: { width: 3200, height: 3200, channels: 3, background: "#888", noise },
    })
      .composite([{ input: code }])
      .jpeg({ quality: 95 })
      .toBuffer();
    const page = await open();
    const sending = page.waitForRequest((request) => request.method() === "POST");
    await upload(page, photo, "image/jpeg");
    const sent = Number((await (await sending).allHeaders())["content-length"]);
    expect(sent).toBeLessThan(photo.length * 0.8);
    await page.locator("[data-answer=receipt]").waitFor();
  });

  test("a code in front of the camera is read, shown with its host, and sent at a press alone", async () => {
    const folder = mkdtempSync(join(inject("scratchFolder"), "deresegn-camera-"));
    const film = join(folder, "code.y4m");
    writeCodeFilm(film, linkOf("verified"));
    const own = await launchChromium([
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ]);
    try {
      const page = await open({}, own);
      const before = world.books();
      await page.click("#scan");
      await expect
        .poll(() => page.innerText("#progress"), { timeout: 20_000 })
        .toContain("The code is a link to 127.0.0.1");
      expect(await page.inputValue("#text")).toBe(linkOf("verified"));
      expect([await focused(page), await page.locator("dialog").count()]).toEqual(["check", 0]);
      expect(world.books()).toEqual(before);
      await page.keyboard.press("Enter");
      await page.locator("[data-answer=receipt]").waitFor();
    } finally {
      await own.close();
      rmSync(folder, { recursive: true });
    }
  });

  test("without a camera a photo is offered", async () => {
    const page = await open();
    await page.click("#scan");
    await expect
      .poll(() => page.innerText("dialog [role=status]"))
      .toContain("The camera cannot be used here.");
    expect(await hindrancesOf(page)).toEqual([]);
    const choosing = page.waitForEvent("filechooser");
    await page.locator("dialog").getByRole("button", { name: "Photo" }).click();
    await choosing;
    await expect.poll(() => page.locator("dialog").count()).toBe(0);
  });
});

test("without scripts the form works by plain posts", async () => {
  const page = await open({ javaScriptEnabled: false });
  expect(await page.locator("#scan").isVisible()).toBe(false);
  await page.fill("#text", "FT26319K4Q7Z");
  await page.click("#check");
  await page.getByRole("button", { name: "TEST alpha bank" }).click();
  await page.fill("#missing", "1000200004321");
  await page.locator("[data-answer]").getByRole("button", { name: "Check" }).click();
  expect(await verdictOf(page)).toContain("1,250.00 ETB");
  expect(await page.getByRole("button", { name: "Copy" }).isVisible()).toBe(false);
});

describe.each(languages)("in %s", (language) => {
  const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    empty: async () => {},
    choice: async (page) => {
      await page.fill("#text", "FT26319K4Q7Z");
      await page.locator(".chip__choice").first().waitFor();
    },
    receipt: (page) =>
      check(page, `You have received ETB 9,999.00. Txn ID: ${reference("beta", "verified")}`),
    failure: async (page) => {
      await check(page, reference("beta", "not-found"), "failure");
      await page.locator(".fold summary").click();
    },
    several: (page) =>
      check(page, `${reference("beta", "verified")}\n${reference("beta", "verified-levy")}`, "choice"),
    refusal: async (page) => {
      await page.fill("#text", "https://beta-receipts.example/receipt/DKF1AB2CD3");
      await page.click("#check");
      await page.locator("[data-answer=refusal]").waitFor();
    },
  };

  test.each(Object.entries(states))("%s hinders nobody, in both schemes and widths", async (_, reach) => {
    const page = await open({ path: `/?lang=${language}` });
    await reach(page);
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [360, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 740 });
        expect(await hindrancesOf(page)).toEqual([]);
      }
  });
});

describe.each([360, 1280])("at %i pixels nothing moves by itself", (width) => {
  /** A page that adds up what moves without the visitor, as the browser's own score has it. */
  const openWatched = async (path = "/") => {
    const page = await open({ path: "/docs", viewport: { width, height: 740 } });
    await page.addInitScript(() => {
      Object.assign(window, { shifts: [] });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput, sources } = entry as unknown as {
            readonly value: number;
            readonly hadRecentInput: boolean;
            readonly sources: readonly { readonly node: Node | null }[];
          };
          const { shifts } = window as unknown as { readonly shifts: unknown[] };
          const nodes = sources.map(({ node }) =>
            node instanceof Element ? `${node.tagName}#${node.id}.${node.className}` : String(node?.nodeName),
          );
          if (!hadRecentInput) shifts.push({ value, nodes });
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${world.url}${path}`);
    await page.waitForLoadState("networkidle");
    return page;
  };

  type Shift = { readonly value: number; readonly nodes: readonly string[] };

  const expectStill = async (page: Page) => {
    await page.waitForTimeout(700);
    const shifts = await page.evaluate<readonly Shift[]>("shifts");
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect([Math.max(sum, 0.02), shifts]).toEqual([0.02, sum > 0.02 ? [] : shifts]);
  };

  test("while the page loads and while one types", async () => {
    const page = await openWatched();
    await page.locator("#text").pressSequentially(reference("beta", "verified"));
    await page.locator(".chip__bank").waitFor();
    await expectStill(page);
  });

  test("while one is asked for the bank and its number", async () => {
    const page = await openWatched();
    await page.locator("#text").pressSequentially("FT26319K4Q7Z");
    await page.getByRole("radio", { name: "TEST alpha bank" }).check();
    await page.locator("#accountNumber").waitFor();
    await expectStill(page);
  });

  test.each([
    ["receipt", "slow"],
    ["failure", "not-found"],
  ])("when a late %s comes", async (kind, name) => {
    const page = await openWatched();
    await page.fill("#text", reference("beta", name));
    await page.locator(".chip__bank").waitFor();
    await page.route("**/", async (route) => {
      if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 1_200));
      await route.continue();
    });
    await page.click("#check");
    await page.locator(`[data-answer=${kind}]`).waitFor();
    await expectStill(page);
  });

  test("when the same is asked again by itself", async () => {
    const page = await openWatched();
    await check(page, reference("beta", "not-found"), "failure");
    const again = page.waitForResponse((reply) => reply.request().method() === "POST");
    await page.waitForTimeout(700);
    await page.evaluate("shifts.splice(0)");
    await page.evaluate(() =>
      Object.assign(Date, {
        now: (
          (usual) => () =>
            usual() + 180_000
        )(Date.now),
      }),
    );
    await again;
    await expectStill(page);
  });

  test.each(["DKF1AB2CD3", "FT26319K4Q7Z", "Receipt DKF1PAYSEND"])(
    "while the page opens with %s",
    async (text) => {
      await expectStill(await openWatched(`/?text=${text}`));
    },
  );
});

test("on a slow network and a slow phone the form is usable within three seconds", async () => {
  const page = await open({ path: "/healthz" });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  const bytesPerSecond = 400_000 / 8;
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const startedAt = performance.now();
  await page.goto(`${world.url}/`, { waitUntil: "commit" });
  await page.locator("html.has-script #text").waitFor();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
