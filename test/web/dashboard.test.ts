import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import type { ReceivingAccount } from "../../src/config/top-up-file.ts";
import { openStore } from "../../src/database/store.ts";
import { requestAt } from "../../src/operator/sandbox/cases.ts";
import { referenceOf } from "../../src/verify/candidates.ts";
import { confirmOwners } from "../support/books.ts";
import { cases, testClock } from "../support/cases.ts";
import { isFull, longTest, oneIn } from "../support/extent.ts";
import { testSecret } from "../support/temporary-store.ts";
import {
  accountsOf,
  type Browser,
  beginPost,
  given,
  memoryOf,
  openBrowser,
  signedIn,
} from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** Each page of the dashboard shows what is in the books, and changes them as the chat and the API do. */

const now = () => testClock;

let world: World;
let accounts: Accounts & { readonly end: () => Promise<void> };

beforeAll(async () => {
  world = await createWorld({ now });
  accounts = await accountsOf(world, now);
});

afterAll(async () => {
  await accounts.end();
  await world.close();
});

let users = 7_000;
type Shop = { readonly userId: number; readonly account: string; readonly owner: Browser };

/** A new merchant with an account and a browser that is signed in. */
const newShop = async (): Promise<Shop> => {
  users += 1;
  const userId = users;
  const { id } = given(await accounts.registerTelegram(userId));
  given(await accounts.meet(userId, "Hana Mekonnen"));
  return { userId, account: id, owner: await signedIn(world, accounts, { kind: "person", userId }) };
};

/** A member of a shop's staff. */
const newClerk = async ({ userId: owner, account }: Shop) => {
  users += 1;
  const userId = users;
  const { code } = given(
    await accounts.createLinkCode(account, "staff", { by: { kind: "user", userId: owner } }),
  );
  given(await accounts.redeemLinkCode(code, userId, "Dawit Bekele"));
  return { userId, browser: await signedIn(world, accounts, { kind: "person", userId }) };
};

/** A further owner of a shop. */
const newOwnerBeside = async ({ userId: owner, account }: Shop) => {
  users += 1;
  const userId = users;
  const by = { kind: "user", userId: owner } as const;
  const { code } = given(await accounts.createLinkCode(account, "owner", { by }));
  given(await accounts.redeemLinkCode(code, userId, "Dawit Bekele"));
  const store = await openStore({ databaseUrl: world.databaseUrl, secret: testSecret, now });
  await confirmOwners({ store, accounts }, owner);
  await store.close();
  const { pseudonym } = given(await accounts.telegramAccount(userId)) ?? { pseudonym: "" };
  return { pseudonym, browser: await signedIn(world, accounts, { kind: "person", userId }) };
};

const newKey = async (
  account: string,
  more: Parameters<Accounts["createKey"]>[2] = {},
  mode = "live" as const,
) => given(await accounts.createKey(account, mode, more));

/** A receipt of 1,250.00 ETB of the simulated bank beta, checked through the form. */
const reference = "DKF1AB2CD3";

/** The form takes pictures too, so that it is posted in parts. */
const checkIn = (browser: Browser, text = reference, provider = ""): Promise<string> =>
  postIn(browser, { text, provider });

const postIn = async (browser: Browser, fields: Readonly<Record<string, string>>): Promise<string> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await fetch(`${world.url}/`, {
    method: "POST",
    body,
    headers: {
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": "198.18.77.7",
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
  });
  return response.text();
};

/** For whom the pages of a browser are made, as their forms say it. */
const madeForOf = async (browser: Browser): Promise<string> =>
  (await browser.get("/dashboard/settings")).$("input[name=for]").attr("value") ?? "";

/** What the page has said that an erasure takes, as its form sends it back. */
const toldOn = ({ $ }: Pick<Awaited<ReturnType<Browser["get"]>>, "$">): string =>
  $("input[name=told]").attr("value") ?? "";

/** A form of the dashboard that is still on its way. */
const beginPostOf = async (browser: Browser, path: string, fields: string) =>
  beginPost(world.url + path, browser, {
    type: "application/x-www-form-urlencoded",
    body: `for=${await madeForOf(browser)}&${fields}`,
  });

const acts = async (account: string) =>
  given(await accounts.auditOf(account, { limit: 50 })).map(({ act, face }) => `${act} ${face}`);

describe("the overview", () => {
  test("says what to do while nothing is there, and then adds up the day", async () => {
    const shop = await newShop();
    const empty = await shop.owner.get("/dashboard");
    expect(empty.text).toContain("No receipt was confirmed today");
    expect(empty.text).toContain("Nothing was checked in these 30 days");
    await shop.owner.post("/dashboard/accounts", { number: "251911008765", name: "", bank: "" });
    await checkIn(shop.owner);
    await checkIn(shop.owner, "DKF1AB2CZ9");
    const page = await shop.owner.get("/dashboard");
    expect(page.$(".tile--good").text()).toContain("1,250.00 ETB");
    expect(page.$(".takings").first().text()).toContain("1,250.00 (1)");
    expect(page.$(".takings").last().text()).toContain("You");
    expect(page.$(".chart rect")).not.toHaveLength(0);
    expect(page.$("svg[role=img]").attr("aria-label")).toContain("in all");
    expect(page.$(".chart table").text()).toContain("1,250.00");
  });

  test("tells takings apart: one's own, others', and what no saved account decides", async () => {
    const tilesWith = async (number: string | null) => {
      const { owner } = await newShop();
      if (number !== null) await owner.post("/dashboard/accounts", { number, name: "", bank: "" });
      await checkIn(owner);
      const page = await owner.get("/dashboard");
      return page
        .$(".tile__value")
        .toArray()
        .slice(0, 3)
        .map((tile) => page.$(tile).text().replace(" ETB", ""));
    };
    expect(await tilesWith("251911008765")).toEqual(["1,250.00", "0.00", "0.00"]);
    expect(await tilesWith("251911222333")).toEqual(["0.00", "1,250.00", "0.00"]);
    expect(await tilesWith(null)).toEqual(["0.00", "0.00", "1,250.00"]);
  });

  test("shows staff the sums, and not who took them", async () => {
    const shop = await newShop();
    const clerk = await newClerk(shop);
    await checkIn(clerk.browser);
    expect((await clerk.browser.get("/dashboard")).text).not.toContain("Who checked");
    expect((await shop.owner.get("/dashboard")).text).toContain("Dawit Bekele");
  });
});

