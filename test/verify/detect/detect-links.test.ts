import { describe, expect, test } from "vitest";
import { openProviders } from "../../../src/providers/registry.ts";
import { detect } from "../../../src/verify/detect/detect.ts";
import { codesOf, find, linesOf, noon, nothing, settingsOf } from "../../support/detection.ts";

const receipt = "/receipt/DKF1AB2CD3";

describe("links on a configured host", () => {
  test.each([
    ["the address of the message", `https://wallet.beta.example${receipt}`, "beta reference=DKF1AB2CD3"],
    ["no scheme", `wallet.beta.example${receipt}`, "beta reference=DKF1AB2CD3"],
    ["capitals", `HTTPS://WALLET.BETA.EXAMPLE/receipt/dkf1ab2cd3`, "beta reference=DKF1AB2CD3"],
    ["its default port", `https://wallet.beta.example:443${receipt}`, "beta reference=DKF1AB2CD3"],
    ["a closing slash", `https://wallet.beta.example${receipt}/`, "beta reference=DKF1AB2CD3"],
    ["a full stop", `https://wallet.beta.example${receipt}.`, "beta reference=DKF1AB2CD3"],
    ["brackets", `(https://wallet.beta.example${receipt}).`, "beta reference=DKF1AB2CD3"],
    ["Markdown", `[receipt](https://wallet.beta.example${receipt})`, "beta reference=DKF1AB2CD3"],
    ["bold type", `*https://wallet.beta.example${receipt}*`, "beta reference=DKF1AB2CD3"],
    ["HTML", `<a href="https://wallet.beta.example${receipt}">`, "beta reference=DKF1AB2CD3"],
    ["curly quotes", `“https://wallet.beta.example${receipt}”`, "beta reference=DKF1AB2CD3"],
    ["words on both sides", `see:https://wallet.beta.example${receipt},thanks`, "beta reference=DKF1AB2CD3"],
    ["a sentence glued on", `https://wallet.beta.example${receipt}.Thank you`, "beta reference=DKF1AB2CD3"],
    ["Amharic glued on", `https://wallet.beta.example${receipt}ነው።`, "beta reference=DKF1AB2CD3"],
    ["a picture glued on", `https://wallet.beta.example${receipt}👍`, "beta reference=DKF1AB2CD3"],
    ["full-width letters", `https://wallet.beta.example/receipt/ＤＫＦ１AB2CD3`, "beta reference=DKF1AB2CD3"],
    [
      "zero-width spaces",
      `https://wallet.\u200bbeta.example/rec\u200beipt/DKF1\u2060AB2CD3`,
      "beta reference=DKF1AB2CD3",
    ],
    [
      "a percent-encoded letter",
      "https://wallet.beta.example/receipt/DKF1AB2CD%33",
      "beta reference=DKF1AB2CD3",
    ],
    ["an alias", `https://old.beta.example:8443${receipt}`, "beta reference=DKF1AB2CD3"],
    ["a space in the scheme", `https: //wallet.beta.example${receipt}`, "beta reference=DKF1AB2CD3"],
    ["spaces in the scheme", `https : / /wallet.beta.example${receipt}`, "beta reference=DKF1AB2CD3"],
    [
      "alpha's port",
      "https://receipts.alpha.example:100/?id=FT26319K4Q7Z00004321",
      "alpha transactionRef=FT26319K4Q7Z accountNumber=00004321",
    ],
    [
      "alpha without a slash",
      "receipts.alpha.example:100?id=FT26319K4Q7Z00004321",
      "alpha transactionRef=FT26319K4Q7Z accountNumber=00004321",
    ],
    [
      "alpha without digits",
      "https://receipts.alpha.example:100/?id=ft26319k4q7z",
      "alpha transactionRef=FT26319K4Q7Z needs accountNumber",
    ],
    [
      "a branch's slip",
      "https://receipts.alpha.example:100/BranchReceipt/FT26319DCWR1&00004321",
      "alpha transactionRef=FT26319DCWR1 accountNumber=00004321",
    ],
    [
      "a branch's slip from a page",
      "https://receipts.alpha.example:100/BranchReceipt/FT26319DCWR1&amp;00004321",
      "alpha transactionRef=FT26319DCWR1 accountNumber=00004321",
    ],
    [
      "a twice quoted ampersand",
      "https://receipts.alpha.example:100/BranchReceipt/FT26319DCWR1&amp;amp;00004321",
      "alpha transactionRef=FT26319DCWR1 accountNumber=00004321",
    ],
    [
      "an encoded ampersand",
      "https://receipts.alpha.example:100/BranchReceipt/FT26319DCWR1%2600004321",
      "alpha transactionRef=FT26319DCWR1 accountNumber=00004321",
    ],
    [
      "gamma's slip",
      "https://slips.gamma.example/slip/?trx=FT26319SS1KP36984",
      "gamma reference=FT26319SS1KP36984",
    ],
    [
      "gamma's teller slip",
      "https://slips.gamma.example/slip/?trx=TT26319279B469888",
      "gamma reference=TT26319279B469888",
    ],
    [
      "gamma with another field first",
      "https://slips.gamma.example/slip/?lang=am&amp;trx=FT26319SS1KP36984",
      "gamma reference=FT26319SS1KP36984",
    ],
    [
      "gamma's data address",
      "https://api.gamma.example/api/onlineSlip/getDetails/?id=FT26319SS1KP36984",
      "gamma reference=FT26319SS1KP36984",
    ],
  ])("are read with %s", (_, text, line) => {
    expect(linesOf(find(text))).toEqual([line]);
    expect(find(text).refused).toEqual([]);
  });

  test("are joined wherever a line end breaks them", () => {
    const links = [
      ["https://wallet.beta.example/receipt/DKF1AB2CD3", "beta reference=DKF1AB2CD3"],
      ["https://slips.gamma.example/slip/?trx=FT26319SS1KP36984", "gamma reference=FT26319SS1KP36984"],
      [
        "https://receipts.alpha.example:100/?id=FT26319K4Q7Z00004321",
        "alpha transactionRef=FT26319K4Q7Z accountNumber=00004321",
      ],
    ] as const;
    for (const [link, line] of links) {
      for (let at = 1; at < link.length; at += 1) {
        const broken = `Receipt: ${link.slice(0, at)}\n${link.slice(at)}. Thank you`;
        expect(linesOf(find(broken)), broken).toEqual([line]);
      }
    }
  });

  test("are joined over several line ends", () => {
    const text = "https://receipts.alpha.\nexample:100/?id=FT263\n19K4Q7Z0000\n4321 ok";
    expect(linesOf(find(text))).toEqual(["alpha transactionRef=FT26319K4Q7Z accountNumber=00004321"]);
    expect(find(text).refused).toEqual([]);
  });

  test("never swallow the words that follow", () => {
    const text = "https://wallet.beta.example/receipt/DKF1AB2CD3\n15/11/2026 THANK YOU 100MB";
    expect(linesOf(find(text))).toEqual(["beta reference=DKF1AB2CD3"]);
  });

  test("are refused when they lead to the feedback page, and the receipt is derived", () => {
    const found = find("https://slips.gamma.example/cs/?trx=DTT26319279B4");
    expect(linesOf(found)).toEqual(["gamma reference=TT26319279B4 needs accountNumber"]);
    expect(found.refused).toEqual([
      { text: "https://slips.gamma.example/cs/?trx=DTT26319279B4", code: "receipt_url_feedback_link" },
    ]);
  });

  test("on the bank's own feedback host are refused, and the receipt is derived", () => {
    const found = find("feedback: https://feedback.slips.gamma.example?ref=FT26319SS1KP");
    expect(linesOf(found)).toEqual(["gamma reference=FT26319SS1KP needs accountNumber"]);
    expect(codesOf(found)).toEqual(["receipt_url_feedback_link"]);
  });

  test("with a letter of another alphabet in the reference are refused", () => {
    for (const link of [
      "https://wallet.beta.example/receipt/DКF1AB2CD3",
      "https://wallet.beta.example/receipt/D%D0%9AF1AB2CD3",
    ]) {
      expect(linesOf(find(link))).toEqual([]);
      expect(codesOf(find(link))).toEqual(["reference_not_ascii"]);
    }
  });

  test("mean nothing when they show no receipt", () => {
    for (const page of ["", "/", "/about", "/receipt/", "/receipt/SHORT", "/help?topic=DKF1AB2CD3"]) {
      expect(find(`https://wallet.beta.example${page}`)).toEqual(nothing);
    }
  });
});

