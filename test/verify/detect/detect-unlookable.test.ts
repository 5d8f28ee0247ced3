import { describe, expect, test } from "vitest";
import { findAmongAll } from "../../support/detection.ts";

/** Banks' messages that point to no receipt are told from chatter, so that somebody can say what to ask for instead. */

const number = { kind: "number", provider: "theta" };

describe("a message that cannot be looked up is recognised", () => {
  test.each([
    ["theta's number alone", "261115103874225", number],
    ["with its label", "Txn ID: 261115103874225", number],
    [
      "theta's message without its link",
      "Dear Customer, ETB 2,425 has been credited to your account from Selam Getachew on : 2026-11-15 10:38:47  with Txn ID: 261115103874225 . Your available balance is now ETB 2,510.12.",
      number,
    ],
    [
      "zeta's deposit",
      "Dear Customer\nA Deposit of 40,000.00 ETB has been made to your account 426*******611 BY IPS /INCOMMING/XXXXETAA/XXXXETAAFT26319FLQKV on 15-11-2026 15:27:53, your current balance is 40,000.00 ETB. Thank you.\nZETA",
      { kind: "credit", provider: "zeta" },
    ],
    [
      "zeta's withdrawal, cut before its link",
      "A Withdrawal of 2,012.00 ETB has been made from your account 426*******611 on 15-11-2026 16:01:11 by IPS OUT GOING, your current balance is 38,032.00 ETB.",
      { kind: "debit", provider: "zeta" },
    ],
    [
      "delta's credit",
      "Dear Customer, your account '5293**011' is credited with ETB 100.00 on 12/11/2026 at 08:50:23 AM. Your current balance is ETB 100.00. ",
      { kind: "credit", provider: "delta" },
    ],
    [
      "a debit of alpha without its link",
      "Dear Selam, You have transfered ETB 250.00 to Hana Mekonnen on 14/11/2026 at 12:28:56 from your account 1*********4321. Your account has been debited with a S.charge of ETB 0 and  15% VAT of ETB0.00, with a total of ETB250. Your Current Balance is ETB 2,829.87. Thanks for Banking with ALPHA.",
      { kind: "debit", provider: "alpha" },
    ],
    [
      "a credit of gamma without its link",
      "Dear Beza, your account 1*****88 was credited with ETB 3,000.00 by HANA MEKONNEN TADESSE. Available Balance:  ETB 5,027.46. GAMMA.",
      { kind: "credit", provider: "gamma" },
    ],
    [
      "a bank that is not asked here",
      "Dear Customer, your account 10**99 has been credited with ETB 1,500 by cash deposit. Your balance is ETB 1,700.00",
      { kind: "credit", provider: null },
    ],
    [
      "in Amharic",
      "ውድ ደንበኛ፣ ሂሳብዎ በ 1,500.00 ብር ገቢ ሆኗል። ቀሪ ሂሳብዎ 1,700.00 ብር ነው።",
      { kind: "credit", provider: null },
    ],
    [
      "sent, in Amharic",
      "ውድ Selam፣ 2.00 ብር ለ Hana ልከዋል። ቀሪ ሒሳብ 10.00 ብር ነው።",
      { kind: "debit", provider: null },
    ],
  ])("%s", (_, text, expected) => {
    expect(findAmongAll(text)).toEqual({ candidates: [], refused: [], unlookable: expected });
  });
});

describe("nothing of the kind is", () => {
  test.each([
    ["chatter", "hello, how are you?"],
    ["money that people talk about", "I sent you 500 birr yesterday, did you receive it?"],
    ["a balance alone", "Your current balance is ETB 100.00."],
    ["fifteen digits that are no moment", "129911993874225"],
    ["fifteen digits of a day to come", "271115103874225"],
    ["sixteen digits", "2611151038742251"],
    ["an account number of thirteen digits", "1000400004321"],
    [
      "a message with a link",
      "ETB 5 has been credited to your account, balance ETB 7. https://receipts.theta.example:8225/-2KK2MF1YNL-6A1B2C",
    ],
    [
      "a message with a reference",
      "Dear Hana\nYou have received ETB 5 from X. Your transaction number is DKF1AB2CD3. Your balance is ETB 7",
    ],
    [
      "a message whose link is refused",
      "You have received ETB 5, your balance is ETB 7 https://wallet.beta.example.evil.example/receipt/DKF1AB2CD3",
    ],
  ])("%s", (_, text) => expect(findAmongAll(text).unlookable).toBeNull());
});