describe("receipts", () => {
  test("are found by bank, amount, day and whole reference, with who saw them first", async () => {
    const shop = await newShop();
    const clerk = await newClerk(shop);
    await checkIn(clerk.browser);
    await checkIn(shop.owner);
    const rowsAt = async (query: string) =>
      (await shop.owner.get(`/dashboard/receipts${query}`)).$("tbody tr").length;
    expect((await shop.owner.get("/dashboard/receipts")).text).toContain("Dawit Bekele");
    const all = await rowsAt("");
    expect(all).toBeGreaterThan(0);
    expect(await rowsAt("?bank=beta")).toBe(all);
    expect(await rowsAt("?bank=alpha")).toBe(0);
    expect(await rowsAt("?amount=1%2C250.00")).toBe(all);
    expect(await rowsAt("?amount=7")).toBe(0);
    expect(await rowsAt(`?reference=${reference.toLowerCase()}`)).toBe(all);
    expect(await rowsAt(`?reference=Your+transaction+number+is+${reference}.`)).toBe(all);
    expect(await rowsAt(`?reference=${reference.slice(0, 6)}`)).toBe(0);
    expect(await rowsAt("?from=2026-11-01&to=2026-12-31")).toBe(all);
    expect(await rowsAt("?to=2020-01-01")).toBe(0);
    const nothing = await shop.owner.get("/dashboard/receipts?amount=7");
    expect(nothing.$(".empty").text()).toContain("Nothing fits");
    expect((await shop.owner.get("/dashboard/receipts?from=tomorrow")).status).toBe(422);
    expect((await shop.owner.get("/dashboard/receipts?amount=x&before=1-y")).status).toBe(422);
  });

  longTest("are searched for in the turns of all texts", async () => {
    const shop = await newShop();
    const { key } = await newKey(shop.account);
    const answered: string[] = [];
    const long = (at: number) => `ET ${at}50.00 25${at} bir received 1A.እ 5 `.repeat(200).slice(0, 4_000);
    const texts = Array.from({ length: isFull ? 60 : 20 }, async (_, at) => {
      const { status } = await world.post("/api/detect", { text: long(at) }, { "x-api-key": key });
      answered.push("text");
      return status;
    });
    // All of them wait before the search comes.
    await texts[0];
    const page = await shop.owner.get(`/dashboard/receipts?reference=${reference}`);
    answered.push("search");
    expect(page.status).toBe(200);
    expect(await Promise.all(texts)).toEqual(texts.map(() => 200));
    expect(answered.slice(0, texts.length - 10)).not.toContain("search");
  });

  test.each(["gamma", "eta", "theta", "iota"])(
    "of %s are found by all that was pasted, and by the reference on the card",
    async (label) => {
      const ofLabel = cases.filter((one) => one.label === label && /^verified/.test(one.name));
      expect(ofLabel.length).toBeGreaterThan(0);
      for (const one of oneIn(3, ofLabel)) {
        const shop = await newShop();
        const request = requestAt(one.request, world.providers[label]?.url ?? "");
        const candidate = { provider: label, request, missing: [], encodedDate: null };
        await postIn(shop.owner, { candidate: JSON.stringify(candidate) });
        if ((await shop.owner.get("/dashboard/receipts")).$("tbody tr").length === 0) continue;
        const { expected } = one;
        const printed =
          expected !== null && "receipt" in expected ? expected.receipt.transaction_reference : "";
        for (const text of [referenceOf({ request }), String(printed)]) {
          const found = await shop.owner.get(`/dashboard/receipts?reference=${encodeURIComponent(text)}`);
          expect([text, found.$("tbody tr").length]).toEqual([text, 1]);
        }
      }
    },
  );

  test("tell staff who checked their own alone", async () => {
    const shop = await newShop();
    const clerk = await newClerk(shop);
    const other = await newClerk(shop);
    await checkIn(shop.owner);
    await checkIn(other.browser, "DKF1AB2CZ9");
    await checkIn(clerk.browser);
    const page = await clerk.browser.get("/dashboard/receipts");
    const who = page
      .$("tbody tr")
      .toArray()
      .map((row) => page.$(row).find("td").eq(4).text());
    expect(who.toSorted()).toEqual(["Somebody of the shop", "Somebody of the shop", "You"]);
    expect(page.$("table").text()).not.toMatch(/Hana|Dawit/);
  });

  test("are a file for spreadsheets", async () => {
    const shop = await newShop();
    await checkIn(shop.owner);
    const file = await shop.owner.get("/dashboard/receipts.csv?bank=beta");
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.headers.get("content-disposition")).toMatch(/attachment; filename="deresegn-[\d-]+\.csv"/);
    expect(file.html).toContain("1250.00");
    expect(file.html.split("\r\n")).toHaveLength(3);
    for (const query of ["from=tomorrow", "amount=x", "bank=omega"]) {
      const refused = await shop.owner.get(`/dashboard/receipts.csv?${query}`);
      expect([query, refused.status, refused.$("[role=alert]").length]).toEqual([query, 422, 1]);
    }
  });

  test("say what the bank has called undone since, and whose the rest is, on the page and in the file", async () => {
    const shop = await newShop();
    const shown = async () => {
      const { $ } = await shop.owner.get("/dashboard/receipts");
      const file = (await shop.owner.get("/dashboard/receipts.csv")).html.trimEnd().split("\r\n");
      const result = $(".result");
      return [result.attr("class"), result.text().trim(), file[1]?.split(",").slice(4).join()];
    };
    await checkIn(shop.owner);
    const unsaved = ["result result--open", expect.stringMatching(/ Verified$/)];
    expect(await shown()).toEqual([...unsaved, "Verified,1250.00,yes,0.00,Not saved"]);
    const receipt = { provider: "beta", reference };
    given(await accounts.noteTakings(shop.account, { ...receipt, takings: "own" }));
    const own = ["result result--good", expect.stringMatching(/ Verified$/)];
    expect(await shown()).toEqual([...own, "Verified,1250.00,yes,0.00,Yours"]);
    given(await accounts.noteUndone(shop.account, { provider: "beta", references: [reference], at: now() }));
    const undone = ["result result--bad", expect.stringMatching(/ Not completed$/)];
    expect(await shown()).toEqual([...undone, "Not completed,1250.00,,0.00,"]);
  });

  test("list the proofs that were passed on, which an owner alone withdraws", async () => {
    const shop = await newShop();
    const clerk = await newClerk(shop);
    const by = { kind: "user", userId: shop.userId } as const;
    const proven = {
      of: { provider: "beta", reference: "DKF1AB2CD3" },
      amountSantim: 125_000,
      receiver: "H… M…",
      bank: "TEST beta bank",
      paidAt: null,
      checkedAt: now(),
    };
    const { id } = given(await accounts.createProof(shop.account, { by, ...proven }));
    const page = await shop.owner.get("/dashboard/receipts");
    expect(page.$(`a[href="/p/${id}"]`).text()).toContain("1,250.00");
    expect((await clerk.browser.get("/dashboard/receipts")).html).not.toContain(id);
    expect((await clerk.browser.post("/dashboard/receipts/withdraw", { id })).status).toBe(403);
    const other = await newShop();
    expect((await other.owner.post("/dashboard/receipts/withdraw", { id })).status).toBe(404);
    expect(given(await accounts.readProof(id)).kind).toBe("proof");
    await shop.owner.post("/dashboard/receipts/withdraw", { id });
    expect(given(await accounts.readProof(id)).kind).toBe("gone");
    expect(await acts(shop.account)).toContain("proof_withdrawn web");
  });

  test("list a thousand proofs by pages", async () => {
    const shop = await newShop();
    const by = { kind: "user", userId: shop.userId } as const;
    for (let made = 1; made <= 45; made += 1)
      given(
        await accounts.createProof(shop.account, {
          by,
          of: { provider: "beta", reference: `DKF1AB2C${String(made).padStart(2, "0")}` },
          amountSantim: made * 100,
          receiver: "H… M…",
          bank: "TEST beta bank",
          paidAt: null,
          checkedAt: now(),
        }),
      );
    const seen = new Set<string>();
    const sizes: number[] = [];
    for (let path: string | undefined = "/dashboard/receipts"; path !== undefined; ) {
      const page = await shop.owner.get(path.replace("#proofs", ""));
      const links = page.$('a[href^="/p/"]').toArray();
      sizes.push(links.length);
      for (const link of links) seen.add(page.$(link).attr("href") ?? "");
      path = page.$("a[rel=next]").attr("href");
    }
    expect(sizes).toEqual([20, 20, 5]);
    expect(seen.size).toBe(45);
  });

  test("have an empty state that leads to the form", async () => {
    const shop = await newShop();
    expect((await shop.owner.get("/dashboard/receipts")).$(".empty a").attr("href")).toBe("/");
  });
});

