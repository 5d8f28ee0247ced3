import { type CallbackQueryContext, Composer } from "grammy";
import {
  type Accounts,
  type AccountToErase,
  readToldErasure,
  type ToldErasure,
  writeToldErasure,
} from "../../../accounts/accounts.ts";
import { ok } from "../../../core/result.ts";
import { minuteMs } from "../../../core/time.ts";
import { formatAmount } from "../../../rendering/render.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import type { BotMemory } from "../../data/memory.ts";
import { type Chat, placeOf, plain } from "../../telegram/chat.ts";
import { orLater } from "../../telegram/postponement.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, refusalReply, reply, replyToCallback } from "./command-reply.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "ask" | "question">;
  readonly accounts: Pick<Accounts, "accountsToErase" | "erase" | "eraseChat">;
  readonly chat: Pick<Chat, "notify" | "dropButtons" | "listCommands">;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** After this time the button does nothing. */
const confirmMsMax = 10 * minuteMs;

/** `/erase` removes what is kept of a person, after a button confirms it. Doing it again finds nothing left. */
export const createErase = ({ memory, accounts, chat, now, languageOf }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  /** What goes with its money. Nothing is erased while that is not known. */
  const goneWith = async (userId: number): Promise<readonly AccountToErase[]> =>
    orLater(await accounts.accountsToErase({ telegram: userId }));

  /** What they were told. Their erasure deletes the question, after which nothing is left that could go. */
  const toldBy = async (id: string, ctx: CallbackQueryContext<TalkContext>): Promise<ToldErasure> => {
    const stored = await memory.question(id, ctx.sending.updateId);
    const isTheirs = stored?.kind === "erase" && stored.userId === ctx.from.id;
    return isTheirs ? readToldErasure(stored.payload) : [];
  };

  commands.command("erase", async (ctx) => {
    const language = await languageOf(ctx);
    const texts = catalogues[language];
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, plain(texts.privateOnly));
    const gone = await goneWith(ctx.from.id);
    const santim = gone.reduce((sum, { balanceSantim }) => sum + balanceSantim, 0);
    const waiting = gone.reduce((sum, { waitingSantim }) => sum + waitingSantim, 0);
    const loses = [
      ...(santim > 0 ? [texts.eraseLoses(formatAmount(santim))] : []),
      ...(waiting > 0 ? [texts.eraseLosesWaiting(formatAmount(waiting))] : []),
    ];
    const { id: userId } = ctx.from;
    const question = { chatId: ctx.chatId ?? userId, userId, kind: "erase", ttlMs: confirmMsMax } as const;
    const askedAt = now().getTime().toString(36);
    const { id } = await memory.ask({ ...question, payload: writeToldErasure(gone) });
    const yes = { text: texts.eraseYes, callback_data: `erase:${askedAt}:${id}` };
    await reply(ctx, {
      ...plain([texts.eraseAsk, ...loses].join("\n\n")),
      markup: { inline_keyboard: [[yes]] },
    });
  });

  commands.callbackQuery(/^erase:([0-9a-z]{1,11}):([\w-]{8,32})$/, async (ctx) => {
    const language = await languageOf(ctx);
    const askedAt = Number.parseInt(ctx.match[1] ?? "", 36);
    const shown = ctx.callbackQuery.message;
    const isInTime = now().getTime() - askedAt < confirmMsMax;
    if (!isInTime || shown === undefined || !isPrivate(ctx))
      return chat.notify(ctx.callbackQuery.id, catalogues[language].commandStale);
    const place = placeOf(shown);
    // Erasing again would also erase the note that it was answered.
    const isDone = await ctx.sending.isSent(place, "erased");
    const told = isDone ? [] : await toldBy(ctx.match[2] ?? "", ctx);
    const erased = isDone ? ok(true) : await accounts.erase({ telegram: ctx.from.id }, told);
    // Money may have come in, or another owner may have left.
    if (!erased.ok && erased.error.code === "account_changed")
      return chat.notify(ctx.callbackQuery.id, catalogues[language].eraseChanged);
    if (erased.ok) await replyToCallback(ctx, "erased", plain(catalogues[language].erased));
    else await replyToCallback(ctx, "not erased", refusalReply(erased.error, language));
    await chat.notify(ctx.callbackQuery.id);
    if (!erased.ok) return;
    await chat.dropButtons(place);
    void chat.listCommands(shown.chat.id, null);
    orLater(await accounts.eraseChat(ctx.from.id));
  });

  return commands;
};
