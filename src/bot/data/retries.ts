import type { ExpressionBuilder } from "kysely";
import { createPseudonym } from "../../core/crypto.ts";
import type { Failure } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { awayError } from "../../database/away.ts";
import { arrivedAt } from "../../database/held-store.ts";
import type { OwnUpdate } from "../../database/inbox-rows.ts";
import type { Tables, Transaction } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";
import type { Inbox } from "./inbox.ts";
import {
  createKeptRetries,
  formerOf,
  freshRetryId,
  type KeptRetries,
  type RetryRow,
  withdrawMessage,
} from "./kept-retries.ts";

/** A look-up that a provider did not answer. */
export type UnansweredLookUp = {
  readonly chatId: number;
  /** The message that asked. */
  readonly messageId: number;
  readonly userId: number;
  /** Which receipt, in words; only its HMAC is kept. */
  readonly receipt: string;
  /** What was asked of it, such as with whose digits, in words; only its HMAC is kept. */
  readonly question: string;
  /** JSON of the caller's making. */
  readonly payload: string;
};

type Asker = Pick<UnansweredLookUp, "chatId" | "userId">;

type Named = Pick<UnansweredLookUp, "receipt" | "question">;

type Message = Pick<UnansweredLookUp, "chatId" | "messageId">;

type Times = { readonly dueAt: Date; readonly endsAt: Date };

/** When it is tried again after so many attempts. */
type NextAttempt = (attempts: number, endsAt: Date) => Date;

/** One that is due, and this process's to try. `attempts` counts those before. */
export type Retry = {
  readonly id: number;
  readonly chatId: number;
  /** Null: the row was damaged. */
  readonly payload: string | null;
  readonly attempts: number;
  readonly endsAt: Date;
  /** Whether its message was changed since, and its time is over. There is nothing to be asked. */
  readonly isSuspended: boolean;
};

/**
 * What is tried again in the background. Several processes may share the work; what a dead one had begun goes to the
 * next. A person has one for each question in a chat: the message that asks anew takes the former one's place, until it
 * asks no more. Of several people who wait for one receipt there, the first one who asked is answered first, with whosever
 * digits they ask, unless a limit keeps theirs from the provider.
 */
export type Retries = {
  /** Durable when it resolves, together with what is kept alongside. False: it is not this process's to plan any more. */
  readonly plan: (
    unanswered: UnansweredLookUp,
    times: Times,
    alongside: {
      readonly isMine: (trx: Transaction) => Promise<boolean>;
      readonly keep: (trx: Transaction) => Promise<void>;
    },
  ) => Promise<Result<boolean, Failure>>;
  /** Claims at most `room` that are due. */
  readonly claim: (room: number) => Promise<Result<readonly Retry[], Failure>>;
  /**
   * Plans the next attempt by `next`, and that of everybody who waits for the same receipt behind it. The earliest of these
   * times is its own. `isRefused`: the asker's limit kept it from the provider, and the others go on without it.
   */
  readonly postpone: (
    id: number,
    triedAt: Date,
    next: NextAttempt,
    isRefused?: boolean,
  ) => Promise<Result<void, Failure>>;
  /** Inside a transaction: ends it. False when it is another's by now, or was asked anew. */
  readonly end: (trx: Transaction, id: number) => Promise<boolean>;
  /** Ends it and leaves in the inbox what is to be said, in one step. */
  readonly endWith: (id: number, told: OwnUpdate) => Promise<Result<void, Failure>>;
  /** Ends it without a word: there is nothing to be asked. */
  readonly drop: (id: number) => Promise<Result<void, Failure>>;
  /** Inside the transaction that counts an answer: the person has it, and needs no other. */
  readonly answered: (trx: Transaction, asker: Asker, question: string) => Promise<void>;
  /**
   * What somebody who asks for a receipt must wait for. `earlier`: another person of the chat asked before, and is asked for
   * at once now. `running`: their own question is being asked. Null: nothing, and meanwhile theirs is not tried again. Rejects
   * while the database is away.
   */
  readonly precedes: (asker: Asker, named: Named) => Promise<"earlier" | "running" | null>;
  /** Ends all of a chat that cannot be answered any more. */
  readonly forget: (chatId: number) => Promise<Result<void, Failure>>;
  /**
   * Has nobody try those of a message that was changed by an update, but for those that were planned because of that very
   * update. They keep their places among others until the change is answered: `plan` takes them up again, and `forgetBefore`
   * ends the rest. A message whose place it had taken waits again.
   */
  readonly suspendBefore: (updateId: number, message: Message) => Promise<Result<void, Failure>>;
  /** Ends those that `suspendBefore` suspends or has suspended. */
  readonly forgetBefore: (updateId: number, message: Message) => Promise<Result<void, Failure>>;
};

