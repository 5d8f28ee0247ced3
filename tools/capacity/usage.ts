import { readdirSync, readFileSync } from "node:fs";

/** What a process and all that it started have used so far. */
export type Usage = {
  /** Milliseconds of processor time, those of ended children included. */
  readonly processorMs: number;
  /** Of it, the first process's main thread. */
  readonly mainMs: number;
  /** Bytes that were handed to the disk. */
  readonly writtenBytes: number;
};

/** As Linux tells it; elsewhere this throws. */
export const usageOf = (pid: number): Usage => {
  const tree = [pid, ...descendantsOf(pid)];
  const sum = (of: (one: number) => number) => tree.reduce((total, one) => total + of(one), 0);
  return {
    processorMs: sum((one) => ticksIn(`/proc/${one}/stat`, [11, 12]) * tickMs) + endedMs(pid),
    mainMs: ticksIn(`/proc/${pid}/task/${pid}/stat`, [11, 12]) * tickMs,
    writtenBytes: sum((one) => Number(/^write_bytes: (\d+)/m.exec(readIfThere(`/proc/${one}/io`))?.[1] ?? 0)),
  };
};

export const usedBetween = (before: Usage, after: Usage): Usage => ({
  processorMs: after.processorMs - before.processorMs,
  mainMs: after.mainMs - before.mainMs,
  writtenBytes: after.writtenBytes - before.writtenBytes,
});

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** Of children that have ended and were waited for. */
const endedMs = (pid: number): number => ticksIn(`/proc/${pid}/stat`, [13, 14]) * tickMs;

const ticksIn = (file: string, fields: readonly number[]): number => {
  const values = readIfThere(file)
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields.reduce((sum, field) => sum + Number(values[field] ?? 0), 0);
};

const descendantsOf = (pid: number): readonly number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

const childrenOf = (pid: number): readonly number[] =>
  threadsOf(pid).flatMap((thread) =>
    readIfThere(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );

const threadsOf = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};

/** One that has just ended has used what it has used. */
const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};
