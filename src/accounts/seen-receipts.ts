import { z } from "zod";
import type { Seal } from "../core/crypto.ts";
import type { Tables, Work } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import type { AdminResult } from "./refusal.ts";

/** Earlier sightings of a receipt that an account has seen verified. */
export type SeenBefore = {
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
  /** Whether it shows no other receipt: then each of its parts shows this one. */
  readonly isWhole: boolean;
  /** A later answer can point to this message; null where there is none. */
  readonly message: ChatMessage | null;
};

/** A verified receipt in the eyes of an account. */
export type ShownReceipt = {
  readonly account: string;
  /** A pseudonym. */
  readonly receipt: string;
  /** A Telegram user's pseudonym or a key's id. */
  readonly callerId: string;
  readonly source: ReceiptSource | null;
};

type Circumstances = { readonly at: Date; readonly seal: Seal; readonly pseudonyms: Pseudonyms };

/**
 * Counts a verified receipt as seen; null: the account has not seen it before. It is one statement, so that one of two
 * checks in the same second is the first.
 */
export const noteSeen = async (
  work: Work,
  shown: ShownReceipt,
  { at, seal, pseudonyms }: Circumstances,
): Promise<SeenBefore | null> => {
  const seen = await insert(work, rowOf(shown, { at, seal, pseudonyms }))
    .onConflict((conflict) =>
      conflict.columns(["account_id", "receipt"]).doUpdateSet((eb) => ({
        times: eb("seen_receipt.times", "+", 1),
        last_at: at.getTime(),
      })),
    )
    .returning(seenColumns)
    .executeTakeFirst();
  if (seen === undefined) throw new Error("an upsert returns a row");
  return seenBeforeOf(work, seen, { ...shown, source: sourceOf(shown, pseudonyms) }, { at, seal });
};

/** A verified receipt that a Telegram user showed. */
type ShownByUser = Pick<ShownReceipt, "source"> & {
  readonly provider: string;
  readonly reference: string;
  readonly userId: number;
};

/**
 * What an account has seen of a receipt that was found for another one, or for none; null: nothing. From now on it has
 * seen it. Looking twice counts once.
 */
export const adoptSeen = (
  { store, seal, pseudonyms, now }: AccountsContext,
  account: string,
  { provider, reference, userId, source }: ShownByUser,
): AdminResult<SeenBefore | null> =>
  store.transaction(async (work) => {
    const at = now();
    const receipt = pseudonyms.receipt(account, "live", provider, reference);
    const shown = { account, receipt, callerId: pseudonyms.user(userId), source };
    const isFirst = await insert(work, rowOf(shown, { at, seal, pseudonyms }))
      .onConflict((conflict) => conflict.columns(["account_id", "receipt"]).doNothing())
      .returning("receipt")
      .executeTakeFirst();
    const seen = isFirst === undefined ? await selectSeen(work, shown) : undefined;
    const named = sourceOf(shown, pseudonyms);
    if (seen === undefined || isSameSource(seen, named, new Date(seen.first_at))) return null;
    // This showing is not counted, so all that are came before it.
    return seenBeforeOf(work, { ...seen, times: seen.times + 1 }, { ...shown, source: named }, { at, seal });
  });

/** What `noteSeen` last said of a receipt; null also when it was never seen. */
export const lastSeen = async (
  work: Work,
  shown: ShownReceipt,
  { at, seal, pseudonyms }: Circumstances,
): Promise<SeenBefore | null> => {
  const seen = await selectSeen(work, shown);
  const source = sourceOf(shown, pseudonyms);
  return seen ? seenBeforeOf(work, seen, { ...shown, source }, { at, seal }) : null;
};

const selectSeen = (work: Work, { account, receipt }: ShownReceipt) =>
  work
    .selectFrom("seen_receipt")
    .select(seenColumns)
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .executeTakeFirst();

/** The source under its pseudonym. */
const sourceOf = ({ account, source }: ShownReceipt, pseudonyms: Pseudonyms): ReceiptSource | null =>
  source && { ...source, id: pseudonyms.source(account, source.id) };

const writeSource = ({ id, part }: ReceiptSource): string => `${id} ${part}`;

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
    message: message && seal.close(messageName(shown), JSON.stringify(message)),
  };
};

const insert = (work: Work, row: ReturnType<typeof rowOf>) => work.insertInto("seen_receipt").values(row);

type Seen = Pick<Tables["seen_receipt"], (typeof seenColumns)[number]>;

const seenBeforeOf = async (
  work: Work,
  seen: Seen,
  shown: ShownReceipt,
  { at, seal }: Pick<Circumstances, "at" | "seal">,
): Promise<SeenBefore | null> => {
  if (seen.times === 1) return null;
  return {
    firstAt: new Date(seen.first_at),
    times: seen.times - 1,
    isSameSource: isSameSource(seen, shown.source, at),
    who: await firstCallerOf(work, seen.caller_id, shown, seal),
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
  return first === writeSource(now) || (now.isWhole && first.startsWith(`${now.id} `));
};

const firstCallerOf = async (
  work: Work,
  first: string,
  { account, callerId }: ShownReceipt,
  seal: Seal,
): Promise<FirstCaller> => {
  if (first === "") return { kind: "unknown" };
  if (first === callerId) return { kind: "you" };
  const member = await work
    .selectFrom("telegram_link")
    .select("name")
    .where("pseudonym", "=", first)
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
  return { ...message, isSameChat: shown.source?.message?.chatId === message.chatId };
};
