import { afterAll, describe, expect, test } from "vitest";
import { runCrash } from "../../tools/crash/crash.ts";
import { startLineProcess } from "../../tools/line-process.ts";
import { compileScript } from "../support/processes.ts";
import { databaseKinds, temporaryDatabase, testSecret } from "../support/temporary-store.ts";

const script = compileScript("tools/crash/victim");
afterAll(script.remove);

describe.each(databaseKinds)("a process that is killed under load on %s", (kind) => {
  test("loses no charge that it told, makes none twice, and leaves nothing held", async () => {
    const databaseUrl = await temporaryDatabase(kind);
    const startVictim = () => startLineProcess(process.execPath, [script.path, databaseUrl, testSecret]);
    const { wrong, charged } = await runCrash({ databaseUrl, secret: testSecret, kills: 5, startVictim });
    expect(wrong).toEqual([]);
    expect(charged).toBeGreaterThan(0);
  });
});
