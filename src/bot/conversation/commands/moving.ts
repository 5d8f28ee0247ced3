import { type CallbackQueryContext, Composer } from "grammy";
import { z } from "zod";
import type { Accounts, AdminResult, Left, Move, RedeemedShop } from "../../../accounts/accounts.ts";
import { ok } from "../../../core/result.ts";
import { chatName, firstLineNameMax } from "../../../rendering/names.ts";
import { formatAmount } from "../../../rendering/render.ts";
import { lines, type RichText } from "../../../rendering/rich-text.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import type { BotMemory } from "../../data/memory.ts";
import { type Chat, placeOf, plain, type Reply } from "../../telegram/chat.ts";
import { orLater } from "../../telegram/postponement.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, madeOnce, messageOfOwnButton, refusalReply } from "./command-reply.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly accounts: Pick<
    Accounts,
    "telegramAccount" | "readLinkCode" | "redeemLinkCode" | "formerAccount" | "leaveAccount"
  >;
  readonly chat: Pick<Chat, "notify">;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/**
 * What was asked: to join by a code, or to go back to a former account. `from`: the account that the person used then,
 * for the question tells what is left behind; null: none.
 */
const moveRequestSchema = z.object({ code: z.string().nullable(), from: z.string().nullable() });

type MoveRequest = z.infer<typeof moveRequestSchema>;

/** As long as a code is good. */
const askTtlMs = 10 * 60 * 1000;

/**
 * Moves a chat to another account: by a code, or back to one that waits for it. Asks first, telling whose saved accounts
 * will decide and what is left behind.
 */
export const createMoving = ({ memory, accounts, chat, now, languageOf }: Dependencies) => {
  const composer = new Composer<TalkContext>();

  const accountOf = async (userId: number): Promise<string | null> =>
    orLater(await accounts.telegramAccount(userId))?.account ?? null;

  const ask = async (
    ctx: TalkContext,
    code: string | null,
    text: Reply,
    language: Language,
  ): Promise<Reply> => {
    const { yes, no } = catalogues[language].staff;
    const payload = JSON.stringify({ code, from: await accountOf(ctx.from?.id ?? 0) } satisfies MoveRequest);
    const asked = { chatId: ctx.chatId ?? 0, userId: ctx.from?.id ?? 0, kind: "move" as const, payload };
    const { id } = await memory.ask({ ...asked, ttlMs: askTtlMs });
    const buttons = [
      { text: yes, callback_data: `move:${id}:yes` },
      { text: no, callback_data: `move:${id}:no` },
    ];
    return { ...text, markup: { inline_keyboard: [buttons] } };
  };

  /** Asks whether to use a code, or refuses it. Only the button uses the code. */
  const askToJoin = async (ctx: TalkContext, given: string, language: Language): Promise<Reply> => {
    const texts = catalogues[language];
    // A message in the name of the group or of a channel has no person.
    if (ctx.from === undefined || ctx.message?.sender_chat !== undefined) return plain(texts.privateOnly);
    if (!/^[0-9A-Za-z]{22}$/.test(given)) return refusalReply({ code: "link_code_unknown" }, language);
    const move = await accounts.readLinkCode(given, ctx.from.id);
    if (!move.ok) return refusalReply(move.error, language);
    const shop = shopIn(move.value.shop, language);
    if (move.value.isThere) return plain(texts.staff.isThere(shop));
    const { askOwn, askJoin, brings } = texts.staff;
    if (move.value.isReturn)
      return ask(ctx, given, backQuestion(move.value, language, isPrivate(ctx)), language);
    const question = move.value.role === "owner" ? askOwn(shop) : askJoin(shop);
    const text = lines(question, brings, leftLine(move.value, language, isPrivate(ctx)));
    return ask(ctx, given, text, language);
  };

  /** Leaves somebody else's account at once; asks before an owner goes back to a former one. */
  const leaveOrAsk = async (ctx: TalkContext, userId: number, language: Language): Promise<Reply> => {
    const back = await accounts.formerAccount(userId);
    if (!back.ok) return refusalReply(back.error, language);
    if (back.value?.left?.role === "owner")
      return ask(ctx, null, backQuestion(back.value, language, isPrivate(ctx)), language);
    const left = await leave(userId, language);
    return left.ok ? plain(left.value) : refusalReply(left.error, language);
  };

  const leave = async (userId: number, language: Language): AdminResult<string> => {
    const left = await accounts.leaveAccount(userId);
    if (!left.ok) return left;
    const { nothingToLeave, left: isLeft, back } = catalogues[language].staff;
    return ok({ stayed: nothingToLeave, left: isLeft, "came back": back }[left.value.kind]);
  };

  type MoveCallback = CallbackQueryContext<TalkContext>;

  /** Does what was agreed to and words the answer, also when the update is worked off again. */
  const move = (
    ctx: MoveCallback,
    id: string,
    code: string | null,
    language: Language,
  ): AdminResult<string> => {
    const { from, message } = ctx.callbackQuery;
    if (code === null) return leave(from.id, language);
    const place = message === undefined ? { chatId: 0, messageId: 0 } : placeOf(message);
    return madeOnce(ctx, { place, slot: `move:${id}` }, async (keep) => {
      const told = ({ shop, isWaiting, isReturn }: RedeemedShop): string => {
        const { staff, ownership } = catalogues[language];
        if (isReturn) return staff.back;
        return isWaiting ? ownership.waiting(shopIn(shop, language)) : staff.joined(shopIn(shop, language));
      };
      const joined = await accounts.redeemLinkCode(code, from.id, from.first_name, (trx, redeemed) =>
        keep(trx, told(redeemed)),
      );
      return joined.ok ? ok(told(joined.value)) : joined;
    });
  };

  composer.callbackQuery(/^move:([\w-]{8,32}):(yes|no)$/, async (ctx) => {
    const [, id = "", answer = ""] = ctx.match;
    const language = await languageOf(ctx);
    const texts = catalogues[language];
    const { id: queryId, message, from } = ctx.callbackQuery;
    const open = await memory.question(id, ctx.sending.updateId);
    if (
      open?.kind !== "move" ||
      open.chatId !== ctx.chatId ||
      message === undefined ||
      messageOfOwnButton(ctx) === null
    )
      return chat.notify(queryId, texts.commandStale);
    if (open.userId !== from.id) return chat.notify(queryId, texts.group.onlyAsked);
    const { code, from: asked } = moveRequestSchema.parse(JSON.parse(open.payload));
    // The account changes when the question is answered, so this is not asked again after a crash.
    const answered = {
      place: placeOf(message),
      slot: `move:${id}`,
    };
    const isBegun = (await ctx.sending.kept(answered.place, answered.slot)) !== null;
    if (!isBegun && (await accountOf(from.id)) !== asked) return chat.notify(queryId, texts.commandStale);
    if ((await memory.answer(id, ctx.sending.updateId)) === null)
      return chat.notify(queryId, texts.commandStale);
    const moved = answer === "yes" ? await move(ctx, id, code, language) : ok(texts.staff.unchanged);
    const said = moved.ok ? plain(moved.value) : refusalReply(moved.error, language);
    const place = placeOf(message);
    const slot = `move:${id}`;
    const answering = { place, slot, shown: message.message_id };
    const { checking: looking } = texts;
    await ctx.sending.answer({ ...answering, askedAt: now(), looking, work: Promise.resolve(said), texts });
    await chat.notify(queryId);
  });

  return { askToJoin, leaveOrAsk, composer };
};

