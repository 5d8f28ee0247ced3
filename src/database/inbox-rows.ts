import { randomInt } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import { createPseudonym, createSeal, type Seal } from "../core/crypto.ts";
import type { Tables, Transaction } from "./schema.ts";

/**
 * Where an update waits. Updates of one queue are worked off one after the other, in the order of their ids. `person`:
 * in a group everybody has a queue, so that nobody waits for what another one has asked; unset: it is the group's own. A
 * private chat has one.
 */
export type Queue = { readonly chatId: number; readonly person?: number | undefined };

/** An update of Telegram as it waits to be worked off; `payload` is its JSON. */
export type Incoming = Queue & {
  readonly updateId: number;
  readonly payload: string;
  /** What is left beside it where it has to wait, due at once. */
  readonly whileWaiting?: readonly Omit<OwnUpdate, "dueAt">[];
};

/** The same with the number of its queue. */
export type Queued = Pick<Incoming, "updateId" | "payload"> & { readonly queue: number };

/** What we have to say in a chat of ourselves: worked off like an update, in its turn, and not before `dueAt`. */
export type OwnUpdate = Queue & {
  readonly dueAt: Date;
  /** Ahead of what waits in its queue; else behind it. */
  readonly isFirst?: boolean;
  /** What it is about, by name; its JSON stands beside `update_id`, and `of`, the queue. */
  readonly about: Readonly<Record<string, unknown>>;
};

/** A new row of the inbox. `payload` is sealed; times are epoch milliseconds. */
export type AddedRow = {
  readonly update_id: number;
  readonly queue: number;
  readonly state: "waiting";
  readonly payload: string;
  readonly lease: null;
  readonly attempts: 0;
  readonly received_at: number;
  readonly due_at: number;
};

/** Updates of our own have ids from here on, or below zero; Telegram's are far smaller. */
export const ownUpdatesFrom = 2 ** 48;

/**
 * Numbers that grow, so that of two updates of our own in one queue the earlier one is worked off first. They are made of
 * the time, with room for some of one millisecond, of which each process begins at another.
 */
const createSerial = (now: () => Date): (() => number) => {
  let last = 0;
  return () => {
    last = Math.max(last + 1, (now().getTime() - serialsFrom) * 2 ** 12 + randomInt(2 ** 10));
    return last;
  };
};

const serialsFrom = Date.parse("2026-01-01T00:00:00Z");
/** Beyond all of them, about 67 years of numbers. */
const serialsTo = 2 ** 53 - ownUpdatesFrom;

/** The queue of an update whose chat is erased while it is worked off. No chat has a number as low. */
export const newErasedQueue = (): number => erasedQueuesTo - randomInt(ownUpdatesFrom - 1);
export const erasedQueuesTo = -ownUpdatesFrom;

/** The queues of persons in groups have numbers between those of chats that are erased and those of chats. */
const personQueuesFrom = -(2 ** 47);

/**
 * The number of a queue in its rows. That of a person in a group tells neither: it is an HMAC, of which 47 bits are left.
 * Two that meet in one number wait for each other.
 */
export const createQueueNumber = (secret: string): ((at: Queue) => number) => {
  const pseudonym = createPseudonym(secret, "inbox/queue");
  return ({ chatId, person }) => {
    if (chatId >= 0 || person === undefined) return chatId;
    const sign = Buffer.from(pseudonym(chatId, person), "base64url").readUIntBE(0, 6);
    return personQueuesFrom - Math.floor(sign / 2);
  };
};

export const isOwnUpdate = (updateId: number): boolean => updateId < 0 || updateId >= ownUpdatesFrom;

/** The same of a row, in SQL, for what is not our own. */
export const isOfTelegram = (eb: ExpressionBuilder<Tables, "inbox">) =>
  eb.between("update_id", 0, ownUpdatesFrom - 1);

/** Whether an update was left ahead of what waits in its queue. */
export const isAheadOfQueue = (updateId: number): boolean => updateId < 0;

/** What other rooms have to say in a chat; it needs no bot in this process. */
export type OwnUpdates = {
  /** Inside a transaction: leaves something to be worked off that Telegram did not bring. */
  readonly add: (trx: Transaction, own: OwnUpdate) => Promise<void>;
};

export const createOwnUpdates = ({ secret, now }: Dependencies): OwnUpdates => {
  const seal = createInboxSeal(secret);
  const queueNumber = createQueueNumber(secret);
  const serial = createSerial(now);
  return {
    add: async (trx, { dueAt, isFirst = false, about, ...at }) => {
      const queue = queueNumber(at);
      for (;;) {
        const updateId = serial() + (isFirst ? -serialsTo : ownUpdatesFrom);
        const payload = JSON.stringify({ update_id: updateId, ...about, of: at });
        const added = await trx
          .insertInto("inbox")
          .values(rowOf(seal, { updateId, queue, payload }, { dueAt, at: now() }))
          // Another process may have had the same number.
          .onConflict((conflict) => conflict.column("update_id").doNothing())
          .returning("update_id")
          .executeTakeFirst();
        if (added !== undefined) return;
      }
    },
  };
};

/** The row of an update, whose queue has its number; `seal`: that of `createInboxSeal`. */
export const rowOf = (
  seal: Seal,
  { updateId, queue, payload }: Queued,
  { dueAt, at }: { readonly dueAt: Date; readonly at: Date },
): AddedRow => ({
  update_id: updateId,
  queue,
  state: "waiting",
  payload: seal.close(String(updateId), payload),
  lease: null,
  attempts: 0,
  received_at: at.getTime(),
  due_at: dueAt.getTime(),
});

/** Messages hold names and numbers: they are sealed while they wait, and gone once they are worked off. */
export const createInboxSeal = (secret: string): Seal => createSeal(secret, "inbox");

type Dependencies = { readonly secret: string; readonly now: () => Date };
