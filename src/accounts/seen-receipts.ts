import { z } from "zod";
import type { Seal } from "../core/crypto.ts";
import type { Database, Tables, Transaction } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import { type KnownReceipt, type Pseudonyms, receiptPseudonym } from "./pseudonyms.ts";
import type { AdminResult } from "./refusal.ts";
import { noteCompletedWithin } from "./undone-receipts.ts";

/** When an account has seen a receipt verified before, or the other bank's receipt of the same payment. */
export type SeenBefore = {
  /** Whether it was another bank's receipt, of what seems to be the same payment. */
  readonly isByOtherBank: boolean;
  readonly firstAt: Date;
  readonly times: number;
  /** Whether the first one had this very source, such as a message that was changed since. */
  readonly isSameSource: boolean;
  readonly who: FirstCaller;
  /** The message that showed it first; null where no chat did, or where its sender was erased. */
  readonly message: (ChatMessage & { readonly isSameChat: boolean }) | null;
};

/**
 * Who saw a receipt first, in words for the one who asks now. `member`: somebody else of the account, by their present
 * name. `unknown`: for example a member who has left.
 */
export type FirstCaller =
  | { readonly kind: "you" | "key" | "unknown" }
  | { readonly kind: "member"; readonly name: string };

/** A message of a chat, by Telegram's numbers. */
export type ChatMessage = { readonly chatId: number; readonly messageId: number };

/** What shows a receipt: one part of a source, such as one reply to a message. */
export type ReceiptSource = {
  readonly id: string;
  readonly part: string;
  /** A mark of what it says by now: once it was changed, another part of it may show the receipt. */
  readonly text?: string | undefined;
  /** Whether it shows no other receipt: then each of its parts shows this one. */
  readonly isWhole: boolean;
  /** A later answer can point to this message; null where there is none. */
  readonly message: ChatMessage | null;
  /** Whether somebody else wrote what shows it, and the caller passed it on. */
  readonly isPassedOn?: boolean | undefined;
};

/**
 * One of the two receipts that a payment between two banks may have: the payer's bank has one, and the receiver's another
 * under a reference of its own.
 */
export type PaymentLeg = {
  /** Whether it is the receiver's bank's. */
  readonly isReceiving: boolean;
  /** What both of them tell of the payment. */
  readonly told?: readonly string[] | undefined;
  /**
   * The same with the night in place of the day, where one bank may date the payment before midnight and the other
   * after it.
   */
  readonly toldAtNight?: readonly string[] | undefined;
  /** The reference of the payer's bank, where both may print it. */
  readonly toldByReference?: readonly string[] | undefined;
};

/** A verified receipt in the eyes of an account. */
export type ShownReceipt = {
  readonly account: string;
  /** A pseudonym. */
  readonly receipt: string;
  /** A Telegram user's pseudonym or a key's id. */
  readonly callerId: string;
  readonly source: ReceiptSource | null;
  /** Null where the receipt tells too little of its payment. `payments`: pseudonyms under which the other bank's may be. */
  readonly leg: (Pick<PaymentLeg, "isReceiving"> & { readonly payments: readonly string[] }) | null;
};

type Circumstances = { readonly at: Date; readonly seal: Seal; readonly pseudonyms: Pseudonyms };

/**
 * Counts a verified receipt as seen; null: the account has not seen it before. It is one statement, so that one of two
 * checks in the same second is the first.
 */
export const noteSeen = async (
  trx: Transaction,
  shown: ShownReceipt,
  { at, seal, pseudonyms }: Circumstances,
): Promise<SeenBefore | null> => {
  const seen = await insert(trx, rowOf(shown, { at, seal, pseudonyms }))
    .onConflict((conflict) =>
      conflict.columns(["account_id", "receipt"]).doUpdateSet((eb) => ({
        times: eb("seen_receipt.times", "+", 1),
        last_at: at.getTime(),
      })),
    )
    .returning(seenColumns)
    .executeTakeFirst();
  if (seen === undefined) throw new Error("an upsert returns a row");
  const named = { ...shown, source: sourceOf(shown, pseudonyms) };
  const before = await seenBeforeOf(trx, seen, named, { at, seal });
  if (before !== null && !before.isSameSource) return before;
  if (before !== null) await noteSource(trx, named);
  const firstAt = before === null ? null : seen.first_at;
  return (await byOtherBank(trx, named, firstAt, { at, seal })) ?? before;
};

