import type { KeepSecret } from "../accounts/accounts.ts";
import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import type { Delivered, Deliveries, Slot, Step } from "../store/deliveries.ts";
import type { Inbox } from "../store/inbox.ts";
import type { Catalogue } from "../texts/catalogue.ts";
import { type Chat, type Place, plain, type Reply } from "./chat.ts";
import { type Outcome, writeOutcome } from "./outcome.ts";
import type { Pace } from "./pace.ts";
import type { Pointer } from "./pointers.ts";
import { postponement } from "./postponement.ts";
import type { Asker } from "./questions.ts";
import { createStanding, uncertainly } from "./standing.ts";

type Work = Parameters<Deliveries["keep"]>[0];

/** One answer on its way. */
export type Errand = {
  readonly place: Place;
  /** Which of the things said about the message. */
  readonly slot: string;
  /** What `recall` gave for it. */
  readonly before: Delivered | null;
  readonly askedAt: Date;
  /** The progress line. */
  readonly looking: string;
  /** A message of ours that the answer replaces, or null. */
  readonly shown: number | null;
  readonly work: Promise<Reply>;
  readonly texts: Catalogue;
};

/** What is said because of one update: each thing once, however often the update is worked off. */
export type Saying = {
  readonly updateId: number;
  /** When the update was written down. */
  readonly receivedAt: Date;
  /** What was said under this slot before; null for an update that is worked off for the first time. */
  readonly recall: (place: Place, slot: string) => Promise<Delivered | null>;
  /** The slots under which something was said before about a message; none for an update that is worked off for the first time. */
  readonly slotsOf: (place: Place) => Promise<readonly string[]>;
  /** Inside a transaction: whether the update is still this process's to work off. */
  readonly isMine: (work: Work) => Promise<boolean>;
  /** Makes what is found out about what was asked durable together with its count or its next attempt, so that neither can be repeated. */
  readonly alongside: (
    asker: Pick<Asker, "place" | "userId">,
    slot: string,
    pointer: Pointer,
  ) => {
    readonly isMine: (work: Work) => Promise<boolean>;
    readonly keep: (work: Work, outcome: Outcome) => Promise<void>;
  };
  /** Makes a secret that is shown once durable together with what it opens, until it has been shown. */
  readonly keep: (place: Place, slot: string) => KeepSecret;
  /** A quoted reply; resolves with its message id. */
  readonly say: (place: Place, slot: string, reply: Reply) => Promise<number>;
  /**
   * An answer (design 10): a quick one is a quoted reply, a slower one comes by way of one progress message that is
   * edited, a late one is a new reply, because an edit makes no sound.
   */
  readonly answer: (errand: Errand) => Promise<void>;
};

/** The update that is worked off; `isFirst` false: it may have been said already, wholly or in part. */
export type Turn = { readonly updateId: number; readonly receivedAt: Date; readonly isFirst: boolean };

type Dependencies = {
  readonly chat: Chat;
  readonly deliveries: Deliveries;
  readonly inbox: Pick<Inbox, "isHeld" | "waitingIn">;
  readonly attachMessage: (questionId: string, messageId: number) => Promise<void>;
  readonly pace: Pace;
  readonly now: () => Date;
};

/**
 * Whatever may stand in a chat was noted before it was sent (`looking`: a line; `sending`: the answer), and an update is
 * worked off only when what stands is noted, so that whoever takes it up again knows when to look for it. Rejects with
 * a postponement while the database or Telegram is away: the update is to be worked off again.
 */
