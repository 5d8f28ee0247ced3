import type { Context } from "grammy";
import type { KeepSecret } from "../../accounts/accounts.ts";
import type { Failure, FailureCode } from "../../core/failure.ts";
import { createLruCache } from "../../core/lru-cache.ts";
import type { Result } from "../../core/result.ts";
import type { Catalogue } from "../../texts/catalogue.ts";
import type { Candidate } from "../../verify/candidates.ts";
import type { AnsweredTexts } from "../data/answered-texts.ts";
import type { Hold, Inbox } from "../data/inbox.ts";
import type { Outbox, OutgoingReply, Step } from "../data/outbox.ts";
import { type Chat, type Place, plain, type Reply } from "../telegram/chat.ts";
import { isDeletedAtOnce } from "../telegram/client.ts";
import { postponement, takenOver } from "../telegram/postponement.ts";
import type { BotTimings } from "../telegram/timings.ts";
import type { ChatCaller, ShownIn } from "./caller.ts";
import { type Outcome, writeOutcome } from "./outcome.ts";

type Transaction = Parameters<Outbox["keep"]>[0];

/** One answer that is to be sent. */
type OutgoingAnswer = {
  readonly place: Place;
  /** Which of the answers to the message it is. */
  readonly slot: string;
  readonly askedAt: Date;
  /** The progress line. */
  readonly looking: string;
  /** A message of the bot that the answer replaces; null: none. */
  readonly shown: number | null;
  readonly work: Promise<Reply>;
  readonly texts: Catalogue;
  /** How it takes a former answer back; unset: it does not. */
  readonly withdrawal?: Withdrawal;
};

/**
 * `beside an answer`: the others of this update say what becomes of the message. `until the answer`: that comes in its place
 * by this very update, which has sent nothing there yet.
 */
export type Withdrawal = "alone" | "beside an answer" | "until the answer";

/**
 * What one update makes the bot send. An update that is worked off again after a crash sends again what is not noted
 * as sent, and says the same, for what was counted was kept with its count.
 */
export type Sending = {
  readonly updateId: number;
  /** When the update was written down. */
  readonly receivedAt: Date;
  /** Whether the answer to this very update was sent before a crash. */
  readonly isSent: (place: Place, slot: string) => Promise<boolean>;
  /** What was kept for this very update before a crash, by `alongside` or `keep`; null: nothing. */
  readonly kept: (place: Place, slot: string) => Promise<string | null>;
  /** What was kept with an answer that an earlier update was given and that stands; null: nothing. */
  readonly standing: (place: Place, slot: string) => Promise<string | null>;
  /** The slots of a message under which anything was sent; none for an update that is worked off for the first time. */
  readonly slotsOf: (place: Place) => Promise<readonly string[]>;
  /** What stands in the place of an answer that was withdrawn, as far as this process remembers it; null: none was. */
  readonly withdrawnAs: (place: Place, slot: string) => Promise<string | null>;
  /**
   * Makes room for an answer that is a new message below the former one, which is about the receipt of this name. Resolves
   * with the former message; null: there is none.
   */
  readonly makeRoom: (place: Place, slot: string, about: string) => Promise<number | null>;
  /** Notes which text of a message its answers are about from now on. */
  readonly noteText: (place: Place, source: Pick<ShownIn, "update"> | undefined) => Promise<void>;
  /** The update that brought that text; null: none was noted. */
  readonly textUpdateIdOf: (place: Place) => Promise<number | null>;
  /** Whether the message was changed since it was asked for what such a source shows. */
  readonly isFormer: (caller: Pick<ChatCaller, "place" | "source">) => Promise<boolean>;
  /** Inside a transaction: whether the update is still this process's to work off. */
  readonly isMine: (trx: Transaction) => Promise<boolean>;
  /** Rejects when another process works on the update by now. */
  readonly hold: Hold;
  /** Keeps an outcome in the transaction that counts it, or plans the next attempt, so that neither happens twice. */
  readonly alongside: (
    caller: Pick<ChatCaller, "place" | "userId" | "source">,
    slot: string,
    asked: { readonly candidate: Candidate; readonly merchantAccount: string | null },
  ) => {
    readonly isMine: (trx: Transaction) => Promise<boolean>;
    readonly keep: (trx: Transaction, outcome: Outcome) => Promise<void>;
  };
  /**
   * Keeps a secret that is shown once, in the transaction that makes it, until it has been shown. Rejects as `hold`
   * does.
   */
  readonly keep: (place: Place, slot: string) => KeepSecret;
  /** Sends a quoted reply; resolves with its message id. Null: its chat has deleted it at once. */
  readonly send: (place: Place, slot: string, reply: Reply) => Promise<number | null>;
  /** Keeps a reply to itself that would be one too many in a group. The summary of an album tells of it. */
  readonly withhold: (reply: Reply) => void;
  /**
   * Sends an answer. A quick one is a quoted reply. A slower one replaces a progress message by an edit.
   * A late one is a new reply, because an edit makes no sound.
   */
  readonly answer: (answering: OutgoingAnswer) => Promise<void>;
};

