import type { Update } from "grammy/types";
import { type Failure, fail } from "../../core/failure.ts";
import { createInFlight } from "../../core/in-flight.ts";
import type { Log } from "../../core/log.ts";
import type { Observe } from "../../core/measurements.ts";
import { ok, type Result } from "../../core/result.ts";
import { dayMs, hourMs, minuteMs } from "../../core/time.ts";
import type { Tracing } from "../../core/tracing.ts";
import type { UpdateAttempt } from "../conversation/sending.ts";
import type { Claimed, Inbox, Incoming, Postponed, Released, Wanted } from "../data/inbox.ts";
import { createFullQueues, goesAhead, type Origin, originOf } from "./side-by-side.ts";
import { type BotTimings, backoffMs, pause } from "./timings.ts";

/**
 * Whether an update was worked off, or must be claimed again because something it needs is away, or has become another
 * process's. `floodSeconds`: nothing can be said in its chat before that.
 */
export type WorkedOff = "done" | "again" | "taken over" | { readonly floodSeconds: number };

/** Updates that are worked on at the same time, each of another queue. */
const sideBySideMax = 100;
/** An update that was begun so often is given up, for it may have ended the process each time. */
const attemptsMax = 20;
/** An update whose work threw so often is dropped. One that could not be worked off so often is given back until later. */
const triesMax = 3;
/** An update that was given back waits no longer than this. */
const givenBackMsMax = 2 * minuteMs;
/** A message or a press that was begun before and is older is tried for the last time. Telegram itself brings nothing older. */
const ageMsMax = dayMs;

type Dependencies = {
  readonly inbox: Pick<Inbox, "take" | "claimNext" | "isBehindGroup" | "applyRetention">;
  readonly work: (update: Update, attempt: UpdateAttempt) => Promise<WorkedOff>;
  /** Ends an update that was begun too often, or is too old and could not be worked off. */
  readonly giveUp: (update: Update, attempt: UpdateAttempt) => Promise<WorkedOff>;
  /** Told of an update that goes back to the inbox because its sender or chat has enough that is worked on. */
  readonly noteHeldUp: (update: Update) => Promise<void>;
  readonly log: Log;
  readonly observe: Observe;
  readonly tracing: Tracing;
  readonly now: () => Date;
  readonly timings: BotTimings;
};

