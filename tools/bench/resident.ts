import { readFileSync, writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Memory in megabytes, as Linux tells it; elsewhere this throws. */
type Resident = {
  /** This process, now. */
  readonly own: number;
  /** Those that it started, now, and each at its worst so far. */
  readonly started: number;
  readonly startedMost: number;
};

export const resident = (): Resident => {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
  const sumOf = (field: string) => pids.reduce((sum, pid) => sum + megabytesOf(pid, field), 0);
  return { own: megabytesOf("self", "VmRSS"), started: sumOf("VmRSS"), startedMost: sumOf("VmHWM") };
};

/** Another process and all that it started, now. */
export const residentOf = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [String(pid), ...children].reduce((sum, one) => sum + megabytesOf(one, "VmRSS"), 0);
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

/**
 * What some work costs: the most memory of those that were started and what this one takes more, and how long the event
 * loop was held up meanwhile.
 */
export type Cost = {
  readonly megabytes: number;
  readonly milliseconds: number;
  /** All but the longest hundredth of the delays. */
  readonly delayMs: number;
};

export const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  let megabytes = 0;
  const before = resident().own;
  const look = () => {
    const { own, startedMost } = resident();
    megabytes = Math.max(megabytes, own - before + startedMost);
  };
  const looking = setInterval(look, 20);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const startedAt = performance.now();
  loop.enable();
  await work();
  loop.disable();
  const milliseconds = performance.now() - startedAt;
  clearInterval(looking);
  look();
  return { megabytes, milliseconds, delayMs: loop.percentile(99) / 1e6 };
};

/** What a process has taken of all processors so far, its threads included. Linux counts it in hundredths of a second. */
export const processorMsOf = (pid: number): number => {
  const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(user) + Number(system)) * 10;
};

/** What a process and all that it started hold before some work, and at most meanwhile, in megabytes. */
export const peakOf = async (
  pid: number,
  work: () => Promise<unknown>,
): Promise<{ readonly before: number; readonly most: number }> => {
  const before = residentOf(pid);
  let most = before;
  const look = () => {
    most = Math.max(most, residentOf(pid));
  };
  const looking = setInterval(look, 5);
  // The own worst of the process is kept by Linux, so that no moment between two looks is missed.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const own = megabytesOf(String(pid), "VmRSS");
  await work();
  clearInterval(looking);
  look();
  return { before, most: Math.max(most, before - own + megabytesOf(String(pid), "VmHWM")) };
};
