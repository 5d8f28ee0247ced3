import { describe, expect, test } from "vitest";
import type { Caller, DefinitiveAnswer, ReceiptSource } from "../../src/accounts/accounts.ts";
import { askFor, codeOf, granted, missed, openBooks, selam, shop, verified } from "../support/books.ts";
import { databaseKinds } from "../support/temporary-store.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe.each(databaseKinds)("a receipt seen before, on %s", (kind) => {
  test("is the first for one of two staff who check it in the same second, and seen for the other", async () => {
    const books = await openBooks(kind);
    const besides = await books.openBeside();
    const { caller } = await books.openAccount(50 * 500);
    for (let number = 1; number <= 10; number++) {
      const reservations = [
        await books.reserve(caller, askFor(number)),
        await books.reserve(caller, askFor(number)),
      ];
      const told = await Promise.all(
        reservations.map((one, n) => (n ? besides : books.accounts).commit(one, verified(number))),
      );
      const seen = told.map((one) => granted(one).seenBefore);
      expect(seen.filter((one) => one === null)).toHaveLength(1);
      expect(seen.filter((one) => one !== null)).toEqual([
        {
          isByOtherBank: false,
          firstAt: books.now(),
          times: 1,
          isSameSource: false,
          who: { kind: "you" },
          message: null,
        },
      ]);
    }
  });

  test("is undone in a slow answer, though the bank's last word of it is written down before an earlier one", async () => {
    const { accounts, reserve, openAccount, now, pass } = await openBooks(kind);
    const { id, caller } = await openAccount(5_000);
    const asked = now();
    const later = (ms: number) => new Date(asked.getTime() + ms);
    pass(3_000);
    const undone = { provider: "beta", references: ["DK00000001"] };
    granted(await accounts.noteUndone(id, { ...undone, at: later(2_000) }));
    granted(await accounts.noteUndone(id, { ...undone, at: asked }));
    const slow = { ...verified(1), askedAt: later(1_000) };
    const reservation = await reserve(caller);
    expect(granted(await accounts.commit(reservation, slow))).toMatchObject({ isUndone: true });
    // As after a crash of the server, when nobody knows whether the first commit was kept.
    expect(granted(await accounts.commit(reservation, slow))).toMatchObject({ isUndone: true });
  });

  test("is the first for one of two banks whose receipts of a payment are checked in the same second", async () => {
    const books = await openBooks(kind);
    const besides = await books.openBeside();
    // Who asks pays from a balance of their own, for which the other's check does not wait.
    const [one, other, merchant] = [
      await books.openAccount(10 * 500),
      await books.openAccount(10 * 500),
      await books.openAccount(0),
    ];
    const answer = (number: number, isReceiving: boolean): DefinitiveAnswer => ({
      ...verified(),
      receipt: {
        reference: `DK${number} ${isReceiving}`,
        amountSantim: 100,
        leg: { isReceiving, told: [`payment ${number}`] },
      },
    });
    for (let number = 1; number <= 10; number++) {
      const reservations = [
        await books.reserve(one.caller, { ...askFor(2 * number), merchantAccount: merchant.id }),
        await books.reserve(other.caller, { ...askFor(2 * number + 1), merchantAccount: merchant.id }),
      ];
      const told = await Promise.all(
        reservations.map((reserved, n) =>
          (n ? besides : books.accounts).commit(reserved, answer(number, n === 1)),
        ),
      );
      const seen = told.map((settled) => granted(settled).seenBefore);
      expect(seen.filter((before) => before === null)).toHaveLength(1);
      expect(seen.filter((before) => before !== null)).toMatchObject([{ isByOtherBank: true, times: 1 }]);
    }
  });

  test("says when first and how often, whatever question led to it", async () => {
    const { verify, pass, now, openAccount } = await openBooks(kind);
    const { caller } = await openAccount(5_000);
    const first = now();
    expect((await verify(caller, verified(7), askFor(1))).seenBefore).toBeNull();
    pass(3 * dayMs);
    expect((await verify(caller, verified(7), askFor(2))).seenBefore).toMatchObject({
      firstAt: first,
      times: 1,
    });
    expect((await verify(caller, verified(7), askFor(3))).seenBefore).toMatchObject({
      firstAt: first,
      times: 2,
    });
    expect((await verify(caller, verified(8), askFor(1))).seenBefore).toBeNull();
  });

  test("keeps what showed it first, whatever shows it later, and none of its words", async () => {
    const { store, verify, openAccount } = await openBooks(kind);
    const { caller } = await openAccount(5_000);
    const sources = [
      ["chat 1", "a", false],
      ["chat 2", "a", false],
      ["chat 1", "b", false],
      ["chat 1", "a", false],
      ["chat 1", "b", true],
      ["chat 2", "a", true],
    ] as const;
    const isSame: unknown[] = [];
    for (const [number, [id, part, isWhole]] of sources.entries()) {
      const shown = await verify(
        caller,
        { ...verified(7), receiptSource: { id, part, isWhole, message: null } },
        askFor(number),
      );
      isSame.push(shown.seenBefore?.isSameSource);
    }
    isSame.push((await verify(caller, verified(7), askFor(5))).seenBefore?.isSameSource);
    expect(isSame).toEqual([undefined, false, false, true, true, false, false]);
    expect(JSON.stringify(await store.db.selectFrom("seen_receipt").selectAll().execute())).not.toContain(
      "chat 1",
    );
  });

  test("says who of the account saw it first, as they are called now, and in which message", async () => {
    const { accounts, store, verify, openAccount } = await openBooks(kind);
    const { id, caller: till } = await openAccount(20 * 500);
    const join = async (userId: number, name: string) => {
      const { code } = granted(await accounts.createLinkCode(id, "staff"));
      granted(await accounts.redeemLinkCode(code, userId, name));
      return { kind: "telegram", userId } as const;
    };
    const [hana, abel, nameless] = [await join(1, "Hana"), await join(2, "Abel"), await join(3, "")];
    const inChat = (chatId: number, messageId: number) => ({
      id: `chat ${chatId} message ${messageId}`,
      part: "a",
      isWhole: false,
      message: { chatId, messageId },
    });
    const check = async (caller: Caller, number: number, receiptSource?: ReceiptSource) => {
      const answer = { ...verified(number), ...(receiptSource && { receiptSource }) };
      const { seenBefore } = await verify(caller, answer, askFor(number));
      return seenBefore && { who: seenBefore.who, message: seenBefore.message };
    };

    expect(await check(hana, 1, inChat(-100, 7))).toBeNull();
    const seven = { chatId: -100, messageId: 7 };
    const member = { kind: "member", name: "Hana" };
    expect(await check(abel, 1, inChat(-100, 8))).toEqual({
      who: member,
      message: { ...seven, isSameChat: true },
    });
    expect(await check(abel, 1, inChat(2, 8))).toEqual({
      who: member,
      message: { ...seven, isSameChat: false },
    });
    expect(await check(till, 1)).toEqual({ who: member, message: { ...seven, isSameChat: false } });
    expect((await check(hana, 1))?.who).toEqual({ kind: "you" });

    expect(await check(till, 2)).toBeNull();
    expect(await check(abel, 2, inChat(2, 9))).toEqual({ who: { kind: "key" }, message: null });
    expect((await check(till, 2))?.who).toEqual({ kind: "you" });
    expect(await check(nameless, 3)).toBeNull();
    expect((await check(abel, 3))?.who).toEqual({ kind: "unknown" });

    const rows = JSON.stringify(await store.db.selectFrom("seen_receipt").selectAll().execute());
    for (const word of ["Hana", ":-100", "DK0000000"]) expect(rows).not.toContain(word);
    granted(await accounts.leaveAccount(1));
    expect(await check(abel, 1)).toEqual({
      who: { kind: "unknown" },
      message: { ...seven, isSameChat: false },
    });
    granted(await accounts.erase({ telegram: 1 }));
    expect(await check(abel, 1)).toEqual({ who: { kind: "unknown" }, message: null });
  });

  test("is each account's own, and nobody's without an account", async () => {
    const { verify, openAccount } = await openBooks(kind);
    const [mine, theirs] = [await openAccount(500), await openAccount(500)];
    for (const caller of [mine.caller, theirs.caller, shop, shop, selam])
      expect((await verify(caller)).seenBefore).toBeNull();
  });

  test("was verified: what was not found or void has not been seen", async () => {
    const { accounts, verify, reserve, openAccount } = await openBooks(kind);
    const { caller } = await openAccount(5_000);
    await verify(caller, missed);
    granted(await accounts.void(await reserve(caller)));
    expect((await verify(caller)).seenBefore).toBeNull();
  });

  test("in the sandbox was not seen in earnest", async () => {
    const { accounts, verify, openAccount } = await openBooks(kind);
    const { id, caller } = await openAccount(500);
    const test = { kind: "key", key: granted(await accounts.createKey(id, "test")).key } as const;
    expect((await verify(test, verified(), askFor(1, "test"))).seenBefore).toBeNull();
    expect((await verify(test, verified(), askFor(1, "test"))).seenBefore).toMatchObject({ times: 1 });
    expect((await verify(caller)).seenBefore).toBeNull();
  });
});

