import type { Selectable } from "kysely";
import type { ChatMessage } from "../../accounts/accounts.ts";
import { createSeal } from "../../core/crypto.ts";
import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { deleteOldReplies } from "../../database/retention.ts";
import type { Database, Tables, Transaction } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";
import { editedSlotOf, formerSlot } from "./reply-slots.ts";

/** The key of one reply to a message: to its first receipt, its second, a hint. */
type ReplySlot = ChatMessage & { readonly slot: string };

/** The state of a reply. While it is `sending`, `shown` may hold a progress line. */
export type Step = "sending" | "sent";

export type OutgoingReply = {
  /** The update that it answers. */
  readonly updateId: number;
  readonly step: Step;
  /** Our message in the chat, once one is known. */
  readonly shown: number | null;
  /** What was counted or made together with this row, as text; null: nothing, or it has been sent. */
  readonly outcome: string | null;
};

/**
 * Replies to the chats. A counted outcome is kept with its count until its reply is noted as sent, so that a process that
 * takes over after a crash sends the same and counts nothing twice.
 */
export type Outbox = {
  readonly of: (slot: ReplySlot) => Promise<OutgoingReply | null>;
  /**
   * Notes the state of a reply. Its outcome stays until it is sent, or longer (`keeps`) where a button leads back to it.
   * Once an edit is sent, its message is that of the answer, whose outcome stays.
   */
  readonly note: (
    slot: ReplySlot,
    progress: {
      readonly updateId: number;
      readonly step: Step;
      readonly shown: number | null;
      readonly keeps?: boolean;
    },
  ) => Promise<Result<void, Failure>>;
  /** Keeps an outcome in the transaction that counts it or plans a further attempt. */
  readonly keep: (
    trx: Transaction,
    slot: ReplySlot,
    found: { readonly updateId: number; readonly outcome: string },
  ) => Promise<void>;
  /** Keeps an outcome that was counted before, in a transaction of its own. */
  readonly hold: (
    slot: ReplySlot,
    found: { readonly updateId: number; readonly outcome: string },
  ) => Promise<Result<void, Failure>>;
  /**
   * Makes room for a reply that is a new message: the message of the former one goes into a slot of its own, with what it
   * is about. Resolves with that message; null: there is none. An update that does so again gets the same.
   */
  readonly makeRoom: (
    slot: ReplySlot,
    made: { readonly updateId: number; readonly about: string },
  ) => Promise<Result<number | null, Failure>>;
  /** The slots of the replies to a message. */
  readonly slotsOf: (chatId: number, messageId: number) => Promise<readonly string[]>;
  /** Deletes replies that were last touched more than 48 hours ago, when their messages cannot be edited any more. */
  readonly applyRetention: () => Promise<Result<void, Failure>>;
};

type Dependencies = { readonly store: Store; readonly secret: string; readonly now: () => Date };

