import { describe, expect, test } from "vitest";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { decodeDocument } from "../../src/documents/decode.ts";
import { type Case, requestAt } from "../../src/operator/sandbox/cases.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { caseNamed, renderCase, testClock } from "../support/cases.ts";
import { settingsOf } from "../support/detection.ts";

/**
 * What kind of payment a receipt is, whose bank the receiver's is and whether the receiver's account is told: from what
 * the bank prints, and null or no where it does not say.
 */

type Swap = readonly [printed: string, instead: string];

const swapped = (text: string, swaps: readonly Swap[]): string =>
  swaps.reduce((before, [printed, instead]) => {
    if (!before.includes(printed)) throw new Error(`the fixture does not print ${printed}`);
    return before.replaceAll(printed, instead);
  }, text);

/** The case with other texts in what its bank prints. */
const changed = (one: Case, swaps: readonly Swap[]): Case => {
  const { body } = one;
  if (body.kind === "page") return { ...one, body: { ...body, template: swapped(body.template, swaps) } };
  if (body.kind !== "text") throw new Error("nothing to change");
  const { template, page } = body;
  if (page !== undefined) return { ...one, body: { ...body, page: swapped(page, swaps) } };
  return { ...one, body: { ...body, template: swapped(template, swaps) } };
};

/** `provider/case`, its facts in one line, or the code of the refusal. */
const factsOf = async (path: string, swaps: readonly Swap[]): Promise<string> => {
  const read = await readOf(path, swaps);
  return read.ok ? lineOf(read.value) : read.error.code;
};

const readOf = async (path: string, swaps: readonly Swap[]) => {
  const [label = "", name = ""] = path.split("/");
  const one = changed(caseNamed(label, name), swaps);
  const url = `https://${label}.example`;
  const [provider] = openProviders({ [label]: settingsOf(url) }, "full");
  const question = provider?.open(requestAt(one.request, url));
  const document = await decodeDocument(await renderCase(one), one.upstream.contentType);
  if (!question?.ok || !document.ok) throw new Error(`${path} is not asked for, or not decoded`);
  return question.value.read({ status: 200, document: document.value }, testClock);
};

const lineOf = ({ paymentKind, receiverBank, isReceiverAccountShown }: VerifiedReceipt): string =>
  `${paymentKind} · ${receiverBank ?? "?"} · ${isReceiverAccountShown ? "shown" : "not shown"}`;

type Row = readonly [what: string, path: string, swaps: readonly Swap[], facts: string];

const account = (instead: string, printed: string): Swap => [printed, instead];
const name = (instead: string): Swap => ["HANA MEKONNEN TADESSE", instead];

const alphaOf = (instead: string) => account(instead, "1****8765");
const betaOf = (instead: string) => account(instead, "2519****8765");
const gammaOf = (instead: string) => account(instead, "1*****88");
const deltaOf = (instead: string) => account(instead, "5822******014");
const etaOf = (instead: string) => account(instead, "109*********7018");
const zetaOf = (instead: string) => account(instead, "1000*****4321");
const betaReason = (instead: string): Swap => ["Send Money to Registered Customer", instead];

