import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { type CheerioAPI, load } from "cheerio";
import { onTestFinished } from "vitest";
import { type Accounts, createAccounts } from "../../src/accounts/accounts.ts";
import type { SessionHolder } from "../../src/accounts/sessions.ts";
import { type BotMemory, createBotMemory } from "../../src/bot/data/memory.ts";
import { openStore } from "../../src/database/store.ts";
import { testClock } from "./cases.ts";
import { testSecret } from "./temporary-store.ts";
import type { World } from "./world.ts";

/** A page as a browser without scripts has it. */
export type Page = {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly $: CheerioAPI;
  /** Where the browser ended up. */
  readonly path: string;
  /** The words of the page's content. */
  readonly text: string;
};

/**
 * A browser without scripts: it keeps cookies, follows redirects, and posts forms. A form of the dashboard says for whom the
 * last page was made, like the forms in that page.
 */
export type Browser = {
  readonly get: (path: string) => Promise<Page>;
  readonly post: (path: string, fields?: Fields, headers?: Record<string, string>) => Promise<Page>;
  readonly cookies: Map<string, string>;
};

type Fields = Readonly<Record<string, string | readonly string[]>>;

let browsers = 0;

export const openBrowser = (url: string, agent = chromeOnAndroid): Browser => {
  const cookies = new Map<string, string>();
  browsers += 1;
  const address = `198.19.${browsers >> 8}.${browsers & 255}`;
  let madeFor: string | undefined;
  const ask = async (path: string, init: RequestInit = {}, redirects = 0): Promise<Page> => {
    const response = await fetch(new URL(path, url), {
      ...init,
      redirect: "manual",
      headers: {
        accept: "text/html",
        "user-agent": agent,
        "x-forwarded-for": address,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...init.headers,
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /Max-Age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const to = response.headers.get("location");
    if (to !== null && response.status === 303 && redirects < 3) return ask(to, {}, redirects + 1);
    const html = await response.text();
    const $ = load(html);
    madeFor = $("input[name=for]").attr("value") ?? madeFor;
    const text = $("main").text().replace(/\s+/g, " ").trim();
    return { status: response.status, headers: response.headers, html, $, path, text };
  };
  return {
    cookies,
    get: (path) => ask(path),
    post: async (path, fields = {}, headers = {}) => {
      const isOfDashboard = path.startsWith("/dashboard");
      if (isOfDashboard && madeFor === undefined) await ask("/dashboard/settings");
      const body = new URLSearchParams();
      const marked = isOfDashboard && madeFor !== undefined ? { for: madeFor, ...fields } : fields;
      for (const [name, values] of Object.entries(marked))
        for (const value of [values].flat()) body.append(name, value);
      return ask(path, {
        method: "POST",
        body: body.toString(),
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
          ...headers,
        },
      });
    },
  };
};

/** A form whose body is still on its way when the server has met who sends it. */
export const beginPost = async (
  address: string,
  browser: Browser,
  { type, body }: { readonly type: string; readonly body: string },
) => {
  const posting = request(address, {
    method: "POST",
    headers: {
      "content-type": type,
      "content-length": Buffer.byteLength(body),
      "sec-fetch-site": "same-origin",
      // The server says that it has taken the request up before the body is sent.
      expect: "100-continue",
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
  });
  posting.flushHeaders();
  await once(posting, "continue");
  const end = async () => {
    posting.end(body);
    const [reply] = (await once(posting, "response")) as [IncomingMessage];
    return { status: reply.statusCode, location: reply.headers.location, html: await text(reply) };
  };
  return { end };
};

export const chromeOnAndroid =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";

/** What a world's bot remembers, from beside it; the test's end closes it. */
export const memoryOf = async (world: Pick<World, "databaseUrl">): Promise<BotMemory> => {
  const now = () => testClock;
  const store = await openStore({ databaseUrl: world.databaseUrl, secret: testSecret, now });
  onTestFinished(() => store.close());
  return createBotMemory({ store, secret: testSecret, now });
};

/** The accounts of a world's service, from beside it. */
export const accountsOf = async (
  world: Pick<World, "databaseUrl">,
  now: () => Date = () => testClock,
): Promise<Accounts & { readonly end: () => Promise<void> }> => {
  const store = await openStore({ databaseUrl: world.databaseUrl, secret: testSecret, now });
  return { ...createAccounts({ store, secret: testSecret, now }), end: store.close };
};

/** A browser that is signed in, without the way there. */
export const signedIn = async (
  world: Pick<World, "url">,
  accounts: Pick<Accounts, "createSession">,
  holder: SessionHolder,
): Promise<Browser> => {
  const created = await accounts.createSession(holder, "Chrome · Android");
  if (!created.ok) throw new Error(created.error.code);
  const browser = openBrowser(world.url);
  browser.cookies.set("session", created.value.token);
  return browser;
};

/** The value of an outcome that must be there. */
export const given = <T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};