export const createOutbox = ({ store, secret, now }: Dependencies): Outbox => {
  const seal = createSeal(secret, "outbox");

  const rowToReply = (row: Selectable<Tables["outbox"]>): OutgoingReply => ({
    updateId: row.update_id,
    step: row.step,
    shown: row.shown,
    outcome: row.outcome === null ? null : seal.open(contextOf(rowToSlot(row)), row.outcome),
  });

  const keep: Outbox["keep"] = async (trx, { chatId, messageId, slot }, { updateId, outcome }) => {
    const sealed = seal.close(contextOf({ chatId, messageId, slot }), outcome);
    await keepFound(trx, { chatId, messageId, slot, updateId, sealed, touchedAt: now().getTime() });
  };

  return {
    of: async ({ chatId, messageId, slot }) => {
      const row = await store.db
        .selectFrom("outbox")
        .selectAll()
        .where("chat_id", "=", chatId)
        .where("message_id", "=", messageId)
        .where("slot", "=", slot)
        .executeTakeFirst();
      return row ? rowToReply(row) : null;
    },

    note: ({ chatId, messageId, slot }, { updateId, step, shown, keeps = false }) =>
      store.transaction(async (trx) => {
        const at = { chatId, messageId, slot, updateId, step, shown, touchedAt: now().getTime() };
        await (step === "sent" && !keeps ? noteSaid(trx, at) : noteOnTheWay(trx, at));
        // No earlier: a press that breaks off before this is worked off again, and finds the answer by the message it was made under.
        const edited = step === "sent" ? editedSlotOf(slot) : null;
        if (edited !== null) await noteMoved(trx, { chatId, messageId, slot: edited }, shown);
      }),

    keep,

    hold: (slot, found) => store.transaction((trx) => keep(trx, slot, found)),

    makeRoom: ({ chatId, messageId, slot }, { updateId, about }) =>
      store.transaction(async (trx) => {
        const former = { chatId, messageId, slot: formerSlot(updateId) };
        const of = (slot: string) =>
          trx
            .selectFrom("outbox")
            .selectAll()
            .where((eb) => eb.and({ chat_id: chatId, message_id: messageId, slot }))
            .executeTakeFirst();
        const made = await of(former.slot);
        if (made !== undefined) return made.shown;
        const row = await of(slot);
        if (row === undefined || row.update_id === updateId || row.shown === null) return null;
        const outcome = seal.close(contextOf(former), about);
        await trx
          .insertInto("outbox")
          .values({ ...row, slot: former.slot, step: "sent", outcome })
          .execute();
        const isIt = { chat_id: chatId, message_id: messageId, slot };
        await trx
          .updateTable("outbox")
          .set({ update_id: updateId, step: "sending", shown: null, outcome: null })
          .where((eb) => eb.and(isIt))
          .execute();
        return row.shown;
      }),

    slotsOf: async (chatId, messageId) => {
      const rows = await store.db
        .selectFrom("outbox")
        .select("slot")
        .where("chat_id", "=", chatId)
        .where("message_id", "=", messageId)
        .orderBy("slot")
        .execute();
      return rows.map(({ slot }) => slot);
    },

    applyRetention: () => store.transaction((trx) => deleteOldReplies(trx, now())),
  };
};

type Note = ReplySlot & {
  readonly updateId: number;
  readonly step: Step;
  readonly shown: number | null;
  readonly touchedAt: number;
};

const slotColumns = ["chat_id", "message_id", "slot"] as const;

/** The row of a note. */
const toRow = ({ chatId, messageId, slot, updateId, step, shown, touchedAt }: Note) => ({
  chat_id: chatId,
  message_id: messageId,
  slot,
  update_id: updateId,
  step,
  shown,
  outcome: null,
  touched_at: touchedAt,
});

/** The outcome is not needed any more. */
const noteSaid = (trx: Database, note: Note) => {
  const { update_id, step, shown, outcome, touched_at } = toRow(note);
  return trx
    .insertInto("outbox")
    .values(toRow(note))
    .onConflict((conflict) =>
      conflict.columns(slotColumns).doUpdateSet({ update_id, step, shown, outcome, touched_at }),
    )
    .execute();
};

/** The outcome stays if it is of the same update. */
const noteOnTheWay = (trx: Database, note: Note) => {
  const { update_id, step, shown, touched_at } = toRow(note);
  return trx
    .insertInto("outbox")
    .values(toRow(note))
    .onConflict((conflict) =>
      conflict.columns(slotColumns).doUpdateSet((eb) => ({
        update_id,
        step,
        shown,
        outcome: eb
          .case()
          .when("outbox.update_id", "=", note.updateId)
          .then(eb.ref("outbox.outcome"))
          .else(null)
          .end(),
        touched_at,
      })),
    )
    .execute();
};

/** A later edit of the answer, or what withdraws it, goes to this message. */
const noteMoved = (trx: Database, { chatId, messageId, slot }: ReplySlot, shown: number | null) =>
  trx
    .updateTable("outbox")
    .set({ shown })
    .where((eb) => eb.and({ chat_id: chatId, message_id: messageId, slot }))
    .execute();

type KeptOutcome = ReplySlot & {
  readonly updateId: number;
  readonly sealed: string;
  readonly touchedAt: number;
};

const keepFound = (trx: Database, { chatId, messageId, slot, updateId, sealed, touchedAt }: KeptOutcome) => {
  const found = { update_id: updateId, outcome: sealed, touched_at: touchedAt };
  return trx
    .insertInto("outbox")
    .values({ chat_id: chatId, message_id: messageId, slot, step: "sending", shown: null, ...found })
    .onConflict((conflict) => conflict.columns(slotColumns).doUpdateSet({ ...found, step: "sending" }))
    .execute();
};

const rowToSlot = (row: Selectable<Tables["outbox"]>): ReplySlot => ({
  chatId: row.chat_id,
  messageId: row.message_id,
  slot: row.slot,
});

const contextOf = ({ chatId, messageId, slot }: ReplySlot): string => `${chatId} ${messageId} ${slot}`;
