import { expect, test } from "vitest";
import { outcomeOfChanged } from "../support/changed.ts";

const holder = "1000400000000 Mr HANA MEKONNEN TADESSE";

/** A transfer to a bank, with another bank account and more below. */
const outcomeWith = (account: string, more = "") =>
  outcomeOfChanged("beta", "verified-bank-transfer", (page) => {
    expect(page).toContain(holder);
    return page.replace(holder, () => account).replace("</body>", () => `${more}</body>`);
  });

test.each(["Void Nightclub", "Refund Bureau PLC", "Mr Failed Cancelled"])(
  "a bank account may be held by %s",
  async (name) => {
    expect(await outcomeWith(`1000400000000 ${name}`)).toBe("Verified");
    expect(await outcomeWith(`1000400000000 ${name}`, "<p>Void</p>")).not.toBe("Verified");
    expect(await outcomeWith(`1000400000000 ${name}`, `<p>${name} reversed</p>`)).not.toBe("Verified");
    expect(await outcomeWith(holder, `<p>1000400000000 ${name}</p>`)).not.toBe("Verified");
  },
);

test.each(["Reversed", "VOID", "REVERSED ON 16-NOV-2026", "Transaction reversed"])(
  "behind a bank account %s is what the bank says",
  async (stamp) => {
    expect(await outcomeWith(`1000400000000 ${stamp}`)).not.toBe("Verified");
  },
);

test.each(["", "-", "null", "N/A", "_"])(
  "the cell of the bank account may hold %j, where only the bank is named",
  async (blank) => {
    expect(await outcomeWith(blank)).toBe("Verified");
    expect(await outcomeWith(blank, "<p>Reversed</p>")).not.toBe("Verified");
  },
);

test.each([
  ["another reference", "DKF1AB2CD9", "900.00 Birr"],
  ["the same reference", "{{reference}}", "-1250.00 Birr"],
])("a second row of %s under the columns' labels is refused", async (_, reference, amount) => {
  const row = `<tr><td>${reference}</td><td>16-11-2026 10:20:30</td><td>${amount}</td></tr>`;
  const outcome = await outcomeOfChanged("beta", "verified", (page) => {
    const end = page.indexOf("</tr>", page.indexOf("1250.00 Birr")) + "</tr>".length;
    return page.slice(0, end) + row + page.slice(end);
  });
  expect(outcome).toMatch(/^provider_format_changed/);
});
