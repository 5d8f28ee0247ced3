import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import type { SessionHolder } from "../../src/accounts/sessions.ts";
import { caseNamed, testClock } from "../support/cases.ts";
import { longTests } from "../support/extent.ts";
import { accountsOf, type Browser, given, openBrowser, signedIn } from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** An owner passes on what the form answered. */

let at = testClock;
let world: World;
let accounts: Accounts & { readonly end: () => Promise<void> };

beforeAll(async () => {
  world = await createWorld({ now: () => at });
  accounts = await accountsOf(world, () => at);
});

afterAll(async () => {
  await accounts.end();
  await world.close();
});

let users = 8_100;

/** A new merchant, whose browser is signed in. */
const newOwner = async () => {
  users += 1;
  const { id: account } = given(await accounts.registerTelegram(users));
  const holder = { kind: "person", userId: users } as const;
  return { userId: users, account, browser: await signedIn(world, accounts, holder) };
};

const newClerk = async (owner: { readonly userId: number; readonly account: string }) => {
  users += 1;
  const { code } = given(
    await accounts.createLinkCode(owner.account, "staff", { by: { kind: "user", userId: owner.userId } }),
  );
  given(await accounts.redeemLinkCode(code, users, "Dawit Bekele"));
  return signedIn(world, accounts, { kind: "person", userId: users });
};

/** What a browser keeps of the card after it asked for this reference. */
const check = async (headers: Readonly<Record<string, string>>, text = "DKF1AB2CD3") => {
  const body = new FormData();
  body.set("text", text);
  const reply = await fetch(`${world.url}/`, {
    method: "POST",
    body,
    headers: { "sec-fetch-site": "same-origin", "x-forwarded-for": "198.18.79.1", ...headers },
  });
  const $ = load(await reply.text());
  return { $, offer: $("#pass-on input[name=offer]").attr("value") };
};

const cookieOf = ({ cookies }: Browser) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
});

const offerTo = async (browser: Browser): Promise<string> =>
  (await check(cookieOf(browser))).offer ?? "none was made";

describe("the card of a verified answer", () => {
  test("lets its owner make a proof, and leads to its address", async () => {
    const { browser, account } = await newOwner();
    const offer = await offerTo(browser);
    const page = await browser.post("/p", { offer });
    expect([page.status, page.path]).toEqual([200, expect.stringMatching(/^\/p\/[\w-]{20}$/)]);
    expect(page.$("#passed-on a").first().text()).toBe(`${world.url}${page.path}`);
    expect(page.text).toMatch(/Real on .*: 1,250\.00 ETB to H\*\*\* M\*\*\* T\*\*\*/);
    const acts = given(await accounts.auditOf(account, { limit: 5 }));
    expect(acts.map(({ act, face }) => `${act} ${face}`)).toContain("proof_made web");
    expect((await browser.get("/dashboard/receipts")).$(`a[href='${page.path}']`)).toHaveLength(1);
  });

  test("shows the address to the account that made it alone", async () => {
    const { browser } = await newOwner();
    const { path } = await browser.post("/p", { offer: await offerTo(browser) });
    for (const reader of [openBrowser(world.url), (await newOwner()).browser]) {
      const page = await reader.get(path);
      expect([page.status, page.$("#passed-on").length]).toEqual([200, 0]);
    }
  });

  test("offers nothing to guests, staff and keys, nor for what is not verified", async () => {
    const owner = await newOwner();
    const { id } = given(await accounts.createKey(owner.account, "live", {}));
    const offers = [
      await check({}),
      await check(cookieOf(await newClerk(owner))),
      await check(cookieOf(await signedIn(world, accounts, { kind: "key", key: id }))),
      await check(cookieOf(owner.browser), "DKF1N0TF0D"),
    ];
    expect(offers.map(({ offer }) => offer)).toEqual([undefined, undefined, undefined, undefined]);
    expect(offers[1]?.$("[data-answer]").attr("data-answer")).toBe("receipt");
  });

  test.each(["verified-cash-out", "verified-airtime", "verified-bill"])(
    "offers none of what paid nobody: %s",
    async (name) => {
      const { browser } = await newOwner();
      const { $, offer } = await check(cookieOf(browser), caseNamed("beta", name).request.reference);
      expect([$("[data-answer]").attr("data-answer"), offer]).toEqual(["receipt", undefined]);
    },
  );

  test("offers it inside Telegram, too", async () => {
    const { userId } = await newOwner();
    const holder: SessionHolder = { kind: "mini", userId };
    const { token } = given(await accounts.createSession(holder, "Telegram"));
    const authorization = `Session ${token}`;
    const { offer = "" } = await check({ authorization });
    const reply = await fetch(`${world.url}/p`, {
      method: "POST",
      body: new URLSearchParams({ offer }),
      headers: { authorization, "sec-fetch-site": "same-origin" },
    });
    expect(
      load(await reply.text())("#passed-on a")
        .first()
        .text(),
    ).toMatch(/\/p\/[\w-]{20}$/);
  });
});

