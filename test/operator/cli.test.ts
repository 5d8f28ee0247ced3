import { execFile } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/core/log.ts";
import { runTool } from "../../src/operator/cli/run.ts";
import { startService } from "../../src/service.ts";
import { caseNamed, testClock } from "../support/cases.ts";
import { isFull } from "../support/extent.ts";
import { openInstallation, sms } from "../support/installation.ts";
import { sharedReaders } from "../support/readers.ts";
import { temporaryFolder } from "../support/temporary-store.ts";

const now = () => testClock;
const workerFile = new URL("../../dist/src/documents/decode-worker.js", import.meta.url);
const program = fileURLToPath(new URL("../../dist/src/operator/cli/main.js", import.meta.url));

describe("deresegn verify", () => {
  test("prints the record of the receipt that a text points to", async () => {
    const { operator } = await openInstallation();
    const { reference, expected } = caseNamed("beta", "verified");
    const said = await operator(
      "verify",
      "You have paid.",
      "Your transaction number is",
      reference,
      "--json",
    );
    expect(said).toMatchObject({ exitCode: 0, stderr: "" });
    const record = "receipt" in expected ? expected.receipt : {};
    expect(said.json).toMatchObject({
      status: "success",
      data: record,
      meta: { provider: "beta", source: "live" },
    });
    const shown = await operator("verify", reference);
    expect(shown.stdout).toMatch(/^transaction_reference +DKF1AB2CD3$/m);
  });

  test("counts nothing, whatever it is asked", async () => {
    const { operator, database } = await openInstallation();
    const reference = sms("beta", "verified");
    for (let time = 0; time < 7; time += 1) expect((await operator("verify", reference)).exitCode).toBe(0);
    const books = new DatabaseSync(database, { readOnly: true });
    expect(books.prepare("select count(*) as units from quota_day").get()).toEqual({ units: 0 });
    books.close();
  });

  test.each([
    ["beta", "not-found", 1, "receipt_not_found"],
    ["beta", "reversed", 1, "receipt_not_completed"],
    ["beta", "format-changed", 3, "provider_format_changed"],
    ["beta", "server-error", 3, "provider_error"],
  ] as const)("says why there is no record: %s %s", async (label, name, exitCode, code) => {
    const { operator } = await openInstallation();
    const said = await operator("verify", sms(label, name), "--json");
    expect(said.exitCode).toBe(exitCode);
    expect(said.json).toMatchObject({ status: "error", error: { code } });
    const shown = await operator("verify", sms(label, name));
    expect(shown.stdout).toBe("");
    expect(shown.stderr).toMatch(new RegExp(`^${code}: `));
  });

  test("asks for what a reference lacks, and takes it as an option", async () => {
    const { operator } = await openInstallation();
    const { transactionRef = "", accountNumber = "" } = caseNamed("alpha", "verified").request;
    const ambiguous = await operator("verify", transactionRef, "--json");
    expect(ambiguous).toMatchObject({ exitCode: 1, json: { error: { code: "reference_ambiguous" } } });
    const alone = await operator("verify", transactionRef, "--provider", "alpha", "--json");
    expect(alone).toMatchObject({ exitCode: 1, json: { error: { code: "account_number_required" } } });
    const whole = await operator(
      "verify",
      transactionRef,
      "--provider=alpha",
      "--account-number",
      accountNumber,
    );
    expect(whole.exitCode).toBe(0);
    const other = await operator("verify", transactionRef, "--provider", "omega", "--json");
    expect(other).toMatchObject({ exitCode: 1, json: { error: { code: "provider_not_offered" } } });
  });

  test("says what is wrong with a file", async () => {
    const { operator } = await openInstallation();
    const file = join(temporaryFolder(), "notes.txt");
    writeFileSync(file, "just words");
    expect(await operator("verify", file, "--json")).toMatchObject({
      exitCode: 1,
      json: { error: { code: "image_type_unsupported" } },
    });
    truncateSync(file, 8 * 1_048_576 + 1);
    expect(await operator("verify", file, "--json")).toMatchObject({
      json: { error: { code: "image_too_large" } },
    });
    const missing = await operator("verify", "nowhere/receipt.JPG", "--json");
    expect(missing).toMatchObject({ exitCode: 2, json: { error: { code: "usage" } } });
    const folder = await operator("verify", temporaryFolder(), "--json");
    expect(folder).toMatchObject({ exitCode: 1, json: { error: { code: "reference_not_found_in_text" } } });
  });

  test("says which provider does not answer", async () => {
    const { operator, close } = await openInstallation();
    await close();
    const said = await operator("verify", sms("beta", "verified"), "--json");
    expect(said).toMatchObject({ exitCode: 3, json: { error: { code: "provider_error" } } });
  });
});

