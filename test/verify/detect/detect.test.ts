import { describe, expect, test } from "vitest";
import { detect } from "../../../src/verify/detect/detect.ts";
import {
  codesOf,
  find,
  findAmongAll,
  hosts,
  linesOf,
  noon,
  nothing,
  threeProviders,
} from "../../support/detection.ts";

/** A message as it is sent, what is found in it, and the codes of what is refused. */
type Wording = readonly [name: string, text: string, lines: readonly string[], codes?: readonly string[]];

const bothNeedAnAccount = (reference: string) => [
  `alpha transactionRef=${reference} needs accountNumber`,
  `gamma reference=${reference} needs accountNumber`,
];

const messages: readonly Wording[] = [
  [
    "alpha credit",
    `Dear Selam your Account 1********4321 has been Credited with ETB 1,250.00 from Hana Mekonnen, on 15/11/2026 at 10:21:04 with Ref No FT26319K4Q7Z Your Current Balance is ETB 9,310.55. Thank you for Banking with ALPHA! ${hosts.alpha}/?id=FT26319K4Q7Z00004321`,
    ["alpha transactionRef=FT26319K4Q7Z accountNumber=00004321"],
  ],
  [
    "alpha credit, first half",
    "Dear Selam your Account 1********4321 has been Credited with ETB 1,250.00 from Hana Mekonnen, on 15/11/2026 at 10:21:04 with Ref No FT26319K4Q7Z Your Current Bal",
    bothNeedAnAccount("FT26319K4Q7Z"),
  ],
  [
    "alpha credit, second half",
    `ance is ETB 9,310.55. Thank you for Banking with ALPHA! ${hosts.alpha}/?id=FT26319K4Q7Z00004321`,
    ["alpha transactionRef=FT26319K4Q7Z accountNumber=00004321"],
  ],
  [
    "alpha debit without a reference",
    "Dear Selam, You have transfered ETB 250.00 to Hana Mekonnen on 14/11/2026 at 12:28:56 from your account 1*********4321. Your account has been debited with a S.charge of ETB 0 and  15% VAT of ETB0.00, with a total of ETB250. Your Current Balance is ETB 2,829.87.",
    [],
  ],
  [
    "alpha debit with a foreign feedback link",
    `You have successfully transferred ETB260.00 from account 1********4321 to account 1********8765 (Hana Mekonnen Tadesse). Service charge of ETB 0.50 and VAT(15%) of ETB0.08 and Disaster Recovery(5%) of 0.03 with total of ETB260.61 .Your current balance is ETB8,900.27. Thanks for Banking with ALPHA. ${hosts.alpha}/?id=FT26319K4Q7Z00004321  for feedback: https://forms.gle/abcDEF123`,
    ["alpha transactionRef=FT26319K4Q7Z accountNumber=00004321"],
  ],
  [
    "alpha teller credit",
    `… for Reciept ${hosts.alpha}/BranchReceipt/FT26319DCWR1&00004321`,
    ["alpha transactionRef=FT26319DCWR1 accountNumber=00004321"],
  ],
  [
    "alpha in Amharic",
    "የአካውንት ቁጥርዎ ••••4321 በ ETB 5,000.00 ገቢ ሆኗል። ቀሪ ሂሳብዎ ETB 25,000.00 ነው። ማጣቀሻ FT26319A1B2C",
    bothNeedAnAccount("FT26319A1B2C"),
  ],
  [
    "beta transfer",
    `Dear Selam\nYou have transferred ETB 1,250.00 to Hana Mekonnen (2519****8765) on 15/11/2026 10:20:30. Your transaction number is DKF1AB2CD3. The service fee is  ETB 5.22 and  15% VAT on the service fee is ETB 0.78. Your current E-Money Account  balance is ETB 481.54. To download your payment information please click this link: ${hosts.beta}/receipt/DKF1AB2CD3.\n\nThank you for using BETA\nBETA TELECOM`,
    ["beta reference=DKF1AB2CD3"],
  ],
  [
    "beta receipt of money",
    "Dear Hana\nYou have received ETB 1,250.00 from selam getachew(2519****4321)  on 15/11/2026 10:20:30. Your transaction number is DKF1AB2CD3. Your current E-Money Account balance is ETB 2,885.18.\nThank you for using BETA",
    ["beta reference=DKF1AB2CD3"],
  ],
  [
    "beta transfer to a bank",
    "Dear Selam\nYou have transferred ETB 110.00 successfully from your BETA account 251911000000 to ALPHA account number 1000400000000 on 15/11/2026 10:09:55. Your BETA transaction number is DKF8SJM3OC and your bank transaction number is FT26319435C5. Thank you",
    ["beta reference=DKF8SJM3OC"],
  ],
  [
    "the bank's number first",
    "Your bank transaction number is FT26319435C5 and your BETA transaction number is DKF8SJM3OC.",
    ["beta reference=DKF8SJM3OC"],
  ],
  [
    "the bank's number alone",
    "Your bank transaction number is FT26319435C5.",
    bothNeedAnAccount("FT26319435C5"),
  ],
  [
    "beta transfer to a bank that is called by its name",
    "You have sent 1,250.00 Birr to Alpha Bank account 1000400000000 on 16/11/2026 09:55. Your transaction number is DKF8SJM3OC. Alpha Ref No: FT26319435C5.",
    ["beta reference=DKF8SJM3OC"],
  ],
  [
    "beta transfer to a bank, in Amharic",
    "ወደ Alpha Bank ሂሳብ 1000400000000 1,250.00 ብር ተላልፏል። የባንክ ማጣቀሻ ቁጥር FT26319435C5 ነው። የግብይት ቁጥርዎ DKF8SJM3OC ነው።",
    ["beta reference=DKF8SJM3OC"],
  ],
  [
    "beta transfer to a bank, line by line",
    "1,250.00 ብር ተላልፏል።\nየግብይት ቁጥር: DKF8SJM3OC\nየባንክ ማጣቀሻ ቁጥር: FT26319435C5",
    ["beta reference=DKF8SJM3OC"],
  ],
  [
    "the receiving bank's reference",
    "You have transferred ETB 1,250.00 to account 1000400000000. Transaction ID: DKF8SJM3OC. Receiving bank's reference: FT26319435C5",
    ["beta reference=DKF8SJM3OC"],
  ],
  [
    "two payments in two lines",
    "I have transferred 500 Birr each.\nTransaction number DKF8SJM3OC\nRef No FT26319435C5",
    ["beta reference=DKF8SJM3OC", ...bothNeedAnAccount("FT26319435C5")],
  ],
  [
    "two payments, each with its amount",
    "I transferred 500 Birr with transaction number DKF8SJM3OC and 500 Birr with Ref No FT26319435C5",
    ["beta reference=DKF8SJM3OC", ...bothNeedAnAccount("FT26319435C5")],
  ],
  [
    "beta from a bank",
    "Dear Hana,\nYou have received  ETB 16,000.00 by transaction number DKF08R3174 on 2026-11-15 21:11:06 from ALPHA to your BETA Account 251911000000 - Hana Mekonnen",
    ["beta reference=DKF08R3174"],
  ],
  [
    "beta in Amharic",
    "… 300.00 ብር በ 15/11/2026 11:14:57 ተቀብለዋል። የሂሳብ እንቅስቃሴ ቁጥርዎ DKFA8MMWD4 ነዉ።",
    ["beta reference=DKFA8MMWD4"],
  ],
  [
    "gamma credit",
    `Dear Beza, your account 1*****88 was credited with ETB 3,000.00 by HANA MEKONNEN TADESSE. Available Balance:  ETB 5,027.46. Receipt: ${hosts.gamma}/slip/?trx=FT26319SS1KP36984 Feedback: ${hosts.gamma}/cs/?trx=CFT26319SS1KP For help, call 0000 (24/7 Toll-Free). GAMMA.`,
    ["gamma reference=FT26319SS1KP36984"],
    ["receipt_url_feedback_link"],
  ],
  [
    "gamma debit at a teller",
    `Dear Beza, your account 1*****88 was debited with ETB 750.00. Available Balance: ETB 60.24.\nReceipt: ${hosts.gamma}/slip/?trx=TT26319279B469888\nFeedback: ${hosts.gamma}/cs/?trx=DTT26319279B4`,
    ["gamma reference=TT26319279B469888"],
    ["receipt_url_feedback_link"],
  ],
  [
    "gamma, only the feedback half",
    `Feedback: ${hosts.gamma}/cs/?trx=CFT26319SS1KP For help, call 0000`,
    ["gamma reference=FT26319SS1KP needs accountNumber"],
    ["receipt_url_feedback_link"],
  ],
  [
    "delta without a reference",
    "Dear Customer, your account '5293**011' is credited with ETB 100.00 on 12/11/2026 at 08:50:23 AM. Your current balance is ETB 100.00. DELTA",
    [],
  ],
  [
    "zeta deposit",
    "A Deposit of 40,000.00 ETB has been made to your account 426*******611 BY IPS /INCOMMING/XXXXETAA/XXXXETAAFT26319FLQKV on 15-11-2026 15:27:53, your current balance is 40,000.00 ETB. Thank you.",
    [],
  ],
  [
    "theta credit without its link",
    "Dear Customer, ETB 2,425 has been credited to your account from Selam Getachew on : 2026-11-15 10:38:47  with Txn ID: 261115103874225 . Your available balance is now ETB 2,510.12.",
    [],
  ],
];

