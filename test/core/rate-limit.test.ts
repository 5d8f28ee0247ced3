import { describe, expect, test } from "vitest";
import { createRateLimit } from "../../src/core/rate-limit.ts";

describe("a rate limit", () => {
  const start = Date.parse("2026-11-15T09:00:00Z");

  test("lets no minute hold more than its units, and room comes when it says", () => {
    const clock = { at: start };
    const rateLimit = createRateLimit({ unitsPerMinute: 10, namesMax: 5 }, () => new Date(clock.at));
    const passed: number[] = [];
    // Two a second for ten minutes.
    for (let half = 0; half < 1_200; half += 1) {
      clock.at = start + half * 500;
      const waitSeconds = rateLimit.take("a");
      if (waitSeconds === 0) passed.push(clock.at);
      else expect(waitSeconds).toBeLessThanOrEqual(65);
    }
    for (const at of passed)
      expect(passed.filter((other) => other > at - 60_000 && other <= at).length).toBeLessThanOrEqual(10);
    expect(passed.length).toBeGreaterThanOrEqual(80);
    clock.at += 500;
    const wait = rateLimit.take("a");
    if (wait > 0) clock.at += wait * 1_000;
    expect(rateLimit.take("a")).toBe(0);
  });

  test("forgets what a clock that was hours ahead has counted once it is right", () => {
    const clock = { at: start + 3 * 3_600_000 };
    const rateLimit = createRateLimit({ unitsPerMinute: 2, namesMax: 2 }, () => new Date(clock.at));
    expect([rateLimit.take("a"), rateLimit.take("a")]).toEqual([0, 0]);
    clock.at = start;
    expect([rateLimit.take("a"), rateLimit.take("a")]).toEqual([0, 0]);
    expect(rateLimit.take("a")).toBeLessThanOrEqual(65);
    clock.at += 65_000;
    expect(rateLimit.take("a")).toBe(0);
  });

  test("is each name's own, and remembers only so many", () => {
    const rateLimit = createRateLimit({ unitsPerMinute: 1, namesMax: 2 }, () => new Date(start));
    expect([rateLimit.take("a"), rateLimit.take("b")]).toEqual([0, 0]);
    expect(rateLimit.take("a")).toBeGreaterThan(0);
    expect(rateLimit.take("c")).toBe(0);
    // The one that came last is still held; the one that was quiet for longest is forgotten.
    expect(rateLimit.take("a")).toBeGreaterThan(0);
    expect(rateLimit.take("b")).toBe(0);
  });
});