describe("money", () => {
  test("shows what is left and a ledger by pages", async () => {
    const shop = await newShop();
    expect((await shop.owner.get("/dashboard/money")).text).toContain("No money has moved yet");
    for (let paid = 1; paid <= 32; paid += 1)
      given(await accounts.topUp(shop.account, 100 * paid, "operator"));
    const first = await shop.owner.get("/dashboard/money");
    expect(first.text).toContain("528.00 ETB");
    expect(first.$("tbody tr")).toHaveLength(30);
    const second = await shop.owner.get(first.$("a[rel=next]").attr("href") ?? "");
    expect(second.$("tbody tr")).toHaveLength(2);
    expect(second.$("tbody tr").last().text()).toContain("+1.00");
  });

  test("shows staff the balance, and not the ledger", async () => {
    const shop = await newShop();
    const clerk = await newClerk(shop);
    given(await accounts.topUp(shop.account, 5_000, "operator"));
    const page = await clerk.browser.get("/dashboard/money");
    expect(page.text).toContain("50.00 ETB");
    expect(page.text).not.toContain("Ledger");
  });

  const receiver: ReceivingAccount = {
    provider: "beta",
    account: "251911008765",
    name: "Hana Mekonnen Tadesse",
  };
  const topUpTerms = { accounts: [receiver], minSantim: 100, maxSantim: 1_000_000, maxAgeHours: 24 * 3650 };

  test("keeps the longest Amharic text that its field takes", async () => {
    const paying = await createWorld({ now, topUpTerms });
    const books = await accountsOf(paying, now);
    given(await books.registerTelegram(1));
    const owner = await signedIn(paying, books, { kind: "person", userId: 1 });
    const { $ } = await owner.get("/dashboard/money");
    const longest = "ሀ".repeat(Number($("textarea[name=text]").attr("maxlength")));
    const refused = await owner.post("/dashboard/money/top-up", { text: longest });
    expect(refused.status).toBe(422);
    expect(refused.$("textarea[name=text]").text()).toBe(longest);
    await books.end();
    await paying.close();
  });

  longTest("takes a receipt of a payment to the operator, once", async () => {
    const paying = await createWorld({ now, topUpTerms });
    const books = await accountsOf(paying, now);
    const { id } = given(await books.registerTelegram(1));
    const owner = await signedIn(paying, books, { kind: "person", userId: 1 });
    expect((await owner.get("/dashboard/money")).text).toContain("251911008765");
    const credited = await owner.post("/dashboard/money/top-up", { text: reference });
    expect(credited.$("[role=status]").text()).toContain("1,250.00");
    const again = await owner.post("/dashboard/money/top-up", { text: reference });
    expect(again.status).toBe(422);
    expect(again.$("[role=alert]").text()).not.toBe("");
    expect(again.$("textarea").text()).toBe(reference);
    const [entry] = given(await books.auditOf(id, { limit: 5 }));
    expect(entry).toMatchObject({ act: "credit_waiting", face: "web" });
    // Texts are searched up to 512 KiB a minute, as on the form.
    const long = "good morning ".repeat(310);
    const alerts: string[] = [];
    for (let sent = 0; sent * Buffer.byteLength(long) < 540_000; sent += 1) {
      const refused = await owner.post("/dashboard/money/top-up", { text: long });
      alerts.push(refused.$("[role=alert]").text());
    }
    expect(alerts[0]).toContain("There is no receipt");
    expect(alerts.at(-1)).toContain("Too many requests");
    await books.end();
    await paying.close();
  });
});

