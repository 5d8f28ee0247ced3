import type { Work } from "../store/schema.ts";
import { startOfDay } from "./admission.ts";
import type { AtDesk } from "./refusal.ts";
import type { Room } from "./room.ts";

/** What an account was told on the running day of Addis Ababa (design 5). */
export type DayBook = {
  readonly since: Date;
  /** Sorted by label. */
  readonly providers: readonly ProviderDay[];
  /** Answers that were none: not found, not completed, another receipt. */
  readonly notConfirmed: number;
};

/** Receipts that the account saw verified for the first time: `count` of them. */
export type ProviderDay = {
  readonly provider: string;
  readonly count: number;
  readonly amountSantim: number;
};

export type DayBooks = { readonly dayBookOf: (account: string) => AtDesk<DayBook> };

export const createDayBooks = ({ store, now }: Room): DayBooks => ({
  dayBookOf: (account) => {
    const since = startOfDay(now());
    return store.transaction(async (work) => ({
      since,
      providers: await firstSeen(work, account, since),
      notConfirmed: await notConfirmed(work, account, since),
    }));
  },
});

const firstSeen = async (work: Work, account: string, since: Date): Promise<readonly ProviderDay[]> => {
  const rows = await asked(work, account, since)
    .select(({ fn }) => ["provider", fn.countAll().as("count"), fn.sum("amount_santim").as("santim")])
    .where("is_first", "=", 1)
    .groupBy("provider")
    .orderBy("provider")
    .execute();
  return rows.map(({ provider, count, santim }) => ({
    provider,
    count: Number(count),
    amountSantim: Number(santim ?? 0),
  }));
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