/** One attempt to work an update off. `isFirst`: nothing can have been sent because of it before. */
export type UpdateAttempt = {
  readonly updateId: number;
  readonly receivedAt: Date;
  readonly isFirst: boolean;
};

type Dependencies = {
  readonly chat: Chat;
  readonly outbox: Outbox;
  readonly answeredTexts: Pick<AnsweredTexts, "note" | "updateIdOf">;
  readonly inbox: Pick<Inbox, "isHeld" | "holds">;
  readonly attachMessage: (questionId: string, messageId: number | null) => Promise<void>;
  readonly timings: BotTimings;
  readonly now: () => Date;
};

/**
 * Makes the way to answer one update. Its calls reject with a postponement while the database is away, and with
 * grammY's error when Telegram's answer was lost: then the update is worked off again, and may send a message twice.
 */
export const createSending = (deps: Dependencies) => {
  /** Messages that were sent, and whose note the database did not take: they are changed, and none is sent again. */
  const unnoted = createLruCache<string, number>(unnotedMax);
  /** By which update an answer was withdrawn, and what stands there since. Another process may have answered again. */
  const withdrawn = createLruCache<string, { readonly updateId: number; readonly text: string }>(
    withdrawnMax,
  );
  return ({ updateId, receivedAt, isFirst }: UpdateAttempt): Sending => {
    const { chat, outbox, answeredTexts, inbox, attachMessage } = deps;
    const slotNameOf = ({ chatId, messageId }: Place, slot: string): string =>
      `${chatId} ${messageId} ${slot}`;
    const nameOf = ({ place, slot }: { readonly place: Place; readonly slot: string }): string =>
      `${updateId} ${slotNameOf(place, slot)}`;

    const note = async (
      at: { readonly place: Place; readonly slot: string },
      progress: { readonly step: Step; readonly shown: number | null; readonly keeps?: boolean },
    ): Promise<void> => {
      const { place, slot } = at;
      if (progress.shown !== null) unnoted.set(nameOf(at), progress.shown);
      settledOrLater(await outbox.note({ ...place, slot }, { updateId, ...progress }));
      unnoted.delete(nameOf(at));
    };

    const recall = async (place: Place, slot: string): Promise<OutgoingReply | null> =>
      isFirst ? null : outbox.of({ ...place, slot });

    const isNoted = (before: OutgoingReply | null): boolean =>
      before?.updateId === updateId && before.step === "sent";

    const answer: Sending["answer"] = async (answering) => {
      const { place, slot, work } = answering;
      // A bug in the work is met where it is awaited; nobody awaits it while progress is being shown.
      work.catch(() => undefined);
      const before = await recall(place, slot);
      if (isNoted(before)) return;
      const isForNow = answering.withdrawal === "until the answer";
      // What stands there is of this update itself.
      if (isForNow && before?.updateId === updateId) return;
      const sent = unnoted.get(nameOf(answering)) ?? null;
      const ofIts = before?.updateId === updateId ? before.shown : null;
      const shown = sent ?? ofIts ?? answering.shown ?? before?.shown ?? null;
      const noteLine = (line: number | null) => note(answering, { step: "sending", shown: line });
      const messageId = await deliver({ ...answering, shown, isSent: sent !== null }, noteLine, deps).catch(
        async (error: unknown) => {
          // What it finds is kept with its count, before the update is worked off again.
          await work.catch(() => undefined);
          throw error;
        },
      );
      const { text, questionId, leadsBack = false, isProvisional = false } = await work;
      if (isProvisional) {
        await noteLine(messageId);
        throw postponement({ code: "overloaded" });
      }
      if (isForNow) return noteLine(messageId);
      await note(answering, { step: "sent", shown: messageId, keeps: leadsBack });
      if (answering.withdrawal) withdrawn.set(slotNameOf(place, slot), { updateId, text });
      if (questionId !== undefined) await attachMessage(questionId, messageId);
    };

    const send: Sending["send"] = async (place, slot, reply) => {
      const before = await recall(place, slot);
      if (before !== null && isNoted(before)) return before.shown;
      const sent = unnoted.get(nameOf({ place, slot }));
      const isShown = sent !== undefined && (await chat.edit({ ...place, messageId: sent }, reply));
      const messageId = isShown ? sent : await unlessDeleted(chat.quote(place, reply));
      await note({ place, slot }, { step: "sent", shown: messageId });
      return messageId;
    };

    const isMine: Sending["isMine"] = (trx) => inbox.isHeld(trx, updateId);
    const unlessTakenOver = (isHeld: boolean): void => {
      if (!isHeld) throw takenOver();
    };
    const hold: Sending["hold"] = {
      arrivedAt: receivedAt,
      assertHeld: async (trx) => unlessTakenOver(await isMine(trx)),
      look: async () => unlessTakenOver(await inbox.holds(updateId)),
    };

    return {
      updateId,
      receivedAt,
      isSent: async (place, slot) => isNoted(await recall(place, slot)),
      kept: async (place, slot) => {
        const before = await recall(place, slot);
        return before?.updateId === updateId ? before.outcome : null;
      },
      standing: async (place, slot) => {
        const before = await recall(place, slot);
        return before?.step === "sent" && before.updateId !== updateId ? before.outcome : null;
      },
      slotsOf: async ({ chatId, messageId }) => (isFirst ? [] : outbox.slotsOf(chatId, messageId)),
      withdrawnAs: async (place, slot) => {
        const before = await recall(place, slot);
        const last = withdrawn.get(slotNameOf(place, slot));
        return before?.step === "sent" && before.updateId === last?.updateId ? last.text : null;
      },
      makeRoom: async (place, slot, about) =>
        settledOrLater(await outbox.makeRoom({ ...place, slot }, { updateId, about })),
      noteText: async (place, source) => {
        const textUpdateId = source?.update ?? updateId;
        if (isFirst && textUpdateId === updateId) return;
        settledOrLater(await answeredTexts.note(place, textUpdateId));
      },
      textUpdateIdOf: answeredTexts.updateIdOf,
      isFormer: async ({ place, source }) => {
        const textUpdateId = await answeredTexts.updateIdOf(place);
        return textUpdateId !== null && textUpdateId !== source?.update;
      },
      isMine,
      hold,
      alongside: (caller, slot, { candidate, merchantAccount: account }) => ({
        isMine,
        keep: (trx, outcome) =>
          outbox.keep(
            trx,
            { ...caller.place, slot },
            { updateId, outcome: writeOutcome(outcome, { candidate, caller, account }) },
          ),
      }),
      keep: (place, slot) => async (trx, secret) => {
        await hold.assertHeld(trx);
        await outbox.keep(trx, { ...place, slot }, { updateId, outcome: secret });
      },
      send,
      withhold: () => undefined,
      answer,
    };
  };
};