describe("links on a loopback host of the sandbox", () => {
  const local = openProviders({ beta: settingsOf("http://127.0.0.1:4102") }, "full");

  test.each(["http://127.0.0.1:4102", "127.0.0.1:4102", "https://127.0.0.1:4102"])("%s is read", (origin) => {
    expect(linesOf(detect(`${origin}${receipt}`, local, noon))).toEqual(["beta reference=DKF1AB2CD3"]);
  });

  test.each([
    "http://127.0.0.1",
    "http://127.0.0.1:4103",
    "http://127.0.0.1:41020",
    "http://127.1:4102",
    "http://2130706433:4102",
    "http://0x7f.0.0.1:4102",
    "http://127.0.0.1.evil.example:4102",
    "http://127.0.0.1:4102@evil.example",
    "http://localhost:4102",
  ])("%s is refused", (origin) => {
    const found = detect(`${origin}${receipt}`, local, noon);
    expect(found.candidates).toEqual([]);
    expect(codesOf(found)).toEqual(["receipt_url_untrusted"]);
  });
});

/** Links that want to be taken for beta's, or carry a receipt's shape somewhere else. */
const hostile = [
  // another scheme, port or user
  `http://wallet.beta.example${receipt}`,
  "http://receipts.alpha.example:100/?id=FT26319K4Q7Z00004321",
  `ftp://wallet.beta.example${receipt}`,
  `hxxps://wallet.beta.example${receipt}`,
  `https://wallet.beta.example:444${receipt}`,
  `https://wallet.beta.example:0443${receipt}`,
  `https://wallet.beta.example:99999${receipt}`,
  `https://wallet.beta.example:${receipt}`,
  `https://receipts.alpha.example/?id=FT26319K4Q7Z00004321`,
  `https://user@wallet.beta.example${receipt}`,
  `https://user:word@wallet.beta.example${receipt}`,
  `https://wallet.beta.example@evil.example${receipt}`,
  `https://wallet.beta.example:443@evil.example${receipt}`,
  `https://wallet.beta.example%40evil.example${receipt}`,
  `https://@wallet.beta.example${receipt}`,
  `me@wallet.beta.example${receipt}`,
  // names that hold the name
  `https://wallet.beta.example.evil.example${receipt}`,
  `https://wallet.beta.example.com${receipt}`,
  `https://evilwallet.beta.example${receipt}`,
  `https://evil-wallet.beta.example${receipt}`,
  `https://wallet-beta-example.evil.example${receipt}`,
  `https://wallet-beta.example${receipt}`,
  `https://wallet.beta.evil.example${receipt}`,
  `https://beta.example${receipt}`,
  `https://www.wallet.beta.example${receipt}`,
  `https://www.beta-receipts.com${receipt}`,
  `https://walletbeta.example${receipt}`,
  `https://wallet.beta.example..${receipt}`,
  `https://wallet.beta.example.${receipt}`,
  `https://.wallet.beta.example${receipt}`,
  // slips of the finger, and digits for letters
  `https://wallet.betta.example${receipt}`,
  `https://walet.beta.example${receipt}`,
  `https://wallet.bet4.example${receipt}`,
  `https://wal1et.beta.example${receipt}`,
  `https://wallet.beta.exarnple${receipt}`,
  `https://vvallet.beta.example${receipt}`,
  `https://wallet.bate.example${receipt}`,
  `https://wallet.beta.exmaple${receipt}`,
  // other alphabets
  `https://wallet.bеta.example${receipt}`,
  `https://wаllet.beta.example${receipt}`,
  `https://wallet.βeta.example${receipt}`,
  `https://wallet.betá.example${receipt}`,
  `https://wallet。beta。example${receipt}`,
  `https://wallet.xn--bta-6qa.example${receipt}`,
  `wallet.bеta.example${receipt}`,
  `https://ባንክ.example/`,
  // what a browser would read differently
  `https:/wallet.beta.example${receipt}`,
  `https:wallet.beta.example${receipt}`,
  `https:///wallet.beta.example${receipt}`,
  `https:\\\\wallet.beta.example${receipt}`,
  `https://wallet.beta.example\\@evil.example${receipt}`,
  `https://evil.example\\wallet.beta.example${receipt}`,
  `https://wallet%2ebeta.example${receipt}`,
  `https://wallet.beta.example%2f.evil.example${receipt}`,
  `https://%77allet.beta.example${receipt}`,
  `https://[wallet.beta.example]${receipt}`,
  `https://wallet_beta.example${receipt}`,
  // a receipt's shape on any host
  `https://evil.example${receipt}`,
  `evil.example${receipt}`,
  `www.evil.example${receipt}`,
  `//evil.example${receipt}`,
  `https://evil.example/x?next=https://wallet.beta.example${receipt}`,
  `https://evil.example/#https://wallet.beta.example${receipt}`,
  `https://evil.example/?id=FT26319K4Q7Z00004321`,
  `https://evil.example/a/b/FT26319K4Q7Z`,
  `https://evil.example/slip/?trx=FT26319SS1KP36984`,
  `https://evil.example/#/FT26319K4Q7Z`,
  `https://evil.example/BranchReceipt/FT26319DCWR1&00004321`,
  `https://203.0.113.7${receipt}`,
  `https://[2001:db8::1]${receipt}`,
  `https://bit.example/?u=wallet.beta.example%2Freceipt%2FDKF1AB2CD3`,
];

