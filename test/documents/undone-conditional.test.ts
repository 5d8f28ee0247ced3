import { describe, expect, test } from "vitest";
import { pairSaysUndone } from "../../src/documents/undone/fields.ts";
import { saysUnderWay, saysUndone } from "../../src/documents/undone/undone.ts";
import { bankPages, sent } from "../support/bank-pages.ts";
import { outcomeOfPage, verifiedPages } from "../support/changed.ts";
import { oneIn } from "../support/extent.ts";
import { readingOf } from "../support/outside-reading.ts";
import { drawPage, inColumns, type Mark } from "../support/plain-pdf.ts";

/** A payment that somebody has yet to make or to confirm, that depends on something or will be undone is none that is done. */

const open = [
  ...["Please confirm this payment", "Please confirm this payment.", "Confirm to complete your payment"],
  ...["Dear customer, please approve this transaction", "Approve your transfer of ETB 1,250.00"],
  ...["Please confirm this payment by entering your PIN", "Enter your PIN to confirm this payment"],
  ...["Authorise this transaction now", "Please pay this amount", "Kindly make this payment now"],
  ...["This payment requires your approval", "Your transfer of ETB 1,250.00 needs confirmation"],
  ...["This payment awaits clearance", "Confirmation required", "Your approval is still required"],
  ...["Subject to clearance", "This payment is subject to clearance", "Payment subject to final settlement"],
  ...["The amount is credited subject to approval by the receiving bank", "Subject to realization"],
  ...["This payment will be reversed", "This payment will be refunded", "Your payment will be reversed."],
  ...["This transaction will be cancelled within 24 hours", "This transfer is to be returned"],
  ...["The amount will be refunded to the sender", "Please note that your payment will be returned today"],
  ...["Dear HANA, your transfer to SELAM will be reversed because the account is closed"],
  ...["Thank you. This payment shall be rolled back.", "Your payment (ETB 1,250.00) will be reversed"],
  ...["If you have questions, call 8000. Your payment will be reversed today."],
  ...[
    "Need help? Your payment will be reversed.",
    "In case of questions call us. This payment will be refunded.",
  ],
];

const general = [
  ...["Please confirm the details before you leave the counter", "Please confirm the receipt with your bank"],
  ...["Please confirm this payment with your bank before you hand over the goods"],
  ...[
    "Scan to confirm this payment",
    "Scan the QR code to verify this payment",
    "Verify your payment online",
  ],
  ...["Click here to confirm this payment", "To confirm this payment, scan the code"],
  ...["Never enter your PIN to approve a payment for others", "Dial *000# to make your payment"],
  ...["If you did not approve this transaction, call 8000", "Payments above 50,000 require approval"],
  ...["Please pay your bills on time", "Please pay at the counter", "Complete your KYC"],
  ...["Subject to our terms and conditions", "Loans up to ETB 10,000, subject to approval"],
  ...["Subject to approval", "Cheques are subject to clearance", "This payment is subject to VAT"],
  ...["Valid subject to realisation of cheque", "This receipt is subject to clearing of the cheque"],
  ...["This service is subject to clearance fees", "Subject to clearing house rules"],
  ...["This payment will be reversed if the account is closed", "Failed payments will be refunded"],
  ...["If the transfer failed, the amount will be refunded to the sender"],
  ...["If the transfer failed, call 8000. The amount will be refunded to the sender."],
  ...["Wrong transfer? The amount will be returned to the sender."],
  ...["Your payment will be refunded within 7 days of your claim", "Refunds: contact your branch"],
  ...["Your deposit will be returned when you leave", "This payment will be shown in your statement"],
  ...["This receipt is subject to verification.", "Log in to approve your transactions"],
  ...["The receipt is valid subject to verification on receipts.bank.example."],
  ...["This payment is subject to confirmation by phone if above 100,000 Birr."],
  ...["Enter *000# to complete your transactions.", "Reply YES to confirm your payment reminders"],
  ...["Type the reference to confirm this payment.", "Please pay 15% VAT with each fee."],
  ...["To confirm this payment, enter the reference at receipts.example."],
  ...["Enter your PIN to complete your payment only in the official app."],
  ...["Dial *000# to complete your transaction from any phone.", "Please settle this bill"],
  ...["To complete your transfer, the bank charged ETB 5.00", "Please pay 5 birr for a printed copy."],
  ...["To release this payment, two officers approved.", "This receipt is to be returned to the cashier."],
  ...["Your deposit will be refunded on 30-12-2026", "This payment requires your PIN each time."],
  ...["Please accept this payment with our thanks.", "If it fails, call us. Your payment will be refunded."],
  ...["Will this payment be reversed?", "This receipt will be cancelled only with the original"],
];

test.each(open)("“%s” is said of a payment that is not done", (text) => {
  expect(saysUnderWay(text)).toBe(true);
});

test.each(general)("“%s” is said of any payment, or of one that is done", (text) => {
  expect(saysUnderWay(text)).toBe(false);
});

