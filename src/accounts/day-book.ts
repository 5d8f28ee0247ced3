import type { Work } from "../database/schema.ts";
import { startOfDay } from "./admission.ts";
import type { AccountsContext } from "./context.ts";
import { noteOwn } from "./history.ts";
import type { AdminResult } from "./refusal.ts";

/** What an account was told on the running day of Addis Ababa (design 5). */
export type DayBook = {
  readonly since: Date;
  /** What came to the account's merchant, sorted by label. */
  readonly own: readonly ProviderDay[];
  /** What came to others, or to a receiver who is not known; sorted by label. */
  readonly others: readonly ProviderDay[];
  /** Answers that were none: not found, not completed, another receipt. */
  readonly notConfirmed: number;
};

/** Receipts that the account saw verified for the first time: `count` of them. */
export type ProviderDay = {
  readonly provider: string;
  readonly count: number;
  readonly amountSantim: number;
};

export type DayBooks = {
  readonly dayBookOf: (account: string) => AdminResult<DayBook>;
  /** Takes what a merchant has said since then: whether the money of a live receipt came to them. */
  readonly noteTakings: (
    account: string,
    receipt: { readonly provider: string; readonly reference: string; readonly isOwn: boolean },
  ) => AdminResult<void>;
};

export const createDayBooks = ({ store, names, now }: AccountsContext): DayBooks => ({
  dayBookOf: (account) => {
    const since = startOfDay(now());
    return store.transaction(async (work) => ({
      since,
      ...(await firstSeen(work, account, since)),
      notConfirmed: await notConfirmed(work, account, since),
    }));
  },
  noteTakings: (account, { provider, reference, isOwn }) =>
    store.transaction((work) =>
      noteOwn(work, account, names.receiptOf(account, "live", provider, reference), isOwn),
    ),
});

const firstSeen = async (
  work: Work,
  account: string,
  since: Date,
): Promise<Pick<DayBook, "own" | "others">> => {
  const rows = await asked(work, account, since)
    .select(({ fn }) => [
      "provider",
      "is_own",
      fn.countAll().as("count"),
      fn.sum("amount_santim").as("santim"),
    ])
    .where("is_first", "=", 1)
    .groupBy(["provider", "is_own"])
    .orderBy("provider")
    .execute();
  const days = rows.map(({ provider, is_own: own, count, santim }) => ({
    provider,
    isOwn: Number(own) === 1,
    count: Number(count),
    amountSantim: Number(santim ?? 0),
  }));
  return {
    own: summed(days.filter(({ isOwn }) => isOwn)),
    others: summed(days.filter(({ isOwn }) => !isOwn)),
  };
};

/** One sum for each provider. A day's book does not tell unknown receivers from others. */
const summed = (days: readonly ProviderDay[]): readonly ProviderDay[] => {
  const byProvider = new Map<string, ProviderDay>();
  for (const { provider, count, amountSantim } of days) {
    const before = byProvider.get(provider) ?? { count: 0, amountSantim: 0 };
    byProvider.set(provider, {
      provider,
      count: before.count + count,
      amountSantim: before.amountSantim + amountSantim,
    });
  }
  return [...byProvider.values()];
};

const notConfirmed = async (work: Work, account: string, since: Date): Promise<number> => {
  const { count } = await asked(work, account, since)
    .select(({ fn }) => fn.countAll().as("count"))
    .where("verdict", "!=", "verified")
    .executeTakeFirstOrThrow();
  return Number(count);
};

const asked = (work: Work, account: string, since: Date) =>
  work.selectFrom("receipt_history").where("account_id", "=", account).where("at", ">=", since.getTime());