/**
 * What an account has seen of the same payment by the other bank's receipt; null: nothing, or this receipt itself was shown
 * elsewhere before. Of two that are checked in the same second, the one that is noted last hears of the other.
 *
 * @param firstAt when the account saw this receipt first; null: just now
 */
const byOtherBank = async (
  trx: Transaction,
  shown: ShownReceipt,
  firstAt: number | null,
  { at, seal }: Pick<Circumstances, "at" | "seal">,
): Promise<SeenBefore | null> => {
  if (shown.leg === null) return null;
  const { isReceiving, payments } = shown.leg;
  const others: Awaited<ReturnType<typeof firstOfOtherBank>>[] = [];
  for (const payment of payments)
    others.push(await firstOfOtherBank(trx, { ...shown, payment, isReceiving, at }));
  const seen = others.find((other) => other !== undefined && (firstAt === null || firstAt >= other.first_at));
  if (seen === undefined) return null;
  const other = { ...shown, receipt: seen.receipt, source: null };
  const told = await seenBeforeOf(trx, { ...seen, times: seen.times + 1 }, other, { at, seal });
  return told && { ...told, isByOtherBank: true };
};

type NotedPayment = Pick<ShownReceipt, "account" | "receipt"> & {
  readonly payment: string;
  readonly isReceiving: boolean;
  readonly at: Date;
};

/**
 * Notes a receipt as one of a payment's, and resolves with the other bank's that the account saw first. What is undone is
 * none: a payer who was paid back pays again, and the receipt of that payment, perhaps another bank's, tells the same.
 */
const firstOfOtherBank = async (
  trx: Transaction,
  { account, payment, receipt, isReceiving, at }: NotedPayment,
) => {
  const [own, other] = isReceiving ? [1, 0] : [0, 1];
  const noted = { account_id: account, payment, last_at: at.getTime() };
  // The row without a receipt comes first: another check that notes one of the same payment waits for it.
  await trx
    .insertInto("seen_payment")
    .values([
      { ...noted, is_receiving: 0, receipt: "" },
      { ...noted, is_receiving: own, receipt },
    ])
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "payment", "is_receiving", "receipt"])
        .doUpdateSet({ last_at: noted.last_at }),
    )
    .execute();
  const ofOtherBank = trx
    .selectFrom("seen_payment")
    .select("receipt")
    .where("account_id", "=", account)
    .where("payment", "=", payment)
    .where("is_receiving", "=", other);
  const undone = trx.selectFrom("undone_receipt").select("receipt").where("account_id", "=", account);
  return trx
    .selectFrom("seen_receipt")
    .select([...seenColumns, "receipt"])
    .where("account_id", "=", account)
    .where("receipt", "in", ofOtherBank)
    .where("receipt", "not in", undone)
    .orderBy("first_at")
    .executeTakeFirst();
};

/**
 * When a receipt was first shown to an account, in epoch milliseconds; null: never. Its history may name the receipt earlier:
 * what its people ask in another shop's group is shown to that shop.
 */
export const firstSeenAt = async (db: Database, account: string, receipt: string): Promise<number | null> => {
  const seen = await db
    .selectFrom("seen_receipt")
    .select("first_at")
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .executeTakeFirst();
  return seen?.first_at ?? null;
};

