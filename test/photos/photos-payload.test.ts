import { describe, expect, test } from "vitest";
import type { Result } from "../../src/core/result.ts";
import { type CodeResult, type CodesFailure, readCodes } from "../../src/photos/payload.ts";
import { bankHosts, findAmongAll, hosts, linesOf } from "../support/detection.ts";

const read = (...texts: string[]) => readCodes(texts, { detect: findAmongAll });
const readAlphas = (...texts: string[]) => readCodes(texts, { detect: findAmongAll, only: "alpha" });
const shown = (result: Result<CodeResult, CodesFailure>) =>
  result.ok ? linesOf(result.value.detection) : result.error.failure.code;

/** The wallet's block, as its codes hold it. */
const block = (reference: string, checksum?: string): string => {
  const hex = [...reference].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  const value = `${reference.length.toString(16).toUpperCase().padStart(4, "0")}${hex}`;
  const body = `8018000206010291020131${`81${value.length}${value}`}6304`;
  return btoa(`${body}${checksum ?? crc(body)}`);
};
const crc = (text: string): string => {
  let register = 0xffff;
  for (const byte of Buffer.from(text, "latin1"))
    for (let bit = 7; bit >= 0; bit -= 1) {
      const turn = ((register >> 15) & 1) !== ((byte >> bit) & 1);
      register = ((register << 1) & 0xffff) ^ (turn ? 0x1021 : 0);
    }
  return register.toString(16).toUpperCase().padStart(4, "0");
};

describe("a code's text", () => {
  test.each<readonly [string, string, readonly string[]]>([
    [
      "a bare reference",
      "FT26319K4Q7Z",
      [
        "alpha transactionRef=FT26319K4Q7Z needs accountNumber",
        "gamma reference=FT26319K4Q7Z needs accountNumber",
      ],
    ],
    [
      "a reference with account digits",
      "FT26319K4Q7Z00004321",
      ["alpha transactionRef=FT26319K4Q7Z accountNumber=00004321"],
    ],
    [
      "alpha's link",
      `${hosts.alpha}/?id=FT26319K4Q7Z00004321`,
      ["alpha transactionRef=FT26319K4Q7Z accountNumber=00004321"],
    ],
    [
      "alpha's token link",
      "https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL",
      ["alpha link=https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL"],
    ],
    ["beta's link", `${hosts.beta}/receipt/DKF1AB2CD3`, ["beta reference=DKF1AB2CD3"]],
    ["gamma's link", `${hosts.gamma}/slip/?trx=FT26319SS1KP36984`, ["gamma reference=FT26319SS1KP36984"]],
    ["delta's link", `${bankHosts.delta}/receipt/822WDTS263160002`, ["delta reference=822WDTS263160002"]],
    [
      "epsilon's link",
      `${bankHosts.epsilon}/aureceipt?TID=DKF215LOOSO&PH=0922000000`,
      ["epsilon receipt=DKF215LOOSO phone=0922000000"],
    ],
    [
      "zeta's link",
      `${bankHosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`,
      [`zeta url=${bankHosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`],
    ],
    [
      "eta's link",
      `${bankHosts.eta}/rt/74547012174ETTB263190007/pdf`,
      [`eta url=${bankHosts.eta}/rt/74547012174ETTB263190007/pdf`],
    ],
    [
      "theta's link",
      `${bankHosts.theta}/-2KK2MF1YNL-6A1B2C`,
      [`theta url=${bankHosts.theta}/-2KK2MF1YNL-6A1B2C`],
    ],
    [
      "iota's link",
      `${bankHosts.iota}/receipt/UKF4D2CODA`,
      [`iota url=${bankHosts.iota}/receipt/UKF4D2CODA`],
    ],
    ["the wallet's block", block("DKF1AB2CD3"), ["beta reference=DKF1AB2CD3"]],
    [
      "the wallet's block with something glued on",
      `${block("DKF1AB2CD3")}   PAY`,
      ["beta reference=DKF1AB2CD3"],
    ],
  ])("%s points to its receipt", (_, text, lines) => {
    expect(shown(read(text))).toEqual(lines);
  });

  test.each([
    ["a wallet's block with a wrong checksum", block("DKF1AB2CD3", "0000")],
    ["a wallet's block that is cut", block("DKF1AB2CD3").slice(0, 40)],
    ["words", "Scan to pay at the counter"],
    ["nothing but digits", "251911000000"],
    ["a foreign block", btoa("000201010211260400005204000053032305802ET6304ABCD")],
  ])("%s points to none", (_, text) => {
    expect(read(text)).toMatchObject({
      ok: false,
      error: { failure: { code: "qr_not_found" }, mayReadPrint: true },
    });
    expect(shown(readAlphas(text))).toBe("qr_not_alpha");
  });

  test.each([
    ["a receipt's link on a strange host", "https://receipts-alpha.example/?id=FT26319K4Q7Z00004321", false],
    [
      "a receipt's link on another port",
      "https://receipts.alpha.example:8443/?id=FT26319K4Q7Z00004321",
      false,
    ],
    ["any other link", "https://shop.example/menu", true],
  ])("%s is named and not looked up", (_, text, mayReadPrint) => {
    const host = new URL(text).host;
    const expected = { failure: { code: "qr_untrusted_host", subject: host }, mayReadPrint };
    expect(read(text)).toMatchObject({ ok: false, error: expected });
    expect(readAlphas(text)).toMatchObject({ ok: false, error: expected });
  });

  test.each(["\u0000X", "\u0007"])(
    "names no bank's own host for what is no link: %j behind one",
    (behind) => {
      const text = `${hosts.beta}/receipt/DKF1AB2CD3${behind}`;
      const expected = { failure: { code: "qr_not_found" }, mayReadPrint: true };
      expect(read(text)).toMatchObject({ ok: false, error: expected });
      expect(read(text)).not.toHaveProperty("error.failure.subject");
    },
  );

  test("says which link it was", () => {
    const link = `${hosts.beta}/receipt/DKF1AB2CD3`;
    expect(read(link)).toMatchObject({ value: { link } });
    expect(read("DKF1AB2CD3")).toMatchObject({ value: { link: null } });
  });
});