/** More than are worked on at once; of those beyond, a message may be sent again. */
const unnotedMax = 1_000;
/** Answers that are remembered as withdrawn; of those beyond, Telegram is told the same again. */
const withdrawnMax = 5_000;

/** The message that was sent. Null: its chat has deleted it at once, as it would again, so it counts as sent. */
const unlessDeleted = (sent: Promise<number>): Promise<number | null> =>
  sent.catch((error: unknown) => {
    if (isDeletedAtOnce(error)) return null;
    throw error;
  });

/** Sends an answer by way of a progress line where it takes long. Resolves with the message that holds it; null: it was deleted at once. */
const deliver = async (
  { place, askedAt, looking, shown, isSent, work, texts }: OutgoingAnswer & { readonly isSent: boolean },
  noteLine: (line: number) => Promise<void>,
  { chat, timings, now }: Pick<Dependencies, "chat" | "timings" | "now">,
): Promise<number | null> => {
  const showProgress = async (): Promise<number | null> => {
    const progress = plain(looking);
    if (shown !== null) {
      const former = { ...place, messageId: shown };
      if (await chat.edit(former, progress)) return shown;
      // Once the new line is noted, nothing points to it any more.
      await chat.retire(former, texts.answerBelow);
    }
    const line = await unlessDeleted(chat.quote(place, progress));
    if (line !== null) await noteLine(line);
    return line;
  };

  // What stands there may be the answer, in whose place no progress is shown.
  const quick = isSent ? await work : await within(work, timings.progressAfterMs);
  const line = quick === null ? await showProgress() : shown;
  const reply = quick ?? (await work);
  const late = now().getTime() - askedAt.getTime() > timings.lateAfterMs;
  // What points to another message cannot take the place of what quotes this one.
  const isEditable = line !== null && (isSent || !late) && (reply.quotes === undefined || line === shown);
  if (isEditable && (await chat.edit({ ...place, messageId: line }, reply))) return line;
  if (line !== null) {
    // What stands there goes first: once the new message is noted, nothing points to it any more. From here on it is no answer.
    await noteLine(line);
    await chat.retire({ ...place, messageId: line }, texts.answerBelow);
  }
  return unlessDeleted(chat.quote(place, reply));
};

const settledOrLater = <T>(noted: Result<T, Failure>): T => {
  if (!noted.ok) throw postponement(noted.error);
  return noted.value;
};

/** The value, or null when it takes longer than `ms`. */
export const within = <T>(work: Promise<T>, ms: number): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, null);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** A caller, when they asked, and the way to answer them. */
export type ChatRequest = {
  readonly caller: ChatCaller;
  readonly askedAt: Date;
  readonly sending: Sending;
};

/** A reply. `denied`: why the caller gets no answers, where the reply says so. */
export type Answer = Reply & {
  readonly denied?: FailureCode;
  /** Whether it was counted or paid for, or a bank or we failed. A picture that asked for it does not count then. */
  readonly isExcused?: boolean;
};

/** What a handler gets: the update, and the way to answer it. */
export type TalkContext = Context & { sending: Sending };
