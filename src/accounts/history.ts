import type { Verdict } from "../failure.ts";
import { freshId } from "../store/random-bytes.ts";
import type { Tables, Work } from "../store/schema.ts";
import { firstOf, statement } from "../store/statement.ts";

/** That an account saw the same receipt verified before: when first, and how often until now. */
export type SeenBefore = {
  readonly firstAt: Date;
  readonly times: number;
  /** Whether this occasion was the first of them, or another part of it was. */
  readonly by: "this" | "this occasion" | "another";
};

/** What shows a receipt, such as one answer about a message. `occasion`: an HMAC. */
export type Showing = { readonly occasion: string; readonly part: string };

/**
 * Claims a verified receipt for an account. One statement: of two who check it in the same second, one is the first
 * (null) and the other has seen it before.
 */
export const claimReceipt = async (
  work: Work,
  account: string,
  receipt: string,
  { at, showing }: { readonly at: Date; readonly showing: Showing | null },
): Promise<SeenBefore | null> => {
  const told = showing === null ? null : writtenOf(showing);
  const seen = firstOf(await claim(work, { account, receipt, at: at.getTime(), showing: told }));
  if (seen === null) throw new Error("a claim gives a row");
  return seenBeforeOf(seen, showing);
};

type Claim = {
  readonly account: string;
  readonly receipt: string;
  readonly at: number;
  readonly showing: string | null;
};

const claim = statement((work, { account, receipt, at, showing }: Claim) =>
  work
    .insertInto("seen_receipt")
    .values({ account_id: account, receipt, first_at: at, last_at: at, times: 1, showing })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "receipt"]).doUpdateSet((eb) => ({
        times: eb("seen_receipt.times", "+", 1),
        last_at: at,
      })),
    )
    .returning(["first_at", "times", "showing"]),
);

/** What the last claim of a receipt was told; null too when nobody claimed it. */
export const lastClaimOf = async (
  work: Work,
  account: string,
  receipt: string,
  showing: Showing | null,
): Promise<SeenBefore | null> => {
  const seen = await work
    .selectFrom("seen_receipt")
    .select(["first_at", "times", "showing"])
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .executeTakeFirst();
  return seen ? seenBeforeOf(seen, showing) : null;
};

/** One answer as an account's history keeps it: no reference, no name. */
export type Remembered = {
  readonly account: string;
  readonly at: Date;
  readonly asker: string;
  readonly provider: string;
  readonly question: string;
  readonly receipt: string | null;
  readonly verdict: Verdict;
  readonly amountSantim: number | null;
  readonly chargedSantim: number;
  readonly isFirst: boolean;
};

export const remember = async (work: Work, answer: Remembered): Promise<void> => {
  const id = freshId(16);
  await insert(work, { ...answer, id, at: answer.at.getTime(), isFirst: answer.isFirst ? 1 : 0 });
};

type Row = Omit<Remembered, "at" | "isFirst"> & {
  readonly id: string;
  readonly at: number;
  readonly isFirst: 0 | 1;
};

const insert = statement((work, row: Row) =>
  work.insertInto("receipt_history").values({
    id: row.id,
    account_id: row.account,
    at: row.at,
    asker: row.asker,
    provider: row.provider,
    question: row.question,
    receipt: row.receipt,
    verdict: row.verdict,
    amount_santim: row.amountSantim,
    charged_santim: row.chargedSantim,
    is_first: row.isFirst,
  }),
);

const seenBeforeOf = (
  { first_at, times, showing }: Pick<Tables["seen_receipt"], "first_at" | "times" | "showing">,
  now: Showing | null,
): SeenBefore | null =>
  times === 1 ? null : { firstAt: new Date(first_at), times: times - 1, by: whoWas(showing, now) };

const writtenOf = ({ occasion, part }: Showing): string => `${occasion} ${part}`;

const whoWas = (first: string | null, now: Showing | null): SeenBefore["by"] => {
  if (first === null || now === null) return "another";
  if (first === writtenOf(now)) return "this";
  return first.startsWith(`${now.occasion} `) ? "this occasion" : "another";
};