const typed: readonly Wording[] = [
  ["a bare reference", "FT26319K4Q7Z", bothNeedAnAccount("FT26319K4Q7Z")],
  ["small letters", "ft26319k4q7z", bothNeedAnAccount("FT26319K4Q7Z")],
  ["alpha's whole id", "FT26319K4Q7Z00004321", ["alpha transactionRef=FT26319K4Q7Z accountNumber=00004321"]],
  ["gamma's whole id", "FT26319SS1KP36984", ["gamma reference=FT26319SS1KP36984"]],
  ["a teller's reference", "TT26319279B4", ["gamma reference=TT26319279B4 needs accountNumber"]],
  ["beta's reference", "DKF1AB2CD3", ["beta reference=DKF1AB2CD3"]],
  ["quotes and a full stop", "“DKF1AB2CD3”.", ["beta reference=DKF1AB2CD3"]],
  ["bold type", "*DKF1AB2CD3*", ["beta reference=DKF1AB2CD3"]],
  ["Amharic letters against it", "በDKF1AB2CD3ነው።", ["beta reference=DKF1AB2CD3"]],
  ["full-width letters", "ＤＫＦ１ＡＢ２ＣＤ３", ["beta reference=DKF1AB2CD3"]],
  ["a space inside", "FT26319 SS1KP36984", ["gamma reference=FT26319SS1KP36984"]],
  ["spaces inside", "FT26319 SS1KP 36984", ["gamma reference=FT26319SS1KP36984"]],
  ["hyphens inside", "FT26319-SS1KP-36984", ["gamma reference=FT26319SS1KP36984"]],
  ["a line end inside", "FT26319SS1\nKP36984", ["gamma reference=FT26319SS1KP36984"]],
  ["single characters", "D K F 1 A B 2 C D 3", ["beta reference=DKF1AB2CD3"]],
  [
    "digits after a hyphen",
    "FT26319K4Q7Z-00004321",
    ["alpha transactionRef=FT26319K4Q7Z accountNumber=00004321"],
  ],
  [
    "a list number before it",
    "1. DKF1AB2CD3\n2. DKF1AB2CD4",
    ["beta reference=DKF1AB2CD3", "beta reference=DKF1AB2CD4"],
  ],
  ["a label without a space", "RefNo:FT26319SS1KP36984", ["gamma reference=FT26319SS1KP36984"]],
  ["a label and a later date", "Txn ID: DLF1AB2CD3", ["beta reference=DLF1AB2CD3"]],
  ["a label and no digit", "Transaction ID DKFABCDEFG", ["beta reference=DKFABCDEFG"]],
  ["a short label and no digit", "paid, ref DKFABCDEFG", ["beta reference=DKFABCDEFG"]],
  [
    "the printed label",
    "Reference No. (VAT Invoice No) FT26319SS1KP36984",
    ["gamma reference=FT26319SS1KP36984"],
  ],
  ["Amharic labels", "የክፍያ ቁጥር፡ DKF1AB2CD3", ["beta reference=DKF1AB2CD3"]],
  ["a wide shape", "FTAB12CD34EF", bothNeedAnAccount("FTAB12CD34EF")],
];

