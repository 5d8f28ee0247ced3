import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../src/config/config.ts";
import { fail } from "../../src/core/failure.ts";
import { openStore } from "../../src/database/store.ts";
import { readKnownLayouts } from "../../src/operator/layout-changes/known-layouts.ts";
import {
  createLayoutChanges,
  type LayoutChange,
  type LayoutChanges,
} from "../../src/operator/layout-changes/layout-changes.ts";
import { createLayoutWatch, type ReadDocument } from "../../src/operator/layout-changes/layout-watch.ts";
import { createSandbox } from "../../src/operator/sandbox/sandbox.ts";
import { startService } from "../../src/service.ts";
import { bodyOf } from "../support/api.ts";
import { caseNamed, changedCase, testClock } from "../support/cases.ts";
import { documentOf } from "../support/documents.ts";
import { longTest } from "../support/extent.ts";
import { keptLog } from "../support/kept-log.ts";
import { sharedReaders } from "../support/readers.ts";
import { temporaryFolder, temporaryStore, testSecret } from "../support/temporary-store.ts";

const now = () => testClock;
const workerFile = new URL("../../dist/src/documents/decode-worker.js", import.meta.url);

/** The simulated banks; beta's first reference also shows a row that no fixture has. */
const startBanks = async () => {
  const withPoints = changedCase("beta", "verified", (page) => {
    const [rows = ""] = /<tr>\s*<td[^>]*>[^<]*transaction status[\s\S]*?<\/tr>/.exec(page) ?? [];
    const points = rows.replace(/>[^<]*transaction status</, ">Loyalty points<").replace("Completed", "12");
    return page.replace(rows, `${rows}${points}`);
  });
  const sandbox = createSandbox({
    cases: withPoints.filter(({ label }) => ["alpha", "beta", "gamma"].includes(label)),
    now,
  });
  onTestFinished(sandbox.close);
  return (await sandbox.listen()).settings;
};

