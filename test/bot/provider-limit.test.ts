import { describe, expect, test } from "vitest";
import { limitPerProvider } from "../../src/bot/provider-limit.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { failedVerification, type Verify } from "../../src/verify/verify.ts";
import { threeProviders } from "../support/detection.ts";

const unknown = failedVerification({ code: "receipt_not_found" }, new Date(0));

/** A bank whose answers the test releases. */
const openBank = () => {
  const ends: (() => void)[] = [];
  const counts = { running: 0, most: 0 };
  const verify: Verify = async () => {
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    await new Promise<void>((end) => ends.push(end));
    counts.running -= 1;
    return unknown;
  };
  const answerAll = async () => {
    while (counts.running > 0) {
      for (const end of ends.splice(0)) end();
      await new Promise((turn) => setImmediate(turn));
    }
  };
  return { verify, counts, answerAll };
};

const ask = (verify: Verify, provider: Provider | undefined) => {
  if (provider === undefined) throw new Error("no such provider");
  return verify({ caller: { kind: "telegram", userId: 1 }, provider, body: {} });
};

describe("a burst of messages about one bank", () => {
  const [alpha, beta] = threeProviders;
  // As many as its bulkhead takes.
  const atOnceMax = 24;

  test("waits for its turn, all of it, and no other bank's messages with it", async () => {
    const bank = openBank();
    const other = openBank();
    const verify = limitPerProvider((request) => (request.provider === alpha ? bank : other).verify(request));
    const burst = Array.from({ length: 100 }, () => ask(verify, alpha));
    const beside = ask(verify, beta);
    await new Promise((turn) => setImmediate(turn));
    expect(other.counts.running).toBe(1);
    await other.answerAll();
    await beside;
    await bank.answerAll();
    expect(await Promise.all(burst)).toHaveLength(100);
    expect(bank.counts.most).toBeGreaterThan(1);
    expect(bank.counts.most).toBeLessThanOrEqual(atOnceMax);
  });

  test("is asked all the same when its turn does not come", async () => {
    const bank = openBank();
    const verify = limitPerProvider(bank.verify, { running: 1, waiting: 1, waitMs: 1 });
    const burst = Array.from({ length: 3 }, () => ask(verify, alpha));
    while (bank.counts.running < 3) await new Promise((turn) => setImmediate(turn));
    await bank.answerAll();
    expect(await Promise.all(burst)).toHaveLength(3);
  });
});
