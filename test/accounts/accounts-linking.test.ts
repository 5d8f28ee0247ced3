import { describe, expect, test } from "vitest";
import { createBotMemory } from "../../src/bot/data/memory.ts";
import { askFor, codeOf, confirmOwners, granted, missed, openBooks, verified } from "../support/books.ts";
import { databaseKinds, testSecret } from "../support/temporary-store.ts";

const owner = { kind: "telegram", userId: 1 } as const;
const staff = { kind: "telegram", userId: 2 } as const;
const staffOfShop = { kind: "telegram", userId: 3 } as const;
const minuteMs = 60_000;

describe.each(databaseKinds)("a Telegram user on %s", (kind) => {
  test("has five answers a day before /start and ten from then on, the five among them", async () => {
    const { accounts, verify, remaining, pass } = await openBooks(kind);
    for (let n = 1; n <= 5; n++) await verify(owner, verified(n), askFor(n));
    expect(codeOf(await accounts.reserve(owner, askFor(6)))).toBe("daily_quota_exceeded");
    const account = granted(await accounts.registerTelegram(1));
    expect(account).toMatchObject({ name: "", tier: "registered", balanceSantim: 0, suspended: false });
    expect(await remaining(owner)).toBe(5);
    for (let n = 6; n <= 10; n++) await verify(owner, verified(n), askFor(n));
    expect(codeOf(await accounts.reserve(owner, askFor(11)))).toBe("daily_quota_exceeded");
    pass(12 * 60 * minuteMs);
    for (let n = 1; n <= 10; n++) await verify(owner, verified(n), askFor(n));
    expect(codeOf(await accounts.reserve(owner, askFor(11)))).toBe("daily_quota_exceeded");
  });

  test("gets one account from two /start at once in two processes", async () => {
    const books = await openBooks(kind);
    const besides = await books.openBeside();
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, n) => (n % 2 ? books.accounts : besides).registerTelegram(1)),
    );
    expect(new Set(made.map((one) => granted(one).id)).size).toBe(1);
    expect(await books.store.db.selectFrom("balance").selectAll().execute()).toHaveLength(1);
  });

  test("is known by an HMAC alone", async () => {
    const { accounts, store } = await openBooks(kind);
    granted(await accounts.registerTelegram(715_517_715));
    const rows = [
      await store.db.selectFrom("telegram_link").selectAll().execute(),
      await store.db.selectFrom("account").selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain("715517715");
  });

  test("gets no second day by erasing and starting again", async () => {
    const { accounts, verify, remaining } = await openBooks(kind);
    granted(await accounts.registerTelegram(1));
    for (let n = 1; n <= 8; n++) await verify(owner, verified(n), askFor(n));
    expect(granted(await accounts.erase({ telegram: 1 }))).toBe(true);
    expect(await remaining(owner)).toBe(0);
    granted(await accounts.registerTelegram(1));
    expect(await remaining(owner)).toBe(2);
  });
});

