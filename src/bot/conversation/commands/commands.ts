import { Composer } from "grammy";
import { formatAmount } from "../../../rendering/render.ts";
import type { Catalogue } from "../../../texts/catalogue.ts";
import { formatDayAndTime } from "../../../texts/dates.ts";
import { catalogues, failureSentence, type Language } from "../../../texts/texts.ts";
import { callerIn, countedAs } from "../../telegram/arrival.ts";
import { plain } from "../../telegram/chat.ts";
import type { CalendarHere } from "../calendar-here.ts";
import type { ConversationDependencies } from "../dependencies.ts";
import { type GroupBudget, takeCommandAnswer } from "../limits/group-budget.ts";
import { isPassedOn, typedText } from "../message-text.ts";
import type { AccountSaving } from "../receivers/account-saving.ts";
import type { ChatAccounts } from "../receivers/chat-accounts.ts";
import type { TalkContext } from "../sending.ts";
import { createAccountsCommand } from "./accounts.ts";
import { createAuditCommand } from "./audit.ts";
import { isPrivate, reply } from "./command-reply.ts";
import { createDashboardCommand } from "./dashboard.ts";
import { createErase } from "./erase.ts";
import { createExpect } from "./expect.ts";
import { createExport } from "./export.ts";
import { createGroupBinding } from "./group-binding.ts";
import { createJoin } from "./join.ts";
import { createKeyCommands } from "./keys.ts";
import { createLanguage } from "./language.ts";
import { createWelcome, menuIn } from "./menu.ts";
import { createMoving } from "./moving.ts";
import { createStart } from "./start.ts";
import { createStatus } from "./status.ts";
import { createToday } from "./today.ts";
import { createTopUpCommand } from "./top-up.ts";

type Dependencies = Pick<
  ConversationDependencies,
  "data" | "verification" | "merchants" | "chat" | "merchantOf" | "publicUrl" | "operatorContact" | "now"
> & {
  readonly chatAccounts: ChatAccounts;
  readonly saving: AccountSaving;
  readonly budget: GroupBudget;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
  readonly calendarHere: CalendarHere;
};

/** The commands and the language buttons. */
export const createCommands = ({ data, verification, merchants, ...rest }: Dependencies) => {
  const deps = { ...data, ...verification, ...merchants, ...rest };
  const { accounts, providers, detect, topUp = null, languageOf, calendarHere } = deps;
  const commands = new Composer<TalkContext>();

  const moving = createMoving(deps);
  const binding = createGroupBinding(deps);

  commands.use(moving.composer, binding.composer);
  const welcome = createWelcome(deps);
  commands.use(createStart({ ...deps, moving, welcome }));
  commands.use(createLanguage({ ...deps, welcome }));
  commands.use(createKeyCommands(deps));
  commands.use(createDashboardCommand(deps));
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
    const sender = ctx.message && callerIn(ctx.message);
    if (sender === undefined) return;
    const userId = countedAs(sender, ctx.chat.id);
    const allowance = await accounts.allowanceOf({ kind: "telegram", userId });
    if (!allowance.ok) return reply(ctx, plain(failureSentence(allowance.error, language).message));
    const texts = catalogues[language];
    if (allowance.value.kind === "balance" && !isPrivate(ctx)) return reply(ctx, plain(texts.privateOnly));
    if (allowance.value.kind === "balance")
      return reply(ctx, plain(texts.usageBalance(formatAmount(allowance.value.balanceSantim))));
    const { remaining, limit, resetAt } = allowance.value.quota;
    const until = formatDayAndTime(resetAt, language, await calendarHere(ctx));
    await reply(ctx, plain(texts.usage(remaining, limit, until)));
  });

  commands.command("privacy", async (ctx) => {
    await reply(ctx, plain(catalogues[await languageOf(ctx)].privacy));
  });

  /** Answers a command that is not carried out; one with a receipt behind it is clear, as `/verify DKF1AB2CD3`. */
  const notCarriedOut = (say: (texts: Catalogue) => string): Composer<TalkContext> => {
    const composer = new Composer<TalkContext>();
    composer
      .on("message:entities:bot_command")
      .filter(({ chat, msg: { text } }) => chat.type === "private" && text?.startsWith("/") === true)
      .use(async (ctx, next) => {
        const { candidates, refused } = detect(ctx.msg.text ?? "");
        if (candidates.length + refused.length > 0) return next();
        await reply(ctx, plain(say(catalogues[await languageOf(ctx)])));
      });
    return composer;
  };
  commands.use(notCarriedOut(({ unknownCommand }) => unknownCommand));

  const all = new Composer<TalkContext>();
  all
    .filter(({ message }) => message !== undefined && isPassedOn(message))
    .use(notCarriedOut(({ passedOnCommand }) => passedOnCommand));
  all.filter((ctx) => mayBeMeant(ctx) && takeCommandAnswer(deps.budget, ctx)).use(commands);
  return all;
};

/** Whether any command may handle an update. Most messages are sorted out here, before each command is tried. */
const mayBeMeant = ({ callbackQuery, message }: TalkContext): boolean => {
  if (callbackQuery !== undefined) return true;
  if (message === undefined || isPassedOn(message)) return false;
  const { entities, caption_entities: captionEntities, reply_to_message: quoted } = message;
  const isCommand = (entities ?? captionEntities ?? []).some(({ type }) => type === "bot_command");
  // A question for a number is answered by a number.
  return isCommand || quoted !== undefined || /^[\s\p{Cf}]*[\d()+-]/u.test(typedText(message));
};