const withAccounts: readonly Wording[] = [
  ["beside it", "FT26319K4Q7Z 1000400004321"],
  ["on the next line", "FT26319K4Q7Z\n1000400004321"],
  ["before it", "1000400004321 FT26319K4Q7Z"],
  ["on the line before", "1000400004321\nFT26319K4Q7Z"],
  ["before it and its label", "1000400004321 ref FT26319K4Q7Z"],
  ["on the line before its label", "1000400004321\nRef No: FT26319K4Q7Z"],
  ["before it and an Amharic label", "1000400004321 ማጣቀሻ FT26319K4Q7Z"],
  ["labelled before its label", "Acc 1000400004321 ref FT26319K4Q7Z"],
  ["labelled on the line before", "Acc 1000400004321\nref FT26319K4Q7Z"],
  ["after a comma", "FT26319K4Q7Z, 1000400004321"],
  ["after a label", "FT26319K4Q7Z was paid today, Acc 1000400004321"],
  ["after A/C No.", "Ref FT26319K4Q7Z from A/C No. 1000400004321"],
  ["after an Amharic label", "ማጣቀሻ FT26319K4Q7Z ሂሳብ ቁጥር 1000400004321"],
  ["before it after a label", "account number: 1000400004321, reference FT26319K4Q7Z"],
  ["in groups", "FT26319K4Q7Z account 1000 4000 04321"],
  ["in groups with hyphens", "FT26319K4Q7Z account 1000-4000-04321"],
  ["beside a masked one", "account 1****8765 FT26319K4Q7Z acc 1000400004321"],
].map(([name = "", text = ""]) => [
  name,
  text,
  [
    "alpha transactionRef=FT26319K4Q7Z accountNumber=1000400004321",
    "gamma reference=FT26319K4Q7Z accountNumber=1000400004321",
  ],
]);