describe.each(databaseKinds)("one account for a key and a chat, on %s", (kind) => {
  test("has one balance, one quota and one history, whichever face is used", async () => {
    const { accounts, verify, openAccount, remaining } = await openBooks(kind);
    const { id, caller } = await openAccount(1_000);
    const { code } = granted(await accounts.createLinkCode(id, "owner"));
    expect(code).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(granted(await accounts.redeemLinkCode(code, 1)).id).toBe(id);
    expect(granted(await accounts.telegramAccount(1))).toMatchObject({ account: id, role: "owner" });
    await verify(caller);
    expect(await verify(owner)).toMatchObject({
      billing: { chargedSantim: 500, balanceSantim: 0 },
      seenBefore: { times: 1 },
    });
    granted(await accounts.chooseTier(id, "registered"));
    await verify(caller, verified(2), askFor(2));
    await verify(owner, verified(3), askFor(3));
    expect([await remaining(caller), await remaining(owner)]).toEqual([8, 8]);
  });

  test("is linked by a code that works once and for ten minutes", async () => {
    const { accounts, openAccount, pass } = await openBooks(kind);
    const { id } = await openAccount(0);
    const { code } = granted(await accounts.createLinkCode(id, "staff"));
    const used = await Promise.all([11, 12, 13].map((userId) => accounts.redeemLinkCode(code, userId)));
    expect(used.map(codeOf).sort()).toEqual(["link_code_unknown", "link_code_unknown", "ok"]);
    const late = granted(await accounts.createLinkCode(id, "staff"));
    pass(10 * minuteMs);
    for (const text of [late.code, "", "x".repeat(10_000)])
      expect(codeOf(await accounts.redeemLinkCode(text, 14))).toBe("link_code_unknown");
    expect(codeOf(await accounts.createLinkCode("acc_nobody", "staff"))).toBe("account_unknown");
  });

  test("is shared by staff until they leave, with what was taken that day", async () => {
    const { accounts, verify, remaining } = await openBooks(kind);
    const { id } = granted(await accounts.registerTelegram(1));
    const { code } = granted(await accounts.createLinkCode(id, "staff"));
    for (let n = 4; n <= 5; n++) await verify(staff, verified(n), askFor(n));
    granted(await accounts.redeemLinkCode(code, 2));
    // What the user took before is of the same day.
    expect([await remaining(staff), await remaining(owner)]).toEqual([8, 10]);
    await verify(owner, verified(9), askFor(9));
    expect(await remaining(staff)).toBe(8);
    granted(await accounts.leaveAccount(2));
    expect(await remaining(staff)).toBe(3);
    const second = granted(await accounts.createLinkCode(id, "staff"));
    granted(await accounts.redeemLinkCode(second.code, 2));
    for (let n = 1; n <= 3; n++) await verify(n % 2 ? owner : staff, verified(n), askFor(n));
    expect([await remaining(owner), await remaining(staff)]).toEqual([6, 6]);
    expect(granted(await accounts.leaveAccount(1))).toEqual({ kind: "stayed" });
    expect(granted(await accounts.leaveAccount(2))).toEqual({ kind: "left" });
    expect([await remaining(owner), await remaining(staff)]).toEqual([6, 2]);
  });

  test("stays its owner's where they use their own code", async () => {
    const { accounts } = await openBooks(kind);
    const { id } = granted(await accounts.registerTelegram(1));
    const mine = granted(await accounts.createLinkCode(id, "staff"));
    expect(granted(await accounts.readLinkCode(mine.code, 1))).toMatchObject({ account: id, isThere: true });
    expect(granted(await accounts.redeemLinkCode(mine.code, 1)).id).toBe(id);
    expect(granted(await accounts.telegramAccount(1))).toMatchObject({ account: id, role: "owner" });
  });

  test("tells what a code would bring about and leave behind, without using it", async () => {
    const { accounts, openAccount, pass } = await openBooks(kind);
    const { id } = granted(await accounts.registerTelegram(1));
    granted(await accounts.meet(1, "Selam"));
    granted(await accounts.topUp(id, 2_500, "operator"));
    granted(await accounts.createKey(id, "live"));
    const shop = await openAccount(0);
    const { code } = granted(await accounts.createLinkCode(shop.id, "staff"));
    const move = {
      account: shop.id,
      shop: "Merkato Shoes",
      role: "staff",
      isThere: false,
      isReturn: false,
    };
    expect(granted(await accounts.readLinkCode(code, 2))).toEqual({ ...move, left: null });
    expect(granted(await accounts.readLinkCode(code, 1))).toEqual({
      ...move,
      left: {
        shop: "Selam",
        role: "owner",
        isOnlyOwner: true,
        balanceSantim: 2_500,
        waitingSantim: 0,
        keys: 1,
        savedAccounts: 0,
      },
    });
    expect(granted(await accounts.telegramAccount(1))).toMatchObject({ account: id });
    expect(codeOf(await accounts.readLinkCode("x".repeat(22), 1))).toBe("link_code_unknown");
    pass(10 * minuteMs);
    expect(codeOf(await accounts.readLinkCode(code, 1))).toBe("link_code_unknown");
  });

  test("waits with all that it holds for the only owner who goes elsewhere, and for nobody else", async () => {
    const { accounts, store, openAccount } = await openBooks(kind);
    const target = await openAccount(0);
    const join = async (account: string, userId: number, role: "owner" | "staff" = "staff") => {
      const { code } = granted(await accounts.createLinkCode(account, role));
      return codeOf(await accounts.redeemLinkCode(code, userId, "Selam"));
    };
    const { id } = granted(await accounts.registerTelegram(1));
    const { id: shared } = granted(await accounts.registerTelegram(2));
    await join(shared, 3, "owner");
    await confirmOwners({ accounts, store }, 2);
    granted(await accounts.topUp(id, 100, "operator"));
    expect([await join(target.id, 1), await join(target.id, 2)]).toEqual(["ok", "ok"]);
    expect(granted(await accounts.showAccount(id))).toMatchObject({ balanceSantim: 100 });
    expect(granted(await accounts.formerAccount(1))).toMatchObject({ account: id, role: "owner" });
    expect(granted(await accounts.formerAccount(2))).toBeNull();

    expect(granted(await accounts.leaveAccount(1))).toMatchObject({ kind: "came back" });
    expect(granted(await accounts.leaveAccount(2))).toEqual({ kind: "left" });
    expect(granted(await accounts.telegramAccount(1))).toMatchObject({ account: id, role: "owner" });
    expect(granted(await accounts.registerTelegram(2)).id).not.toBe(shared);
    expect(granted(await accounts.leaveAccount(1))).toEqual({ kind: "stayed" });

    await join(target.id, 1);
    const person = granted(await accounts.telegramAccount(1))?.pseudonym ?? "";
    expect(granted(await accounts.removeStaff(target.id, person))).toBe(true);
    expect(granted(await accounts.telegramAccount(1))).toMatchObject({ account: id, role: "owner" });
    await join(target.id, 1, "owner");
    expect(granted(await accounts.leaveAccount(1))).toMatchObject({ kind: "came back" });
    expect(await store.db.selectFrom("former_account").select("account_id").execute()).toEqual([
      { account_id: target.id },
    ]);
  });

  test("brings no second day to whoever comes back to it", async () => {
    const { accounts, verify, remaining } = await openBooks(kind);
    granted(await accounts.registerTelegram(1));
    const { id } = granted(await accounts.registerTelegram(2));
    const { code } = granted(await accounts.createLinkCode(id, "staff"));
    granted(await accounts.redeemLinkCode(code, 1));
    for (let n = 1; n <= 7; n++) await verify(owner, verified(n), askFor(n));
    granted(await accounts.leaveAccount(1));
    expect(await remaining(owner)).toBe(3);
  });

  test("that waits is erased with its owner, and told before", async () => {
    const { accounts, store, openAccount } = await openBooks(kind);
    const target = await openAccount(700);
    const { id } = granted(await accounts.registerTelegram(1));
    granted(await accounts.topUp(id, 100, "operator"));
    const { code } = granted(await accounts.createLinkCode(target.id, "staff"));
    granted(await accounts.redeemLinkCode(code, 1));
    const going = granted(await accounts.accountsToErase({ telegram: 1 }));
    expect(going.map((account) => [account.id, account.balanceSantim])).toEqual([[id, 100]]);
    expect(granted(await accounts.erase({ telegram: 1 }))).toBe(true);
    expect(codeOf(await accounts.showAccount(id))).toBe("account_unknown");
    expect(codeOf(await accounts.showAccount(target.id))).toBe("ok");
    expect(await store.db.selectFrom("former_account").selectAll().execute()).toEqual([]);
    expect(granted(await accounts.erase({ telegram: 1 }))).toBe(false);
  });
});