describe("several codes", () => {
  const alphas = `${hosts.alpha}/?id=FT26319K4Q7Z00004321`;

  test("the one that points to a receipt wins", () => {
    expect(shown(read("https://shop.example/menu", "WIFI:S:shop;;", alphas))).toEqual([
      "alpha transactionRef=FT26319K4Q7Z accountNumber=00004321",
    ]);
  });

  test("the same receipt twice is one, and what says more stays", () => {
    const lines = ["alpha transactionRef=FT26319K4Q7Z accountNumber=00004321"];
    expect(shown(read(alphas, "FT26319K4Q7Z00004321"))).toEqual(lines);
    expect(shown(read("FT26319K4Q7Z", alphas))).toEqual(lines);
    expect(shown(read(alphas, "FT26319K4Q7Z"))).toEqual(lines);
  });

  test("two receipts are ambiguous, and nothing else is read instead", () => {
    expect(read(alphas, `${hosts.beta}/receipt/DKF1AB2CD3`)).toMatchObject({
      ok: false,
      error: { failure: { code: "qr_ambiguous" }, mayReadPrint: false },
    });
    expect(shown(read("FT26319K4Q7Z00004321", "FT26319K4Q7Z00004322"))).toBe("qr_ambiguous");
  });

  test("where only alpha's count, another bank's does not make two", () => {
    const betas = `${hosts.beta}/receipt/DKF1AB2CD3`;
    expect(shown(readAlphas(alphas, betas))).toEqual([
      "alpha transactionRef=FT26319K4Q7Z accountNumber=00004321",
    ]);
    expect(shown(readAlphas(betas))).toBe("qr_not_alpha");
  });

  test("no code is no code", () => {
    expect(shown(read())).toBe("qr_not_found");
    expect(shown(readAlphas())).toBe("qr_not_found");
  });
});

test("beside a code of another bank's receipt alpha's print is not read: it would be that receipt's", () => {
  const result = readAlphas(`${hosts.beta}/receipt/DKF1AB2CD3`);
  expect(result).toMatchObject({ error: { failure: { code: "qr_not_alpha" }, mayReadPrint: false } });
  expect(readAlphas("WIFI:S:shop;;")).toMatchObject({ error: { mayReadPrint: true } });
});
