/**
 * What a caller may do (spec 8), and when its day ends (design 5). Pure: the decision itself is one SQL
 * statement in `quotas.ts` or `money.ts`. Money is integer santim. Which answers count is `verdictOf` in
 * `failure.ts`, for both.
 */
export const tiers = {
  anonymous: { answersPerDay: 5 },
  /** All networks of one IPv6 /48 together. */
  site: { answersPerDay: 20 },
  registered: { answersPerDay: 10 },
  /** A test key, whose answers come from the sandbox (design 12). */
  test: { answersPerDay: 1_000 },
  /** Receipts handed in to top up: free, and no way to ask about receipts for nothing. */
  topup: { answersPerDay: 10 },
  balance: { answerSantim: 500 },
} as const;

/** What an account is. */
export type Tier = "registered" | "balance";

export type QuotaTier = Exclude<keyof typeof tiers, "balance" | "site">;

/** `day` is `YYYY-MM-DD` of Africa/Addis_Ababa; `resetAt` its end. */
type Admission = { readonly limit: number; readonly day: string; readonly resetAt: Date };

export const admit = (tier: QuotaTier, now: Date): Admission => {
  const day = dayOf(now);
  return { limit: tiers[tier].answersPerDay, day, resetAt: endOfDay(day) };
};

/** Ethiopia is UTC+3 the whole year. */
const addisOffsetMs = 3 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

export const dayOf = (now: Date): string =>
  new Date(now.getTime() + addisOffsetMs).toISOString().slice(0, "YYYY-MM-DD".length);

/** Midnight in Addis Ababa before `now`. */
export const startOfDay = (now: Date): Date => new Date(endOfDay(dayOf(now)).getTime() - dayMs);

/** Midnight after a day, `YYYY-MM-DD`. */
export const endOfDay = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs - addisOffsetMs);
