import { describe, expect, test } from "vitest";
import { namesUndoing, typeSaysUndone } from "../../src/documents/undone/types.ts";
import { saysUndone } from "../../src/documents/undone/undone.ts";
import { saysUnfinished } from "../../src/documents/undone/unfinished.ts";
import { drawPdf } from "../../src/operator/sandbox/pdf.ts";
import { openSpecimens } from "../../tools/mutate/specimen.ts";
import { sent } from "../support/bank-pages.ts";
import { caseNamed } from "../support/cases.ts";
import { outcomeOfChanged } from "../support/changed.ts";
import { pageOf } from "../support/pages.ts";

/** A document whose own type or state says that the payment was undone is never Verified. */

const undoing = [
  ...["Reverse Send Money", "Reverse Transaction", "Transaction Reverse", "Payment Reverse"],
  ...["Reversing transfer", "RETURN OF FUNDS", "IPS Return", "Payment Return", "Charge back", "Recall"],
  ...["Transfer recall", "Rollback", "Roll back", "Backout", "Undo transfer", "Money back"],
  ...["Cancel Transfer", "Void Transfer", "Correction", "Rejection", "Transfer Reject", "Decline"],
  ...["Transfer Fail", "Revert payment", "Send To Bank Return", "Return to sender"],
  ...["R E V E R S E transaction", "Birrway Return", "Return cheque"],
  ...["Pending Transfer", "Awaiting payment", "RVSL", "REV", "REV transfer"],
  ...["Scheduled Transfer", "Pre-authorization", "Pre authorisation", "IPS Bank Transfer (Pending)"],
  ...["Transfer (held)", "Transfer initiated", "Send Money - pending"],
  ...["RVSL FT", "REV-FT", "Un-posted Transfer", "Clawback", "Claw back", "Transfer Clawback"],
];

test.each(undoing)("the type %s undoes a payment", (type) => {
  expect([typeSaysUndone(type), typeSaysUndone(type.toUpperCase())]).toEqual([true, true]);
});

test("words of a type may stand without a space between them", () => {
  expect(typeSaysUndone("ReverseTransaction")).toBe(true);
});

test.each([
  ...["Fund Transfer", "Send Money", "Merchant Payment", "IPS Bank Transfer", "Send To Bank", "ACNX", ""],
  ...["Payment to Return Cafe", "Merchant Payment Return Cafe", "TRANSFER TO CANCEL TRADING PLC"],
  ...["Transfer to Reverse Gear Garage", "Income Tax Return", "Pay for return ticket", "Cash Back"],
  ...["Cancel fee", "Reversal fee", "Reject Charge", "Digital Advice", "VAT Invoice / Customer Receipt"],
  ...["Payment Merchant Correction Facility", "Reversible Transfer", "Return policy"],
  ...["Transfer initiated by customer at branch", "Transfer to Held", "Held", "Authorization"],
  ...["Transfer to REV Trading", "Pending Bill Payment", "Pending bills", "Failed Standing Order Fee"],
  ...["ያልተከፈለ ቢል ክፍያ", "ያልተከፈለ ግብር ክፍያ"],
])("the type “%s” undoes none", (type) => {
  expect(typeSaysUndone(type)).toBe(false);
});

test("only words that a bank names types with undo one where a payer may write, too", () => {
  const types = ["Reverse Transaction", "Cancel Transfer", "Rollback", "IPS Return", "Return of funds"];
  expect(types.filter((type) => !namesUndoing(type))).toEqual([]);
  const reasons = ["return", "Money back", "money return", "Correction", "cancel", "Return Cafe", "undo"];
  expect(reasons.filter(namesUndoing)).toEqual([]);
});

