import { describe, expect, test } from "vitest";
import { type Fleet, type PathCost, simulate, type Traffic } from "../../tools/capacity/simulation.ts";

const free: PathCost = { mainMs: 0, otherMs: 0, databaseMs: 0, waitMs: 0, besideMs: 0 };
const one: Fleet = { machines: 1, cores: 2, processesEach: 1, databaseCores: 4 };
const asking = (cost: Partial<PathCost>, arrivals: Traffic["arrivals"] = { callers: 64 }): Traffic => ({
  mix: [{ cost: { ...free, ...cost }, weight: 1 }],
  arrivals,
  seconds: 60,
  seed: 1,
});
const rateOf = (fleet: Fleet, cost: Partial<PathCost>) => simulate(fleet, asking(cost)).answeredPerSecond;

/** Times are drawn, so a rate is met to a few parts in a hundred. */
const near = (rate: number) => [rate * 0.9, rate * 1.05] as const;
const expectNear = (found: number, rate: number) => {
  const [least, most] = near(rate);
  expect(found).toBeGreaterThan(least);
  expect(found).toBeLessThan(most);
};

describe("the simulation of a fleet", () => {
  test("gives a main thread one processor, however many there are", () => {
    expectNear(rateOf(one, { mainMs: 10 }), 100);
    expectNear(rateOf({ ...one, cores: 8 }, { mainMs: 10 }), 100);
    expectNear(rateOf({ ...one, processesEach: 2 }, { mainMs: 10 }), 200);
  });

  test("gives other threads all processors, which main threads share", () => {
    expectNear(rateOf(one, { otherMs: 10 }), 200);
    expectNear(rateOf(one, { mainMs: 5, otherMs: 15 }), 100);
    expectNear(rateOf({ ...one, databaseCores: null }, { mainMs: 5, databaseMs: 15 }), 100);
  });

  test("grows with machines, up to what the database carries", () => {
    const cost = { mainMs: 10, databaseMs: 4 };
    expectNear(rateOf({ ...one, machines: 4 }, cost), 400);
    expectNear(simulate({ ...one, machines: 40 }, asking(cost, { callers: 500 })).answeredPerSecond, 1_000);
  });

  test("has those who arrive by chance wait the longer the busier it is", () => {
    const at = (perSecond: number) => simulate(one, asking({ mainMs: 10, waitMs: 100 }, { perSecond }));
    const [quiet, busy] = [at(10), at(90)];
    expectNear(quiet.answeredPerSecond, 10);
    expect(quiet.medianMs).toBeGreaterThan(100);
    expect(quiet.medianMs).toBeLessThan(125);
    expect(busy.p95Ms).toBeGreaterThan(quiet.p95Ms + 20);
    expectNear(busy.busy, 0.45);
  });

  test("is the same each time", () => {
    const traffic = asking({ mainMs: 3, otherMs: 4, waitMs: 5 });
    expect(simulate(one, traffic)).toEqual(simulate(one, traffic));
  });
});
