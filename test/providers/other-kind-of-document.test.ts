import { describe, expect, test } from "vitest";
import { bankPages, sent } from "../support/bank-pages.ts";
import { outcomeOfChanged, verifiedPages } from "../support/changed.ts";
import { oneIn } from "../support/extent.ts";
import { readingOf } from "../support/outside-reading.ts";
import { drawPage, inColumns, type Mark } from "../support/plain-pdf.ts";

/** A statement, a request for money or a draft is no receipt, however well its rows are filled in. */

const others = [
  ...[
    "Account Statement",
    "Payment request",
    "Proforma Invoice",
    "Tax Invoice",
    "Quotation",
    "Money Request",
  ],
  ...["Draft receipt", "Sample Receipt", "Payment Request Receipt", "Statement of Account", "የክፍያ ጥያቄ"],
];

describe.each(verifiedPages)("a page of %s, %s,", (label, name) => {
  test.each(
    oneIn(
      4,
      others,
      verifiedPages.findIndex(([own]) => own === label),
    ),
  )("with the title %s is refused", async (title) => {
    const outcome = await outcomeOfChanged(label, name, (page) =>
      page.replace(/<title>[^<]*/, `<title>${title}`),
    );
    expect(outcome).not.toBe("Verified");
  });

  test.each(["Account statement", "PAYMENT REQUEST", "Proforma invoice", "SAMPLE", "*** Draft ***"])(
    "with the heading %s is refused",
    async (heading) => {
      const outcome = (markup: string) =>
        outcomeOfChanged(label, name, (page) => page.replace(/<body[^>]*>/, `$&${markup}`));
      expect([
        await outcome(`<h1>${heading}</h1>`),
        await outcome(`<div><b>${heading}</b></div>`),
      ]).not.toContain("Verified");
    },
  );

  test.each([
    ...["PAYMENT REQUEST No. 12", "Account statement 2026", "INVOICE", "Quotation No. 12", "የክፍያ ጥያቄ"],
    ...["የሂሳብ መግለጫ", "Balance Inquiry"],
  ])("with the heading %s, its number or language whatever, is refused", async (heading) => {
    expect(
      await outcomeOfChanged(label, name, (page) =>
        page.replace(/<body[^>]*>/, (body) => `${body}<h1>${heading}</h1>`),
      ),
    ).not.toBe("Verified");
  });

  test.each(["Document type", "Transaction type", "Type"])(
    "with a row of the %s that is another kind is refused, and else Verified",
    async (type) => {
      const outcome = (kind: string) =>
        outcomeOfChanged(label, name, (page) =>
          page.replace("</body>", `<table><tr><td>${type}</td><td>${kind}</td></tr></table></body>`),
        );
      for (const kind of ["Payment Request", "Money Request", "Mini Statement", "Balance Inquiry"])
        expect(await outcome(kind), kind).not.toBe("Verified");
      if (type === "Document type")
        for (const kind of ["Customer Receipt", "Digital Advice"])
          expect(await outcome(kind), kind).toBe("Verified");
    },
  );

  test.each([
    ...["Invoice No. 12", "Invoice details", "VAT Invoice / Customer Receipt", "ጥያቄ ካለዎት 8000 ይደውሉ"],
    ...["Request 24 hour support", "Statements are sent by mail"],
  ])("with the line %s is Verified", async (line) => {
    expect(
      await outcomeOfChanged(label, name, (page) => page.replace("</body>", `<p>${line}</p></body>`)),
    ).toBe("Verified");
  });

  test("with a link to a statement, and a payer who writes of one, is Verified", async () => {
    const more =
      '<a href="#">Statement</a><table><tr><td>Customer Note</td><td>Payment request</td></tr></table>' +
      "<p>Keep this receipt; ask your branch for a statement.</p>";
    expect(await outcomeOfChanged(label, name, (page) => page.replace("</body>", `${more}</body>`))).toBe(
      "Verified",
    );
  });
});

test.each(["Birrway", "Welcome", "Login", "Home"])(
  "beta's page with the title %s is refused",
  async (title) => {
    const outcome = await outcomeOfChanged("beta", "verified", (page) =>
      page.replace(/<title>[^<]*/, `<title>${title}`),
    );
    expect(outcome).toBe("provider_format_changed");
  },
);

describe("JSON", () => {
  test.each([
    [
      "zeta",
      "verified",
      /("title"\s*:\s*")[^"]*/,
      ["Account Statement", "Payment Request", "Digital Invoice"],
    ],
    [
      "gamma",
      "verified",
      /("Transaction Type"\s*:\s*")[^"]*/,
      ["Payment Request", "Mini Statement", "Quotation"],
    ],
  ] as const)("of %s, %s, of another kind is refused", async (label, name, place, kinds) => {
    for (const kind of kinds)
      expect(await outcomeOfChanged(label, name, (json) => json.replace(place, `$1${kind}`)), kind).toBe(
        "provider_format_changed",
      );
  });
});

describe.each(bankPages)("a PDF of $label", ({ label, page, record }) => {
  const read = async (marks: readonly Mark[]) => readingOf(label, ...sent(label, await drawPage(marks)));
  const title = /receipt$|advice/i;

  test("that is headed as another kind of document is refused", async () => {
    for (const text of [
      ...["ACCOUNT STATEMENT", "Payment Request", "Proforma Invoice", "SAMPLE", "INVOICE"],
      ...["PAYMENT REQUEST No. 12", "Account statement 2026"],
    ]) {
      const heading = { text, x: 230, y: 14, size: 14 };
      expect(await read([...page(inColumns(260)), heading]), text).toMatch(/^provider_format_changed/);
      const stamp = { text, x: 150, y: 620, size: 22, turn: 45 };
      expect(await read([...page(inColumns(260)), stamp]), text).toMatch(/^provider_format_changed/);
    }
  });

  test("whose own title says more, or is not there, is refused", async () => {
    const marks = page(inColumns(260));
    const at = marks.findIndex(({ text }) => title.test(text));
    const own = marks[at];
    if (own === undefined || label === "iota") return;
    for (const text of [`Draft ${own.text}`, `${own.text} request`])
      expect(await read(marks.with(at, { ...own, text })), text).toMatch(/^provider_format_changed/);
  });

  test("that tells its holder to ask for a statement is read", async () => {
    for (const text of ["Ask your branch for an account statement.", "Invoice No. 12"]) {
      const advice = { text, x: 40, y: 805, size: 8 };
      expect(await read([...page(inColumns(260)), advice]), text).toBe(record);
    }
  });
});