/** Works off the inbox: the updates of one queue one after the other, queues side by side. */
export const createWorker = (deps: Dependencies) => {
  const { inbox, noteHeldUp, log, tracing, now, timings } = deps;
  const stopping = new AbortController();
  const running = new Map<number, Running>();
  /** Those that came back while they run here, because the process that had taken them over went away. */
  const claimedAgain = new Map<number, Claimed>();
  const released = createReleased();
  const taking = createInFlight();
  /** False until the bot knows its own name, which handlers need. */
  let hasBegun = false;
  const fullQueues = createFullQueues(() => [...running.values()].filter(({ isCounted }) => isCounted));
  const { isHeldUp } = fullQueues;
  const capacity = createCapacity(sideBySideMax, () => running.size);
  /** Whether something may wait in any queue, not only behind what this process has worked off. */
  let isAnywhere = true;
  let wake: () => void = () => undefined;
  let ran: Promise<void> = Promise.resolve();

  /** Reads all queues soon, because something was added. */
  const nudge = (): void => {
    isAnywhere = true;
    wake();
  };

  /** Gives an update back, and the place that it holds to others. */
  const postpone = (updateId: number, waitMs: number): void => {
    released.postponed.push({ updateId, dueAt: new Date(now().getTime() + waitMs) });
    wake();
  };

  const workOffAndNote = async (claimed: Begun): Promise<void> => {
    const { updateId } = claimed;
    const ended = await workOff(deps, claimed, stopping.signal);
    if (typeof ended === "object") postpone(updateId, ended.floodSeconds * timings.floodSecondMs);
    // It waits as long again as it has waited, while others have its place. A process that stops leaves it to the next one.
    if (ended === "again" && !stopping.signal.aborted)
      postpone(updateId, Math.min(ageMsOf(claimed, now), givenBackMsMax));
    // What it waits for needs a place, too.
    if (ended === "behind its group") postpone(updateId, backoffMs(timings, 1));
    // What is another process's by now must not be noted as finished, nor what is its own again.
    if (ended !== "done") return;
    released.finished.push(updateId);
    claimedAgain.delete(updateId);
  };

  /** A failure is only logged: the update is worked off in its turn all the same. */
  const tellHeldUp = (update: Update): Promise<void> =>
    noteHeldUp(update).catch((err: unknown) =>
      log.warn({ updateId: update.update_id, err }, "nothing is left beside an update that waits"),
    );

  const begin = (claimed: Claimed): void => {
    if (running.has(claimed.updateId)) {
      claimedAgain.set(claimed.updateId, claimed);
      return;
    }
    const update = updateIn(claimed);
    const from = originOf(claimed, update);
    const isCounted = !goesAhead(claimed, from);
    const place = isCounted ? fullQueues.add(claimed.queue, from) : "free";
    if (place === "beyond") {
      postpone(claimed.updateId, backoffMs(timings, 2));
      return;
    }
    if (place === "full") {
      released.unbegun.push(claimed.updateId);
      if (update !== null) void taking.run(() => tellHeldUp(update));
      wake();
      return;
    }
    const span = tracing.open("chat update", {}, claimed.receivedAt);
    span.within(() => tracing.open("inbox wait", {}, claimed.receivedAt).end());
    const done = span
      .within(() => workOffAndNote({ ...claimed, chat: from.chat, update }))
      .finally(() => {
        span.end();
        running.delete(claimed.updateId);
        const again = claimedAgain.get(claimed.updateId);
        claimedAgain.delete(claimed.updateId);
        if (again !== undefined && !stopping.signal.aborted) begin(again);
        wake();
      });
    running.set(claimed.updateId, { ...from, isCounted, done });
  };

  /** Notes what is released and claims others. What cannot be noted is noted the next time. */
  const claimNext = async (wanted: Wanted): ReturnType<Inbox["claimNext"]> => {
    const noting = released.take();
    const claimed = await inbox.claimNext(noting, wanted).catch((error: unknown) => {
      log.error({ err: error }, "a look into the inbox broke; the next one tries again");
      return fail("internal_error");
    });
    if (!claimed.ok) released.putBack(noting);
    return claimed;
  };

  const noteReleased = () => claimNext({ room: 0 });

  const take = (updates: readonly Incoming[]): Promise<Result<readonly number[], Failure>> =>
    capacity.withRoom(
      hasBegun && !stopping.signal.aborted && !updates.some(isHeldUp) ? 1 : 0,
      async (room) => {
        const taken = await inbox.take(updates, room);
        if (!taken.ok) return taken;
        for (const claimed of taken.value.claimed) begin(claimed);
        return ok(taken.value.waiting);
      },
    );

  /** Reads the inbox once. Resolves with how many updates that brought. */
  const readInbox = async (): Promise<number> => {
    const look = isAnywhere ? "anywhere" : "behind";
    const freed = released.finished.length + released.postponed.length;
    const wanted = isAnywhere ? sideBySideMax : freed + fullQueues.withPlace(sideBySideMax).length;
    if (wanted === 0 && released.isEmpty()) return 0;
    isAnywhere = false;
    return capacity.withRoom(stopping.signal.aborted ? 0 : wanted, async (room) => {
      const first = fullQueues.withPlace(room);
      for (const queue of first) fullQueues.delete(queue);
      const claimed = await claimNext({ room, look, first, full: fullQueues.all() });
      if (claimed.ok) {
        for (const one of claimed.value) begin(one);
        // More may wait than there was room for.
        if (claimed.value.length === room && (look === "anywhere" || room < wanted)) isAnywhere = true;
        return claimed.value.length;
      }
      isAnywhere = true;
      log.warn({ code: claimed.error.code, detail: claimed.error.detail }, "the inbox cannot be read now");
      await pause(backoffMs(timings, 2), stopping.signal);
      return 0;
    });
  };

  const waitForWork = (): Promise<void> => {
    if (!released.isEmpty()) return Promise.resolve();
    return new Promise((resolve) => {
      wake = resolve;
    });
  };

  const run = async (): Promise<void> => {
    let appliedAt = 0;
    while (!stopping.signal.aborted) {
      if (performance.now() - appliedAt > retentionEveryMs || appliedAt === 0) {
        appliedAt = performance.now();
        await inbox
          .applyRetention()
          .catch((error: unknown) => log.error({ err: error }, "the retention of the inbox failed"));
      }
      // Made before the read, so that no wake-up during it is lost.
      const waited = waitForWork();
      const brought = await readInbox();
      // One read serves all updates that come within a moment.
      if (brought === 0) await waited;
      // Reading is rarer while many updates are worked on.
      const isBusy = running.size > sideBySideMax / 2;
      if (running.size > 0)
        await pause(isBusy ? timings.busyLookEveryMs : timings.lookEveryMs, stopping.signal);
    }
  };

  return {
    nudge,
    isHeldUp,
    /** Writes updates down and begins what need not wait. Resolves with those that are new and wait for their turn. */
    take: (updates: readonly Incoming[]) => taking.run(() => take(updates)),
    /** Rejects only because of a bug; then nothing is answered any more, and the process must end. */
    run: (): Promise<void> => {
      hasBegun = true;
      const looking = setInterval(nudge, timings.inboxEveryMs);
      const loop = run().finally(() => clearInterval(looking));
      ran = loop.catch(() => undefined); // the caller gets the error
      return loop;
    },
    /**
     * Claims no more updates, lets those begun end (at most `drainMs`), and notes them. What is left stays in the
     * inbox.
     */
    stop: async (): Promise<void> => {
      stopping.abort();
      nudge();
      await ran;
      await noteReleased();
      const drained = new AbortController();
      const drain = taking.settled().then(() => Promise.all([...running.values()].map(({ done }) => done)));
      void drain.then(() => drained.abort());
      await Promise.race([drain, pause(timings.drainMs, drained.signal)]);
      await noteReleased();
      if (running.size > 0)
        log.warn({ updates: running.size }, "stopped with messages still being worked on; they are resumed");
    },
  };
};

