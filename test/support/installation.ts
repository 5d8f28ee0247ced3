import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runTool } from "../../src/operator/cli/run.ts";
import { createSandbox } from "../../src/operator/sandbox/sandbox.ts";
import { caseNamed, cases, testClock } from "./cases.ts";
import { sharedReaders } from "./readers.ts";
import { temporaryFolder, testSecret } from "./temporary-store.ts";

const now = () => testClock;
const workerFile = new URL("../../dist/src/documents/decode-worker.js", import.meta.url);

/** The variables of an installation beside the simulated banks, and its operator. */
export const openInstallation = async () => {
  const folder = temporaryFolder();
  const sandbox = createSandbox({ cases, now });
  const { settings } = await sandbox.listen();
  onTestFinished(sandbox.close);
  const database = join(folder, "deresegn.sqlite");
  const env = {
    DATABASE_URL: `sqlite:${database}`,
    PROVIDERS_FILE: join(folder, "providers.json"),
    SECRET: testSecret,
    LOG_LEVEL: "silent",
    PORT: "0",
  };
  writeFileSync(env.PROVIDERS_FILE, JSON.stringify(settings));
  const operator = async (...words: string[]) => {
    const { exitCode, stdout, stderr } = await runTool(words, env, {
      now,
      workerFile,
      decoder: sharedReaders.decoder,
    });
    const json: unknown = words.includes("--json") ? JSON.parse(stdout) : null;
    return { exitCode, stdout, stderr, json };
  };
  return { env, database, settings, close: sandbox.close, operator };
};

/** What a customer might send of a case: its reference or link. */
export const sms = (label: string, name: string) => Object.values(caseNamed(label, name).request)[0] ?? "";
