import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";

/**
 * One JSON line per event. Callers log facts about our own work, never what a request or a receipt says. Only the fields
 * of one list are written, and what foreign code puts into its errors is scrubbed here.
 */
export type Log = Logger;

export const createLog = (level: string, stream: "stdout" | "stderr" | DestinationStream = "stdout"): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: onlyAllowed },
      serializers: { err: serializeError },
    },
    typeof stream === "string" ? pino.destination({ dest: process[stream].fd, sync: true }) : stream,
  );

/** Every field that a line may have besides its level, time and message. A new one is added here, or is left out. */
const allowed: ReadonlySet<string> = new Set([
  // a request, and its failure
  "request_id",
  "reqId",
  "method",
  "route",
  "status",
  "code",
  "detail",
  "cause",
  "counted",
  "duration_ms",
  "err",
  // a chat's update
  "updateId",
  "updates",
  "field",
  "tried",
  // a bank
  "provider",
  "providers",
  "contractVersion",
  "fingerprint",
  "outcome",
  "clause",
  // an alarm
  "alarm",
  "day",
  "megabytes",
  "santim",
  "seconds",
  "waiting",
  // the process
  "signal",
]);

/** Fields that are not on the list are named, and what they hold is not written. */
const onlyAllowed = (fields: Record<string, unknown>): Record<string, unknown> => {
  const left = Object.keys(fields).filter((name) => !allowed.has(name));
  const kept = Object.entries(fields).flatMap(([name, value]) =>
    allowed.has(name) ? [[name, name === "err" ? value : plainOf(value)]] : [],
  );
  return { ...Object.fromEntries(kept), ...(left.length > 0 && { left_out: left }) };
};

/** Texts, numbers and lists of them. Anything deeper may hold what nobody has looked at. */
const plainOf = (value: unknown): unknown => {
  if (typeof value === "string") return scrub(value);
  if (Array.isArray(value)) return value.map((one) => (typeof one === "object" ? "[object]" : plainOf(one)));
  return typeof value === "object" && value !== null ? "[object]" : value;
};

const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message: scrub(message), stack: scrub(stack) };
};

/**
 * Bot tokens (also inside Telegram's URLs), our keys, queries of links, and numbers as long as a phone's or an account's;
 * at most 4,000 characters.
 */
export const scrub = (text: string): string =>
  text
    .slice(0, 4_000)
    .replace(/\d{1,20}:[A-Za-z0-9_-]{20,200}/g, "[token]")
    .replace(/drs_(live|test)_[A-Za-z0-9]{1,100}/g, "[key]")
    .replace(/\?[^\s"')]{1,2000}/g, "?[query]")
    .replace(/\b\d{9,30}\b/g, "[number]");