describe.each(databaseKinds)("an erasure on %s", (kind) => {
  test("takes name, links, keys and history away, and leaves money's entries under a random id", async () => {
    const books = await openBooks(kind);
    const { accounts, store, verify, openAccount } = books;
    const [gone, stays] = [await openAccount(5_000), await openAccount(1_000)];
    const { code } = granted(await accounts.createLinkCode(gone.id, "owner"));
    granted(await accounts.redeemLinkCode(code, 1));
    granted(await accounts.createLinkCode(gone.id, "staff"));
    const memory = createBotMemory({ store, secret: testSecret, now: books.now });
    await memory.rememberLanguage(1, "am");
    await memory.rememberCalendar(1, "gregorian");
    const question = { userId: 1, kind: "bank" as const, payload: "DK00000001", ttlMs: minuteMs };
    await memory.ask({ ...question, chatId: 1 });
    await memory.ask({ ...question, chatId: -100 });
    granted(
      await accounts.creditReceipt({
        account: gone.id,
        provider: "beta",
        reference: "DK",
        amountSantim: 100,
      }),
    );
    await verify(gone.caller);
    await verify(owner, missed, askFor(2));
    await verify(stays.caller);
    const underWay = await books.reserve(gone.caller, askFor(3));

    expect(granted(await accounts.erase({ telegram: 1 }))).toBe(true);
    expect(codeOf(await accounts.authenticate(gone.caller))).toBe("invalid_api_key");
    expect(granted(await accounts.telegramAccount(1))).toBeNull();
    expect(codeOf(await accounts.showAccount(gone.id))).toBe("account_unknown");
    expect(codeOf(await accounts.topUp(gone.id, 100, "operator"))).toBe("account_unknown");
    expect(granted(await accounts.commit(underWay, verified(3))).billing).toMatchObject({
      chargedSantim: 500,
    });
    granted(await accounts.applyRetention());
    for (const table of ["receipt_history", "seen_receipt", "seen_payment", "api_key"] as const) {
      const rows = await store.db.selectFrom(table).select("account_id").execute();
      expect(rows.filter((row) => row.account_id === gone.id)).toEqual([]);
    }
    expect(
      await store.db.selectFrom("guess_limit").selectAll().where("subject", "=", gone.id).execute(),
    ).toEqual([]);
    expect(await store.db.selectFrom("telegram_link").selectAll().execute()).toEqual([]);
    expect(await store.db.selectFrom("link_code").selectAll().execute()).toEqual([]);
    expect(await memory.languageOf(1)).toBeNull();
    expect(await memory.calendarOf(1)).toBeNull();
    expect(await store.db.selectFrom("open_question").selectAll().execute()).toEqual([]);
    expect(
      granted(await accounts.ledgerOf(gone.id, { limit: 9 })).map((entry) => entry.amountSantim),
    ).toEqual([-500, -500, -500, 100, 5_000]);
    const again = { account: stays.id, provider: "beta", reference: "DK", amountSantim: 100 };
    expect(codeOf(await accounts.creditReceipt(again))).toBe("receipt_already_credited");
    expect((await verify(stays.caller)).seenBefore).toMatchObject({ times: 1 });
    expect(granted(await accounts.erase({ telegram: 1 }))).toBe(false);
    expect(codeOf(await accounts.erase({ account: gone.id }))).toBe("account_unknown");
  });

  test("of staff takes the link and the name beside what was asked; of one of two owners, too", async () => {
    const { accounts, store, verify, openAccount } = await openBooks(kind);
    const { id, caller, keyId } = await openAccount(1_000);
    for (const [userId, role] of [
      [1, "owner"],
      [2, "owner"],
      [3, "staff"],
    ] as const) {
      const { code } = granted(await accounts.createLinkCode(id, role));
      granted(await accounts.redeemLinkCode(code, userId));
    }
    await confirmOwners({ accounts, store }, 1);
    const { pseudonym } = granted(await accounts.telegramAccount(3)) ?? { pseudonym: "" };
    await verify(staffOfShop);
    await verify(caller, verified(2), askFor(2));
    const callerIds = async () =>
      granted(
        await accounts.historyOf(id, { since: new Date(0), until: new Date("2100-01-01"), limit: 9 }),
      ).map((entry) => entry.callerId);
    expect((await callerIds()).sort()).toEqual([pseudonym, keyId].sort());
    for (const telegram of [3, 1]) {
      expect(granted(await accounts.erase({ telegram }))).toBe(true);
      expect(codeOf(await accounts.authenticate(caller))).toBe("ok");
    }
    expect((await callerIds()).sort()).toEqual(["", keyId]);
    expect(granted(await accounts.erase({ telegram: 2 }))).toBe(true);
    expect(codeOf(await accounts.authenticate(caller))).toBe("invalid_api_key");
  });

  test("of staff who have left the shop takes their name from what they asked there", async () => {
    const { accounts, store, verify, openAccount } = await openBooks(kind);
    const { id } = await openAccount(1_000);
    const { code } = granted(await accounts.createLinkCode(id, "staff"));
    granted(await accounts.redeemLinkCode(code, 3));
    await verify(staffOfShop);
    granted(await accounts.leaveAccount(3));
    granted(await accounts.erase({ telegram: 3 }));
    const callers = await store.db.selectFrom("receipt_history").select("caller_id").execute();
    expect(callers).toEqual([{ caller_id: "" }]);
  });

  test("takes a long history away in pieces", async () => {
    const { accounts, store, now } = await openBooks(kind);
    const { id } = granted(await accounts.registerTelegram(1));
    const at = now().getTime();
    const answer = {
      account_id: id,
      at,
      caller_id: "",
      provider: "beta",
      question: "q",
      receipt: "r",
      charged_santim: 0,
    };
    for (let piece = 0; piece < 10; piece++)
      await store.db
        .insertInto("receipt_history")
        .values(
          Array.from({ length: 500 }, (_, n) => ({
            ...answer,
            id: `${piece} ${n}`,
            verdict: "verified" as const,
            amount_santim: 1,
            is_first: 1,
            is_undone: 0,
          })),
        )
        .execute();
    expect(granted(await accounts.erase({ account: id }))).toBe(true);
    expect(await store.db.selectFrom("receipt_history").select("id").execute()).toEqual([]);
  });

  test("and leaving end no suspension of a shop of two owners", async () => {
    const books = await openBooks(kind);
    const { accounts } = books;
    const { id } = granted(await accounts.registerTelegram(1));
    granted(await accounts.registerTelegram(2));
    const { code } = granted(await accounts.createLinkCode(id, "owner"));
    granted(await accounts.redeemLinkCode(code, 2));
    await confirmOwners(books, 1);
    granted(await accounts.suspend(id));
    for (const userId of [1, 2]) {
      expect(codeOf(await accounts.leaveAccount(userId))).toBe("account_suspended");
      for (let time = 0; time < 2; time += 1) {
        granted(await accounts.erase({ telegram: userId }));
        expect(codeOf(await accounts.leaveAccount(userId))).toBe("account_suspended");
        expect(codeOf(await accounts.registerTelegram(userId))).toBe("account_suspended");
      }
    }
  });

  test("is left by its staff, who come back to their own shop", async () => {
    const { accounts } = await openBooks(kind);
    const { id } = granted(await accounts.registerTelegram(1));
    const { id: own } = granted(await accounts.registerTelegram(2));
    granted(await accounts.redeemLinkCode(granted(await accounts.createLinkCode(id, "staff")).code, 2));
    granted(await accounts.suspend(id));
    expect(granted(await accounts.leaveAccount(2))).toMatchObject({ kind: "came back" });
    expect(granted(await accounts.registerTelegram(2)).id).toBe(own);
  });

  test("does not end a suspension", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const { id } = granted(await accounts.registerTelegram(1));
    granted(await accounts.suspend(id));
    const other = await openAccount(0);
    const { code } = granted(await accounts.createLinkCode(other.id, "staff"));
    expect(codeOf(await accounts.redeemLinkCode(code, 1))).toBe("account_suspended");
    expect(granted(await accounts.erase({ telegram: 1 }))).toBe(true);
    for (const outcome of [
      await accounts.authenticate(owner),
      await accounts.reserve(owner, askFor()),
      await accounts.registerTelegram(1),
    ])
      expect(codeOf(outcome)).toBe("account_suspended");
  });
});