const withoutAccounts: readonly Wording[] = [
  ["a phone", "FT26319K4Q7Z 0911223344"],
  ["a phone of the other operator", "FT26319K4Q7Z 0711223344"],
  ["an international phone", "FT26319K4Q7Z +251911223344"],
  ["a phone in groups", "FT26319K4Q7Z 0911 22 33 44"],
  ["an amount", "FT26319K4Q7Z 15000000 Birr"],
  ["an amount with its currency first", "FT26319K4Q7Z ETB 15000000"],
  ["a date", "FT26319K4Q7Z 2026-11-15"],
  ["a masked account", "account 1********4321 FT26319K4Q7Z"],
  ["a masked account with eight digits in sight", "FT26319K4Q7Z 1****10004321"],
  ["a masked account before it", "****10004321 FT26319K4Q7Z"],
  ["a number far away", "FT26319K4Q7Z is what I paid to them, call 1000400004321"],
  ["several accounts", "acc 1000400004321 acc 1000400008765 are mine, ref FT26319K4Q7Z"],
].map(([name = "", text = ""]) => [name, text, bothNeedAnAccount("FT26319K4Q7Z")]);

const noReceipt: readonly Wording[] = [
  "hello, how are you?",
  "selam new, dehna neh? eshi ameseginalehu",
  "ሰላም እንደምን አደሩ? ገንዘቡን ልኬአለሁ፣ እባክዎ ያረጋግጡ።",
  "Akkam jirta? Qarshii ergeera, mee mirkaneessi.",
  "Please confirm, I have PAID YOU TODAY in CASH.",
  "THE CHAFFINCH CELEBRATES DECEMBERLY BACKGROUND",
  "0911223344",
  "+251 911 22 33 44",
  "1000400004321",
  "ETB 1,250.00 and 3000.50 Birr, 42.00Br.",
  "15/11/2026 10:20:30, 2026-11-15, 15-Nov-2026",
  "card 4111 1111 1111 1111",
  "2026111510",
  "FTSTATEMENTS",
  "FT27319K4Q7Z",
  "FT19319K4Q7Z",
  "FT26400K4Q7Z",
  "DLF1AB2CD3",
  "UKF4D2CODA",
  "DKFABCDEFG",
  "we meet at DKFABCDEFG",
  "we meet at 10 in DKF 1AB 2CD3 street",
  "dkf1ab2cd3@mail.example",
  "FT26319 ABCDE",
  "",
  " \n\t ",
].map((text) => [text, text, []]);

