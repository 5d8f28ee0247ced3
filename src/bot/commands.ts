import { Composer } from "grammy";
import type { Accounts } from "../accounts/accounts.ts";
import type { Detection } from "../detect.ts";
import type { ProviderAnswers } from "../provider-answers.ts";
import type { Provider } from "../providers/provider.ts";
import type { BotMemory } from "../store/bot-memory.ts";
import type { ExpectedSums } from "../store/expected-sums.ts";
import { formatDayAndTime } from "../texts/dates.ts";
import { catalogues, failureSentence, type Language } from "../texts/texts.ts";
import type { TopUp } from "../top-up/top-up.ts";
import type { AccountSaving } from "./account-saving.ts";
import { type Chat, plain } from "./chat.ts";
import { createAccountsCommand } from "./commands/accounts.ts";
import { createAuditCommand } from "./commands/audit.ts";
import { isPrivate, reply } from "./commands/command-reply.ts";
import { createErase } from "./commands/erase.ts";
import { createExpect } from "./commands/expect.ts";
import { createExport } from "./commands/export.ts";
import { createGroupBinding } from "./commands/group-binding.ts";
import { createJoin } from "./commands/join.ts";
import { createKeyCommands } from "./commands/keys.ts";
import { createLanguage } from "./commands/language.ts";
import { menuIn } from "./commands/menu.ts";
import { createMoving } from "./commands/moving.ts";
import { createStart } from "./commands/start.ts";
import { createStatus } from "./commands/status.ts";
import { createToday } from "./commands/today.ts";
import { createTopUpCommand } from "./commands/top-up.ts";
import { createWelcome } from "./commands/welcome.ts";
import { askerIn } from "./incoming.ts";
import { typedText } from "./message-text.ts";
import type { OwnAccounts } from "./own-accounts.ts";
import { formatAmount } from "./render.ts";
import type { TalkContext } from "./talk.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly accounts: Accounts;
  readonly topUp?: TopUp | null;
  readonly operatorContact?: string | null;
  readonly now: () => Date;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
  readonly ownAccounts: OwnAccounts;
  readonly saving: AccountSaving;
  readonly expectedSums: ExpectedSums;
  readonly providers: readonly Provider[];
  readonly detect: (text: string) => Detection;
  /** Seconds until asking a provider can help again; 0 while it is asked. */
  readonly waitSeconds: (provider: Provider) => number;
  /** How a provider has answered of late. */
  readonly answersOf: (provider: Pick<Provider, "label">) => ProviderAnswers;
  readonly chat: Chat;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** The commands and the language buttons. */
export const createCommands = (deps: Dependencies) => {
  const { accounts, providers, detect, topUp = null, languageOf } = deps;
  const commands = new Composer<TalkContext>();

  const moving = createMoving(deps);
  const binding = createGroupBinding(deps);

  commands.use(moving.composer, binding.composer);
  const welcome = createWelcome(deps);
  commands.use(createStart({ ...deps, moving, welcome }));
  commands.use(createLanguage({ ...deps, welcome }));
  commands.use(createKeyCommands(deps));
  commands.use(createErase(deps));
  commands.use(createAccountsCommand(deps));
  commands.use(createExpect(deps));
  commands.use(createJoin({ ...deps, moving, binding }));
  commands.use(createAuditCommand(deps));
  commands.use(createTopUpCommand(deps));
  commands.use(createToday(deps));
  commands.use(createExport(deps));
  commands.use(createStatus(deps));

  commands.command("help", async (ctx) => {
    const banks = providers.map(({ settings }) => settings.bank);
    const language = await languageOf(ctx);
    const listed = menuIn(language, { isPrivate: isPrivate(ctx), topUp: topUp !== null });
    const each = listed.map(({ command, description }) => `/${command} ${description}`);
    await reply(ctx, plain([catalogues[language].help(banks), "", ...each].join("\n")));
  });

  commands.command("usage", async (ctx) => {
    const language = await languageOf(ctx);
    const userId = ctx.message && askerIn(ctx.message);
    if (userId === undefined) return;
    const allowance = await accounts.allowanceOf({ kind: "telegram", userId });
    if (!allowance.ok) return reply(ctx, plain(failureSentence(allowance.error, language).message));
    const texts = catalogues[language];
    if (allowance.value.kind === "balance" && !isPrivate(ctx)) return reply(ctx, plain(texts.privateOnly));
    if (allowance.value.kind === "balance")
      return reply(ctx, plain(texts.usageBalance(formatAmount(allowance.value.balanceSantim))));
    const { remaining, limit, resetAt } = allowance.value.quota;
    await reply(ctx, plain(texts.usage(remaining, limit, formatDayAndTime(resetAt, language))));
  });

  commands.command("privacy", async (ctx) => {
    await reply(ctx, plain(catalogues[await languageOf(ctx)].privacy));
  });

  commands
    .on("message:entities:bot_command")
    .filter((ctx) => ctx.chat.type === "private" && ctx.message.text?.startsWith("/") === true)
    .use(async (ctx, next) => {
      const { candidates, refused } = detect(ctx.msg.text);
      // `/verify DKF1AB2CD3`: what is meant is plain.
      if (candidates.length + refused.length > 0) return next();
      await reply(ctx, plain(catalogues[await languageOf(ctx)].unknownCommand));
    });

  const all = new Composer<TalkContext>();
  all.filter(mayBeMeant).use(commands);
  return all;
};

/** Most messages tell at once that they are none of a command's business, and need not be held against each of them. */
const mayBeMeant = ({ callbackQuery, message }: TalkContext): boolean => {
  if (callbackQuery !== undefined) return true;
  if (message === undefined) return false;
  const { entities, caption_entities: captionEntities, reply_to_message: quoted } = message;
  const isCommand = (entities ?? captionEntities ?? []).some(({ type }) => type === "bot_command");
  // What is asked for a number is answered by one.
  return isCommand || quoted !== undefined || /^[\s\p{Cf}]*[\d()+-]/u.test(typedText(message));
};
