import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { newKeyText, readKeyText } from "../../src/accounts/key-text.ts";
import { fail } from "../../src/core/failure.ts";
import { askFor, codeOf, granted, openBooks, verified } from "../support/books.ts";
import { databaseKinds, testSecret } from "../support/temporary-store.ts";

const hourMs = 60 * 60 * 1000;

describe("the text of a key", () => {
  test("has its mode, thirty random characters and their checksum, and is read back", () => {
    const keys = Array.from({ length: 200 }, (_, n) => newKeyText(n % 2 ? "live" : "test"));
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) {
      expect(key).toMatch(/^drs_(?:live|test)_[0-9A-Za-z]{36}$/);
      expect(readKeyText(key)).toMatchObject({
        mode: key.slice(4, 8),
        prefix: key.slice(0, 13),
        last4: key.slice(-4),
      });
    }
  });

  test("is told from any other that differs in a character, without asking anyone", () => {
    const characters = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    const key = newKeyText("live");
    fc.assert(
      fc.property(fc.nat(key.length - 1), characters, (at, character) => {
        const other = key.slice(0, at) + character + key.slice(at + 1);
        expect(readKeyText(other) === null).toBe(other !== key);
      }),
    );
    expect(readKeyText(key.replace("drs_live_", "drs_test_"))).toBeNull();
    for (const other of ["", ` ${key}`, `${key}\n`, key.slice(0, -1), `${key}0`, key.toUpperCase()])
      expect(readKeyText(other)).toBeNull();
  });
});