describe("keys", () => {
  test("are made with their limits, shown once, replaced and revoked", async () => {
    const shop = await newShop();
    expect((await shop.owner.get("/dashboard/keys")).text).toContain("You have no API key");
    const made = await shop.owner.post("/dashboard/keys", {
      name: "till <b>",
      mode: "live",
      scopes: ["verify", "account:manage"],
      expires: "2030-01-31",
      limit: "500",
      addresses: "203.0.113.7, 10.1.2.3/8",
    });
    const key = made.$("#secret").text();
    expect(key).toMatch(/^drs_live_\w{36}$/);
    const listed = await shop.owner.get("/dashboard/keys");
    expect(listed.html).not.toContain(key);
    expect(listed.text).toContain("till <b>");
    expect(listed.text).toContain("203.0.113.7/32, 10.0.0.0/8");
    const [first] = given(await accounts.listKeys(shop.account));
    expect(first).toMatchObject({
      name: "till <b>",
      scopes: ["verify", "account:manage"],
      dailyLimitSantim: 50_000,
      expiresAt: new Date("2030-01-31T21:00:00Z"),
    });
    const rotated = await shop.owner.post("/dashboard/keys/rotate", { id: first?.id ?? "" });
    expect(rotated.$("#secret").text()).toMatch(/^drs_live_/);
    const revoked = await shop.owner.post("/dashboard/keys/revoke", { id: first?.id ?? "" });
    expect(revoked.text).toContain("is revoked");
    expect(await acts(shop.account)).toEqual(
      expect.arrayContaining(["key_created web", "key_replaced web", "key_revoked web"]),
    );
  });

  test("that have ended come last, twenty at a time", async () => {
    const shop = await newShop();
    const alive = await newKey(shop.account, { name: "till" });
    for (let made = 0; made < 25; made += 1) {
      const { id } = await newKey(shop.account);
      given(await accounts.revokeKey(id));
    }
    const first = await shop.owner.get("/dashboard/keys");
    expect(first.$("details summary").last().text()).toBe("25 keys that have ended");
    expect(first.$("ul.cards > li")).toHaveLength(1);
    expect(first.$("ul.cards").text()).toContain(alive.key.slice(-4));
    expect(first.$("tbody tr")).toHaveLength(20);
    const second = await shop.owner.get(first.$("a[rel=next]").attr("href")?.split("#")[0] ?? "");
    expect(second.$("#ended").attr("open")).toBeDefined();
    expect(second.$("tbody tr")).toHaveLength(5);
    expect((await shop.owner.get("/dashboard/keys?ended=99999")).$("tbody tr")).toHaveLength(0);
  });

  test("are refused with what was typed kept, and of another shop not found", async () => {
    const shop = await newShop();
    const refused = await shop.owner.post("/dashboard/keys", {
      name: "till",
      scopes: "verify",
      addresses: "nowhere",
    });
    expect(refused.status).toBe(422);
    expect(refused.$("#name").attr("value")).toBe("till");
    for (const fields of [
      { scopes: [] },
      { scopes: "verify", expires: "2020-01-01" },
      { scopes: "verify", limit: "x" },
    ])
      expect((await shop.owner.post("/dashboard/keys", fields)).status).toBe(422);
    const other = await newShop();
    const { id } = await newKey(other.account);
    expect((await shop.owner.post("/dashboard/keys/revoke", { id })).status).toBe(422);
    expect(given(await accounts.listKeys(other.account))[0]?.revokedAt).toBeNull();
  });
});

