import { afterAll, beforeAll, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { openStore } from "../../src/database/store.ts";
import { testClock } from "../support/cases.ts";
import { isFull } from "../support/extent.ts";
import { testSecret } from "../support/temporary-store.ts";
import { accountsOf, type Browser, given, signedIn } from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** Files of the receipts are read in pages, and nobody waits for those of others. */

const now = () => testClock;
const path = "/dashboard/receipts.csv";

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

let users = 8_000;

/** A merchant with so many receipts, `amountSantim` of which counts from 1, three at each moment. */
const shopWith = async (rows: number): Promise<Browser> => {
  users += 1;
  const userId = users;
  const { id: account } = given(await accounts.registerTelegram(userId));
  const store = await openStore({ databaseUrl: world.databaseUrl, secret: testSecret, now });
  const made = Array.from({ length: rows }, (_, index) => ({
    id: `entry-${String(index).padStart(6, "0")}`,
    account_id: account,
    at: testClock.getTime() - 60_000_000 + Math.floor(index / 3) * 1_000,
    caller_id: "",
    provider: "beta",
    question: `question ${index}`,
    receipt: `receipt ${index}`,
    verdict: "verified" as const,
    amount_santim: index + 1,
    charged_santim: 0,
    is_first: 1 as const,
    is_undone: 0,
    takings: null,
  }));
  for (let from = 0; from < rows; from += 1_000)
    given(
      await store.transaction(async (trx) => {
        await trx
          .insertInto("receipt_history")
          .values(made.slice(from, from + 1_000))
          .execute();
      }),
    );
  await store.close();
  return signedIn(world, accounts, { kind: "person", userId });
};

/** The amounts of a file in santim, in its order. */
const amountsIn = (file: string): readonly number[] =>
  file
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => Math.round(Number(line.split(",")[5]) * 100));

const upTo = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("a file holds every receipt once, the oldest first, whatever its pages are", async () => {
  for (const rows of [0, 1, 499, 500, 501, 1_000, 1_234]) {
    const owner = await shopWith(rows);
    const { html, status } = await owner.get(path);
    expect([rows, status]).toEqual([rows, 200]);
    expect(amountsIn(html)).toEqual(upTo(1, rows));
  }
});

test("a file ends at its limit, and holds the newest", async () => {
  const owner = await shopWith(20_010);
  const file = await owner.get(path);
  expect(amountsIn(file.html)).toEqual(upTo(11, 20_010));
  expect(amountsIn((await owner.get(`${path}?amount=0.07`)).html)).toEqual([7]);
});

test("who downloads much at once waits behind themselves, and everybody else is served", async () => {
  const [rows, downloads] = isFull ? [5_000, 20] : [2_000, 10];
  const much = await shopWith(rows);
  const little = await shopWith(700);
  const ended: string[] = [];
  const note = async (name: string, work: Promise<number>) => {
    const outcome = await work;
    ended.push(name);
    return outcome;
  };
  const download = async (browser: Browser) => amountsIn((await browser.get(path)).html).length;
  const many = upTo(1, downloads).map(() => note("much", download(much)));
  // The first of them has begun, so that all are ahead of what comes now.
  await many[0];
  const before = ended.length;
  const check = world.post("/api/verify-beta", { reference: "DKF1AB2CD3" });
  const rest = [
    note("little", download(little)),
    note(
      "check",
      check.then(({ status }) => status),
    ),
  ];
  expect(await Promise.all(many)).toEqual(many.map(() => rows));
  expect(await Promise.all(rest)).toEqual([700, 200]);
  expect(before).toBeLessThan(5);
  expect(ended.indexOf("check")).toBeLessThan(before + 3);
  expect(ended.indexOf("little")).toBeLessThan(before + 3);
});

test("too many downloads of one account at once are told when to come again", async () => {
  const owner = await shopWith(700);
  const replies = await Promise.all(upTo(1, 60).map(() => owner.get(path)));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  for (const { status, html } of replies) if (status === 200) expect(amountsIn(html)).toHaveLength(700);
  expect((await owner.get(path)).status).toBe(200);
});
