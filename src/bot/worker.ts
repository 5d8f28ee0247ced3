import type { Update } from "grammy/types";
import type { Log } from "../log.ts";
import type { Claimed, Inbox } from "../store/inbox.ts";
import { backoffMs, type Pace, pause } from "./pace.ts";
import type { Turn } from "./saying.ts";

/** Whether an update was worked off, or must be taken up again because something it needs is away. */
export type WorkedOff = "done" | "again";

/** Updates that are worked on at the same time, each of another chat. */
const sideBySideMax = 100;
/** An update that was begun so often without an end is given up: it would kill the process again. */
const attemptsMax = 20;

type Dependencies = {
  readonly inbox: Pick<Inbox, "turn" | "sweep">;
  /** Never rejects. */
  readonly work: (update: Update, turn: Turn) => Promise<WorkedOff>;
  /** In its place for an update that was begun too often: says so. Never rejects. */
  readonly giveUp: (update: Update, turn: Turn) => Promise<WorkedOff>;
  readonly log: Log;
  readonly pace: Pace;
};

/** Works the inbox off: updates of one chat one after the other, chats side by side. */
export const createWorker = ({ inbox, work, giveUp, log, pace }: Dependencies) => {
  const stopping = new AbortController();
  const running = new Map<number, Promise<void>>();
  const finished: number[] = [];
  let wake: () => void = () => undefined;
  let ran: Promise<void> = Promise.resolve();

  /** Looks again soon: something has arrived or ended. */
  const nudge = (): void => wake();

  const workOff = async ({ updateId, payload, attempts, receivedAt }: Claimed): Promise<void> => {
    if (attempts > attemptsMax) log.error({ updateId }, "an update is given up: it was begun too often");
    const update: Update = JSON.parse(payload);
    const end = attempts > attemptsMax ? giveUp : work;
    for (let again = 1; ; again += 1) {
      const isFirst = attempts === 1 && again === 1;
      if ((await end(update, { updateId, receivedAt, isFirst })) === "done") break;
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
      nudge();
    });
    running.set(claimed.updateId, done);
  };

  /** One look into the inbox. Resolves with how many updates it brought. */
  const turn = async (): Promise<number> => {
    const noting = finished.splice(0);
    const room = stopping.signal.aborted ? 0 : sideBySideMax - running.size;
    const turned = await inbox.turn(noting, room);
    if (!turned.ok) {
      finished.push(...noting);
      log.warn({ code: turned.error.code, detail: turned.error.detail }, "the inbox cannot be read now");
      await pause(backoffMs(pace, 2), stopping.signal);
      return 0;
    }
    for (const claimed of turned.value) begin(claimed);
    return turned.value.length;
  };

  const waitForWork = (): Promise<void> => {
    const woken = new AbortController();
    wake = () => woken.abort();
    return finished.length > 0 ? Promise.resolve() : pause(pace.inboxEveryMs, woken.signal);
  };

  const run = async (): Promise<void> => {
    let sweptAt = 0;
    while (!stopping.signal.aborted) {
      if (performance.now() - sweptAt > sweepEveryMs || sweptAt === 0) {
        sweptAt = performance.now();
        await inbox.sweep();
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
    /** Rejects only by a bug: then nothing is answered any more, and the process must end. */
    run: (): Promise<void> => {
      const running = run();
      ran = running.catch(() => undefined); // whoever called hears of it
      return running;
    },
    /** Takes no more updates up, lets those begun end (at most `drainMs`), and notes them. What is left stays in the inbox. */
    stop: async (): Promise<void> => {
      stopping.abort();
      nudge();
      await ran;
      const drained = new AbortController();
      const ended = Promise.all(running.values()).then(() => drained.abort());
      await Promise.race([ended, pause(pace.drainMs, drained.signal)]);
      await inbox.turn(finished.splice(0), 0);
      if (running.size > 0)
        log.warn({ updates: running.size }, "stopped with messages still being worked on; they are resumed");
    },
  };
};

const sweepEveryMs = 60 * 60 * 1000;
