import { describe, expect, test } from "vitest";
import type { PaymentKind } from "../../src/core/receipt.ts";
import { paymentKindOf, paymentKindOfNarrative } from "../../src/documents/payment-kind.ts";

/** A bank's words for what a payment was become one of six kinds; a payer's words become none but a transfer. */

const kinds: Readonly<Record<PaymentKind, readonly string[]>> = {
  withdrawal: [
    ...["ATM CASH WITHDRAWAL", "Cash Out", "CashOut by Customer to Agent", "CASH_OUT", "Cash-out", "ATM WDL"],
    ...[
      "Withdraw from agent",
      "Withdrawal",
      "Cardless Cash",
      "POS Cash Advance",
      "Cash withdrawal by cheque",
    ],
    ...["ካሽ ማውጣት", "ገንዘብ ማውጣት", "ጥሬ ገንዘብ ማዉጣት", "ከወኪል ገንዘብ ማውጣት/Withdraw Cash"],
  ],
  airtime: [
    ...["Buy Airtime", "Airtime", "Air Time Purchase", "AIRTIME TOPUP", "Mobile Top-Up", "Recharge"],
    ...["Buy Package", "Data Bundle", "Voice package for others", "Top up of own phone"],
    ...["የአየር ሰዓት", "የአየር ሰአት መግዛት", "የአየር ሠዓት", "ጥቅል መግዛት/Buy Package"],
  ],
  bill: [
    ...[
      "Bill Payment",
      "Pay Bill",
      "PayBill by Customer to Organization",
      "Utility Payment",
      "Water",
      "Electricity",
    ],
    ...["School Fee", "Traffic Penalty", "Pay TV", "DSTV Subscription", "የቢል ክፍያ", "የመብራት ክፍያ", "የትራፊክ ቅጣት"],
  ],
  merchant: [
    ...["Merchant Payment", "Pay Merchant", "Buy Goods", "Customer Buy Goods and Services", "POS PURCHASE"],
    ...["Payment to till", "የነጋዴ ክፍያ"],
  ],
  transfer: [
    ...["", " ", "-", "_", "null", "N/A", "Fund Transfer", "Send Money", "Send Money to Registered Customer"],
    ...["Customer Transfer from Mobile Money to Bank", "TransferFromBankToMM by Customer to Customer"],
    ...["IPS Bank Transfer", "Send To Bank", "Load to Wallet", "Wallet Top Up", "BIRRWAY WALLET 911000000"],
    ...["INTERNET BANKING FUND TRANSFER", "Withdraw to Bank", "Withdrawal by IPS transfer", "ገንዘብ ማስተላለፍ"],
    ...["FUND TRANSFER TO KAZANCHIS WATER AND AIRTIME SHOP", "Send Money to Bill Adane"],
  ],
  other: [
    "ACNX",
    "Loan Repayment",
    "Payment",
    "Cash Deposit",
    "Salary",
    "Subsidy",
    "Mobile",
    "Billion",
    "Tillage",
  ],
};

const rows = Object.entries(kinds).flatMap(([kind, texts]) => texts.map((text) => [text, kind] as const));

test.each(rows)("a bank's “%s” is %s", (text, kind) => {
  expect(paymentKindOf(text)).toBe(kind);
});

describe("words that may be the payer's", () => {
  test.each([
    ["CashOut by Customer to Agent", "withdrawal"],
    ["Cash Withdrawal at HANA SHOP", "withdrawal"],
    ["ATM CASH WITHDRAWAL", "withdrawal"],
    ["ገንዘብ ማውጣት", "withdrawal"],
    ["BuyAirtime by Customer to Organization", "airtime"],
    ["Airtime Topup", "airtime"],
    ["Bill Payment", "bill"],
    ["PayBill by Customer to Organization", "bill"],
    ["Merchant Payment", "merchant"],
  ])("are a bank's when they are “%s”: %s", (text, kind) => {
    expect(paymentKindOfNarrative(text)).toBe(kind);
  });

  test.each([
    "goods",
    "school fee",
    "water",
    "rent and electricity bill",
    "airtime for my phone",
    "package of shoes",
    "to withdraw tomorrow",
    "I paid the bill, this is for the purchase",
    "IPS OUT GOING",
    "TransferFromBankToMM by Customer to Customer",
  ])("leave a transfer what it is: %s", (text) => {
    expect(paymentKindOfNarrative(text)).toBe("transfer");
  });
});
