import { afterAll, describe, expect, test } from "vitest";
import { runRace } from "../../tools/race/race.ts";
import { compileScript, startProcess } from "../support/processes.ts";
import { databaseKinds, temporaryDatabase, testSecret } from "../support/temporary-store.ts";

const script = compileScript("tools/race/racer");
afterAll(script.remove);

describe.each(databaseKinds)("four processes on %s", (kind) => {
  test("with ten times as many requests as may succeed let exactly so many through", async () => {
    const databaseUrl = await temporaryDatabase(kind);
    const racers = Array.from({ length: 4 }, () =>
      startProcess(script.path, { args: [databaseUrl, testSecret] }),
    );
    // All open the empty database at once.
    for (const racer of racers) expect(await racer.hear()).toEqual({ ready: true });
    const { wrong, requests } = await runRace({ databaseUrl, secret: testSecret, racers, rounds: 2 });
    expect(wrong).toEqual([]);
    expect(requests).toBeGreaterThan(2 * 160);
  });
});
