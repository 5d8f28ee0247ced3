import { describe, expect, test } from "vitest";
import { fail } from "../../../src/core/failure.ts";
import { letterDate, yearAndDay } from "../../../src/providers/encoded-date.ts";
import type { LinkReading, ReceiptLink, Shape } from "../../../src/providers/provider.ts";
import type { DetectProvider } from "../../../src/verify/detect/candidate.ts";
import { detect } from "../../../src/verify/detect/detect.ts";
import { codesOf, linesOf, noon, settingsOf, threeProviders } from "../../support/detection.ts";

/** Providers whose shapes collide, so that the ranking holds before they are read. */
const stand = (
  label: string,
  shapes: readonly Shape[],
  readLink: (link: ReceiptLink) => LinkReading = () => undefined,
): DetectProvider => ({
  label,
  settings: settingsOf(`https://receipts.${label}.example`),
  shapes,
  readLink,
  open: () => fail("parameter_missing"),
});

const narrow = { width: "narrow", missing: [] } as const;
const receiptOf = (request: Record<string, string> | undefined): LinkReading =>
  request && { kind: "receipt", request, missing: [] };

const delta = stand(
  "delta",
  [
    {
      ...narrow,
      pattern: /^(?<reference>[A-Z0-9]\d{2}[A-Z]{4}\d{5}[A-Z0-9]{4})$/,
      typical: /^...(?:WDTS|WDTI|LTWS|OBTS|OBTI|IPSS|ETAP)/,
      encodedDate: (word) => yearAndDay(word, 7),
    },
  ],
  ({ path }) => receiptOf(/^\/receipt\/(?<reference>[A-Z0-9]{16})$/.exec(path)?.groups),
);

const epsilon = stand(
  "epsilon",
  [
    {
      width: "narrow",
      pattern: /^(?<receipt>[A-Z][A-L][1-9A-V][A-Z0-9]{7,8})$/,
      missing: ["phone"],
      encodedDate: (word) => letterDate(word, 2023),
    },
    { width: "wide", pattern: /^(?<receipt>[A-Z0-9]{6,30})$/, missing: ["phone"] },
  ],
  ({ query }) => receiptOf({ receipt: query.get("TID") ?? "", phone: query.get("PH") ?? "" }),
);

const zeta = stand("zeta", [], ({ fragment }) => {
  const [, feedback, token] = /^\/(feedback\/)?([A-Za-z0-9+/]{43}=)$/.exec(fragment) ?? [];
  if (token === undefined) return undefined;
  const derived = { request: { url: `https://receipts.zeta.example/receipt/#/${token}` }, missing: [] };
  return feedback ? { kind: "feedback", derived } : { kind: "receipt", ...derived };
});

const eta = stand("eta", [
  {
    ...narrow,
    pattern: /^(?<url>\d{11}[A-Z0-9]{4}\d{5}[A-Z0-9]{4})$/,
    encodedDate: (word) => yearAndDay(word, 15),
  },
  {
    width: "narrow",
    missing: ["accountNumber"],
    pattern: /^(?<reference>\d{3}[A-Z0-9]{4}\d{5}[A-Z0-9]{4})$/,
    typical: /^...(?:ATCW|ATWR|IBFT|IBET|ETTB|P2PI|TEIN|BALE|PORE)/,
    encodedDate: (word) => yearAndDay(word, 7),
  },
]);

const theta = stand("theta", [{ ...narrow, pattern: /^-?(?<reference>[0-9A-Z]{10}-[0-9A-Z]{4,8})$/ }]);

const iota = stand("iota", [
  {
    ...narrow,
    pattern: /^(?<transactionId>[A-Z][A-L][1-9A-V][A-Z0-9]{7})$/,
    encodedDate: (word) => letterDate(word, 2006),
  },
  { width: "wide", missing: [], pattern: /^(?<transactionId>[A-Z0-9]{8,16})$/ },
]);

const tokens = stand("tokens", [], ({ path }) =>
  receiptOf(/^\/(?<link>(?:v2-)?[A-Za-z0-9]{11,32})$/.exec(path)?.groups),
);

const nine = [...threeProviders, delta, epsilon, zeta, eta, theta, iota];
const token = "PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=";
const advice = `https://receipts.zeta.example/receipt/#/${token}`;

