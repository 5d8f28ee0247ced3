import { describe, expect, test } from "vitest";
import { createReceiverAnswers } from "../../src/accounts/receiver-answers.ts";
import { createSavedAccounts } from "../../src/accounts/saved-accounts.ts";
import { failureSentence, languages } from "../../src/texts/texts.ts";
import { type BankLabel, bankLabels, bodyOf as documentOf } from "../support/bank.ts";
import { oneIn } from "../support/extent.ts";
import { answer } from "../support/misbehaving-server.ts";
import { must, openShop, type Shop } from "../support/shop.ts";
import { testSecret } from "../support/temporary-store.ts";

/** What a receipt means for the account whose key asks, over real HTTP and with real documents. */

const others = bankLabels.filter((label) => label !== "beta");
const hana = { provider: "", number: "0911008765", name: "Hana Mekonnen" };
const elsewhere = { provider: "", number: "0911001111", name: "Abebe Bekele" };
const dayMs = 24 * 3_600_000;

const save = async (shop: Shop, account: string, saved: typeof hana) =>
  must(
    await createSavedAccounts({ store: shop.store, secret: testSecret, now: shop.now }).save(account, saved),
  );

/** The next order of a bank, which answers it with this fixture. */
const answeredWith = async (shop: Shop, label: BankLabel, name: string, reference?: string) => {
  const bank = shop.bankOf(label);
  const order = bank.newOrder(reference);
  bank.misbehave(order, answer(200, await documentOf(label, name, order.reference)));
  return order;
};

const assessed = (kind: string, ...further: string[]) => ({ kind, reasons: [kind, ...further] });
const yours = { kind: "yours", reasons: [] };

describe("a verified receipt", () => {
  test("is assessed at every endpoint, for nobody's accounts where no key asks", async () => {
    const shop = await openShop({ banks: others, trustedProxies: "127.0.0.1" });
    const { account, key } = await shop.open({ santim: 100_000 });
    await save(shop, account, hana);
    for (const label of oneIn(3, bankLabels)) {
      const { body } = shop.bankOf(label).newOrder();
      for (const asking of [
        { body, from: `203.0.113.${bankLabels.indexOf(label)}` },
        { body, key },
      ]) {
        const reply = await shop.ask(`/api/verify-${label}`, asking);
        expect([label, reply.status, reply.body.meta.assessment]).toEqual([
          label,
          200,
          { kind: expect.any(String), reasons: expect.any(Array) },
        ]);
        if (!("key" in asking)) expect(reply.body.meta.assessment).toEqual(assessed("receiver_unknown"));
      }
    }
    const scan = shop.bankOf("alpha").newOrder();
    const scanned = await shop.ask("/api/scan-alpha", { key, body: scan.body });
    expect(scanned.body.meta.assessment).toEqual(assessed("receiver_unknown"));
    const text = `Ref ${shop.bank.newOrder().reference}`;
    expect((await shop.ask("/api/verify", { key, body: { text } })).body.meta.assessment).toEqual(yours);
    const items = [shop.bank.newOrder(), shop.bank.newOrder()].map(({ reference }) => ({ text: reference }));
    const { results } = JSON.parse((await shop.ask("/api/verify/batch", { key, body: { items } })).text);
    expect(results.map(({ meta }: { meta: object }) => meta)).toMatchObject([
      { assessment: yours },
      { assessment: yours },
    ]);
  });

  test("is the key's account's or not, was seen or not, is old or not, and of the amount that is claimed or not", async () => {
    const shop = await openShop({ banks: ["eta"] });
    const { account, key } = await shop.open({ santim: 100_000 });
    const other = await shop.open({ santim: 100_000 });
    await save(shop, other.account, elsewhere);
    const order = shop.bank.newOrder();
    const ask = async (body: unknown = order.body, asker = key) =>
      (await shop.ask("/api/verify-beta", { key: asker, body })).body.meta.assessment;
    const askText = async (body: { text: string }, asker = key) =>
      (await shop.ask("/api/verify", { key: asker, body })).body.meta.assessment;
    expect(await ask()).toEqual(assessed("receiver_unknown"));
    await save(shop, account, hana);
    expect(await ask()).toEqual(assessed("seen_before"));
    expect(await ask(order.body, other.key)).toEqual(assessed("someone_else"));

    const claiming = (amount: string) => ({
      text: `You have received ETB ${amount}. Your transaction number is ${shop.bank.newOrder().reference}`,
    });
    expect(await askText(claiming("1,250.00"))).toEqual(yours);
    expect(await askText(claiming("12,500.00"))).toEqual(assessed("other_amount"));
    expect(await askText(claiming("12,500.00"), other.key)).toEqual(assessed("someone_else", "other_amount"));

    const toBank = await answeredWith(shop, "beta", "verified-bank-without-account");
    expect(await ask(toBank.body)).toEqual(assessed("account_not_shown"));
    const cash = await answeredWith(shop, "eta", "verified-cash-withdrawal");
    const withdrawn = await shop.ask("/api/verify-eta", { key, body: cash.body });
    expect(withdrawn.body.meta.assessment).toMatchObject({ kind: "no_payment" });

    const answers = createReceiverAnswers({ store: shop.store, secret: testSecret, now: shop.now });
    const fresh = shop.bank.newOrder();
    const { receiver_name: name, receiver_account: number } = {
      receiver_name: "HANA MEKONNEN TADESSE",
      receiver_account: "2519****8765",
    };
    must(
      await answers.keep(
        other.account,
        {
          receiver: { bank: "beta", number, name },
          receipt: { provider: "beta", reference: fresh.reference },
        },
        "mine",
      ),
    );
    expect(await ask(fresh.body, other.key)).toEqual(yours);

    shop.later(3 * dayMs);
    expect(await ask(shop.bank.newOrder().body)).toEqual(assessed("old"));
    expect(await ask()).toEqual(assessed("seen_before", "old"));
  });
});

