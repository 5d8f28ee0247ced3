import { type CallbackQueryContext, Composer } from "grammy";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Provider } from "../../providers/provider.ts";
import { provenReceiptOf } from "../../rendering/proof.ts";
import { formatDayIn } from "../../texts/dates.ts";
import { catalogues, failureSentence, type Language } from "../../texts/texts.ts";
import { noPaymentOf } from "../../verify/receipt-assessment.ts";
import type { Outbox } from "../data/outbox.ts";
import { type Chat, plain } from "../telegram/chat.ts";
import { orLater, postponement } from "../telegram/postponement.ts";
import type { CalendarHere } from "./calendar-here.ts";
import { messageOfOwnButton } from "./commands/command-reply.ts";
import { isTooOldOfGuest, readOutcome } from "./outcome.ts";
import type { TalkContext } from "./sending.ts";

type Dependencies = {
  readonly providers: readonly Provider[];
  readonly accounts: Pick<Accounts, "telegramAccount" | "hasSeen" | "createProof" | "withdrawProof">;
  readonly outbox: Pick<Outbox, "of">;
  readonly chat: Pick<Chat, "notify" | "edit">;
  readonly publicUrl: string;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
  readonly calendarHere: CalendarHere;
  readonly now: () => Date;
};

/** What the button under the details holds. */
export const proofData = (messageId: number, slot: string): string => `proof:${messageId}:${slot}`;

const makePattern = /^proof:(\d{1,16}):([\w:-]{1,40})$/;
const withdrawPattern = /^noproof:([\w-]{20})$/;

/** Makes a link to a proof of a receipt by an owner's press, and withdraws it. Private chats alone have the button. */
export const createProofs = ({
  providers,
  accounts,
  outbox,
  chat,
  publicUrl,
  languageOf,
  calendarHere,
  now,
}: Dependencies) => {
  const make = async (ctx: CallbackQueryContext<TalkContext>): Promise<void> => {
    const language = await languageOf(ctx);
    const texts = catalogues[language];
    const [, messageId = "", slot = ""] = makePattern.exec(ctx.callbackQuery.data) ?? [];
    const chatId = ctx.callbackQuery.message?.chat.id ?? 0;
    const place = { chatId, messageId: Number(messageId) };
    const said = chatId === ctx.from.id ? await outbox.of({ ...place, slot }) : null;
    const isItsOwn = said !== null && said.shown === ctx.callbackQuery.message?.message_id;
    const outcome = !isItsOwn || said.outcome === null ? null : readOutcome(said.outcome);
    if (outcome === null || !outcome.result.ok || noPaymentOf(outcome.result.value) !== null)
      return chat.notify(ctx.callbackQuery.id, texts.questionStale);
    const { value: verified } = outcome.result;
    const provider = providers.find(({ label }) => label === outcome.candidate?.provider);
    if (provider === undefined) return chat.notify(ctx.callbackQuery.id, texts.questionStale);
    const linked = orLater(await accounts.telegramAccount(ctx.from.id));
    // What was answered for another shop is nothing that this one passes on.
    if (linked === null || (outcome.account !== null && outcome.account !== linked.account))
      return chat.notify(ctx.callbackQuery.id, texts.proof.refused);
    const of = {
      provider: provider.label,
      reference: provider.receiptId(verified.receipt.transaction_reference),
    };
    // A guest's answer comes along to their first shop, for some time, and for longer where the shop was shown it again.
    const isOldOfGuest = outcome.account === null && isTooOldOfGuest(outcome, now());
    if (isOldOfGuest && !orLater(await accounts.hasSeen(linked.account, of)))
      return chat.notify(ctx.callbackQuery.id, texts.questionStale);
    const made = await accounts.createProof(linked.account, {
      ...provenReceiptOf(verified, outcome.checkedAt),
      of,
      by: { kind: "user", userId: ctx.from.id },
    });
    if (!made.ok) {
      if (made.error.code === "overloaded") throw postponement({ code: "overloaded" });
      return chat.notify(ctx.callbackQuery.id, refusalOf(made.error.code, language));
    }
    const { id, expiresAt } = made.value;
    const link = `${publicUrl}/p/${id}`;
    const until = formatDayIn(expiresAt, language, await calendarHere(ctx));
    await ctx.sending.send(place, `proof:${ctx.sending.updateId}`, {
      ...plain(texts.proof.made(link, until)),
      markup: { inline_keyboard: [[{ text: texts.proof.withdraw, callback_data: `noproof:${id}` }]] },
    });
    await chat.notify(ctx.callbackQuery.id);
  };

  const withdraw = async (ctx: CallbackQueryContext<TalkContext>): Promise<void> => {
    const texts = catalogues[await languageOf(ctx)];
    const [, id = ""] = withdrawPattern.exec(ctx.callbackQuery.data) ?? [];
    const linked = orLater(await accounts.telegramAccount(ctx.from.id));
    const by = { kind: "user", userId: ctx.from.id } as const;
    const withdrawn = linked && (await accounts.withdrawProof(linked.account, id, by));
    if (withdrawn === null || !withdrawn.ok) {
      if (withdrawn?.error.code === "overloaded") throw postponement({ code: "overloaded" });
      return chat.notify(ctx.callbackQuery.id, texts.proof.refused);
    }
    const messageId = messageOfOwnButton(ctx);
    if (messageId !== null && ctx.chatId !== undefined)
      await chat.edit({ chatId: ctx.chatId, messageId }, plain(texts.proof.withdrawn));
    await chat.notify(ctx.callbackQuery.id);
  };

  const composer = new Composer<TalkContext>();
  composer.callbackQuery(makePattern, make);
  composer.callbackQuery(withdrawPattern, withdraw);
  return composer;
};

const refusalOf = (code: string, language: Language): string => {
  const { proof, failed } = catalogues[language];
  if (code === "account_suspended") return failureSentence({ code }, language).message;
  if (code === "receipt_undone") return failed.undoneUnnamed;
  return code === "too_many_proofs" ? proof.tooMany : proof.refused;
};