describe.each(["verified", "verified-page"])("zeta's narrative, %s,", (name) => {
  const outcomeWith = (narrative: string) =>
    outcomeOfChanged("zeta", name, (text) => text.replace("IPS OUT GOING", narrative));

  test.each([
    ...["IPS REVERSAL", "IPS OUT GOING REVERSED", "IPS Out Going (Pending)", "IPS OUTGOING - FAILED"],
    ...["IPS RETURN", "IPS Transfer cancelled", "IPS IN COMING REFUND"],
    ...["GAMMA TRANSFER REVERSED", "THETA BANK TRANSFER - FAILED", "ETA MM TRANSFER (FAILED)"],
  ])("that goes on from its kind of payment to %s is not completed", async (narrative) => {
    expect(await outcomeWith(narrative)).toBe(`receipt_not_completed ${narrative}`);
  });

  test.each([
    ...["IPS OUT GOING", "TO VOID KEBEDE", "IPS to Void Kebede", "refund for cancelled order", "reversed"],
    ...["IPS TRANSFER TO RETURN CAFE", "Refund", "cancelled trip"],
    ...["GAMMA TRANSFER", "FOR TRANSFER REVERSED", "YOUR LAST TRANSFER FAILED", "hana transfer reversed"],
    ...[
      "RENT TRANSFER FAILED KEBEDE",
      "EKUB TRANSFER RETURN",
      "VISA TRANSFER PENDING",
      "GAMMA TRANSFER TO VOID KEBEDE",
    ],
  ])("that is a payer's or no such word, %s, is Verified", async (narrative) => {
    expect(await outcomeWith(narrative)).toBe("Verified");
  });
});

test("zeta's PDF whose narrative says so is not completed", async () => {
  for (const narrative of ["IPS REVERSAL", "IPS OUT GOING REVERSED"])
    expect(await outcomeOfDrawn("zeta", "IPS OUT GOING", narrative, { name: "verified-pdf" })).toMatch(
      refused,
    );
  for (const narrative of ["IPS to Void Kebede", "cancelled trip"])
    expect(await outcomeOfDrawn("zeta", "IPS OUT GOING", narrative, { name: "verified-pdf" })).toBe(
      "Verified",
    );
});

test.each([
  ...["This receipt is not valid.", "NOT VALID", "This is not a valid receipt", "Insufficient funds"],
  ...["The amount has been credited back to the payer", "Credited back to payer", "Not authorised"],
])("“%s” is said of this payment", (text) => {
  expect(saysUndone(text)).toBe(true);
});

test.each([
  "This receipt is not valid without the bank's stamp",
  "This receipt is not valid for VAT claims",
  "This is not a valid tax invoice",
  "This receipt is not valid if altered.",
  "In case of insufficient funds visit a branch",
  "Failed payments will be credited back within 3 days",
])("“%s” is said of payments in general", (text) => {
  expect(saysUndone(text)).toBe(false);
});

test("a payment in process is not finished", () => {
  for (const text of ["Transaction in process", "Payment is in process.", "Under process", "RJCT", "PDNG"])
    expect(saysUnfinished(text), text).toBe(true);
  for (const text of ["Process", "How we process payments", "ACSC", "In Addis Ababa"])
    expect(saysUnfinished(text), text).toBe(false);
});

test.each([
  ...[
    "Awaiting receiver bank confirmation",
    "Payment is being tracked as fraud",
    "Held",
    "HELD",
    "Undelivered",
    "Pending approval by maker",
    "Awaiting authorisation by the checker",
  ],
  ...["Payment is pending approval by the branch", "Hold", "Your payment is being screened"],
  ..."Your transaction is being processed|ክፍያው እየተከናወነ ነው|በመፈጸም ላይ".split("|"),
])("“%s” is said of a payment that is not done", (text) => {
  expect(saysUnfinished(text)).toBe(true);
});

test.each([
  ...["Your transaction is being monitored for security.", "This payment is being recorded"],
  ...["Held at: HEAD OFFICE", "Initiated by", "Initiated by customer support", "Processing branch"],
  ...["Approval by maker", "Undelivered letters", "ክፍያው እየተከናወነ ካለ ይጠብቁ"],
])("“%s” is said of any payment", (text) => {
  expect(saysUnfinished(text)).toBe(false);
});

