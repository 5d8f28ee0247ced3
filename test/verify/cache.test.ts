import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { ok } from "../../src/core/result.ts";
import { type CacheKey, createReceiptCache } from "../../src/verify/cache.ts";
import { type CacheStore, openCacheStore } from "../../src/verify/cache-store.ts";
import { collectGarbage } from "../support/garbage.ts";

const key: CacheKey = {
  provider: "alpha",
  contractVersion: 1,
  origin: "https://receipts.test",
  canonical: "FT26319K4Q7Z 00004321",
};

const verified: VerifiedReceipt = {
  receipt: {
    bank: "TEST Bank",
    document_type: "Receipt",
    status: "Verified",
    transaction_reference: "FT26319K4Q7Z",
    payment_date: "11/15/2026, 9:08:00 PM",
    payer_name: "Selam Getachew",
    payer_account: "1****4321",
    receiver_name: "Hana Mekonnen",
    receiver_account: "1****8765",
    transferred_amount: "1250.00 ETB",
    total_debited: "1250.00 ETB",
    pdf_available: true,
  },
  amountMinor: 125_000,
  paymentDateIso: "2026-11-15T21:08:00+03:00",
  totalCheck: "exact",
  absentFields: [],
  paymentKind: "transfer",
  receiverBank: "beta",
  isReceiverAccountShown: true,
};

const now = new Date("2026-11-15T12:00:00Z");
const timings = { upstreamMs: 300, parseMs: 2.5 };
const secret = "0123456789abcdef0123456789abcdef";

let entries: Map<string, string>;
let warnings: { readonly facts: unknown; readonly message: string }[];
const log = {
  warn: (facts: unknown, message?: string) => {
    warnings.push({ facts, message: message ?? "" });
  },
};

const cacheOver = (store: Pick<CacheStore, "get" | "set">, cacheSecret = secret) =>
  createReceiptCache({ store, secret: cacheSecret, now: () => now, log, patienceMs: 30 });

const mapStore = {
  get: async (name: string) => entries.get(name),
  set: async (name: string, value: string) => entries.set(name, value),
};

beforeEach(() => {
  entries = new Map();
  warnings = [];
});

