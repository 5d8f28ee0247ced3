import type { ExpressionBuilder, Selectable } from "kysely";
import { createSeal, freshId, type Seal } from "../../core/crypto.ts";
import { awayError } from "../../database/away.ts";
import { arrivedAt } from "../../database/held-store.ts";
import { deleteExpiredQuestions } from "../../database/retention.ts";
import type { Database, Tables, Transaction } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";
import { type Calendar, isCalendar } from "../../texts/dates.ts";
import { isLanguage, type Language } from "../../texts/texts.ts";

/** What the bot asks, and offers under a message: the last four are offers. */
const questionKinds = [
  "bank",
  "account",
  "phone",
  "again",
  "right",
  "receiver",
  "own",
  "own bank",
  "own bank name",
  "move",
  "bind",
  "topup",
  "erase",
  "staff",
  "key",
  "key draft",
  "undo",
] as const;

type QuestionKind = (typeof questionKinds)[number];

/** A question that a chat has been asked. `payload` is JSON of the bot's own making. */
export type OpenQuestion = {
  readonly id: string;
  readonly chatId: number;
  readonly userId: number;
  /** The bot's message that asks; null until `attachMessage`. */
  readonly messageId: number | null;
  readonly kind: QuestionKind | "unknown";
  readonly payload: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
};

type NewQuestion = {
  readonly chatId: number;
  readonly userId: number;
  readonly kind: QuestionKind;
  readonly payload: string;
  readonly ttlMs: number;
};

/** What the bot must remember across a restart. Every call rejects while the database is away. */
export type BotMemory = {
  /** Null while the chat has not chosen one. */
  readonly languageOf: (chatId: number) => Promise<Language | null>;
  readonly rememberLanguage: (chatId: number, language: Language) => Promise<void>;
  /** Null while neither the chat nor, for a private one, its person's pages have chosen one. */
  readonly calendarOf: (chatId: number) => Promise<Calendar | null>;
  readonly rememberCalendar: (chatId: number, calendar: Calendar) => Promise<void>;
  /** The id is unguessable and short enough (12 characters) for a button's data. */
  readonly ask: (question: NewQuestion) => Promise<{ readonly id: string }>;
  /** Null when another update answered it, it has expired or never was. */
  readonly question: (id: string, updateId: number) => Promise<OpenQuestion | null>;
  /** The same, also where another update answered it. */
  readonly askedQuestion: (id: string) => Promise<OpenQuestion | null>;
  /**
   * Not expired, nor answered by another update, or by any (null); newest first, as their messages stand in the chat. One
   * message may have several.
   */
  readonly openQuestionsOf: (
    chatId: number,
    userId: number,
    updateId: number | null,
  ) => Promise<readonly OpenQuestion[]>;
  /** The id of the last question of these kinds that a person was asked, also where it is answered; null: none is known. */
  readonly lastAsked: (
    chatId: number,
    userId: number,
    kinds: readonly OpenQuestion["kind"][],
  ) => Promise<string | null>;
  /** Notes which message asks the question; null: none stands. One that is asked again counts as asked now. */
  readonly attachMessage: (id: string, messageId: number | null) => Promise<void>;
  /**
   * Takes the question for an update: of two presses at once one gets it, the other null. The same update gets
   * it again, when it is worked off once more after a crash.
   */
  readonly answer: (id: string, updateId: number) => Promise<OpenQuestion | null>;
};

type Dependencies = { readonly store: Store; readonly secret: string; readonly now: () => Date };