describe("a session by a key", () => {
  test("does what its scopes allow, and never people, saved accounts, new keys or an erasure", async () => {
    const { account } = await newShop();
    const reader = await newKey(account, { scopes: ["account:read"] });
    const manager = await newKey(account, { scopes: ["account:read", "account:manage"] });
    const read = await signedIn(world, accounts, { kind: "key", key: reader.id });
    const manage = await signedIn(world, accounts, { kind: "key", key: manager.id });
    for (const path of ["receipts", "money", "keys", "audit", "settings"])
      expect([path, (await read.get(`/dashboard/${path}`)).status]).toEqual([path, 200]);
    expect((await read.post("/dashboard/keys/revoke", { id: manager.id })).status).toBe(403);
    for (const browser of [read, manage])
      for (const path of ["people", "accounts"])
        expect((await browser.get(`/dashboard/${path}`)).status).toBe(403);
    for (const path of [
      "keys",
      "keys/rotate",
      "people/invite",
      "people/remove",
      "accounts",
      "settings/erase",
    ])
      expect([path, (await manage.post(`/dashboard/${path}`, { word: "erase" })).status]).toEqual([
        path,
        403,
      ]);
    expect((await manage.post("/dashboard/keys/revoke", { id: reader.id })).text).toContain("is revoked");
    expect(await acts(account)).toContain("key_revoked web");
    expect((await manage.post("/dashboard/keys/revoke", { id: manager.id })).path).toBe("/sign-in");
  });

  test("that may manage alone sees neither the keys nor the money", async () => {
    const { account } = await newShop();
    const till = await newKey(account, { name: "till" });
    const { id } = await newKey(account, { name: "manager", scopes: ["account:manage"] });
    const browser = await signedIn(world, accounts, { kind: "key", key: id });
    const wrong = await browser.post("/dashboard/keys/revoke", { id: "key_none" });
    expect([wrong.status, wrong.$("[role=alert]").length]).toEqual([422, 1]);
    expect(wrong.text).not.toContain("till");
    expect((await browser.post("/dashboard/keys/revoke", { id: till.id })).text).toContain("is revoked");
    const topUp = await browser.post("/dashboard/money/top-up", { text: "nothing" });
    expect(topUp.status).toBe(422);
    expect(topUp.$("#left")).toHaveLength(0);
    expect(topUp.text).not.toMatch(/\d+ \/ \d+/);
  });

  test("without a scope for the books says so, and checks receipts", async () => {
    const { account } = await newShop();
    const { id } = await newKey(account, { scopes: ["verify"] });
    const browser = await signedIn(world, accounts, { kind: "key", key: id });
    given(await accounts.topUp(account, 123_450, "test"));
    const page = await browser.get("/dashboard");
    expect(page.text).toContain("no scope for the books");
    expect(page.text).not.toContain("1,234.50");
    expect((await browser.get("/dashboard/receipts")).status).toBe(403);
    expect(await checkIn(browser)).toContain("1,250.00");
    expect(given(await accounts.dayBookOf(account)).unknown).toHaveLength(1);
  });

  test("hears no names of people", async () => {
    const shop = await newShop();
    await checkIn(shop.owner);
    const { id } = await newKey(shop.account, { scopes: ["account:read"] });
    const browser = await signedIn(world, accounts, { kind: "key", key: id });
    for (const path of ["/dashboard", "/dashboard/receipts", "/dashboard/audit"]) {
      const { html, text } = await browser.get(path);
      expect(text).toContain("Somebody of the shop");
      expect(html).not.toContain("Hana");
    }
  });
});

describe("people", () => {
  test("are invited, recalled and removed by an owner alone", async () => {
    const shop = await newShop();
    expect((await shop.owner.get("/dashboard/people")).text).toContain("Nobody but the owners");
    const invited = await shop.owner.post("/dashboard/people/invite", { role: "staff" });
    const code = /^\/join (\w+)$/.exec(invited.$("#secret").text())?.[1] ?? "";
    users += 1;
    given(await accounts.redeemLinkCode(code, users, "Dawit Bekele"));
    const clerk = await signedIn(world, accounts, { kind: "person", userId: users });
    for (const path of ["people", "keys", "audit"])
      expect((await clerk.get(`/dashboard/${path}`)).status).toBe(403);
    expect((await clerk.post("/dashboard/people/invite", { role: "owner" })).status).toBe(403);
    const listed = await shop.owner.get("/dashboard/people");
    expect(listed.text).toContain("Dawit Bekele");
    const id = listed.$("form[action='/dashboard/people/remove'] input[name=id]").attr("value") ?? "";
    const removed = await shop.owner.post("/dashboard/people/remove", { id });
    expect(removed.text).toContain("Removed");
    expect((await clerk.get("/dashboard")).path).toContain("/sign-in");
    expect((await shop.owner.post("/dashboard/people/remove", { id })).status).toBe(422);

    const owner = await shop.owner.post("/dashboard/people/invite", { role: "owner" });
    expect(owner.$("#secret").text()).toMatch(/^\/start \w+$/);
    const codeId = owner.$("form[action='/dashboard/people/recall'] input[name=id]").attr("value") ?? "";
    expect((await shop.owner.post("/dashboard/people/recall", { id: codeId })).text).toContain("Recalled");
    expect(await acts(shop.account)).toEqual(
      expect.arrayContaining(["link_created web", "member_removed web", "link_recalled web"]),
    );
  });

  test("are shown and changed by no owner who was removed while a form was on its way", async () => {
    const shop = await newShop();
    const by = { kind: "user", userId: shop.userId } as const;
    const former = await newOwnerBeside(shop);
    const invited = given(await accounts.createLinkCode(shop.account, "staff", { by }));
    const paths = [
      ["/dashboard/people/recall", `id=${invited.id}`],
      ["/dashboard/people/invite", "role=staff"],
      ["/dashboard/keys", "name=till&mode=live&scopes=verify"],
      ["/dashboard/accounts", "number=0911223344&name=Dawit&bank="],
    ] as const;
    const posts = await Promise.all(paths.map(([path, body]) => beginPostOf(former.browser, path, body)));
    given(await accounts.removeMember(shop.account, { pseudonym: former.pseudonym, role: "owner", by }));
    for (const post of posts)
      expect(await post.end()).toMatchObject({ status: 303, location: expect.stringContaining("/sign-in") });
    const codes = given(await accounts.listLinkCodes(shop.account));
    expect(codes.map(({ id }) => id)).toEqual([invited.id]);
  });

  test("keep their last owner", async () => {
    const shop = await newShop();
    const page = await shop.owner.get("/dashboard/people");
    expect(page.$("form[action='/dashboard/people/remove']")).toHaveLength(0);
    const [self] = given(await accounts.listMembers(shop.account));
    const refused = await shop.owner.post("/dashboard/people/remove", { id: self?.id ?? "" });
    expect(refused.$("[role=alert]").text()).toContain("last owner");
  });
});

