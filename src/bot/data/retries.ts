import { randomInt } from "node:crypto";
import type { ExpressionBuilder, Selectable } from "kysely";
import { z } from "zod";
import { createPseudonym, createSeal } from "../../core/crypto.ts";
import type { Failure } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { awayError } from "../../database/away.ts";
import type { OwnUpdate } from "../../database/inbox-rows.ts";
import type { Tables, Work } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";
import type { Inbox } from "./inbox.ts";

/** A look-up that a provider did not answer. */
export type Unanswered = {
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

/** What a row holds sealed. */
const keptSchema = z.strictObject({
  payload: z.string(),
  /** Messages of the person that asked the same before, newest last. */
  former: z.array(z.strictObject({ messageId: z.int(), payload: z.string(), endsAt: z.int() })),
});

type Kept = z.infer<typeof keptSchema>;

/** Former messages that a row holds, at most: the newest. */
const formerMax = 5;

type Asker = Pick<Unanswered, "chatId" | "userId">;

type Named = Pick<Unanswered, "receipt" | "question">;

/** One that is due, and this process's to try. `attempts` counts those before. */
export type Retry = {
  readonly id: number;
  readonly chatId: number;
  /** Null: the row was damaged. */
  readonly payload: string | null;
  readonly attempts: number;
  readonly endsAt: Date;
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
    unanswered: Unanswered,
    times: { readonly dueAt: Date; readonly endsAt: Date },
    alongside: {
      readonly isMine: (work: Work) => Promise<boolean>;
      readonly keep: (work: Work) => Promise<void>;
    },
  ) => Promise<Result<boolean, Failure>>;
  /** Hands out at most `room` that are due. */
  readonly claim: (room: number) => Promise<Result<readonly Retry[], Failure>>;
  /**
   * Plans the next attempt by `next`, and that of everybody who waits for the same receipt behind it. The earliest of these
   * times is its own. `isRefused`: the asker's limit kept it from the provider, and the others go on without it.
   */
  readonly postpone: (
    id: number,
    triedAt: Date,
    next: (attempts: number, endsAt: Date) => Date,
    isRefused?: boolean,
  ) => Promise<Result<void, Failure>>;
  /** Inside a transaction: ends it. False when it is another's by now, or was asked anew. */
  readonly end: (work: Work, id: number) => Promise<boolean>;
  /** Ends it and leaves in the inbox what is to be said, in one step. */
  readonly endWith: (id: number, told: OwnUpdate) => Promise<Result<void, Failure>>;
  /** Ends it without a word: there is nothing to be asked. */
  readonly drop: (id: number) => Promise<Result<void, Failure>>;
  /** Inside the transaction that counts an answer: the person has it, and needs no other. */
  readonly answered: (work: Work, asker: Asker, question: string) => Promise<void>;
  /**
   * What somebody who asks for a receipt must wait for. `earlier`: another person of the chat asked before, and is asked for
   * at once now. `running`: their own question is being asked. Null: nothing. Rejects while the database is away.
   */
  readonly precedes: (asker: Asker, named: Named) => Promise<"earlier" | "running" | null>;
  /** Ends all of a chat that cannot be answered any more. */
  readonly forget: (chatId: number) => Promise<Result<void, Failure>>;
  /**
   * Ends those of a message that was changed by an update, but for those that were planned because of that very update: how
   * many. A message whose place it had taken waits again.
   */
  readonly forgetBefore: (
    updateId: number,
    message: { readonly chatId: number; readonly messageId: number },
  ) => Promise<Result<number, Failure>>;
};

