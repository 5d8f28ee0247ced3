import { describe, expect, test } from "vitest";
import { type FailureCode, fail } from "../../src/core/failure.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { ok } from "../../src/core/result.ts";
import { askFor, codeOf, granted, missed } from "../support/books.ts";
import { openTill, payment, terms } from "../support/till.ts";

const reference = "DKF1AB2CD3";

/** The operator has three accounts at alpha and one at gamma, which know receipts by the same references. */
const openTillOfFour = async () => {
  const alphaReference = "FT26319K4Q7Z";
  const accounts = ["1000200001111", "1000200002222", "1000200008765"].map((account) => ({
    provider: "alpha",
    account,
    name: "Deresegn Trading PLC",
  }));
  const till = await openTill(null, { accounts: [...accounts, ...terms.accounts.slice(-1)] });
  const paid = payment(
    { transaction_reference: alphaReference, receiver_account: "1****8765" },
    { receiverBank: "alpha" },
  );
  const isThere = (canonical: string) =>
    canonical === `alpha ${alphaReference} 1000200008765` ? ok(paid) : fail("receipt_not_found");
  return { till, alphaReference, isThere };
};

describe("a payment to the operator", () => {
  test("is credited, for nothing, and the account pays from now on", async () => {
    const till = await openTill();
    const credited = granted(await till.handIn(`Dear Selam, your transaction number is ${reference}.`));
    expect(credited).toMatchObject({ state: "credited", amountSantim: 30_000, balanceSantim: 30_000 });
    expect(await till.balanceOf()).toBe(30_000);
    const entries = granted(await till.books.accounts.ledgerOf(till.account, { limit: 10 }));
    expect(entries.map(({ kind, amountSantim }) => [kind, amountSantim])).toEqual([["topup", 30_000]]);
  });

  test("is looked up at the bank itself, never taken from what was kept", async () => {
    const till = await openTill();
    till.bank.source = "cache";
    expect(codeOf(await till.handIn(reference))).toBe("provider_unavailable");
    expect(till.asked).toEqual([{ canonical: `beta ${reference}`, isFresh: true }]);
    expect(await till.balanceOf()).toBe(0);
  });

  test("of more than 500 ETB waits for the operator's word", async () => {
    const till = await openTill();
    till.bank.answer = () => ok(payment({}, { amountMinor: 50_001 }));
    const waiting = granted(await till.handIn(reference));
    expect([waiting.state, await till.balanceOf()]).toEqual(["waiting", 0]);
    expect(await till.handIn(reference)).toMatchObject({
      error: { code: "receipt_already_credited", cause: "waiting" },
    });
    granted(await till.books.accounts.approveCredit(waiting.id));
    expect(await till.balanceOf()).toBe(50_001);
  });

  test("is no sale of the account: its history and its day stay as they were", async () => {
    const till = await openTill();
    granted(await till.handIn(reference));
    expect(granted(await till.books.accounts.usageOf(till.account, 30))).toEqual(
      Array.from({ length: 30 }, () => expect.objectContaining({ answers: 0, amountSantim: 0 })),
    );
    const { seenBefore } = await till.books.verify(till.caller);
    expect(seenBefore).toBeNull();
  });
});