describe.each([
  ["a message", messages],
  ["typed words", typed],
  ["a reference with an account number", withAccounts],
  ["a reference beside another number", withoutAccounts],
  ["what is no receipt", noReceipt],
])("in %s", (_, wordings) => {
  test.each(wordings.map((wording) => [...wording] as const))("%s", (...wording) => {
    const [, text, lines, codes = []] = wording;
    const found = find(text);
    expect(linesOf(found)).toEqual(lines);
    expect(codesOf(found)).toEqual(codes);
  });
});

describe("several receipts", () => {
  test("stand in the order of the text", () => {
    const text = `DKF1AB2CD4\nFT26319SS1KP36984\nDKF1AB2CD3`;
    expect(linesOf(find(text))).toEqual([
      "beta reference=DKF1AB2CD4",
      "gamma reference=FT26319SS1KP36984",
      "beta reference=DKF1AB2CD3",
    ]);
  });

  test("of which one is linked put the link first", () => {
    const text = `DKF1AB2CD4 and ${hosts.beta}/receipt/DKF1AB2CD3`;
    expect(linesOf(find(text))).toEqual(["beta reference=DKF1AB2CD3", "beta reference=DKF1AB2CD4"]);
  });

  test("each keep the account number that stands nearest", () => {
    const text = "FT26319K4Q7Z acc 1000400004321\nFT26319A1B2C acc 1000400008765";
    expect(linesOf(find(text)).filter((line) => line.startsWith("alpha"))).toEqual([
      "alpha transactionRef=FT26319K4Q7Z accountNumber=1000400004321",
      "alpha transactionRef=FT26319A1B2C accountNumber=1000400008765",
    ]);
  });

  test.each([
    ["behind it", "FT26319K4Q7Z\n1000400004321\nFT26319A1B2C\n1000400008765"],
    ["before it", "1000400004321\nFT26319K4Q7Z\n1000400008765\nFT26319A1B2C"],
  ])("each have the account number that stands %s", (_, text) => {
    expect(linesOf(find(text)).filter((line) => line.startsWith("alpha"))).toEqual([
      "alpha transactionRef=FT26319K4Q7Z accountNumber=1000400004321",
      "alpha transactionRef=FT26319A1B2C accountNumber=1000400008765",
    ]);
  });

  test("rivals of one word share its place, receipts do not", () => {
    const { candidates } = find("FT26319K4Q7Z\nDKF1AB2CD3");
    expect(candidates.map(({ at }) => at)).toEqual([0, 0, 13]);
  });
});

describe("one receipt told twice", () => {
  test.each([
    [
      "as a word and as a longer one",
      "FT26319K4Q7Z … FT26319K4Q7Z00004321",
      "alpha transactionRef=FT26319K4Q7Z accountNumber=00004321",
    ],
    ["as a link and as a word", `${hosts.beta}/receipt/DKF1AB2CD3 DKF1AB2CD3`, "beta reference=DKF1AB2CD3"],
    [
      "as two links",
      `${hosts.beta}/receipt/DKF1AB2CD3 wallet.beta.example/receipt/DKF1AB2CD3`,
      "beta reference=DKF1AB2CD3",
    ],
    [
      "as a slip and as a bare reference",
      `FT26319SS1KP ${hosts.gamma}/slip/?trx=FT26319SS1KP36984`,
      "gamma reference=FT26319SS1KP36984",
    ],
    [
      "as a link without digits and as a word with an account",
      `FT26319K4Q7Z 1000000004321\n${hosts.alpha}/?id=FT26319K4Q7Z`,
      "alpha transactionRef=FT26319K4Q7Z accountNumber=1000000004321",
    ],
    [
      "as a link without digits and as a longer word",
      `FT26319K4Q7Z00004321\n${hosts.alpha}/?id=FT26319K4Q7Z`,
      "alpha transactionRef=FT26319K4Q7Z accountNumber=00004321",
    ],
  ])("%s is found once", (_, text, line) => {
    expect(linesOf(find(text))).toEqual([line]);
  });
});

test("a link on two hosts of a bank is found once", () => {
  const token = "v2-hqWErTyUiOpAsDfGhJ1L";
  const text = `https://pay.alpha.example/${token} ${hosts.alpha}/${token}`;
  expect(linesOf(findAmongAll(text))).toEqual([`alpha link=https://pay.alpha.example/${token}`]);
});

