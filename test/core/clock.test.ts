import { expect, test } from "vitest";
import { createClock } from "../../src/core/clock.ts";

const dayMs = 86_400_000;
const start = Date.parse("2026-11-15T09:00:00Z");

/** A machine whose clock can be set, while its time goes on. */
const createMachine = () => {
  let setBy = 0;
  let passed = 0;
  const clock = createClock({ wallMs: () => start + setBy + passed, monotonicMs: () => 5_000 + passed });
  return {
    ...clock,
    pass: (ms: number) => {
      passed += ms;
    },
    set: (ms: number) => {
      setBy += ms;
    },
    shown: () => clock.now().getTime() - start,
  };
};

test.each([dayMs, -dayMs])("a clock set by %d ms is told once, and followed", (by) => {
  const { pass, set, jumpedMs, shown } = createMachine();
  pass(3_000);
  expect(jumpedMs()).toBe(0);
  set(by);
  pass(3_000);
  expect(jumpedMs()).toBe(by);
  expect(jumpedMs()).toBe(0);
  expect(shown()).toBe(by + 6_000);
});

test("a clock that goes by another one does not follow its own, but the other one", () => {
  const { pass, set, goBy, shown } = createMachine();
  expect(goBy(new Date(start - dayMs))).toBe(dayMs);
  pass(1_000);
  set(dayMs);
  pass(1_000);
  expect(shown()).toBe(2_000 - dayMs);
  // An answer's way is no jump.
  goBy(new Date(start + 2_300 - dayMs));
  expect(shown()).toBe(2_000 - dayMs);
  goBy(new Date(start + 60_000));
  pass(500);
  expect(shown()).toBe(60_500);
});
