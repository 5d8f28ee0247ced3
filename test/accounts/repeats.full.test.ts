import { expect, test } from "vitest";
import { runRepeats } from "../../tools/repeats/repeats.ts";
import { databaseKinds, temporaryDatabase, testSecret } from "../support/temporary-store.ts";

test.each(databaseKinds)(
  "of many copies at two doors over %s each key is executed and charged once, and answered with the same bytes",
  async (kind) => {
    const databaseUrl = await temporaryDatabase(kind);
    const report = await runRepeats({ databaseUrl, secret: testSecret, keys: 12, copies: 10 });
    expect(report.wrong).toEqual([]);
    expect(report).toMatchObject({ requests: 12 * 11, executions: 12, charges: 12 });
    expect(report.inProgress + report.replays).toBe(12 * 10);
  },
);