describe.each(databaseKinds)("keys on %s", (kind) => {
  test("are kept as a hash: no table holds one that was shown", async () => {
    const { accounts, store, openAccount } = await openBooks(kind);
    const { id, key } = await openAccount(0);
    const rows = await store.db.selectFrom("api_key").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(13, -4));
    expect(granted(await accounts.listKeys(id))).toEqual([
      expect.objectContaining({ prefix: key.slice(0, 13), last4: key.slice(-4), revokedAt: null }),
    ]);
    expect(JSON.stringify(granted(await accounts.listKeys(id)))).not.toContain(key.slice(13, -4));
  });

  test("lead to their account, and a bad one never to an anonymous day", async () => {
    const { accounts, openAccount, reserve } = await openBooks(kind);
    const { id, caller } = await openAccount(500);
    expect(granted(await accounts.authenticate(caller))).toEqual({
      caller,
      mode: "live",
      account: { id, tier: "balance" },
      key: { id: expect.stringMatching(/^key_/), isReplaced: false, canPay: true },
    });
    expect((await reserve(caller)).allowance).toEqual({ kind: "balance", balanceSantim: 0 });
    for (const key of ["", "x", newKeyText("live"), "drs_live_".padEnd(45, "0"), "🔑".repeat(10_000)])
      expect(codeOf(await accounts.authenticate({ kind: "key", key }))).toBe("invalid_api_key");
  });

  test("of random characters are never let in, nor looked for unless their checksum is right", async () => {
    const { store, now } = await openBooks(kind);
    let asked = 0;
    const accounts = createAccounts({
      secret: testSecret,
      now,
      store: {
        lifeline: null,
        scrub: store.scrub,
        transaction: (change) => {
          asked++;
          return store.transaction(change);
        },
        read: (query) => {
          asked++;
          return store.read(query);
        },
      },
    });
    const guess = () => `drs_live_${randomBytes(27).toString("base64url").replace(/[-_]/g, "a")}`;
    const codes = new Set<string>();
    for (let n = 0; n < 10_000; n++) {
      const caller = { kind: "key", key: guess() } as const;
      codes.add(codeOf(await (n % 2 ? accounts.authenticate(caller) : accounts.reserve(caller, askFor()))));
    }
    expect([...codes]).toEqual(["invalid_api_key"]);
    expect(asked).toBe(0);
    expect(codeOf(await accounts.authenticate({ kind: "key", key: newKeyText("live") }))).toBe(
      "invalid_api_key",
    );
    expect(asked).toBe(1);
  });

  test("of other processes are read once the database is there again, and once a clock is set right", async () => {
    const { store, now, pass, openAccount } = await openBooks(kind);
    let isAway = true;
    const read: typeof store.read = async (query) => (isAway ? fail("overloaded") : store.read(query));
    const accounts = createAccounts({ store: { ...store, read }, secret: testSecret, now });
    const isKnown = async (key: string) => {
      const code = codeOf(await accounts.readActiveKeys());
      return { code, isKnown: accounts.knownGood(key, "203.0.113.7") !== null };
    };
    const old = await openAccount(0);
    pass(24 * hourMs);
    expect(await isKnown(old.key)).toEqual({ code: "overloaded", isKnown: false });
    isAway = false;
    expect(await isKnown(old.key)).toEqual({ code: "ok", isKnown: true });
    pass(-12 * hourMs);
    const made = await openAccount(0);
    expect(await isKnown(made.key)).toEqual({ code: "ok", isKnown: true });
  });

  test("are five at most, also when ten are asked for at once from two processes", async () => {
    const { accounts, openBeside } = await openBooks(kind);
    const besides = await openBeside();
    const { id } = granted(await accounts.createAccount({ name: "Merkato Shoes", tier: "registered" }));
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? accounts : besides).createKey(id, "live")),
    );
    expect(made.map(codeOf).sort()).toEqual([
      ...Array.from({ length: 5 }, () => "ok"),
      ...Array.from({ length: 5 }, () => "too_many_keys"),
    ]);
    const [first] = granted(await accounts.listKeys(id));
    granted(await accounts.revokeKey(first?.id ?? ""));
    expect(codeOf(await accounts.createKey(id, "test"))).toBe("ok");
    expect(codeOf(await accounts.createKey(id, "test"))).toBe("too_many_keys");
    expect(codeOf(await accounts.createKey("acc_nobody", "live"))).toBe("account_unknown");
  });

  test("that are revoked are refused by every process from then on", async () => {
    const { accounts, openBeside, openAccount } = await openBooks(kind);
    const besides = await openBeside();
    const { caller, keyId } = await openAccount(500);
    expect(codeOf(await besides.authenticate(caller))).toBe("ok");
    granted(await accounts.revokeKey(keyId));
    expect(codeOf(await besides.authenticate(caller))).toBe("api_key_revoked");
    expect(codeOf(await accounts.revokeKey(keyId))).toBe("ok");
    expect(codeOf(await accounts.revokeKey("key_nobody"))).toBe("key_unknown");
  });

  test("are revoked once, however many do so at once", async () => {
    const { accounts, openBeside, openAccount } = await openBooks(kind);
    const besides = await openBeside();
    const { id, keyId } = await openAccount(500);
    const revoked = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? accounts : besides).revokeKey(keyId)),
    );
    expect(revoked.map(codeOf)).toEqual(revoked.map(() => "ok"));
    const acts = granted(await accounts.auditOf(id, { limit: 50 })).map(({ act }) => act);
    expect(acts.filter((act) => act === "key_revoked")).toEqual(["key_revoked"]);
  });

  test("that were leaked are revoked by what they are", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const { key, caller } = await openAccount(0);
    expect(granted(await accounts.revokeLeaked(newKeyText("live"), "chat"))).toBe(false);
    expect(granted(await accounts.revokeLeaked("drs_live_x", "chat"))).toBe(false);
    expect(granted(await accounts.revokeLeaked(key, "chat"))).toBe(true);
    expect(codeOf(await accounts.authenticate(caller))).toBe("api_key_revoked");
  });

  test("that are leaked again end no link code that was made since", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const { id, key } = await openAccount(0);
    granted(await accounts.revokeLeaked(key, "chat"));
    granted(await accounts.createLinkCode(id, "staff"));
    expect(granted(await accounts.revokeLeaked(key, "chat"))).toBe(true);
    expect(granted(await accounts.listLinkCodes(id))).toHaveLength(1);
  });

  test("that are rotated go on for a day beside the new one, and do not count among the five", async () => {
    const { accounts, pass, openAccount } = await openBooks(kind);
    const { id, keyId, caller } = await openAccount(0);
    for (let n = 0; n < 3; n++) granted(await accounts.createKey(id, "live"));
    const renewed = granted(await accounts.rotateKey(keyId));
    expect(codeOf(await accounts.createKey(id, "live"))).toBe("ok");
    expect(codeOf(await accounts.createKey(id, "live"))).toBe("too_many_keys");
    expect(codeOf(await accounts.rotateKey(keyId))).toBe("key_unknown");
    pass(24 * hourMs - 1);
    for (const key of [caller.key, renewed.key])
      expect(codeOf(await accounts.authenticate({ kind: "key", key }))).toBe("ok");
    pass(1);
    expect(codeOf(await accounts.authenticate(caller))).toBe("api_key_expired");
    expect(codeOf(await accounts.authenticate({ kind: "key", key: renewed.key }))).toBe("ok");
  });

  test("that are rotated again and again work on for the newest ten alone", async () => {
    const { accounts, pass, openAccount } = await openBooks(kind);
    const { id, keyId, caller } = await openAccount(0);
    const issued = [{ id: keyId, key: caller.key }];
    for (let n = 0; n < 14; n += 1) {
      pass(1_000);
      issued.push(granted(await accounts.rotateKey(issued.at(-1)?.id ?? "")));
    }
    const codes = await Promise.all(
      issued.map(async ({ key }) => codeOf(await accounts.authenticate({ kind: "key", key }))),
    );
    expect(codes).toEqual([...Array(4).fill("api_key_expired"), ...Array(11).fill("ok")]);
    const working = granted(await accounts.listKeys(id)).filter(({ expiresAt }) => expiresAt === null);
    expect(working.map((one) => one.id)).toEqual([issued.at(-1)?.id]);
  });

  test("are changed by their own account only", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const [mine, theirs] = [await openAccount(0), await openAccount(0)];
    expect(codeOf(await accounts.revokeKey(theirs.keyId, mine.id))).toBe("key_unknown");
    expect(codeOf(await accounts.rotateKey(theirs.keyId, mine.id))).toBe("key_unknown");
    expect(codeOf(await accounts.authenticate(theirs.caller))).toBe("ok");
  });

  test("of a suspended account are refused until it is let in again", async () => {
    const { accounts, openAccount, reserve } = await openBooks(kind);
    const { id, caller } = await openAccount(500);
    const underWay = await reserve(caller);
    expect(granted(await accounts.suspend(id)).suspended).toBe(true);
    expect(codeOf(await accounts.authenticate(caller))).toBe("account_suspended");
    expect(granted(await accounts.commit(underWay, verified())).billing.counted).toBe(true);
    granted(await accounts.resume(id));
    expect(codeOf(await accounts.authenticate(caller))).toBe("ok");
  });

  test("for tests have a thousand answers a day of their own, and never reach live providers", async () => {
    const { accounts, store, openAccount, verify, reserve, remaining } = await openBooks(kind);
    const { id, caller } = await openAccount(500, "test");
    const ask = {
      deadlineMs: 1_000,
      question: { provider: "beta", canonical: "x" },
      mode: "test",
    } as const;
    const { billing } = await verify(caller, verified(), ask);
    expect(billing).toMatchObject({ kind: "quota", counted: true, quota: { limit: 1_000, remaining: 999 } });
    expect((await reserve(caller, ask)).mode).toBe("test");
    await expect(accounts.reserve(caller, { ...ask, mode: "live" })).rejects.toThrow("test key");
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(500);
    expect(await store.db.selectFrom("receipt_history").selectAll().execute()).toEqual([]);
    granted(await accounts.chooseTier(id, "registered"));
    const live = granted(await accounts.createKey(id, "live"));
    expect(await remaining({ kind: "key", key: live.key })).toBe(10);
  });
});