describe("the digits that are asked", () => {
  const alphaReference = "FT26319K4Q7Z";
  const etaReference = "174ETTB263190007";

  test.each([
    ["alpha", `${alphaReference} 1000300001111`, `alpha ${alphaReference} 1000200008765`],
    ["alpha", `${alphaReference}00001111`, `alpha ${alphaReference} 1000200008765`],
    [
      "alpha",
      `https://receipts.alpha.example/?id=${alphaReference}00001111`,
      `alpha ${alphaReference} 1000200008765`,
    ],
    ["eta", `74547012${etaReference}`, `eta 00007018 ${etaReference}`],
    ["eta", `https://receipts.eta.example/rt/74547012${etaReference}/pdf`, `eta 00007018 ${etaReference}`],
    ["gamma", "FT26319SS1KP36984", "gamma FT26319SS1KP12345 1000000012345"],
    [
      "epsilon",
      "https://receipts.epsilon.example/aureceipt?TID=DKF1PAYSEND&PH=0911000000",
      "epsilon DKF1PAYSEND 0922000000",
    ],
  ])("of %s in %s are the operator's, never the payer's", async (provider, text, canonical) => {
    const till = await openTill();
    till.bank.answer = () => fail("receipt_not_found");
    await till.handIn({ text, provider });
    expect(till.asked.map((one) => one.canonical)).toEqual([canonical]);
  });

  test("are the operator's in the fields of an endpoint too", async () => {
    const till = await openTill();
    till.bank.answer = () => fail("receipt_not_found");
    const fields = { transactionRef: alphaReference, accountNumber: "1000300001111" };
    await till.handIn({ provider: "alpha", fields });
    await till.handIn({ provider: "alpha", fields: { transactionRef: alphaReference } });
    expect(till.asked.map((one) => one.canonical)).toEqual([
      `alpha ${alphaReference} 1000200008765`,
      `alpha ${alphaReference} 1000200008765`,
    ]);
  });

  test("need no choice between banks: a word of two is asked at both", async () => {
    const till = await openTill();
    till.bank.answer = (canonical) =>
      canonical.startsWith("alpha")
        ? ok(
            payment(
              { transaction_reference: alphaReference, receiver_account: "1****8765" },
              { receiverBank: "alpha" },
            ),
          )
        : fail("receipt_not_found");
    expect(granted(await till.handIn(alphaReference)).state).toBe("credited");
  });
});

/** What a bank says of a receipt that must not be credited, and why it is not. */
const thefts: readonly (readonly [string, VerifiedReceipt, FailureCode, string?])[] = [
  ["paid to somebody else", payment({ receiver_name: "Hana Mekonnen" }), "receipt_mismatch"],
  [
    "to a name that only begins like ours",
    payment({ receiver_name: "Deresegn Trading" }),
    "receipt_mismatch",
  ],
  ["to a name that goes on", payment({ receiver_name: "Deresegn Trading PLC Branch" }), "receipt_mismatch"],
  ["to a masked name", payment({ receiver_name: "Deresegn T****** PLC" }), "receipt_mismatch"],
  ["to no name", payment({ receiver_name: "" }, { absentFields: ["receiver_name"] }), "receipt_mismatch"],
  [
    "to our name in look-alike letters",
    payment({ receiver_name: "Dеresegn Trading PLC" }),
    "receipt_mismatch",
  ],
  ["to our name at another account", payment({ receiver_account: "2519****8766" }), "receipt_mismatch"],
  ["with another beginning", payment({ receiver_account: "2517****8765" }), "receipt_mismatch"],
  ["with three digits to be seen", payment({ receiver_account: "****765" }), "receipt_mismatch"],
  [
    "with little more to be seen than the beginning of every phone",
    payment({ receiver_account: "251911****5" }),
    "receipt_mismatch",
  ],
  ["with no digit to be seen", payment({ receiver_account: "************" }), "receipt_mismatch"],
  ["with the middle of the number to be seen", payment({ receiver_account: "**8765**" }), "receipt_mismatch"],
  ["with words for an account", payment({ receiver_account: "Org Account" }), "receipt_mismatch"],
  [
    "to a longer account that ends like ours",
    payment({ receiver_account: "99251911008765" }),
    "receipt_mismatch",
  ],
  ["to the end of our account alone", payment({ receiver_account: "11008765" }), "receipt_mismatch"],
  [
    "with more digits to be seen than we have",
    payment({ receiver_account: "251911008*251911008765" }),
    "receipt_mismatch",
  ],
  [
    "from us to somebody else",
    payment({
      payer_name: "Deresegn Trading PLC",
      payer_account: "2519****8765",
      receiver_name: "Hana Mekonnen",
      receiver_account: "2519****1111",
    }),
    "receipt_mismatch",
  ],
  [
    "a second over 72 hours ago",
    payment({}, { paymentDateIso: "2026-11-12T11:59:59+03:00" }),
    "receipt_not_creditable",
    "age",
  ],
  [
    "on a day that began over 72 hours ago",
    payment({}, { paymentDateIso: "2026-11-12" }),
    "receipt_not_creditable",
    "age",
  ],
  [
    "tomorrow",
    payment({}, { paymentDateIso: "2026-11-16T11:00:00+03:00" }),
    "receipt_not_creditable",
    "date",
  ],
  [
    "to our name at a bank, no account shown",
    payment({}, { isReceiverAccountShown: false }),
    "receipt_mismatch",
  ],
  ["at another bank", payment({}, { receiverBank: "Alpha Bank S.C." }), "receipt_mismatch", "topup"],
  ["at a bank that is not known", payment({}, { receiverBank: null }), "receipt_mismatch", "topup"],
  ["that is a withdrawal", payment({}, { paymentKind: "withdrawal" }), "receipt_not_creditable", "kind"],
  ["that is for airtime", payment({}, { paymentKind: "airtime" }), "receipt_not_creditable", "kind"],
  ["that is a bill's", payment({}, { paymentKind: "bill" }), "receipt_not_creditable", "kind"],
  [
    "from us to ourselves",
    payment({ payer_name: "DERESEGN TRADING PLC", payer_account: "2519****8765" }),
    "receipt_not_creditable",
    "kind",
  ],
  ["on a date in doubt", payment({}, { paymentDateIso: null }), "receipt_not_creditable", "date"],
  ["of less than the least", payment({}, { amountMinor: 999 }), "receipt_not_creditable", "amount"],
  ["of more than the most", payment({}, { amountMinor: 100_001 }), "receipt_not_creditable", "amount"],
];

