import type { Api } from "grammy";
import type { BotCommand } from "grammy/types";
import type { Accounts } from "../../../accounts/accounts.ts";
import { formatAmount } from "../../../rendering/render.ts";
import { catalogues, type Language, languages } from "../../../texts/texts.ts";
import { plain, type Reply } from "../../telegram/chat.ts";

type Command = keyof (typeof catalogues)["en"]["commands"];

/** In the order in which they are listed. */
const privateCommands: readonly Command[] = [
  "start",
  "help",
  "lang",
  "accounts",
  "expect",
  "today",
  "export",
  "status",
  "usage",
  "topup",
  "key",
  "dashboard",
  "join",
  "audit",
  "privacy",
  "erase",
];

/** The others are no group's business. */
const groupCommands: readonly Command[] = ["help", "lang", "expect", "status", "usage", "join", "privacy"];

type Offer = {
  /** Whether topping up by receipt is offered. */
  readonly topUp: boolean;
};

/** What can be asked for in a chat, described in this language. */
export const menuIn = (
  language: Language,
  { isPrivate, topUp }: Offer & { readonly isPrivate: boolean },
): BotCommand[] =>
  (isPrivate ? privateCommands : groupCommands)
    .filter((command) => command !== "topup" || topUp)
    .map((command) => ({ command, description: catalogues[language].commands[command] }));

/**
 * Tells Telegram what the bot is and takes: in English to everyone, in each further language to its speakers. Given up
 * when `signal` is raised. `patiently`: makes a call, and again after a flood wait.
 */
export const introduce = async (
  api: Api,
  offer: Offer,
  patiently: <T>(call: () => Promise<T>) => Promise<T>,
  signal: AbortSignal,
): Promise<void> => {
  for (const language of languages) {
    if (signal.aborted) return;
    const speakers = language === "en" ? {} : { language_code: language };
    const { description, shortDescription } = catalogues[language];
    for (const type of ["default", "all_private_chats", "all_group_chats"] as const) {
      const menu = menuIn(language, { ...offer, isPrivate: type !== "all_group_chats" });
      await patiently(() => api.setMyCommands(menu, { scope: { type }, ...speakers }));
    }
    await patiently(() => api.setMyDescription(description, speakers));
    await patiently(() => api.setMyShortDescription(shortDescription, speakers));
  }
};

/** The welcome in a language. `userId`: the reader in a private chat; null in a group. */
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

/** What a registered person has left. */
const standingOf = (left: Left, language: Language): string =>
  left.kind === "balance"
    ? catalogues[language].usageBalance(formatAmount(left.balanceSantim))
    : catalogues[language].registered(left.quota.limit);
