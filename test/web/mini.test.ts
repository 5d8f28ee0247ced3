import { createHmac } from "node:crypto";
import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPrefill } from "../../src/verify/prefill.ts";
import { readInitData } from "../../src/web/mini/init-data.ts";
import { fromBot } from "../support/bot-world.ts";
import { caseNamed, testClock } from "../support/cases.ts";
import { token } from "../support/telegram.ts";
import { testSecret } from "../support/temporary-store.ts";
import { accountsOf, given, signedIn } from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** The form inside Telegram. */

/** Selam's number in the emulated Telegram. */
const selamsId = 700_000_003;

/** Signs as Telegram does. */
const signed = (fields: Record<string, string>, botToken = token): string => {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("\n");
  const key = createHmac("sha256", "WebAppData").update(botToken).digest();
  const hash = createHmac("sha256", key).update(text).digest("hex");
  return new URLSearchParams({ ...fields, hash }).toString();
};

const at = (ms: number): string => String(Math.floor((testClock.getTime() + ms) / 1000));
const fieldsOf = (id: number, authDate = at(-60_000)) => ({
  auth_date: authDate,
  query_id: "AAA",
  signature: "abc",
  user: JSON.stringify({ id, first_name: "Selam" }),
});

describe("what Telegram has signed", () => {
  test("names the person", () => {
    expect(readInitData(signed(fieldsOf(7)), token, testClock)).toEqual({ userId: 7 });
  });

  test.each([
    ["of another bot", signed(fieldsOf(7), "1:other")],
    ["of another person", signed(fieldsOf(7)).replace("%3A7%2C", "%3A8%2C")],
    ["from yesterday", signed(fieldsOf(7, at(-86_400_000)))],
    ["61 minutes old", signed(fieldsOf(7, at(-61 * 60_000)))],
    ["of tomorrow", signed(fieldsOf(7, at(86_400_000)))],
    ["without a time", signed({ user: JSON.stringify({ id: 7 }) })],
    ["with a field twice", `${signed(fieldsOf(7))}&user=${encodeURIComponent('{"id":8}')}`],
    ["without a person", signed({ auth_date: at(0) })],
    ["with a number that is none", signed({ ...fieldsOf(7), user: '{"id":"7"}' })],
    ["without its hash", new URLSearchParams(fieldsOf(7)).toString()],
    ["with a short hash", `${new URLSearchParams(fieldsOf(7))}&hash=00`],
    ["of nothing", ""],
    ["too long", `${signed(fieldsOf(7))}&x=${"a".repeat(9_000)}`],
  ])("and is %s signs nobody in", (_what, initData) => {
    expect(readInitData(initData, token, testClock)).toBeNull();
  });
});

