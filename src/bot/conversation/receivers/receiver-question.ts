import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import type { Catalogue } from "../../../texts/catalogue.ts";
import type { ReceiptAssessment } from "../../../verify/receipt-assessment.ts";
import type { ChatMerchant } from "../caller.ts";

/** The answers of the buttons under a record to "is that you?". `yes` only asks whether to save. */
const receiverChoices = ["yes", "save", "once", "no", "cancel"] as const;

type ReceiverChoice = (typeof receiverChoices)[number];

/**
 * Which record: the message that asked for it, the slot of its answer, and the mark of its receipt for whom it was
 * asked.
 */
type NamedRecord = { readonly messageId: number; readonly slot: string; readonly mark: string };

/**
 * The buttons under a record that ask whose its receiver is. There are none where nothing is to be decided, or nobody
 * may decide. `slot` names the place of the record's outcome, so that the answer can be edited.
 */
export const receiverRows = (
  { kind }: Pick<ReceiptAssessment, "kind">,
  decider: ChatMerchant["decider"],
  record: NamedRecord,
  { receiver: texts }: Catalogue,
): InlineKeyboardButton[][] => {
  if (decider === "nobody") return [];
  const isOwn = decider === "person";
  if (kind === "someone_else")
    return [[receiverButton("yes", record, isOwn ? texts.afterAll : texts.shopsAfterAll)]];
  if (kind !== "receiver_unknown") return [];
  return [
    [
      receiverButton("yes", record, isOwn ? texts.yes : texts.shopsYes),
      receiverButton("no", record, isOwn ? texts.no : texts.shopsNo),
    ],
  ];
};

export const receiverButton = (
  answer: ReceiverChoice,
  { messageId, slot, mark }: NamedRecord,
  text: string,
): InlineKeyboardButton => ({ text, callback_data: `mine:${answer}:${messageId}:${slot}:${mark}` });

/** The choice in the data of a button. Throws for what is none. */
export const readReceiverChoice = (written: string | undefined): ReceiverChoice =>
  z.enum(receiverChoices).parse(written);

/** What `receiverButton` made. */
export const receiverPattern =
  /^mine:(yes|save|once|no|cancel):(\d{1,15}):((?:receipt|answered|press|later):[\w-]{1,20}):([\w-]{6})$/;
