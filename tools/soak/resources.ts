import { readdirSync, readFileSync } from "node:fs";

/** What a process holds at one moment. */
export type Held = { readonly atMs: number; readonly residentBytes: number; readonly descriptors: number };

/** Null where the system does not tell, or the process has ended. */
export const heldBy = (pid: number, atMs: number): Held | null => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
    return { atMs, residentBytes: kilobytes * 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return null;
  }
};

/** The share by which memory may grow, and so many descriptors more may be open. */
const growthMax = 0.05;
const descriptorsMax = 10;
/** Fewer samples tell nothing. */
const samplesMin = 8;

/**
 * Compares the least of the last quarter with that of the second one: in the first the program is still warming up. Memory
 * goes up and down with the collector of garbage, and connections with the load; what is never given back stays.
 */
export const judgeResources = (samples: readonly Held[]) => {
  const quarter = Math.floor(samples.length / 4);
  if (samples.length < samplesMin)
    return {
      growth: 0,
      descriptors: [0, 0] as const,
      wrong: [`${samples.length} samples are too few to judge by`],
    };
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const least = (held: readonly Held[], of: "residentBytes" | "descriptors") =>
    Math.min(...held.map((one) => one[of]));
  const growth = least(late, "residentBytes") / least(early, "residentBytes") - 1;
  const descriptors = [least(early, "descriptors"), least(late, "descriptors")] as const;
  return {
    growth,
    descriptors,
    wrong: [
      ...(growth < growthMax ? [] : [`memory grew by ${(100 * growth).toFixed(1)} %, 5 % are allowed`]),
      ...(descriptors[1] - descriptors[0] <= descriptorsMax
        ? []
        : [`${descriptors[1]} descriptors are open in the end, ${descriptors[0]} were`]),
    ],
  };
};
