import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { dayMs, minuteMs } from "../../core/time.ts";
import type { OwnUpdates } from "../../database/inbox-rows.ts";
import type { Transaction } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";
import { type Alarm, type Facts, wordAlarm, wordOver } from "./wording.ts";

/**
 * What a process sees of one thing that may be wrong. `raised`: it is. `clear`: there is proof that it is not. What nobody
 * can tell now, such as after a restart, is not reported.
 */
export type AlarmState = Alarm & { readonly state: "raised" | "clear" };

/** Alarms in the database, which all processes share: each is told once, and once more when it is over. */
export type Alarms = {
  /** Notes what this process sees. Resolves with the alarms that no process had seen before. */
  readonly report: (states: readonly AlarmState[]) => Promise<Result<readonly Alarm[], Failure>>;
  /** Leaves to the bot what is to be told in the chat: what was seen at least twice. Of several processes one tells it. */
  readonly tell: (chatId: number) => Promise<Result<void, Failure>>;
};

type Dependencies = {
  readonly store: Pick<Store, "transaction">;
  readonly ownUpdates: OwnUpdates;
  readonly now: () => Date;
};

/** Another process may still see it; and what comes and goes is one alarm. */
const overAfterMs = 3 * minuteMs;

export const createAlarms = ({ store, ownUpdates, now }: Dependencies): Alarms => ({
  report: (states) =>
    store.transaction(async (trx) => {
      const at = now().getTime();
      const raised: Alarm[] = [];
      for (const { state, ...alarm } of states)
        if (state === "clear") await end(trx, alarm, at);
        else if (await raise(trx, alarm, at)) raised.push(alarm);
      // Where no process tells, what is over does not stay for ever.
      await trx
        .deleteFrom("alarm")
        .where("over_at", "<", at - dayMs)
        .execute();
      return raised;
    }),
  tell: (chatId) =>
    store.transaction(async (trx) => {
      const at = now();
      const say = (text: string) =>
        ownUpdates.add(trx, { chatId, dueAt: at, about: { alarm: { chatId, text } } });
      for (const { id, facts, raised_at } of await takeUntold(trx, at.getTime()))
        await say(wordAlarm(alarmOf(id, facts), new Date(raised_at)));
      for (const { id, facts, over_at } of await takeOver(trx))
        await say(wordOver(alarmOf(id, facts), new Date(over_at ?? at)));
    }),
});

const idOf = ({ kind, subject }: Alarm): string => `${kind}:${subject}`;

const alarmOf = (id: string, facts: string): Alarm => {
  const [kind = "", subject = ""] = id.split(":");
  return { kind: kind as Alarm["kind"], subject, facts: JSON.parse(facts) as Facts };
};

/** Whether it is new. */
const raise = async (trx: Transaction, alarm: Alarm, at: number): Promise<boolean> => {
  const { raised_at } = await trx
    .insertInto("alarm")
    .values({
      id: idOf(alarm),
      raised_at: at,
      seen_at: at,
      facts: JSON.stringify(alarm.facts),
      told_at: null,
      over_at: null,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: at, over_at: null }))
    .returning("raised_at")
    .executeTakeFirstOrThrow();
  return Number(raised_at) === at;
};

/** One that was never told is forgotten; one that was told is to be told as over. */
const end = async (trx: Transaction, alarm: Alarm, at: number): Promise<void> => {
  const id = idOf(alarm);
  const unseenSince = at - overAfterMs;
  await trx
    .deleteFrom("alarm")
    .where("id", "=", id)
    .where("told_at", "is", null)
    .where("seen_at", "<=", unseenSince)
    .execute();
  await trx
    .updateTable("alarm")
    .set({ over_at: at })
    .where("id", "=", id)
    .where("over_at", "is", null)
    .where("seen_at", "<=", unseenSince)
    .execute();
};

const takeUntold = (trx: Transaction, at: number) =>
  trx
    .updateTable("alarm")
    .set({ told_at: at })
    .where("told_at", "is", null)
    .where("over_at", "is", null)
    // One look may have met a clock that was just set.
    .whereRef("seen_at", ">", "raised_at")
    .returning(["id", "facts", "raised_at"])
    .execute();

const takeOver = (trx: Transaction) =>
  trx
    .deleteFrom("alarm")
    .where("over_at", "is not", null)
    .where("told_at", "is not", null)
    .returning(["id", "facts", "over_at"])
    .execute();
