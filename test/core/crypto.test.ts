import { expect, test } from "vitest";
import { freshId, freshIdAt } from "../../src/core/crypto.ts";

test("gives ids that lie in the order of their times, and differ at one time", () => {
  const times = [new Date("2026-01-01"), new Date("2026-11-22"), new Date("2199-12-31")];
  const ids = times.map(freshIdAt);
  expect(ids.toSorted()).toEqual(ids);
  const [now = new Date()] = times;
  expect(new Set(Array.from({ length: 1_000 }, () => freshIdAt(now))).size).toBe(1_000);
});

test("gives as many random bytes as are asked for", () => {
  expect([9, 12, 16].map((count) => Buffer.from(freshId(count), "base64url").length)).toEqual([9, 12, 16]);
});