describe("cached receipts", () => {
  test("come back whole, with the time when the provider was asked", async () => {
    const cache = cacheOver(mapStore);
    await cache.keep(key, { result: ok(verified), checkedAt: now, askedAt: now, timings });
    expect(await cache.find(key)).toEqual({ result: ok(verified), checkedAt: now, askedAt: now, timings });
  });

  test("cannot be read from the store, neither the question nor the record", async () => {
    await cacheOver(mapStore).keep(key, { result: ok(verified), checkedAt: now, askedAt: now, timings });
    const stored = JSON.stringify([...entries]);
    const readable = stored + Buffer.from([...entries.values()].join(""), "base64").toString("latin1");
    for (const word of [
      "alpha",
      "FT26319K4Q7Z",
      "4321",
      "Selam",
      "Hana",
      "1250",
      "receipts.test",
      "Verified",
    ])
      expect(readable).not.toContain(word);
  });

  test("are a miss after their time, though the clock was ahead when they were kept", async () => {
    const minuteMs = 60_000;
    let [wallMs, monotonicMs] = [now.getTime() + 60 * minuteMs, 0];
    const cache = createReceiptCache({
      store: mapStore,
      secret,
      now: () => new Date(wallMs),
      monotonicMs: () => monotonicMs,
      log,
    });
    const pass = (minutes: number) => {
      wallMs += minutes * minuteMs;
      monotonicMs += minutes * minuteMs;
    };
    await cache.keep(key, {
      result: ok(verified),
      checkedAt: new Date(wallMs),
      askedAt: new Date(wallMs),
      timings,
    });
    pass(1);
    expect((await cache.find(key))?.result).toEqual(ok(verified));
    wallMs -= 60 * minuteMs;
    expect(await cache.find(key)).toBeNull();
    pass(60);
    expect(await cache.find(key)).toBeNull();
  });

  test("are called undone also where the store could not note it, or cannot be read", async () => {
    const receipt = { provider: "alpha", origin: "https://receipts.test", id: "FT26319K4Q7Z" };
    const full = async (): Promise<never> => {
      throw new Error("full");
    };
    // It is read again at once, as after a rest.
    const store = { ...mapStore, set: full };
    const cache = createReceiptCache({ store, secret, now: () => now, log, restMs: 0 });
    expect(await cache.isUndoneSince(receipt, now)).toBe(false);
    await cache.noteUndone(receipt, now);
    expect(await cache.isUndoneSince(receipt, now)).toBe(true);
    expect(await cache.isUndoneSince(receipt, new Date(now.getTime() + 60_000))).toBe(false);
    const noted = cacheOver(mapStore);
    await noted.noteUndone(receipt, now);
    expect(await cacheOver(mapStore).isUndoneSince(receipt, now)).toBe(true);
    expect(await cacheOver(mapStore).isUndoneSince(receipt, new Date(now.getTime() + 60_000))).toBe(false);
    expect(await cacheOver({ ...mapStore, get: full }).isUndoneSince(receipt, now)).toBe(true);
  });

  test("two entries for the same answer differ", async () => {
    const cache = cacheOver(mapStore);
    await cache.keep(key, { result: ok(verified), checkedAt: now, askedAt: now, timings });
    const first = [...entries.values()];
    await cache.keep(key, { result: ok(verified), checkedAt: now, askedAt: now, timings });
    expect([...entries.values()]).not.toEqual(first);
  });

  test("cannot be moved to another question", async () => {
    const cache = cacheOver(mapStore);
    const other = { ...key, canonical: "FT26319K4Q70 00004321" };
    await cache.keep(key, { result: ok(verified), checkedAt: now, askedAt: now, timings });
    await cache.keep(other, { result: fail("receipt_not_found"), checkedAt: now, askedAt: now, timings });
    const [first, second] = [...entries.keys()];
    entries.set(second ?? "", entries.get(first ?? "") ?? "");
    expect(await cache.find(other)).toBeNull();
    expect(warnings).toHaveLength(1);
  });

  test("cannot be read with another secret", async () => {
    await cacheOver(mapStore).keep(key, { result: ok(verified), checkedAt: now, askedAt: now, timings });
    expect(await cacheOver(mapStore, "x".repeat(32)).find(key)).toBeNull();
  });

  test("are a miss after any byte was changed", async () => {
    const cache = cacheOver(mapStore);
    await cache.keep(key, { result: ok(verified), checkedAt: now, askedAt: now, timings });
    const [[name, value] = ["", ""]] = entries;
    const bytes = Buffer.from(value, "base64");
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const changed = Buffer.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ change;
          entries.set(name, changed.toString("base64"));
          expect(await cache.find(key)).toBeNull();
        },
      ),
    );
  });

  test("are a miss when they no longer meet the record's schema", async () => {
    const cache = cacheOver(mapStore);
    const { total_debited: _, ...incomplete } = verified.receipt;
    const old = { ...verified, receipt: incomplete } as VerifiedReceipt;
    await cache.keep(key, { result: ok(old), checkedAt: now, askedAt: now, timings });
    expect(await cache.find(key)).toBeNull();
  });

  test("of any two questions never share an entry", () => {
    const text = fc.oneof(fc.constantFrom("a", "b", "ab", '","', ""), fc.string());
    const question = fc.record({
      provider: text,
      contractVersion: fc.integer({ min: 1, max: 3 }),
      origin: text,
      canonical: text,
    });
    return fc.assert(
      fc.asyncProperty(question, question, async (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        entries.clear();
        const cache = cacheOver(mapStore);
        await cache.keep(one, { result: ok(verified), checkedAt: now, askedAt: now, timings });
        expect(await cache.find(other)).toBeNull();
      }),
    );
  });

  test.each<[string, Pick<CacheStore, "get" | "set">]>([
    [
      "fails",
      { get: () => Promise.reject(new Error("Selam")), set: () => Promise.reject(new Error("Selam")) },
    ],
    ["never answers", { get: () => new Promise(() => undefined), set: () => new Promise(() => undefined) }],
    ["holds something else", { get: async () => 42, set: async () => undefined }],
    ["holds rubbish", { get: async () => "rubbish", set: async () => undefined }],
  ])("are a miss when the store %s, and the log tells no content", async (_, store) => {
    const cache = cacheOver(store);
    await cache.keep(key, { result: ok(verified), checkedAt: now, askedAt: now, timings });
    expect(await cache.find(key)).toBeNull();
    expect(warnings.length).toBeGreaterThan(0);
    expect(JSON.stringify(warnings)).not.toMatch(/Selam|rubbish|FT26/);
  });
});

