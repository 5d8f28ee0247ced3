import { describe, expect, test } from "vitest";
import { bankPages, sent } from "../support/bank-pages.ts";
import { outcomeOfPage, verifiedPages } from "../support/changed.ts";
import { oneIn } from "../support/extent.ts";
import { readingOf } from "../support/outside-reading.ts";
import { drawPage, inColumns, type Mark } from "../support/plain-pdf.ts";

/** A page or a PDF that names another currency than the birr is no receipt of birr. */

const fields = [
  ...[
    "Currency|USD",
    "Transaction Currency|EUR",
    "Currency|US Dollar (USD)",
    "Payment currency|$",
    "CCY|GBP",
  ],
  ...["Currency code|usd", "Total in words|One thousand US dollars", "Amount in words|one USD"],
].map((pair) => pair.split("|"));

const honest = [
  ...[
    "Currency|ETB",
    "Currency|Ethiopian Birr",
    "Currency|ETB (Ethiopian Birr)",
    "Currency|-",
    "Currency|Amount",
  ],
  ...["Account currency|Birr", "Exchange rate|1 USD = 120.00 ETB", "Total in words|One thousand birr"],
  ...["Bonus|USD 1.00", "Service|Sale of 1,250.00 dollars", "Currency exchange|USD, EUR at all branches"],
].map((pair) => pair.split("|"));

describe.each(verifiedPages)("a page of %s, %s,", (label, name) => {
  const turn = verifiedPages.findIndex(([own]) => own === label);
  const outcomeWith = (html: string) => outcomeOfPage(label, name, ($) => $("body").append(html));
  const rows = [
    (field: string, value: string) => `<table><tr><td>${field}</td><td>:</td><td>${value}</td></tr></table>`,
    (field: string, value: string) => `<p><strong>${field}:</strong> ${value}</p>`,
    (field: string, value: string) => `<dl><dt>${field}</dt><dd>${value}</dd></dl>`,
  ];

  test("with a field of another currency is refused", async () => {
    for (const [field = "", value = ""] of oneIn(4, fields, turn))
      for (const row of rows)
        expect(await outcomeWith(row(field, value)), field + value).not.toBe("Verified");
    for (const html of [
      "<p>Currency USD</p>",
      "<p><b>Currency</b><span>USD</span></p>",
      "<table><tr><th>Currency</th><th>Amount</th></tr><tr><td>USD</td><td>1.00</td></tr></table>",
      "<table><tr><td>Currency / ምንዛሬ</td><td>USD</td></tr></table>",
    ])
      expect(await outcomeWith(html), html).not.toBe("Verified");
  });

  test("that names the birr, none, or others beside other things is read", async () => {
    for (const [field = "", value = ""] of oneIn(4, honest, turn))
      for (const row of rows) expect(await outcomeWith(row(field, value)), field + value).toBe("Verified");
    for (const html of [
      "<p>We change USD, EUR and GBP at every branch</p>",
      "<table><tr><td>Customer note</td><td>Currency: USD</td></tr></table>",
      "<table><tr><th>Currency</th><th>Amount</th></tr><tr><td>ETB</td><td>1.00</td></tr></table>",
    ])
      expect(await outcomeWith(html), html).toBe("Verified");
  });
});

test("a page that prints its own amount in another currency, too, is refused", async () => {
  const outcomeWith = (html: string) => outcomeOfPage("beta", "verified", ($) => $("body").append(html));
  for (const html of [
    "<table><tr><td>Paid</td><td>USD 1,250.00</td></tr></table>",
    "<table><tr><td>Amount (USD)</td><td>1,250.00</td></tr></table>",
    "<p>Amount in EUR: 1250.00</p>",
    "<p>You paid 1,250.00 USD</p>",
    "<p>$1,250.00</p>",
  ])
    expect(await outcomeWith(html), html).not.toBe("Verified");
  for (const html of [
    "<table><tr><td>Customer note</td><td>USD 1,250.00</td></tr></table>",
    "<p>1 USD = 1,250.00 ETB</p>",
    "<p>Paid: ETB 1,250.00</p>",
    "<p>Win USD 100.00</p>",
  ])
    expect(await outcomeWith(html), html).toBe("Verified");
});