export const createSaying = (deps: Dependencies) => {
  const { chat, deliveries, inbox, attachMessage, pace, now } = deps;
  const { findOrSend } = createStanding(deps);

  return ({ updateId, receivedAt, isFirst }: Turn): Saying => {
    const note = async (at: Slot, step: Step, shown: number | null, keeps = false): Promise<void> =>
      settledOrLater(await deliveries.note(at, { updateId, step, shown, keeps }));

    const recall: Saying["recall"] = async (place, slot) =>
      isFirst ? null : deliveries.of({ ...place, slot });

    const slotsOf: Saying["slotsOf"] = async ({ chatId, messageId }) =>
      isFirst ? [] : deliveries.slotsOf(chatId, messageId);

    const send = async (errand: Pick<Errand, "place" | "looking">, reply: Reply): Promise<number> => {
      const sent = await chat.quote(errand.place, reply).catch(uncertainly);
      return sent ?? findOrSend(errand, reply);
    };

    /** The message that shows progress. */
    const showProgress = async (errand: Errand, shown: number | null): Promise<number> => {
      const { place, slot, looking } = errand;
      const progress = plain(looking);
      if (shown !== null && (await chat.edit({ ...place, messageId: shown }, progress))) return shown;
      await note({ ...place, slot }, "looking", null);
      const line = await send(errand, progress);
      await note({ ...place, slot }, "looking", line);
      return line;
    };

    /** Resolves with the message that says it. */
    const deliver = async (errand: Errand, shown: number | null): Promise<number> => {
      const { place, slot, work, askedAt } = errand;
      const quick = await within(work, pace.progressAfterMs);
      const line = quick === null ? await showProgress(errand, shown) : shown;
      const reply = quick ?? (await work);
      const late = now().getTime() - askedAt.getTime() > pace.lateAfterMs;
      // What points to another message cannot take the place of what quotes this one.
      const isEditable = line !== null && !late && (reply.quotes === undefined || line === shown);
      if (isEditable && (await chat.edit({ ...place, messageId: line }, reply))) return line;
      // What was kept is noted as about to be sent.
      if (line !== null || reply.isKept !== true) await note({ ...place, slot }, "sending", line);
      const messageId = await send(errand, reply);
      if (line !== null) await chat.retire({ ...place, messageId: line }, errand.texts.answerBelow);
      return messageId;
    };

    /** For an answer that may have been sent before a crash, or a line before it. */
    const resume = async (errand: Errand, shown: number | null): Promise<number> => {
      const { place, work, texts } = errand;
      const messageId = await findOrSend(errand, await work);
      if (shown !== null && shown !== messageId)
        await chat.retire({ ...place, messageId: shown }, texts.answerBelow);
      return messageId;
    };

    const answer: Saying["answer"] = async (errand) => {
      const { place, slot, before, work } = errand;
      if (stands(before, updateId)) return;
      // A bug in the work is met where it is awaited; while progress is being shown nobody awaits it.
      work.catch(() => undefined);
      const shown = before?.shown ?? errand.shown;
      const isResumed = before?.updateId === updateId && mayStand(before, errand.shown);
      const messageId = await (isResumed ? resume(errand, shown) : deliver(errand, shown));
      const { questionId, leadsBack } = await work;
      await note({ ...place, slot }, "standing", messageId, leadsBack);
      if (questionId !== undefined) await attachMessage(questionId, messageId);
    };

    const say: Saying["say"] = async (place, slot, reply) => {
      const before = await recall(place, slot);
      if (before !== null && before.shown !== null && stands(before, updateId)) return before.shown;
      const errand = { place, looking: reply.text };
      const isUnknown = before?.updateId === updateId && before.step === "sending";
      if (!isUnknown) await note({ ...place, slot }, "sending", null);
      const messageId = await (isUnknown ? findOrSend(errand, reply) : send(errand, reply));
      await note({ ...place, slot }, "standing", messageId);
      return messageId;
    };

    const isMine: Saying["isMine"] = (work) => inbox.isHeld(work, updateId);

    const alongside: Saying["alongside"] = ({ place, userId }, slot, pointer) => ({
      isMine,
      keep: (work, outcome) =>
        deliveries.keep(
          work,
          { ...place, slot },
          { updateId, outcome: writeOutcome(outcome, { pointer, userId }) },
        ),
    });

    const keep: Saying["keep"] = (place, slot) => (work, secret) =>
      deliveries.keep(work, { ...place, slot }, { updateId, outcome: secret });

    return { updateId, receivedAt, recall, slotsOf, isMine, alongside, keep, say, answer };
  };
};

/** Whether it has been said for this very update. */
export const stands = (before: Delivered | null, updateId: number): boolean =>
  before?.updateId === updateId && before.step === "standing";

/**
 * Whether something that nobody knows of may stand in the chat. What was kept with its count is noted as about to be
 * sent, too, but in place of the message that it replaces (`replaced`) nothing is sent without a note of that message.
 */
const mayStand = ({ step, shown }: Delivered, replaced: number | null): boolean =>
  (step === "looking" && shown === null) || (step === "sending" && (shown !== null || replaced === null));

const settledOrLater = (noted: Result<void, Failure>): void => {
  if (!noted.ok) throw postponement(noted.error);
};

/** The value, or null when it takes longer than `ms`. */
const within = <T>(work: Promise<T>, ms: number): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, null);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