/** Questions hold references and account numbers: they are sealed. */
export const createBotMemory = ({ store, secret, now }: Dependencies): BotMemory => {
  const { db } = store;
  const seal = createSeal(secret, "open question");
  const change = async <T>(make: (trx: Transaction) => Promise<T>): Promise<T> => {
    const changed = await store.transaction(make);
    if (!changed.ok) throw awayError(changed.error.detail ?? changed.error.code);
    return changed.value;
  };
  const rowToQuestion = createReader(seal);
  const asked = (id: string) =>
    db.selectFrom("open_question").selectAll().where("id", "=", id).where("expires_at", ">", now().getTime());
  /** What somebody was asked in a chat, the latest first. */
  const askedOf = (chatId: number, userId: number) =>
    db
      .selectFrom("open_question")
      .where("chat_id", "=", chatId)
      .where("user_id", "=", userId)
      .orderBy("begun_at", "desc")
      .orderBy("question_message_id", "desc")
      .orderBy("asked_at", "desc");
  return {
    languageOf: async (chatId) => {
      const stored = (await readChat(db, { chatId }))?.language ?? null;
      return stored !== null && isLanguage(stored) ? stored : null;
    },
    rememberLanguage: async (chatId, language) => {
      await change((trx) => rememberChoice(trx, chatId, { language }));
    },
    calendarOf: async (chatId) => {
      const stored = (await readChat(db, { chatId }))?.calendar ?? null;
      return stored !== null && isCalendar(stored) ? stored : null;
    },
    rememberCalendar: async (chatId, calendar) => {
      await change((trx) => rememberChoice(trx, chatId, { calendar }));
    },

    ask: async ({ chatId, userId, kind, payload, ttlMs }) => {
      const askedAt = now().getTime();
      const begunAt = arrivedAt(now).getTime();
      const id = freshId(9);
      await change(async (trx) => {
        await deleteExpiredQuestions(trx, new Date(askedAt));
        await deleteOldest(trx, chatId, userId);
        await trx
          .insertInto("open_question")
          .values({
            id,
            chat_id: chatId,
            user_id: userId,
            question_message_id: 0,
            kind,
            payload: seal.close(id, payload),
            begun_at: begunAt,
            asked_at: askedAt,
            expires_at: askedAt + ttlMs,
            taken_by: null,
          })
          .execute();
      });
      return { id };
    },

    question: async (id, updateId) => {
      const row = await asked(id).where(isOpenTo(updateId)).executeTakeFirst();
      return row ? rowToQuestion(row) : null;
    },

    askedQuestion: async (id) => {
      const row = await asked(id).executeTakeFirst();
      return row ? rowToQuestion(row) : null;
    },

    openQuestionsOf: async (chatId, userId, updateId) => {
      const rows = await askedOf(chatId, userId)
        .selectAll()
        .where("expires_at", ">", now().getTime())
        .where(isOpenTo(updateId))
        .execute();
      return rows.map(rowToQuestion);
    },

    lastAsked: async (chatId, userId, kinds) => {
      const row = await askedOf(chatId, userId)
        .select("id")
        .where("kind", "in", kinds)
        .limit(1)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    attachMessage: async (id, messageId) => {
      if (messageId === null) return;
      const at = arrivedAt(now).getTime();
      const asked = { begun_at: at, asked_at: at };
      await change((trx) =>
        trx
          .updateTable("open_question")
          .set({ question_message_id: messageId, ...asked })
          .where("id", "=", id)
          .execute(),
      );
    },

    answer: async (id, updateId) => {
      const row = await change((trx) =>
        trx
          .updateTable("open_question")
          .set({ taken_by: updateId })
          .where("id", "=", id)
          .where("expires_at", ">", now().getTime())
          .where(isOpenTo(updateId))
          .returningAll()
          .executeTakeFirst(),
      );
      return row ? rowToQuestion(row) : null;
    },
  };
};

/**
 * Open questions of one person in a chat, at most: the newest are kept. Each is read for every message that may answer
 * one.
 */
const questionsMax = 100;

const deleteOldest = async (db: Database, chatId: number, userId: number): Promise<void> => {
  const last = await db
    .selectFrom("open_question")
    .select("asked_at")
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .orderBy("asked_at", "desc")
    .offset(questionsMax - 1)
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return;
  await db
    .deleteFrom("open_question")
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .where("asked_at", "<=", last.asked_at)
    .execute();
};

const readChat = (db: Database, { chatId }: { readonly chatId: number }) =>
  db.selectFrom("chat").select(["language", "calendar"]).where("chat_id", "=", chatId).executeTakeFirst();

const rememberChoice = (
  trx: Transaction,
  chatId: number,
  choice: { readonly language: string } | { readonly calendar: string },
) =>
  trx
    .insertInto("chat")
    .values({ chat_id: chatId, language: null, calendar: null, ...choice })
    .onConflict((conflict) => conflict.column("chat_id").doUpdateSet(choice))
    .execute();

const isOpenTo = (updateId: number | null) => (eb: ExpressionBuilder<Tables, "open_question">) =>
  updateId === null
    ? eb("taken_by", "is", null)
    : eb.or([eb("taken_by", "is", null), eb("taken_by", "=", updateId)]);

const createReader =
  (seal: Seal) =>
  (row: Selectable<Tables["open_question"]>): OpenQuestion => ({
    id: row.id,
    chatId: row.chat_id,
    userId: row.user_id,
    messageId: row.question_message_id === 0 ? null : row.question_message_id,
    kind: questionKinds.find((kind) => kind === row.kind) ?? "unknown",
    payload: seal.open(row.id, row.payload),
    askedAt: new Date(row.asked_at),
    expiresAt: new Date(row.expires_at),
  });
