import { inParallel, medianOf, timeOf } from "../bench/benchmark.ts";
import type { PathCost } from "./simulation.ts";
import { usageOf, usedBetween } from "./usage.ts";

/** Something that people ask of the service, and how often it is asked to learn what that costs. */
export type Path = {
  readonly name: string;
  readonly count: number;
  /** Asks once, for something that was not asked before with another `number`; gives the bytes of the answer. */
  readonly ask: (number: number) => Promise<number>;
};

/** What one question of a path costs. */
export type Measured = PathCost & {
  readonly count: number;
  readonly name: string;
  /** Of one after the other: from the question to the answer. */
  readonly aloneMs: number;
  /** Of sixteen at a time. */
  readonly perSecond: number;
  readonly writtenBytes: number;
  readonly answerBytes: number;
  readonly bankBytes: number;
};

export type Watched = {
  /** Of the service. */
  readonly pids: readonly number[];
  /** Of the database server; null where the database is a file. */
  readonly databasePid: number | null;
  readonly bankBytes: () => number;
};

const widthMax = 16;

/**
 * Asks a path's questions, first one after the other and then sixteen at a time. What was used is divided by the number
 * of questions. This process plays the bank and the callers.
 */
export const measure = async (path: Path, watched: Watched): Promise<Measured> => {
  const warm = Math.ceil(path.count / 4);
  const alone = Math.ceil(path.count / 8);
  await inParallel(warm, widthMax, path.ask);
  const aloneMs: number[] = [];
  for (let number = warm; number < warm + alone; number += 1)
    aloneMs.push(await timeOf(() => path.ask(number)));

  const count = path.count - warm - alone;
  const before = reading(watched);
  let answerBytes = 0;
  const tookMs = await timeOf(() =>
    inParallel(count, widthMax, async (number) => {
      const bytes = await path.ask(warm + alone + number);
      answerBytes += bytes;
    }),
  );
  const used = differenceOf(before, reading(watched));
  const each = (sum: number) => sum / count;
  const cost = {
    mainMs: each(used.service.mainMs),
    otherMs: each(used.service.processorMs - used.service.mainMs),
    databaseMs: each(used.database.processorMs),
    besideMs: each(used.besideMs),
  };
  const busyMs = cost.mainMs + cost.otherMs + cost.databaseMs + cost.besideMs;
  return {
    name: path.name,
    count: path.count,
    ...cost,
    waitMs: Math.max(0, medianOf(aloneMs) - busyMs),
    aloneMs: medianOf(aloneMs),
    perSecond: (1_000 * count) / tookMs,
    writtenBytes: each(used.service.writtenBytes + used.database.writtenBytes),
    answerBytes: each(answerBytes),
    bankBytes: each(used.bankBytes),
  };
};

const nothing = { processorMs: 0, mainMs: 0, writtenBytes: 0 };

const reading = ({ pids, databasePid, bankBytes }: Watched) => {
  const { user, system } = process.cpuUsage();
  return {
    service: pids.map(usageOf).reduce(
      (sum, one) => ({
        processorMs: sum.processorMs + one.processorMs,
        mainMs: sum.mainMs + one.mainMs,
        writtenBytes: sum.writtenBytes + one.writtenBytes,
      }),
      nothing,
    ),
    database: databasePid === null ? nothing : usageOf(databasePid),
    besideMs: (user + system) / 1_000,
    bankBytes: bankBytes(),
  };
};

type Reading = ReturnType<typeof reading>;

const differenceOf = (before: Reading, after: Reading): Reading => ({
  service: usedBetween(before.service, after.service),
  database: usedBetween(before.database, after.database),
  besideMs: after.besideMs - before.besideMs,
  bankBytes: after.bankBytes - before.bankBytes,
});
