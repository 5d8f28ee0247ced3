import { describe, expect, test } from "vitest";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { checkExpectations, expectationsSchema } from "../../src/verify/expectations.ts";
import type { Check } from "../../src/verify/parties.ts";

const now = new Date("2026-11-17T10:20:30+03:00");

const verified = (
  receiver: { name?: string; account?: string },
  paymentDateIso: string | null = "2026-11-15T10:20:30+03:00",
): VerifiedReceipt => ({
  receipt: {
    bank: "Bank",
    document_type: "Receipt",
    status: "Verified",
    transaction_reference: "FT26319K4Q7Z",
    payment_date: "11/15/2026, 10:20:30 AM",
    payer_name: "SELAM GETACHEW",
    payer_account: "1****4321",
    receiver_name: receiver.name ?? "HANA MEKONNEN",
    receiver_account: receiver.account ?? "1****8765",
    transferred_amount: "1250.00 ETB",
    total_debited: "1250.00 ETB",
    pdf_available: true,
  },
  amountMinor: 125_000,
  paymentDateIso,
  totalCheck: "exact",
  absentFields: [],
  paymentKind: "transfer",
  receiverBank: "beta",
  isReceiverAccountShown: true,
});

describe("the receiver's account", () => {
  test.each<[string, string, Check]>([
    ["1000200008765", "1****8765", "match"],
    ["1000200008765", "1**********8765", "match"],
    ["2000200008765", "1****8765", "mismatch"],
    ["1000200008764", "1****8765", "mismatch"],
    ["00008765", "1****8765", "match"],
    ["8765", "1****8765", "match"],
    ["1000 2000-08765", "1000200008765", "match"],
    ["1000200008765", "1000200008765", "match"],
    ["1000200008764", "1000200008765", "mismatch"],
    ["0911223344", "2519****3344", "match"],
    ["+251 911 223 344", "0911223344", "match"],
    ["0911223344", "09****3344", "match"],
    ["+251911223344", "0911***344", "match"],
    ["00251911223344", "2519****3344", "match"],
    ["00251911223344", "0911223344", "match"],
    ["0911223344", "+251911223344", "match"],
    ["0911223345", "0911***344", "mismatch"],
    ["0911223345", "251911***344", "mismatch"],
    ["0911223344", "251911***344", "match"],
    ["0935123450", "25193******0", "unknown"],
    ["0935123450", "25193****450", "match"],
    ["0935123450", "2519*****450", "unknown"],
    ["1000200008765", "10002*******5", "unknown"],
    ["1000200008788", "1*****88", "unknown"],
    ["1000200008787", "1*****88", "mismatch"],
    ["1000200000003", "0003", "mismatch"],
    ["0003", "0003", "match"],
    ["5060", "405060", "mismatch"],
    ["405060", "405060", "match"],
    ["405060", "5060", "mismatch"],
    ["8765", "1000200008765", "match"],
    ["1000200008765", "Org Account", "unknown"],
  ])("%s against %s is %s", (asked, printed, answer) => {
    const expected = expectationsSchema.parse({ receiver_account: asked });
    expect(checkExpectations(expected, verified({ account: printed }), now)).toEqual({
      receiver_account: answer,
    });
  });
});

describe("the receiver's name", () => {
  test.each<[string, string, Check]>([
    ["Hana Mekonnen", "HANA MEKONNEN", "match"],
    ["Hana  Mekonnen", "Mrs HANA MEKONNEN", "match"],
    ["Hana Mekonnen", "HANA MEKONNEN TADESSE", "unknown"],
    ["Hana Mekonnen Tadesse", "HANA MEKONNEN", "unknown"],
    ["Hana Tadesse", "HANA MEKONNEN TADESSE", "mismatch"],
    ["ሐና መኮንን", "ሐና መኮንን", "match"],
    ["ሀና መኮንን", "ሐና መኮንን", "match"],
    ["Gebre Michael Tesfaye", "GEBREMICHAEL TESFAYE", "unknown"],
    ["Hana", "H*** M***", "unknown"],
    ["Hana", "", "unknown"],
  ])("%s against %s is %s", (asked, printed, answer) => {
    expect(checkExpectations({ receiver_name: asked }, verified({ name: printed }), now)).toEqual({
      receiver_name: answer,
    });
  });
});

test("amount and age are compared exactly", () => {
  const expected = { amount: "1,250.00", max_age_hours: 48 };
  expect(checkExpectations(expected, verified({}), now)).toEqual({ amount: "match", max_age_hours: "match" });
  const late = new Date(now.getTime() + 1);
  expect(checkExpectations({ ...expected, amount: "1250.01" }, verified({}), late)).toEqual({
    amount: "mismatch",
    max_age_hours: "mismatch",
  });
});

test("of a receipt dated a day alone, an age is known where the whole day agrees", () => {
  const checkOn = (day: string) => checkExpectations({ max_age_hours: 48 }, verified({}, day), now);
  expect(["2026-11-14", "2026-11-15", "2026-11-16"].map(checkOn)).toEqual([
    { max_age_hours: "mismatch" },
    { max_age_hours: "unknown" },
    { max_age_hours: "match" },
  ]);
});

test("an age that the receipt does not tell is unknown", () => {
  expect(checkExpectations({ max_age_hours: 48 }, verified({}, null), now)).toEqual({
    max_age_hours: "unknown",
  });
});

test.each([
  { amount: "12.345" },
  { amount: "-5" },
  { amount: 1250 },
  { receiver_account: "12" },
  { receiver_account: "abcd1234" },
  { receiver_name: " " },
  { max_age_hours: 0 },
  { max_age_hours: 1.5 },
  { colour: "red" },
])("%j is no expectation", (asked) => {
  expect(expectationsSchema.safeParse(asked).success).toBe(false);
});