test("a link without digits adds nothing where its reference has two accounts", () => {
  const text = `FT26319K4Q7Z00004321 FT26319K4Q7Z00009999 ${hosts.alpha}/?id=FT26319K4Q7Z`;
  expect(linesOf(find(text))).toEqual([
    "alpha transactionRef=FT26319K4Q7Z accountNumber=00004321",
    "alpha transactionRef=FT26319K4Q7Z accountNumber=00009999",
  ]);
});

test("eight digits after a reference are alpha's own or gamma's account, and both are said", () => {
  expect(linesOf(find("FT26319K4Q7Z 00004321"))).toEqual([
    "alpha transactionRef=FT26319K4Q7Z accountNumber=00004321",
    "gamma reference=FT26319K4Q7Z accountNumber=00004321",
  ]);
});

describe("a reference with a foreign letter is refused, not mapped", () => {
  test.each([
    ["Cyrillic", "FТ26319K4Q7Z"],
    ["Greek", "FT26319Κ4Q7Z"],
    ["an accent", "FT26319K\u03014Q7Z"],
    ["an Amharic letter", "FT26319ሀ4Q7Z"],
    ["Arabic digits", "FT٢٦319K4Q7Z"],
    ["a dash", "FT26319–K4Q7Z"],
    ["a picture", "FT26319😀K4Q7Z"],
    ["small Cyrillic letters", "dkf1аb2сd3"],
  ])("%s", (_, word) => {
    const found = find(`please see ${word} thank you`);
    expect(found.candidates).toEqual([]);
    expect(found.refused).toEqual([{ text: word.normalize("NFKC"), code: "reference_not_ascii" }]);
  });

  test("and hides no other", () => {
    expect(linesOf(find("FТ26319K4Q7Z DKF1AB2CD3"))).toEqual(["beta reference=DKF1AB2CD3"]);
  });

  test("but a word of another language is none", () => {
    expect(find("привет, это оплата 2026 года: спасибо1")).toEqual(nothing);
  });
});

describe("the date that a reference carries", () => {
  test("is told", () => {
    expect(find("DKF1AB2CD3").candidates[0]?.encodedDate).toEqual({ year: 2026, month: 11, day: 15 });
    expect(find(`${hosts.gamma}/slip/?trx=FT26319SS1KP36984`).candidates[0]?.encodedDate).toEqual({
      year: 2026,
      month: 11,
      day: 15,
    });
  });

  test("may lie a day ahead in Addis Ababa, not two", () => {
    const lateEvening = new Date("2026-11-20T21:30:00Z");
    const count = (text: string, now: Date) => detect(text, threeProviders, now).candidates.length;
    expect(count("FT26325K4Q7Z", noon)).toBe(2);
    expect(count("FT26326K4Q7Z", noon)).toBe(0);
    expect(count("FT26326K4Q7Z", lateEvening)).toBe(2);
  });
});

test("the mobile numbers of a message are told where a phone is missing", () => {
  const text =
    "you received 42.00Br. from 0911000000 - SELAM to 251922000000,Txn ID DKF215LOOSO. call 0911000000";
  expect(findAmongAll(text).candidates.map(({ provider, phones }) => [provider, phones])).toEqual([
    ["epsilon", ["0911000000", "0922000000"]],
  ]);
  expect(findAmongAll("DKF1AB2CD3 0911000000").candidates[0]?.phones).toEqual([]);
});

describe("the length of a text", () => {
  test("beyond 4,096 characters is not considered", () => {
    expect(linesOf(find(`${"word ".repeat(1000)}DKF1AB2CD3`))).toEqual([]);
    expect(linesOf(find(`DKF1AB2CD3 ${"word ".repeat(1000)}`))).toEqual(["beta reference=DKF1AB2CD3"]);
  });

  test("never cuts a reference into another one", () => {
    const text = `${" ".repeat(4096 - 17)}FT26319K4Q7Z00004321`;
    expect(linesOf(find(text))).toEqual([]);
  });
});

test("nothing is found where no provider is offered", () => {
  expect(detect("DKF1AB2CD3 https://evil.example/x", [], noon)).toEqual(nothing);
});