describe("deresegn drift", () => {
  test("lists what a running service has seen, while it runs", async () => {
    const { env, settings, operator } = await openInstallation();
    expect(await operator("drift", "--json")).toMatchObject({ exitCode: 0, json: [] });
    expect((await operator("drift")).stdout).toBe("No drift.\n");
    const config = parseConfig({ ...env, ROLES: "api" });
    if (!config.ok) throw new Error(config.error.join());
    const full = Object.entries(settings).map(([label, given]) => [
      label,
      { aliases: [], headers: {}, labels: {}, ...given },
    ]);
    const deps = {
      settings: Object.fromEntries(full),
      log: createLog("silent"),
      now,
      workerFile,
      readers: sharedReaders,
    };
    const service = await startService(config.value, deps);
    onTestFinished(service.stop);
    await fetch(`${service.url}/api/verify-gamma`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(caseNamed("gamma", "format-changed").request),
    });
    await expect.poll(async () => (await operator("drift", "--json")).json).toHaveLength(1);
    const { json } = await operator("drift", "--json");
    expect(json).toEqual([
      {
        provider: "gamma",
        contract_version: 3,
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
        outcome: "format_changed",
        clause: "label “Total Amount including VAT”: 0 times",
        first_at: testClock.toISOString(),
        last_at: testClock.toISOString(),
        times: 1,
        sample: expect.stringContaining(".body[].Receiver's Name | xxxx xxxxxxxx xxxxxxx"),
      },
    ]);
    expect((await operator("drift")).stdout).toMatch(
      /^gamma, refused: label “Total Amount including VAT”: 0 times\n.+\n.*1 times from/,
    );
  });
});

describe("the tool", () => {
  test.each([
    [[], /^Usage:/],
    [["drfit"], /did you mean “drift”\?/],
    [["verify"], /needs a text/],
    [["drift", "now"], /no further words/],
    [["drift", "--colour"], /--colour/],
    [["verify", "DKF1AB2CD3", "--provider"], /--provider/],
  ])("tells how it is used: %j", async (words, sentence) => {
    const { operator } = await openInstallation();
    const said = await operator(...words);
    expect(said).toMatchObject({ exitCode: 2, stdout: "" });
    expect(said.stderr).toMatch(sentence);
    const asJson = await operator(
      ...words.filter((word) => word !== "--provider"),
      ...(words.includes("--provider") ? ["--provider"] : []),
      "--json",
    );
    expect(asJson.exitCode).toBe(2);
    expect(asJson.json).toMatchObject({ status: "error", error: { code: "usage" } });
  });

  test("needs no token of the bot, whose roles the variables name", async () => {
    const { env } = await openInstallation();
    const said = await runTool(
      ["drift"],
      { ...env, ROLES: "bot" },
      { now, workerFile, decoder: sharedReaders.decoder },
    );
    expect(said.exitCode).toBe(0);
  });

  test.each([
    ["a variable", { SECRET: "" }, /SECRET is not set/],
    ["the providers file", { PROVIDERS_FILE: "/nowhere/providers.json" }, /providers\.json does not exist/],
    ["the database", { DATABASE_URL: "sqlite:/dev/null/deresegn.sqlite" }, /DATABASE_URL/],
  ])("says what it lacks when that is %s", async (_, changed, sentence) => {
    const { env } = await openInstallation();
    const words = ["verify", sms("beta", "verified"), "--json"];
    const said = await runTool(
      words,
      { ...env, ...changed },
      { now, workerFile, decoder: sharedReaders.decoder },
    );
    expect(said).toMatchObject({ exitCode: 3, stderr: "" });
    expect(JSON.parse(said.stdout)).toMatchObject({
      error: { code: "unavailable", message: expect.stringMatching(sentence) },
    });
  });

  test("is a program that ends with its code, its log beside its one JSON value", async () => {
    const { env } = await openInstallation();
    const run = (words: string[]) =>
      promisify(execFile)(program, words, { env: { PATH: process.env.PATH, ...env, LOG_LEVEL: "warn" } });
    const verified = await run(["verify", sms("gamma", "verified"), "--json"]);
    expect(JSON.parse(verified.stdout)).toMatchObject({ status: "success", data: { status: "Verified" } });
    await expect(run(["verify", sms("gamma", "format-changed"), "--json"])).rejects.toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^\{"status":"error".*\}\n$/),
      stderr: expect.stringMatching(/^\{"level":"warn".*a receipt did not meet its contract"\}\n$/),
    });
    // Each program takes a second to start, and the quick run has the usage asked for elsewhere.
    if (isFull)
      await expect(run(["help"])).resolves.toMatchObject({
        stdout: expect.stringMatching(/^Usage:/),
        stderr: "",
      });
  });
});
