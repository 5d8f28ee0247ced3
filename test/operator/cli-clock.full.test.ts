import { describe, expect, test } from "vitest";
import { createClock } from "../../src/core/clock.ts";
import { runTool } from "../../src/operator/cli/run.ts";
import { databaseKinds, temporaryDatabase, testSecret } from "../support/temporary-store.ts";

const dayMs = 86_400_000;

describe.runIf(databaseKinds.includes("postgres"))(
  "the operator's tool on a machine whose clock is a day ahead",
  () => {
    test("goes by the clock of the PostgreSQL server, as the processes do", async () => {
      const DATABASE_URL = await temporaryDatabase("postgres");
      const from = Date.now();
      const clock = createClock({ wallMs: () => Date.now() + dayMs });
      const { stdout } = await runTool(
        ["accounts", "create", "--name", "Merkato Shoes", "--tier", "registered", "--json"],
        { SECRET: testSecret, LOG_LEVEL: "silent", DATABASE_URL },
        { now: clock.now, clock },
      );
      const createdAt = new Date(JSON.parse(stdout).created_at).getTime();
      // The server's clock is this machine's.
      expect(createdAt).toBeGreaterThan(from - dayMs / 2);
      expect(createdAt).toBeLessThan(Date.now() + dayMs / 2);
    });
  },
);
