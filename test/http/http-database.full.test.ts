import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/core/log.ts";
import { createSandbox } from "../../src/operator/sandbox/sandbox.ts";
import { startService } from "../../src/service.ts";
import { cases, testClock } from "../support/cases.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { temporaryDatabase, temporaryFolder, testSecret } from "../support/temporary-store.ts";
import { settingsOf } from "../support/upstream-asking.ts";

const now = () => testClock;
const workerFile = new URL("../../dist/src/documents/decode-worker.js", import.meta.url);

/** The whole service on PostgreSQL, over a wire that can fail. */
const startOnPostgres = async () => {
  const wire = await startDatabaseProxy(await temporaryDatabase("postgres"));
  const sandbox = createSandbox({ cases, now });
  onTestFinished(() => sandbox.close());
  const { settings } = await sandbox.listen();
  const config = parseConfig({
    PORT: "0",
    ROLES: "api",
    DATABASE_URL: wire.url,
    CACHE_URL: `sqlite:${temporaryFolder()}/cache.sqlite`,
    SECRET: testSecret,
  });
  if (!config.ok) throw new Error(config.error.join("\n"));
  const service = await startService(config.value, {
    settings: Object.fromEntries(
      Object.entries(settings).map(([label, { bank, url }]) => [label, settingsOf(url, { bank })]),
    ),
    mode: "test",
    log: createLog("silent"),
    now,
    workerFile,
  });
  onTestFinished(service.stop);
  const verify = async () => {
    const response = await fetch(`${service.url}/api/verify-beta`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ reference: "DKF1AB2CD3" }),
    });
    const { status, error, meta } = JSON.parse(await response.text());
    return {
      http: response.status,
      status,
      code: error?.code,
      charged: error?.charged,
      billing: meta.billing,
    };
  };
  const ready = async () => (await fetch(`${service.url}/readyz`)).status;
  return { wire, verify, ready };
};

test("while PostgreSQL is away nothing is verified for free, and afterwards everything is again", async () => {
  const { wire, verify, ready } = await startOnPostgres();
  const counted = { http: 200, status: "success", code: undefined, charged: undefined };
  expect(await verify()).toEqual({ ...counted, billing: { counted: true, remaining: 4 } });
  expect(await ready()).toBe(200);

  const refused = { http: 503, status: "error", code: "overloaded", charged: false, billing: undefined };
  for (const weather of ["refused", "silent"] as const) {
    wire.turn(weather);
    wire.cutAll();
    expect(await verify()).toEqual(refused);
    expect(await ready()).toBe(503);
  }

  wire.turn("clear");
  expect(await ready()).toBe(200);
  expect(await verify()).toEqual({ ...counted, billing: { counted: true, remaining: 3 } });
});

test("an answer whose charge was made while the connection was lost is given, and counted once", async () => {
  const { wire, verify } = await startOnPostgres();
  wire.turn("lost after commit");
  expect(await verify()).toMatchObject({ http: 200, billing: { counted: true, remaining: 4 } });
  wire.turn("clear");
  expect(await verify()).toMatchObject({ http: 200, billing: { counted: true, remaining: 3 } });
});