type Dependencies = {
  readonly store: Store;
  readonly secret: string;
  readonly inbox: Pick<Inbox, "add">;
  /** This process's row in `process_lease`; null while it has none, and then it tries nothing. */
  readonly leaseId: () => string | null;
  readonly now: () => Date;
};

export const createRetries = ({ store, secret, inbox, leaseId, now }: Dependencies): Retries => {
  const context: RetriesContext = {
    store,
    kept: createKeptRetries(secret),
    pseudonymOf: createPseudonym(secret, "retry/receipt"),
    lease: () => {
      const id = leaseId();
      if (id === null) throw awayError("this process has no lease now");
      return id;
    },
    now,
  };
  const end: Retries["end"] = (trx, id) => endOwn(context, trx, id);

  return {
    plan: (unanswered, times, { isMine, keep }) => {
      const begunAt = arrivedAt(context.now);
      return store.transaction(async (trx) => {
        if (!(await isMine(trx))) return false;
        await keep(trx);
        await plan(context, trx, unanswered, { ...times, begunAt });
        return true;
      });
    },

    claim: createClaim(context),

    postpone: (id, triedAt, next, isRefused = false) =>
      store.transaction((trx) => postpone(context, trx, id, { triedAt, next, isRefused })),

    end,

    endWith: (id, told) =>
      store.transaction(async (trx) => {
        if (await end(trx, id)) await inbox.add(trx, told);
      }),

    drop: (id) =>
      store.transaction(async (trx) => {
        await end(trx, id);
      }),

    answered: async (trx, { chatId, userId }, question) => {
      await trx
        .deleteFrom("retry")
        .where("chat_id", "=", chatId)
        .where("question", "=", context.pseudonymOf(chatId, question))
        .where("user_id", "=", userId)
        .execute();
    },

    precedes: (asker, named) => precedes(context, asker, named),

    forget: (chatId) =>
      store.transaction(async (trx) => {
        await trx.deleteFrom("retry").where("chat_id", "=", chatId).execute();
      }),

    suspendBefore: (updateId, message) =>
      store.transaction((trx) => suspendBefore(context, trx, updateId, message)),

    forgetBefore: (updateId, message) =>
      store.transaction(async (trx) => {
        await suspendBefore(context, trx, updateId, message);
        await trx
          .deleteFrom("retry")
          .where("chat_id", "=", message.chatId)
          .where("message_id", "=", message.messageId)
          .where("is_suspended", "=", 1)
          .execute();
      }),
  };
};

type RetriesContext = Pick<Dependencies, "store" | "now"> & {
  readonly kept: KeptRetries;
  /** Under which a chat's receipt, or a question about one, is kept. */
  readonly pseudonymOf: (chatId: number, text: string) => string;
  /** This process's own. Throws as if the database were away when it has lost it. */
  readonly lease: () => string;
};

const plan = async (
  { kept, pseudonymOf, now }: RetriesContext,
  trx: Transaction,
  { chatId, messageId, userId, receipt, question, payload }: UnansweredLookUp,
  { dueAt, endsAt, begunAt }: Times & { readonly begunAt: Date },
): Promise<void> => {
  const id = freshRetryId();
  const named = { chat_id: chatId, receipt: pseudonymOf(chatId, receipt) };
  const asked = { chat_id: chatId, question: pseudonymOf(chatId, question), user_id: userId };
  const waiting = await trx
    .selectFrom("retry")
    .select(["message_id", "user_id", "is_suspended", "asked_at"])
    .where((eb) => eb.and(named))
    .orderBy("asked_at")
    .execute();
  const before = await trx
    .selectFrom("retry")
    .selectAll()
    .where((eb) => eb.and(asked))
    .executeTakeFirst();
  const former = before === undefined ? [] : formerOf(kept, before, messageId);
  const planned = {
    id,
    message_id: messageId,
    payload: kept.close(id, { payload, former }),
    attempts: 0,
    is_refused: 0,
    is_suspended: 0,
    asked_until: 0,
    begun_at: begunAt.getTime(),
    due_at: dueAt.getTime(),
    ends_at: endsAt.getTime(),
    lease: null,
  };
  // Who is asked for first must not be asked for later than this one.
  await trx
    .updateTable("retry")
    .set({ due_at: dueAt.getTime() })
    .where((eb) => eb.and({ ...named, is_refused: 0 }))
    .where("due_at", ">", dueAt.getTime())
    .execute();
  // A message that was changed keeps its place, also where it asks with other digits by now.
  const changed = waiting.find(
    (row) => row.is_suspended === 1 && row.message_id === messageId && row.user_id === userId,
  );
  // Of two in the same millisecond one is the first.
  const askedLast = Math.max(now().getTime(), (waiting.at(-1)?.asked_at ?? 0) + 1);
  const askedAt = changed?.asked_at ?? askedLast;
  // Another message of the person that asks the same takes the place along.
  const again = changed === undefined ? planned : { ...planned, asked_at: changed.asked_at };
  await trx
    .insertInto("retry")
    .values({ ...named, ...asked, asked_at: askedAt, ...planned })
    .onConflict((conflict) => conflict.columns(["chat_id", "question", "user_id"]).doUpdateSet(again))
    .execute();
};