describe("rivals of one word", () => {
  test.each([
    ["of ten characters by beta's year", "DKF1AB2CD3", ["beta", "iota", "epsilon"]],
    ["of ten characters by iota's year", "UKF4D2CODA", ["iota", "beta", "epsilon"]],
    ["of eleven characters", "DKF215LOOSO", ["epsilon"]],
    ["of sixteen characters by delta's type", "822WDTS263160002", ["delta", "eta"]],
    ["of sixteen characters by eta's type", "174ETTB263190007", ["eta", "delta"]],
    ["with a letter in the branch", "B22WDTS263160002", ["delta"]],
    ["of 24 characters", "74547012174ETTB263190007", ["eta"]],
    ["of FT and ten characters", "FT26319K4Q7Z", ["alpha", "gamma"]],
    ["with a hyphen of its own", "-2KK2MF1YNL-6A1B2C", ["theta"]],
    ["in small letters with a hyphen", "2kk2mf1ynl-6a1b2c.", ["theta"]],
    ["with a number after it", "DKF1AB2CD3 2", ["beta", "iota", "epsilon"]],
    ["that only the wide shapes allow", "A1B2C3D4", ["iota", "epsilon"]],
    ["of digits alone", "261115103874225", []],
    ["of letters alone", "TRANSACTION", []],
  ])("%s", (_, word, labels) => {
    expect(detect(word, nine, noon).candidates.map(({ provider }) => provider)).toEqual(labels);
  });

  test("that only wide shapes allow are dropped beside a better word", () => {
    expect(linesOf(detect("buy 100MB4you FT26319SS1KP36984", nine, noon))).toEqual([
      "gamma reference=FT26319SS1KP36984",
    ]);
  });

  test("take the account number or the phone beside them", () => {
    expect(linesOf(detect("174ETTB263190007 acc 1090000000007018", nine, noon))[0]).toBe(
      "eta reference=174ETTB263190007 accountNumber=1090000000007018",
    );
    expect(linesOf(detect("DKF215LOOSO 0922000000", nine, noon))).toEqual([
      "epsilon receipt=DKF215LOOSO phone=0922000000",
    ]);
  });
});

describe("links of the other kinds", () => {
  test("keep a token's case and marks, and the feedback link beside it adds nothing", () => {
    const text = `Advice Here: \n${advice}\nPlease Rate:\nhttps://receipts.zeta.example/receipt/#/feedback/${token}\nThank you.`;
    const found = detect(text, nine, noon);
    expect(linesOf(found)).toEqual([`zeta url=${advice}`]);
    expect(codesOf(found)).toEqual(["receipt_url_feedback_link"]);
  });

  test("with a token alone are refused on another host, link shorteners are not", () => {
    const foreign = (link: string) => codesOf(detect(link, [tokens], noon));
    expect(foreign("https://evil.example/v2-hqWErTyUiOpAsDfGhJ1L")).toEqual(["receipt_url_untrusted"]);
    expect(foreign("https://forms.example/abcDEFghiJKL12345")).toEqual([]);
    expect(foreign("https://chat.example/somelongchannelnamewithoutdigits")).toEqual([]);
    const own = detect("https://receipts.tokens.example/v2-hqWErTyUiOpAsDfGhJ1L.", [tokens], noon);
    expect(linesOf(own)).toEqual(["tokens link=v2-hqWErTyUiOpAsDfGhJ1L"]);
  });

  test("give the receipt's link out of a feedback link alone", () => {
    const found = detect(`https://receipts.zeta.example/receipt/#/feedback/${token}`, nine, noon);
    expect(linesOf(found)).toEqual([`zeta url=${advice}`]);
  });

  test("win over the label that tells the same reference", () => {
    const text =
      "Txn ID DKF215LOOSO.Your balance is 217.00Br. For invoice https://receipts.epsilon.example/aureceipt?TID=DKF215LOOSO&amp;PH=0922000000";
    expect(linesOf(detect(text, nine, noon))).toEqual(["epsilon receipt=DKF215LOOSO phone=0922000000"]);
  });

  test("are followed by an equals sign in delta's message", () => {
    const text =
      "reference: 822WDTS263160002. Download receipt: = https://receipts.delta.example/receipt/822WDTS263160002.";
    expect(linesOf(detect(text, nine, noon))).toEqual(["delta reference=822WDTS263160002"]);
  });
});
