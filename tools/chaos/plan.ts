import type { Truth } from "../invariants/truth.ts";
import { createDice, type Dice } from "../mutate/dice.ts";

/** What is done to the product, and what is asked of it meanwhile. The same seed draws the same plan. */
export type Plan = {
  readonly seed: number;
  /** What the clock shows in the beginning. */
  readonly startsAt: string;
  /** What each reference is at the bank, by its number. */
  readonly receipts: readonly Truth[];
  readonly deeds: readonly Deed[];
  readonly faults: readonly Fault[];
};

/** Something that a person or a program does. `door`: the process that is asked first. */
export type Deed = { readonly atMs: number; readonly door: number } & (
  | {
      readonly does: "write";
      /** Which person; each has a chat. */
      readonly person: number;
      readonly receipt: number;
      /** Telegram brings it a second time after so long; null: once. */
      readonly againAfterMs: number | null;
    }
  | {
      readonly does: "ask";
      readonly caller: number;
      readonly receipt: number;
      readonly isKeyed: boolean;
      /** Copies that are sent at the same time, each at another door. */
      readonly copies: number;
    }
  | { readonly does: "pay in"; readonly santim: number }
);

/** Something that goes wrong for a while. */
export type Fault = { readonly atMs: number; readonly forMs: number } & (
  | { readonly what: "process"; readonly how: "killed" | "paused" | "restarted"; readonly process: number }
  | {
      readonly what: "process";
      readonly how: "killed once it has said something" | "killed once a bank has answered";
      readonly process: number;
    }
  | { readonly what: "database"; readonly how: "away" | "cut" | "locked" | "slow" }
  | { readonly what: "disk"; readonly how: "full" | "read-only" }
  | { readonly what: "cache"; readonly how: "away" | "silent" | "emptied" }
  | { readonly what: "bank"; readonly how: "reset" | "silent" | "error" | "cut" | "slow" | "blocked" }
  | { readonly what: "telegram"; readonly how: "flood" | "error" | "answers lost" | "refused" | "silent" }
  | { readonly what: "clock"; readonly how: "set"; readonly byMs: number }
);

export type FaultOf<What extends Fault["what"]> = Extract<Fault, { readonly what: What }>;

/** What a process does before it is killed. */
export type Fuse = "said" | "answered";

export const fuseOf = (how: "killed once it has said something" | "killed once a bank has answered"): Fuse =>
  how === "killed once it has said something" ? "said" : "answered";

export type Scale = {
  /** How long something is done and goes wrong. */
  readonly overMs: number;
  readonly deedsMax: number;
  readonly faultsMax: number;
  /** The longest fault. */
  readonly faultMsMax: number;
};

/** People that write: of the shop, which pays, registered ones, and strangers. */
export const people = [
  { userId: 101, is: "staff" },
  { userId: 102, is: "staff" },
  { userId: 103, is: "registered" },
  { userId: 104, is: "registered" },
  { userId: 105, is: "stranger" },
] as const;

/** Who asks over HTTP. */
export const callers = [
  { is: "paying", address: "203.0.113.1" },
  { is: "registered", address: "203.0.113.2" },
  { is: "anonymous", address: "203.0.113.3" },
  { is: "anonymous", address: "203.0.113.4" },
] as const;

const truths: readonly Truth[] = [
  "own",
  "own",
  "own",
  "own",
  "own",
  "other",
  "other",
  "not found",
  "pending",
  "reversed",
  "another's",
];

const hourMs = 3_600_000;

export const drawPlan = (seed: number, scale: Scale): Plan => {
  const dice = createDice(seed, 0);
  const receipts: Truth[] = [];
  const deeds = Array.from({ length: 6 + dice.below(scale.deedsMax - 6) }, () =>
    drawDeed(dice, scale, receipts),
  );
  const faults = Array.from({ length: 1 + dice.below(scale.faultsMax) }, () => drawFault(dice, scale));
  const byTime = (one: { readonly atMs: number }, other: { readonly atMs: number }) => one.atMs - other.atMs;
  return {
    seed,
    // Some plans begin shortly before midnight in Addis Ababa, which is 21:00 UTC.
    startsAt: dice.chance(25) ? "2026-11-15T20:59:00.000Z" : "2026-11-15T09:00:00.000Z",
    receipts,
    deeds: deeds.sort(byTime),
    faults: faults.sort(byTime),
  };
};

const drawDeed = (dice: Dice, { overMs }: Scale, receipts: Truth[]): Deed => {
  const at = { atMs: dice.below(overMs), door: dice.below(2) };
  const kind = dice.below(20);
  if (kind === 0) return { ...at, does: "pay in", santim: 500 * (1 + dice.below(20)) };
  if (kind < 11) {
    const receipt = receipts.push(dice.pick(truths)) - 1;
    const againAfterMs = dice.chance(20) ? dice.below(5_000) : null;
    return { ...at, does: "write", person: dice.below(people.length), receipt, againAfterMs };
  }
  const receipt = receipts.push(dice.pick(truths)) - 1;
  return {
    ...at,
    does: "ask",
    // Most pay, since money is looked at most closely.
    caller: dice.chance(50) ? 0 : dice.below(callers.length),
    receipt,
    isKeyed: dice.chance(60),
    copies: dice.chance(25) ? 2 + dice.below(3) : 1,
  };
};

const drawFault = (dice: Dice, { overMs, faultMsMax }: Scale): Fault => {
  const at = { atMs: dice.below(overMs), forMs: 500 + dice.below(faultMsMax - 500) };
  const process = dice.below(2);
  switch (dice.below(11)) {
    case 0:
    case 1:
      return { ...at, what: "process", how: dice.pick(["killed", "killed", "paused", "restarted"]), process };
    case 2:
    case 3: {
      const how = dice.pick([
        "killed once it has said something",
        "killed once a bank has answered",
      ] as const);
      return { ...at, what: "process", how, process };
    }
    case 4:
      return { ...at, what: "database", how: dice.pick(["away", "cut", "locked", "slow"]) };
    case 5:
      return { ...at, what: "disk", how: dice.pick(["full", "read-only"]) };
    case 6:
      return { ...at, what: "cache", how: dice.pick(["away", "silent", "emptied"]) };
    case 7:
    case 8:
      return {
        ...at,
        what: "bank",
        how: dice.pick(["reset", "silent", "error", "cut", "slow", "blocked"]),
      };
    case 9:
      return {
        ...at,
        what: "telegram",
        how: dice.pick(["flood", "error", "answers lost", "refused", "silent"]),
      };
    default: {
      const byMs = (1 + dice.below(24)) * hourMs * (dice.chance(50) ? 1 : -1);
      return { ...at, what: "clock", how: "set", byMs };
    }
  }
};

/** A line for each deed and fault, in their order. */
export const describePlan = ({ seed, startsAt, receipts, deeds, faults }: Plan): readonly string[] => [
  `seed ${seed}, begins at ${startsAt}`,
  ...[...deeds, ...faults]
    .sort((one, other) => one.atMs - other.atMs)
    .map((one) => {
      const { atMs, ...rest } = one;
      const truth = "receipt" in one ? { truth: receipts[one.receipt] } : {};
      return `${String(atMs).padStart(7)} ms ${JSON.stringify({ ...rest, ...truth })}`;
    }),
];
