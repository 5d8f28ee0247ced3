import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, bodyOf, startApi } from "../support/api.ts";

/** The receipt of every order is one of 1,250.00 ETB, and of 1,255.75 with its fees. */

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const sms = (amount: string): string =>
  `Dear Chaltu, You have received ${amount} from Abebe Kebede. Your transaction number is DKF7ABCD12. Your balance is ETB 12,481.54.`;

type Case = readonly [name: string, text: string, amounts: readonly number[], check: string];

const cases: readonly Case[] = [
  ["the receipt's amount", sms("ETB 1,250.00"), [125_000], "match"],
  ["the receipt's total", sms("ETB 1,255.75"), [125_575], "match"],
  ["another amount", sms("ETB 12,500.00"), [1_250_000], "mismatch"],
  ["an amount in Amharic", "12,500 ብር ተቀብለዋል። ቁጥርዎ DKF7ABCD12 ነው።", [1_250_000], "mismatch"],
  [
    "the amount and a larger one",
    `${sms("ETB 1,250.00")} You received ETB 3,000`,
    [125_000, 300_000],
    "mismatch",
  ],
  [
    "the amount and a smaller one",
    `${sms("ETB 1,250.00")} I paid 300 birr for transport`,
    [125_000, 30_000],
    "unknown",
  ],
  [
    "one of several unclear amounts",
    "shoes 300 birr, in all 1250 birr DKF7ABCD12",
    [30_000, 125_000],
    "match",
  ],
  ["another amount in thousands", "5ሺ ብር ልኬያለሁ DKF7ABCD12", [500_000], "mismatch"],
  ["the amount in thousands", "1 ሺህ 250 ብር ልኬያለሁ DKF7ABCD12", [125_000], "match"],
  [
    "amounts that add up to the receipt's",
    "shoes 1,200 birr, delivery 50 birr DKF7ABCD12",
    [120_000, 5_000],
    "match",
  ],
  [
    "amounts that add up to another one",
    "shoes 1,200 birr, delivery 60 birr DKF7ABCD12",
    [120_000, 6_000],
    "mismatch",
  ],
  [
    "an amount with a verb, and one for another thing, that add up to the receipt's",
    "paid 1,200 birr for the shoes and 50 birr for delivery DKF7ABCD12",
    [120_000],
    "match",
  ],
  [
    "the same in Amharic, where the verb stands behind both",
    "1200 ብር ለጫማ እና 50 ብር ለትራንስፖርት ልኬያለሁ DKF7ABCD12",
    [5_000],
    "match",
  ],
  [
    "an amount with a verb, and one for another thing, that add up to another one",
    "paid 12,500 birr for the shoes and 1,250 birr for delivery DKF7ABCD12",
    [1_250_000],
    "mismatch",
  ],
  ["the amount twice", "I paid 1250 birr and 1250 birr DKF7ABCD12", [125_000], "unknown"],
  ["what is left to pay alone", "500 birr remains DKF7ABCD12", [50_000], "unknown"],
  ["the amount before what is left to pay", "1250 ብር ልኬያለሁ 750 ብር ይቀረኛል DKF7ABCD12", [125_000], "match"],
  ["an amount at its very beginning", "12500 birr has been sent to you DKF7ABCD12", [1_250_000], "mismatch"],
  [
    "an amount in capitals at its very beginning",
    "12,500.00 ETB has been credited to your account. Ref DKF7ABCD12",
    [1_250_000],
    "mismatch",
  ],
  ["an amount and whose it was", "12500 birr from Selam DKF7ABCD12", [1_250_000], "mismatch"],
  ["the amount and whose it was", "1250 birr from Selam DKF7ABCD12", [125_000], "match"],
  [
    "that the rest was received",
    "Remaining payment of ETB 12,500.00 received DKF7ABCD12",
    [1_250_000],
    "mismatch",
  ],
  ["that the rest was paid", "I paid the remaining 12500 birr DKF7ABCD12", [1_250_000], "mismatch"],
  ["that the rest was paid, in Amharic", "ቀሪውን 12500 ብር ልኬያለሁ DKF7ABCD12", [1_250_000], "mismatch"],
  ["that the rest was paid, in Oromo", "hafte 12500 birrii kaffaleera DKF7ABCD12", [1_250_000], "mismatch"],
  ["that the rest was paid, in Tigrinya", "ተረፍ 12500 ብር ከፊለ DKF7ABCD12", [1_250_000], "mismatch"],
  ["the amount and a rest", "1250 birr paid remaining 4000 birr DKF7ABCD12", [125_000], "unknown"],
  [
    "the amount, and what remains to be paid",
    "1250 ብር ልኬያለሁ ቀሪ 750 ብር ነገ እልካለሁ DKF7ABCD12",
    [125_000],
    "match",
  ],
  [
    "the amount and a balance",
    "ETB 1,250.00 received. Remaining balance ETB 9,000.00 DKF7ABCD12",
    [125_000],
    "match",
  ],
  [
    "the amount, and that the rest was paid too",
    "Advance 1250 birr paid, remaining 3750 birr paid on delivery DKF7ABCD12",
    [125_000],
    "unknown",
  ],
  [
    "the amount, and that the rest was paid before, in Amharic",
    "1250 ብር ልኬያለሁ ቀሪውን 3750 ብር ከፍዬ እወስዳለሁ DKF7ABCD12",
    [125_000],
    "unknown",
  ],
  [
    "the amount beside an account of few digits",
    "Account ETB ***5678 has been credited with ETB 1,250.00 DKF7ABCD12",
    [125_000],
    "match",
  ],
  ["the price of a night", "625 birr/night, 2 nights DKF7ABCD12", [], "unknown"],
  ["the price of one of several", "2 shirts x 625 birr DKF7ABCD12", [], "unknown"],
  ["the amount and what it is a part of", "1250 sent of the 2000 birr DKF7ABCD12", [], "unknown"],
  [
    "the amount and what will be paid tomorrow",
    "1st payment 1250 birr, 2nd payment 750 birr tomorrow DKF7ABCD12",
    [125_000],
    "unknown",
  ],
  [
    "another amount, received tomorrow",
    "You have received ETB 12,500.00 tomorrow DKF7ABCD12",
    [1_250_000],
    "mismatch",
  ],
  [
    "the largest amount that can be told exactly",
    "paid 9999 x 999,999,999,999 birr DKF7ABCD12",
    [99_999_999_999_900],
    "mismatch",
  ],
  [
    "the amount, and a number of which nobody knows what it is",
    "1250 birr 12 DKF7ABCD12",
    [125_000],
    "unknown",
  ],
  ["the amount, and a word that counts", "1250 birr ten times DKF7ABCD12", [125_000], "unknown"],
  ["no amount", "DKF7ABCD12", [], "unknown"],
];

