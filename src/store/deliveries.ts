import type { Selectable } from "kysely";
import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import type { Tables, Work } from "./schema.ts";
import { createSeal } from "./seal.ts";
import { statement } from "./statement.ts";
import type { Store } from "./store.ts";

/** One thing to be said about one message: its first receipt, its second, a hint. */
export type Slot = { readonly chatId: number; readonly messageId: number; readonly slot: string };

/**
 * How far saying it has come: a progress line at most (`looking`), about to be edited into `shown` (`editing`) or
 * sent anew (`sending`), known to stand in `shown` (`standing`).
 */
export type Step = "looking" | "editing" | "sending" | "standing";

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
 * What was said in the chats, written down before it is sent, so that whoever takes over after a crash knows what
 * was counted and what may already stand there.
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
  /** The messages in a chat that are known to be later than `after`: ours, and those that something was said about. */
  readonly numbersAfter: (chatId: number, after: number) => Promise<readonly number[]>;
  /** Forgets what was last touched more than 48 hours ago: a message cannot be edited by its writer any later. */
  readonly sweep: () => Promise<Result<void, Failure>>;
};

const keptMs = 48 * 60 * 60 * 1000;

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
        await (step === "standing" && !keeps ? noteSaid(work, at) : noteOnTheWay(work, at));
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

    numbersAfter: async (chatId, after) => {
      const rows = await store.db
        .selectFrom("delivery")
        .select(["message_id", "shown"])
        .where("chat_id", "=", chatId)
        .where((eb) => eb.or([eb("message_id", ">", after), eb("shown", ">", after)]))
        .execute();
      return rows.flatMap(({ message_id, shown }) => [message_id, shown ?? message_id]);
    },

    sweep: () =>
      store.transaction(async (work) => {
        await work
          .deleteFrom("delivery")
          .where("touched_at", "<", now().getTime() - keptMs)
          .execute();
      }),
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
const noteSaid = statement((work, note: Note) => {
  const { update_id, step, shown, outcome, touched_at } = toRow(note);
  return work
    .insertInto("delivery")
    .values(toRow(note))
    .onConflict((conflict) =>
      conflict.columns(slotColumns).doUpdateSet({ update_id, step, shown, outcome, touched_at }),
    );
});

/** What was found out for the same update stays. */
const noteOnTheWay = statement((work, note: Note) => {
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
    );
});

type Found = Slot & { readonly updateId: number; readonly sealed: string; readonly touchedAt: number };

const keepFound = statement((work, { chatId, messageId, slot, updateId, sealed, touchedAt }: Found) => {
  const found = { update_id: updateId, outcome: sealed, touched_at: touchedAt };
  return work
    .insertInto("delivery")
    .values({ chat_id: chatId, message_id: messageId, slot, step: "sending", shown: null, ...found })
    .onConflict((conflict) =>
      conflict.columns(slotColumns).doUpdateSet((eb) => ({
        ...found,
        step: eb
          .case()
          .when("delivery.shown", "is", null)
          .then("sending" as const)
          .else("editing" as const)
          .end(),
      })),
    );
});

const toSlot = (row: Selectable<Tables["delivery"]>): Slot => ({
  chatId: row.chat_id,
  messageId: row.message_id,
  slot: row.slot,
});

const nameOf = ({ chatId, messageId, slot }: Slot): string => `${chatId} ${messageId} ${slot}`;
