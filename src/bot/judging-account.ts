import type { Accounts, Caller } from "../accounts/accounts.ts";
import type { SavedAccount, SavedAccounts } from "../store/saved-accounts.ts";
import { isGroup } from "./masks.ts";
import { orLater } from "./postponement.ts";
import type { Asker } from "./questions.ts";

/** Who judges what is posted at one place, and what that means for whoever posts it. */
export type JudgingAccount = {
  /** Whose saved accounts judge and in whose history the receipt is kept; null: nobody's. */
  readonly account: string | null;
  /** On whom the check is counted: the same person, also where another account judges. */
  readonly caller: Caller;
  /**
   * What pressing "yes, mine" comes to. `saves`: the asker decides, and gets an account where they have none; `asks`:
   * the account's owners are asked in their private chats; `nothing`: there is no such button.
   */
  readonly saving: "saves" | "asks" | "nothing";
  /** What the account is called where it judges for a group; `""` in private and where it is not known. */
  readonly shop: string;
};

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount" | "groupAccount" | "shopOf">;
};

/**
 * The one answer to whose account judges: in a private chat the person's own, in a group the one that the group is
 * bound to. Rejects with a postponement while the database is away.
 */
export const createJudgingAccount = ({ accounts }: Dependencies) => {
  const judgingAccountOf = async ({
    place,
    userId,
  }: Pick<Asker, "place" | "userId">): Promise<JudgingAccount> => {
    const caller = { kind: "telegram", userId } as const;
    if (isGroup(place)) {
      const account = orLater(await accounts.groupAccount(place.chatId));
      if (account === null) return { account, caller, saving: "nothing", shop: "" };
      return { account, caller, saving: "asks", shop: orLater(await accounts.shopOf(account)) };
    }
    const linked = orLater(await accounts.telegramAccount(userId));
    const saving = linked?.role === "staff" ? "asks" : "saves";
    return { account: linked?.account ?? null, caller, saving, shop: "" };
  };
  return judgingAccountOf;
};

/** The saved accounts with which a receipt may be looked up where it is asked for; in a group without their names. */
export const createSavedAt =
  ({ judgingAccountOf, savedAccounts }: SavedDependencies) =>
  async (asker: Pick<Asker, "place" | "userId">): Promise<readonly SavedAccount[]> => {
    const { account } = await judgingAccountOf(asker);
    const saved = account === null ? [] : await savedAccounts.of(account);
    return isGroup(asker.place) ? saved.map((one) => ({ ...one, name: "" })) : saved;
  };

type SavedDependencies = {
  readonly judgingAccountOf: JudgingAccountOf;
  readonly savedAccounts: Pick<SavedAccounts, "of">;
};

export type SavedAt = ReturnType<typeof createSavedAt>;

export type JudgingAccountOf = ReturnType<typeof createJudgingAccount>;