const createClaim = (context: RetriesContext): Retries["claim"] => {
  const { store, kept } = context;
  /** Of each nobody can tell whether this process holds it, because the database went away in that very transaction. */
  const doubtful = new Set<number>();
  const toRetry = (row: RetryRow): Retry => ({
    id: row.id,
    chatId: row.chat_id,
    payload: kept.open(row)?.payload ?? null,
    attempts: row.attempts,
    endsAt: new Date(row.ends_at),
    isSuspended: row.is_suspended === 1,
  });

  return async (room) => {
    const unbegun = [...doubtful];
    let sent: readonly RetryRow[] = [];
    const claimed = await store.transaction(async (trx) => {
      await giveBack(context, trx, unbegun);
      sent = await takeDue(context, trx, room);
      return sent;
    });
    if (!claimed.ok) {
      // The commit may have been made all the same. This process lives, so that nobody else would try them.
      for (const { id } of sent) doubtful.add(id);
      return claimed;
    }
    for (const id of unbegun) doubtful.delete(id);
    return ok(claimed.value.map(toRetry));
  };
};

const giveBack = async (
  { lease }: RetriesContext,
  trx: Transaction,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  const held = trx.updateTable("retry").set({ lease: null }).where("lease", "=", lease());
  await held.where("id", "in", ids).execute();
};

const takeDue = (
  { now, lease }: RetriesContext,
  trx: Transaction,
  room: number,
): Promise<readonly RetryRow[]> => {
  const at = now().getTime();
  const alive = trx.selectFrom("process_lease").select("id").where("expires_at", ">", at);
  const due = trx
    .selectFrom("retry as due")
    .select("due.id")
    .where("due.due_at", "<=", at)
    .where("due.asked_until", "<=", at)
    .where((eb) => eb.or([eb("due.lease", "is", null), eb("due.lease", "not in", alive)]))
    // A row whose time is over waits for nobody, and for no change.
    .where((eb) =>
      eb.or([
        eb("due.ends_at", "<=", at),
        eb.and([eb("due.is_suspended", "=", 0), eb.not(eb.exists(earlierThanDue(eb)))]),
      ]),
    )
    .orderBy("due.due_at")
    .limit(room);
  return (
    trx
      .updateTable("retry")
      .set({ lease: lease() })
      .where("id", "in", due)
      .where("asked_until", "<=", at)
      // Checked again on the row itself: another process may have been quicker.
      .where((eb) => eb.or([eb("lease", "is", null), eb("lease", "not in", alive)]))
      .returningAll()
      .execute()
  );
};

/** Whether another person of the chat waits longer for the receipt of a row that is due, and can be asked for. */
const earlierThanDue = (eb: ExpressionBuilder<Tables & { due: Tables["retry"] }, "due">) =>
  eb
    .selectFrom("retry as earlier")
    .select("earlier.id")
    .whereRef("earlier.chat_id", "=", "due.chat_id")
    .whereRef("earlier.receipt", "=", "due.receipt")
    .where("earlier.is_refused", "=", 0)
    .whereRef("earlier.asked_at", "<", "due.asked_at");

