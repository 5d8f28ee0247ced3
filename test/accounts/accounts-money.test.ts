import { describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { dayMs } from "../../src/core/time.ts";
import {
  askFor,
  type Books,
  codeOf,
  deadlineMs,
  granted,
  missed,
  openBooks,
  verified,
} from "../support/books.ts";
import { databaseKinds } from "../support/temporary-store.ts";

/** Balance, entries and what is held, as the tables have them. */
const moneyOf = async ({ store }: Pick<Books, "store">, account: string) => {
  const balance = await store.db
    .selectFrom("balance")
    .selectAll()
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  const entries = await store.db
    .selectFrom("ledger_entry")
    .select(["seq", "amount_santim", "balance_santim"])
    .where("account_id", "=", account)
    .orderBy("seq")
    .execute();
  return { balance, entries };
};

describe.each(databaseKinds)("a balance on %s", (kind) => {
  test("pays 500 santim for an answer and nothing for none", async () => {
    const books = await openBooks(kind);
    const { accounts, reserve, openAccount } = books;
    const { id, caller } = await openAccount(1_250);
    expect((await reserve(caller)).allowance).toEqual({ kind: "balance", balanceSantim: 750 });
    const answered = await reserve(caller);
    expect(codeOf(await accounts.reserve(caller, askFor()))).toBe("balance_exhausted");
    expect(granted(await accounts.commit(answered, verified())).billing).toEqual({
      kind: "balance",
      counted: true,
      chargedSantim: 500,
      balanceSantim: 250,
    });
    const { balance, entries } = await moneyOf(books, id);
    expect(balance).toEqual({ account_id: id, posted_santim: 750, pending_santim: 500, entries: 2 });
    expect(entries).toEqual([
      { seq: 1, amount_santim: 1_250, balance_santim: 1_250 },
      { seq: 2, amount_santim: -500, balance_santim: 750 },
    ]);
  });

  test("gets back what a void reservation held", async () => {
    const { accounts, reserve, openAccount } = await openBooks(kind);
    const { caller } = await openAccount(500);
    const reservation = await reserve(caller);
    for (const _ of [1, 2])
      expect(granted(await accounts.void(reservation))).toEqual({
        kind: "balance",
        counted: false,
        chargedSantim: 0,
        balanceSantim: 500,
      });
    expect(codeOf(await accounts.commit(reservation, verified()))).toBe("overloaded");
    expect(granted(await accounts.allowanceOf(caller))).toEqual({ kind: "balance", balanceSantim: 500 });
  });

  test("is charged once, however often a reservation is settled and from wherever", async () => {
    const books = await openBooks(kind);
    const besides = await books.openBeside();
    const { id, caller } = await books.openAccount(1_000);
    const reservation = await books.reserve(caller);
    const settled = await Promise.all(
      [books.accounts, besides, books.accounts, besides].map((one) => one.commit(reservation, verified())),
    );
    for (const one of settled)
      expect(granted(one).billing).toMatchObject({ counted: true, chargedSantim: 500, balanceSantim: 500 });
    expect((await moneyOf(books, id)).entries).toHaveLength(2);
  });

  test("for four answers gives four of forty that are asked for at once in two processes", async () => {
    const books = await openBooks(kind);
    const besides = await books.openBeside();
    const { id, caller } = await books.openAccount(2_000 + 499);
    const ask = async (accounts: Accounts, number: number) => {
      const reserved = await accounts.reserve(caller, askFor(number));
      return reserved.ok ? codeOf(await accounts.commit(reserved.value, verified(number))) : codeOf(reserved);
    };
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => ask(n % 2 ? books.accounts : besides, n)),
    );
    expect(codes.filter((code) => code === "ok")).toHaveLength(4);
    expect(codes.filter((code) => code === "balance_exhausted")).toHaveLength(36);
    const { balance, entries } = await moneyOf(books, id);
    expect(balance).toMatchObject({ posted_santim: 499, pending_santim: 0, entries: 5 });
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  test("has no day: the eleventh answer is paid like the first, and nothing falls back to free ones", async () => {
    const { accounts, verify, openAccount } = await openBooks(kind);
    const { caller } = await openAccount(11 * 500);
    for (let n = 1; n <= 11; n++) await verify(caller, verified(n), askFor(n));
    expect(codeOf(await accounts.reserve(caller, askFor(12)))).toBe("balance_exhausted");
    expect(granted(await accounts.quotaOf(caller))).toBeNull();
  });

  test("is what nothing holds, and frees what a late reservation holds when it is needed", async () => {
    const { accounts, reserve, pass, openAccount } = await openBooks(kind);
    const { id, caller } = await openAccount(500);
    await reserve(caller);
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(0);
    pass(deadlineMs + 9_999);
    expect(codeOf(await accounts.reserve(caller, askFor()))).toBe("balance_exhausted");
    pass(1);
    expect((await reserve(caller)).allowance).toEqual({ kind: "balance", balanceSantim: 0 });
  });
});

describe.each(databaseKinds)("a process that is gone, on %s", (kind) => {
  test("loses its reservations 20 seconds after its last sign of life, and no others", async () => {
    const books = await openBooks(kind);
    const [gone, alive] = [await books.openBeside(), await books.openBeside()];
    await gone.start();
    await alive.start();
    const { id, caller } = await books.openAccount(2_000);
    const ask = { ...askFor(), deadlineMs: 600_000 };
    granted(await gone.reserve(caller, ask));
    const kept = granted(await alive.reserve(caller, ask));
    books.pass(19_999);
    expect(granted(await books.accounts.applyRetention())).toEqual({ voided: 0 });
    await alive.close();
    await alive.start();
    books.pass(1);
    expect(granted(await books.accounts.applyRetention())).toEqual({ voided: 1 });
    expect((await moneyOf(books, id)).balance.pending_santim).toBe(500);
    expect(granted(await alive.commit(kept, verified())).billing.counted).toBe(true);
    await gone.close();
    await alive.close();
  });
});

describe.each(databaseKinds)("a top-up on %s", (kind) => {
  test("is added to the ledger, and makes an account one that pays until it chooses otherwise", async () => {
    const books = await openBooks(kind);
    const { accounts } = books;
    const account = granted(await accounts.createAccount({ name: " Merkato Shoes ", tier: "registered" }));
    expect(account).toMatchObject({ name: "Merkato Shoes", tier: "registered", balanceSantim: 0 });
    expect(granted(await accounts.topUp(account.id, 10_050, "operator"))).toEqual({ balanceSantim: 10_050 });
    expect(granted(await accounts.topUp(account.id, 1, "operator"))).toEqual({ balanceSantim: 10_051 });
    expect(granted(await accounts.showAccount(account.id)).tier).toBe("balance");
    expect(granted(await accounts.chooseTier(account.id, "registered"))).toMatchObject({
      tier: "registered",
      balanceSantim: 10_051,
    });
    expect(granted(await accounts.ledgerOf(account.id, { limit: 10 }))).toEqual([
      { seq: 2, kind: "topup", amountSantim: 1, balanceSantim: 10_051, source: "operator", at: books.now() },
      {
        seq: 1,
        kind: "topup",
        amountSantim: 10_050,
        balanceSantim: 10_050,
        source: "operator",
        at: books.now(),
      },
    ]);
  });

  test("of no whole positive amount is refused", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const { id } = await openAccount(0);
    for (const santim of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e15, 2 ** 53])
      expect(codeOf(await accounts.topUp(id, santim, "operator"))).toBe("amount_invalid");
    expect(codeOf(await accounts.topUp("acc_nobody", 100, "operator"))).toBe("account_unknown");
    expect(granted(await accounts.ledgerOf(id, { limit: 10 }))).toEqual([]);
  });

  test("never takes a balance to where numbers are not exact", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const { id } = await openAccount(100_000_000_000_000);
    expect(codeOf(await accounts.topUp(id, 1, "operator"))).toBe("amount_invalid");
  });

  test("is read in pages that neither miss nor repeat an entry while others are added", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const { id } = await openAccount(0);
    const other = await openAccount(700);
    for (let n = 1; n <= 5; n++) granted(await accounts.topUp(id, n, "operator"));
    const first = granted(await accounts.ledgerOf(id, { limit: 2 }));
    granted(await accounts.topUp(id, 6, "operator"));
    const second = granted(await accounts.ledgerOf(id, { limit: 9, before: first.at(-1)?.seq ?? 0 }));
    expect([...first, ...second].map(({ amountSantim }) => amountSantim)).toEqual([5, 4, 3, 2, 1]);
    expect(granted(await accounts.ledgerOf(other.id, { limit: 9 }))).toHaveLength(1);
    expect(codeOf(await accounts.ledgerOf("acc_nobody", { limit: 9 }))).toBe("account_unknown");
  });
});