describe("the operator's list of accounts", () => {
  test.each(databaseKinds)(
    "is read in pages, newest first, without those that were erased, on %s",
    async (kind) => {
      const { accounts, pass } = await openBooks(kind);
      for (let n = 1; n <= 6; n++) {
        granted(await accounts.createAccount({ name: `Shop ${n}`, tier: "registered" }));
        if (n % 2 === 0) pass(1);
      }
      const names: string[] = [];
      let page = granted(await accounts.listAccounts({ limit: 4 }));
      granted(await accounts.erase({ account: page.at(0)?.id ?? "" }));
      while (page.length > 0) {
        names.push(...page.map(({ name }) => name));
        const after = page.at(-1);
        page = granted(await accounts.listAccounts({ limit: 4, ...(after && { after }) }));
      }
      expect(names).toHaveLength(6);
      expect(new Set(names).size).toBe(6);
      expect(names[0]).toMatch(/Shop [56]/);
      expect(granted(await accounts.listAccounts({ limit: 9 }))).toHaveLength(5);
    },
  );

  test("takes names of one to a hundred characters", async () => {
    const { accounts } = await openBooks();
    for (const name of ["", "   ", "x".repeat(101)])
      expect(codeOf(await accounts.createAccount({ name, tier: "registered" }))).toBe("account_name_invalid");
    expect(codeOf(await accounts.createAccount({ name: "የመርካቶ ጫማ", tier: "registered" }))).toBe("ok");
  });
});
