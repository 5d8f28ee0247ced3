import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { compileScript } from "../support/processes.ts";

/** Plays seeds in a process of its own, whose clock it takes over. */
const script = compileScript("test/support/chaos-process");
afterAll(script.remove);

type Played = {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly history: readonly string[];
};

const play = (product: string, seeds: number): readonly Played[] => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script.path, product, String(seeds)], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split("\n")
    .map((line): Played => JSON.parse(line));
};

test("20 simulated seeds break no invariant", () => {
  const played = play("sound", 20);
  expect(played).toHaveLength(20);
  expect(played.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
}, 600_000);

describe("a product", () => {
  test.each([
    ["charges outside its transaction", "charges apart", /charges|entries add up|told as counted|counted/],
    ["forgets to charge", "charges nothing", /told as counted|it was counted 0 times/],
    ["answers before it is written down", "answers first", /told as counted|it was counted 0 times/],
  ])(
    "that %s is found by few seeds",
    (_, product, says) => {
      const found = play(product, 3).flatMap(({ wrong }) => wrong);
      expect(found.join("\n")).toMatch(says);
    },
    600_000,
  );
});