describe.each(databaseKinds)("a receipt that tops up, on %s", (kind) => {
  const receipt = { provider: "beta", reference: "DKF1AB2CD3", amountSantim: 50_000 };

  test("is credited once for ever, to one of ten who hand it in at once", async () => {
    const books = await openBooks(kind);
    const besides = await books.openBeside();
    const accounts = await Promise.all(Array.from({ length: 10 }, () => books.openAccount(0)));
    const credits = await Promise.all(
      accounts.map(({ id }, n) =>
        (n % 2 ? books.accounts : besides).creditReceipt({ ...receipt, account: id }),
      ),
    );
    expect(credits.map(codeOf).sort()).toEqual([
      "ok",
      ...Array.from({ length: 9 }, () => "receipt_already_credited"),
    ]);
    const balances = await Promise.all(
      accounts.map(async ({ id }) => granted(await books.accounts.showAccount(id)).balanceSantim),
    );
    expect(balances.reduce((sum, santim) => sum + santim, 0)).toBe(50_000);
    for (const reference of ["DKF1AB2CD3", " dkf1ab2cd3 "])
      expect(
        codeOf(await books.accounts.creditReceipt({ ...receipt, reference, account: accounts[0]?.id ?? "" })),
      ).toBe("receipt_already_credited");
    const kept = JSON.stringify(await books.store.db.selectFrom("credited_receipt").selectAll().execute());
    expect(kept).not.toMatch(/dkf1ab2cd3/i);
  });

  test("of more than 500 ETB waits for the operator's word, which is given once", async () => {
    const { accounts, openAccount, now } = await openBooks(kind);
    const { id } = await openAccount(0);
    const large = { ...receipt, account: id, amountSantim: 50_001 };
    const waiting = granted(await accounts.creditReceipt(large));
    expect(waiting.state).toBe("waiting");
    expect(codeOf(await accounts.creditReceipt(large))).toBe("receipt_already_credited");
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(0);
    expect(granted(await accounts.waitingCredits(9))).toEqual([
      {
        id: waiting.id,
        account: id,
        provider: "beta",
        amountSantim: 50_001,
        askedAt: now(),
        isUndone: false,
      },
    ]);
    const words = await Promise.all([1, 2, 3].map(() => accounts.approveCredit(waiting.id)));
    expect(words.map(codeOf).sort()).toEqual(["credit_unknown", "credit_unknown", "ok"]);
    expect(codeOf(await accounts.declineCredit(waiting.id))).toBe("credit_unknown");
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(50_001);
  });

  test("that waits is credited with another word alone where its bank called it undone as it was handed in", async () => {
    const { accounts, reserve, openAccount, now } = await openBooks(kind);
    const [{ id }, { caller }] = [await openAccount(0), await openAccount(5_000)];
    const large = { ...receipt, account: id, amountSantim: 60_000, askedAt: now() };
    const undone = {
      ...missed,
      verdict: "receipt_not_completed",
      askedAt: now(),
      receiptIds: [receipt.reference],
    } as const;
    let letGo: () => void = () => undefined;
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isNoted: () => void = () => undefined;
    const noted = new Promise<void>((resolve) => {
      isNoted = resolve;
    });
    const answering = accounts.commit(await reserve(caller), undone, {
      isMine: async () => true,
      keep: async () => {
        isNoted();
        await isLetGo;
      },
    });
    await noted;
    const handingIn = accounts.creditReceipt(large);
    // SQLite has the one wait for the other.
    if (kind === "postgres") await handingIn;
    letGo();
    granted(await answering);
    const { id: waiting } = granted(await handingIn);
    expect(granted(await accounts.waitingCredits(9)).map(({ isUndone }) => isUndone)).toEqual([true]);
    expect(codeOf(await accounts.approveCredit(waiting))).toBe("receipt_undone");
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(0);
    expect(codeOf(await accounts.approveCredit(waiting, { isUndoneToo: true }))).toBe("ok");
  });

  test("that would not wait is refused where its bank has called it undone since it was asked, and may be handed in anew", async () => {
    const { accounts, verify, openAccount, now, pass } = await openBooks(kind);
    const [{ id }, { caller }] = [await openAccount(0), await openAccount(5_000)];
    const small = { ...receipt, account: id, amountSantim: 50_000 };
    const askedAt = now();
    pass(1_000);
    await verify(caller, {
      ...missed,
      verdict: "receipt_not_completed",
      askedAt: now(),
      receiptIds: [receipt.reference],
    });
    expect(codeOf(await accounts.creditReceipt({ ...small, askedAt }))).toBe("receipt_undone");
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(0);
    pass(1_000);
    expect(codeOf(await accounts.creditReceipt({ ...small, askedAt: now() }))).toBe("ok");
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(50_000);
  });

  test("that waits is known to be undone for as long as it waits", async () => {
    const { accounts, verify, openAccount, store, now, pass } = await openBooks(kind);
    const [{ id }, { caller }] = [await openAccount(0), await openAccount(5_000)];
    const large = { ...receipt, account: id, amountSantim: 60_000 };
    const { id: waiting } = granted(await accounts.creditReceipt(large));
    await verify(caller, {
      ...missed,
      verdict: "receipt_not_completed",
      askedAt: now(),
      receiptIds: [receipt.reference],
    });
    pass(91 * dayMs);
    granted(await accounts.applyRetention());
    expect(granted(await accounts.waitingCredits(9)).map(({ isUndone }) => isUndone)).toEqual([true]);
    expect(codeOf(await accounts.approveCredit(waiting))).toBe("receipt_undone");
    granted(await accounts.declineCredit(waiting));
    granted(await accounts.applyRetention());
    expect(await store.db.selectFrom("undone_receipt").selectAll().execute()).toEqual([]);
  });

  test("that was declined is never credited", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const { id } = await openAccount(0);
    const large = { ...receipt, account: id, amountSantim: 60_000 };
    const waiting = granted(await accounts.creditReceipt(large));
    expect(granted(await accounts.declineCredit(waiting.id)).amountSantim).toBe(60_000);
    expect(codeOf(await accounts.approveCredit(waiting.id))).toBe("credit_unknown");
    expect(codeOf(await accounts.creditReceipt(large))).toBe("receipt_already_credited");
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(0);
  });

  test("of an account that was erased meanwhile goes on waiting and pays nothing in", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const { id } = await openAccount(0);
    const large = { ...receipt, account: id, amountSantim: 60_000 };
    const waiting = granted(await accounts.creditReceipt(large));
    granted(await accounts.erase({ account: id }));
    expect(codeOf(await accounts.approveCredit(waiting.id))).toBe("account_unknown");
    expect(granted(await accounts.waitingCredits(9))).toHaveLength(1);
    expect(granted(await accounts.ledgerOf(id, { limit: 9 }))).toEqual([]);
  });

  test("that an account has no more room for stays usable", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const [full, other] = [await openAccount(99_999_999_999_999), await openAccount(0)];
    expect(codeOf(await accounts.creditReceipt({ ...receipt, account: full.id }))).toBe("amount_invalid");
    expect(codeOf(await accounts.creditReceipt({ ...receipt, account: other.id }))).toBe("ok");
  });

  test("for nobody, or of no amount, stays usable", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const { id } = await openAccount(0);
    expect(codeOf(await accounts.creditReceipt({ ...receipt, account: "acc_nobody" }))).toBe(
      "account_unknown",
    );
    expect(codeOf(await accounts.creditReceipt({ ...receipt, account: id, amountSantim: 0 }))).toBe(
      "amount_invalid",
    );
    expect(codeOf(await accounts.creditReceipt({ ...receipt, account: id }))).toBe("ok");
  });
});

