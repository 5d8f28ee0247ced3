import { describe, expect, test } from "vitest";
import { openProviders } from "../../../src/providers/registry.ts";
import { detect } from "../../../src/verify/detect/detect.ts";
import { likelyLinesOf, noon, settingsOf } from "../../support/detection.ts";

/** A bank that a message names as its sender settles which of two banks a reference is from. */

const banks = openProviders(
  {
    alpha: settingsOf("https://apps.afb.example", { bank: "Alphaland Farmers Bank" }),
    beta: settingsOf("https://receipts.betel.example", { bank: "Betabirr" }),
    gamma: settingsOf("https://cs.bankofgammaland.example", { bank: "Bank of Gammaland S.C." }),
    delta: settingsOf("https://receipts.delta.example", { bank: "Deltana Bank" }),
    epsilon: settingsOf("https://money.epsilon.example", { bank: "AFB Birr" }),
    eta: settingsOf("https://share.eta.example", { bank: "Etana Bank" }),
    iota: settingsOf("https://receipts.iota.example", { bank: "Iota Pesa" }),
  },
  "full",
);

const askedBy = (text: string): readonly string[] =>
  likelyLinesOf(detect(text, banks, noon)).map((line) => line.split(" ")[0] ?? "");

const sms = (end: string): string =>
  `Dear Selam your Account 1********4321 has been Credited with ETB 1,250.00 from Hana, on 15/11/2026 with Ref No FT26319K4Q7Z Your Current Balance is ETB 9,310.55. ${end}`;

describe("the bank of a message is", () => {
  test.each([
    ["the one that thanks", sms("Thank you for Banking with AFB!"), ["alpha"]],
    [
      "the one that thanks, by its whole name",
      sms("Thanks for Banking with Alphaland Farmers Bank."),
      ["alpha"],
    ],
    ["the one that signs", sms("GAMMALAND."), ["gamma"]],
    ["named by the word in its own host", sms("\nBankofGammaland"), ["gamma"]],
    ["named by a person", "FT26319K4Q7Z gammaland bank", ["gamma"]],
    ["where the account is", "Your AFB account was debited, ref FT26319K4Q7Z", ["alpha"]],
    [
      "not where the money goes",
      "You sent ETB 5 to Gammaland account 1000, ref FT26319K4Q7Z",
      ["alpha", "gamma"],
    ],
    [
      "the sender, whichever bank the money goes to",
      sms("to Gammaland account 1000400000000. Thank you for Banking with AFB!"),
      ["alpha"],
    ],
    ["not told where two are named", "FT26319K4Q7Z AFB or GAMMALAND", ["alpha", "gamma"]],
    ["not told where both thank", sms("banking with AFB, banking with Gammaland"), ["alpha", "gamma"]],
    [
      "not told by a bank that has no such references",
      sms("Thank you for using Betabirr"),
      ["alpha", "gamma"],
    ],
    ["not told by a word that only begins like its name", sms("Gammalandia"), ["alpha", "gamma"]],
    ["told for sixteen characters", "822XXXX263160002 Etana", ["eta"]],
    ["outdone by the type code", "822WDTS263160002 Etana", ["delta"]],
    ["outdone by the year letter", "DKF1AB2CD3 Iota Pesa", ["beta"]],
  ])("%s", (_, text, labels) => expect(askedBy(text)).toEqual(labels));

  test("each message's own", () => {
    const text = `${sms("Thank you for Banking with AFB!")}\n${sms("GAMMALAND").replace("K4Q7Z", "A1B2C")}`;
    expect(likelyLinesOf(detect(text, banks, noon))).toEqual([
      "alpha transactionRef=FT26319K4Q7Z needs accountNumber",
      "gamma reference=FT26319A1B2C needs accountNumber",
    ]);
  });

  test("nobody's where all have one name", () => {
    const same = openProviders(
      {
        alpha: settingsOf("http://127.0.0.1:3000", { bank: "The Bank" }),
        gamma: settingsOf("http://127.0.0.1:3001", { bank: "The Bank" }),
      },
      "full",
    );
    expect(detect("The Bank FT26319K4Q7Z", same, noon).candidates.map(({ isLikely }) => isLikely)).toEqual([
      true,
      true,
    ]);
  });
});
