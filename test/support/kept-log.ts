import { pino } from "pino";

/** A log that is kept: warnings and errors. */
export const keptLog = () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
};
