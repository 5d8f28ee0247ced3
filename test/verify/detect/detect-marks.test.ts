import { describe, expect, test } from "vitest";
import { findAmongAll, bankHosts as hosts, linesOf } from "../../support/detection.ts";

/** Chats set words in bold and italics by marks, and people copy these along: they belong to no link and no reference. */

const receipts: readonly string[] = [
  `${hosts.alpha}/?id=FT26319K4Q7Z00004321`,
  "https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL",
  `${hosts.beta}/receipt/DKF1AB2CD3`,
  `${hosts.gamma}/slip/?trx=FT26319SS1KP36984`,
  `${hosts.delta}/receipt/822WDTS263160002`,
  `${hosts.epsilon}/aureceipt?TID=DKF215LOOSO&PH=0922000000`,
  `${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`,
  `${hosts.eta}/rt/74547012174ETTB263190007/pdf`,
  `${hosts.theta}/-2KK2MF1YNL-6A1B2C`,
  `${hosts.iota}/receipt/UKF4D2CODA`,
  "wallet.beta.example/receipt/DKF1AB2CD3",
  "DKF1AB2CD3",
  "FT26319SS1KP36984",
];

const marked: readonly ((word: string) => string)[] = [
  (word) => `_${word}_`,
  (word) => `__${word}__`,
  (word) => `*${word}*`,
  (word) => `**${word}**`,
  (word) => `~${word}~`,
  (word) => `\`${word}\``,
  (word) => `\`\`\`\n${word}\n\`\`\``,
  (word) => `<${word}>`,
  (word) => `"${word}"`,
  (word) => `(${word})`,
  (word) => `_*${word}*_`,
  (word) => `*_${word}_*.`,
  (word) => `_${word}._`,
  (word) => `_paid ${word}_, thanks`,
  (word) => `|| ${word} ||`,
];

describe("a link or reference in marks is found as it is without them", () => {
  test.each(receipts)("%s", (receipt) => {
    const plain = linesOf(findAmongAll(receipt));
    expect(plain).not.toEqual([]);
    for (const mark of marked) {
      const found = findAmongAll(mark(receipt));
      expect([mark(receipt), linesOf(found), found.refused]).toEqual([mark(receipt), plain, []]);
    }
  });

  test.each(receipts.filter((receipt) => receipt.includes("://")))("behind words: [link](%s)", (receipt) => {
    expect(linesOf(findAmongAll(`[the receipt](${receipt})`))).toEqual(linesOf(findAmongAll(receipt)));
    expect(linesOf(findAmongAll(`[${receipt}](${receipt})`))).toEqual(linesOf(findAmongAll(receipt)));
  });
});

test("a link that nothing opened keeps the marks that it ends in", () => {
  expect(findAmongAll(`${hosts.beta}/receipt/DKF1AB2CD3`).candidates).toHaveLength(1);
  expect(findAmongAll("see https://evil.example/receipt/DKF1AB2CD3_ now").refused).toEqual([
    { code: "receipt_url_untrusted", text: "https://evil.example/receipt/DKF1AB2CD3_" },
  ]);
});
