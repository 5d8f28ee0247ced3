import type { Selectable } from "kysely";
import { createSeal } from "../../core/crypto.ts";
import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { deleteOldDeliveries } from "../../database/retention.ts";
import type { Database, Tables, Work } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";

/** One thing to be said about one message: its first receipt, its second, a hint. */
export type Slot = { readonly chatId: number; readonly messageId: number; readonly slot: string };

/** How far the answer has come: on its way, perhaps with a progress line in `shown`, or sent and noted. */
export type Step = "sending" | "sent";

export type Delivered = {
  /** The update that it was said for last. */
  readonly updateId: number;
  readonly step: Step;
  /** Our message in the chat, once one is known. */
  readonly shown: number | null;
  /** What was found out or made together with this row, as text of the caller's making; null: nothing, or it was said. */
  readonly outcome: string | null;
};

/**
 * What was said in the chats. What was counted is kept with its count until its answer is noted as sent, so that
 * whoever takes over after a crash says the same and counts nothing twice.
 */
export type Deliveries = {
  readonly of: (slot: Slot) => Promise<Delivered | null>;
  /**
   * Notes how far it is; what was found out for the same update stays until that stands, or longer (`keeps`) where a
   * button leads back to it. Durable when it resolves.
   */
  readonly note: (
    slot: Slot,
    progress: {
      readonly updateId: number;
      readonly step: Step;
      readonly shown: number | null;
      readonly keeps?: boolean;
    },
  ) => Promise<Result<void, Failure>>;
  /** Inside the transaction that counts, or plans a further attempt: keeps what was found out, about to be edited into what is shown or sent. */
  readonly keep: (
    work: Work,
    slot: Slot,
    found: { readonly updateId: number; readonly outcome: string },
  ) => Promise<void>;
  /** The same in a transaction of its own, for what was counted before. */
  readonly hold: (
    slot: Slot,
    found: { readonly updateId: number; readonly outcome: string },
  ) => Promise<Result<void, Failure>>;
  /** What of the things said about a message is known, by their slots. */
  readonly slotsOf: (chatId: number, messageId: number) => Promise<readonly string[]>;
  /** Forgets what was last touched more than 48 hours ago: a message cannot be edited by its writer any later. */
  readonly applyRetention: () => Promise<Result<void, Failure>>;
};

type Dependencies = { readonly store: Store; readonly secret: string; readonly now: () => Date };

export const createDeliveries = ({ store, secret, now }: Dependencies): Deliveries => {
  const seal = createSeal(secret, "delivery");

  const toDelivered = (row: Selectable<Tables["delivery"]>): Delivered => ({
    updateId: row.update_id,
    step: row.step,
    shown: row.shown,
    outcome: row.outcome === null ? null : seal.open(nameOf(toSlot(row)), row.outcome),
  });

  const keep: Deliveries["keep"] = async (work, { chatId, messageId, slot }, { updateId, outcome }) => {
    const sealed = seal.close(nameOf({ chatId, messageId, slot }), outcome);
    await keepFound(work, { chatId, messageId, slot, updateId, sealed, touchedAt: now().getTime() });
  };

  return {
    of: async ({ chatId, messageId, slot }) => {
      const row = await store.db
        .selectFrom("delivery")
        .selectAll()
        .where("chat_id", "=", chatId)
        .where("message_id", "=", messageId)
        .where("slot", "=", slot)
        .executeTakeFirst();
      return row ? toDelivered(row) : null;
    },

    note: ({ chatId, messageId, slot }, { updateId, step, shown, keeps = false }) =>
      store.transaction(async (work) => {
        const at = { chatId, messageId, slot, updateId, step, shown, touchedAt: now().getTime() };
        await (step === "sent" && !keeps ? noteSaid(work, at) : noteOnTheWay(work, at));
      }),

    keep,

    hold: (slot, found) => store.transaction((work) => keep(work, slot, found)),

    slotsOf: async (chatId, messageId) => {
      const rows = await store.db
        .selectFrom("delivery")
        .select("slot")
        .where("chat_id", "=", chatId)
        .where("message_id", "=", messageId)
        .orderBy("slot")
        .execute();
      return rows.map(({ slot }) => slot);
    },

    applyRetention: () => store.transaction((work) => deleteOldDeliveries(work, now())),
  };
};

type Note = Slot & {
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

/** It stands, and what was found out is not needed any more. */
const noteSaid = (work: Database, note: Note) => {
  const { update_id, step, shown, outcome, touched_at } = toRow(note);
  return work
    .insertInto("delivery")
    .values(toRow(note))
    .onConflict((conflict) =>
      conflict.columns(slotColumns).doUpdateSet({ update_id, step, shown, outcome, touched_at }),
    )
    .execute();
};

/** What was found out for the same update stays. */
const noteOnTheWay = (work: Database, note: Note) => {
  const { update_id, step, shown, touched_at } = toRow(note);
  return work
    .insertInto("delivery")
    .values(toRow(note))
    .onConflict((conflict) =>
      conflict.columns(slotColumns).doUpdateSet((eb) => ({
        update_id,
        step,
        shown,
        outcome: eb
          .case()
          .when("delivery.update_id", "=", note.updateId)
          .then(eb.ref("delivery.outcome"))
          .else(null)
          .end(),
        touched_at,
      })),
    )
    .execute();
};

type Found = Slot & { readonly updateId: number; readonly sealed: string; readonly touchedAt: number };

const keepFound = (work: Database, { chatId, messageId, slot, updateId, sealed, touchedAt }: Found) => {
  const found = { update_id: updateId, outcome: sealed, touched_at: touchedAt };
  return work
    .insertInto("delivery")
    .values({ chat_id: chatId, message_id: messageId, slot, step: "sending", shown: null, ...found })
    .onConflict((conflict) => conflict.columns(slotColumns).doUpdateSet({ ...found, step: "sending" }))
    .execute();
};

const toSlot = (row: Selectable<Tables["delivery"]>): Slot => ({
  chatId: row.chat_id,
  messageId: row.message_id,
  slot: row.slot,
});

const nameOf = ({ chatId, messageId, slot }: Slot): string => `${chatId} ${messageId} ${slot}`;
