import { describe, expect, test } from "vitest";
import { outcomeOfChanged } from "../support/changed.ts";

/** JSON that tells of two transactions, or gives a label two values at any depth, is never Verified; equal copies may be. */

type Members = Record<string, unknown>;
type Answer = {
  readonly label: string;
  readonly name: string;
  /** The receipt's own object. */
  readonly receiptIn: (root: Members) => Members;
  readonly other: Members;
  readonly labels: readonly string[];
};

const within = (value: unknown): Members => Object(value);

const answers: readonly Answer[] = [
  {
    label: "alpha",
    name: "verified-link",
    receiptIn: (root) => root,
    other: {
      id: "FT26319QQQQ9",
      amountCredited: 99_000,
      amountDebited: 99_000,
      creditAccountNo: "1****1111",
    },
    labels: [
      "creditAccountHolder",
      "debitAccountNo",
      "amountCredited",
      "credit_account_no",
      "Amount Credited",
    ],
  },
  {
    label: "gamma",
    name: "verified",
    receiptIn: (root) => within(within(root.body)[0]),
    other: {
      "Transaction Reference": "FT26319QQQQ9",
      "Transferred Amount": "ETB 99,000.00",
      "Receiver's Name": "ABEBE KEBEDE",
      "Receiver's Account": "1*****11",
    },
    labels: [
      "Transferred Amount",
      "Beneficiary Name",
      "transaction_reference",
      "receivers account",
      "Source Account",
    ],
  },
  {
    label: "zeta",
    name: "verified",
    receiptIn: (root) => within(root.data),
    other: {
      reference: "XXXXETAAFT26319QQQQ9",
      amount: "99,000.00",
      total: "99,011.50",
      date: "15-11-2026 09:00:00",
    },
    labels: ["amount", "total", "AMOUNT"],
  },
];

/** A value that the receipt does not have, in the shape of the one that it has under such a label. */
const otherValue = (label: string): string =>
  /amount|total/i.test(label) ? "99,000.00" : /reference/i.test(label) ? "FT26319QQQQ9" : "1****1111 X";

describe.each(answers)("JSON of $label, $name,", ({ label, name, receiptIn, other, labels }) => {
  const outcome = (change: (root: Members, receipt: Members) => unknown) =>
    outcomeOfChanged(label, name, (text) => {
      const root = within(JSON.parse(text));
      return JSON.stringify(change(root, receiptIn(root)) ?? root);
    });

  const places: Readonly<Record<string, (root: Members, receipt: Members, second: Members) => unknown>> = {
    "beside it": (root, _, second) => void Object.assign(root, { related: second }),
    "in a list beside it": (root, _, second) => void Object.assign(root, { transactions: [second] }),
    "in a list with its copy": (root, receipt, second) =>
      void Object.assign(root, { transactions: [structuredClone(receipt), second] }),
    "within it": (_, receipt, second) => void Object.assign(receipt, { original: second }),
    "deep within it": (_, receipt, second) =>
      void Object.assign(receipt, { more: [{ of: { those: [second] } }] }),
    "with it in a list": (root, _, second) => [root, second],
    "before it in a list": (root, _, second) => [second, root],
  };

  test.each(Object.keys(places))("with a second transaction %s is refused", async (place) => {
    const put = places[place] ?? (() => null);
    const whole = (receipt: Members) => ({ ...structuredClone(receipt), ...other });
    expect([
      await outcome((root, receipt) => put(root, receipt, other)),
      await outcome((root, receipt) => put(root, receipt, whole(receipt))),
    ]).toEqual(["provider_format_changed", "provider_format_changed"]);
  });

  test("with a second transaction under other keys is refused", async () => {
    const { reference = "FT26319QQQQ9" } = other;
    expect(
      await outcome(
        (root) => void Object.assign(root, { second: { trxRef: reference, trxAmount: "99,000.00" } }),
      ),
    ).toBe("provider_format_changed");
  });

  test.each(labels)("that gives %s another value is refused, at any depth", async (key) => {
    expect([
      await outcome((root) => void Object.assign(root, { [`${key} `]: otherValue(key) })),
      await outcome((_, receipt) => void Object.assign(receipt, { [key.toUpperCase()]: otherValue(key) })),
      await outcome(
        (_, receipt) => void Object.assign(receipt, { more: [{ inner: { [key]: otherValue(key) } }] }),
      ),
    ]).not.toContain("Verified");
  });

  test.each([
    ["Currency", "USD", "provider_format_changed"],
    ["currency_code", "usd", "provider_format_changed"],
    ["Transaction Currency", "Euro", "provider_format_changed"],
    ["Currency", "ETB", "Verified"],
    ["transferCurrency", "Ethiopian Birr", "Verified"],
    ["currencyCode", "", "Verified"],
  ])("whose %s is “%s” is %s", async (key, currency, expected) => {
    expect(await outcome((_, receipt) => void Object.assign(receipt, { [key]: currency }))).toBe(expected);
  });

  test("that says the same again is Verified", async () => {
    expect(
      await outcome((root, receipt) => void Object.assign(root, { copy: structuredClone(receipt) })),
    ).toBe("Verified");
    expect(
      await outcome((root, receipt) => void Object.assign(root, { copies: [structuredClone(receipt)] })),
    ).toBe("Verified");
  });

  test.each([
    {
      fees: [
        { name: "Service charge", amount: "10.00" },
        { type: "VAT", amount: 1.5 },
      ],
    },
    { balance: { amount: "99,000.00", currency: "ETB" } },
    { limits: { total: "50,000.00" } },
    { branch: { id: 7, name: "Bole", code: "B7" } },
    { channel: { id: "MB", type: "mobile" } },
    { links: [{ rel: "self", href: "https://receipts.example/x" }] },
    { serverTime: "2026-11-15T10:00:00Z", traceId: "9f1b6c0a-77aa" },
    { orderReference: "FT26319QQQQ9" },
    { meta: { status: "success", id: "8d1c" } },
    { timeline: [{ date: "2026-11-15", status: "Completed" }] },
    { note: "Transaction Reference FT26319QQQQ9 Transferred Amount ETB 99,000.00 amountCredited: 5" },
  ])("with %j besides is Verified", async (members) => {
    expect(await outcome((root) => void Object.assign(root, structuredClone(members)))).toBe("Verified");
  });
});

test.each([
  ["alpha", "verified-link", "dateTimes", ["2026-11-10T07:00:00Z"], (root: Members) => root],
  [
    "gamma",
    "verified",
    "Transaction Date",
    "10/11/26 10:00",
    (root: Members) => within(within(root.body)[0]),
  ],
  ["zeta", "verified", "date", "10-11-2026 10:00:00", (root: Members) => within(root.data)],
] as const)(
  "JSON of %s, %s, with a copy of another day is refused",
  async (label, name, key, day, receiptIn) => {
    const outcome = await outcomeOfChanged(label, name, (text) => {
      const root = within(JSON.parse(text));
      return JSON.stringify({ ...root, copy: { ...receiptIn(root), [key]: day } });
    });
    expect(outcome).toBe("provider_format_changed");
  },
);

test("amounts, names and accounts of a copy may be written otherwise", async () => {
  const copy = {
    id: "FT26319K4Q7Z",
    amountCredited: "ETB 1,250.00",
    creditAccountNo: "1**8765",
    debitAccountNo: "1000200004321",
    creditAccountHolder: "Hana  Mekonnen Tadesse",
    debitAccountHolder: null,
  };
  expect(
    await outcomeOfChanged("alpha", "verified-link", (text) => JSON.stringify({ ...JSON.parse(text), copy })),
  ).toBe("Verified");
});
