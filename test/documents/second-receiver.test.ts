import { describe, expect, test } from "vitest";
import { outcomeOfChanged } from "../support/changed.ts";

/** A page that names another receiver under another label does not say which of them has the money. */

const pages = [
  ["beta", "verified"],
  ["theta", "verified"],
  ["delta", "verified"],
  ["zeta", "verified-page"],
] as const;

const outcomeWith = (label: string, name: string, more: string) =>
  outcomeOfChanged(label, name, (page) => page.replace("</body>", `${more}</body>`));

describe.each(pages)("a page of %s, %s,", (label, name) => {
  test.each([
    ["Receiver Name", "ABEBE KEBEDE"],
    ["Receiver's Name", "ABEBE KEBEDE"],
    ["Recipient name", "ABEBE KEBEDE"],
    ["Beneficiary Full Name", "ABEBE KEBEDE"],
    ["ተቀባይ/Payee name", "ABEBE KEBEDE"],
    ["Receiver Account", "1000200030004000"],
    ["Beneficiary account number", "1000****4000"],
    ["Recipient account no.", "1000200030004000"],
  ])("that names another %s is refused", async (term, value) => {
    for (const more of [
      `<table><tr><td>${term}</td><td>:</td><td>${value}</td></tr></table>`,
      `<p><strong>${term}:</strong> ${value}</p>`,
      `<dl><dt>${term}</dt><dd>${value}</dd></dl>`,
    ])
      expect(await outcomeWith(label, name, more), more).toBe("provider_format_changed");
  });

  test("that names the same one again, or a bank, or heads columns, is read", async () => {
    for (const more of [
      "<p>Payee name: Hana M.</p>",
      "<table><tr><td>Payee name</td><td>HANA MEKONNEN</td></tr></table>",
      "<p>Payee name: -</p>",
      "<p>Payee name: null</p>",
      "<p>Receiver's bank account: Alpha Bank</p>",
      "<table><tr><th>Payee name</th><th>Payee account</th></tr></table>",
      "<div><b>Reason</b> <i>Payee name: ABEBE</i></div>",
      "<p>The receiver name is shown as the bank has it.</p>",
    ])
      expect(await outcomeWith(label, name, more), more).toBe("Verified");
  });
});