const postpone = async (
  { lease }: RetriesContext,
  trx: Transaction,
  id: number,
  {
    triedAt,
    next,
    isRefused,
  }: { readonly triedAt: Date; readonly next: NextAttempt; readonly isRefused: boolean },
): Promise<void> => {
  const at = triedAt.getTime();
  const nextOf = ({ attempts, ends_at }: Pick<RetryRow, "attempts" | "ends_at">) => ({
    attempts: attempts + 1,
    due_at: next(attempts + 1, new Date(ends_at)).getTime(),
  });
  const tried = await trx
    .selectFrom("retry")
    .selectAll()
    .where("id", "=", id)
    .where("lease", "=", lease())
    .executeTakeFirst();
  if (tried === undefined) return;
  const set = (of: number, values: Partial<Tables["retry"]>) =>
    trx.updateTable("retry").set(values).where("id", "=", of).execute();
  const planned = nextOf(tried);
  await set(id, { ...planned, lease: null, is_refused: isRefused ? 1 : 0 });
  if (isRefused) return;
  const behind = await trx
    .selectFrom("retry")
    .select(["id", "attempts", "due_at", "ends_at"])
    .where("chat_id", "=", tried.chat_id)
    .where("receipt", "=", tried.receipt)
    .where("asked_at", ">", tried.asked_at)
    .where("is_refused", "=", 0)
    .where("ends_at", ">", at)
    .orderBy("asked_at")
    .execute();
  let soonest = planned.due_at;
  for (const one of behind) {
    const later = one.due_at > at ? one : nextOf(one);
    if (later !== one) await set(one.id, later);
    soonest = Math.min(soonest, later.due_at);
  }
  if (soonest < planned.due_at) await set(id, { due_at: soonest });
};

const endOwn = async ({ lease }: RetriesContext, trx: Transaction, id: number): Promise<boolean> => {
  const ended = await trx
    .deleteFrom("retry")
    .where("id", "=", id)
    .where("lease", "=", lease())
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
};

/** Longer than any look-up takes: a bank has two minutes at most. */
const askedMs = 150_000;

const precedes = async (
  context: RetriesContext,
  { chatId, userId }: Asker,
  { receipt, question }: Named,
): Promise<"earlier" | "running" | null> => {
  const { store, pseudonymOf, now } = context;
  const at = now().getTime();
  const first = await store.db
    .selectFrom("retry")
    .selectAll()
    .where("chat_id", "=", chatId)
    .where("receipt", "=", pseudonymOf(chatId, receipt))
    .where((eb) => eb.or([eb("is_refused", "=", 0), eb("user_id", "=", userId)]))
    .orderBy("asked_at")
    .executeTakeFirst();
  if (first === undefined) return null;
  if (first.user_id === userId)
    return first.question === pseudonymOf(chatId, question) ? reserveOwn(context, first.id, at) : null;
  await store.db
    .updateTable("retry")
    .set({ due_at: at })
    .where("id", "=", first.id)
    .where("due_at", ">", at)
    .execute();
  return "earlier";
};

/** Keeps the background from one that its person asks for themselves now, or both would count. `running`: it is at it. */
const reserveOwn = async (
  { store }: Pick<RetriesContext, "store">,
  id: number,
  at: number,
): Promise<"running" | null> => {
  const alive = store.db.selectFrom("process_lease").select("id").where("expires_at", ">", at);
  const reserved = await store.db
    .updateTable("retry")
    .set({ asked_until: at + askedMs })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("lease", "is", null), eb("lease", "not in", alive)]))
    .returning("id")
    .executeTakeFirst();
  if (reserved !== undefined) return null;
  const running = await store.db.selectFrom("retry").select("id").where("id", "=", id).executeTakeFirst();
  return running === undefined ? null : "running";
};

const suspendBefore = async (
  { kept }: RetriesContext,
  trx: Transaction,
  updateId: number,
  { chatId, messageId }: Message,
): Promise<void> => {
  // What an update plans is kept with what it says.
  const said = trx
    .selectFrom("outbox")
    .select("outbox.slot")
    .where("outbox.chat_id", "=", chatId)
    .where("outbox.message_id", "=", messageId)
    .where("outbox.update_id", "=", updateId);
  const waiting = await trx
    .selectFrom("retry")
    .selectAll()
    .where("chat_id", "=", chatId)
    .where((eb) => eb.not(eb.exists(said)))
    .orderBy("asked_at")
    .execute();
  for (const row of waiting) await withdrawMessage(kept, trx, row, messageId);
};
