import { dayMs, minuteMs } from "../../core/time.ts";
import type { OwnReadings } from "../metrics/gauges.ts";
import type { StoredReadings } from "../metrics/stored-readings.ts";
import type { AlarmState } from "./alarms.ts";

/** What a bank is known by, besides what a scrape tells. */
type WatchedProvider = {
  readonly provider: string;
  readonly circuit: "closed" | "probing" | "open";
  /** For how long it has not been asked by everybody. */
  readonly openMs: number;
  readonly answeredAt: Date | null;
  readonly unreadable: number;
  readonly receiptReadAt: Date | null;
  /** What of the contract was not met last; empty where nobody knows. */
  readonly clause: string;
  readonly caUntil: Date | null;
};

/** A shorter pause is a bank's own affair. */
const awayMs = 2 * minuteMs;
/** What a bank answered longer ago proves nothing about now. */
const freshMs = 10 * minuteMs;
const unreadableMin = 3;
const endingMs = 30 * dayMs;
const lateSeconds = 120;
const inTimeSeconds = 30;
const megabyte = 1_048_576;
const fullBytes = 512 * megabyte;
const roomyBytes = 1_024 * megabyte;

/** What this process sees of a bank. */
export const statesOfProvider = (one: WatchedProvider, now: Date): readonly AlarmState[] => [
  ...awayState(one, now),
  ...layoutState(one, now),
  ...certificateState(one, now),
];

const isFresh = (at: Date | null, now: Date): boolean =>
  at !== null && now.getTime() - at.getTime() <= freshMs;

const awayState = (one: WatchedProvider, now: Date): readonly AlarmState[] => {
  const alarm = { kind: "provider_away", subject: one.provider, facts: {} } as const;
  if (one.openMs >= awayMs) return [{ ...alarm, state: "raised" }];
  if (one.circuit === "closed" && isFresh(one.answeredAt, now)) return [{ ...alarm, state: "clear" }];
  return [];
};

const layoutState = (one: WatchedProvider, now: Date): readonly AlarmState[] => {
  const alarm = { kind: "layout_changed", subject: one.provider, facts: { clause: one.clause } } as const;
  if (one.unreadable >= unreadableMin) return [{ ...alarm, state: "raised" }];
  if (one.unreadable === 0 && isFresh(one.receiptReadAt, now)) return [{ ...alarm, state: "clear" }];
  return [];
};

const certificateState = ({ provider, caUntil }: WatchedProvider, now: Date): readonly AlarmState[] => {
  const day = caUntil?.toISOString().slice(0, "2026-11-15".length) ?? "";
  const alarm = { kind: "certificate_ending", subject: provider, facts: { day } } as const;
  const isEnding = caUntil !== null && caUntil.getTime() - now.getTime() < endingMs;
  return [{ ...alarm, state: isEnding ? "raised" : "clear" }];
};

/** What this process sees of the disk and the books. `isAudited`: all accounts were looked at since it started. */
export const statesOfOwn = (
  { imbalanceSantim, diskFreeBytes }: OwnReadings,
  isAudited: boolean,
): readonly AlarmState[] => {
  const facts = { megabytes: Math.floor((diskFreeBytes ?? 0) / megabyte) };
  const disk = { kind: "disk_full", subject: "", facts } as const;
  const books = { kind: "ledger_imbalance", subject: "", facts: { santim: imbalanceSantim } } as const;
  return [
    ...stated(disk, diskFreeBytes !== null && diskFreeBytes < fullBytes, (diskFreeBytes ?? 0) > roomyBytes),
    ...stated(books, imbalanceSantim !== 0, isAudited),
  ];
};

/** What the database says of the chats. */
export const statesOfStored = ({ inboxWaiting, inboxLagSeconds }: StoredReadings): readonly AlarmState[] => {
  const facts = { waiting: inboxWaiting, seconds: Math.round(inboxLagSeconds) };
  const inbox = { kind: "inbox_late", subject: "", facts } as const;
  return stated(inbox, inboxLagSeconds > lateSeconds, inboxLagSeconds < inTimeSeconds);
};

/** How the operator's own receipts of one bank fared. */
export type CanaryState = {
  readonly provider: string;
  /** In a row, of the one that failed most often. */
  readonly failures: number;
  readonly code: string;
  readonly clause: string;
  readonly isChecked: boolean;
};

const canaryFailuresMin = 2;

export const statesOfCanary = (canary: CanaryState): readonly AlarmState[] => {
  const { provider, failures, code, clause, isChecked } = canary;
  const alarm = { kind: "canary_failed", subject: provider, facts: { code, clause } } as const;
  return stated(alarm, failures >= canaryFailuresMin, failures === 0 && isChecked);
};

/** Neither raised nor clear: nothing is known, and nothing is reported. */
const stated = (
  alarm: Omit<AlarmState, "state">,
  isRaised: boolean,
  isClear: boolean,
): readonly AlarmState[] => {
  if (isRaised) return [{ ...alarm, state: "raised" }];
  return isClear ? [{ ...alarm, state: "clear" }] : [];
};
