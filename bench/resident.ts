import { readFileSync } from "node:fs";

/** Memory of this process and of those that it started, in megabytes. As Linux tells it; elsewhere this throws. */
export type Resident = {
  /** All of them, now. */
  readonly now: number;
  /** This one now, and the others at their worst so far. */
  readonly most: number;
};

export const resident = (): Resident => {
  const own = megabytesOf("self", "VmRSS");
  const started = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
  const sumOf = (field: string) => started.reduce((sum, pid) => sum + megabytesOf(pid, field), own);
  return { now: sumOf("VmRSS"), most: sumOf("VmHWM") };
};

/** One that has just ended holds nothing. */
const megabytesOf = (pid: string, field: string): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) / 1_024;
  } catch (error) {
    if (pid === "self") throw error;
    return 0;
  }
};

/** What `work` takes at its worst, looked at every few milliseconds; and the longest that the event loop was held up. */
export const watched = async (work: () => Promise<unknown>) => {
  let megabytes = 0;
  const looking = setInterval(() => {
    megabytes = Math.max(megabytes, resident().most);
  }, 20);
  const startedAt = performance.now();
  await work();
  clearInterval(looking);
  return { megabytes, milliseconds: performance.now() - startedAt };
};
