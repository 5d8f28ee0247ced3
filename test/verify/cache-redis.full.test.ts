import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@keyv/redis";
import { describe, expect, onTestFinished, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { createReceiptCache } from "../../src/verify/cache.ts";
import { openCacheStore } from "../../src/verify/cache-store.ts";
import { openCustomer } from "../../tools/chat/customers.ts";
import { openLeanBank, referenceOf } from "../../tools/chat/lean-bank.ts";
import { startProgram } from "../../tools/chat/program.ts";
import { startRedis } from "../support/redis.ts";
import { temporaryDatabase, temporaryFolder, testSecret } from "../support/temporary-store.ts";

/** Two API processes on one database and one Redis. */
const openTwoDoors = async (databaseUrl: string, cacheUrl: string) => {
  const bank = await openLeanBank();
  onTestFinished(bank.close);
  const key = await openCustomer({ databaseUrl, secret: testSecret });
  const start = async () => {
    const folder = temporaryFolder();
    const program = await startProgram({
      folder,
      databaseUrl,
      secret: testSecret,
      telegramUrl: "http://127.0.0.1:9",
      settings: bank.settings,
      env: { ROLES: "api", CACHE_URL: cacheUrl },
    });
    onTestFinished(program.kill);
    return { ...program, folder };
  };
  const ask = async (url: string, number: number) => {
    const startedAt = performance.now();
    const reply = await fetch(`${url}/api/verify-beta`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ reference: referenceOf(number, new Date()) }),
    });
    const { status, meta } = JSON.parse(await reply.text());
    return { status, source: meta.source, ms: performance.now() - startedAt };
  };
  return { doors: await Promise.all([start(), start()]), ask };
};

describe("two API processes with one Redis", () => {
  test("share cached receipts, which nobody can read there and which go by themselves", async () => {
    const redis = await startRedis();
    const { doors, ask } = await openTwoDoors(await temporaryDatabase("sqlite"), redis.url);
    const [one, other] = doors.map(({ url }) => url);
    expect(await ask(one ?? "", 1)).toMatchObject({ status: "success", source: "live" });
    expect(await ask(other ?? "", 1)).toMatchObject({ status: "success", source: "cache" });

    const client = await createClient({ url: redis.url }).connect();
    const keys = await client.keys("*");
    expect(keys.length).toBeGreaterThan(0);
    for (const name of keys) {
      const stored = `${name} ${await client.get(name)}`;
      const readable = stored + Buffer.from(stored, "base64").toString("latin1");
      for (const word of ["beta", referenceOf(1, new Date()), "Selam", "Verified", "ETB"])
        expect(readable).not.toContain(word);
      expect(await client.pTTL(name)).toBeLessThanOrEqual(10 * 60_000);
      expect(await client.pTTL(name)).toBeGreaterThan(0);
    }
    client.destroy();
  });

  test("answer on when it dies, hangs or comes back, with a line of the log for each, and stay ready", async () => {
    const redis = await startRedis();
    const { doors, ask } = await openTwoDoors(await temporaryDatabase("sqlite"), redis.url);
    const url = doors[0]?.url ?? "";
    const readiness = async () => {
      const reply = await fetch(`${url}/readyz`);
      return { http: reply.status, ...JSON.parse(await reply.text()) };
    };
    const ready = { http: 200, status: "ready", database: "ok", cache: "redis" };
    expect(await readiness()).toEqual(ready);
    let number = 1;
    const askMany = () => Promise.all(Array.from({ length: 20 }, () => ask(url, number++)));

    await redis.kill();
    for (let round = 0; round < 3; round += 1)
      for (const answer of await askMany()) {
        expect(answer).toMatchObject({ status: "success", source: "live" });
        expect(answer.ms).toBeLessThan(5_000);
      }
    expect(await readiness()).toEqual(ready);

    await redis.restart();
    const fromCache = async () => {
      await ask(url, number);
      return (await ask(url, number)).source;
    };
    await expect.poll(fromCache, { timeout: 20_000, interval: 500 }).toBe("cache");

    redis.freeze();
    number += 1;
    for (const answer of await askMany()) expect(answer).toMatchObject({ status: "success", source: "live" });
    // Nobody waits for it a second time.
    for (const answer of await askMany()) expect(answer.ms).toBeLessThan(1_500);
    expect(await readiness()).toEqual(ready);
    redis.thaw();
    number += 1;
    await expect.poll(fromCache, { timeout: 20_000, interval: 500 }).toBe("cache");

    const lines = readFileSync(join(doors[0]?.folder ?? "", "log.txt"), "utf8").split("\n");
    const told = lines.filter((line) => line.includes("receipt cache")).map((line) => JSON.parse(line).msg);
    const away = "The receipt cache is away; the banks are asked without it.";
    const again = "The receipt cache works again.";
    expect(told).toEqual([away, again, away, again]);
    expect(lines.filter((line) => line.includes("rejection"))).toEqual([]);
  }, 120_000);

  test("start without it, and use it once it is there", async () => {
    const redis = await startRedis();
    await redis.kill();
    const { doors, ask } = await openTwoDoors(await temporaryDatabase("sqlite"), redis.url);
    const url = doors[0]?.url ?? "";
    expect(await ask(url, 1)).toMatchObject({ status: "success", source: "live" });
    await redis.restart();
    const fromCache = async () => (await ask(url, 2)).source;
    await expect.poll(fromCache, { timeout: 20_000, interval: 500 }).toBe("cache");
  });
});

test("a server whose password is another one is a miss, and its address and password are told nowhere", async () => {
  const redis = await startRedis();
  const warnings: unknown[] = [];
  const told = { warn: (...line: unknown[]) => void warnings.push(line) };
  const store = await openCacheStore(redis.url.replace("a-password", "another"), told);
  onTestFinished(store.close);
  const cache = createReceiptCache({ store, secret: testSecret, now: () => new Date(), log: told });
  const key = { provider: "beta", contractVersion: 1, origin: "https://receipts.test", canonical: "DKF1" };
  const answer = {
    result: fail("receipt_not_found"),
    checkedAt: new Date(),
    timings: { upstreamMs: 1, parseMs: 1 },
  };
  await cache.keep(key, answer);
  expect(await cache.find(key)).toBeNull();
  expect(warnings).toHaveLength(1);
  expect(JSON.stringify(warnings)).not.toMatch(/another|127\.0\.0\.1/);
});
