import { expect, test } from "vitest";
import { runStopUnderLoad } from "../../tools/soak/stop.ts";
import { temporaryDatabase, temporaryFolder, testSecret } from "../support/temporary-store.ts";

test("C37 of 500 messages and requests none is lost or charged twice when the program is stopped in their midst", async () => {
  const { underWay, lost, charged, wrong } = await runStopUnderLoad({
    databaseUrl: await temporaryDatabase("sqlite"),
    folder: temporaryFolder(),
    secret: testSecret,
    messages: 250,
    requests: 250,
    stops: 2,
  });
  expect(wrong).toEqual([]);
  expect([lost, charged]).toEqual([0, 500]);
  expect(underWay).toBeGreaterThan(0);
}, 300_000);
