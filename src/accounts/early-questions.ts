import type { Seal } from "../core/crypto.ts";
import { earlyQuestionKeptMs } from "../database/retention.ts";
import type { Transaction } from "../database/schema.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import { type FirstCaller, firstCallerOf, type SeenBefore, type ShownReceipt } from "./seen-receipts.ts";

/*
 * Who asked for a receipt before its bank confirmed it. It gives nobody a place: the next numbers of a bank can be guessed.
 * But whoever copies the link of a customer who waits may be the first to show the receipt. So the answers tell who asked.
 */

/** What an answer tells of an earlier question for its receipt. */
export type AskedEarly = {
  readonly askedAt: Date;
  /** Whether the very message asked that shows the receipt now. */
  readonly isSameMessage: boolean;
  readonly who: FirstCaller;
};

type Circumstances = { readonly at: Date; readonly seal: Seal; readonly pseudonyms: Pseudonyms };

/** A question for a receipt that its bank does not confirm, for one account. `receipts`: pseudonyms of what it may be. */
type EarlyQuestion = Pick<ShownReceipt, "account" | "callerId" | "source"> & {
  readonly receipts: readonly string[];
};

/** Notes the first question of each message. A question that is older than what is kept gives way to this one. */
export const noteAskedEarly = async (
  trx: Transaction,
  { account, receipts, callerId, source }: EarlyQuestion,
  { at, pseudonyms }: Omit<Circumstances, "seal">,
): Promise<void> => {
  const asked = { caller_id: callerId, asked_at: at.getTime() };
  const message = messageName(pseudonyms, account, source?.message);
  for (const receipt of receipts)
    await trx
      .insertInto("early_question")
      .values({ account_id: account, receipt, message, ...asked })
      .onConflict((conflict) =>
        conflict
          .columns(["account_id", "receipt", "message"])
          .doUpdateSet(asked)
          .where("early_question.asked_at", "<=", at.getTime() - earlyQuestionKeptMs),
      )
      .execute();
};

/**
 * Who asked for a verified receipt before it was shown first, in another message than the one that did; null: nobody did. The
 * message that shows it now comes before others.
 */
export const askedEarly = async (
  trx: Transaction,
  shown: ShownReceipt,
  seenBefore: SeenBefore | null,
  { at, seal, pseudonyms }: Circumstances,
): Promise<AskedEarly | null> => {
  const { account, receipt, source } = shown;
  const own = messageName(pseudonyms, account, source?.message);
  const isFirst = seenBefore === null || seenBefore.isSameSource;
  const first = isFirst ? own : messageName(pseudonyms, account, seenBefore.message);
  const asked = await trx
    .selectFrom("early_question")
    .select(["message", "caller_id", "asked_at"])
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .where("message", "<>", first)
    .where("asked_at", ">", at.getTime() - earlyQuestionKeptMs)
    .where("asked_at", "<", (seenBefore?.firstAt ?? at).getTime())
    .orderBy((eb) => eb.case().when("message", "=", own).then(0).else(1).end())
    .orderBy("asked_at")
    .limit(1)
    .executeTakeFirst();
  return asked === undefined
    ? null
    : {
        askedAt: new Date(asked.asked_at),
        isSameMessage: asked.message !== "" && asked.message === own,
        who: await firstCallerOf(trx, asked.caller_id, shown, seal),
      };
};

/** What a message is called here; empty for what came by no chat. */
const messageName = (
  pseudonyms: Pseudonyms,
  account: string,
  message: SeenBefore["message"] | NonNullable<ShownReceipt["source"]>["message"] | undefined,
): string =>
  message ? pseudonyms.source(account, `chat ${message.chatId} message ${message.messageId}`) : "";