describe("the form inside Telegram", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ hasChat: true });
  });
  afterAll(() => world.close());

  const signIn = async (initData: string) => {
    const reply = await fetch(`${world.url}/mini/session`, {
      method: "POST",
      headers: { authorization: `tma ${initData}`, "sec-fetch-site": "same-origin" },
    });
    return { status: reply.status, token: reply.headers.get("session-token") };
  };

  test("may be shown within Telegram's own page, and no other page may", async () => {
    const mini = await fetch(`${world.url}/mini`);
    expect(mini.headers.get("content-security-policy")).toContain("frame-ancestors https://web.telegram.org");
    expect(mini.headers.get("x-frame-options")).toBeNull();
    for (const path of ["/", "/sign-in", "/status"]) {
      const { headers } = await fetch(`${world.url}${path}`);
      expect([
        headers.get("content-security-policy")?.includes("frame-ancestors 'none'"),
        headers.get("x-frame-options"),
      ]).toEqual([true, "DENY"]);
    }
  });

  test("signs in a person with an account, whose checks count there", async () => {
    const selam = world.selam();
    await selam.say("/start");
    await selam.waitUntil(({ messages }) => fromBot(messages).length > 0);
    const session = await signIn(signed(fieldsOf(selamsId)));
    expect(session.status).toBe(204);
    const page = await fetch(`${world.url}/mini`, {
      headers: { authorization: `Session ${session.token}` },
    });
    expect(load(await page.text())("#left").text()).toContain("10 of 10");
    const guest = await fetch(`${world.url}/mini`, {
      headers: { authorization: "Session aaaaaaaaaaaaaaaaaaaaaaaa" },
    });
    expect(load(await guest.text())("#left").text()).toContain("5 of 5");
  });

  test("takes no browser's place however often it is opened, and ends after two hours", async () => {
    const clock = { now: testClock };
    const open = await createWorld({ hasChat: true, now: () => clock.now });
    const books = await accountsOf(open, () => clock.now);
    given(await books.registerTelegram(selamsId));
    const browser = await signedIn(open, books, { kind: "person", userId: selamsId });
    const enter = async () => {
      const reply = await fetch(`${open.url}/mini/session`, {
        method: "POST",
        headers: { authorization: `tma ${signed(fieldsOf(selamsId))}`, "sec-fetch-site": "same-origin" },
      });
      return reply.headers.get("session-token");
    };
    const left = async (session: string | null) => {
      const page = await fetch(`${open.url}/mini`, { headers: { authorization: `Session ${session}` } });
      return load(await page.text())("#left").text();
    };
    const tokens: (string | null)[] = [];
    for (let opened = 0; opened < 25; opened += 1) {
      clock.now = new Date(clock.now.getTime() + 1_000);
      tokens.push(await enter());
    }
    expect((await browser.get("/dashboard")).path).toBe("/dashboard");
    const shown = await Promise.all([-1, -3, -4].map((index) => left(tokens.at(index) ?? null)));
    expect(shown.map((text) => text.includes("of 10"))).toEqual([true, true, false]);
    for (const _hour of [1, 2]) {
      clock.now = new Date(clock.now.getTime() + 59 * 60_000);
      expect(await left(tokens.at(-1) ?? null)).toContain("of 10");
    }
    clock.now = new Date(clock.now.getTime() + 3 * 60_000);
    expect(await left(tokens.at(-1) ?? null)).toContain("of 5");
    const body = new FormData();
    body.set("text", "DKF1AB2CD3");
    const asked = await fetch(`${open.url}/`, {
      method: "POST",
      body,
      headers: { authorization: `Session ${tokens.at(-1)}`, "sec-fetch-site": "same-origin" },
    });
    expect(load(await asked.text())("#answer").text()).toContain("open it again from the chat");
    await books.end();
    await open.close();
  });

  test("signs in nobody in the place of who is signed in already", async () => {
    const books = await accountsOf(world, () => testClock);
    for (const userId of [61, 62]) given(await books.registerTelegram(userId));
    const enter = async (cookie: string) => {
      const reply = await fetch(`${world.url}/mini/session`, {
        method: "POST",
        headers: {
          authorization: `tma ${signed(fieldsOf(61))}`,
          "sec-fetch-site": "same-origin",
          cookie: `session=${cookie}`,
        },
      });
      return [reply.status, reply.headers.has("session-token")];
    };
    const tokenOf = async (holder: Parameters<typeof books.createSession>[0]) =>
      given(await books.createSession(holder, "")).token;
    const account = given(await books.telegramAccount(62))?.account ?? "";
    const key = given(await books.createKey(account, "live"));
    expect(await enter(await tokenOf({ kind: "person", userId: 61 }))).toEqual([204, true]);
    expect(await enter(await tokenOf({ kind: "person", userId: 62 }))).toEqual([204, false]);
    expect(await enter(await tokenOf({ kind: "key", key: key.id }))).toEqual([204, false]);
    expect(await enter("a".repeat(43))).toEqual([204, true]);
    await books.end();
  });

  test("signs in nobody by a forged word, and leaves those without an account as guests", async () => {
    expect(await signIn("user=%7B%22id%22%3A7%7D&hash=00")).toEqual({ status: 401, token: null });
    expect(await signIn(signed(fieldsOf(999)))).toEqual({ status: 204, token: null });
  });

  test("is filled in from the chat by an address that says nothing, and keeps what the message claimed", async () => {
    const { reference = "" } = caseNamed("beta", "verified").request;
    const ask = createPrefill(testSecret).close({
      provider: "beta",
      request: { reference },
      missing: [],
      encodedDate: null,
      warnings: [],
      claims: { amountsSantim: [99_900], areTransferred: true },
      phones: [],
      isBankChosen: false,
      isWithSaved: false,
    });
    expect(ask).not.toContain(reference);
    const opened = load(await (await fetch(`${world.url}/mini?ask=${ask}`)).text());
    expect(opened("#text").text()).toBe(reference);
    expect(opened("#provider option[selected]").attr("value")).toBe("beta");
    const body = new FormData();
    body.set("text", reference);
    body.set("about", opened('input[name="about"]').attr("value") ?? "");
    const answer = load(await (await fetch(`${world.url}/`, { method: "POST", body })).text())(
      "#answer",
    ).text();
    expect(answer).toContain("the message says 999.00");
    // The next customer's reference may lie that near.
    body.set("text", `${reference.slice(0, -1)}${reference.endsWith("Z") ? "Y" : "Z"}`);
    const next = load(await (await fetch(`${world.url}/`, { method: "POST", body })).text());
    expect(next("#answer").text()).not.toContain("999.00");
    const changed = load(await (await fetch(`${world.url}/?ask=${ask?.slice(0, -4)}AAAA`)).text());
    expect(changed("#text").text()).toBe("");
  });
});