describe("an address that tries keys", () => {
  test("may send twenty bad ones in a minute, and is stopped at the next for 15 minutes, then for 30", async () => {
    const { accounts, pass } = await openBooks();
    const [guesser, neighbour] = ["2001:db8:1:2::1", "2001:db8:1:102::1"];
    const tryKeys = (times: number) => {
      for (let n = 0; n < times; n++) accounts.noteBadKey(guesser);
    };
    tryKeys(20);
    expect(codeOf(accounts.mayTryKey(guesser))).toBe("ok");
    pass(60_000);
    tryKeys(20);
    expect(codeOf(accounts.mayTryKey(guesser))).toBe("ok");
    tryKeys(1);
    expect(accounts.mayTryKey("2001:db8:1:2:ffff::9")).toEqual({
      ok: false,
      error: { code: "rate_limited", retryAfterSeconds: 900 },
    });
    expect(codeOf(accounts.mayTryKey(neighbour))).toBe("ok");
    tryKeys(100);
    pass(15 * 60_000 - 1);
    expect(codeOf(accounts.mayTryKey(guesser))).toBe("rate_limited");
    pass(1);
    expect(codeOf(accounts.mayTryKey(guesser))).toBe("ok");
    tryKeys(21);
    expect(accounts.mayTryKey(guesser)).toMatchObject({ error: { retryAfterSeconds: 1_800 } });
  });
});
