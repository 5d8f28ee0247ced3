import { type CallbackQueryContext, Composer } from "grammy";
import { z } from "zod";
import { type Accounts, type KeyOptions, keyScopes } from "../../../accounts/accounts.ts";
import { ok } from "../../../core/result.ts";
import { dayMs, hourMs } from "../../../core/time.ts";
import { formatAmount } from "../../../rendering/render.ts";
import { code, foreign, lines } from "../../../rendering/rich-text.ts";
import { formatDayIn } from "../../../texts/dates.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import type { BotMemory } from "../../data/memory.ts";
import { type Chat, placeOf, plain, type Reply } from "../../telegram/chat.ts";
import type { CalendarHere } from "../calendar-here.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, madeOnce, ownAccount, refusalReply, replyToCallback } from "./command-reply.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "ask" | "question" | "answer">;
  readonly accounts: Pick<Accounts, "registerTelegram" | "telegramAccount" | "createKey">;
  readonly chat: Pick<Chat, "notify" | "edit" | "dropButtons">;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
  readonly calendarHere: CalendarHere;
};

/** What has been chosen so far, as the buttons carry it: the scopes as bits, and the indexes of end and limit. */
type Draft = { readonly scopes: number; readonly end: number; readonly limit: number };

/** `account`: the one that the key was wanted for. */
const draftSchema = z.object({ name: z.string(), account: z.string() });
const draftTtlMs = hourMs;

/** The choices in the chat; the operator's tool takes any value. Null: none. */
const endsInDays = [null, 30, 90, 365] as const;
const limitsSantim = [null, 5_000, 10_000, 50_000, 100_000] as const;

const first: Draft = { scopes: 0b011, end: 0, limit: 0 };

/** A limited key that is put together by buttons: its scopes, its end and its daily limit. */
export const createKeyDraft = (deps: Dependencies) => {
  const { memory, accounts, chat, publicUrl: root, now, languageOf, calendarHere } = deps;
  const composer = new Composer<TalkContext>();

  const render = async (ctx: TalkContext, { id, name, draft, language }: Rendering): Promise<Reply> => {
    const calendar = await calendarHere(ctx);
    const texts = catalogues[language].keyDraft;
    const to = (next: Partial<Draft>, action: string) => {
      const { scopes, end, limit } = { ...draft, ...next };
      return `draft:${id}:${scopes}${end}${limit}:${action}`;
    };
    const days = endsInDays[draft.end];
    const santim = limitsSantim[draft.limit];
    const scopes = keyScopes.map((scope, place) => [
      {
        text: `${(draft.scopes >> place) & 1 ? "✅" : "⬜"} ${texts.scopes[scope]}`,
        callback_data: to({ scopes: draft.scopes ^ (1 << place) }, "show"),
      },
    ]);
    const end = {
      text: days ? texts.ends(formatDayIn(endOf(days, now()), language, calendar)) : texts.endless,
      callback_data: to({ end: (draft.end + 1) % endsInDays.length }, "show"),
    };
    const limit = {
      text: santim ? texts.limit(formatAmount(santim)) : texts.unlimited,
      callback_data: to({ limit: (draft.limit + 1) % limitsSantim.length }, "show"),
    };
    const make = draft.scopes === 0 ? [] : [[{ text: texts.make, callback_data: to({}, "make") }]];
    return {
      ...lines(name === "" ? texts.heading : texts.headingNamed(foreign(name)), texts.explained),
      markup: { inline_keyboard: [...scopes, [end], [limit], ...make] },
    };
  };

  const open = async (
    ctx: TalkContext,
    { name, account }: z.infer<typeof draftSchema>,
    language: Language,
  ): Promise<Reply> => {
    const asked = { chatId: ctx.chatId ?? 0, userId: ctx.from?.id ?? 0, kind: "key draft" as const };
    const payload = JSON.stringify({ name, account } satisfies z.infer<typeof draftSchema>);
    const { id } = await memory.ask({ ...asked, payload, ttlMs: draftTtlMs });
    return render(ctx, { id, name, draft: first, language });
  };

  const make = async (
    ctx: CallbackQueryContext<TalkContext>,
    { id, name, account, draft, messageId }: Making,
    language: Language,
  ): Promise<Reply> => {
    const { from } = ctx.callbackQuery;
    const own = await ownAccount(from.id, accounts);
    if (!own.ok) return refusalReply(own.error, language);
    if (own.value.role !== "owner") return plain(catalogues[language].keys.ownerOnly);
    if (own.value.id !== account) return plain(catalogues[language].commandStale);
    const commandSlot = { place: { chatId: ctx.chatId ?? 0, messageId }, slot: `draft:${id}` };
    const by = { kind: "user", userId: from.id } as const;
    const made = await madeOnce(ctx, commandSlot, async (keep) => {
      const created = await accounts.createKey(own.value.id, "live", {
        ...optionsOf(name, draft, now()),
        by,
        keep,
      });
      return created.ok ? ok(created.value.key) : created;
    });
    return made.ok ? renderNewKey(made.value, { root, language }) : refusalReply(made.error, language);
  };

  composer.callbackQuery(/^draft:([\w-]{8,32}):([0-7])([0-3])([0-4]):(show|make)$/, async (ctx) => {
    const [, id = "", scopes = "", end = "", limit = "", action = ""] = ctx.match;
    const language = await languageOf(ctx);
    const stored = await memory.question(id, ctx.sending.updateId);
    const shown = ctx.callbackQuery.message;
    const isTheirs = stored?.kind === "key draft" && stored.userId === ctx.from.id;
    if (!isTheirs || shown === undefined || !isPrivate(ctx))
      return chat.notify(ctx.callbackQuery.id, catalogues[language].commandStale);
    const place = placeOf(shown);
    const { name, account } = draftSchema.parse(JSON.parse(stored.payload));
    const draft = { scopes: Number(scopes), end: Number(end), limit: Number(limit) };
    if (action === "show") await chat.edit(place, await render(ctx, { id, name, draft, language }));
    else {
      if ((await memory.answer(id, ctx.sending.updateId)) === null)
        return chat.notify(ctx.callbackQuery.id, catalogues[language].commandStale);
      const said = await make(ctx, { id, name, account, draft, messageId: place.messageId }, language);
      await replyToCallback(ctx, `draft:${id}`, said);
      await chat.dropButtons(place);
    }
    await chat.notify(ctx.callbackQuery.id);
  });

  return { open, composer };
};

type Rendering = {
  readonly id: string;
  readonly name: string;
  readonly draft: Draft;
  readonly language: Language;
};

type Making = {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly draft: Draft;
  readonly messageId: number;
};

const endOf = (days: number, at: Date): Date => new Date(at.getTime() + days * dayMs);

const optionsOf = (name: string, { scopes, end, limit }: Draft, at: Date): KeyOptions => {
  const days = endsInDays[end];
  return {
    name,
    scopes: keyScopes.filter((_, place) => (scopes >> place) & 1),
    expiresAt: days ? endOf(days, at) : null,
    dailyLimitSantim: limitsSantim[limit] ?? null,
  };
};

/** Shows a new key, this once. `root` is the service's public address. */
export const renderNewKey = (
  key: string,
  {
    root,
    language,
    note = null,
  }: { readonly root: string; readonly language: Language; readonly note?: string | null },
): Reply => {
  const { keys: texts } = catalogues[language];
  const saveIt = key.startsWith("drs_test_") ? texts.saveTest : texts.saveIt;
  return lines(texts.made, code(key), "", texts.howToUse(root), "", saveIt, note);
};
