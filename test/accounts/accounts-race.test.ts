import { readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { openStore } from "../../src/database/store.ts";
import { isFull, longTest } from "../support/extent.ts";
import { compileScript, startProcess } from "../support/processes.ts";
import { temporaryFolder, testSecret } from "../support/temporary-store.ts";

const script = compileScript("counting-process");
afterAll(script.remove);

const startCounting = (databaseUrl: string) => startProcess(script.path, { args: [databaseUrl, testSecret] });

longTest("processes that start together on a new file make one database", async () => {
  const databaseUrl = `sqlite:${temporaryFolder()}/new/deresegn.sqlite`;
  const processes = Array.from({ length: 4 }, () => startCounting(databaseUrl));
  expect(await Promise.all(processes.map((process) => process.hear()))).toEqual(
    processes.map(() => ({ ready: true })),
  );
});

test("two processes with parallel requests let exactly five of each caller through", async () => {
  const databaseUrl = `sqlite:${temporaryFolder()}/deresegn.sqlite`;
  const processes = [startCounting(databaseUrl), startCounting(databaseUrl)];
  await Promise.all(processes.map((process) => process.hear()));
  for (let caller = 1; caller <= (isFull ? 12 : 4); caller++) {
    for (const process of processes)
      process.say({ address: `203.0.113.${caller}`, times: 15, settle: caller % 2 ? "commit" : "leave" });
    const heard = await Promise.all(processes.map((process) => process.hear()));
    expect(countsOf(heard)).toEqual({ granted: 5, daily_quota_exceeded: 25 });
  }
});

test("a killed process leaves its committed answers counted, and its open reservations end by themselves", async () => {
  const databaseUrl = `sqlite:${temporaryFolder()}/deresegn.sqlite`;
  const process = startCounting(databaseUrl);
  await process.hear();
  process.say({ address: "203.0.113.7", times: 2, settle: "commit" });
  await process.hear();
  process.say({ address: "203.0.113.7", times: 3, settle: "leave" });
  expect(countsOf([await process.hear()])).toEqual({ granted: 3 });
  await process.kill();

  const later = new Date(Date.now() + 60_000);
  const store = await openStore({ databaseUrl, secret: testSecret, now: () => later });
  const accounts = createAccounts({ store, secret: testSecret, now: () => later });
  expect(await accounts.applyRetention()).toEqual({ ok: true, value: { voided: 3 } });
  const days = await store.db.selectFrom("quota_day").select("taken").execute();
  expect(days).toEqual([{ taken: 2 }]);
  await store.close();
});

longTest(
  "what a killed process held is given back as soon as another one looks, and a living one's is not",
  async () => {
    const folder = temporaryFolder();
    const databaseUrl = `sqlite:${folder}/deresegn.sqlite`;
    const [killed, living] = [startCounting(databaseUrl), startCounting(databaseUrl)];
    for (const [process, times] of [
      [killed, 3],
      [living, 2],
    ] as const) {
      await process.hear();
      process.say({ address: `203.0.113.${times}`, times, settle: "leave" });
      expect(countsOf([await process.hear()])).toEqual({ granted: times });
    }
    await killed.kill();

    const now = () => new Date();
    const store = await openStore({ databaseUrl, secret: testSecret, now });
    const accounts = createAccounts({ store, secret: testSecret, now });
    await accounts.renew();
    expect(await accounts.applyRetention()).toEqual({ ok: true, value: { voided: 3 } });
    const locked = () => readdirSync(folder).filter((name) => name.includes("-process-"));
    expect(locked()).toHaveLength(2);
    await accounts.close();
    expect(locked()).toHaveLength(1);
    await store.close();
  },
);

const countsOf = (heard: readonly unknown[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const line of heard)
    for (const code of (line as { codes: string[] }).codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};