/** Whether an account was shown a receipt, by a check of its own or by an earlier answer. */
export const hasSeen = (
  { store, pseudonyms }: AccountsContext,
  account: string,
  receipt: KnownReceipt,
): AdminResult<boolean> =>
  store.read(
    async (db) =>
      (await firstSeenAt(db, account, receiptPseudonym({ pseudonyms }, account, receipt))) !== null,
  );

/** A verified receipt that a Telegram user showed. */
type ShownByUser = Pick<ShownReceipt, "source"> & {
  readonly leg: PaymentLeg | null;
  readonly provider: string;
  readonly reference: string;
  readonly userId: number;
  /** When its bank was asked for it; null: an earlier answer was given again. */
  readonly askedAt: Date | null;
};

/**
 * What an account has seen of a receipt that was found for another one, or for none; null: nothing. From now on it has
 * seen it. Looking twice counts once. Where its bank had called it undone before it was asked for this, it counts again.
 */
export const adoptSeen = (
  { store, seal, pseudonyms, now }: AccountsContext,
  account: string,
  { provider, reference, userId, source, leg, askedAt }: ShownByUser,
): AdminResult<SeenBefore | null> =>
  store.transaction(async (trx) => {
    const at = now();
    const receipt = receiptPseudonym({ pseudonyms }, account, { provider, reference });
    const shown = {
      account,
      receipt,
      callerId: pseudonyms.user(userId),
      source,
      leg: legUnderPseudonym(pseudonyms, account, "live", leg),
    };
    await noteCompletedWithin(trx, account, receipt, { takings: null, askedAt, at });
    const isFirst = await insert(trx, rowOf(shown, { at, seal, pseudonyms }))
      .onConflict((conflict) => conflict.columns(["account_id", "receipt"]).doNothing())
      .returning("receipt")
      .executeTakeFirst();
    const seen = isFirst === undefined ? await selectSeen(trx, shown) : undefined;
    const named = { ...shown, source: sourceOf(shown, pseudonyms) };
    if (seen === undefined || isSameSource(seen, named.source, new Date(seen.first_at))) {
      if (seen !== undefined) await noteSource(trx, named);
      return byOtherBank(trx, named, seen?.first_at ?? null, { at, seal });
    }
    // This showing is not counted, so all that are came before it.
    return seenBeforeOf(trx, { ...seen, times: seen.times + 1 }, named, { at, seal });
  });

export const legUnderPseudonym = (
  pseudonyms: Pseudonyms,
  account: string,
  mode: "live" | "test",
  leg: PaymentLeg | null,
): ShownReceipt["leg"] =>
  leg && {
    isReceiving: leg.isReceiving,
    payments: [leg.toldByReference, leg.told, leg.toldAtNight]
      .filter((told) => told !== undefined)
      .map((told) => pseudonyms.payment(account, mode, ...told)),
  };

/** What `noteSeen` last said of a receipt; null also when it was never seen. */
export const lastSeen = async (
  trx: Transaction,
  shown: ShownReceipt,
  { at, seal, pseudonyms }: Circumstances,
): Promise<SeenBefore | null> => {
  const seen = await selectSeen(trx, shown);
  const named = { ...shown, source: sourceOf(shown, pseudonyms) };
  if (seen === undefined) return null;
  const before = await seenBeforeOf(trx, seen, named, { at, seal });
  if (before !== null && !before.isSameSource) return before;
  return (await byOtherBank(trx, named, seen.first_at, { at, seal })) ?? before;
};

const selectSeen = (trx: Transaction, { account, receipt }: Pick<ShownReceipt, "account" | "receipt">) =>
  trx
    .selectFrom("seen_receipt")
    .select(seenColumns)
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .executeTakeFirst();

/** The source and its text under their pseudonyms. */
const sourceOf = ({ account, source }: ShownReceipt, pseudonyms: Pseudonyms): ReceiptSource | null =>
  source && {
    ...source,
    id: pseudonyms.source(account, source.id),
    text: pseudonyms.source(account, `${source.id} ${source.text ?? ""}`),
  };