test.each([
  ...["Not satisfied? Your payment was returned.", "Unhappy? This payment was refunded today."],
  ...["Changed your mind? This payment was cancelled on 15-11-2026.", "Not satisfied? Payment failed."],
  ...["Not happy with us? Your payment has been refunded.", "Unhappy? Your payment got reversed."],
])("“%s” supposes nothing of what was done", (text) => {
  expect(saysUndone(text)).toBe(true);
});

test.each([
  ...["Debited but not credited", "Receiver must accept this payment.", "This transaction is under dispute."],
  ...["This is a payment request, not a payment."],
])("“%s” is said of a payment that nobody has", (text) => {
  expect(saysUndone(text)).toBe(true);
});

test.each([...["Completed|0%", "Completed|1 of 2", "Payment received|No", "Funds received|not yet"]])(
  "“%s” is a field of a payment that is not done",
  (field) => {
    const [label = "", value = ""] = field.split("|");
    expect(pairSaysUndone(label, value)).toBe(true);
  },
);

test.each(["Completed|100%", "Completed|2 of 2", "Payment received|Yes", "Paid|0", "VAT|0%", "Page|1 of 2"])(
  "“%s” says nothing of the kind",
  (field) => {
    const [label = "", value = ""] = field.split("|");
    expect(pairSaysUndone(label, value)).toBe(false);
  },
);

test.each([
  ...["Not satisfied? Your payment is returned.", "Changed your mind? Payments are refunded."],
  ...["Not satisfied with the goods? Your money can be refunded."],
])("“%s” is a policy", (text) => {
  expect(saysUndone(text)).toBe(false);
});

describe.each(oneIn(2, verifiedPages))("a page of %s, %s,", (label, name) => {
  const turn = verifiedPages.findIndex(([own]) => own === label);
  const outcomeWith = (html: string) => outcomeOfPage(label, name, ($) => $("body").append(html));

  test("that says so is refused", async () => {
    for (const text of oneIn(4, open, turn))
      expect(await outcomeWith(`<p>${text}</p>`), text).not.toBe("Verified");
    for (const html of [
      "<button>Confirm to complete your payment</button>",
      "<table><tr><td>Subject to clearance</td></tr></table>",
      "<h2>Please confirm<br>this payment</h2>",
      "<p>If you have questions call 8000<br>This payment will be reversed</p>",
      "<p>Please confirm this payment<br>with your PIN</p>",
      "<p>Please confirm this payment<br>With your bank you are safe</p>",
      "<p>Your payment is pending<br>with your bank before you release the goods</p>",
    ])
      expect(await outcomeWith(html), html).not.toBe("Verified");
  });

  test("with advice, a policy or a payer's words is read", async () => {
    for (const text of oneIn(4, general, turn))
      expect(await outcomeWith(`<p>${text}</p>`), text).toBe("Verified");
    for (const html of [
      "<p>If nobody collects the money within 7 days<br>the amount will be refunded to the sender</p>",
      "<p>Cheques for any amount are<br>subject to clearance</p>",
      "<p>Please confirm this payment<br>with your bank before you release the goods</p>",
      "<table><tr><td>Customer note</td><td>Please confirm this payment</td></tr></table>",
      "<table><tr><td>Approval required</td><td>No</td></tr></table>",
    ])
      expect(await outcomeWith(html), html).toBe("Verified");
  });
});

describe.each(oneIn(2, bankPages, 1))("a PDF of $label", ({ label, page, record }) => {
  const turn = bankPages.findIndex((one) => one.label === label);
  const outcomeWith = async (...marks: readonly Mark[]) =>
    readingOf(label, ...sent(label, await drawPage([...page(inColumns(260)), ...marks], "runs")));

  test("that says so is refused, and with advice or a policy read", async () => {
    for (const text of oneIn(6, open, turn))
      expect(await outcomeWith({ text, x: 40, y: 800 }), text).toMatch(/^provider_format_changed/);
    for (const text of oneIn(6, general, turn))
      expect(await outcomeWith({ text, x: 40, y: 800 }), text).toBe(record);
  });

  test("whose policy takes two lines is read", async () => {
    for (const [first, second] of [
      ["If nobody collects the money within 7 days,", "the amount will be refunded to the sender."],
      ["If the transfer was made by mistake, please note that", "Your payment will be returned today"],
      ["Cheques for any amount are always", "subject to clearance"],
      ["Please confirm this payment", "with your bank before you release the goods"],
      ["Dear customer, please confirm this payment", "before you hand over the goods"],
      ["This payment will be reversed", "if the account is closed"],
    ] as const)
      expect(await outcomeWith({ text: first, x: 40, y: 788 }, { text: second, x: 40, y: 800 }), second).toBe(
        record,
      );
  });

  test("that asks to confirm this payment above another line is refused", async () => {
    for (const [first, second] of [
      ["Please confirm this payment", "with your PIN"],
      ["Please confirm this payment", "Before you go, rate our service"],
      ["Please confirm this payment.", "with your bank you are safe"],
      ["This payment will be reversed. Please confirm this payment", "with your bank"],
      ["Your payment is pending", "with your bank before you release the goods"],
    ] as const)
      expect(
        await outcomeWith({ text: first, x: 40, y: 788 }, { text: second, x: 40, y: 800 }),
        first,
      ).toMatch(/^provider_format_changed/);
  });
});
