import { describe, expect, test } from "vitest";
import { printedPairSaysUndone } from "../../src/documents/undone/fields.ts";
import { bankPages, sent } from "../support/bank-pages.ts";
import { outcomeOfPage, verifiedPages } from "../support/changed.ts";
import { oneIn } from "../support/extent.ts";
import { readingOf } from "../support/outside-reading.ts";
import { drawPage, inColumns } from "../support/plain-pdf.ts";

/** A second state that says that the payment went wrong or is not there yet, and a finished word that is denied. */

const told = [
  ...["Payment State|Authorised", "Transaction Result|Error", "Result|Error", "Current status|NOK"],
  ...["Payment status|Created", "Transaction State|Unknown", "Payment stage|Pre-authorised", "Outcome|Fail"],
  ...["Completed|0", "Completed|✗", "Paid|✗", "Paid|❌", "Approved|☐", "Payment completed|✘", "Valid|0"],
  ...["Result|In error", "Status|Unauthorised", "Funds|On hold", "Escrow|Held", "Compliance|Hold"],
  ...["Value date|Pending", "Approved by|Pending", "Checker|Pending", "Credit advice|still pending"],
  ...["Funds|On-hold", "Checker|Pending approval", "Payment order|Pending", "Delivery of funds|Pending"],
  ...["Your payment|Pending", "Credit to beneficiary|Pending", "Branch approval|Pending", "Funds|Pending..."],
  ...["Funds|Pending since 16/11/2026", "Compliance review|Awaiting"],
].map((pair) => pair.split("|"));

const harmless = [
  ...[
    "Authorisation Status|Authorised",
    "Result|OK",
    "State|Oromia",
    "State|New",
    "Completed|✓",
    "Completed|x",
  ],
  ...[
    "Paid|0",
    "Error|0",
    "Approval|Authorised",
    "Settled|0",
    "Completed|☒",
    "Result|Search again",
    "Stage|2",
  ],
  ...["Account status|Open", "Network status|Unknown"],
  ...["Uncleared amount|0.00", "Uncleared balance|500.00", "Uncleared funds|1,000.00", "Held amount|20.00"],
].map((pair) => pair.split("|"));

/** Of other things than the payment, or of none. A page is refused for the words alone. */
const others = [
  ...["VAT Registration|Pending", "Narrative|Pending", "Amount on hold|None", "SMS|Pending"],
  ...["Loyalty points|Pending", "Goods|On hold", "Next instalment|Pending", "2nd Installment|Pending"],
  ...["Electricity token|Pending", "Booking|On hold", "National ID|Pending", "15 December 2026|Pending"],
  ...["P|Pending", "Do not accept receipts marked|Pending", "If your phone shows|Pending", "Paid|Pending"],
  ...[
    "Transaction SMS|Pending",
    "Upcoming payment|Pending",
    "Water bill payment|Pending",
    "Completed|Pending",
  ],
  ...["To zoom the picture|hold", "Customer reference|Hold", "Next payment|Pending", "Branch|Hold"],
  ...["Mode|Customer Initiated", "Form version|Rev. 02", "Approvals|0 pending", "Sector|Processing"],
  ...["Transfer mode|Scheduled", "Tariff|Provisional", "Documents|Submitted", "Maker|Initiated"],
  ...["ነጥብ|Pending", "Qabxii|Pending"],
].map((pair) => pair.split("|"));

test.each(told)("“%s” “%s” says that it is not done", (field = "", value = "") => {
  expect(printedPairSaysUndone(field, value)).toBe(true);
});

test.each([...harmless, ...others])("“%s” “%s” says nothing of it", (field = "", value = "") => {
  expect(printedPairSaysUndone(field, value)).toBe(false);
});

const rows = [
  (field: string, value: string) => `<table><tr><td>${field}</td><td>${value}</td></tr></table>`,
  (field: string, value: string) => `<p><strong>${field}:</strong> ${value}</p>`,
  (field: string, value: string) => `<dl><dt>${field}</dt><dd>${value}</dd></dl>`,
];

describe.each(oneIn(2, verifiedPages, 1))("a page of %s, %s,", (label, name) => {
  const turn = verifiedPages.findIndex(([own]) => own === label);
  const outcomeWith = (html: string) => outcomeOfPage(label, name, ($) => $("body").append(html));

  test("with such a row is refused, and with another one read", async () => {
    for (const row of rows) {
      for (const [field = "", value = ""] of oneIn(4, told, turn))
        expect(await outcomeWith(row(field, value)), field + value).not.toBe("Verified");
      for (const [field = "", value = ""] of oneIn(4, harmless, turn))
        expect(await outcomeWith(row(field, value)), field + value).toBe("Verified");
    }
    for (const html of [
      "<p><strong>Payment State</strong><span>Authorised</span></p>",
      "<p><b>Result</b> <em>Error</em></p>",
    ])
      expect(await outcomeWith(html), html).not.toBe("Verified");
    const note = "<table><tr><td>Customer note</td><td>Result: Error</td></tr></table>";
    expect(await outcomeWith(note)).toBe("Verified");
  });
});

/** In the letters that the font has. */
const isDrawable = ([, value = ""]: readonly string[]) => /^[ -~]*$/.test(value);

describe.each(oneIn(2, bankPages))("a PDF of $label", ({ label, page, record }) => {
  const turn = bankPages.findIndex((one) => one.label === label);
  const outcomeWith = async (field: string, value: string) => {
    const row = [
      { text: field, x: 40, y: 800 },
      { text: value, x: 300, y: 800 },
    ];
    return readingOf(label, ...sent(label, await drawPage([...page(inColumns(260)), ...row], "runs")));
  };

  test("with such a row is refused, and with another one read", async () => {
    for (const [field = "", value = ""] of oneIn(3, told.filter(isDrawable), turn))
      expect(await outcomeWith(field, value), field + value).toMatch(
        /^(?:provider_format_changed|receipt_not_completed)/,
      );
    for (const [field = "", value = ""] of oneIn(
      3,
      [...harmless, ...others.slice(3)].filter(isDrawable),
      turn,
    ))
      expect(await outcomeWith(field, value), field + value).toBe(record);
  });
});
