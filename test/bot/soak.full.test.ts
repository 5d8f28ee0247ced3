import { expect, test } from "vitest";
import { runSoak } from "../../tools/soak/soak.ts";
import { temporaryDatabase, temporaryFolder, testSecret } from "../support/temporary-store.ts";

test("the program that is killed over and over answers each receipt, never contradicts itself, and charges once", async () => {
  const { wrong, kills, charged } = await runSoak({
    databaseUrl: await temporaryDatabase("sqlite"),
    folder: temporaryFolder(),
    secret: testSecret,
    updates: 120,
    perSecond: 100,
    killEveryMs: 1_000,
    kills: 2,
    aheadPerKillMs: 45_000,
    seed: 1,
  });
  expect(wrong).toEqual([]);
  expect(kills).toBe(2);
  expect(charged).toBe(120);
});
