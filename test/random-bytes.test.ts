import { expect, test } from "vitest";
import { freshBytes, freshIdAt } from "../src/store/random-bytes.ts";

test("gives nobody the bytes of another, however many are drawn", () => {
  const drawn = Array.from({ length: 20_000 }, (_, index) => freshBytes(12 + (index % 5)));
  const first = drawn.map((bytes) => bytes.toString("hex"));
  expect(new Set(drawn.map((bytes) => bytes.subarray(0, 12).toString("hex"))).size).toBe(drawn.length);
  expect(drawn.some((bytes, index) => drawn[index - 1]?.includes(bytes.subarray(0, 6)))).toBe(false);
  expect(drawn.map(({ length }) => length).slice(0, 6)).toEqual([12, 13, 14, 15, 16, 12]);
  freshBytes(4_096);
  // What was given is its taker's own.
  expect(drawn.map((bytes) => bytes.toString("hex"))).toEqual(first);
});

test("gives ids that lie in the order of their times, and differ at one time", () => {
  const times = [new Date("2026-01-01"), new Date("2026-11-22"), new Date("2199-12-31")];
  const ids = times.map(freshIdAt);
  expect(ids.toSorted()).toEqual(ids);
  const [now = new Date()] = times;
  expect(new Set(Array.from({ length: 1_000 }, () => freshIdAt(now))).size).toBe(1_000);
});
