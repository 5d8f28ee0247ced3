import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { createCallerQueue } from "../../src/verify/caller-queue.ts";

const queued = { caller: { kind: "address", address: "192.0.2.1" }, account: null } as const;
const othersUnderWay = fail("rate_limited", { cause: "under way", retryAfterSeconds: 1 });

test("settles no more of one caller's look-ups at a time than it reserves, for all wait for the same rows", async () => {
  const queue = createCallerQueue();
  let running = 0;
  let most = 0;
  const settle = async () => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
  };
  const ask = async () => {
    const { inTurn, end } = await queue.enter(queued, async () => ok("a place"));
    await inTurn(settle);
    end();
  };
  await Promise.all(Array.from({ length: 40 }, ask));
  expect(most).toBe(4);
});

describe("a caller whose places are all held by other processes", () => {
  test("is told that there is too much to do, which is tried again, and not that they sent too much", async () => {
    const queue = createCallerQueue({ elsewhereMs: 1 });
    let asked = 0;
    const { reserved } = await queue.enter(queued, async () => {
      asked += 1;
      return othersUnderWay;
    });
    expect(reserved).toMatchObject({ ok: false, error: { code: "overloaded", retryAfterSeconds: 1 } });
    expect(asked).toBeGreaterThan(50);
  });

  test("gets the first place that is given back", async () => {
    const queue = createCallerQueue({ elsewhereMs: 1 });
    let asked = 0;
    const { reserved, end } = await queue.enter(queued, async () => {
      asked += 1;
      return asked < 20 ? othersUnderWay : ok("a place");
    });
    expect(reserved).toEqual(ok("a place"));
    end();
  });
});
