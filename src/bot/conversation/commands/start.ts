import { Composer } from "grammy";
import type { Accounts } from "../../../accounts/accounts.ts";
import type { VerifiedReceipt } from "../../../core/receipt.ts";
import { minuteMs } from "../../../core/time.ts";
import type { Provider } from "../../../providers/provider.ts";
import { type ReceiptReply, renderReceipt } from "../../../rendering/render.ts";
import { lines } from "../../../rendering/rich-text.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import type { BotMemory } from "../../data/memory.ts";
import { type Chat, plain, type Reply } from "../../telegram/chat.ts";
import type { CalendarHere } from "../calendar-here.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, refusalReply, reply, replyToCallback } from "./command-reply.ts";
import { askLanguage, languageButtons } from "./language.ts";
import type { Welcome } from "./menu.ts";
import type { Moving } from "./moving.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "languageOf">;
  readonly accounts: Pick<Accounts, "registerTelegram">;
  readonly moving: Pick<Moving, "askToJoin">;
  readonly providers: readonly Provider[];
  readonly welcome: Welcome;
  readonly chat: Pick<Chat, "notify">;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
  readonly calendarHere: CalendarHere;
};

/**
 * `/start` registers a person in a private chat, asks for a language where none is chosen yet, and explains
 * what to send. `/start <code>` asks whether to use the account that the code was made for.
 */
export const createStart = (deps: Dependencies) => {
  const { memory, accounts, moving, providers, welcome, chat, now, languageOf, calendarHere } = deps;
  const commands = new Composer<TalkContext>();

  const begin = async (ctx: TalkContext): Promise<Reply> => {
    const stored = ctx.chatId === undefined ? null : await memory.languageOf(ctx.chatId);
    if (stored === null) return { ...plain(askLanguage), markup: languageButtons };
    return welcome(stored, isPrivate(ctx) ? (ctx.from?.id ?? null) : null);
  };

  commands.command("start", async (ctx) => {
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, await begin(ctx));
    const code = ctx.match.trim();
    if (code !== "") return reply(ctx, await moving.askToJoin(ctx, code, await languageOf(ctx)));
    const registered = await accounts.registerTelegram(ctx.from.id);
    if (!registered.ok) return reply(ctx, refusalReply(registered.error, await languageOf(ctx)));
    await reply(ctx, await begin(ctx));
  });

  commands.callbackQuery(/^start:(example|how)$/, async (ctx) => {
    // In a group its first words would be taken for the answer to somebody's receipt.
    if (!isPrivate(ctx)) return chat.notify(ctx.callbackQuery.id);
    const language = await languageOf(ctx);
    const banks = providers.map(({ settings }) => settings.bank);
    const said =
      ctx.match[1] === "example"
        ? renderExample({ language, calendar: await calendarHere(ctx), now: now() })
        : plain(catalogues[language].help(banks));
    await replyToCallback(ctx, `start:${ctx.sending.updateId}`, { ...said, isUnquoted: true });
    await chat.notify(ctx.callbackQuery.id);
  });

  return commands;
};

type ExampleReply = Pick<ReceiptReply, "language" | "calendar" | "now">;

/** An example of a ✅ answer; its first line says that it is made up. */
const renderExample = ({ language, calendar, now }: ExampleReply): Reply => {
  const { exampleTitle, exampleMeaning } = catalogues[language];
  const answer = renderReceipt(receiptPaidAt(new Date(now.getTime() - 3 * minuteMs)), {
    assessment: {
      kind: "yours",
      reasons: [],
      receiver: { kind: "yours" },
      noPayment: null,
      claimedSantim: null,
      isClaimPrinted: false,
      alsoNamedSantim: null,
      isAmountUnclear: false,
      isDateInDoubt: false,
    },
    decider: "nobody",
    shop: "",
    expected: null,
    seenBefore: null,
    billing: null,
    isGroup: false,
    isGuest: false,
    isUnfolded: false,
    bankOf: (label) => label,
    language,
    calendar,
    now,
  });
  return lines(exampleTitle, "", answer, "", exampleMeaning);
};

/** A receipt with invented people and an invented bank. */
const receiptPaidAt = (paidAt: Date): VerifiedReceipt => ({
  receipt: {
    bank: "Example Bank",
    document_type: "Example",
    status: "Verified",
    transaction_reference: "EXAMPLE",
    payment_date: paidAt.toISOString(),
    payer_name: "Selam Getachew",
    payer_account: "1000****4321",
    receiver_name: "Hana Mekonnen",
    receiver_account: "1000****8765",
    transferred_amount: "1250.00 ETB",
    total_debited: "1250.00 ETB",
    pdf_available: false,
  },
  amountMinor: 125_000,
  paymentDateIso: paidAt.toISOString(),
  totalCheck: "exact",
  absentFields: [],
  paymentKind: "transfer",
  receiverBank: null,
  isReceiverAccountShown: true,
});
