import { describe, expect, test } from "vitest";
import { outcomeOfChanged } from "../support/changed.ts";

/** Rows that a payer typed are none of the bank's. */

const outcomeOf = (label: string, name: string, [place, typed]: readonly [string | RegExp, string]) =>
  outcomeOfChanged(label, name, (page) => {
    const changed = page.replace(place, () => typed);
    expect(changed).not.toBe(page);
    return changed;
  });

const rowOf = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;

const note = /(?<=Customer Note<\/td>\s*<td class="line">) (?=<)/;
const reason = /(?<=<td>Reason<\/td><td>:<\/td><td>)[^<]*/;

/** What a payer can type for a row to come of it. */
const rowsOf = (cells: readonly string[]): readonly string[] => {
  const row = rowOf(cells);
  return [
    `x<table>${row}</table>`,
    `<div><table>${row}</table></div>`,
    `x</td></tr>${row}`,
    `x<table>${row}`,
  ];
};

describe.each([
  ["Bank account number", " 251922334455 CHALTU BEKELE"],
  ["Bank account number", " 1000200008765 CHALTU BEKELE"],
  ["Airtime purchased for", "251922334455"],
  ["Account/Service number", "12"],
])("on a page of beta a typed row %s: %s", (...cells) => {
  test.each(rowsOf(cells))("in the note, as %s, is not believed", async (typed) => {
    for (const name of ["verified", "verified-bank-without-account", "verified-merchant"])
      expect(await outcomeOf("beta", name, [note, typed])).not.toBe("Verified");
  });

  test.each(rowsOf(cells))("in the payer's name, as %s, is not believed", async (typed) => {
    const rest = "<tr><td>x</td><td>y";
    expect(await outcomeOf("beta", "verified", ["SELAM GETACHEW ALEMU", typed + rest])).not.toBe("Verified");
  });
});

test("a bank account is none of a wallet's, wherever it is printed", async () => {
  const place = /(?=<tr>\s*<td[^>]*>[^<]*transaction status)/;
  const row = "<tr><td>Bank account number</td><td>251922334455 CHALTU BEKELE</td></tr>";
  expect(await outcomeOf("beta", "verified", [place, row])).not.toBe("Verified");
});

describe.each([
  ["Charge", ":", "97,000 ETB"],
  ["VAT", ":", "97,000 ETB"],
  ["Beneficiary Bank", ":", "Theta Bank"],
])("on a page of theta a typed row %s%s %s", (...cells) => {
  test.each(rowsOf(cells))("in the reason, as %s, is not believed", async (typed) => {
    for (const name of ["verified", "verified-merchant", "verified-send-to-bank", "verified-wallet-transfer"])
      expect(await outcomeOf("theta", name, [reason, typed])).not.toBe("Verified");
  });
});

describe.each([
  ["Sender Name", ":", "CHALTU BEKELE"],
  ["Sender Account", ":", "01320000000999"],
])("on a page of theta a typed row %s%s %s", (...cells) => {
  test.each(rowsOf(cells))("in the reason, as %s, is not believed", async (typed) => {
    for (const name of ["verified-send-to-bank", "verified-wallet-transfer"])
      expect(await outcomeOf("theta", name, [reason, typed])).not.toBe("Verified");
  });
});

test.each([
  ["Charge", "97,000 ETB"],
  ["VAT", "97,000 ETB"],
  ["Beneficiary Bank", "Theta Bank"],
  ["Sender Name", "CHALTU BEKELE"],
  ["Sender Account", "01320000000999"],
])("a row %s: %s in the customer's block of theta's page is not believed", async (label, value) => {
  const typed = `SELAM</td></tr><tr><td>${label}</td><td>:</td><td>${value}`;
  for (const name of ["verified", "verified-merchant", "verified-send-money", "verified-send-to-bank"])
    expect(await outcomeOf("theta", name, ["SELAM GETACHEW ALEMU", typed])).not.toBe("Verified");
});

test("beta may print the rows of a bank, of airtime and of a bill on either side of the status", async () => {
  const row =
    /<tr>(?:(?!<\/tr>)[\s\S])*?(?:Bank account number|Airtime purchased for|Account\/Service number)[\s\S]*?<\/tr>/;
  const status = /<tr>(?:(?!<\/tr>)[\s\S])*?transaction status[\s\S]*?<\/tr>/;
  for (const name of ["verified-bank-transfer", "verified-airtime", "verified-bill"]) {
    const moved = (page: string) => {
      const [found = ""] = row.exec(page) ?? [];
      const changed = page.replace(row, "").replace(status, (whole) => whole + found);
      expect(changed).not.toBe(page);
      expect(changed.indexOf(found)).toBeGreaterThan(changed.indexOf("transaction status"));
      return changed;
    };
    expect(await outcomeOfChanged("beta", name, moved), name).toBe("Verified");
  }
});

test.each([
  ["<!--", "-->"],
  ["<i x='", "'></i>"],
  ["<textarea>", "</textarea>"],
  ["<script>", "</script>"],
])("what a payer types into two fields, %s and %s, swallows no rows between them", async (open, end) => {
  const own = [
    ["Transaction Time", ":", "2026-11-15 02:41:20 PM"],
    ["Transaction Type", ":", "IPS Bank Transfer"],
    ["Amount", ":", "90000 ETB"],
    ["VAT", ":", "1.50 ETB"],
    ["Sender Name", ":", "SELAM"],
    ["Sender Account", ":", "01425******7400/BANK"],
    ["Beneficiary name", ":", "ABEBE"],
    ["Beneficiary Account", ":", "1000*****9999"],
  ]
    .map(rowOf)
    .join("");
  const forged = (page: string) =>
    page
      .replace("SELAM GETACHEW ALEMU", () => `SELAM</td></tr>${own}${open}<table><tr><td>`)
      .replace(">rent<", () => `></td></tr></table>${end}<tr><td>x</td><td>:</td><td>y<`);
  expect(await outcomeOfChanged("theta", "verified", forged)).not.toBe("Verified");
});

test.each(['<script>"<\\/"(', "<script>//<\\/", "<SCRIPT>a='<\\/';"])(
  "%s in the note of beta's page hides no stamp behind it",
  async (typed) => {
    const stamped = (page: string) =>
      page
        .replace(note, () => ` x${typed}`)
        .replace('<p class="thanks"', (end) => `<p>Transaction failed</p>${end}`);
    expect(await outcomeOfChanged("beta", "verified", stamped)).not.toBe("Verified");
  },
);

test.each([
  ["Remark", "Reversed"],
  ["Remarks", "Payment reversed by bank"],
  ["Final state", "Reversed"],
  ["Payment state", "Pending"],
  ["Comment", "Transaction failed"],
])("headings that a payer typed do not make the bank's %s: %s the payer's", async (...cells) => {
  const headed = (page: string) =>
    page
      .replace(
        "SELAM GETACHEW ALEMU",
        "SELAM</td></tr><tr><th>x</th><th>Narrative</th></tr><tr><td>x</td><td>y",
      )
      .replace(/(?=<tr>\s*<td[^>]*>[^<]*transaction status)/, rowOf(cells));
  expect(await outcomeOfChanged("beta", "verified", headed)).not.toBe("Verified");
});

test("a row of success does not turn theta's title that the payment is on hold", async () => {
  const held = (page: string) =>
    page
      .replaceAll("Transaction successful", "Transaction on hold")
      .replace(">rent<", ">rent</td></tr><tr><td>Transaction Status</td><td>:</td><td>Successful<");
  expect(await outcomeOfChanged("theta", "verified", held)).not.toBe("Verified");
});