/** Presses the button of a page that undoes what was done last. */
const pressUndo = (browser: Browser, page: Awaited<ReturnType<Browser["get"]>>) => {
  const undo = page.$("[role=status] form");
  const fields = undo
    .find("input")
    .toArray()
    .map((input) => [page.$(input).attr("name") ?? "", page.$(input).attr("value") ?? ""]);
  return browser.post(undo.attr("action") ?? "", Object.fromEntries(fields));
};

describe("saved accounts", () => {
  test("are saved, removed and brought back by an owner, and seen by staff", async () => {
    const shop = await newShop();
    const clerk = await newClerk(shop);
    expect((await shop.owner.get("/dashboard/accounts")).text).toContain("You have saved no account");
    const saved = await shop.owner.post("/dashboard/accounts", {
      number: "1000 1234 5678",
      name: "Hana Mekonnen",
      bank: "alpha",
    });
    expect(saved.$("[role=status]").text()).toContain("100012345678");
    const id = saved.$(".lines form[action='/dashboard/accounts/remove'] input[name=id]").attr("value") ?? "";
    const seen = await clerk.browser.get("/dashboard/accounts");
    expect(seen.text).toContain("100012345678");
    expect(seen.$("main form[action^='/dashboard/accounts']")).toHaveLength(0);
    expect((await clerk.browser.post("/dashboard/accounts/remove", { id })).status).toBe(403);
    const removed = await shop.owner.post("/dashboard/accounts/remove", { id });
    expect(removed.$(".lines code")).toHaveLength(0);
    const back = await pressUndo(shop.owner, removed);
    expect(back.$(".lines code").text()).toBe("100012345678");
    expect(await acts(shop.account)).toEqual(
      expect.arrayContaining(["saved_account_kept web", "saved_account_removed web"]),
    );
  });

  test.each([
    ["without a name and then with it", ["", "Abebe Bekele"]],
    ["with its name and then without", ["Abebe Bekele", ""]],
  ])("know one number that is saved %s by its name", async (_, names) => {
    const shop = await newShop();
    const post = (name: string) => shop.owner.post("/dashboard/accounts", { number: "0911008765", name });
    for (const name of names) await post(name);
    const saved = await shop.owner.get("/dashboard/accounts");
    expect(saved.$(".lines code")).toHaveLength(1);
    expect(saved.$(".lines bdi").first().text()).toBe("Abebe Bekele");
    expect(load(await checkIn(shop.owner))("main").text()).not.toContain("✅");
  });

  test("take the name back that completed one of them, and nothing where the same was saved already", async () => {
    const shop = await newShop();
    const post = (name: string) => shop.owner.post("/dashboard/accounts", { number: "0911008765", name });
    await post("");
    const completed = await post("Abebe Bekele");
    const back = await pressUndo(shop.owner, completed);
    expect(back.$(".lines code").text()).toBe("251911008765");
    expect(back.text).not.toContain("Abebe Bekele");
    const again = await post("");
    expect(again.$("[role=status]").text()).toContain("251911008765");
    expect(again.$("[role=status] form")).toHaveLength(0);
  });

  test("are brought back as the receipt masked them, where it showed enough", async () => {
    const shop = await newShop();
    const restore = (number: string) =>
      shop.owner.post("/dashboard/accounts/restore", { provider: "zeta", number, name: "Hana Mekonnen" });
    expect((await restore("426*******611")).$(".lines code").text()).toContain("426");
    expect((await restore("2519*******11")).$(".lines code")).toHaveLength(1);
  });

  test("take a title alone for no name", async () => {
    const shop = await newShop();
    const saved = await shop.owner.post("/dashboard/accounts", { number: "0911 00 87 65", name: "W/ro" });
    expect(saved.$(".lines").text()).toContain("251911008765");
    expect(saved.html).not.toContain("W/ro");
  });

  test("need a whole number and a bank", async () => {
    const shop = await newShop();
    for (const fields of [
      { number: "123", bank: "alpha" },
      { number: "100012345678", bank: "" },
      { number: "100012345678", bank: "nowhere" },
    ])
      expect((await shop.owner.post("/dashboard/accounts", fields)).status).toBe(422);
    expect((await shop.owner.post("/dashboard/accounts", { number: "0911 00 87 65" })).status).toBe(200);
  });
});

describe("the form", () => {
  test("offers a person the saved account whose digits are missing, and a key none", async () => {
    const shop = await newShop();
    await shop.owner.post("/dashboard/accounts", { number: "1000200004321", name: "", bank: "alpha" });
    const asked = load(await checkIn(shop.owner, "FT26319K4Q7Z", "alpha"));
    const choice = asked("[data-part=saved] form");
    expect(choice.text()).toContain("1000200004321");
    const candidate = choice.find("input[name=candidate]").attr("value") ?? "";
    expect(JSON.parse(candidate)).toMatchObject({ provider: "alpha", missing: [], isWithSaved: true });
    const { id } = await newKey(shop.account);
    const byKey = await signedIn(world, accounts, { kind: "key", key: id });
    expect(await checkIn(byKey, "FT26319K4Q7Z", "alpha")).not.toContain("1000200004321");
    const savedIn = async (browser: Browser) => (await browser.get("/")).$("#ask").attr("data-saved");
    expect(JSON.parse((await savedIn(shop.owner)) ?? "")).toEqual([
      { field: "accountNumber", provider: "alpha", number: "1000200004321" },
    ]);
    expect(await savedIn(byKey)).toBeUndefined();
  });
});