describe("what joins the transaction that charges", () => {
  test.each(databaseKinds)("is kept with the charge or not at all, on %s", async (kind) => {
    const books = await openBooks(kind);
    const { accounts, store, reserve, openAccount } = books;
    const { id, caller } = await openAccount(1_000);
    const note = { isMine: async () => true };
    const addChat = (trx: Parameters<NonNullable<Parameters<Accounts["commit"]>[2]>["keep"]>[0]) =>
      trx.insertInto("chat").values({ chat_id: 1, language: "am" }).execute();
    const broken = accounts.commit(await reserve(caller), verified(), {
      ...note,
      keep: async (trx) => {
        await addChat(trx);
        throw new Error("a bug");
      },
    });
    await expect(broken).rejects.toThrow("a bug");
    expect((await moneyOf(books, id)).entries).toHaveLength(1);
    expect(await store.db.selectFrom("chat").selectAll().execute()).toEqual([]);

    const told: unknown[] = [];
    const kept = await accounts.commit(await reserve(caller), missed, {
      ...note,
      keep: async (trx, settled) => {
        told.push(settled);
        await addChat(trx);
      },
    });
    expect(granted(kept)).toEqual(told.at(-1));
    expect((await moneyOf(books, id)).entries).toHaveLength(2);
    expect(await store.db.selectFrom("chat").selectAll().execute()).toHaveLength(1);
  });

  test.each(databaseKinds)("may say that another answers: nothing is charged then, on %s", async (kind) => {
    const books = await openBooks(kind);
    const { accounts, reserve, openAccount } = books;
    const { id, caller } = await openAccount(500);
    const refused = await accounts.commit(await reserve(caller), verified(), {
      isMine: async () => false,
      keep: async () => {
        throw new Error("it was not to be kept");
      },
    });
    expect(codeOf(refused)).toBe("request_in_progress");
    expect((await moneyOf(books, id)).balance).toMatchObject({ posted_santim: 500, pending_santim: 0 });
  });
});
