import { z } from "zod";
import { freshId, type Seal } from "../core/crypto.ts";
import type { Verdict } from "../core/failure.ts";
import type { Database, Tables, Work } from "../database/schema.ts";

/** That an account saw the same receipt verified before: when first, and how often until now. */
export type SeenBefore = {
  readonly firstAt: Date;
  readonly times: number;
  /** Whether this occasion was the first of them, or another part of it was. */
  readonly by: "this" | "this occasion" | "another";
  readonly who: FirstAsker;
  /** The message that showed it first; null where it came otherwise than by a chat, or its sender was erased. */
  readonly message: (ChatMessage & { readonly isSameChat: boolean }) | null;
};

/**
 * Who saw a receipt first, as it is told to who asks now. `member`: somebody else of the account, by the name that is
 * known of them today. `unknown`: nobody can tell any more, such as when they have left.
 */
export type FirstAsker =
  | { readonly kind: "you" | "key" | "unknown" }
  | { readonly kind: "member"; readonly name: string };

/** A message of a chat, by Telegram's numbers. */
export type ChatMessage = { readonly chatId: number; readonly messageId: number };

/** What shows a receipt, such as one answer about a message. `occasion`: an HMAC. */
export type ReceiptSource = {
  readonly occasion: string;
  readonly part: string;
  /** The message, so that a later answer can point to it; null where there is none. */
  readonly message: ChatMessage | null;
};

/** A verified receipt of an account, and who shows it now: the HMAC of a Telegram user, or the id of a key. */
type ShownReceipt = {
  readonly account: string;
  readonly receipt: string;
  readonly asker: string;
  readonly showing: ReceiptSource | null;
};

/**
 * Claims a verified receipt for an account. One statement: of two who check it in the same second, one is the first
 * (null) and the other has seen it before.
 */
export const claimReceipt = async (
  work: Work,
  shown: ShownReceipt,
  { at, seal }: { readonly at: Date; readonly seal: Seal },
): Promise<SeenBefore | null> => {
  const { account, receipt, asker, showing } = shown;
  const told = showing === null ? null : writtenOf(showing);
  const message =
    showing === null || showing.message === null
      ? null
      : seal.close(messageName(shown), JSON.stringify(showing.message));
  const row = { account, receipt, at: at.getTime(), asker, showing: told, message };
  const seen = (await claim(work, row)) ?? null;
  if (seen === null) throw new Error("a claim gives a row");
  return seenBeforeOf(work, seen, shown, seal);
};

type Claim = Pick<ShownReceipt, "account" | "receipt" | "asker"> & {
  readonly at: number;
  readonly showing: string | null;
  /** Sealed. */
  readonly message: string | null;
};

const seenColumns = ["first_at", "times", "asker", "showing", "message"] as const;

const claim = (work: Database, { account, receipt, at, asker, showing, message }: Claim) =>
  work
    .insertInto("seen_receipt")
    .values({
      account_id: account,
      receipt,
      first_at: at,
      last_at: at,
      times: 1,
      asker,
      showing,
      message,
    })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "receipt"]).doUpdateSet((eb) => ({
        times: eb("seen_receipt.times", "+", 1),
        last_at: at,
      })),
    )
    .returning(seenColumns)
    .executeTakeFirst();

/** What the last claim of a receipt was told; null too when nobody claimed it. */
export const lastClaimOf = async (
  work: Work,
  shown: ShownReceipt,
  { seal }: { readonly seal: Seal },
): Promise<SeenBefore | null> => {
  const seen = await work
    .selectFrom("seen_receipt")
    .select(seenColumns)
    .where("account_id", "=", shown.account)
    .where("receipt", "=", shown.receipt)
    .executeTakeFirst();
  return seen ? seenBeforeOf(work, seen, shown, seal) : null;
};

/** One answer as an account's history keeps it: no reference, no name. */
type Remembered = {
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
  /** Whether the money came to the account's merchant; null unless the receipt was verified and judged. */
  readonly isOwn: boolean | null;
};

/** Takes what a merchant has said since then of whose money a receipt brought. */
export const noteOwn = async (
  work: Work,
  account: string,
  receipt: string,
  isOwn: boolean,
): Promise<void> => {
  await work
    .updateTable("receipt_history")
    .set({ is_own: isOwn ? 1 : 0 })
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .execute();
};

export const remember = async (work: Work, answer: Remembered): Promise<void> => {
  const id = freshId(16);
  const isOwn = answer.isOwn === null ? null : answer.isOwn ? 1 : 0;
  await insert(work, {
    ...answer,
    id,
    at: answer.at.getTime(),
    isFirst: answer.isFirst ? 1 : 0,
    isOwn,
  });
};

type Row = Omit<Remembered, "at" | "isFirst" | "isOwn"> & {
  readonly id: string;
  readonly at: number;
  readonly isFirst: 0 | 1;
  readonly isOwn: 0 | 1 | null;
};

const insert = (work: Database, row: Row) =>
  work
    .insertInto("receipt_history")
    .values({
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
      is_own: row.isOwn,
    })
    .execute();

type Seen = Pick<Tables["seen_receipt"], (typeof seenColumns)[number]>;

const seenBeforeOf = async (
  work: Work,
  seen: Seen,
  shown: ShownReceipt,
  seal: Seal,
): Promise<SeenBefore | null> => {
  if (seen.times === 1) return null;
  return {
    firstAt: new Date(seen.first_at),
    times: seen.times - 1,
    by: whichWas(seen.showing, shown.showing),
    who: await whoWas(work, seen.asker, shown, seal),
    message: messageOf(seen.message, shown, seal),
  };
};

const writtenOf = ({ occasion, part }: ReceiptSource): string => `${occasion} ${part}`;

const whichWas = (first: string | null, now: ReceiptSource | null): SeenBefore["by"] => {
  if (first === null || now === null) return "another";
  if (first === writtenOf(now)) return "this";
  return first.startsWith(`${now.occasion} `) ? "this occasion" : "another";
};

const whoWas = async (
  work: Work,
  first: string,
  { account, asker }: ShownReceipt,
  seal: Seal,
): Promise<FirstAsker> => {
  if (first === "") return { kind: "unknown" };
  if (first === asker) return { kind: "you" };
  const member = await work
    .selectFrom("telegram_link")
    .select("name")
    .where("person", "=", first)
    .where("account_id", "=", account)
    .executeTakeFirst();
  const name = member && member.name !== "" ? seal.open(first, member.name) : "";
  if (name !== "") return { kind: "member", name };
  const key = await work
    .selectFrom("api_key")
    .select("id")
    .where("id", "=", first)
    .where("account_id", "=", account)
    .executeTakeFirst();
  return { kind: key ? "key" : "unknown" };
};

const messageSchema = z.strictObject({ chatId: z.int(), messageId: z.int() });

const messageName = ({ account, receipt }: Pick<ShownReceipt, "account" | "receipt">): string =>
  `seen receipt ${account} ${receipt}`;

const messageOf = (sealed: string | null, shown: ShownReceipt, seal: Seal): SeenBefore["message"] => {
  if (sealed === null) return null;
  const message = messageSchema.parse(JSON.parse(seal.open(messageName(shown), sealed)));
  return { ...message, isSameChat: shown.showing?.message?.chatId === message.chatId };
};
