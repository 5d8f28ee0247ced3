/** What the bot under test is given to do. `connections`: how many Telegram opens to it. */
export type Load = { readonly hookUrl: string; readonly connections: number } & (
  | { readonly kind: "flood"; readonly count: number }
  | { readonly kind: "paced"; readonly seconds: number; readonly perSecond: number; readonly slowMs: number }
);

/** From the first update to the last answer; and of each update, from when it was posted, in milliseconds. */
export type Outcome = {
  readonly seconds: number;
  readonly firstMs: readonly number[];
  readonly resultMs: readonly number[];
};

/** They write from chats 1 to this one. */
export const peopleMax = 1_000;
/** Whose bank is slow. */
export const slowPerson = 2_000;