const writeSource = ({ id, text, part }: ReceiptSource): string => `${id} ${text} ${part}`;

/** Notes which part of the source shows the receipt by now. Another part of the same text shows it once more. */
const noteSource = async (
  trx: Transaction,
  { account, receipt, source }: Pick<ShownReceipt, "account" | "receipt" | "source">,
): Promise<void> => {
  await trx
    .updateTable("seen_receipt")
    .set({ source: source && writeSource(source) })
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .execute();
};

const seenColumns = ["first_at", "times", "caller_id", "source", "message"] as const;

const rowOf = (shown: ShownReceipt, { at, seal, pseudonyms }: Circumstances) => {
  const source = sourceOf(shown, pseudonyms);
  const message = shown.source?.message ?? null;
  return {
    account_id: shown.account,
    receipt: shown.receipt,
    first_at: at.getTime(),
    last_at: at.getTime(),
    times: 1,
    caller_id: shown.callerId,
    source: source && writeSource(source),
    message: message && seal.close(messageContext(shown), JSON.stringify(message)),
  };
};

const insert = (trx: Transaction, row: ReturnType<typeof rowOf>) =>
  trx.insertInto("seen_receipt").values(row);

type Seen = Pick<Tables["seen_receipt"], (typeof seenColumns)[number]>;

const seenBeforeOf = async (
  trx: Transaction,
  seen: Seen,
  shown: ShownReceipt,
  { at, seal }: Pick<Circumstances, "at" | "seal">,
): Promise<SeenBefore | null> => {
  if (seen.times === 1) return null;
  return {
    isByOtherBank: false,
    firstAt: new Date(seen.first_at),
    times: seen.times - 1,
    isSameSource: isSameSource(seen, shown.source, at),
    who: await firstCallerOf(trx, seen.caller_id, shown, seal),
    message: messageOf(seen.message, shown, seal),
  };
};

/** After this time the same source counts as another showing, because its readers may take the answer for a new one. */
const sameSourceMs = 10 * 60 * 1000;

const isSameSource = (
  { source: first, first_at }: Pick<Seen, "source" | "first_at">,
  now: ReceiptSource | null,
  at: Date,
): boolean => {
  if (first === null || now === null || at.getTime() - first_at > sameSourceMs) return false;
  if (!first.startsWith(`${now.id} `)) return false;
  const isOfFormerText = !first.startsWith(`${now.id} ${now.text} `);
  return now.isWhole || isOfFormerText || first === writeSource(now);
};

/** Who that was, in words for the one who shows the receipt now. */
export const firstCallerOf = async (
  trx: Transaction,
  first: string,
  { account, callerId }: Pick<ShownReceipt, "account" | "callerId">,
  seal: Seal,
): Promise<FirstCaller> => {
  if (first === "") return { kind: "unknown" };
  if (first === callerId) return { kind: "you" };
  const member = await trx
    .selectFrom("telegram_link")
    .select("name")
    .where("pseudonym", "=", first)
    .where("account_id", "=", account)
    .executeTakeFirst();
  const name = member && member.name !== "" ? seal.open(first, member.name) : "";
  if (name !== "") return { kind: "member", name };
  const key = await trx
    .selectFrom("api_key")
    .select("id")
    .where("id", "=", first)
    .where("account_id", "=", account)
    .executeTakeFirst();
  return { kind: key ? "key" : "unknown" };
};

const messageSchema = z.strictObject({ chatId: z.int(), messageId: z.int() });

const messageContext = ({ account, receipt }: Pick<ShownReceipt, "account" | "receipt">): string =>
  `seen receipt ${account} ${receipt}`;

const messageOf = (sealed: string | null, shown: ShownReceipt, seal: Seal): SeenBefore["message"] => {
  if (sealed === null) return null;
  const message = messageSchema.parse(JSON.parse(seal.open(messageContext(shown), sealed)));
  return { ...message, isSameChat: shown.source?.message?.chatId === message.chatId };
};