describe.each(databaseKinds)("an account's history on %s", (kind) => {
  test("has each answer that counted, with neither names nor references", async () => {
    const { accounts, store, verify, pass, now, openAccount } = await openBooks(kind);
    const { id, caller } = await openAccount(5_000);
    const since = now();
    await verify(caller, verified(1, 125_000), askFor(1));
    pass(minuteMs);
    await verify(caller, missed, askFor(2));
    pass(minuteMs);
    await verify(caller, verified(1, 125_000), askFor(1));
    const period = { since, until: new Date(now().getTime() + 1) };
    const entries = granted(await accounts.historyOf(id, { ...period, limit: 10 }));
    expect(entries.map(({ verdict, amountSantim, isFirst }) => [verdict, amountSantim, isFirst])).toEqual([
      ["verified", 125_000, false],
      ["receipt_not_found", null, false],
      ["verified", 125_000, true],
    ]);
    expect(entries[1]).toMatchObject({ provider: "beta", chargedSantim: 500 });
    expect(granted(await accounts.usageOf(id, 1))).toMatchObject([
      { answers: 3, verified: 2, amountSantim: 125_000 },
    ]);
    const rows = JSON.stringify([
      await store.db.selectFrom("receipt_history").selectAll().execute(),
      await store.db.selectFrom("seen_receipt").selectAll().execute(),
      await store.db.selectFrom("seen_payment").selectAll().execute(),
    ]);
    expect(rows).not.toContain("DK0000000");
  });

  test("has what another's check showed it, once and free, and of that one's check that it was asked", async () => {
    const { accounts, verify, openAccount } = await openBooks(kind);
    const [asks, merchant] = [await openAccount(5_000), await openAccount(0)];
    for (let copy = 0; copy < 2; copy++)
      await verify(asks.caller, verified(1, 125_000), { ...askFor(1), merchantAccount: merchant.id });
    await verify(asks.caller, verified(2, 900), { ...askFor(2), merchantAccount: null });
    const told = async (account: string) => {
      const { own, others, unknown, notConfirmed } = granted(await accounts.dayBookOf(account));
      return { own, others, unknown, notConfirmed };
    };
    expect(await told(merchant.id)).toEqual({
      own: [],
      others: [],
      unknown: [{ provider: "beta", count: 1, amountSantim: 125_000 }],
      notConfirmed: 0,
    });
    expect(await told(asks.id)).toEqual({ own: [], others: [], unknown: [], notConfirmed: 0 });
    expect(granted(await accounts.showAccount(merchant.id)).balanceSantim).toBe(0);
    expect(granted(await accounts.showAccount(asks.id)).balanceSantim).toBe(3_500);
  });

  test("is summed by bank for the running day: each receipt once, and what was no receipt beside it", async () => {
    const { accounts, verify, pass, now, openAccount } = await openBooks(kind);
    const { id, caller } = await openAccount(10 * 500);
    const other = await openAccount(500);
    const atAlpha = { ...askFor(4), question: { provider: "alpha", canonical: "alpha FT0000000004" } };
    await verify(caller, verified(9, 7), askFor(9));
    pass(dayMs);
    await verify(caller, verified(9, 7), askFor(9));
    await verify(caller, verified(1, 125_000), askFor(1));
    await verify(caller, verified(1, 125_000), askFor(1));
    await verify(caller, verified(2, 50), askFor(2));
    await verify(caller, verified(4, 900), atAlpha);
    await verify(caller, missed, askFor(3));
    await verify(other.caller, verified(5, 1), askFor(5));
    expect(granted(await accounts.dayBookOf(id))).toEqual({
      since: new Date(now().getTime() - 12 * 60 * minuteMs),
      own: [],
      others: [],
      unknown: [
        { provider: "alpha", count: 1, amountSantim: 900 },
        { provider: "beta", count: 2, amountSantim: 125_050 },
      ],
      notConfirmed: 1,
    });
  });

  test("tells what came to the merchant apart, by what they have said of it at last", async () => {
    const { accounts, verify, openAccount } = await openBooks(kind);
    const { id, caller } = await openAccount(5_000);
    await verify(caller, { ...verified(1, 125_000), takings: "own" }, askFor(1));
    await verify(caller, { ...verified(2, 50), takings: "others" }, askFor(2));
    await verify(caller, { ...verified(3, 900), takings: "unknown" }, askFor(3));
    const sums = async () => {
      const { own, others, unknown } = granted(await accounts.dayBookOf(id));
      return [own, others, unknown].map((days) => days.map(({ amountSantim }) => amountSantim));
    };
    expect(await sums()).toEqual([[125_000], [50], [900]]);
    expect(granted(await accounts.callerDaysOf(id))).toMatchObject([
      {
        own: { count: 1, amountSantim: 125_000 },
        others: { count: 1, amountSantim: 50 },
        unknown: { count: 1, amountSantim: 900 },
      },
    ]);
    const { reference } = verified(2, 50).receipt;
    granted(await accounts.noteTakings(id, { provider: "beta", reference, takings: "own" }));
    expect(await sums()).toEqual([[125_050], [], [900]]);
  });

  test("says of a receipt that was shown to another merchant nothing of whose money it is", async () => {
    const { store, verify, openAccount } = await openBooks(kind);
    const [asks, merchant] = [await openAccount(5_000), await openAccount(0)];
    const toMerchant = { ...verified(1, 5_000_000), takings: "own" } as const;
    await verify(asks.caller, toMerchant, { ...askFor(1), merchantAccount: merchant.id });
    const takingsOf = async (account: string) => {
      const rows = store.db.selectFrom("receipt_history").select("takings");
      return (await rows.where("account_id", "=", account).execute()).map(({ takings }) => takings);
    };
    expect([await takingsOf(asks.id), await takingsOf(merchant.id)]).toEqual([[null], ["own"]]);
  });

  test("searches only what came since the receipt was first seen when its merchant says whose it is", async () => {
    const { accounts, store, verify, openAccount } = await openBooks(kind);
    const { id, caller } = await openAccount(5_000);
    await verify(caller, verified(1), askFor(1));
    const entries = store.db.selectFrom("receipt_history");
    const entry = await entries.selectAll().executeTakeFirstOrThrow();
    await store.db
      .insertInto("receipt_history")
      .values({ ...entry, id: `${entry.id.slice(0, -1)}-`, at: entry.at - 1 })
      .execute();
    const { reference } = verified(1).receipt;
    granted(await accounts.noteTakings(id, { provider: "beta", reference, takings: "own" }));
    expect(await entries.select("takings").orderBy("at").execute()).toEqual([
      { takings: null },
      { takings: "own" },
    ]);
  });

  test("counts nothing of a receipt that its bank calls undone later, and counts it again once the bank itself shows it", async () => {
    const { accounts, verify, now, pass, openAccount } = await openBooks(kind);
    const { id, caller } = await openAccount(5_000);
    const completed = { ...verified(1, 125_000), takings: "own" } as const;
    const { reference } = completed.receipt;
    const undone = { ...missed, verdict: "receipt_not_completed", receiptIds: [reference] } as const;
    const sums = async () => {
      const { own, others, notConfirmed } = granted(await accounts.dayBookOf(id));
      const [day] = granted(await accounts.usageOf(id, 1));
      return { own: own.map(({ count }) => count), others, notConfirmed, amount: day?.amountSantim };
    };
    await verify(caller, completed, askFor(1));
    pass(1_000);
    await verify(caller, { ...verified(2, 900), takings: "others" }, askFor(2));
    await verify(caller, undone, askFor(1));
    const others = [{ provider: "beta", count: 1, amountSantim: 900 }];
    expect(await sums()).toEqual({ own: [], others, notConfirmed: 1, amount: 900 });
    // What is said of the former answer changes nothing.
    expect(granted(await accounts.noteTakings(id, { provider: "beta", reference, takings: "own" }))).toBe(
      false,
    );
    expect(await sums()).toMatchObject({ own: [], amount: 900 });
    await verify(caller, completed, askFor(1));
    expect(await sums()).toMatchObject({ own: [], amount: 900 });
    // The bank was asked before it called the payment undone.
    await verify(caller, { ...completed, askedAt: new Date(now().getTime() - 1) }, askFor(1));
    expect(await sums()).toMatchObject({ own: [], amount: 900 });
    pass(1);
    await verify(caller, { ...completed, askedAt: now() }, askFor(1));
    expect(await sums()).toEqual({ own: [1], others, notConfirmed: 1, amount: 125_900 });
  });

  test("is read in pages, in a period, and by its own account only", async () => {
    const { accounts, verify, now, pass, openAccount } = await openBooks(kind);
    const [mine, theirs] = [await openAccount(5_000), await openAccount(500)];
    await verify(theirs.caller, verified(9, 9), askFor(9));
    const since = now();
    // Two in the same millisecond are told apart by their names.
    for (let n = 1; n <= 6; n++) {
      await verify(mine.caller, verified(n, n), askFor(n));
      if (n % 2 === 0) pass(1);
    }
    const until = new Date(since.getTime() + 2);
    const amounts: (number | null)[] = [];
    let page = granted(await accounts.historyOf(mine.id, { since, until, limit: 3 }));
    while (page.length > 0) {
      amounts.push(...page.map(({ amountSantim }) => amountSantim));
      const before = page.at(-1);
      page = granted(
        await accounts.historyOf(mine.id, { since, until, limit: 3, ...(before && { before }) }),
      );
    }
    expect([amounts.slice(0, 2).sort(), amounts.slice(2).sort()]).toEqual([
      [3, 4],
      [1, 2],
    ]);
  });

  test("is forgotten after ninety days, and so is what was seen", async () => {
    const { accounts, verify, pass, store, openAccount } = await openBooks(kind);
    const { caller } = await openAccount(5_000);
    await verify(caller);
    pass(90 * dayMs);
    granted(await accounts.applyRetention());
    expect((await verify(caller)).seenBefore).toMatchObject({ times: 1 });
    expect(await store.db.selectFrom("receipt_history").selectAll().execute()).toHaveLength(2);
    pass(1);
    granted(await accounts.applyRetention());
    expect(await store.db.selectFrom("receipt_history").selectAll().execute()).toHaveLength(1);
    pass(90 * dayMs);
    granted(await accounts.applyRetention());
    for (const table of ["seen_receipt", "seen_payment"] as const)
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect((await verify(caller)).seenBefore).toBeNull();
  });
});