describe("an answer without a receipt", () => {
  type Row = readonly [
    what: string,
    label: BankLabel,
    /** Null: the bank fails. */
    fixture: string | null,
    reference: string | undefined,
    status: number,
    error: object,
    retryAfter: string | null,
  ];

  const definitive = { retryable: false, charged: true };
  const open = { retryable: true, charged: true };
  const rows: readonly Row[] = [
    [
      "of today",
      "beta",
      "not-found",
      "DKF1AB2CD3",
      404,
      { ...open, reason: "too_recent", assessment: assessed("not_found_yet") },
      "120",
    ],
    [
      "of yesterday",
      "beta",
      "not-found",
      "DKE1AB2CD3",
      404,
      { ...open, reason: "too_recent", assessment: assessed("not_found_yet") },
      "120",
    ],
    [
      "of the day before yesterday",
      "beta",
      "not-found",
      "DKD1AB2CD3",
      404,
      { ...definitive, reason: "unknown", assessment: assessed("not_found") },
      null,
    ],
    [
      "of today with an account number",
      "alpha",
      "not-found",
      "FT26319K4Q7Z",
      404,
      { ...open, reason: "other_number_possible", assessment: assessed("number_in_doubt") },
      "120",
    ],
    [
      "of last week with an account number",
      "alpha",
      "not-found",
      "FT26312K4Q7Z",
      404,
      { ...definitive, reason: "other_number_possible", assessment: assessed("number_in_doubt") },
      null,
    ],
    [
      "that is pending",
      "beta",
      "pending",
      "DKF1AB2CD3",
      422,
      { ...open, receipt_status: "Pending", assessment: assessed("pending") },
      "120",
    ],
    [
      "that was reversed",
      "beta",
      "reversed",
      "DKF1AB2CD3",
      422,
      { ...definitive, receipt_status: "Reversed", assessment: assessed("undone") },
      null,
    ],
    [
      "that is another one",
      "beta",
      "mismatch-reference",
      "DKF1AB2CD3",
      422,
      { ...definitive, assessment: assessed("another_receipt") },
      null,
    ],
    [
      "of other accounts",
      "alpha",
      "mismatch-account",
      "FT26319K4Q7Z",
      422,
      { ...definitive, assessment: assessed("number_in_doubt") },
      null,
    ],
    [
      "that cannot be read",
      "beta",
      "format-changed",
      "DKF1AB2CD3",
      502,
      { retryable: false, charged: false, assessment: assessed("unreadable") },
      null,
    ],
    [
      "while the bank fails",
      "beta",
      null,
      "DKF1AB2CD3",
      502,
      { retryable: true, charged: false, assessment: assessed("no_answer") },
      null,
    ],
  ];

  test.each(rows)("%s says what it means, and whether to ask again", async (...row) => {
    const [, label, fixture, reference, status, error, retryAfter] = row;
    const shop = await openShop({ banks: ["alpha"] });
    const { key } = await shop.open({ santim: 100_000 });
    const order = await answeredWith(shop, label, fixture ?? "verified", reference);
    if (fixture === null) shop.bankOf(label).misbehave(order, answer(500));
    const reply = await shop.ask(`/api/verify-${label}`, { key, body: order.body });
    expect([reply.status, reply.body.error, reply.headers.get("retry-after")]).toEqual([
      status,
      expect.objectContaining(error),
      retryAfter,
    ]);
    if (!("reason" in error)) expect(reply.body.error).not.toHaveProperty("reason");
  });

  test("carries no assessment where nobody was asked", async () => {
    const shop = await openShop();
    const { key } = await shop.open();
    for (const asking of [
      { body: { reference: "no" }, key },
      { body: shop.bank.newOrder().body, key: "no key" },
    ])
      expect((await shop.ask("/api/verify-beta", asking)).body.error).not.toHaveProperty("assessment");
  });

  test("doubts the bank that was chosen by hand, and no bank that the reference names alone", async () => {
    const shop = await openShop({ banks: ["alpha", "gamma", "iota"] });
    const { key } = await shop.open({ santim: 100_000 });
    const account = { accountNumber: "1000200004321" };
    const [doubted, early, none] = ["other_number_possible", "too_recent", "unknown"];
    const rows: readonly (readonly [BankLabel, string, object, string | undefined, boolean])[] = [
      ["alpha", "FT26319K4Q7A", { ...account, provider: "alpha" }, doubted, true],
      // Two banks' shapes, and this one is the less likely.
      ["iota", "DKF1AB2CD4", { provider: "iota" }, doubted, false],
      ["beta", "DKF1AB2CD5", {}, early, true],
      ["beta", "DKF1AB2CD6", { provider: "beta" }, early, true],
      ["beta", "CKF1AB2CD3", { provider: "beta" }, none, false],
    ];
    for (const [label, reference, more, reason, retryable] of rows) {
      await answeredWith(shop, label, "not-found", reference);
      const { code, body } = await shop.ask("/api/verify", { key, body: { text: reference, ...more } });
      expect([reference, code, body.error]).toEqual([
        reference,
        "receipt_not_found",
        expect.objectContaining({ reason, retryable }),
      ]);
    }
    const items = [{ text: "DKF1AB2CD4", provider: "iota" }];
    const batch = JSON.parse((await shop.ask("/api/verify/batch", { key, body: { items } })).text);
    expect(batch.results[0].error.reason).toBe(doubted);
    const stated = await shop.ask("/api/verify-iota", { key, body: { transactionId: "DKF1AB2CD4" } });
    expect(stated.body.error.reason).not.toBe(doubted);
  });

  test("never calls a receipt missing that a second number, or its newness, may hide, in any language", async () => {
    const shop = await openShop({ banks: ["alpha"] });
    const [doubted, early, gone] = [
      await answeredWith(shop, "alpha", "not-found", "FT26312K4Q7Z"),
      await answeredWith(shop, "beta", "not-found", "DKF1AB2CD3"),
      await answeredWith(shop, "beta", "not-found", "DKA1AB2CD3"),
    ];
    for (const language of languages) {
      const headers = { "accept-language": language };
      const { key } = await shop.open({ santim: 5_000 });
      const messageOf = async (label: string, { body }: { body: unknown }) => {
        const { error } = (await shop.ask(`/api/verify-${label}`, { key, body, headers })).body;
        expect(error.hint).toEqual(expect.any(String));
        return error.message;
      };
      const none = failureSentence({ code: "receipt_not_found" }, language).message;
      const messages = [await messageOf("alpha", doubted), await messageOf("beta", early)];
      expect(await messageOf("beta", gone)).toBe(none);
      for (const message of messages) expect([language, message]).not.toEqual([language, none]);
      expect(new Set(messages).size).toBe(2);
    }
  });
});