describe("a text that claims", () => {
  test.each(cases)(
    "%s: /api/verify says so and gives the record all the same",
    async (_, text, amounts, check) => {
      const reply = await api.post("/api/verify", { text });
      const { data, meta } = await bodyOf(reply);
      expect([reply.status, data.status]).toEqual([200, "Verified"]);
      expect(meta.claimed_amounts_minor).toEqual(amounts);
      expect(meta.checks).toEqual({ claimed_amount: check });
    },
  );

  test("something is said of it in a batch, too, and beside what is expected", async () => {
    const items = cases.map(([, text]) => ({ text, expect: { amount: "1250" } }));
    const body = await bodyOf(await api.post("/api/verify/batch", { items }));
    expect(body).toMatchObject({
      results: cases.map(([, , , check]) => ({
        meta: { checks: { amount: "match", claimed_amount: check } },
      })),
    });
  });
});

test("a larger amount that a text names beside its claims is told as well, and a smaller one where it is said to be paid", async () => {
  const named = async (text: string) => (await bodyOf(await api.post("/api/verify", { text }))).meta;
  const larger = await named("Bill of 12,500 birr, Box 1,250 birr DKF7ABCD12");
  expect(larger).toMatchObject({
    checks: { claimed_amount: "unknown" },
    larger_amount_named_minor: 1_250_000,
  });
  expect(await named("Bill of 300 birr, Box 1,250 birr DKF7ABCD12")).not.toHaveProperty(
    "larger_amount_named_minor",
  );
  expect(await named(sms("ETB 12,500.00"))).not.toHaveProperty("larger_amount_named_minor");
  expect(await named(`${sms("ETB 1,250.00")} I paid 300 birr for transport`)).toMatchObject({
    checks: { claimed_amount: "unknown" },
    smaller_amount_named_minor: 30_000,
  });
});

test("an amount that could be read as another one is no match, and the answer says so", async () => {
  const named = async (text: string) => (await bodyOf(await api.post("/api/verify", { text }))).meta;
  const unclear = { checks: { claimed_amount: "unknown" }, unclear_amount_named: true };
  expect(await named(sms("ETB 1-250.00"))).not.toHaveProperty("unclear_amount_named");
  expect(await named(sms("ETB 1,250-000"))).toMatchObject({
    ...unclear,
    larger_amount_named_minor: 125_000_000,
  });
  expect(await named(sms("ETB \u202e1250\u202c"))).toMatchObject(unclear);
  expect((await named(sms("ETB 12, 500.00"))).checks).toEqual({ claimed_amount: "mismatch" });
  expect(await named(sms("ETB 1,250.00"))).not.toHaveProperty("unclear_amount_named");
});

test("where no text is sent, nothing is claimed and nothing said of it", async () => {
  const { meta } = await bodyOf(await api.post("/api/verify-beta", { reference: "DKF7ABCD12" }));
  expect(meta).not.toHaveProperty("claimed_amounts_minor");
  expect(meta).not.toHaveProperty("checks");
});
