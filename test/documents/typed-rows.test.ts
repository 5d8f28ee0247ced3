import { describe, expect, test } from "vitest";
import { outcomeOfChanged } from "../support/changed.ts";

/** Rows that a payer typed are none of the bank's. */

const outcomeOf = (label: string, name: string, [place, typed]: readonly [string | RegExp, string]) =>
  outcomeOfChanged(label, name, (page) => {
    const changed = page.replace(place, () => typed);
    expect(changed).not.toBe(page);
    return changed;
  });

/** What a payer can type for a row to come of it. */
const rowsOf = (cells: readonly string[]): readonly string[] => {
  const row = `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
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
    const note = /(?<=Customer Note<\/td>\s*<td class="line">) (?=<)/;
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
    const reason = /(?<=<td>Reason<\/td><td>:<\/td><td>)[^<]*/;
    for (const name of ["verified", "verified-merchant", "verified-send-to-bank", "verified-wallet-transfer"])
      expect(await outcomeOf("theta", name, [reason, typed])).not.toBe("Verified");
  });
});

test("a row of success does not turn theta's title that the payment is on hold", async () => {
  const held = (page: string) =>
    page
      .replaceAll("Transaction successful", "Transaction on hold")
      .replace(">rent<", ">rent</td></tr><tr><td>Transaction Status</td><td>:</td><td>Successful<");
  expect(await outcomeOfChanged("theta", "verified", held)).not.toBe("Verified");
});