export type Moving = ReturnType<typeof createMoving>;

/** What an account is called, in the middle of a sentence. */
export const shopIn = (name: string, language: Language): string =>
  catalogues[language].staff.shop(unquoted(chatName(name, firstLineNameMax)));

/** A shop's name without quotation marks, for the texts add them. */
const unquoted = (name: string): string => name.replace(/[“”]/g, "");

/** Asks whether to go back to a former account as its owner. */
const backQuestion = (move: Move, language: Language, isPrivate: boolean): RichText => {
  const { askBack, brings, yourFormer } = catalogues[language].staff;
  const shop = move.shop === "" ? yourFormer : shopIn(move.shop, language);
  return lines(askBack(shop), brings, leftLine(move, language, isPrivate));
};

/** What a person leaves behind, if anything; only its owner sees a balance. */
const leftLine = ({ left }: Pick<Move, "left">, language: Language, isPrivate: boolean): string | null => {
  if (left === null) return null;
  const { staff } = catalogues[language];
  const isUnnamed = left.shop === "" && left.role === "owner";
  const shop = isUnnamed ? staff.yourShop : shopIn(left.shop, language);
  if (left.role === "staff") return staff.noWayBack(shop);
  return left.isOnlyOwner ? staff.waits(shop, holdings(left, language, isPrivate)) : staff.othersKeep(shop);
};

const holdings = (
  { balanceSantim, waitingSantim, keys, savedAccounts }: Left,
  language: Language,
  isPrivate: boolean,
): string => {
  const { staff } = catalogues[language];
  const counted = [
    ...(balanceSantim > 0 ? [staff.balance(formatAmount(balanceSantim))] : []),
    ...(waitingSantim > 0 ? [staff.waiting(formatAmount(waitingSantim))] : []),
    ...(keys > 0 ? [staff.keys(keys)] : []),
    ...(savedAccounts > 0 ? [staff.savedAccounts(savedAccounts)] : []),
  ];
  const comma = language === "am" || language === "ti" ? "፣ " : ", ";
  return isPrivate && counted.length > 0
    ? [counted.join(comma), staff.history].join(staff.and)
    : staff.history;
};
