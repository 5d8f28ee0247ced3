import type { Update } from "grammy/types";
import { type Failure, fail } from "../failure.ts";
import { createInFlight } from "../in-flight.ts";
import type { Log } from "../log.ts";
import { ok, type Result } from "../result.ts";
import type { Claimed, Inbox, Incoming } from "../store/inbox.ts";
import { backoffMs, type Pace, pause } from "./pace.ts";
import { createPlaces } from "./places.ts";
import type { Turn } from "./saying.ts";

/** Whether an update was worked off, or must be taken up again because something it needs is away. */
export type WorkedOff = "done" | "again";

/** Updates that are worked on at the same time, each of another chat. */
const sideBySideMax = 100;
/** An update that was begun so often without an end is given up: it would kill the process again. */
const attemptsMax = 20;
/** An update that broke the work on it so often is written off. */
const triesMax = 3;

type Dependencies = {
  readonly inbox: Pick<Inbox, "take" | "turn" | "sweep">;
  readonly work: (update: Update, turn: Turn) => Promise<WorkedOff>;
  /** In its place for an update that was begun too often: says so. */
  readonly giveUp: (update: Update, turn: Turn) => Promise<WorkedOff>;
  readonly log: Log;
  readonly pace: Pace;
};

/** Works the inbox off: updates of one chat one after the other, chats side by side. */
export const createWorker = ({ inbox, work, giveUp, log, pace }: Dependencies) => {
  const stopping = new AbortController();
  const running = new Map<number, Promise<void>>();
  const finished: number[] = [];
  const taking = createInFlight();
  /** Before, the bot does not know yet who it is. */
  let hasBegun = false;
  const places = createPlaces(sideBySideMax, () => running.size);
  /** Whether something may wait in any queue, and not only behind what this process has worked off. */
  let isAnywhere = true;
  let wake: () => void = () => undefined;
  let ran: Promise<void> = Promise.resolve();

  /** Looks into all queues soon: something has been left there. */
  const nudge = (): void => {
    isAnywhere = true;
    wake();
  };

  const workOff = async ({ updateId, payload, attempts, receivedAt }: Claimed): Promise<void> => {
    if (attempts > attemptsMax) log.error({ updateId }, "an update is given up: it was begun too often");
    const end = attempts > attemptsMax ? giveUp : work;
    let tried = 0;
    const endOnce = async (isFirst: boolean): Promise<WorkedOff> => {
      try {
        return await end(JSON.parse(payload), { updateId, receivedAt, isFirst });
      } catch (error) {
        tried += 1;
        log.error({ updateId, tried, err: error }, "the work on an update broke");
        return tried < triesMax ? "again" : "done";
      }
    };
    for (let again = 1; ; again += 1) {
      if ((await endOnce(attempts === 1 && again === 1)) === "done") break;
      // Not noted as finished, another process takes it up when this one has stopped.
      if (stopping.signal.aborted) return;
      await pause(backoffMs(pace, again), stopping.signal);
    }
    finished.push(updateId);
  };

  const begin = (claimed: Claimed): void => {
    // This process had lost its lease for a while and is still at it.
    if (running.has(claimed.updateId)) return;
    const done = workOff(claimed).finally(() => {
      running.delete(claimed.updateId);
      wake();
    });
    running.set(claimed.updateId, done);
  };

  const take = (updates: readonly Incoming[]): Promise<Result<readonly number[], Failure>> =>
    places.withRoom(hasBegun && !stopping.signal.aborted ? 1 : 0, async (room) => {
      const taken = await inbox.take(updates, room);
      if (!taken.ok) return taken;
      for (const claimed of taken.value.begun) begin(claimed);
      return ok(taken.value.waiting);
    });

  /** One look into the inbox. Resolves with how many updates it brought. */
  const turn = async (): Promise<number> => {
    const noting = finished.splice(0);
    const look = isAnywhere ? "anywhere" : "behind";
    const wanted = isAnywhere ? sideBySideMax : noting.length;
    if (wanted === 0) return 0;
    isAnywhere = false;
    return places.withRoom(stopping.signal.aborted ? 0 : wanted, async (room) => {
      const turned = await inbox.turn(noting, room, look).catch((error: unknown) => {
        log.error({ err: error }, "a look into the inbox broke; the next one tries again");
        return fail("internal_error");
      });
      if (turned.ok) {
        for (const claimed of turned.value) begin(claimed);
        // Where there was no room for more, more may wait.
        if (turned.value.length === room && (look === "anywhere" || room < wanted)) isAnywhere = true;
        return turned.value.length;
      }
      finished.push(...noting);
      isAnywhere = true;
      log.warn({ code: turned.error.code, detail: turned.error.detail }, "the inbox cannot be read now");
      await pause(backoffMs(pace, 2), stopping.signal);
      return 0;
    });
  };

  const waitForWork = (): Promise<void> => {
    if (finished.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      wake = resolve;
    });
  };

  const run = async (): Promise<void> => {
    let sweptAt = 0;
    while (!stopping.signal.aborted) {
      if (performance.now() - sweptAt > sweepEveryMs || sweptAt === 0) {
        sweptAt = performance.now();
        await inbox
          .sweep()
          .catch((error: unknown) => log.error({ err: error }, "a sweep of the inbox broke"));
      }
      const waited = waitForWork();
      const brought = await turn();
      // One look for what comes within a moment: each asks the database.
      if (brought === 0) await waited;
      // Nor is there need for a look while nearly all hands are full.
      const isBusy = running.size > sideBySideMax / 2;
      if (running.size > 0) await pause(isBusy ? pace.busyLookEveryMs : pace.lookEveryMs, stopping.signal);
    }
  };

  return {
    nudge,
    /** Writes updates down, and begins what need not wait. Gives back those that are new and wait for their turn. */
    take: (updates: readonly Incoming[]) => taking.run(() => take(updates)),
    /** Rejects only by a bug: then nothing is answered any more, and the process must end. */
    run: (): Promise<void> => {
      hasBegun = true;
      const looking = setInterval(nudge, pace.inboxEveryMs);
      const running = run().finally(() => clearInterval(looking));
      ran = running.catch(() => undefined); // whoever called hears of it
      return running;
    },
    /** Takes no more updates up, lets those begun end (at most `drainMs`), and notes them. What is left stays in the inbox. */
    stop: async (): Promise<void> => {
      stopping.abort();
      nudge();
      await ran;
      const drained = new AbortController();
      const ended = taking.settled().then(() => Promise.all(running.values()));
      void ended.then(() => drained.abort());
      await Promise.race([ended, pause(pace.drainMs, drained.signal)]);
      await inbox.turn(finished.splice(0), 0);
      if (running.size > 0)
        log.warn({ updates: running.size }, "stopped with messages still being worked on; they are resumed");
    },
  };
};

const sweepEveryMs = 60 * 60 * 1000;