describe("look-alike links", () => {
  test.each(hostile)("%s is refused and gives no candidate", (link) => {
    const found = find(`Receipt: ${link} thank you`);
    expect(linesOf(found)).toEqual([]);
    expect(codesOf(found)).toEqual(["receipt_url_untrusted"]);
  });

  test.each([
    "https://wallet.beta.example.evil.example",
    "https://evilwallet.beta.example",
    "https://wallet-beta-example.evil.example/login",
    "https://beta-receipts.com/help",
    "https://wallet.betta.example/",
    "https://wal1et.beta.example/",
    "https://login.wallet.beta.example/help",
    "http://wallet.beta.example/",
    "https://wallet.beta.example:444/",
  ])("%s is refused though it shows no receipt", (link) => {
    expect(codesOf(find(`see ${link} now`))).toEqual(["receipt_url_untrusted"]);
  });

  test("hide no receipt beside them", () => {
    for (const link of hostile) {
      const found = find(`${link} https://slips.gamma.example/slip/?trx=FT26319SS1KP36984`);
      expect(linesOf(found), link).toEqual(["gamma reference=FT26319SS1KP36984"]);
      expect(codesOf(found), link).toContain("receipt_url_untrusted");
    }
  });
});

describe("other links", () => {
  test.each([
    "https://forms.gle/abcDEF123",
    "https://forms.gle/abcDEFghiJKL12345",
    "https://shorturl.at/xxxxx",
    "https://bit.ly/3xYz12",
    "https://t.me/some_channel_name",
    "https://t.me/somelongchannelname",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://maps.app.goo.gl/AbCdEfGhIjKlMnOp9",
    "https://github.com/owner/repository",
    "https://example.org/news/2026/11/15/prices",
    "mailto:someone@example.org",
    "https://",
    "http://[::1",
    "https://news.example",
    "https://id.wallet.beta.example/",
  ])("%s is ignored", (link) => {
    expect(find(`see ${link} for more`)).toEqual(nothing);
  });

  test("never give a bare reference", () => {
    expect(linesOf(find("https://evil.example/DKF1AB2CD3 https://evil.example/FT26319K4Q7Z"))).toEqual([]);
  });
});

describe("a link to somebody else", () => {
  const link = "https://blog.example/read?id=";

  test.each(["<", ">", '"', "“", "»", "።", "ለ", "👍", "…", "<b>", '"x='])(
    "shows no receipt behind a mark or letter that cuts it: %s",
    (mark) => {
      expect(linesOf(find(`see ${link}${mark}DKF1AB2CD3`))).toEqual([]);
      expect(linesOf(find(`see ${link}7${mark}DKF1AB2CD3 for more`))).toEqual([]);
    },
  );

  test("takes nothing from what follows a space, or from another link against it", () => {
    for (const mark of ["", "<", ">", '"', "።"]) {
      expect(linesOf(find(`${link}7${mark} DKF1AB2CD3`))).toEqual(["beta reference=DKF1AB2CD3"]);
      expect(linesOf(find(`${link}7${mark}\nDKF1AB2CD3`))).toEqual(["beta reference=DKF1AB2CD3"]);
    }
    expect(linesOf(find(`${link}7<https://wallet.beta.example${receipt}>`))).toEqual([
      "beta reference=DKF1AB2CD3",
    ]);
  });
});
