import type { Log } from "../../core/log.ts";
import type { Store } from "../../database/store.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { Legibility } from "../../verify/legibility.ts";
import type { Canaries } from "../canary/canaries.ts";
import type { LayoutChanges } from "../layout-changes/layout-changes.ts";
import type { BookAudit } from "../metrics/book-audit.ts";
import type { OwnReadings } from "../metrics/gauges.ts";
import { readStored } from "../metrics/stored-readings.ts";
import { statesOfCanary, statesOfOwn, statesOfProvider, statesOfStored } from "./alarm-states.ts";
import type { AlarmState, Alarms } from "./alarms.ts";
import { type Alarm, wordAlarm, wordOver } from "./wording.ts";

/** Looks at this process and the database once, notes what is wrong, and has it told. Never rejects but for a bug. */
type Watch = () => Promise<void>;

type Dependencies = {
  readonly providers: readonly Provider[];
  readonly upstream: Pick<Upstream, "reading">;
  readonly legibilityOf: (provider: Pick<Provider, "label">) => Legibility;
  readonly own: () => OwnReadings;
  readonly books: BookAudit;
  readonly canaries: Pick<Canaries, "states"> | null;
  readonly changes: Pick<LayoutChanges, "clauseOf">;
  readonly store: Pick<Store, "read" | "ready">;
  readonly alarms: Alarms;
  /** Null: this process tells nobody; it notes, and one with the bot tells. */
  readonly teller: Teller | null;
  readonly log: Pick<Log, "warn">;
  readonly now: () => Date;
};

export type Teller = {
  readonly chatId: number;
  /** Says it at once, without the database. */
  readonly say: (chatId: number, text: string) => Promise<void>;
};

export const createWatch = (deps: Dependencies): Watch => {
  const { alarms, books, teller, log } = deps;
  const watchDatabase = createDatabaseWatch(deps);
  return async () => {
    if (!(await watchDatabase())) return;
    await books.step();
    const reported = await alarms.report(await statesOf(deps));
    if (!reported.ok) return;
    for (const { kind, subject, facts } of reported.value)
      log.warn({ alarm: kind, provider: subject || undefined, ...facts }, "an alarm was raised");
    if (teller !== null) await alarms.tell(teller.chatId);
  };
};

const statesOf = async (deps: Dependencies): Promise<readonly AlarmState[]> => {
  const { providers, upstream, legibilityOf, own, books, canaries, changes, store, now } = deps;
  const readings = own();
  const stored = await readStored(store, now());
  const canaryStates = await canaries?.states();
  const ofProviders: AlarmState[] = [];
  for (const { label, settings } of providers) {
    const reading = readings.providers.find(({ provider }) => provider === label);
    const { unreadable, receiptReadAt } = legibilityOf({ label });
    const { circuit, openMs } = upstream.reading(settings);
    const clause = unreadable > 0 ? await changes.clauseOf(label) : "";
    const watched = {
      provider: label,
      circuit,
      openMs,
      answeredAt: reading?.answeredAt ?? null,
      unreadable,
      receiptReadAt,
      clause,
      caUntil: reading?.caUntil ?? null,
    };
    ofProviders.push(...statesOfProvider(watched, now()));
  }
  return [
    ...ofProviders,
    ...statesOfOwn(readings, books.isWhole()),
    ...(stored.ok ? statesOfStored(stored.value) : []),
    ...(canaryStates?.ok ? canaryStates.value.flatMap(statesOfCanary) : []),
  ];
};

/** A restart of the server is no alarm: four rounds are a minute. */
const failedRoundsMin = 4;

/**
 * Tells of the database itself. Without it processes cannot agree who tells, so each that has the bot does; and what was
 * told lies in this process alone.
 */
const createDatabaseWatch = ({ store, teller, log, now }: Dependencies): (() => Promise<boolean>) => {
  const alarm: Alarm = { kind: "database_away", subject: "", facts: {} };
  let since: Date | null = null;
  let failedRounds = 0;
  let isTold = false;
  const tell = async (text: string): Promise<void> => {
    await teller?.say(teller.chatId, text).catch((error: unknown) => {
      log.warn({ err: error }, "an alarm could not be told");
    });
  };
  return async () => {
    const { ok: isReady } = await store.ready();
    if (isReady) {
      if (isTold) await tell(wordOver(alarm, now()));
      since = null;
      failedRounds = 0;
      isTold = false;
      return true;
    }
    since ??= now();
    failedRounds += 1;
    if (failedRounds >= failedRoundsMin && !isTold) {
      isTold = true;
      log.warn({ alarm: alarm.kind }, "an alarm was raised");
      await tell(wordAlarm(alarm, since));
    }
    return false;
  };
};
