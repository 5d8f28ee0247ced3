import { Composer } from "grammy";
import type { Update } from "grammy/types";
import { type Failure, fail, isBillable } from "../../../core/failure.ts";
import type { Log } from "../../../core/log.ts";
import { createLruCache } from "../../../core/lru-cache.ts";
import { ok, type Result } from "../../../core/result.ts";
import type { Provider } from "../../../providers/provider.ts";
import { renderGivenUp } from "../../../rendering/render-failure.ts";
import { catalogues } from "../../../texts/texts.ts";
import { referenceOf, requestPartOf } from "../../../verify/candidates.ts";
import type { Verify } from "../../../verify/verify.ts";
import { type Inbox, isOwnUpdate } from "../../data/inbox.ts";
import type { Outbox } from "../../data/outbox.ts";
import type { Retries, Retry } from "../../data/retries.ts";
import type { Chat, Reply } from "../../telegram/chat.ts";
import { postponement } from "../../telegram/postponement.ts";
import { type BotTimings, backoffMs, pause } from "../../telegram/timings.ts";
import type { AnswerButtons } from "../answer-buttons.ts";
import { type MerchantOf, quoting } from "../caller.ts";
import { type FoundOutcome, type Outcome, readOutcome, receiptSourceOf, writeOutcome } from "../outcome.ts";
import type { OutcomeAnswer } from "../outcome-answer.ts";
import { type AlbumSummaries, aloneIn } from "../pictures/albums.ts";
import {
  type Pictures,
  readWaitingPicture,
  waitingPictureOf,
  waitingPictureUpdate,
} from "../pictures/pictures.ts";
import type { Questions } from "../questions/questions.ts";
import type { Sending, TalkContext } from "../sending.ts";
import {
  backgroundReplyUpdate,
  type LookUpLater,
  mayAnswerLater,
  nextTry,
  readBackgroundReply,
  readLookUp,
} from "./look-up-retries.ts";

/** Look-ups in the background at the same time: few, so that people who wait now come first. */
const sideBySideMax = 4;
/** Retries that this process cannot read, as far as it remembers that it has said so. */
const unreadMax = 1_000;

type Dependencies = {
  readonly retries: Retries;
  readonly inbox: Pick<Inbox, "add">;
  readonly verify: Verify;
  readonly merchantOf: MerchantOf;
  readonly providers: readonly Provider[];
  /** Makes the worker read the inbox soon. */
  readonly nudge: () => void;
  readonly now: () => Date;
  readonly log: Log;
  readonly timings: BotTimings;
};

/**
 * Retries what a provider did not answer, with a growing pause, until it is answered or the time is over. The outcome
 * is counted and left in the inbox in one transaction, to be sent in the asker's turn.
 */
