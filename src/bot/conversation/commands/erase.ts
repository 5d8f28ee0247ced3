import { Composer } from "grammy";
import type { Accounts, AccountToErase } from "../../../accounts/accounts.ts";
import { markOf } from "../../../core/crypto.ts";
import { ok } from "../../../core/result.ts";
import { minuteMs } from "../../../core/time.ts";
import { formatAmount } from "../../../rendering/render.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import { type Chat, placeOf, plain } from "../../telegram/chat.ts";
import { orLater } from "../../telegram/postponement.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, refusalReply, reply, replyToCallback } from "./command-reply.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "accountsToErase" | "erase" | "eraseChat">;
  readonly chat: Pick<Chat, "notify" | "dropButtons" | "listCommands">;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** After this time the button does nothing. */
const confirmMsMax = 10 * minuteMs;

/** `/erase` removes what is kept of a person, after a button confirms it. Doing it again finds nothing left. */
export const createErase = ({ accounts, chat, now, languageOf }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  /** What goes with its money. Nothing is erased while that is not known. */
  const goneWith = async (userId: number): Promise<readonly AccountToErase[]> =>
    orLater(await accounts.accountsToErase({ telegram: userId }));

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
    const askedAt = now().getTime().toString(36);
    const yes = { text: texts.eraseYes, callback_data: `erase:${askedAt}:${markOf(JSON.stringify(gone))}` };
    await reply(ctx, {
      ...plain([texts.eraseAsk, ...loses].join("\n\n")),
      markup: { inline_keyboard: [[yes]] },
    });
  });

  commands.callbackQuery(/^erase:([0-9a-z]{1,11}):([\w-]{6})$/, async (ctx) => {
    const language = await languageOf(ctx);
    const askedAt = Number.parseInt(ctx.match[1] ?? "", 36);
    const shown = ctx.callbackQuery.message;
    const isInTime = now().getTime() - askedAt < confirmMsMax;
    if (!isInTime || shown === undefined || !isPrivate(ctx))
      return chat.notify(ctx.callbackQuery.id, catalogues[language].commandStale);
    const place = placeOf(shown);
    // Erasing again would also erase the note that it was answered.
    const isDone = await ctx.sending.isSent(place, "erased");
    // More may go by now than was said, such as money that has come in.
    const gone = isDone ? [] : await goneWith(ctx.from.id);
    if (gone.length > 0 && markOf(JSON.stringify(gone)) !== ctx.match[2])
      return chat.notify(ctx.callbackQuery.id, catalogues[language].commandStale);
    const erased = isDone ? ok(true) : await accounts.erase({ telegram: ctx.from.id }, gone);
    if (!erased.ok && erased.error.code === "account_changed")
      return chat.notify(ctx.callbackQuery.id, catalogues[language].commandStale);
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