const refused = /^(?:receipt_not_completed|provider_format_changed)/;

/** The outcome of a fixture's PDF with a text of it replaced, in the bank's answer. */
const outcomeOfDrawn = async (
  label: string,
  from: string,
  to: string,
  { name = "verified", answer = (body: string) => body } = {},
) => {
  const page = pageOf(label, name).map((one) =>
    "text" in one && one.text === from ? { ...one, text: to } : one,
  );
  const [body, contentType] = sent(label, await drawPdf(page));
  const [specimen] = await openSpecimens([caseNamed(label, name)]);
  const outcome = await specimen?.read({
    contentType,
    bytes: typeof body === "string" ? Buffer.from(answer(body)) : body,
  });
  if (outcome === undefined) throw new Error(`no specimen ${label}`);
  return outcome.ok ? "Verified" : outcome.error.code;
};

const some = [
  "Reverse Transaction",
  "IPS Return",
  "RETURN OF FUNDS",
  "Cancel Transfer",
  "Rollback",
  "Transfer Reject",
];

const texts = [
  ["beta", "verified", /(?<=>\s*)Send Money to Registered Customer/],
  ["gamma", "verified", /(?<="Transaction Type"\s*:\s*")[^"]*/],
  ["delta", "verified", /Within Bank Transfer/],
  ["theta", "verified", /IPS Bank Transfer/],
  ["alpha", "verified-link", /(?<="transactionType"\s*:\s*")[^"]*/],
  ["zeta", "verified", /(?<="title"\s*:\s*"Digital Advice)/],
  ["beta", "verified", /(?<=<title>\s*Birrway)/],
] as const;

describe.each(texts)("a document of %s, %s, with a type at %s", (label, name, place) => {
  test.each(some)("that is “%s” is refused", async (type) => {
    const outcome = await outcomeOfChanged(label, name, (text) => {
      const changed = text.replace(place, ` ${type} `);
      expect(changed).not.toBe(text);
      return changed;
    });
    expect(outcome).toMatch(refused);
  });
});

describe.each([
  ["iota", "Send Money"],
  ["eta", "OWN BANK FUND TRANSFER"],
  ["eta", "Transaction Receipt"],
] as const)("a PDF of %s with a type in place of “%s”", (label, printed) => {
  test.each(some)("that is “%s” is refused", async (type) => {
    const title = printed.endsWith("Receipt") ? " Receipt" : "";
    expect(await outcomeOfDrawn(label, printed, `${type}${title}`)).toMatch(refused);
  });

  test("that is another transfer is Verified", async () => {
    expect(await outcomeOfDrawn(label, printed, printed)).toBe("Verified");
  });
});

test.each(["Pending", "Transaction not found", "Rejected", "PDNG"])(
  "an answer of iota that is described as “%s” is refused",
  async (word) => {
    const answer = (body: string) => body.replace('"Success"', JSON.stringify(word));
    expect(await outcomeOfDrawn("iota", "Send Money", "Send Money", { answer })).toMatch(refused);
    const wordy = (body: string) => body.replace('"Success"', '"Transaction fetched successfully"');
    expect(await outcomeOfDrawn("iota", "Send Money", "Send Money", { answer: wordy })).toBe("Verified");
  },
);

const answers = [
  ["gamma", "verified", /"body"\s*:\s*\[\s*\{/],
  ["alpha", "verified-link", /^\s*\{/],
  ["zeta", "verified", /"data"\s*:\s*\{/],
] as const;

describe.each(answers)("JSON of %s, %s,", (label, name, open) => {
  const outcome = (member: string) =>
    outcomeOfChanged(label, name, (json) => json.replace(open, (found) => `${found}${member},`));

  test.each([
    '"currentState": {"name": "Reversed"}',
    '"currentState": {"id": 7, "name": "REVERSED", "at": "2026-11-15"}',
    '"state": {"value": {"code": "PENDING"}}',
    '"paymentStatus": {"description": "Pending"}',
    '"processed": false',
    '"authorised": "N"',
    '"error": "Insufficient funds"',
    '"errorCode": "51"',
    '"errors": ["declined"]',
    '"error": {"code": 51, "message": "x"}',
    '"approvalStatus": "Unauthorised"',
    '"recordStatus": "REVE"',
    '"settlementStatus": "RJCT"',
    '"responseDescription": "Transaction not found"',
    '"message": "Transaction not found"',
    '"serviceType": "Reverse Transaction"',
  ])("with %s is refused", async (member) => {
    expect(await outcome(member)).toMatch(refused);
  });

  test.each([
    '"currentState": {"name": "Completed", "color": "green"}',
    '"currentState": {"name": "Completed", "agentName": "Failed Tesfaye"}',
    '"stateHistory": {"name": "Pending"}',
    '"address": {"state": {"name": "Oromia"}}',
    '"processed": true',
    '"error": null',
    '"errorMessage": ""',
    '"errorCode": "0000"',
    '"errors": []',
    '"error": {"code": 0, "message": "Success"}',
    '"error": false',
    '"errorDescription": "Transaction processed successfully"',
    '"responseDescription": "Success"',
    '"message": "Transaction found"',
    '"serviceType": "Send Money to Return Cafe"',
    '"agentName": "Return Cafe"',
    '"remarks": "Reverse Transaction"',
  ])("with %s is Verified", async (member) => {
    expect(await outcome(member)).toBe("Verified");
  });
});

test.each([
  ["theta", "<tr><td>IPS Status</td><td>:</td><td>RJCT</td></tr>", refused],
  ["theta", "<h2>Transaction in process</h2>", refused],
  ["beta", "<h1>This receipt is not valid.</h1>", refused],
  ["beta", "<p>The amount has been credited back to the payer</p>", refused],
  ["delta", "<h1>Reverse Transaction Receipt</h1>", refused],
  ["delta", "<a href='/'>Return to receipts</a>", /^Verified$/],
  ["beta", "<h3>Return to receipts</h3>", /^Verified$/],
  ["beta", "<button>Cancel payment receipt</button>", /^Verified$/],
  ["theta", "<tr><td>Remark</td><td>:</td><td>Return of funds</td></tr>", /^Verified$/],
])("a page of %s with %s", async (label, html, expected) => {
  const change = (page: string) =>
    html.startsWith("<tr>")
      ? page.replace(/<tr>\s*<td>Reason/, (found) => html + found)
      : page.replace("</body>", `${html}</body>`);
  expect(await outcomeOfChanged(label, "verified", change)).toMatch(expected);
});

test("words that payers typed are no type", async () => {
  for (const reason of ["Return Cafe", "Reverse Transaction", "Return of funds", "Cancel Transfer"]) {
    const theta = await outcomeOfChanged("theta", "verified", (html) =>
      html.replace("<td>rent</td>", `<td>${reason}</td>`),
    );
    const named = await outcomeOfChanged("beta", "verified", (html) =>
      html.replaceAll("HANA MEKONNEN TADESSE", `HANA ${reason}`),
    );
    expect([theta, named], reason).toEqual(["Verified", "Verified"]);
  }
  for (const reason of ["Return Cafe", "money return", "iPhone return", "Correction of 5"])
    expect(
      await outcomeOfChanged("beta", "verified", (html) =>
        html.replace("Send Money to Registered Customer", reason),
      ),
      reason,
    ).toBe("Verified");
});

test("the words of a miss are no payer of gamma", async () => {
  const named = (name: string) =>
    outcomeOfChanged("gamma", "verified", (json) =>
      json.replace(/("Payer's Name"\s*:\s*")[^"]*/, `$1${name}`),
    );
  expect(await named("Invalid reference number")).toBe("provider_format_changed");
  expect(await named("Invalid Reference Number.")).toBe("provider_format_changed");
});