const retentionEveryMs = hourMs;

const ageMsOf = ({ receivedAt }: Pick<Claimed, "receivedAt">, now: () => Date): number =>
  Math.max(0, now().getTime() - receivedAt.getTime());

/**
 * Works on an update until it is done, postponed or another process's, or gives it up. `again`: it was tried often enough for
 * now, or the process stops first.
 */
const workOff = async (deps: Dependencies, claimed: Begun, stopping: AbortSignal): Promise<Ended> => {
  const { work, giveUp, log, observe, now } = deps;
  const { updateId, payload, attempts } = claimed;
  if (payload === null) {
    log.error({ updateId }, "an update is dropped: what was kept of it is damaged");
    return "done";
  }
  const observed = (outcome: "done" | "given_up", how: Ended): Ended => {
    if (how === "done") observe({ kind: "chat_update", outcome, seconds: ageMsOf(claimed, now) / 1000 });
    return how;
  };
  const tryBy = (workOn: Dependencies["work"]) => tryOut(deps, claimed, workOn, stopping);
  const isOld = ageMsOf(claimed, now) > ageMsMax;
  const giveItUp = async (why: string): Promise<Ended> => {
    log.error({ updateId }, `an update is given up: ${why}`);
    const apologised = await tryBy(giveUp);
    // After a day the apology waits for nothing any more.
    return observed("given_up", isOld && isPutOff(apologised) ? "done" : apologised);
  };
  if (attempts > attemptsMax) return giveItUp("it was begun too often");
  const isTooOld = isOld && attempts > 1 && isBoundByAge(claimed.update);
  // However old it is, it may only have waited behind its group.
  const tried = await tryBy(work);
  if (!isTooOld || stopping.aborted || !isPutOff(tried)) return observed("done", tried);
  return giveItUp("it could not be worked off within a day");
};