describe("a receipt of a payment", () => {
  test.each(thefts.map(([what, reading, code, cause]) => ({ what, reading, code, cause })))(
    "$what is not credited",
    async ({ reading, code, cause }) => {
      const till = await openTill();
      till.bank.answer = () => ok(reading);
      const refused = await till.handIn(reference);
      expect(refused).toMatchObject({ ok: false, error: { code, ...(cause && { cause }) } });
      expect(await till.balanceOf()).toBe(0);
      // Refused is not used up: it is credited when it turns out to be ours.
      till.bank.answer = () => ok(payment());
      expect(codeOf(await till.handIn(reference))).toBe("ok");
    },
  );

  test.each<readonly [string, Partial<VerifiedReceipt["receipt"]>]>([
    ["in capitals, with more white space", { receiver_name: " DERESEGN  TRADING\u00a0PLC " }],
    ["with the phone in clear", { receiver_account: "0911008765" }],
    ["with the phone in clear, internationally", { receiver_account: "+251911008765" }],
    ["with four digits to be seen", { receiver_account: "****8765" }],
    ["with the phone masked as it is dialled", { receiver_account: "091****8765" }],
  ])("to us, %s, is credited", async (_what, receipt) => {
    const till = await openTill();
    till.bank.answer = () => ok(payment(receipt));
    expect(codeOf(await till.handIn(reference))).toBe("ok");
  });

  test.each<FailureCode>([
    "receipt_not_found",
    "receipt_not_completed",
    "provider_timeout",
    "provider_format_changed",
  ])("that the bank answers with %s is not credited", async (code) => {
    const till = await openTill();
    till.bank.answer = () => fail(code);
    expect(codeOf(await till.handIn(reference))).toBe(code);
    expect(await till.balanceOf()).toBe(0);
  });

  test("is not shown to us by another of our accounts at the same bank", async () => {
    const [, alpha] = terms.accounts;
    const other = { provider: "alpha", account: "1000200001111", name: "Deresegn Trading PLC" };
    const till = await openTill(null, { accounts: alpha ? [alpha, other] : [] });
    till.bank.answer = (canonical) =>
      canonical.endsWith("1000200008765")
        ? ok(payment({ receiver_account: "1****1111" }, { receiverBank: "alpha" }))
        : fail("receipt_not_found");
    expect(codeOf(await till.handIn("FT26319K4Q7Z"))).toBe("receipt_mismatch");
  });

  test("at a bank where we have no account is not looked up", async () => {
    const till = await openTill();
    expect(await till.handIn("https://receipts.delta.example/slip/?trx=FT26319K4Q7Z")).toMatchObject({
      ok: false,
    });
    expect(await till.handIn({ provider: "delta", fields: { reference: "002AASC262990005" } })).toMatchObject(
      {
        error: { code: "receipt_not_creditable", cause: "provider" },
      },
    );
    expect(till.asked).toEqual([]);
  });

  test.each([
    ["chatter", "I have paid you", "reference_not_found_in_text"],
    ["two receipts", "DKF1AB2CD3 and DKF1AB2CD4", "reference_ambiguous"],
    [
      "a look-alike of the bank's page",
      "https://receipts.beta.example.evil.example/receipt/DKF1AB2CD3",
      "receipt_url_untrusted",
    ],
  ])("that is %s is refused before anything is asked", async (_what, text, code) => {
    const till = await openTill();
    expect(codeOf(await till.handIn(text))).toBe(code);
    expect(till.asked).toEqual([]);
  });
});

