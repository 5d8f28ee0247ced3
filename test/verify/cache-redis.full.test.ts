import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@keyv/redis";
import { describe, expect, onTestFinished, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { runTool } from "../../src/operator/cli/run.ts";
import { createReceiptCache } from "../../src/verify/cache.ts";
import { openCacheStore } from "../../src/verify/cache-store.ts";
import { openCustomer } from "../../tools/chat/customers.ts";
import { openLeanBank, referenceOf } from "../../tools/chat/lean-bank.ts";
import { startProgram } from "../../tools/chat/program.ts";
import { issueCertificate } from "../support/certificates.ts";
import { startRedis } from "../support/redis.ts";
import { temporaryDatabase, temporaryFolder, testSecret } from "../support/temporary-store.ts";

/** Two API processes on one database and one Redis. */
const openTwoDoors = async (
  databaseUrl: string,
  cacheUrl: string,
  env: Readonly<Record<string, string>> = {},
) => {
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
      env: { ROLES: "api", CACHE_URL: cacheUrl, ...env },
    });
    onTestFinished(program.kill);
    return { ...program, folder };
  };
  const ask = async (url: string, number: number) => {
    const reply = await fetch(`${url}/api/verify-beta`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ reference: referenceOf(number, new Date()) }),
    });
    const { status, meta } = JSON.parse(await reply.text());
    return { status, source: meta.source };
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
      for (const answer of await askMany())
        expect(answer).toMatchObject({ status: "success", source: "live" });
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

/** What the log of a process says of its cache. */
const toldBy = ({ folder }: { readonly folder: string } = { folder: "" }) =>
  readFileSync(join(folder, "log.txt"), "utf8")
    .split("\n")
    .filter((line) => line.includes("receipt cache"))
    .map((line) => {
      const { msg, cause } = JSON.parse(line);
      return { msg, cause };
    });

const away = "The receipt cache is away; the banks are asked without it.";

test("a server that is full answers nobody's question with a failure, and the log says so once", async () => {
  const redis = await startRedis();
  const { doors, ask } = await openTwoDoors(await temporaryDatabase("sqlite"), redis.url);
  const url = doors[0]?.url ?? "";
  expect(await ask(url, 1)).toMatchObject({ status: "success", source: "live" });
  const client = await createClient({ url: redis.url }).connect();
  onTestFinished(() => client.destroy());
  await client.configSet({ maxmemory: "1", "maxmemory-policy": "noeviction" });
  expect(await ask(url, 1)).toMatchObject({ status: "success", source: "cache" });
  expect(await ask(url, 2)).toMatchObject({ status: "success", source: "live" });
  // It is asked again after a few seconds, and found where it is, and full as it was. Were it asked without a pause, its
  // rest would mostly end between a search and a keeping, which begins the next rest.
  await expect.poll(async () => (await ask(url, 1)).source, { interval: 1_000 }).toBe("cache");
  expect(await ask(url, 3)).toMatchObject({ status: "success", source: "live" });
  expect(toldBy(doors[0])).toEqual([{ msg: away, cause: "OOM" }]);
  await client.configSet({ maxmemory: "0" });
  await expect
    .poll(
      async () => {
        await ask(url, 4);
        return (await ask(url, 4)).source;
      },
      { interval: 1_000 },
    )
    .toBe("cache");
  expect(toldBy(doors[0]).map(({ msg }) => msg)).toEqual([away, "The receipt cache works again."]);
});

describe("a server with TLS, a user and a password", () => {
  const root = issueCertificate({ subject: "Own Root", isAuthority: true });
  const names = ["127.0.0.1"];
  const good = issueCertificate({ subject: "cache", names, issuer: root });
  const anothers = issueCertificate({ subject: "other", names: ["cache.example"], issuer: root });
  const rootFile = (): string => {
    const path = join(temporaryFolder(), "root.pem");
    writeFileSync(path, root.certificatePem);
    return path;
  };

  test("is shared by two processes that know its root", async () => {
    const redis = await startRedis({ certificate: good, user: "deresegn" });
    const { doors, ask } = await openTwoDoors(await temporaryDatabase("sqlite"), redis.url, {
      CACHE_CA_FILE: rootFile(),
    });
    const [one, other] = doors.map(({ url }) => url);
    expect(await ask(one ?? "", 1)).toMatchObject({ status: "success", source: "live" });
    expect(await ask(other ?? "", 1)).toMatchObject({ status: "success", source: "cache" });
  });

  test.each([
    ["whose root nobody named", good, false, /UNABLE_TO_|SELF_SIGNED/],
    ["that shows the certificate of another host", anothers, true, /ERR_TLS_CERT_ALTNAME_INVALID/],
  ] as const)(
    "%s is given nothing, the log and doctor say why, and every answer comes",
    async (_, certificate, isKnown, why) => {
      const redis = await startRedis({ certificate, user: "deresegn" });
      const env = isKnown ? { CACHE_CA_FILE: rootFile() } : {};
      const databaseUrl = await temporaryDatabase("sqlite");
      const { doors, ask } = await openTwoDoors(databaseUrl, redis.url, env);
      const url = doors[0]?.url ?? "";
      expect(await ask(url, 1)).toMatchObject({ status: "success", source: "live" });
      expect(await ask(url, 1)).toMatchObject({ status: "success", source: "live" });
      expect(toldBy(doors[0])).toEqual([{ msg: away, cause: expect.stringMatching(why) }]);
      const { stdout } = await runTool(
        ["doctor", "--json"],
        { SECRET: testSecret, DATABASE_URL: databaseUrl, CACHE_URL: redis.url, LOG_LEVEL: "silent", ...env },
        { now: () => new Date() },
      );
      expect(stdout).toMatch(why);
      expect(stdout).not.toContain("a-password");
    },
  );
});

test("a server whose password is another one is a miss, and its address and password are told nowhere", async () => {
  const redis = await startRedis();
  const warnings: unknown[] = [];
  const told = { warn: (...line: unknown[]) => void warnings.push(line) };
  const store = await openCacheStore(
    { cacheUrl: redis.url.replace("a-password", "another"), cacheCa: null },
    told,
  );
  onTestFinished(store.close);
  const cache = createReceiptCache({ store, secret: testSecret, now: () => new Date(), log: told });
  const key = { provider: "beta", contractVersion: 1, origin: "https://receipts.test", canonical: "DKF1" };
  const answer = {
    result: fail("receipt_not_found"),
    checkedAt: new Date(),
    askedAt: new Date(),
    timings: { upstreamMs: 1, parseMs: 1 },
  };
  await cache.keep(key, answer);
  expect(await cache.find(key)).toBeNull();
  expect(warnings).toHaveLength(1);
  expect(JSON.stringify(warnings)).not.toMatch(/another|127\.0\.0\.1/);
});
