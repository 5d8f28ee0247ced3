import { type Failure, fail, isBillable } from "../failure.ts";
import type { Log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import { ok, type Result } from "../result.ts";
import type { Inbox } from "../store/inbox.ts";
import type { Retries, Retry } from "../store/retries.ts";
import type { Verify } from "../verify.ts";
import type { JudgingAccountOf } from "./judging-account.ts";
import { type Outcome, writeOutcome } from "./outcome.ts";
import { backoffMs, type Pace, pause } from "./pace.ts";
import { askedBy } from "./pointers.ts";
import { showingOf } from "./showings.ts";
import { type LookUpLater, mayAnswerLater, nextTry, readLookUp, toldUpdate } from "./unanswered.ts";
import { readWaitingPicture, waitingPictureUpdate } from "./waiting-pictures.ts";

/** Look-ups of the background at the same time, so that the people who wait now come first. */
const sideBySideMax = 4;

type Dependencies = {
  readonly retries: Retries;
  readonly inbox: Pick<Inbox, "add">;
  readonly verify: Verify;
  readonly judgingAccountOf: JudgingAccountOf;
  readonly providers: readonly Provider[];
  /** Something is to be said now. */
  readonly nudge: () => void;
  readonly now: () => Date;
  readonly log: Log;
  readonly pace: Pace;
};

/**
 * Tries again what a provider did not answer, with a growing pause, until it is answered or the time is over. What
 * comes of it is counted and left in the inbox in one step, to be said in the chat's turn.
 */
export const createRetrying = (deps: Dependencies) => {
  const { retries, inbox, verify, judgingAccountOf, providers, nudge, now, log, pace } = deps;
  const stopping = new AbortController();
  const running = new Map<number, Promise<void>>();
  let ran: Promise<void> = Promise.resolve();

  /** Counted together with what is left to be said, and only when nobody has asked anew meanwhile. */
  const lookUp = async (id: number, later: LookUpLater, provider: Provider): Promise<Outcome> => {
    const { account: judgingAccount, caller } = await judgingAccountOf(later.asker);
    return verify({
      caller,
      provider,
      ...askedBy(later.pointer),
      judgingAccount,
      showing: showingOf(later.asker.place, later.slot ?? `later:${id}`),
      alongside: {
        isMine: (work) => retries.end(work, id),
        keep: (work, verification) => {
          const outcome = { ...verification, isSameShowing: verification.seenBefore?.by === "this" };
          return inbox.add(work, toldUpdate(later, writeOutcome(outcome), now()));
        },
      },
    });
  };

  /** What is written down after an attempt, or null when that was done together with its count. */
  const afterwards = (
    { id, attempts, endsAt }: Retry,
    later: LookUpLater,
    outcome: Outcome | null,
  ): (() => Promise<Result<void, Failure>>) | null => {
    const failure = outcome === null ? fail("internal_error").error : failureOf(outcome);
    if (failure === null || isBillable(failure) || failure.code === "request_in_progress") return null;
    // What the asker has in an hour of answers that do not come is full again before the time is over.
    const isOpen = mayAnswerLater(failure) || ["internal_error", "rate_limited"].includes(failure.code);
    if (!isOpen && outcome !== null)
      return () => retries.endWith(id, toldUpdate(later, writeOutcome(outcome), now()));
    if (now() >= endsAt) return () => retries.endWith(id, toldUpdate(later, null, now()));
    return () => retries.postpone(id, nextTry(pace, attempts + 1, { now: now(), endsAt }));
  };

  /** Writes down what came of an attempt, as soon as the database lets it. */
  const leave = async (write: (() => Promise<Result<void, Failure>>) | null): Promise<void> => {
    for (let attempt = 1; write !== null && !stopping.signal.aborted; attempt += 1) {
      if ((await write()).ok) break;
      await pause(backoffMs(pace, attempt), stopping.signal);
    }
    nudge();
  };

  const tryAgain = async (retry: Retry): Promise<void> => {
    const waiting = readWaitingPicture(retry.payload);
    if (waiting !== null) return leave(() => retries.endWith(retry.id, waitingPictureUpdate(waiting, now())));
    const later = readLookUp(retry.payload);
    const provider = providers.find(({ label }) => label === later?.pointer.provider);
    // Not to be read, or not offered any more.
    if (later === null || provider === undefined) return void (await retries.drop(retry.id));
    const outcome = await lookUp(retry.id, later, provider).catch((err: unknown) => {
      log.error({ provider: provider.label, err }, "a verification in the background broke");
      return null;
    });
    await leave(afterwards(retry, later, outcome));
  };

  const begin = (retry: Retry): void => {
    // This process had lost its lease for a while and is still at it.
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
      await pause(pace.retriesEveryMs, stopping.signal);
    }
  };

  return {
    /** Rejects only by a bug. */
    run: (): Promise<void> => {
      const running = run();
      ran = running.catch(() => undefined); // whoever called hears of it
      return running;
    },
    /** Takes no more up and lets those begun end; what is left is the next process's. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await ran;
      const drained = new AbortController();
      const ended = Promise.all(running.values()).then(() => drained.abort());
      await Promise.race([ended, pause(pace.drainMs, drained.signal)]);
    },
  };
};

const failureOf = ({ result }: Outcome): Failure | null => (result.ok ? null : result.error);
