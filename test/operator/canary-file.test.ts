import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCanaryFile } from "../../src/config/canary-file.ts";
import { openCanaries } from "../../src/operator/canary/canaries.ts";
import { runTool } from "../../src/operator/cli/run.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { caseNamed, testClock } from "../support/cases.ts";
import { openInstallation } from "../support/installation.ts";
import { sharedReaders } from "../support/readers.ts";
import { temporaryFolder } from "../support/temporary-store.ts";
import { settingsOf } from "../support/upstream-asking.ts";

const problemsOf = (content: string): readonly string[] => {
  const path = join(temporaryFolder(), "canary.json");
  writeFileSync(path, content);
  const read = readCanaryFile(path, ["beta"]);
  return read.ok ? [] : read.error.map((problem) => problem.slice(`CANARY_FILE ${path}: `.length));
};

describe("CANARY_FILE", () => {
  test.each<[unknown, string]>([
    [[], "must hold one object with receipts"],
    [{ receipts: [] }, "receipts must list at least one receipt"],
    [
      { receipts: [{ provider: "omega", request: { reference: "x" } }] },
      "receipts.0.provider must be one that PROVIDERS_FILE names and that is offered: beta",
    ],
    [
      { receipts: [{ provider: "beta", request: {} }] },
      "receipts.0.request must be an object with the fields of the provider's endpoint, e.g. the reference",
    ],
    [
      { receipts: [{ provider: "beta", request: { reference: "x" }, amount: "1,25" }] },
      'receipts.0.amount must be an amount in birr, e.g. "1250.00"',
    ],
    [
      { receipts: [{ provider: "beta", request: { reference: "x" }, sum: 1 }] },
      "receipts.0.sum is not known here",
    ],
  ])("%j: %s", (file, problem) => {
    expect(problemsOf(JSON.stringify(file))).toEqual([problem]);
  });

  test("that names a receipt which its bank cannot be asked for stops the start, without the reference", () => {
    const providers = openProviders({ beta: settingsOf("https://beta.example") }, "full");
    const receipt = { provider: "beta", request: { reference: "no reference" }, amountSantim: null };
    expect(() => openCanaries([receipt], providers)).toThrow(
      "CANARY_FILE: receipts.0.request cannot be asked: reference_malformed reference",
    );
  });
});

describe("doctor", () => {
  test("asks once for the operator's own receipts, and says what to do", async () => {
    const { env } = await openInstallation();
    const CANARY_FILE = join(temporaryFolder(), "canary.json");
    const receipts = [
      { provider: "beta", request: caseNamed("beta", "verified").request },
      { provider: "beta", request: caseNamed("beta", "verified").request, amount: "1.00" },
      { provider: "beta", request: caseNamed("beta", "format-changed").request },
    ];
    writeFileSync(CANARY_FILE, JSON.stringify({ receipts }));
    const workerFile = new URL("../../dist/src/documents/decode-worker.js", import.meta.url);
    const { exitCode, stdout } = await runTool(
      ["doctor", "--json"],
      { ...env, CANARY_FILE },
      { now: () => testClock, workerFile, decoder: sharedReaders.decoder },
    );
    const { checks }: { checks: { check: string; state: string; message: string; advice?: string }[] } =
      JSON.parse(stdout);
    expect(exitCode).toBe(3);
    expect(checks.filter(({ check }) => check === "own receipt of beta")).toEqual([
      { check: "own receipt of beta", state: "ok", message: "verified" },
      expect.objectContaining({ state: "failed", message: "amount_differs" }),
      expect.objectContaining({
        state: "failed",
        message: expect.stringMatching(/^provider_format_changed: label “.+”: 0 times$/),
        advice: expect.stringContaining('"labels": {'),
      }),
    ]);
  });
});