test("a key without the scope verify checks nothing at the form either", async () => {
  const shop = await newShop();
  const { id } = await newKey(shop.account, { scopes: ["account:read"] });
  const byKey = await signedIn(world, accounts, { kind: "key", key: id });
  const page = load(await checkIn(byKey));
  expect(page("[data-answer]").attr("data-answer")).toBe("refusal");
  expect(page("#left").text()).toContain("10 of 10");
});

describe("settings", () => {
  test("write days in the calendar that was chosen, in the language's own before", async () => {
    const shop = await newShop();
    const madeOn = async (query = "") =>
      (await shop.owner.get(`/dashboard/keys${query}`)).$("dd").eq(1).text();
    await newKey(shop.account);
    expect(await madeOn()).toBe("15 Nov 2026");
    expect((await shop.owner.get("/dashboard")).text).toContain(
      "Today, 15 Nov 2026 G.C. · 6 Hedar 2019 E.C.",
    );
    expect(await madeOn("?lang=am")).toBe("6 ኅዳር 2019");
    expect(await madeOn("?lang=en")).toBe("15 Nov 2026");
    const chosen = await shop.owner.post("/dashboard/settings/calendar", { calendar: "ethiopian" });
    expect(chosen.$("button[name=calendar][aria-pressed=true]").text()).toBe("Ethiopian");
    expect(await madeOn()).toBe("6 Hedar 2019");
    expect((await shop.owner.get("/dashboard")).text).toContain(
      "Today, 6 Hedar 2019 E.C. · 15 Nov 2026 G.C.",
    );
    expect(await madeOn("?calendar=julian")).toBe("6 Hedar 2019");
    await shop.owner.post("/dashboard/settings/calendar", { calendar: "julian" });
    expect(await madeOn()).toBe("6 Hedar 2019");
  });

  test("share a person's calendar with their chat and their other browsers, and a key's with none", async () => {
    const shop = await newShop();
    const { id } = await newKey(shop.account);
    const other = await signedIn(world, accounts, { kind: "person", userId: shop.userId });
    const byKey = await signedIn(world, accounts, { kind: "key", key: id });
    const memory = await memoryOf(world);
    const today = async (browser: Browser) => (await browser.get("/dashboard")).text;
    const [ethiopian, gregorian] = [
      "6 Hedar 2019 E.C. · 15 Nov 2026 G.C.",
      "15 Nov 2026 G.C. · 6 Hedar 2019 E.C.",
    ];

    await shop.owner.post("/dashboard/settings/calendar", { calendar: "ethiopian" });
    expect(await memory.calendarOf(shop.userId)).toBe("ethiopian");
    expect(await today(other)).toContain(ethiopian);
    expect(await today(byKey)).toContain(gregorian);
    await memory.rememberCalendar(shop.userId, "gregorian");
    expect(await today(shop.owner)).toContain(gregorian);
    await byKey.post("/dashboard/settings/calendar", { calendar: "ethiopian" });
    expect(await today(byKey)).toContain(ethiopian);
    expect(await memory.calendarOf(shop.userId)).toBe("gregorian");
  });

  test("of the calendar are kept by the form's answers", async () => {
    const shop = await newShop();
    const days = async () => {
      const page = load(await checkIn(shop.owner));
      return `${page(".rows").first().text()} ${page("[data-fact=note]").text()}`;
    };
    const before = await days();
    expect(before).toMatch(/6 Hedar 2019 E\.C\. · 15 Nov 2026 G\.C\..*Checked on 15 Nov 2026/);
    await shop.owner.post("/dashboard/settings/calendar", { calendar: "gregorian" });
    expect(await days()).toMatch(/15 Nov 2026 G\.C\. · 6 Hedar 2019 E\.C\..*Checked on 15 Nov 2026/);
    await shop.owner.post("/dashboard/settings/calendar", { calendar: "ethiopian" });
    expect(await days()).toMatch(/6 Hedar 2019 E\.C\. · 15 Nov 2026 G\.C\..*Checked on 6 Hedar 2019/);
  });

  test("list the sessions and end them", async () => {
    const shop = await newShop();
    const other = await signedIn(world, accounts, { kind: "person", userId: shop.userId });
    const key = await newKey(shop.account);
    const byKey = await signedIn(world, accounts, { kind: "key", key: key.id });
    const page = await shop.owner.get("/dashboard/settings");
    expect(page.$("form[action='/dashboard/settings/end']")).toHaveLength(3);
    expect((await byKey.get("/dashboard/settings")).$("form[action='/dashboard/settings/end']")).toHaveLength(
      1,
    );
    const ended = await shop.owner.post("/dashboard/settings/end-others");
    expect(ended.text).toContain("2 sessions were ended");
    for (const browser of [other, byKey])
      expect((await browser.get("/dashboard")).path).toContain("/sign-in");
    const own = page.$("li:contains('this one') form input[name=id]").attr("value") ?? "";
    expect((await shop.owner.post("/dashboard/settings/end", { id: own })).path).toBe("/sign-in");
  });

  test("end no session of others", async () => {
    const [shop, other] = [await newShop(), await newShop()];
    const id =
      (await other.owner.get("/dashboard/settings"))
        .$("form[action='/dashboard/settings/end'] input[name=id]")
        .attr("value") ?? "";
    await shop.owner.post("/dashboard/settings/end", { id });
    expect((await other.owner.get("/dashboard")).path).toBe("/dashboard");
  });

  test("erase an owner with the shop, once the word is typed and nothing more would go", async () => {
    const shop = await newShop();
    const clerk = await newClerk(shop);
    const key = await newKey(shop.account);
    const byKey = await signedIn(world, accounts, { kind: "key", key: key.id });
    const page = await shop.owner.get("/dashboard/settings");
    const told = toldOn(page);
    expect((await shop.owner.post("/dashboard/settings/erase", { word: "yes", told })).status).toBe(422);
    expect((await clerk.browser.get("/dashboard/settings")).text).not.toContain("Erase everything");
    expect((await clerk.browser.post("/dashboard/settings/erase", { word: "erase", told })).status).toBe(403);
    given(await accounts.topUp(shop.account, 5_000, "operator"));
    const changed = await shop.owner.post("/dashboard/settings/erase", { word: "erase", told });
    expect(changed.status).toBe(422);
    expect(changed.text).toContain("50.00 ETB");
    await checkIn(shop.owner);
    expect(given(await accounts.showAccount(shop.account)).balanceSantim).toBe(4_500);
    const erased = await shop.owner.post("/dashboard/settings/erase", {
      word: " Erase ",
      told: toldOn(changed),
    });
    expect(erased.text).toContain("Erased");
    expect(shop.owner.cookies.has("session")).toBe(false);
    for (const browser of [clerk.browser, byKey])
      expect((await browser.get("/dashboard")).path).toContain("/sign-in");
    expect(given(await accounts.telegramAccount(shop.userId))).toBeNull();
  });

  test("take what an owner was told from no other person's page, and nothing else", async () => {
    const shop = await newShop();
    const other = await newShop();
    const told = toldOn(await other.owner.get("/dashboard/settings"));
    for (const wrong of [
      told,
      `A${toldOn(await shop.owner.get("/dashboard/settings"))}`,
      "",
      "A".repeat(40),
    ]) {
      const refused = await shop.owner.post("/dashboard/settings/erase", { word: "erase", told: wrong });
      expect([refused.status, refused.text.includes("Nothing was erased")]).toEqual([422, true]);
    }
    expect(given(await accounts.telegramAccount(shop.userId))).not.toBeNull();
  });

  test("keep no calendar of an owner who was erased while it was being chosen", async () => {
    const shop = await newShop();
    const token = shop.owner.cookies.get("session") ?? "";
    const session = given(await accounts.resolveSession(token, "198.18.0.1"));
    if (session?.who.kind !== "person") throw new Error("nobody is signed in");
    const choosing = await beginPostOf(shop.owner, "/dashboard/settings/calendar", "calendar=ethiopian");
    const told = toldOn(await shop.owner.get("/dashboard/settings"));
    const erased = await shop.owner.post("/dashboard/settings/erase", { word: "erase", told });
    expect(erased.text).toContain("Erased");
    expect(await choosing.end()).toMatchObject({ status: 303, location: "/sign-in" });
    given(await accounts.chooseCalendar(session, session.who, "ethiopian"));
    expect(await (await memoryOf(world)).calendarOf(shop.userId)).toBeNull();
  });
});