describe("no proof is made", () => {
  const refusedTo = async (browser: Browser, offer: string, headers = {}) => {
    const page = await browser.post("/p", { offer }, headers);
    return [page.status, page.path, page.$("#passed-on a").length];
  };

  test("of what another person or account was offered, or what was changed", async () => {
    const owner = await newOwner();
    const offer = await offerTo(owner.browser);
    const changed = `${offer.slice(0, -6)}${offer.at(-6) === "A" ? "B" : "A"}${offer.slice(-5)}`;
    expect(await refusedTo((await newOwner()).browser, offer)).toEqual([410, "/p", 0]);
    for (const invented of [changed, "", "x", "A".repeat(4_000), "A".repeat(5_000)])
      expect(await refusedTo(owner.browser, invented)).toEqual([410, "/p", 0]);
  });

  test("for guests, staff and keys, even with an owner's offer", async () => {
    const owner = await newOwner();
    const offer = await offerTo(owner.browser);
    const { id } = given(await accounts.createKey(owner.account, "live", {}));
    const others = [
      openBrowser(world.url),
      await newClerk(owner),
      await signedIn(world, accounts, { kind: "key", key: id }),
    ];
    for (const other of others) expect(await refusedTo(other, offer)).toEqual([403, "/p", 0]);
  });

  test("for a page of another origin", async () => {
    const { browser } = await newOwner();
    const offer = await offerTo(browser);
    expect(await refusedTo(browser, offer, { "sec-fetch-site": "cross-site" })).toEqual([404, "/p", 0]);
  });

  test("of an answer that is older than half an hour", async () => {
    const { browser } = await newOwner();
    const offer = await offerTo(browser);
    at = new Date(testClock.getTime() + 29 * 60_000);
    expect((await refusedTo(browser, offer))[0]).toBe(200);
    at = new Date(testClock.getTime() + 31 * 60_000);
    expect((await refusedTo(browser, offer))[0]).toBe(410);
    at = testClock;
  });
});

longTests("pictures of proofs", () => {
  test("are drawn some times a minute for one network, and the page is always shown", async () => {
    const { account, userId } = await newOwner();
    const by = { kind: "user", userId } as const;
    const receipt = {
      of: { provider: "beta", reference: "DKF1AB2CD3" },
      amountSantim: 100,
      receiver: "H***",
      bank: "TEST",
      paidAt: null,
      checkedAt: at,
    };
    const proofs = [1, 2, 3].map(async () => given(await accounts.createProof(account, { ...receipt, by })));
    const paths = (await Promise.all(proofs)).map(({ id }) => `/p/${id}`);
    const pictures = paths.flatMap((path) =>
      ["en", "am", "om", "ti"].map((language) => `${path}/preview.png?lang=${language}`),
    );
    const statusOf = async (path: string, address: string) =>
      (await fetch(`${world.url}${path}`, { headers: { "x-forwarded-for": address } })).status;
    const from = async (address: string) => {
      const statuses: number[] = [];
      for (const path of pictures) statuses.push(await statusOf(path, address));
      return statuses;
    };
    // Other addresses of the same IPv6 /48 have no more drawn.
    const limited = [...Array<number>(10).fill(200), 429, 429];
    expect(await from("2001:db8:7:100::1")).toEqual(limited);
    expect(await from("2001:db8:7:200::1")).toEqual(limited);
    for (const path of paths) expect(await statusOf(path, "2001:db8:7:100::1")).toBe(200);
    expect(new Set(await from("203.0.113.7"))).toEqual(new Set([200]));
    expect(new Set(await from("2001:db8:7:100::1"))).toEqual(new Set([200]));
  });
});
