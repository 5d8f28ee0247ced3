import type { Accounts, Caller } from "../../accounts/accounts.ts";
import type { SavedAccount, SavedAccounts } from "../../accounts/saved-accounts.ts";
import type { Language } from "../../texts/texts.ts";
import type { Assessor, ReceiptAssessment, ReceiptToAssess } from "../../verify/assessment.ts";
import { isGroup, type Place } from "../telegram/chat.ts";
import { orLater } from "../telegram/postponement.ts";

/** Who writes in a chat, in which language they are answered, and the message that brought the receipt. */
export type ChatCaller = { readonly place: Place; readonly userId: number; readonly language: Language };

/** The account that judges what is posted in a chat, and what that means for the caller. */
export type ChatMerchant = {
  /** The account whose saved accounts judge, and whose history keeps the receipt; null: none. */
  readonly account: string | null;
  /** On whom the check is counted: the person who writes, also where another account judges. */
  readonly countedOn: Caller;
  /**
   * What "yes, mine" does. `saves`: the caller decides, and gets an account where they have none; `asks`:
   * the account's owners are asked in their private chats; `nothing`: there is no such button.
   */
  readonly saving: "saves" | "asks" | "nothing";
  /** The account's name where it judges for a group; `""` in private chats and where it is not known. */
  readonly shop: string;
};

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount" | "groupAccount" | "shopOf">;
};

/**
 * Decides whose account judges: the person's own in a private chat, and the account that a group is bound to. Rejects
 * with a postponement while the database is away.
 */
export const createMerchantOf = ({ accounts }: Dependencies) => {
  const resolveCaller = async ({
    place,
    userId,
  }: Pick<ChatCaller, "place" | "userId">): Promise<ChatMerchant> => {
    const countedOn = { kind: "telegram", userId } as const;
    if (isGroup(place)) {
      const account = orLater(await accounts.groupAccount(place.chatId));
      if (account === null) return { account, countedOn, saving: "nothing", shop: "" };
      return { account, countedOn, saving: "asks", shop: orLater(await accounts.shopOf(account)) };
    }
    const linked = orLater(await accounts.telegramAccount(userId));
    const saving = linked?.role === "staff" ? "asks" : "saves";
    return { account: linked?.account ?? null, countedOn, saving, shop: "" };
  };
  return resolveCaller;
};

/** The saved accounts with which a receipt may be looked up for a caller; in a group without their names. */
export const createSavedAt =
  ({ resolveCaller, savedAccounts }: SavedDependencies) =>
  async (caller: Pick<ChatCaller, "place" | "userId">): Promise<readonly SavedAccount[]> => {
    const { account } = await resolveCaller(caller);
    const saved = account === null ? [] : await savedAccounts.of(account);
    return isGroup(caller.place) ? saved.map((one) => ({ ...one, name: "" })) : saved;
  };

type SavedDependencies = {
  readonly resolveCaller: MerchantOf;
  readonly savedAccounts: Pick<SavedAccounts, "of">;
};

export type SavedAt = ReturnType<typeof createSavedAt>;

export type MerchantOf = ReturnType<typeof createMerchantOf>;

/** What a receipt means where it was asked for, and who can say that they are its receiver. */
export type ChatAssessment = {
  readonly assessment: ReceiptAssessment;
  /** `you`: an owner of the account that judges; `shop`: those who share it; null: nobody is asked. */
  readonly asks: "you" | "shop" | null;
  readonly saving: ChatMerchant["saving"];
  /** Whose account judges; null: nobody's. */
  readonly account: string | null;
  /** The account's name where it judges for a group; `""` in private chats and where it is not known. */
  readonly shop: string;
};

type AssessDependencies = { readonly resolveCaller: MerchantOf; readonly assess: Assessor };

/** Assesses a receipt by the caller's account. Rejects with a postponement while the database is away. */
export const createAssessInChat =
  ({ resolveCaller, assess }: AssessDependencies) =>
  async (caller: ChatCaller, shown: ReceiptToAssess): Promise<ChatAssessment> => {
    const { account, saving, shop } = await resolveCaller(caller);
    const asks = { saves: "you", asks: "shop", nothing: null } as const;
    return { assessment: await assess(account, shown), asks: asks[saving], saving, account, shop };
  };

export type AssessInChat = ReturnType<typeof createAssessInChat>;
