import { describe, expect, test } from "vitest";
import type { Mark } from "../../src/photos/ocr/printed-line.ts";
import { readPrint } from "../../src/photos/ocr/read-print.ts";
import { claimsOfWords, detect, withClaimsOf } from "../../src/verify/detect/detect.ts";
import { findAmongAll, noon } from "../support/detection.ts";
import { allProviders, linesOf, marksOf } from "../support/print.ts";

/** What a picture claims of its receipt. A digit that was misread must accuse nobody. */

const claimsIn = (...lines: readonly (string | readonly Mark[])[]) =>
  readPrint(linesOf(...lines), allProviders, noon)
    .candidates.filter(({ isLikely }) => isLikely)
    .map(({ claims: { amountsSantim, areTransferred } }) => [areTransferred, ...amountsSantim]);

/** The marks of a line, its last 5 read otherwise. */
const withFive = (line: string, change: Partial<Mark>): readonly Mark[] =>
  marksOf(line).map((mark, at) => (at === line.lastIndexOf("5") ? { ...mark, ...change } : mark));

const number = "Transaction number DKF1AB2CD3";

describe("the amount that a picture shows", () => {
  test.each([
    ["beside its label", ["Transferred Amount 1,250.00 ETB", "Service fee 5.00 ETB"], [true, 125_000]],
    ["in an SMS", ["You have received ETB 1,250.00", "from Selam"], [true, 125_000]],
    ["alone", ["-1,250.00 (ETB)"], [false, 125_000]],
    ["above an advertisement", ["-1,250.00 (ETB)", "Get up to 10,000.00 ETB as a loan"], [false, 125_000]],
    ["with its total", ["ETB 1,250.00", "Total 1,255.75 ETB"], [false, 125_000, 125_575]],
    ["whose point may have been lost", ["Transferred Amount 125000 ETB"], [false]],
  ])("is claimed %s", (_, lines, claims) => expect(claimsIn(...lines, number)).toEqual([claims]));

  test.each<[string, Partial<Mark>]>([
    ["that the reader doubts", { certainty: 0.7, runnerUp: "6" }],
    ["beside a shape that was not read", { isCrowded: true }],
  ])("is not, with a digit %s", (_, change) => {
    expect(claimsIn(withFive("Transferred Amount 1,250.00 ETB", change), number)).toEqual([[false]]);
    // The one that agrees may be the one that could not be read.
    expect(claimsIn(withFive("ETB 1,250.00", change), "Total 1,255.75 ETB", number)).toEqual([[false]]);
    expect(claimsIn(withFive("Balance 15.00 ETB", change), "Paid amount 7.00 ETB", number)).toEqual([
      [true, 700],
    ]);
  });

  test("is that of its own message, where others are seen above and below", () => {
    expect(
      claimsIn(
        "Dear Selam, You have received ETB 300.00 from Hana. Your balance is ETB 900.00",
        "Dear Selam, You have received ETB 1,250.00 from Hana.",
        number,
        "Dear Selam, You have sent ETB 40.00 to Hana. Your balance is ETB 860.00",
      ),
    ).toEqual([[true, 125_000]]);
  });
});

describe("words beside a picture", () => {
  const code = detect("DKF1AB2CD3", allProviders, noon);
  const claimed = (words: string) =>
    withClaimsOf(code, words).candidates.map(({ claims: { amountsSantim, areTransferred } }) => [
      areTransferred,
      ...amountsSantim,
    ]);

  test("claim an amount of each of its receipts", () => {
    expect(claimed("I sent you ETB 12,500.00")[0]).toEqual([true, 1_250_000]);
    expect(claimed("500 birr")[0]).toEqual([false, 50_000]);
    expect(claimed("thank you")[0]).toEqual([false]);
  });

  test("claim a total of one receipt, and none where they stand beside several", () => {
    const beside = (text: string, words: string) =>
      withClaimsOf(findAmongAll(text), words)
        .candidates.filter(({ isLikely }) => isLikely)
        .map(({ claims: { amountsSantim } }) => amountsSantim);
    expect(beside("DKF1AB2CD3", "total 2,500 birr")).toEqual([[250_000]]);
    expect(beside("DKF1AB2CD3 DKF1AB2CD4", "total 2,500 birr")).toEqual([[], []]);
  });

  test("claim of an album what they name", () => {
    expect(claimsOfWords("total 2,500 birr").amountsSantim).toEqual([250_000]);
    expect(claimsOfWords("sent 2,500 birr").amountsSantim).toEqual([250_000]);
    expect(claimsOfWords("thank you").amountsSantim).toEqual([]);
  });

  test("are held beside what the picture claims itself", () => {
    const sms = findAmongAll("You have received ETB 260.00. Transaction number DKF1AB2CD3");
    const claimsOf = (words: string) => withClaimsOf(sms, words).candidates[0]?.claims;
    expect(claimsOf("paid 12,500.00")).toEqual({
      amountsSantim: [26_000, 1_250_000],
      areTransferred: true,
      isWithTotal: true,
      largestSantim: 1_250_000,
    });
    expect(claimsOf("12,500.00 birr")).toEqual({
      amountsSantim: [26_000],
      areTransferred: true,
      largestSantim: 1_250_000,
    });
  });
});