describe("every page", () => {
  const paths = ["", "/receipts", "/money", "/keys", "/people", "/accounts", "/audit", "/settings"];

  test.each(paths)("%s is complete in Amharic", async (path) => {
    const { owner } = await newShop();
    const page = await owner.get(`/dashboard${path}?lang=am`);
    expect(page.status).toBe(200);
    expect(page.$("html").attr("lang")).toBe("am");
    expect(page.$("h1").text()).toMatch(/\p{Script=Ethiopic}/u);
    expect(page.html).not.toMatch(/undefined|\[object/);
  });

  test.each(paths)(
    "%s is for whoever is signed in alone, and needs no style or script of its own",
    async (path) => {
      expect((await openBrowser(world.url).get(`/dashboard${path}`)).path).toContain("/sign-in");
      const { owner } = await newShop();
      const { html } = await owner.get(`/dashboard${path}`);
      expect(html).not.toMatch(/ style=|<style|<script(?! type="module" src="\/assets\/)/);
    },
  );

  test("takes no form of another site", async () => {
    const { owner, account } = await newShop();
    const refused = await owner.post(
      "/dashboard/keys",
      { scopes: "verify" },
      { "sec-fetch-site": "cross-site" },
    );
    expect(refused.status).toBe(404);
    expect(given(await accounts.listKeys(account))).toEqual([]);
  });

  test.each([
    ["/people/invite", { role: "staff" }, "/people"],
    ["/keys", { scopes: "verify", mode: "live" }, "/keys"],
    ["/keys/revoke", { id: "key_x" }, "/keys"],
    ["/money/top-up", { text: "x" }, "/money"],
    ["/accounts/remove", { id: "x" }, "/accounts"],
    ["/settings/end-others", {}, "/settings"],
  ])("that %s brings leads to its section in another language", async (path, fields, section) => {
    const { owner } = await newShop();
    const shown = await owner.post(`/dashboard${path}`, fields);
    const other = await owner.get(shown.$(".bottom__languages a").first().attr("href") ?? "");
    expect([other.status, other.path.split("?")[0]]).toEqual([200, `/dashboard${section}`]);
  });

  test("refuses a form that is too large", async () => {
    const { owner } = await newShop();
    expect((await owner.post("/dashboard/keys", { name: "x".repeat(50_000) })).status).toBe(413);
  });
});