const startWorld = async () => {
  const folder = temporaryFolder();
  const settings = Object.fromEntries(
    Object.entries(await startBanks()).map(([label, given]) => [
      label,
      { aliases: [], headers: {}, labels: {}, ...given },
    ]),
  );
  const databaseUrl = `sqlite:${join(folder, "deresegn.sqlite")}`;
  const config = parseConfig({ PORT: "0", ROLES: "api", DATABASE_URL: databaseUrl, SECRET: testSecret });
  if (!config.ok) throw new Error(config.error.join("\n"));
  const { log, lines } = keptLog();

  /** One service's life: asks, stops, and tells what was answered. */
  const live = async (...orders: readonly (readonly [label: string, body: object])[]) => {
    const service = await startService(config.value, {
      settings,
      mode: "test",
      log,
      now,
      workerFile,
      readers: sharedReaders,
    });
    const codes: unknown[] = [];
    for (const [label, body] of orders) {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`${service.url}/api/verify-${label}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      const { data, error } = await bodyOf(reply);
      codes.push(data?.status ?? error.code);
    }
    await service.stop();
    return codes;
  };
  const changes = async () => {
    const store = await openStore({ databaseUrl, secret: testSecret, now });
    const listed = await createLayoutChanges({ store, now }).list();
    await store.close();
    if (!listed.ok) throw new Error(listed.error.code);
    return listed.value;
  };
  return { live, changes, lines };
};

const requestOf = (label: string, name: string) => [label, caseNamed(label, name).request] as const;

describe("a service", () => {
  test("verifies a receipt in a layout that it does not know, and counts it", async () => {
    const { live, changes, lines } = await startWorld();
    expect(await live(requestOf("beta", "verified"), requestOf("alpha", "verified"))).toEqual([
      "Verified",
      "Verified",
    ]);
    const [change, ...others] = await changes();
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      provider: "beta",
      contractVersion: 2,
      outcome: "verified",
      clause: "",
      times: 1,
    });
    expect(change?.fingerprint).toMatch(/^[0-9a-f]{12}$/);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        provider: "beta",
        fingerprint: change?.fingerprint,
        outcome: "verified",
      }),
    ]);
  });

  test("counts on after a restart, and logs a layout once", async () => {
    const { live, changes, lines } = await startWorld();
    const [label, request] = requestOf("beta", "format-changed");
    await live([label, request]);
    await live([label, request], [label, request]);
    expect((await changes()).map(({ times }) => times)).toEqual([3]);
    expect(lines.filter(({ outcome }) => outcome === "format_changed")).toHaveLength(1);
  });

  test.each(["alpha", "beta", "gamma"])(
    "keeps of a changed receipt of %s its structure alone",
    async (label) => {
      const { live, changes } = await startWorld();
      expect(await live(requestOf(label, "format-changed"))).toEqual(["provider_format_changed"]);
      const [change] = await changes();
      expect(change).toMatchObject({ provider: label, outcome: "format_changed" });
      expect(change?.clause).toMatch(/^label “.+”: 0 times$/);
      expect(change?.sample).toMatch(label === "gamma" ? /Receiver's Name \| xxxx/ : /Payer/);
      expect(change?.sample).not.toMatch(/SELAM|GETACHEW|HANA|4321|FT26319|CHNGD|[0-8]/);
    },
  );

  test("keeps nothing of a receipt as it should be, nor of other refusals", async () => {
    const { live, changes, lines } = await startWorld();
    const names = ["not-found", "reversed", "mismatch-reference", "blocked"];
    const orders = [requestOf("gamma", "verified"), ...names.map((name) => requestOf("alpha", name))];
    await live(...orders);
    expect(await changes()).toEqual([]);
    expect(lines).toEqual([]);
  });
});

const change = (fields: Partial<LayoutChange>): LayoutChange => ({
  provider: "alpha",
  contractVersion: 1,
  fingerprint: "0123456789ab",
  outcome: "format_changed",
  clause: "label payer: 0 times",
  sample: "xxx | 999",
  times: 1,
  ...fields,
});

describe("the list of layout changes", () => {
  test("keeps the newest 200 of each provider", async () => {
    let at = testClock.getTime();
    const { store } = await temporaryStore();
    const changes = createLayoutChanges({ store, now: () => new Date(at) });
    const seen = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) =>
        change({ fingerprint: String(from + n).padStart(12, "0") }),
      );
    await changes.add([change({ provider: "beta" }), ...seen(0, 150)]);
    at += 1_000;
    await changes.add(seen(150, 250));
    const listed = await changes.list();
    const fingerprints = listed.ok ? listed.value.filter(({ provider }) => provider === "alpha") : [];
    expect(fingerprints).toHaveLength(200);
    expect(new Set(fingerprints.slice(0, 100).map(({ fingerprint }) => Number(fingerprint)))).toEqual(
      new Set(Array.from({ length: 100 }, (_, n) => 150 + n)),
    );
    expect(listed.ok && listed.value.filter(({ provider }) => provider === "beta")).toHaveLength(1);
  });

  test("tells which of what it is given no one has seen before", async () => {
    const { store } = await temporaryStore();
    const changes = createLayoutChanges({ store, now });
    const one = change({ times: 3 });
    const other = change({ contractVersion: 2 });
    expect(await changes.add([one])).toEqual({ ok: true, value: [one] });
    expect(await changes.add([one, other])).toEqual({ ok: true, value: [other] });
    const listed = await changes.list();
    expect(listed.ok && listed.value.map(({ times }) => times).sort()).toEqual([1, 6]);
  });

  test("adds up what two processes see at once", async () => {
    const { store, path } = await temporaryStore();
    const second = await openStore({ databaseUrl: `sqlite:${path}`, secret: testSecret, now });
    onTestFinished(second.close);
    const stores = [createLayoutChanges({ store, now }), createLayoutChanges({ store: second, now })];
    const added = await Promise.all(Array.from({ length: 40 }, (_, n) => stores[n % 2]?.add([change({})])));
    expect(added.filter((each) => each?.ok && each.value.length === 1)).toHaveLength(1);
    const listed = await stores[0]?.list();
    expect(listed?.ok && listed.value[0]?.times).toBe(40);
  });
});

describe("the watch", () => {
  const changed = async (name = "format-changed"): Promise<ReadDocument> => ({
    provider: { label: "beta", contractVersion: 1 },
    document: await documentOf(caseNamed("beta", name)),
    verified: fail("provider_format_changed", { detail: "label total: 0 times" }),
  });

  longTest("remembers what the database could not take, until it can", async () => {
    const { store, path } = await temporaryStore();
    const { log, lines } = keptLog();
    const changes = createLayoutChanges({ store, now });
    const watch = createLayoutWatch({ changes, known: readKnownLayouts(), log });
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    watch.notice(await changed());
    watch.notice(await changed());
    await watch.close();
    expect(lines.map(({ code }) => code)).toContain("overloaded");
    other.exec("rollback");
    other.close();
    await watch.close();
    const listed = await changes.list();
    expect(listed.ok && listed.value.map(({ times }) => times)).toEqual([2]);
  });

  test("does not let a bug of its own reach who notices", async () => {
    const { log, lines } = keptLog();
    const changes: LayoutChanges = {
      add: () => Promise.reject(new Error("a bug")),
      list: () => Promise.reject(new Error("a bug")),
      clauseOf: () => Promise.reject(new Error("a bug")),
    };
    const watch = createLayoutWatch({ changes, known: readKnownLayouts(), log });
    watch.notice(await changed());
    await watch.close();
    expect(lines).toEqual([
      expect.objectContaining({ level: 50, msg: "a layout change could not be recorded" }),
    ]);
  });

  test("counts answers that cannot be decoded", async () => {
    const { store } = await temporaryStore();
    const changes = createLayoutChanges({ store, now });
    const watch = createLayoutWatch({ changes, known: readKnownLayouts(), log: keptLog().log });
    watch.notice({
      ...(await changed()),
      document: null,
      verified: fail("provider_format_changed", { detail: "pdf: no text" }),
    });
    await watch.close();
    const listed = await changes.list();
    expect(listed.ok && listed.value).toMatchObject([
      { fingerprint: "", clause: "pdf: no text", sample: "", times: 1 },
    ]);
  });
});