describe("the store of cached receipts", () => {
  let folder: string;
  const opened: CacheStore[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cache-"));
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    rmSync(folder, { recursive: true });
  });

  const open = async (...rest: [file?: string, load?: () => Promise<unknown>]) => {
    const [file = join(folder, "deep", "cache.sqlite"), load] = rest;
    const store = await openCacheStore({ cacheUrl: `sqlite:${file}`, cacheCa: null }, log, load);
    opened.push(store);
    return store;
  };
  const packageAbsent = () => Promise.reject(new Error("Cannot find package"));
  const adapterName: string = "@keyv/sqlite";
  const entriesIn = async (file: string): Promise<unknown> => {
    const { KeyvSqlite } = await import(adapterName);
    const adapter = new KeyvSqlite({ uri: `sqlite://${file}` });
    const rows = await adapter.query("SELECT key FROM keyv");
    await adapter.close();
    return rows;
  };
  const isBuilt = import(adapterName).then(
    () => true,
    () => false,
  );

  test("is memory where the optional package is absent, said once", async () => {
    const store = await open(undefined, packageAbsent);
    await store.set("a", "1", 1_000);
    await store.set("b", "2", 1_000);
    expect([store.kind, await store.get("a"), await store.get("b"), await store.get("c")]).toEqual([
      "memory",
      "1",
      "2",
      undefined,
    ]);
    expect(warnings.map(({ message }) => message)).toEqual([
      "Cached receipts are kept in memory: the SQLite cache could not be opened.",
    ]);
  });

  test("in memory never holds more than ten thousand entries, the oldest go first", async () => {
    const store = await open(undefined, packageAbsent);
    for (let entry = 0; entry < 10_002; entry += 1) await store.set(`key ${entry}`, "value", 60_000);
    expect(await store.get("key 1")).toBeUndefined();
    expect(await store.get("key 2")).toBe("value");
    expect(await store.get("key 10001")).toBe("value");
  });

  test.each([packageAbsent, undefined])("gives nothing that has expired", async (load) => {
    const store = await open(undefined, load);
    await store.set("a", "1", -1);
    expect(await store.get("a")).toBeUndefined();
  });

  test("keeps the later of two values, though the first takes longer to be written", async () => {
    const entries = new Map<string, string>();
    const slowFirst = function SlowFirst() {
      return {
        query: () => Promise.resolve(),
        get: (key: string) => Promise.resolve(entries.get(key)),
        delete: (key: string) => Promise.resolve(entries.delete(key)),
        clear: () => Promise.resolve(),
        set: async (key: string, value: string) => {
          for (let turn = 0; turn < (value.includes("first") ? 10 : 1); turn += 1) await setImmediate();
          entries.set(key, value);
        },
      };
    };
    const store = await open(undefined, async () => ({ KeyvSqlite: slowFirst }));
    void store.set("a", "first", 60_000);
    void store.set("a", "second", 60_000);
    expect(await store.get("a")).toBe("second");
  });

  test("keeps nothing in memory of what has been written", async () => {
    const failures: WeakRef<Error>[] = [];
    /** A file in which nothing can be written. Each attempt leaves an error of its own. */
    const fullDisk = function FullDisk() {
      return {
        query: () => Promise.resolve(),
        get: () => Promise.resolve(undefined),
        delete: () => Promise.resolve(false),
        clear: () => Promise.resolve(),
        set: () => {
          const failure = new Error("the disk is full");
          failures.push(new WeakRef(failure));
          return Promise.reject(failure);
        },
      };
    };
    const store = await open(undefined, async () => ({ KeyvSqlite: fullDisk }));
    for (let entry = 0; entry < 10; entry += 1) await store.set(`key ${entry}`, "1", 60_000).catch(() => {});
    await store.get("key 0");
    // A weak reference holds what it leads to until the turn is over in which it was made.
    await setImmediate();
    collectGarbage();
    expect(failures).toHaveLength(10);
    expect(failures.filter((failure) => failure.deref() !== undefined)).toEqual([]);
  });

  test("is a file where the package could be built: it outlives the process and drops what expired", async (context) => {
    if (!(await isBuilt)) return context.skip();
    const file = join(folder, "cache.sqlite");
    const first = await open(file);
    await first.set("lasting", "1", 60_000);
    await first.set("expired", "unmistakable", -1);
    await opened.pop()?.close();
    const second = await open(file);
    expect(await entriesIn(file)).toEqual([{ key: "keyv:lasting" }]);
    expect([second.kind, await second.get("lasting")]).toEqual(["sqlite", "1"]);
    expect(await second.get("expired")).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  test("gives an entry as soon as it was set, and closes after all were written", async (context) => {
    if (!(await isBuilt)) return context.skip();
    const file = join(folder, "cache.sqlite");
    const store = await open(file);
    const keys = Array.from({ length: 60 }, (_, entry) => `key ${entry}`);
    const written = keys.map((name) => store.set(name, name, 60_000));
    await store.set("key 7", "anew", 60_000);
    expect(await store.get("key 7")).toBe("anew");
    await Promise.all(written);
    void store.set("last", "1", 60_000);
    expect(await store.get("last")).toBe("1");
    await opened.pop()?.close();
    const again = await open(file);
    expect(await Promise.all(["key 0", "key 7", "key 59", "last"].map(again.get))).toEqual([
      "key 0",
      "anew",
      "key 59",
      "1",
    ]);
  });

  test("is memory when the file is no database, which stays as it is", async (context) => {
    if (!(await isBuilt)) return context.skip();
    const file = join(folder, "cache.sqlite");
    writeFileSync(file, "no database ".repeat(100));
    const store = await open(file);
    await store.set("a", "1", 1_000);
    expect([store.kind, await store.get("a")]).toEqual(["memory", "1"]);
    expect(readFileSync(file, "utf8")).toBe("no database ".repeat(100));
    expect(readdirSync(folder)).toEqual(["cache.sqlite"]);
  });

  test("is memory when the folder cannot be made", async () => {
    writeFileSync(join(folder, "file"), "");
    expect((await open(join(folder, "file", "cache.sqlite"))).kind).toBe("memory");
  });

  test("that closes is away, and the cache above it is a miss", async () => {
    const store = await open();
    const cache = cacheOver(store);
    await cache.keep(key, { result: ok(verified), checkedAt: new Date(), askedAt: new Date(), timings });
    await opened.pop()?.close();
    if (store.kind === "sqlite") expect(await cache.find(key)).toBeNull();
  });
});