const rates = [
  "<table><tr><th>Currency</th><th>Buying</th><th>Selling</th></tr><tr><td>USD</td><td>156.20</td><td>159.32</td></tr></table>",
  "<table><tr><td>Currency</td><td>USD</td><td>EUR</td></tr><tr><td>Buying</td><td>156</td><td>180</td></tr></table>",
  "<table><tr><td>Currency</td><td>USD</td></tr><tr><td>Buying rate</td><td>156</td></tr></table>",
  "<table><tr><th>Currency</th><th>Rate</th></tr><tr><td>USD</td><td>156.20</td></tr><tr><td>EUR</td><td>180.10</td></tr></table>",
  "<div>Exchange rates</div><div>Currency: USD</div><div>Buying: 156.20</div>",
  "<p>Currency: USD 156.20, EUR 180.10</p>",
  "<p>Currency: USD, EUR, GBP</p>",
];

test.each(verifiedPages)(
  "a page of %s, %s, with exchange rates or an advert of its amount is read",
  async (label, name) => {
    for (const html of [
      ...rates,
      ...[
        "TOTAL 1,250.00 ALL INCLUSIVE",
        "Total in words: ALL TAX PAID ONE THOUSAND",
        "1,250.00 TOP UP",
        "1,250.00 USD STORE",
      ].map((text) => `<p>${text}</p>`),
      "<p>Send up to USD 1,250.00 abroad each day.</p>",
      "<p>Win $1,250 with our lottery!</p>",
      "<p>Save $1,250.00!</p>",
    ])
      expect(await outcomeOfPage(label, name, ($) => $("body").append(html)), html).toBe("Verified");
  },
);

test.each(verifiedPages)(
  "a page of %s, %s, with its own currency above exchange rates is refused",
  async (label, name) => {
    const own =
      "<table><tr><td>Currency</td><td>USD</td></tr><tr><td>Exchange rate</td><td>156.20</td></tr></table>";
    for (const html of [own, ...rates.map((others) => `<p>Currency: USD</p><p>Thank you</p>${others}`)])
      expect(await outcomeOfPage(label, name, ($) => $("body").append(html)), html).not.toBe("Verified");
    for (const text of [
      "Debit currency: USD",
      "USD 1,250.00",
      "Payment of USD 1,250.00 to HANA",
      "$1,250.00 only",
    ])
      if (label === "beta" && name === "verified")
        expect(await outcomeOfPage(label, name, ($) => $("body").append(`<p>${text}</p>`)), text).not.toBe(
          "Verified",
        );
  },
);

test("what a payer typed behind a label in one line names no currency", async () => {
  const typed = ["iPhone $1,250", "for USD 1,250.00 ordered", "USD 1,250.00", "Currency: USD"];
  for (const text of typed)
    for (const field of ["Narrative", "Sender Name", "Remark"])
      for (const html of [
        `<p><strong>${field}:</strong> ${text}</p>`,
        `<p><strong>Date:</strong> 1<br><strong>${field}:</strong> ${text}</p>`,
      ])
        expect(await outcomeOfPage("beta", "verified", ($) => $("body").append(html)), html).toBe("Verified");
});

describe.each(bankPages)("a PDF of $label", ({ label, page, record }) => {
  const outcomeWith = async (...marks: readonly Mark[]) =>
    readingOf(label, ...sent(label, await drawPage([...page(inColumns(260)), ...marks], "runs")));

  test("with a field of another currency is refused", async () => {
    for (const [field = "", value = ""] of fields.slice(0, 4)) {
      const [first, second] = [
        { text: field, x: 40, y: 800 },
        { text: value, x: 300, y: 800 },
      ];
      expect(await outcomeWith(first, second), field + value).toMatch(/^provider_format_changed/);
      const inOne = { text: `${field}: ${value}`, x: 40, y: 800 };
      expect(await outcomeWith(inOne), field + value).toMatch(/^provider_format_changed/);
      const below = { text: value, x: 40, y: 813 };
      expect(await outcomeWith(first, below), field + value).toMatch(/^provider_format_changed/);
    }
  });

  test("that names the birr or other things is read", async () => {
    for (const text of [
      "Currency: ETB",
      "Currency: Ethiopian Birr",
      "We change USD and EUR",
      "1 USD = 120.00 ETB",
    ])
      expect(await outcomeWith({ text, x: 40, y: 800 }), text).toBe(record);
  });
});
