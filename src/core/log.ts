import { type Logger, pino, stdSerializers } from "pino";

/**
 * One JSON line per event. Callers log facts about our own work, never what a request or a receipt
 * says; what foreign code puts into its errors is scrubbed of keys and tokens here.
 */
export type Log = Logger;

export const createLog = (level: string, stream: "stdout" | "stderr" = "stdout"): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
    },
    pino.destination({ dest: process[stream].fd, sync: true }),
  );

const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message: scrub(message), stack: scrub(stack) };
};

/** Bot tokens (also inside Telegram's URLs), our keys, and queries of links; at most 4,000 characters. */
export const scrub = (text: string): string =>
  text
    .slice(0, 4_000)
    .replace(/\d{1,20}:[A-Za-z0-9_-]{20,200}/g, "[token]")
    .replace(/drs_(live|test)_[A-Za-z0-9]{1,100}/g, "[key]")
    .replace(/\?[^\s"')]{1,2000}/g, "?[query]");
