import type { Accounts } from "../../accounts/accounts.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { plain, type Reply } from "../chat.ts";
import { formatAmount } from "../render.ts";

/** What is said first in a language. `userId`: who reads it in a private chat; null in a group. */
export const createWelcome =
  ({ accounts }: { readonly accounts: Pick<Accounts, "allowanceOf" | "telegramAccount"> }) =>
  async (language: Language, userId: number | null): Promise<Reply> => {
    const texts = catalogues[language];
    if (userId === null) return plain(texts.welcome);
    const buttons = [
      [{ text: texts.saveAccount, callback_data: "own:add" }],
      [
        { text: texts.tryExample, callback_data: "start:example" },
        { text: texts.howItWorks, callback_data: "start:how" },
      ],
    ];
    const linked = await accounts.telegramAccount(userId);
    const isRegistered = linked.ok && linked.value !== null;
    const left = isRegistered ? await accounts.allowanceOf({ kind: "telegram", userId }) : null;
    const standing = left?.ok ? [standingOf(left.value, language)] : [];
    return {
      ...plain([texts.welcome, ...standing].join("\n")),
      markup: { inline_keyboard: buttons },
    };
  };

export type Welcome = ReturnType<typeof createWelcome>;

type Left = Extract<Awaited<ReturnType<Accounts["allowanceOf"]>>, { ok: true }>["value"];

/** What a registered person may do from now on. */
const standingOf = (left: Left, language: Language): string =>
  left.kind === "balance"
    ? catalogues[language].usageBalance(formatAmount(left.balanceSantim))
    : catalogues[language].registered(left.quota.limit);