describe("one receipt", () => {
  test("is credited once, whoever hands it in and however it is spelt", async () => {
    const till = await openTill();
    granted(await till.handIn(reference));
    const thief = await till.books.openAccount(0);
    const whose = { account: thief.id, caller: thief.caller };
    till.bank.answer = () => ok(payment({ transaction_reference: "dkf1ab2cd3" }));
    for (const text of [reference, "dkf1ab2cd3", ` ${reference}. `])
      expect(await till.handIn(text, whose)).toEqual(fail("receipt_already_credited"));
    expect(await till.handIn(reference)).toEqual(fail("receipt_already_credited", { cause: "credited" }));
    expect([await till.balanceOf(), await till.balanceOf(thief.id)]).toEqual([30_000, 0]);
  });

  test("handed in many times at once, by two accounts and two processes, is credited once", async () => {
    const till = await openTill();
    const beside = await till.books.openBeside();
    const other = await openTill({ ...till.books, accounts: beside });
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? till : other).handIn(reference)),
    );
    expect(results.filter(({ ok: isCredited }) => isCredited)).toHaveLength(1);
    const balances = [await till.balanceOf(), await other.balanceOf()];
    expect(balances.reduce((sum: number, balance) => sum + (balance ?? 0), 0)).toBe(30_000);
  });

  test("of another bank under the same reference is another payment", async () => {
    const till = await openTill();
    till.bank.answer = () =>
      ok(
        payment(
          { receiver_account: "1****8765", transaction_reference: "FT26319K4Q7Z" },
          { receiverBank: "alpha" },
        ),
      );
    const fields = { transactionRef: "FT26319K4Q7Z" };
    granted(await till.handIn({ provider: "alpha", fields }));
    till.bank.answer = () =>
      ok(
        payment(
          { receiver_account: "1****2345", transaction_reference: "FT26319K4Q7Z" },
          { receiverBank: "TEST gamma Bank S.C." },
        ),
      );
    granted(await till.handIn({ provider: "gamma", fields: { reference: "FT26319K4Q7Z" } }));
    expect(await till.balanceOf()).toBe(60_000);
  });
});