const rows: readonly Row[] = [
  ["a whole account of alpha's", "alpha/verified", [alphaOf("1000200008765")], "transfer · alpha · shown"],
  ["another bank's account", "alpha/verified", [alphaOf("2912******911")], "transfer · ? · shown"],
  ["a wallet's phone", "alpha/verified", [alphaOf("251911008765")], "transfer · ? · shown"],
  ["a bank", "alpha/verified", [name("GAMMA BANK S.C.")], "transfer · alpha · not shown"],
  [
    "a payer's word of a withdrawal",
    "alpha/verified",
    [["goods done via Mobile", "ATM CASH WITHDRAWAL"]],
    "transfer · alpha · shown",
  ],
  [
    "a withdrawal from one's own account",
    "alpha/verified",
    [["goods done via Mobile", "ATM CASH WITHDRAWAL"], alphaOf("1****4321"), name("SELAM GETACHEW ALEMU")],
    "withdrawal · alpha · shown",
  ],
  ["a code of a transfer", "alpha/verified-link", [["ACNX", "ACIB"]], "transfer · alpha · shown"],
  ["a type in words", "alpha/verified-link", [["ACNX", "Utility Bill Payment"]], "bill · alpha · shown"],
  [
    "a payer's words in JSON",
    "alpha/verified-link",
    [["goods done via Mobile", "Bill Payment"]],
    "transfer · alpha · shown",
  ],
  [
    "another bank's account in JSON",
    "alpha/verified-link",
    [account("174*********7012", "1********8765")],
    "transfer · ? · shown",
  ],

  ["a short code", "beta/verified", [betaOf("514862")], "transfer · beta · not shown"],
  [
    "a merchant's short code",
    "beta/verified",
    [betaOf("514862"), betaReason("Buy Goods")],
    "merchant · beta · shown",
  ],
  [
    "a bank's code for goods",
    "beta/verified",
    [betaOf("0003"), betaReason("Buy Goods")],
    "merchant · beta · not shown",
  ],
  [
    "a bank without the word in its name",
    "beta/verified",
    [betaOf("0004"), name("Alpha Birr"), betaReason("Customer Transfer from Mobile Money to Bank")],
    "transfer · Alpha Birr · not shown",
  ],
  [
    "a bank with a number as long as an account",
    "beta/verified",
    [betaOf("100000000003"), name("Alpha Bank")],
    "transfer · Alpha Bank · not shown",
  ],
  [
    "a payer's note of airtime",
    "beta/verified-optional-rows",
    [["Payer Name and Settled Amount as agreed", "Buy Airtime"]],
    "transfer · beta · shown",
  ],
  [
    "a bill that only its row tells",
    "beta/verified-optional-rows",
    [betaReason("Payment")],
    "bill · beta · shown",
  ],
  [
    "airtime that only its row tells",
    "beta/verified-airtime",
    [["Buy Airtime", "Payment"]],
    "airtime · beta · not shown",
  ],
  [
    "airtime without a credited party",
    "beta/verified-airtime",
    [
      [" ADDIS MOBILE OPERATOR", " "],
      [" 100001", " "],
    ],
    "airtime · beta · shown",
  ],
  ["a reason in Amharic", "beta/verified", [betaReason("የአየር ሰዓት ግዢ")], "airtime · beta · shown"],

  ["gamma's own whole account", "gamma/verified", [gammaOf("1000300036988")], "transfer · gamma · shown"],
  ["an account of another shape", "gamma/verified", [gammaOf("2912******911")], "transfer · ? · shown"],
  [
    "a type that leaves gamma",
    "gamma/verified",
    [["Fund Transfer", "Other Bank Transfer"]],
    "transfer · ? · shown",
  ],
  [
    "a named bank",
    "gamma/verified",
    [['"currency"', '"Beneficiary Bank": "Alpha Bank", "currency"']],
    "transfer · Alpha Bank · shown",
  ],
  [
    "a payer's narrative",
    "gamma/verified",
    [['"goods"', '"ATM Cash Withdrawal"']],
    "transfer · gamma · shown",
  ],
  ["a type of airtime", "gamma/verified", [["Fund Transfer", "Airtime Top Up"]], "airtime · gamma · shown"],

  ["a whole account within delta", "delta/verified", [deltaOf("5822000000014")], "transfer · delta · shown"],
  [
    "another bank without its name",
    "delta/verified-other-bank",
    [["<p><strong>Beneficiary Bank Name:</strong> Gamma Bank S.C.</p>", ""]],
    "transfer · ? · shown",
  ],
  [
    "a wallet without its name",
    "delta/verified-wallet",
    [["<p><strong>Institution Name:</strong> Birrway</p>", ""]],
    "transfer · ? · shown",
  ],
  [
    "a payer's narrative",
    "delta/verified",
    [["<strong>Narrative:</strong> goods", "<strong>Narrative:</strong> Cash Withdrawal"]],
    "transfer · delta · shown",
  ],

  [
    "an account at a bank",
    "epsilon/verified",
    [account("1000200008765 - HANA", "0922000000 - HANA")],
    "transfer · ? · shown",
  ],
  [
    "a reason that the payer may have written",
    "epsilon/verified",
    [["Send Money by Customer to Customer", "school fee"]],
    "transfer · epsilon · shown",
  ],
  [
    "words in the place of a person's account",
    "epsilon/verified",
    [account("Org Account", "0922000000 - HANA MEKONNEN TADESSE")],
    "provider_format_changed",
  ],

  ["a whole account of eta's", "eta/verified", [etaOf("1090000000007018")], "transfer · eta · shown"],
  ["an account of another shape", "eta/verified", [etaOf("1000200008765")], "transfer · ? · shown"],
  [
    "an external transfer in eta's shape",
    "eta/verified-external",
    [account("109*********7018", "1000200008765")],
    "transfer · ? · shown",
  ],
  [
    "a code of a withdrawal under another name",
    "eta/verified-cash-withdrawal",
    [["ATM CASH WITHDRAWAL", "SELF SERVICE"]],
    "withdrawal · eta · shown",
  ],
  ["airtime", "eta/verified-wallet", [["BIRRWAY WALLET 911000000", "MOBILE TOP UP"]], "airtime · ? · shown"],

  ["an IPS transfer that names no bank", "theta/verified", [["Alpha Bank", "-"]], "transfer · ? · shown"],
  [
    "an account of another shape without a mark",
    "theta/verified-send-to-bank",
    [account("1000*****4321", "1000*****4321/BANK")],
    "transfer · ? · shown",
  ],
  [
    "an account of theta's without a mark",
    "theta/verified-send-to-bank",
    [account("01320000000200", "1000*****4321/BANK")],
    "transfer · theta · shown",
  ],
  [
    "a merchant whose type says more",
    "theta/verified-merchant",
    [["Merchant Payment", "Bill Payment"]],
    "bill · theta · shown",
  ],
  [
    "a merchant whose type says nothing",
    "theta/verified-merchant",
    [["Merchant Payment", "Payment"]],
    "merchant · theta · shown",
  ],
  [
    "airtime for a phone",
    "theta/verified-send-money",
    [["Send Money", "Buy Airtime"]],
    "airtime · theta · shown",
  ],
  ["a payer's reason", "theta/verified", [["rent", "Cash Withdrawal"]], "transfer · Alpha Bank · shown"],
  [
    "a bank's own name",
    "theta/verified",
    [name("ALPHA BANK"), account("10000003", "1000*****4321")],
    "transfer · Alpha Bank · not shown",
  ],

  ["an account at no named bank", "iota/verified-to-bank", [["A Bank", "- - -"]], "transfer · ? · shown"],
  [
    "a bank that is paid as a business",
    "iota/verified-to-business",
    [["MERKATO TRADING PLC", "Alpha Bank S.C."]],
    "merchant · iota · not shown",
  ],
  [
    "what only a package has",
    "iota/verified-package",
    [["Buy Package", "Payment"]],
    "airtime · iota · shown",
  ],
  [
    "a payer's reason",
    "iota/verified",
    [['"y": 407, "text": "- - -"', '"y": 407, "text": "Cash Withdrawal"']],
    "transfer · iota · shown",
  ],

  ["an account of zeta's", "zeta/verified", [zetaOf("426*******612")], "transfer · zeta · shown"],
  [
    "a named bank",
    "zeta/verified",
    [['"1000*****4321"', '"1000*****4321", "bank": "Alpha Bank"']],
    "transfer · Alpha Bank · shown",
  ],
  ["a debit", "zeta/verified", [["IPS OUT GOING", "Withdrawal"]], "transfer · ? · shown"],
  [
    "a debit by type",
    "zeta/verified",
    [['"narrative"', '"type": "Withdrawal", "narrative"']],
    "transfer · ? · shown",
  ],
  [
    "cash by type",
    "zeta/verified",
    [['"narrative"', '"type": "Cash Withdrawal", "narrative"']],
    "withdrawal · ? · shown",
  ],
  ["a payer's narrative", "zeta/verified", [["IPS OUT GOING", "airtime for hana"]], "transfer · ? · shown"],
  [
    "a page's narrative",
    "zeta/verified-page",
    [["IPS OUT GOING", "ATM CASH WITHDRAWAL"]],
    "withdrawal · ? · shown",
  ],
];