type Dependencies = {
  readonly store: Store;
  readonly secret: string;
  readonly inbox: Pick<Inbox, "add">;
  /** This process's row in `process_lease`; null while it has none, and then it tries nothing. */
  readonly leaseId: () => string | null;
  readonly now: () => Date;
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

export const createRetries = ({ store, secret, inbox, leaseId, now }: Dependencies): Retries => {
  const seal = createSeal(secret, "retry");
  /** Under which a chat's receipt is kept. */
  const nameOf: (chatId: number, receipt: string) => string = createPseudonym(secret, "retry/receipt");

  /** Of each nobody can tell whether this process holds it, because the database went away in that very transaction. */
  const doubtful = new Set<number>();

  /** Throws as if the database were away when this process has lost its lease. */
  const lease = (): string => {
    const id = leaseId();
    if (id === null) throw awayError("this process has no lease now");
    return id;
  };

  const sealed = (id: number, kept: Kept): string => seal.close(String(id), JSON.stringify(kept));

  /** Null: the row was damaged. */
  const opened = ({ id, payload }: Pick<Tables["retry"], "id" | "payload">): Kept | null => {
    try {
      return keptSchema.parse(JSON.parse(seal.open(String(id), payload)));
    } catch {
      return null;
    }
  };

  /** The messages that ask the same as a new one, without that one. */
  const formerOf = (row: Selectable<Tables["retry"]> | undefined, messageId: number): Kept["former"] => {
    const kept = row === undefined ? null : opened(row);
    if (row === undefined || kept === null) return [];
    const last = { messageId: row.message_id, payload: kept.payload, endsAt: row.ends_at };
    return [...kept.former, last].filter((one) => one.messageId !== messageId).slice(-formerMax);
  };

  /** Takes a message out of a row. True: the row was waiting for that message, and goes or waits for a former one. */
  const leave = async (work: Work, row: Selectable<Tables["retry"]>, messageId: number): Promise<boolean> => {
    const kept = opened(row);
    const former = (kept?.former ?? []).filter((one) => one.messageId !== messageId);
    if (row.message_id !== messageId) {
      if (kept === null || former.length === kept.former.length) return false;
      const payload = sealed(row.id, { ...kept, former });
      await work.updateTable("retry").set({ payload }).where("id", "=", row.id).execute();
      return false;
    }
    const last = former.at(-1);
    if (last === undefined) {
      await work.deleteFrom("retry").where("id", "=", row.id).execute();
      return true;
    }
    // Under its old id an attempt that runs for this message would end what waits again.
    const id = randomInt(2 ** 47);
    const payload = sealed(id, { payload: last.payload, former: former.slice(0, -1) });
    const again = { id, message_id: last.messageId, payload, ends_at: last.endsAt, lease: null };
    await work.updateTable("retry").set(again).where("id", "=", row.id).execute();
    return true;
  };

  const toRetry = (row: Selectable<Tables["retry"]>): Retry => ({
    id: row.id,
    chatId: row.chat_id,
    payload: opened(row)?.payload ?? null,
    attempts: row.attempts,
    endsAt: new Date(row.ends_at),
  });

  const giveBack = async (work: Work, ids: readonly number[]): Promise<void> => {
    if (ids.length === 0) return;
    const held = work.updateTable("retry").set({ lease: null }).where("lease", "=", lease());
    await held.where("id", "in", ids).execute();
  };

  const end = async (work: Work, id: number): Promise<boolean> => {
    const ended = await work
      .deleteFrom("retry")
      .where("id", "=", id)
      .where("lease", "=", lease())
      .returning("id")
      .executeTakeFirst();
    return ended !== undefined;
  };

  return {
    plan: ({ chatId, messageId, userId, receipt, question, payload }, { dueAt, endsAt }, { isMine, keep }) =>
      store.transaction(async (work) => {
        if (!(await isMine(work))) return false;
        await keep(work);
        const id = randomInt(2 ** 47);
        const named = { chat_id: chatId, receipt: nameOf(chatId, receipt) };
        const { last } = await work
          .selectFrom("retry")
          .select((eb) => eb.fn.max("asked_at").as("last"))
          .where((eb) => eb.and(named))
          .executeTakeFirstOrThrow();
        const asked = nameOf(chatId, question);
        const before = await work
          .selectFrom("retry")
          .selectAll()
          .where((eb) => eb.and({ chat_id: chatId, question: asked, user_id: userId }))
          .executeTakeFirst();
        const planned = {
          id,
          message_id: messageId,
          payload: sealed(id, { payload, former: formerOf(before, messageId) }),
          attempts: 0,
          is_refused: 0,
          due_at: dueAt.getTime(),
          ends_at: endsAt.getTime(),
          lease: null,
        };
        // Who is asked for first must not be asked for later than this one.
        await work
          .updateTable("retry")
          .set({ due_at: dueAt.getTime() })
          .where((eb) => eb.and({ ...named, is_refused: 0 }))
          .where("due_at", ">", dueAt.getTime())
          .execute();
        await work
          .insertInto("retry")
          // Of two in the same millisecond one is the first.
          .values({
            ...named,
            question: asked,
            user_id: userId,
            asked_at: Math.max(now().getTime(), Number(last ?? 0) + 1),
            ...planned,
          })
          .onConflict((conflict) => conflict.columns(["chat_id", "question", "user_id"]).doUpdateSet(planned))
          .execute();
        return true;
      }),

    claim: async (room) => {
      const unbegun = [...doubtful];
      let sent: readonly Selectable<Tables["retry"]>[] = [];
      const claimed = await store.transaction(async (work) => {
        await giveBack(work, unbegun);
        const at = now().getTime();
        const alive = work.selectFrom("process_lease").select("id").where("expires_at", ">", at);
        const due = work
          .selectFrom("retry as due")
          .select("due.id")
          .where("due.due_at", "<=", at)
          .where((eb) => eb.or([eb("due.lease", "is", null), eb("due.lease", "not in", alive)]))
          // A row whose time is over waits for nobody.
          .where((eb) => eb.or([eb("due.ends_at", "<=", at), eb.not(eb.exists(earlierThanDue(eb)))]))
          .orderBy("due.due_at")
          .limit(room);
        sent = await work
          .updateTable("retry")
          .set({ lease: lease() })
          .where("id", "in", due)
          // Checked again on the row itself: another process may have been quicker.
          .where((eb) => eb.or([eb("lease", "is", null), eb("lease", "not in", alive)]))
          .returningAll()
          .execute();
        return sent;
      });
      if (!claimed.ok) {
        // The commit may have been made all the same. This process lives, so that nobody else would try them.
        for (const { id } of sent) doubtful.add(id);
        return claimed;
      }
      for (const id of unbegun) doubtful.delete(id);
      return ok(claimed.value.map(toRetry));
    },

    postpone: (id, triedAt, next, isRefused = false) =>
      store.transaction(async (work) => {
        const at = triedAt.getTime();
        const nextOf = ({ attempts, ends_at }: Pick<Tables["retry"], "attempts" | "ends_at">) => ({
          attempts: attempts + 1,
          due_at: next(attempts + 1, new Date(ends_at)).getTime(),
        });
        const tried = await work
          .selectFrom("retry")
          .selectAll()
          .where("id", "=", id)
          .where("lease", "=", lease())
          .executeTakeFirst();
        if (tried === undefined) return;
        const set = (of: number, values: Partial<Tables["retry"]>) =>
          work.updateTable("retry").set(values).where("id", "=", of).execute();
        const planned = nextOf(tried);
        await set(id, { ...planned, lease: null, is_refused: isRefused ? 1 : 0 });
        if (isRefused) return;
        const behind = await work
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
      }),

    end,

    endWith: (id, told) =>
      store.transaction(async (work) => {
        if (await end(work, id)) await inbox.add(work, told);
      }),

    drop: (id) =>
      store.transaction(async (work) => {
        await end(work, id);
      }),

    answered: async (work, { chatId, userId }, question) => {
      await work
        .deleteFrom("retry")
        .where("chat_id", "=", chatId)
        .where("question", "=", nameOf(chatId, question))
        .where("user_id", "=", userId)
        .execute();
    },

    precedes: async ({ chatId, userId }, { receipt, question }) => {
      const at = now().getTime();
      const first = await store.db
        .selectFrom("retry")
        .selectAll()
        .where("chat_id", "=", chatId)
        .where("receipt", "=", nameOf(chatId, receipt))
        .where((eb) => eb.or([eb("is_refused", "=", 0), eb("user_id", "=", userId)]))
        .orderBy("asked_at")
        .executeTakeFirst();
      if (first === undefined) return null;
      const isTheirs = first.user_id === userId;
      if (isTheirs && first.question !== nameOf(chatId, question)) return null;
      const holder = await store.db
        .selectFrom("process_lease")
        .select("id")
        .where("id", "=", first.lease ?? "")
        .where("expires_at", ">", at)
        .executeTakeFirst();
      if (isTheirs) return holder === undefined ? null : "running";
      await store.db
        .updateTable("retry")
        .set({ due_at: at })
        .where("id", "=", first.id)
        .where("due_at", ">", at)
        .execute();
      return "earlier";
    },

    forget: (chatId) =>
      store.transaction(async (work) => {
        await work.deleteFrom("retry").where("chat_id", "=", chatId).execute();
      }),

    forgetBefore: (updateId, { chatId, messageId }) =>
      store.transaction(async (work) => {
        // What an update plans is kept with what it says.
        const said = work
          .selectFrom("outbox")
          .select("outbox.slot")
          .where("outbox.chat_id", "=", chatId)
          .where("outbox.message_id", "=", messageId)
          .where("outbox.update_id", "=", updateId);
        const waiting = await work
          .selectFrom("retry")
          .selectAll()
          .where("chat_id", "=", chatId)
          .where((eb) => eb.not(eb.exists(said)))
          .orderBy("asked_at")
          .execute();
        let ended = 0;
        for (const row of waiting) if (await leave(work, row, messageId)) ended += 1;
        return ended;
      }),
  };
};