describe.each(databaseKinds)("a chat that asks the same again, on %s", (kind) => {
  test("is answered and not counted for ten minutes, also when the day is used up", async () => {
    const { accounts, verify, pass, remaining } = await openBooks(kind);
    for (let n = 1; n <= 5; n++) await verify(selam, verified(n), askFor(n));
    pass(10 * minuteMs - 1);
    expect((await verify(selam, verified(3), askFor(3))).billing).toMatchObject({
      counted: false,
      quota: { limit: 5, remaining: 0 },
    });
    expect(codeOf(await accounts.reserve(selam, askFor(6)))).toBe("daily_quota_exceeded");
    pass(1);
    expect(codeOf(await accounts.reserve(selam, askFor(3)))).toBe("daily_quota_exceeded");
    expect(await remaining(selam)).toBe(0);
  });

  test("is not counted for half an hour while it waits for a receipt, and hears of it then", async () => {
    const { accounts, verify, pass } = await openBooks(kind);
    const { id } = granted(await accounts.registerTelegram(selam.kind === "telegram" ? selam.userId : 0));
    expect((await verify(selam, missed)).billing.counted).toBe(true);
    pass(20 * minuteMs);
    expect((await verify(selam, missed)).billing.counted).toBe(false);
    pass(10 * minuteMs - 1);
    const told = await verify(selam, verified());
    expect([told.billing.counted, told.seenBefore]).toEqual([false, null]);
    expect(granted(await accounts.usageOf(id, 1))).toMatchObject([
      { answers: 2, verified: 1, amountSantim: 125_000 },
    ]);
    pass(1);
    expect((await verify(selam, verified())).billing.counted).toBe(true);
  });

  test("has seen the receipt before all the same", async () => {
    const { accounts, verify, now } = await openBooks(kind);
    granted(await accounts.registerTelegram(4711));
    await verify(selam);
    expect(await verify(selam)).toMatchObject({
      billing: { counted: false },
      seenBefore: { firstAt: now(), times: 1 },
    });
  });

  test("pays nothing for it, and is settled once", async () => {
    const { accounts, verify, reserve, openAccount } = await openBooks(kind);
    const { id } = await openAccount(1_000);
    const { code } = granted(await accounts.createLinkCode(id, "owner"));
    granted(await accounts.redeemLinkCode(code, 4711));
    expect((await verify(selam)).billing).toMatchObject({ chargedSantim: 500, balanceSantim: 500 });
    const again = await reserve(selam);
    const settled = granted(await accounts.commit(again, verified()));
    expect(settled).toMatchObject({
      billing: { counted: false, chargedSantim: 0, balanceSantim: 500 },
      seenBefore: { times: 1 },
    });
    expect(granted(await accounts.commit(again, verified()))).toEqual(settled);
    expect(granted(await accounts.void(again))).toEqual(settled.billing);
  });

  test("is one person: another one, an address and a key are counted each time", async () => {
    const { verify, remaining, openAccount } = await openBooks(kind);
    await verify(selam);
    const hana = { kind: "telegram", userId: 4712 } as const;
    expect((await verify(hana)).billing.counted).toBe(true);
    for (const _ of [1, 2]) expect((await verify(shop)).billing.counted).toBe(true);
    const { caller } = await openAccount(1_000);
    for (const _ of [1, 2]) expect((await verify(caller)).billing).toMatchObject({ chargedSantim: 500 });
    expect(await remaining(selam)).toBe(4);
  });
});