type Ended = WorkedOff | "behind its group";

/** Whether an update could not be worked off for now. */
const isPutOff = (ended: Ended): boolean => ended === "again" || typeof ended === "object";

/**
 * Whether an update is given up once it is old. A change is not, because it takes its former answer back, nor is what we have
 * left to be said, which may have been paid for.
 */
const isBoundByAge = (update: Update | null): boolean =>
  (update?.message ?? update?.callback_query ?? update?.my_chat_member) !== undefined;

/** Works on an update until it has ended, a few times at most. */
const tryOut = async (
  { inbox, log, timings }: Dependencies,
  claimed: Begun,
  workOn: Dependencies["work"],
  stopping: AbortSignal,
): Promise<Ended> => {
  const { updateId, queue, chat, payload, attempts, receivedAt } = claimed;
  /** Whether it waits for what concerns its whole group; so, too, while that cannot be told. */
  const isBehindGroup = async (): Promise<boolean> =>
    chat < 0 && chat !== queue && (await inbox.isBehindGroup(chat, updateId).catch(() => true));
  let thrown = 0;
  for (let tried = 1; ; tried += 1) {
    let ended: WorkedOff;
    if (await isBehindGroup()) return "behind its group";
    try {
      const isFirst = attempts === 1 && tried === 1;
      ended = await workOn(JSON.parse(payload ?? ""), { updateId, receivedAt, isFirst });
    } catch (error) {
      thrown += 1;
      log.error({ updateId, tried: thrown, err: error }, "the work on an update broke");
      ended = thrown < triesMax ? "again" : "done";
    }
    if (ended !== "again" || tried >= triesMax || stopping.aborted) return ended;
    await pause(backoffMs(timings, tried), stopping);
  }
};

/** `update`: null where it is damaged. Each try parses its own, by which the try is known. */
type Begun = Claimed & Pick<Origin, "chat"> & { readonly update: Update | null };

/** An update that is worked on. `isCounted`: it takes one of the places of its sender and chat. */
type Running = Origin & { readonly isCounted: boolean; readonly done: Promise<void> };

/** Null: it is damaged. */
const updateIn = ({ payload }: Claimed): Update | null => {
  try {
    return JSON.parse(payload ?? "");
  } catch {
    return null;
  }
};

/** Updates that are held no longer, until the inbox has noted it. */
const createReleased = () => {
  const finished: number[] = [];
  const postponed: Postponed[] = [];
  const unbegun: number[] = [];
  return {
    finished,
    postponed,
    unbegun,
    isEmpty: (): boolean => finished.length + postponed.length + unbegun.length === 0,
    take: () => ({
      finished: finished.splice(0),
      postponed: postponed.splice(0),
      unbegun: unbegun.splice(0),
    }),
    putBack: (taken: Required<Released>): void => {
      finished.push(...taken.finished);
      postponed.push(...taken.postponed);
      unbegun.push(...taken.unbegun);
    },
  };
};

/** A bound for what is begun and what was asked for and may come. */
type Capacity = {
  /** Calls `ask` with how many may be begun: as many as are wanted and there is room for. */
  readonly withRoom: <T>(wanted: number, ask: (room: number) => Promise<T>) => Promise<T>;
};

/** `taken`: how many are begun. */
const createCapacity = (most: number, taken: () => number): Capacity => {
  let promised = 0;
  return {
    withRoom: async (wanted, ask) => {
      const room = Math.max(0, Math.min(wanted, most - taken() - promised));
      promised += room;
      try {
        return await ask(room);
      } finally {
        promised -= room;
      }
    },
  };
};