test.each(rows)("%s (%s)", async (_, path, swaps, facts) => {
  expect(await factsOf(path, swaps)).toBe(facts);
});

describe("a receiver whose account is left empty", () => {
  test.each([
    ["beta/verified", " 2519****8765", " "],
    ["gamma/verified", '"1*****88"', "null"],
    ["delta/verified", " 5822******014", " -"],
    ["eta/verified", '"109*********7018"', '"-"'],
    ["iota/verified", '"251712000456"', '"- - -"'],
    ["zeta/verified", '"1000*****4321"', '""'],
  ])("is a change of the layout when somebody was paid: %s", async (path, printed, instead) => {
    expect(await factsOf(path, [[printed, instead]])).toBe("provider_format_changed");
  });
});

test.each([
  ["as the order", "epsilon/verified-from-bank", [], "FT26319K4Q7Z"],
  [
    "nowhere where the order is another thing",
    "epsilon/verified-from-bank",
    [["FT26319K4Q7Z", "ORD-77"]],
    undefined,
  ],
  ["behind the payer's bank's own name", "zeta/verified", [], "FT26319FLQKV"],
  ["nowhere in a reference of another form", "zeta/verified", [["XXXXETAAFT26319", "ETAA26319"]], undefined],
] as const)("the payer's bank's reference is told %s", async (_, path, swaps, reference) => {
  const read = await readOf(path, swaps);
  expect(read.ok && read.value.payersReference).toBe(reference);
});