describe("handing in", () => {
  test("is possible with nothing left, and is no free way to ask: ten a day", async () => {
    const till = await openTill();
    till.bank.answer = () => ok(payment({ receiver_name: "Hana Mekonnen" }));
    for (let turn = 0; turn < 10; turn += 1)
      expect(codeOf(await till.handIn(`DKF1AB2C${10 + turn}`))).toBe("receipt_mismatch");
    expect(codeOf(await till.handIn("DKF1AB2C20"))).toBe("daily_quota_exceeded");
    expect(till.asked).toHaveLength(10);
    till.books.pass(24 * 60 * 60_000);
    expect(codeOf(await till.handIn("DKF1AB2C20"))).toBe("receipt_mismatch");
  });

  test("takes one of the ten for a receipt, and is one miss, however many accounts the operator has", async () => {
    const { till } = await openTillOfFour();
    const { books, caller, account } = till;
    granted(await books.accounts.topUp(account, 100_000, "operator"));
    till.bank.answer = () => fail("receipt_not_found");
    for (let turn = 0; turn < 10; turn += 1)
      expect([turn, codeOf(await till.handIn(`FT26319K4Q${turn}Z`))]).toEqual([turn, "receipt_not_found"]);
    expect(till.asked).toHaveLength(40);
    expect(codeOf(await till.handIn("FT26319K4QAZ"))).toBe("daily_quota_exceeded");
    // Ten misses in a row stop nobody, and the eleventh does.
    await books.verify(caller, missed, askFor(1));
    expect(codeOf(await books.accounts.reserve(caller, askFor(2)))).toBe("abnormal_usage");
  });

  test("again, while a receipt is awaited, takes no further one and is no further miss", async () => {
    const { till, alphaReference, isThere } = await openTillOfFour();
    const { books, caller, account } = till;
    granted(await books.accounts.topUp(account, 100_000, "operator"));
    till.bank.answer = () => fail("receipt_not_found");
    for (let turn = 0; turn < 20; turn += 1)
      expect(codeOf(await till.handIn(alphaReference))).toBe("receipt_not_found");
    await books.verify(caller, missed, askFor(1));
    expect(codeOf(await books.accounts.reserve(caller, askFor(2)))).toBe("ok");
    till.bank.answer = isThere;
    expect(codeOf(await till.handIn(alphaReference))).toBe("ok");
  });

  test("makes its own miss good once, however many accounts of the operator show the receipt", async () => {
    const { till, alphaReference } = await openTillOfFour();
    const { books, account } = till;
    const toOthers = ok(payment({ transaction_reference: alphaReference }));
    till.bank.answer = (canonical) => (canonical.endsWith("1111") ? fail("receipt_not_found") : toOthers);
    for (let turn = 0; turn < 3; turn += 1)
      expect(codeOf(await till.handIn(alphaReference))).toBe("receipt_mismatch");
    expect(till.asked).toHaveLength(12);
    const noted = await books.store.db.selectFrom("guess_limit").select(["subject", "recent"]).execute();
    expect(noted).toEqual([{ subject: account, recent: "10" }]);
  });

  test("makes no check of the same receipt free", async () => {
    const till = await openTill();
    const { books, account } = till;
    const caller = { kind: "telegram", userId: 4711 } as const;
    const { id } = granted(await books.accounts.registerTelegram(4711));
    const canonical = `beta ${reference}`;
    const ask = { ...askFor(), question: { provider: "beta", canonical } };
    till.bank.answer = () => fail("receipt_not_found", { retryAfterSeconds: 30 });
    for (const whose of [
      { account, caller: till.caller },
      { account: id, caller },
    ])
      await till.handIn(reference, whose);
    expect((await books.verify(caller, missed, ask)).billing.counted).toBe(true);
    expect((await books.verify(caller, missed, ask)).billing.counted).toBe(false);
    const topUp = { ...ask, purpose: "topup" } as const;
    expect((await books.verify(caller, missed, topUp)).billing.counted).toBe(false);
  });

  test("takes one of the ten when a later bank is the first to answer", async () => {
    const { till } = await openTillOfFour();
    till.bank.answer = (canonical) =>
      fail(canonical.startsWith("alpha") ? "provider_unavailable" : "receipt_not_found");
    for (let turn = 0; turn < 10; turn += 1)
      expect(codeOf(await till.handIn(`FT26319K4Q${turn}Z`))).toBe("provider_unavailable");
    expect(codeOf(await till.handIn("FT26319K4QAZ"))).toBe("daily_quota_exceeded");
  });

  test("brings no new day to a chat that leaves its account and comes again", async () => {
    const till = await openTill();
    const { accounts } = till.books;
    const caller = { kind: "telegram", userId: 4711 } as const;
    const register = async () => ({ account: granted(await accounts.registerTelegram(4711)).id, caller });
    till.bank.answer = () => fail("receipt_not_completed");
    const first = await register();
    for (let turn = 0; turn < 10; turn += 1) await till.handIn(`DKF1AB2C${10 + turn}`, first);
    granted(await accounts.erase({ telegram: 4711 }));
    expect(codeOf(await till.handIn("DKF1AB2C20", await register()))).toBe("daily_quota_exceeded");
  });

  test("is refused to an account that is suspended", async () => {
    const till = await openTill();
    granted(await till.books.accounts.suspend(till.account));
    expect(codeOf(await till.handIn(reference))).toBe("account_suspended");
    expect(till.asked).toEqual([]);
  });
});
