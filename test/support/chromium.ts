import { accessSync, constants, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { testClock } from "./cases.ts";

/** Real headless Chromium: the system's, or the one that CHROMIUM_PATH names. */

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const chromiumPath = (): string => {
  const { CHROMIUM_PATH: named, PATH = "" } = process.env;
  const found = named
    ? [named].find(isProgram)
    : PATH.split(delimiter)
        .flatMap((folder) => names.map((name) => join(folder, name)))
        .find(isProgram);
  if (found !== undefined) return found;
  throw new Error(
    named
      ? `CHROMIUM_PATH names ${named}, which cannot be run.`
      : "These tests need Chromium. Install it (apt-get install chromium), or name it with CHROMIUM_PATH.",
  );
};

export const launchChromium = (
  args: readonly string[] = [],
  ignoreDefaultArgs: readonly string[] = [],
): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    ignoreDefaultArgs: [...ignoreDefaultArgs],
    // CI runs as root, where Chromium's sandbox does not start; only our own pages are opened.
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...args],
  });

/** A page of one visitor, and whatever went wrong in it. */
export type Visit = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Complaints of the console, errors of scripts, and requests to another origin. */
  readonly problems: string[];
};

let visitors = 0;

/** A visitor with an address, and so the quota, of their own. Their clock shows the world's time. */
export const visit = async (
  browser: Browser,
  url: string,
  { path = "/", ...options }: BrowserContextOptions & { readonly path?: string } = {},
): Promise<Visit> => {
  visitors += 1;
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: "en",
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": `203.0.${visitors >> 8}.${visitors & 255}` },
    ...options,
  });
  if (options.javaScriptEnabled !== false) await context.clock.setSystemTime(testClock);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && !["data:", "blob:"].includes(protocol))
      problems.push(request.url());
  });
  await page.goto(`${url}${path}`);
  return { page, context, problems };
};

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type AxeResult = {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
};

/** Where the page is hard or impossible to use for some: axe's rules, small targets, and what is wider than the screen. */
export const hindrancesOf = async (page: Page): Promise<readonly string[]> => {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResult>("axe.run()");
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "a, button, summary, select, textarea, input:not([type=hidden])",
      ),
    ]
      .map((one) => ({
        html: one.outerHTML.slice(0, 80),
        box: (one.closest("label") ?? one).getBoundingClientRect(),
      }))
      .filter(({ box: { width, height } }) => width > 0 && (width < 43.9 || height < 43.9))
      // What shows itself only when it is focused.
      .filter(({ html }) => !html.includes("skip")),
  );
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`)),
    ...small.map(({ html, box }) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${html}`),
    ...(excess > 0 ? [`${excess} pixels wider than the screen`] : []),
  ];
};
