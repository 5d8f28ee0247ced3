import type { Accounts, Caller } from "../../accounts/accounts.ts";
import type { SavedAccount, SavedAccounts } from "../../accounts/saved-accounts.ts";
import type { ReceiverDecider } from "../../rendering/render.ts";
import type { Language } from "../../texts/texts.ts";
import type { Assessor, ReceiptToAssess } from "../../verify/assessor.ts";
import type { ReceiptAssessment } from "../../verify/receipt-assessment.ts";
import type { Expecter } from "../data/expected-sums.ts";
import { countedAs } from "../telegram/arrival.ts";
import { isGroup, type Place } from "../telegram/chat.ts";
import { orLater } from "../telegram/postponement.ts";

/** Who writes in a chat, in which language they are answered, and the message that brought the receipt. */
export type ChatCaller = {
  readonly place: Place;
  /** Negative: the group or the channel in whose name they write. */
  readonly userId: number;
  readonly language: Language;
  /** What shows the receipt; unset: the message, in the slot of the answer. */
  readonly source?: ShownIn | undefined;
};

/** The message of the chat that asks for a receipt, and the slot in which it was answered first. */
export type ShownIn = {
  readonly messageId: number;
  readonly part: string;
  /** The update that brought the text of the message in which it was found; unset: not known. */
  readonly update?: number | undefined;
  /** The message that shows it, where the asking one only replies to that in a group. */
  readonly pointsTo?: number | undefined;
  /** A mark of the receipts that the words of the asking message name, and of what they claim; unset: they name none. */
  readonly names?: string | undefined;
  /** Whether somebody else wrote the message, and the person passed it on. */
  readonly isPassedOn?: boolean | undefined;
  /** The album that was passed on with it; unset: none. */
  readonly album?: string | undefined;
};

/** The message that shows the receipt. */
export const shownMessageOf = ({ place, source }: Pick<ChatCaller, "place" | "source">): number =>
  source?.pointsTo ?? source?.messageId ?? place.messageId;

/**
 * What is said about a message to which somebody points quotes that message, or it would seem to be about a payment of
 * the person who points.
 */
export const quoting = ({ source }: Pick<ChatCaller, "source">): { readonly quotes?: number } =>
  source?.pointsTo === undefined ? {} : { quotes: source.pointsTo };

/** The merchant whose account assesses what is posted in a chat. */
export type ChatMerchant = {
  /** The account that receipts are assessed by, and whose history keeps them; null: none. */
  readonly account: string | null;
  /** The check counts on the person who writes, also where it is assessed for another account. See `countedAs`. */
  readonly countedOn: Caller;
  /** Whose the answer "yes, mine" is. A person who decides and has no account gets one. */
  readonly decider: ReceiverDecider;
  /** The account's name in a group; empty in private chats and where it is not known. */
  readonly shop: string;
};

/** Who expects a sum in a chat: in the group of a shop all together, elsewhere each person. `account`: its merchant's. */
export const expecterOf = (
  { place, userId }: Pick<ChatCaller, "place" | "userId">,
  account: ChatMerchant["account"],
): Expecter => ({ chatId: place.chatId, userId, shop: isGroup(place) ? account : null, account });

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount" | "groupAccount" | "shopOf">;
};

/**
 * Finds the merchant of a chat: the account of the person in a private chat, or the account that a group is bound to.
 * Rejects with a postponement while the database is away.
 */
export const createMerchantOf = ({ accounts }: Dependencies) => {
  const merchantOf = async ({
    place,
    userId,
  }: Pick<ChatCaller, "place" | "userId">): Promise<ChatMerchant> => {
    const countedOn = { kind: "telegram", userId: countedAs(userId, place.chatId) } as const;
    if (isGroup(place)) {
      const account = orLater(await accounts.groupAccount(place.chatId));
      if (account === null) return { account, countedOn, decider: "nobody", shop: "" };
      return { account, countedOn, decider: "owners", shop: orLater(await accounts.shopOf(account)) };
    }
    const linked = orLater(await accounts.telegramAccount(userId));
    const decider = linked?.role === "staff" ? "owners" : "person";
    return { account: linked?.account ?? null, countedOn, decider, shop: "" };
  };
  return merchantOf;
};

/** The saved accounts with which a receipt may be looked up for a caller; in a group without their names. */
export const createSavedAt =
  ({ merchantOf, savedAccounts }: SavedDependencies) =>
  async (caller: Pick<ChatCaller, "place" | "userId">): Promise<readonly SavedAccount[]> => {
    const { account } = await merchantOf(caller);
    const saved = account === null ? [] : await savedAccounts.of(account);
    return isGroup(caller.place) ? saved.map((one) => ({ ...one, name: "" })) : saved;
  };

type SavedDependencies = {
  readonly merchantOf: MerchantOf;
  readonly savedAccounts: Pick<SavedAccounts, "of">;
};

export type SavedAt = ReturnType<typeof createSavedAt>;

export type MerchantOf = ReturnType<typeof createMerchantOf>;

/** What a receipt means in a chat, and who can say whether its receiver is the merchant. */
export type ChatAssessment = {
  readonly assessment: ReceiptAssessment;
  readonly decider: ReceiverDecider;
  /** The merchant's account; null: none. */
  readonly account: string | null;
  /** The account's name in a group; empty in private chats and where it is not known. */
  readonly shop: string;
};

type AssessDependencies = { readonly merchantOf: MerchantOf; readonly assess: Assessor };

/** Assesses a receipt for the merchant of a chat. Rejects with a postponement while the database is away. */
export const createAssessInChat =
  ({ merchantOf, assess }: AssessDependencies) =>
  async (caller: ChatCaller, shown: ReceiptToAssess): Promise<ChatAssessment> => {
    const merchant = await merchantOf(caller);
    return chatAssessmentOf(merchant, await assess(merchant.account, shown));
  };

/** An assessment for the merchant of a chat. */
export const chatAssessmentOf = (
  { account, decider, shop }: ChatMerchant,
  assessment: ReceiptAssessment,
): ChatAssessment => ({ assessment, decider, account, shop });

export type AssessInChat = ReturnType<typeof createAssessInChat>;
