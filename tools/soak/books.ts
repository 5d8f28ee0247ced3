import { openStore } from "../../src/database/store.ts";
import { priceSantim, startSantim } from "../chat/customers.ts";
import { mistakesInBooks, readBooks } from "../invariants/books.ts";

type Place = { readonly databaseUrl: string; readonly secret: string };

/** Messages that wait to be worked off, and what processes that are gone still hold for a while. */
export const unsettledIn = async ({ databaseUrl, secret }: Place): Promise<number> => {
  const store = await openStore({ databaseUrl, secret, now: () => new Date() });
  const waiting = await store.db
    .selectFrom("inbox")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  const held = await store.db
    .selectFrom("reservation")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  await store.close();
  return Number(waiting.count) + Number(held.count);
};

/** How often the account was charged, and what is wrong with that when so many receipts were asked for. */
export const judgeBooks = async ({ databaseUrl, secret }: Place, account: string, receipts: number) => {
  const store = await openStore({ databaseUrl, secret, now: () => new Date() });
  const charges = await store.db
    .selectFrom("ledger_entry")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("account_id", "=", account)
    .where("kind", "=", "charge")
    .executeTakeFirstOrThrow();
  const balance = await store.db
    .selectFrom("balance")
    .selectAll()
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  const seenAgain = await store.db
    .selectFrom("seen_receipt")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("account_id", "=", account)
    .where("times", ">", 1)
    .executeTakeFirstOrThrow();
  const mistakes = mistakesInBooks(await readBooks(store));
  await store.close();
  const charged = Number(charges.count);
  const expected = startSantim - receipts * priceSantim;
  const wrong = [
    charged === receipts ? "" : `${charged} charges for ${receipts} receipts`,
    balance.posted_santim === expected ? "" : `the balance is ${balance.posted_santim}, not ${expected}`,
    balance.pending_santim === 0 ? "" : `${balance.pending_santim} santim are still held`,
    Number(seenAgain.count) === 0 ? "" : `${seenAgain.count} receipts were counted as seen before`,
    ...mistakes,
  ];
  return { charged, wrong: wrong.filter((what) => what !== "") };
};
