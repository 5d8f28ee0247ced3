import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../src/config/config.ts";
import { readProvidersFile } from "../../src/config/providers-file.ts";
import { createLog } from "../../src/core/log.ts";
import { openStore } from "../../src/database/store.ts";
import { createLayoutChanges } from "../../src/operator/layout-changes/layout-changes.ts";
import { requestAt } from "../../src/operator/sandbox/cases.ts";
import { createSandbox } from "../../src/operator/sandbox/sandbox.ts";
import { startService } from "../../src/service.ts";
import { bodyOf } from "../support/api.ts";
import { caseNamed, cases, changedCase, testClock } from "../support/cases.ts";
import { oneIn } from "../support/extent.ts";
import { sharedReaders } from "../support/readers.ts";
import { temporaryFolder, testSecret } from "../support/temporary-store.ts";

const now = () => testClock;
const workerFile = new URL("../../dist/src/documents/decode-worker.js", import.meta.url);

/** A service whose operator may say in `providers.json` what a simulated bank has renamed. */
const openOperator = async (label: string, shown = cases) => {
  const folder = temporaryFolder();
  const sandbox = createSandbox({ cases: shown, now });
  onTestFinished(sandbox.close);
  const { settings: hosts } = await sandbox.listen();
  const databaseUrl = `sqlite:${join(folder, "deresegn.sqlite")}`;
  const config = parseConfig({ PORT: "0", ROLES: "api", DATABASE_URL: databaseUrl, SECRET: testSecret });
  if (!config.ok) throw new Error(config.error.join("\n"));

  const verify = async (name: string, labels: Readonly<Record<string, readonly string[]>>) => {
    const file = join(folder, "providers.json");
    writeFileSync(file, JSON.stringify({ [label]: { ...hosts[label], labels } }));
    const settings = readProvidersFile(file);
    if (!settings.ok) throw new Error(settings.error.join("\n"));
    const deps = {
      settings: settings.value,
      log: createLog("silent"),
      now,
      workerFile,
      readers: sharedReaders,
    };
    const service = await startService(config.value, deps);
    const request = requestAt(caseNamed(label, name).request, hosts[label]?.url ?? "");
    const reply = await fetch(`${service.url}/api/verify-${label}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    const body = await bodyOf(reply);
    await service.stop();
    return body;
  };
  /** What of the contract the last refused receipt did not meet. */
  const clause = async () => {
    const store = await openStore({ databaseUrl, secret: testSecret, now });
    const listed = await createLayoutChanges({ store, now }).list();
    await store.close();
    return listed.ok ? listed.value[0]?.clause : undefined;
  };
  return { verify, clause };
};

const recordOf = (label: string, name: string) => {
  const { expected } = caseNamed(label, name);
  if (!("receipt" in expected)) throw new Error(`${label}/${name} shows no record`);
  const { transaction_reference: _, ...record } = expected.receipt;
  return record;
};

const renamed = [
  ["alpha", "format-changed", "Transferred Amount", "Sum sent", "verified"],
  ["beta", "format-changed", "Settled Amount", "Sum sent", "verified"],
  ["gamma", "format-changed", "Total Amount including VAT", "Sum", "verified"],
  ["delta", "format-changed", "Receiver Name", "Recipient", "verified"],
  ["delta", "format-changed-pdf", "Sender Name", "Sent by", "verified-pdf"],
  ["epsilon", "format-changed", "Paid amount", "Settled value", "verified"],
  ["zeta", "format-changed-page", "Amount", "Sum", "verified-page"],
  ["eta", "format-changed", "Recipient name", "Beneficiary", "verified"],
  ["theta", "format-changed", "Amount", "Sum", "verified"],
  ["iota", "format-changed", "SERVICE FEE", "SERVICE COST", "verified"],
] as const;

test.each(oneIn(3, renamed))(
  "%s's %s is refused for its label “%s”, and read once providers.json says that this is now “%s”",
  async (label, name, usual, other, same) => {
    const { verify, clause } = await openOperator(label);
    const { error } = await verify(name, {});
    expect(error?.code).toBe("provider_format_changed");
    expect(await clause()).toBe(`label “${usual}”: 0 times`);
    const { data } = await verify(name, { [usual]: [other] });
    expect(data).toMatchObject(recordOf(label, same));
  },
);

test("a label that a contract knows by a pattern can be given a synonym, too", async () => {
  const changed = changedCase("beta", "verified", (page) =>
    page.replace("/Payer Birrway no.", "/Wallet that paid"),
  );
  const { verify, clause } = await openOperator("beta", changed);
  await verify("verified", {});
  expect(await clause()).toBe("label “Payer no.”: 0 times");
  const { data } = await verify("verified", { "Payer no.": ["Wallet that paid"] });
  expect(data).toMatchObject(recordOf("beta", "verified"));
});

test("a synonym is a whole label", async () => {
  const { verify, clause } = await openOperator("beta");
  await verify("format-changed", { "Settled Amount": ["Sum"] });
  expect(await clause()).toBe("label “Settled Amount”: 0 times");
});

test("a synonym does not let one of two labels win", async () => {
  const { verify, clause } = await openOperator("beta");
  await verify("verified", { "Settled Amount": ["Payment date"] });
  expect(await clause()).toBe("label “Settled Amount”: 2 times");
});