export const createRetrying = (deps: Dependencies) => {
  const { retries, inbox, verify, merchantOf, providers, nudge, now, log, timings } = deps;
  const stopping = new AbortController();
  const running = new Map<number, Promise<void>>();
  const unread = createLruCache<number, true>(unreadMax);
  let ran: Promise<void> = Promise.resolve();

  /** Counts the look-up together with leaving its reply, and only when nobody has asked anew meanwhile. */
  const lookUp = async (id: number, later: LookUpLater, provider: Provider): Promise<FoundOutcome> => {
    const { account: merchantAccount, countedOn } = await merchantOf(later.caller);
    const verification = await verify({
      caller: countedOn,
      provider,
      isRetry: true,
      ...requestPartOf(later.candidate),
      merchantAccount,
      receiptSource: receiptSourceOf(later.caller, {
        slot: later.slot ?? `later:${id}`,
        isOnly: false,
      }),
      alongside: {
        isMine: (trx) => retries.end(trx, id),
        keep: (trx, found) =>
          inbox.add(trx, replyUpdate(later, { ...found, account: merchantAccount }, now())),
      },
    });
    return { ...verification, account: merchantAccount };
  };

  /** What is left to be written after an attempt, or null when it was written together with its count. */
  const afterwards = (
    { id, endsAt }: Retry,
    later: LookUpLater,
    outcome: FoundOutcome | null,
  ): (() => Promise<Result<void, Failure>>) | null => {
    const failure = outcome === null ? fail("internal_error").error : failureOf(outcome);
    if (failure === null || isBillable(failure) || failure.code === "request_in_progress") return null;
    // The caller's rate limit allows more before the time is over.
    const isRefused = failure.code === "rate_limited";
    const isOpen = mayAnswerLater(failure) || isRefused || failure.code === "internal_error";
    if (!isOpen && outcome !== null) return () => retries.endWith(id, replyUpdate(later, outcome, now()));
    if (now() >= endsAt) return () => retries.endWith(id, backgroundReplyUpdate(later, null, now()));
    const triedAt = now();
    const next: Parameters<Retries["postpone"]>[2] = (attempts, endsAt) =>
      nextTry(timings, attempts, { now: triedAt, endsAt });
    return () => retries.postpone(id, triedAt, next, isRefused);
  };

  /** Writes the result of an attempt, as soon as the database can be reached. */
  const leave = async (write: (() => Promise<Result<void, Failure>>) | null): Promise<void> => {
    for (let attempt = 1; write !== null && !stopping.signal.aborted; attempt += 1) {
      if ((await write()).ok) break;
      await pause(backoffMs(timings, attempt), stopping.signal);
    }
    nudge();
  };

  /**
   * A process of another version may know what this one cannot read, or offer the provider that this one does not. When the
   * time is over the row is given up.
   */
  const leaveToAnother = (retry: Retry, later: LookUpLater | null): Promise<void> => {
    const { id, endsAt, attempts: tried } = retry;
    if (!unread.has(id)) log.warn({ tried }, "what is to be tried again cannot be read by this process");
    unread.set(id, true);
    const triedAt = now();
    if (triedAt < endsAt) {
      const next: Parameters<Retries["postpone"]>[2] = (attempts) =>
        nextTry(timings, attempts, { now: triedAt, endsAt });
      // Those who wait behind it for the same receipt go on without it.
      return leave(() => retries.postpone(id, triedAt, next, true));
    }
    return leave(() =>
      later === null ? retries.drop(id) : retries.endWith(id, backgroundReplyUpdate(later, null, triedAt)),
    );
  };

  const tryAgain = async (retry: Retry): Promise<void> => {
    const waiting = readWaitingPicture(retry.payload);
    if (waiting !== null) return leave(() => retries.endWith(retry.id, waitingPictureUpdate(waiting, now())));
    const later = readLookUp(retry.payload);
    const provider = providers.find(({ label }) => label === later?.candidate.provider);
    if (later === null || provider === undefined) return leaveToAnother(retry, later);
    // The change of its message was not answered in all this time, and nobody is told what its former text asked for.
    if (retry.isSuspended)
      return leave(() => retries.endWith(retry.id, backgroundReplyUpdate(later, null, now())));
    const outcome = await lookUp(retry.id, later, provider).catch((err: unknown) => {
      log.error({ provider: provider.label, err }, "a verification in the background broke");
      return null;
    });
    await leave(afterwards(retry, later, outcome));
  };

  const begin = (retry: Retry): void => {
    // This process lost its lease for a while and still works on it.
    if (running.has(retry.id)) return;
    const tried = tryAgain(retry)
      .catch((err: unknown) => log.error({ err }, "an attempt in the background broke"))
      .finally(() => running.delete(retry.id));
    running.set(retry.id, tried);
  };

  const claim = (room: number): ReturnType<Retries["claim"]> =>
    retries.claim(room).catch((error: unknown) => {
      log.error({ err: error }, "a look for what is to be tried again broke; the next one tries again");
      return fail("internal_error");
    });

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const room = sideBySideMax - running.size;
      const due = room > 0 ? await claim(room) : ok([]);
      if (!due.ok) log.warn({ code: due.error.code }, "what is to be tried again cannot be read now");
      else for (const retry of due.value) begin(retry);
      await pause(timings.retriesEveryMs, stopping.signal);
    }
  };

  return {
    /** Rejects only by a bug. */
    run: (): Promise<void> => {
      const running = run();
      ran = running.catch(() => undefined); // the caller gets the error
      return running;
    },
    /** Begins no more and waits for those begun. The next process takes up what is left. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await ran;
      const drained = new AbortController();
      const ended = Promise.all(running.values()).then(() => drained.abort());
      await Promise.race([ended, pause(timings.drainMs, drained.signal)]);
    },
  };
};

const replyUpdate = (later: LookUpLater, outcome: FoundOutcome, at: Date) => {
  const { candidate, caller } = later;
  return backgroundReplyUpdate(
    later,
    writeOutcome(outcome, { candidate, caller, account: outcome.account }),
    at,
  );
};

const failureOf = ({ result }: Outcome): Failure | null => (result.ok ? null : result.error);

type ReplyDependencies = {
  readonly chat: Pick<Chat, "dropButtons">;
  readonly outbox: Pick<Outbox, "hold">;
  readonly answerOutcome: OutcomeAnswer;
  readonly questions: Pick<Questions, "bankOf">;
  readonly buttons: Pick<AnswerButtons, "failureButtons">;
  readonly answerWaiting: Pictures["answerWaiting"];
  readonly following: AlbumSummaries["following"];
  readonly answerInAlbum: AlbumSummaries["answer"];
  readonly summariseAlbum: (update: Update, sending: Sending) => Promise<void>;
  readonly now: () => Date;
};

/** Sends what the background has found as a new reply to the message that asked, because an edit makes no sound. */
export const createBackgroundReplies = (deps: ReplyDependencies) => {
  const { chat, outbox, answerOutcome, questions, buttons, now } = deps;
  const { answerWaiting, following, answerInAlbum, summariseAlbum } = deps;
  const giveUp = async ({ caller, candidate }: LookUpLater): Promise<Reply> => {
    const reference = referenceOf(candidate);
    return {
      ...renderGivenUp(caller.language, { bank: questions.bankOf(candidate), reference }),
      ...(await buttons.failureButtons(caller, candidate, { isAgain: true })),
      ...quoting(caller),
    };
  };

  /** The answer, with its outcome kept for the buttons under it. */
  const tell = async (
    { caller, candidate }: LookUpLater,
    slot: string,
    outcome: FoundOutcome,
    { updateId }: Sending,
  ): Promise<Reply> => {
    const kept = {
      updateId,
      outcome: writeOutcome(outcome, { candidate, caller, account: outcome.account }),
    };
    const held = await outbox.hold({ ...caller.place, slot }, kept);
    if (!held.ok) throw postponement(held.error);
    return answerOutcome(caller, candidate, outcome, { slot });
  };

  /** Whether the message was changed since it was asked for, or has got its answer while this one waited. */
  const isMoot = async ({ caller }: LookUpLater, slot: string, sending: Sending): Promise<boolean> => {
    if (await sending.isFormer(caller)) return true;
    return (await sending.standing(caller.place, slot)) !== null;
  };

  const backgroundReplies = new Composer<TalkContext>();
  backgroundReplies.use(async ({ update, sending }, next) => {
    // A press that was left in another one's queue is for the handlers of presses.
    if (!isOwnUpdate(update.update_id) || update.callback_query !== undefined) return next();
    const waiting = waitingPictureOf(update);
    if (waiting !== null) {
      const { caller, words } = waiting;
      if (await sending.isFormer(caller)) return;
      const work = (later: Sending) => answerWaiting({ caller, askedAt: now(), sending: later }, waiting);
      if (words.isOfAlbum) await work(following(sending, caller));
      else await answerInAlbum(aloneIn(caller), sending, work);
      return;
    }
    const backgroundReply = readBackgroundReply(update);
    if (backgroundReply === null) return summariseAlbum(update, sending);
    const { lookUp, outcome } = backgroundReply;
    const { caller, candidate } = lookUp;
    const { place, language } = caller;
    const slot = lookUp.slot ?? `later:${update.update_id}`;
    if (await isMoot(lookUp, slot, sending)) return;
    const former = await sending.makeRoom(place, slot, referenceOf(candidate));
    const work = outcome === null ? giveUp(lookUp) : tell(lookUp, slot, readOutcome(outcome), sending);
    const texts = catalogues[language];
    const answering = { place, slot, askedAt: now(), shown: null };
    await following(sending, caller).answer({
      ...answering,
      work,
      texts,
      looking: texts.looking(questions.bankOf(candidate)),
    });
    // "Check again" would report the receipt as shown before by this very message.
    if (former !== null) await chat.dropButtons({ ...place, messageId: former });
  });
  return backgroundReplies;
};
