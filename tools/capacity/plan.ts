import type { Measured } from "./costs.ts";
import { type Fleet, type PathCost, simulate, type Traffic } from "./simulation.ts";

/** What a day is taken to be made of: weights of the paths, and how much of it is asked by chat. */
const weights: readonly (readonly [string, number])[] = [
  ["a page", 35],
  ["a JSON document", 20],
  ["a PDF", 30],
  ["a photo of a code", 5],
  ["a repeated question", 10],
];
const byChat = 0.5;
/** A bank on the internet takes longer than one on loopback. */
const bankMs = 1_200;
/** The busiest second of a day has this many times the day's mean. */
const peak = 4;
/** The largest planned share of a processor. The rest takes bursts, updates and a machine that is lost. */
const busyMax = 0.6;

const databaseCores = 8;
const machine = { cores: 2, processesEach: 1 };

/** The day's traffic out of what was measured. Whoever asks, and the bank, run elsewhere. */
export const dayOf = (measured: readonly Measured[]): Traffic["mix"] => {
  const named = (name: string): Measured => {
    const found = measured.find((one) => one.name === name);
    if (found === undefined) throw new Error(`${name} was not measured`);
    return found;
  };
  const chat = named("a page, by chat");
  const api = named("a page");
  return weights.map(([name, weight]) => {
    const cost = named(name);
    const more = (part: "mainMs" | "otherMs" | "databaseMs") => Math.max(0, chat[part] - api[part]) * byChat;
    return {
      weight,
      cost: {
        mainMs: cost.mainMs + more("mainMs"),
        otherMs: cost.otherMs + more("otherMs"),
        databaseMs: cost.databaseMs + more("databaseMs"),
        waitMs: cost.waitMs + (name === "a repeated question" ? 0 : bankMs),
        besideMs: 0,
      },
    };
  });
};

const meanOf = (mix: Traffic["mix"], part: (cost: PathCost) => number): number => {
  const total = mix.reduce((sum, { weight }) => sum + weight, 0);
  return mix.reduce((sum, { cost, weight }) => sum + (weight / total) * part(cost), 0);
};

/** How many questions a second so many machines answer with their processors as busy as is planned, and how fast. */
export const growthOf = (measured: readonly Measured[]): readonly (readonly string[])[] => {
  const mix = dayOf(measured);
  const each = (busyMax * machine.cores * 1_000) / meanOf(mix, ({ mainMs, otherMs }) => mainMs + otherMs);
  const rows = [1, 2, 4, 8, 16, 32, 64].map((machines) => {
    const fleet: Fleet = { ...machine, machines, databaseCores };
    const found = simulate(fleet, {
      mix,
      arrivals: { perSecond: machines * each },
      seconds: Math.max(20, 120 / machines),
      seed: 1,
    });
    return [
      String(machines),
      (machines * each).toFixed(0),
      found.answeredPerSecond.toFixed(0),
      found.medianMs.toFixed(0),
      found.p95Ms.toFixed(0),
      percent(found.busy),
      percent(found.databaseBusy),
    ];
  });
  return [
    [
      "machines",
      "asked a second",
      "answered a second",
      "median, ms",
      "p95, ms",
      "processors busy",
      "database busy",
    ],
    ...rows,
  ];
};

/** What so many receipts a day need. `grownBytes`: of the database, for one question. */
export const planFor = (
  measured: readonly Measured[],
  grownBytes: number,
): readonly (readonly string[])[] => {
  const mix = dayOf(measured);
  const serviceMs = meanOf(mix, ({ mainMs, otherMs }) => mainMs + otherMs);
  const databaseMs = meanOf(mix, (cost) => cost.databaseMs);
  const mean = (part: "bankBytes" | "answerBytes") =>
    weights.reduce(
      (sum, [name, weight]) =>
        sum + (weight / 100) * (measured.find((one) => one.name === name)?.[part] ?? 0),
      0,
    );
  const rows = [10_000, 1_000_000, 100_000_000].map((receipts) => {
    const perSecond = (peak * receipts) / 86_400;
    return [
      receipts.toLocaleString("en"),
      perSecond.toFixed(1),
      String(Math.max(1, Math.ceil((perSecond * serviceMs) / (busyMax * machine.cores * 1_000)))),
      String(Math.max(1, Math.ceil((perSecond * databaseMs) / (busyMax * 1_000)))),
      ((receipts * grownBytes) / 1e9).toFixed(2),
      ((receipts * (mean("bankBytes") + mean("answerBytes"))) / 1e9).toFixed(2),
      ((receipts * (serviceMs + databaseMs)) / 3_600_000).toFixed(2),
    ];
  });
  return [
    [
      "receipts a day",
      "a second at the peak",
      "machines of 2 processors",
      "processors of the database",
      "the database grows, GB a day",
      "network, GB a day",
      "processor hours a day",
    ],
    ...rows,
  ];
};

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
