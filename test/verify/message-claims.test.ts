import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatSantim } from "../../src/core/money.ts";
import { catalogues, languages } from "../../src/texts/texts.ts";
import { candidateSchema, candidatesOf } from "../../src/verify/candidates.ts";
import {
  amountAlsoNamed,
  checkClaimedAmount,
  isAmountUnclear,
  largerAmountNamed,
} from "../../src/verify/claims.ts";
import { unreadIn } from "../../src/verify/detect/amounts/doubts.ts";
import { type DetectedCandidate, detect } from "../../src/verify/detect/detect.ts";
import { allProviders, bankHosts, findAmongAll, noon } from "../support/detection.ts";
import { runs } from "../support/properties.ts";

/**
 * What a message claims of each receipt that it names, in the order of the text: `260.00`, named as the transferred
 * amount; `? 500.00 300.00`, amounts that nothing is said of; `-`, none.
 */
type Message = {
  readonly name: string;
  readonly text: readonly string[];
  readonly claims: readonly string[];
};

const messages: readonly Message[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../fixtures/messages/claims.json"), "utf8"),
);

const written = (lines: readonly string[]): string =>
  lines
    .join("\n")
    .replace(
      /\{(\w+)\}/g,
      (_, label: string) => Object.entries(bankHosts).find(([key]) => key === label)?.[1] ?? "",
    );

const claimOf = ({ claims: { amountsSantim, areTransferred } }: DetectedCandidate): string => {
  const amounts = amountsSantim.map((santim) => formatSantim(santim).replace(" ETB", ""));
  return amounts.length === 0 ? "-" : [...(areTransferred ? [] : ["?"]), ...amounts].join(" ");
};

const claimsIn = (text: string): readonly string[] => {
  const places = new Map(
    findAmongAll(text)
      .candidates.toSorted((a, b) => a.at - b.at)
      .map((candidate) => [candidate.at, claimOf(candidate)]),
  );
  return [...places.values()];
};

const likelyIn = (text: string): readonly DetectedCandidate[] =>
  findAmongAll(text).candidates.filter(({ isLikely }) => isLikely);

describe("a message claims of its receipt", () => {
  test.each(messages.map(({ name, text, claims }) => [name, written(text), claims] as const))(
    "%s",
    (_, text, claims) => expect(claimsIn(text)).toEqual(claims),
  );
});

/** An amount as each of the banks writes it, and how many santim that are. */
const amount = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }))
  .chain(([birr, cents]) => {
    const whole = birr.toLocaleString("en");
    const decimals = String(cents).padStart(2, "0");
    const exact = [
      `ETB ${whole}.${decimals}`,
      `ETB${birr}.${decimals}`,
      `${birr}.${decimals} Birr`,
      `${whole}.${decimals} ብር`,
      `ብር ${whole}.${decimals}`,
      `${whole}.${decimals}Br.`,
      `ETB ${whole.replaceAll(",", "\u00a0")}.${decimals}`,
      `Birr  ${whole.replaceAll(",", " ")}.${decimals}`,
    ];
    const round = [`ETB ${whole}`, `${birr} Birr`, `ETB ${birr}.0`, `${whole} ETB`];
    return fc.oneof(
      fc.constantFrom(...exact).map((text) => ({ text, santim: birr * 100 + cents })),
      fc.constantFrom(...round).map((text) => ({ text, santim: birr * 100 })),
    );
  });

/** Messages with one amount that was transferred, and others that were not. */
const templates: readonly ((paid: string, fee: string, balance: string) => string)[] = [
  (paid, fee, balance) =>
    `Dear Selam\nYou have transferred ${paid} to Hana Mekonnen (2519****8765) on 15/11/2026 10:20:30. Your transaction number is DKF1AB2CD3. The service fee is  ${fee} and  15% VAT on the service fee is ETB 0.78. Your current E-Money Account  balance is ${balance}.`,
  (paid, fee, balance) =>
    `Dear Selam your Account 1********4321 has been Credited with ${paid} from Hana Mekonnen, on 15/11/2026 at 10:21:04 with transaction number DKF1AB2CD3 service charge of ${fee} Your Current Balance is ${balance}.`,
  (paid, fee, balance) =>
    `Dear Customer, ${paid} has been credited to your account from Selam Getachew on : 2026-11-15 10:38:47 with reference DKF1AB2CD3 . Charge ${fee}. Your available balance is now ${balance}`,
  (paid, fee, balance) =>
    `ውድ Selam፣ ${paid} ለ Hana Mekonnen 251711***123 በ15/11/26 ልከዋል። መለያ ቁጥር DKF1AB2CD3 ነው። የአገልግሎት ክፍያ ${fee} ነው። አሁን ያለዎት ቀሪ ሒሳብ ${balance} ነው።`,
  (paid, fee, balance) =>
    `A Withdrawal of ${paid} has been made from your account 426*******611 on 15-11-2026 16:01:11, fee ${fee}, your current balance is ${balance}. Ref No DKF1AB2CD3`,
];

describe("whatever the amounts are and however they are written", () => {
  test.each(templates.map((template, at) => [at, template] as const))("in message %i", (_, template) => {
    fc.assert(
      fc.property(amount, amount, amount, (paid, fee, balance) => {
        const candidates = likelyIn(template(paid.text, fee.text, balance.text));
        const largestSantim = Math.max(paid.santim, fee.santim);
        expect(candidates.map(({ claims }) => claims)).toEqual([
          { amountsSantim: [paid.santim], areTransferred: true, largestSantim },
        ]);
      }),
      runs(300),
    );
  });

  test("each of several messages claims its own", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amount, fc.nat(templates.length - 1)), { minLength: 2, maxLength: 6 }),
        fc.constantFrom("\n", "\n\n", "\n---\n", "\n=====\n\n"),
        (paid, gap) => {
          const texts = paid.map(([{ text }, at], place) =>
            `Dear Hana, ${templates[at]?.(text, "ETB 5.00", "ETB 7.00") ?? ""}`.replace(
              "DKF1AB2CD3",
              `DKF1AB2CD${place}`,
            ),
          );
          const candidates = likelyIn(texts.join(gap));
          expect(candidates.map(({ claims }) => claims.amountsSantim)).toEqual(
            paid.map(([{ santim }]) => [santim]),
          );
        },
      ),
      runs(300),
    );
  });
});

/** What a reader takes for 12,500.00 ETB, whatever stands around it or in it. */
const written12500 = [
  ...["ETB 12,500.00 only", "only ETB 12,500.00", "12,500 birr only", "12,500 ብር ብቻ", "12,500 birr qofa"],
  ...["12,500 ብር ጥራሕ", "ETB *12,500.00*", "ETB*12,500.00*", "*ETB* *12,500.00*", "ETB **12,500**"],
  ...["ETB _12,500.00_", "ETB ~12,500.00~", "`12,500.00` ETB", "*12,500* birr", "ETB [12,500.00]"],
  ...['ETB "12,500.00"', "ETB (12,500.00)", "(12,500.00) ETB", "ETB <12,500>", "ETB «12,500.00»"],
  ...["ETB → 12,500.00", "ETB ≈12,500.00", "ETB💵12,500.00", "12,500💵birr", "ETB (12.5k)"],
  ...["ETB l2,500.00", "ETB I2,500.00", "ETB 12,5OO.00", "12,500.OO ETB", "ETB 12,5oo.00", "ETB 12,5О0.00"],
  ...["ETB 125OO", "12,5OObirr", "ETB 12,5ዐዐ.ዐዐ", "E T B 12,500.00", "b i r r 12,500", "12,500 B1RR"],
  ...["ETB 12500.000", "ETB 12500,000", "ETB 12,500.0000", "ETB 1 2 5 0 0 . 0 0", "ETB 12,5,00.00"],
  ...["ETB ١٢٥٠٠", "ETB ١٢٬٥٠٠٫٠٠", "ETB १२,५००.००", "፼፳፭፻ ብር", "፲፪ ሺህ ፭፻ ብር", "12ሺ500 ብር"],
  ...["አስራ ሁለት ሺህ አምስት መቶ ብር", "twelve thousand five hundred birr", "asra hulet shi amst meto birr"],
  ...["12 shi 500 birr", "ETB twelve thousand five hundred only", "kuma 12 fi dhibba 5 qarshii"],
  ...["ETB 12,500.00 x1", "1 x ETB 12,500.00", "ETB 12,500.00 up to date"],
  ...["12500 birrs", "12.5 k birr", "12,5k birr", "ETB 12.5 k", "ETB 12,500,00", "12500 bir"],
  ...["12500 የኢትዮጵያ ብር", "12500 በኢትዮጵያ ብር", "12500 ብሮች", "12500 Eth. birr", "12 500ን ብር"],
  ...["አስራሁለት ሺህ አምስት መቶ ብር", "አስራ ሁለት ሺ ተኩል ብር", "12ሺ ተኩል ብር", "asrahulet shi amst meto birr"],
  ...["ዓሰርተ ክልተ ሽሕን ሓሙሽተ ሚእትን ቅርሺ", "12 and half thousand birr", "qarshii kuma kudhalama fi dhibba shan"],
  ...["1️⃣2️⃣,5️⃣0️⃣0️⃣ birr", "#12500birr", "•12,500 birr", "ETB = 12500", "(ETB): 12500", "Birr => 12500"],
  ...[
    "12500/=",
    "12,500/- birr",
    "12500-00 birr",
    "1 2 5 0 0 birr",
    "twelve thousand five hundred Ethiopian birr",
  ],
];

/** Words that name the same a gift or a price: none of a payment that was received. */
const explained12500 = [
  ...["ETB 12,500.00 as gift", "ETB 12,500.00 bonus", "ETB 12,500.00 each", "up to ETB 12,500.00"],
  ...["at least ETB 12,500.00", "your ETB 12,500.00 loan", "*12,500.00* birr bonus"],
];

const said: readonly ((amount: string) => string)[] = [
  (amount) =>
    `Dear Hana\nYou have received ${amount} from SELAM GETACHEW(2519****4321) on 15/11/2026 10:20:30. Your transaction number is DKF1AB2CD3. Your current E-Money Account balance is ETB 2,885.18.`,
  (amount) => `I sent you ${amount}. Transaction number DKF1AB2CD3`,
];

test.each(written12500)("%s is an amount like any other", (amount) => {
  const texts = [...said.map((saying) => saying(amount)), `${amount} DKF1AB2CD3`];
  expect(texts.map((text) => likelyIn(text).map(({ claims }) => claims.amountsSantim))).toEqual(
    texts.map(() => [[1_250_000]]),
  );
});

test.each([
  ["አንድ ሺህ 250 ብር", "1250.00"],
  ["1ሺ ከ250 ብር", "1250.00"],
  ["1ሺህ ሁለት መቶ 50 ብር", "1250.00"],
  ["ሺህ ሁለት መቶ ብር", "1200.00"],
  ["1 ሽሕን 250 ቅርሺን", "1250.00"],
  ["1 shi ke 250 birr", "1250.00"],
  ["one thousand 250 birr", "1250.00"],
  ["one thousand two hundred and fifty birr", "1250.00"],
  ["one hundred twenty-five thousand birr", "125000.00"],
  ["kuma 1 fi 250 qarshii", "1250.00"],
  ["qarshii kuma 1 fi dhibba 2 fi 50", "1250.00"],
  ["qarshii kuma lama", "2000.00"],
  ["ETB 5 thousand 3 shirts", "5000.00"],
  ["sofa 3 two hundred birr", "-"],
  ["two 500 birr notes", "500.00"],
  ["50 one hundred birr notes", "-"],
  ["I sent you one hundred two hundred birr", "-"],
  ["አንድ ብር አልቀረም", "-"],
  ["one hundred thanks", "-"],
  ["fourty thousand five hundred birr", "40500.00"],
  ["two thousand, five hundred birr", "2500.00"],
  ["twelve thousands five hundred birr", "12500.00"],
  ["የሁለት ሺህ አምስት መቶ ብር", "2500.00"],
  ["ዐሥራ ሁለት ሺህ አምስት መቶ ብር", "12500.00"],
  ["ሐምሳ ሺህ አምስት መቶ ብር", "50500.00"],
  ["qarshii kuma kudha lama fi dhibba shan", "12500.00"],
  ["kuma lamaa fi dhibba shan qarshii", "2500.00"],
  ["Million 250 birr", "250.00"],
  ["1M birr", "1000000.00"],
  ["ETB 1.5 M", "1500000.00"],
  ["ሓደ ሽሕን ክልተ ሚእትን ቅርሺ", "1200.00"],
  ["1 ሺህ ተኩል ብር", "1500.00"],
])("%s is %s", (amount, claim) => {
  expect(claimsIn(`${amount} DKF1AB2CD3`)).toEqual([claim === "-" ? "-" : `? ${claim}`]);
});

test.each(explained12500)("%s is claimed where nothing else is", (amount) => {
  for (const text of said.map((saying) => saying(amount)))
    expect(
      likelyIn(text).map(({ claims }) => claims.amountsSantim),
      text,
    ).toEqual([[1_250_000]]);
});

/** Whether a text agrees with a payment of 1,250.00 ETB. */
const agreement = (text: string) =>
  likelyIn(text).map(({ claims }) =>
    checkClaimedAmount(claims, { amountSantim: 125_000, totalSantim: 125_600 }),
  );

const receivedSms = (amount: string, payer = "SELAM GETACHEW", greeting = "ውድ Hana") =>
  `${greeting}\n${amount} ብር ከ ${payer}(2519****4321) በ 15/11/2026 10:20:30 ተቀብለዋል፡፡ የሂሳብ እንቅስቃሴ ቁጥርዎ DKF1AB2CD3 ነዉ።`;

test.each([
  "I paid 1250 for 2 shirts at 625 each",
  "I paid 625 birr each for 2 shirts",
  "I paid 625 birr each, 1250 birr",
  "sent 625 birr x 2",
  "paid *1250* birr (2 pieces)",
  "paid in ETB (2 shirts) 1250",
  "my number (0911223344) birr 1250 sent",
  "SELAM (251911223344) ETB 1,250.00",
  "(1) ETB 1250",
  "1250 ETB (2) shirts",
  "1250 ETB *300* grams",
  "[2] 1250 birr",
  "[1] 250 birr, [2] 1000 birr",
  "ETB: [1] 250, [2] 1000",
  "፩ 250 ብር፣ ፪ 1000 ብር",
  "order #1002 *1250* birr",
  "dial *847# I sent 1250 birr",
  "sent 1250 birr to (1000200004388)",
  "room 1O1 sent 1250 birr",
  "ETB O Trading paid 1250 birr",
  "፩ሺህ፪፻፶ ብር",
  "paid on ፲፭/፫/፳፻፲፱ 1250 birr",
  "I paid 1250.000 birr",
  "1,25O.OO birr paid",
  "transferred 1250 birr, win up to 10,000 birr",
  "paid 1250 birr. 100MB for only 5 birr",
  "got a 250 birr discount",
  "I will send 500 birr bonus",
  "debited ETB 5.75 service fee",
  "balance ETB *12,500.00*",
  "1,250 birr deposit of 5,000 birr",
  "half of 2500 birr",
  "half of my rent of 2500 birr sent",
  "sent 50% of 2500 birr",
  "paid 50%of the total 2500 birr",
  "50 percent from 2500 birr sent",
  "sent a 50% advance of 2500 birr",
  "sent 1/2 of 2500 birr",
  "sent ½ of 2500 birr",
  "sent ¼ of ETB 5000",
  "paid one fourth of 5000 birr",
  "paid two thirds of 1875 birr",
  "paid a tenth of 12500 birr",
  "2500 birr, 50% sent",
  "2500 birr, I sent 50%",
  "2500 ብር 50% ልኬያለሁ",
  "የ2500 ብር ግማሽ ልኬያለሁ",
  "ከ2500 ብር ላይ ግማሹን ልኬያለሁ",
  "walakkaa qarshii 2500 ergeera",
  "qarshii 2500 walakkaa ergeera",
  "ፍርቂ ናይ 2500 ቅርሺ ሰዲደ",
  "50% down payment for 2500 birr",
  "half payment for the 2500 birr sofa",
  "half price of 2500 birr paid",
  "sent 1/2 the 2500 birr",
  "our bill is 2500 birr, my half sent",
  "ናይ 5000 ቅርሺ ርብዒ ሰዲደ",
  "paid 1250 instead of 1500 birr",
  "2 nights 625 birr per night",
  "Paid for 2 nights at 625 birr",
  "1300 birr - 50 birr discount = 1250 birr, sent",
  "1200 birr + 50 birr tip, sent",
  "1250 birr sent, 450 birr cash",
  "1250 ብር ልኬያለሁ 500 ብር በካሽ",
  "Yesterday I sent 500 birr, today I sent 1250 birr",
  "ትናንት 500 ብር ልኬ ነበር ዛሬ ደግሞ 1250 ብር ልኬያለሁ",
  "Kaleessa qarshii 500 ergeera, har'a qarshii 1250 ergeera",
  "I paid 1250 birr now and 3000 birr last week",
  "You have received ETB 1,250.00 from SELAM. He paid 500 birr yesterday too",
  "You have received ETB 1,250.00 from SELAM. He should have sent 1300 birr",
  "Rent is 2500 birr, I sent half",
  "የቤት ኪራይ 2500 ብር ነው ግማሹን ልኬያለሁ",
  "down payment for the 5000 birr sofa",
  "can I pay the other 500 birr tomorrow?",
  "ሂሳብዎ 8,000.00 ብር ነው። 1,250.00 ብር ተቀብለዋል",
  "I sent 1250 birr yesterday, please check. It is for the 2500 birr sofa",
  "Is delivery 100 birr? I paid 1250 birr earlier",
  "ትናንት 1250 ብር ልኬያለሁ ለ 2500 ብር ሶፋ",
  "I deposited 1250 birr cash at the branch for the 5000 birr sofa",
  "1250 ብር ካሽ አስገብቻለሁ ለ2000 ብር እቃ",
  "ብሩ 3 ሰዓት ላይ ገብቷል",
  "ብሩ 100% ገብቷል",
  "1250 ብር ብሩ 3 ሰዓት ላይ ተልኳል",
  "ለብሩ 3 ሸሚዝ ልኬያለሁ",
  "305 ብሩ ልኬያለሁ",
  "1 አበበ 1250\n2 ብሩ 1250\n3 ሄለን 1250",
  "qarshiin 3:30 irratti ergameera",
  "I bought 2 of 625 birr",
  "You have sent ETB 1,250.00 to HANA. ETB 5.22 service fee",
  "bill 2500 birr, paid 1250 birr",
  "Yesterday I sent 500 birr. Today 1250 birr",
  "1,250 birr + 450 birr cash",
  "I sent 625 birr and 625 birr",
  "500 birr, 500 birr and 250 birr",
  "625 birr for shoes, 625 birr for the bag",
  "625 ብር እና 625 ብር ልኬያለሁ",
  "paid 625 birr each for 2 bags",
  "I paid 1250 birr. The bill was 2500 birr, paid half",
  "I paid my share of the bill 5000 birr",
  "I paid a deposit for the sofa price 5000 birr",
  "I paid an installment of the loan of 50,000 birr",
  "I paid this month's installment for the 50,000 birr loan",
  "I paid towards the loan of 50,000 birr",
  "paid, bill was 2500 birr, this is half",
  "I haven't paid the price of 5000 birr",
  "sent after discount of 250 birr",
  "sent with fee 10 birr",
  "paid the loan, bank fee 10 birr",
  "paid the bill 1200 birr and tip 50 birr",
  "Selam price 2500 birr half sent",
  "ሰላም ቀሪ ሂሳብ 3750 ብር",
  "Hi Hana remaining balance\n3750 birr",
  "Your available balance\nis now ETB 2,510.12.",
  "ቀሪ ሂሳብዎ\n12,400.00 ብር ነው።",
  "lance is ETB 12,500.00",
  "lance: 12,500.00 ETB. Your receipt",
  "nce ETB 12,500.00",
  "e is ETB 12,500.00. Thank you for banking with ALPHA",
  "is now ETB 12,500.00. Receipt Link",
  "Haftee herregaa irraa qarshii 250 hir'ate",
  "Price (call 0911223344): 1500 birr, half paid",
  "I paid everything except the delivery fee of 100 birr",
  "I sent a reminder about the debt of 5000 birr",
  "ዋጋው 2500 ብር ለሆነው ሶፋ ቅድሚያ ልኬያለሁ",
  "የሶፋው ዋጋ 2500 ብር ስለሆነ ቅድሚያ ክፍያ ልኬያለሁ",
  "my account has 5000 birr left",
  "bill 1200 birr, tip 50 birr",
  "Table 4: bill 1,200 birr, tip 50 birr",
  "bill 1200 birr + 50 birr tip",
  "price 1200 birr, delivery 50 birr",
  "ዋጋ 1200 ብር፣ ማድረሻ 50 ብር",
  "gatii qarshii 1200, geejjiba qarshii 50",
  "shoes 1200 birr, bag 50 birr, price 1250 birr",
  "625 birr, 625 birr, price 1250 birr",
  "price 2500 birr, half 1250 birr",
  "price 1000 birr, delivery 200 birr, tip 50 birr",
  "Have you sent the invoice of 2500 birr?",
  "I sent a request for 2500 birr",
  "You have sent a request of ETB 2,500.00 to Hana",
  "paid in parts the price of 5000 birr",
  "My debt of 5000 birr, I will pay the rest",
  "1250 ብር ልኬያለሁ፤ ትናንት 2000 ብር ልኬያለሁ",
  "1250 ብር ገቢ አድርጌያለሁ፣ ትናንት ደግሞ 2000 ብር ልኬ ነበር",
  "You have received ETB 1,250.00 from SELAM. Deposit 100 Birr and more to your wallet and get 10 Birr back",
  "You have received ETB 1,250.00 from SELAM. Transfer ETB 500 and above to enter the draw",
  "You have received ETB 1,250.00 from SELAM. Transfer ETB 500 or more and enter the lucky draw",
  "You have received ETB 1,250.00 from SELAM. Deposit ETB 500 and be a winner of a car!",
  "You have received ETB 1,250.00 from SELAM. Make a payment of ETB 200 or above and stand a chance to win a phone",
  "You have received ETB 1,250.00 from SELAM. Qarshii 100 ol yoo ergitan badhaasa ni argattu.",
  "You have received ETB 1,250.00 from SELAM. ETB 2.00 SMS fee has been deducted.",
  "You have received ETB 1,250.00 from SELAM. Your blocked amount is ETB 100.00.",
  "You have received ETB 1,250.00 from SELAM. Reserved amount: ETB 100.00.",
  "You have received ETB 1,250.00 from SELAM. Deposit ETB 1,000 and above to enter the draw.",
  "5 people x 250 birr",
  "5pcs x 250 birr",
  "2.5 kg x 500 birr",
  "2 kg sugar x 625 birr",
  "3 kg x 400 birr = 1200 birr + 50 birr delivery",
  "3 x 400 birr + 50 birr delivery",
  "ለ5 ሰው 250 250 ብር",
  "ለአምስት ሰው 250 250 ብር",
  "ለ5 ሰው 250 ብር",
  "5 ሰው በነፍስ ወከፍ 250 ብር",
  "2 ቀን በ625 ብር",
  "5 ሊትር ዘይት በ250 ብር",
  "ለ 2 ሰው እያንዳንዱ 625 ብር",
  "nama shaniif qarshii 250",
  "paid 625 birr a month for two months",
  "paid 250 birr a day for 5 days",
  "for 5 days 250 birr daily paid",
  "two months, paid 625 birr monthly",
  "sent 625 birr every week for 2 weeks",
  "paid 250 birr apiece for 5 shirts",
  "paid 625 birr for each shirt, two shirts",
  "5 of us, each paid 250 birr",
  "ለ 5 ሰዎች በነፍስ ወከፍ 250 ብር ልኬያለሁ",
  "ለ5 ሰው 250 ብር ለእያንዳንዳቸው ልኬያለሁ",
  "ለሁለት ወር በወር 625 ብር ከፍያለሁ",
  "5 ኪሎ ቡና በኪሎ 250 ብር ልኬያለሁ",
  "የ5 ኪሎ ቡና ኪሎ 250 ብር ልኬያለሁ",
  "የ5 ቀን በቀን 250 ብር ልኬያለሁ",
  "ለአምስት ልጆች ለአንዱ 250 ብር ልኬያለሁ",
  "nama shaniif tokkoof qarshii 250 kaffaleera",
  "nama 5f mataatti qarshii 250 kaffaleera",
  "ji'a 2 ji'atti qarshii 625 kaffaleera",
  "ንሓሙሽተ ሰብ ንነፍሲ ወከፍ 250 ቅርሺ ከፊለ",
  "2 ወርሒ ኣብ ወርሒ 625 ቅርሺ ከፊለ",
  "ን2 ሰብ ንሓደ ሰብ 625 ቅርሺ ሰዲደ",
  "ን2 ወርሒ ወርሓዊ 625 ቅርሺ ከፊለ",
  "ለ2 ሰው አንዱ 625 ብር ልኬያለሁ",
  "ለ5 ቀን የቀን 250 ብር ልኬያለሁ",
  "ji'a lamaaf ji'aan qarshii 625 kaffaleera",
  "kiiloo 5 kiiloo tokko qarshii 250 kaffaleera",
  "paid 625 birr two times",
  "625 ብር ሁለቴ ልኬያለሁ",
  "625 + 625 birr",
  "1000 እና 250 ብር",
  "1250 ብር ልኬያለሁ ትናንት 3000 ብር ልኬ ነበር",
  "1250 ብር ልኬያለሁ፣ 3000 ብር ልኬ ነበር",
  "qarshii 5000 keessaa 1250 kaffaleera",
  "5000 ብር ውስጥ 1250 ብር ልኬያለሁ",
  "I sold for 12,500 birr, your commission 1250 birr sent",
  "Sold the phone for 12,500 birr, commission 1250 birr sent",
  "I withdrew 5000 birr and sent 1250 birr",
  "Abebe sent me 5000 birr, I sent you 1250 birr",
  "advance 3000 birr was paid last week, remaining 1250 birr paid today",
  "qarshii 1250 ergeera kaleessa qarshii 3000 ergeen ture",
  "Amount in words: One Thousand Two Hundred Fifty Birr Only",
  "On Monday I sent 3000 birr, I sent 1250 birr",
  "Balance 3750 birr will be paid on delivery. 1250 birr sent",
  "I left 3750 birr unpaid, sent 1250 birr",
  "order 12500 paid 1250 birr",
  "50 ብር ተቀንሶ 1250 ብር ልኬያለሁ",
  "ዋጋው 1300 ብር ነው 50 ብር ቀንሰህልኛል 1250 ልኬያለሁ",
  "ዋጋው 1300 ነው 50 ብር ቀንሳችሁልኛል 1250 ብር ልኬያለሁ",
  "ከሂሳብዎ 1,250.00 ብር ተቀንሶ ለ Hana ተልኳል። ቀሪ ሂሳብዎ 5,000.00 ብር ነው",
  "50 birr was deducted and I sent 1250 birr",
  "You have paid ETB 1,250.00 for loan. Loan amount ETB 1,200.00 interest paid ETB 50.00",
  "I sent 1250 birr; my wife paid you 200 birr already",
  "I sent 50 birr extra, total 1250 birr",
  "I deducted 50 birr and sent 1250 birr",
  "the other guy paid 300 birr, I sent 1250 birr",
  "I had paid 300 birr advance, now 1250 birr sent",
  "በካሽ 200 ብር ከፍያለሁ ቀሪ 1250 ብር ልኬያለሁ",
  "ወንድሜ 200 ብር ልኳል እኔ 1250 ብር ልኬያለሁ",
  "obboleessi koo qarshii 200 ergeera, ani qarshii 1250 ergeera",
  "customer paid 2000 birr and I am forwarding 1250 birr",
  "the customer has paid 2000 birr, I sent 1250 birr",
  "my friend paid me 2000 birr, here is 1250 birr for you",
  "ደንበኛዬ 2000 ብር ከፍሎኛል እኔ 1250 ብር ልኬያለሁ",
  "ሓወይ 3000 ቅርሺ ልኢኹ፣ ኣነ 1250 ቅርሺ ልኢኸ",
  "ትማሊ 3000 ቅርሺ ልኢኸ ሕጂ 1250 ቅርሺ ልኢኸ",
  "paid 500 for coffee 400 for sugar 350 for tea",
  "paid 500 birr for the coffee, 400 for sugar and 350 for tea",
  "500 for coffee 400 for sugar 350 for tea",
  "paid 1500 birr minus 250 birr discount",
  "paid 1500 birr less 250 birr",
  "sent 1500 birr - 250 birr discount",
  "sent 1500 birr, you returned 250 birr",
  "sent 1500 birr and you gave me back 250 birr",
  "sent 1500 birr, got 250 birr back",
  "sent 1500 birr, 250 birr change returned",
  "1500 birr minus your 250 birr debt sent",
  "1500 ብር ልኬያለሁ 250 ብር መልሰህልኛል",
  "ከ1500 ብር 250 ብር ቀንሼ ልኬያለሁ",
  "1500 ብር ሲቀነስ 250 ብር ልኬያለሁ",
  "qarshii 1500 keessaa qarshii 250 hir'isee ergeera",
  "12 K block 1250 birr",
  "my number 0911223344/- 1250 birr",
  "20 እንቁላል በ1250 ብር ልኬያለሁ",
  "2 ጫማ በ 1250 ብር ልኬልሃለሁ",
  "15 ህዳር በ1250 ብር ከፍያለሁ",
  "sent 3 tickets at 1250 birr total",
  "1250 birr 2️⃣",
  "1250 ብር ከ3000 ብር ላይ ከፍያለሁ",
  "1250 ብር ከ 3000 ብር ውስጥ ልኬያለሁ",
  "1250 ብር ካብ 3000 ብር ከፊለ",
  "1250 ቅርሺ ካብ 3000 ቅርሺ ውሽጢ ሰዲደ",
  "1250 birr ke 2000 birr lay kefyalehu",
  "ke 2000 birr wst 1250 birr kefyalehu",
  "qarshii 1250 qarshii 3000 keessaa kaffaleera",
  "ዕዳዬ 3000 ብር፣ የከፈልኩት 1250 ብር",
  "ዕዳዬ 3000 ብር ነው የከፈልኩት 1250 ብር",
  "ዕዳይ 3000 ብር፣ ዝኸፈልኩዎ 1250 ብር",
  "idaan koo qarshii 3000, kanan kaffale qarshii 1250",
  "idaye 3000 birr, yekefelkut 1250 birr",
  "booking fee 1250 birr for the 25,000 birr room",
  "reservation fee of 1250 birr for a room of 25,000 birr",
  "Previous payment 5000 birr, this payment 1250 birr",
  "earlier payment was 5000 birr, this transfer is 1250 birr",
  "so far I paid 5000 birr plus 1250 birr now",
  "so far 5000 birr paid, now 1250 birr",
  "እስካሁን 5000 ብር ከፍያለሁ አሁን 1250 ብር",
  "እስከ አሁን 5000 ብር ከፍያለሁ ዛሬ 1250 ብር ልኬያለሁ",
  "hanga ammaatti qarshii 5000 kaffaleera, amma qarshii 1250",
  "ክሳብ ሕጂ 5000 ቅርሺ ከፊለ ሎሚ 1250 ቅርሺ",
  "eskahun 5000 birr kefyalehu zare 1250 birr",
  "with this 1250 birr I have paid 6250 birr in total",
  "In total I paid 6250 birr, this 1250 birr is the last",
  "በድምሩ 6250 ብር ከፍያለሁ ይህ 1250 ብር የመጨረሻው ነው",
  "waliigalatti qarshii 6250 kaffaleera, kun qarshii 1250 isa dhumaati",
  "ብድምር 6250 ቅርሺ ከፊለ እዚ 1250 ቅርሺ መወዳእታ እዩ",
  "ከዚህ በፊት 5000 ብር ከፍያለሁ አሁን 1250 ብር",
  "kanaan dura qarshii 5000 kaffaleera, har'a qarshii 1250",
  "this payment 1250 birr, previous payment 5000 birr",
  "this payment 1250 birr previous payment 5000 birr",
  "5000 birr paid so far, now 1250 birr",
  "the other customer paid 3000 birr, mine is 1250",
  "the other customer paid 3000 birr, mine is 1250 birr",
  "Abebe sent 3000 birr yesterday, today I send 1250 birr",
  "Abebe sent 3000 birr, mine is 1250 birr",
  "my wife paid 3000 birr, mine is 1250",
  "ወንድሜ 3000 ብር ልኳል የኔ 1250 ብር ነው",
  "obboleessi koo qarshii 3000 ergeera, kan koo qarshii 1250",
  "ሓወይ 3000 ቅርሺ ልኢኹ፣ ናተይ 1250 ቅርሺ እዩ",
  "ወንድሜ 3000 ብር ልኳል የኔ 1250 ነው",
  "Abebe sent 3000 birr yesterday, I sent 1250 birr",
  "Abebe sent 3000 birr, today I send 1250 birr",
  "የባለፈው ክፍያ 5000 ብር፣ የአሁኑ 1250 ብር",
  "kaffaltii duraa qarshii 5000 kaffaleera, kan ammaa qarshii 1250",
  "ከዚህ 1250 ብር ጋር በድምሩ 6250 ብር ከፍያለሁ",
])("%s: nobody is accused", (text) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toHaveLength(1);
  expect(agreement(`${text} DKF1AB2CD3`)).not.toContain("mismatch");
});

describe("a smaller payment beside one that agrees", () => {
  const smaller = [
    "I paid 30 birr for transport",
    "I already paid 300 birr for delivery",
    "I paid 300 birr to the delivery man in cash",
    "I bought airtime for 30 birr",
    "I sent 30 birr more, it is a tip",
    "first I sent 30 birr as a test, then the rest",
    "ለትራንስፖርት 30 ብር ከፍያለሁ",
    "ለሹፌሩ 300 ብር ከፍያለሁ",
    "letransport 30 birr kefyalehu",
    "geejjibaaf qarshii 30 kaffaleera",
    "ንመጓዓዝያ 30 ብር ከፊለ",
  ];

  test.each(smaller)("accuses nobody, nor does it confirm anything: %s", (text) => {
    expect(agreement(`${receivedSms("1,250.00")}\n${text}`)).toEqual(["unknown"]);
    expect(["unknown", "match"]).toEqual(
      expect.arrayContaining(agreement(`I sent 1250 birr DKF1AB2CD3. ${text}`)),
    );
  });

  test("is repeated, for it may be meant to be added", () => {
    const named = (text: string) =>
      likelyIn(text).map(({ claims }) =>
        amountAlsoNamed(claims, { amountSantim: 125_000, totalSantim: 125_600 }),
      );
    expect(named(`${receivedSms("1,250.00")}\nI paid 300 birr for transport and 30 birr to you`)).toEqual([
      30_000,
    ]);
    expect(named(`${receivedSms("1,250.00")}\nthank you`)).toEqual([null]);
    expect(named("I sent 1000 birr and sent 250 birr DKF1AB2CD3")).toEqual([null]);
  });

  test.each([
    `${receivedSms("1,250.00")}\nI paid 3000 birr for transport`,
    `${receivedSms("1,250.00")}\nI paid 12, 500.00 birr for transport`,
    `${receivedSms("1,250.00")}\nI sent 1200 birr, and I sent 1100 birr`,
    "I sent 1250 birr and 1250 birr, and I sent 10 birr DKF1AB2CD3",
    `${receivedSms("12,500.00")}\nI paid 30 birr for transport`,
    "I sent 1250 birr and sent 300 birr, in all 1550 birr DKF1AB2CD3",
  ])("or what is not surely smaller is another amount: %s", (text) => {
    expect(agreement(text)).toEqual(["mismatch"]);
  });
});

test.each([
  "ወደ ሂሳብዎ 12,500.00 ብር ደርሷል። የሂሳብ እንቅስቃሴ ቁጥርዎ",
  "አካውንትዎ 12,500 ብር ደርሷል። የሂሳብ እንቅስቃሴ ቁጥርዎ",
  "ቀሪ ሂሳብ 12,500 ብር ከፍያለሁ",
  "12,500 ብሩን ልኬያለሁ",
  "Note: You have received ETB 12,500.00 from SELAM GETACHEW. Your transaction number is",
  "Narrative: rent\nETB 12,500.00\n",
  "You have received ETB 12,500.00 as remaining payment from SELAM. Your transaction number is",
  "You have received ETB 12,500.00 available in your account from SELAM. Your transaction number is",
  "I have sent ETB 12,500 balance payment for the sofa",
  "I paid the price of 12,500 birr",
  "12,500 qarshiin isiniif ergeera",
  "12,500 Ethiopian Birr sent",
  "You have received payment 1 of ETB 12,500.00 from SELAM. Your transaction number is",
  "12,500 ብር እና 300 ብር ልኬያለሁ",
  "Yesterday I sent 12,500 birr",
  "You should have received 12,500 birr",
  "I paid 12,500 birr cash",
  "by cash transfer I sent 12,500 birr",
  "received ETB 12,500.00 bonus. paid 10 birr each",
  "I sent you 12,500 birr earlier today for the phone. Cover 1,250 birr.",
  "I sent 12,500 birr an hour ago. Box 1,250 birr",
  "As agreed yesterday I sent you 12,500 birr for 10 chairs of 1,250 birr",
  "I deposited 12,500 birr cash into your account. Box 1,250 birr",
  "ትናንት ያዘዝኩትን 12,500 ብር ልኬያለሁ። አንዱ 1,250 ብር",
  "I paid the remaining 12,500 birr. Box 1,250 birr",
  "ቀሪውን 12,500 ብር ልኬያለሁ። የካርቶን 1,250 ብር",
  "sent 100% of 12,500 birr",
  "hundred percent of 12,500 birr sent",
  "I sent 12,500 birr, 50% paid",
  "paid 12,500 birr a month ago",
  "I paid 12,500 birr a day for two days",
  "paid 250 birr apiece for 20 shirts",
  "ለ 20 ሰዎች በነፍስ ወከፍ 250 ብር ልኬያለሁ",
  "በወር 12,500 ብር ከፍያለሁ",
  "nama shaniif tokkoof qarshii 12,500 kaffaleera",
  "12,500 ብር በቀን 15/11/2026 ልኬያለሁ",
  "I sent 12,500 birr back to you",
  "paid 12,500 birr two times",
  "twice 12,500 birr",
  "ከሂሳብዎ 12,500.00 ብር ተቀንሶ ለ Hana ተልኳል። ቀሪ ሂሳብዎ 5,000.00 ብር ነው",
  "order 4512 payment of 12,500 birr",
  "customer paid 12,500 birr",
  "paid 12500 for coffee 1250 for tea",
  "sent 12,500 birr - 1,250 birr",
  "paid 12,500 birr less than an hour ago",
  "you returned 1,250 birr, I sent 12,500 birr",
  "20 x 625 birr paid",
  "I sent 10 x 1,250 birr",
  "paid 625 birr each for 20 bags",
  "sent you 1,250 birr per person for 10 people",
  "ETB 12,500.00 has been credited to your account. can I pay the other 500 birr tomorrow?",
  "12,500 birr paid. discount was 10%",
  "12,500 birr sent, you were supposed to send 2 bags",
  "You have received a deposit for ETB 12,500.00 from SELAM",
  "I sent 12,500 birr, paid half",
  "sent 2 bags at 12,501 birr",
  "You have received ETB 12,500.00 fee from SELAM",
  "You have received the balance of ETB 12,500.00 from SELAM",
  "price 12,500 birr paid",
  "The bill 12,500 birr is paid",
  "ቀሪ ሂሳብ 12,500 ብር ተልኳል",
  "Paid the bill of 12,500 birr",
  "I paid the first installment of 12,500 birr",
  "Paid your invoice 12,500 birr",
  "I paid the debt of 12,500 birr",
  "paid the service fee 12,500 birr",
  "paid the broker commission of 12,500 birr",
  "I have transferred the cost of cement 12,500 birr",
  "sent the requested 12,500 birr",
  "I have sent you the price of the phone, 12,500 birr",
  "We paid your outstanding balance of 12,500 birr",
  "received from gift alemu 12,500 birr",
  "Your wallet has been loaded with 12,500 birr",
  "Your account has been funded with 12,500 birr",
  "gatii meeshaa qarshii 12,500 ergeera",
  "liqii qarshii 12,500 kaffaleera",
  "I paid 12,500 birr service fee",
  "You have received ETB 12,500.00 to enter into your account. Box 1,250 birr",
  "You have received ETB 12,500.00 and get 50MB. Box 1,250 birr",
  "ETB one thousand fi 12,500",
  "bill 12,000 birr, tip 500 birr",
  "bill 1,250 birr, 12,500 birr",
  "12,500 birr, price 1,250 birr",
  "price 1200 birr, I sent 12,500 birr",
  "bill 50 birr, 12,500 birr",
  "I sent you today the price of the sofa: 12,500 birr",
  "I paid at the bank the price of the goods 12,500 birr",
  "I paid in full the price of 12,500 birr",
  "paid the remaining balance 12,500 birr",
  "My debt of 12,500 birr is paid",
  "sent the requested money 12,500 birr",
  "I sent 12,500 birr before noon. Box 1,250 birr",
  "I sent 12,500 birr before. Box 1,250 birr",
  "ከዚህ በፊት እንዳልነው 12,500 ብር ልኬያለሁ። አንዱ 1,250 ብር",
  "12,500 ብር ልኬያለሁ፤ ትናንት የተነጋገርነው። አንዱ 1,250 ብር",
  "before I sleep I sent 12,500 birr, 1,250 birr",
  "as we said before, I sent 12,500 birr. Box 1,250 birr",
  "You have received ETB 12,500.00 and more from SELAM. 1,250 birr",
  "I have sent 12,500 birr and more to come. 1,250 birr",
  "A payment of ETB 12,500 and above has been made to your account",
  "You have received ETB 12,500.00 to enter into your account.",
  "I sent you 12,500 birr to enter the shop",
  "ETB 12,500.00 and above was credited to your account",
  "Qarshii 12,500 ol fudhattaniittu",
  "I transferred 12,500 birr or more",
  "As we said before, I sent 12,500 birr. Now box 1,250 birr",
  "I sent 12,500 birr as we said before. Today the box is 1,250 birr",
  "ከዚህ በፊት እንዳልነው 12,500 ብር ልኬያለሁ። ዛሬ ካርቶን 1,250 ብር",
  "As agreed yesterday, 12,500 birr sent. Today the box is 1,250 birr",
  "Deposit of ETB 12,500.00 to enter the house. Box 1,250 birr",
  "Payment of 12,500 birr to save the date",
  "Beta Transfer of 12,500.00 ETB to Save the Children - 251911000000",
  "Remaining balance ETB 12,500.00 paid",
  "I sent you the balance 12,500 birr",
  "12,500 birr remaining payment sent",
  "I left 12,500 birr in your account",
  "full balance 12,500 birr transferred",
  "ባላንስ 12,500 ብር ገብቷል",
  "ባላንሱን 12,500 ብር ልኬያለሁ",
  "ቀሪውን ክፍያ 12,500 ብር አስገብቻለሁ",
  "haftee qarshii 12,500 kaffaleera",
  "Amount (ETB): 12500\n",
  "Transferred Amount (Birr): 12500\n",
  "Amount:\n12500\n",
  "መጠን፦ 12500\n",
  "የገንዘብ መጠን፡ 12500\n",
  "Payment: 12500\n",
  "ክፍያ: 12500\n",
  "paid12500birr",
  "sent twelve thousand five hundred",
  "አሥራ ሁለት ሺህ አምስት መቶ ልኬያለሁ",
  "12,500 ልኬያለሁ",
  "paid 9999 x 999,999,999,999 birr",
  "12,500 ብር ልኬያለሁ ትናንት 1,250 ብር ልኬ ነበር",
  "ለ10 ሰው እያንዳንዱ 1,250 ብር ልኬያለሁ",
  "10 people x 1,250 birr paid",
  "I received 12,500 birr",
  "12,500 ብር ልኬ ነበር። የካርቶን 1,250 ብር",
  "12,500 birr for 10 boxes, bag 250 birr",
  "this is 12,500 birr",
  "rent is 12500 birr paid",
  "my brother sent 12,500 birr. Box 1,250 birr",
  "I sent 12,500 birr, total 1250 birr",
  "I had paid 12,500 birr. Box 1,250 birr",
  "12,500 ብር ከ 15,000 ብር ውስጥ ልኬያለሁ",
  "12,500 ብር ካብ 15,000 ብር ከፊለ",
  "12,500 birr ke 15,000 birr lay kefyalehu",
  "ke 15,000 birr wst 12,500 birr kefyalehu",
  "I sent 12,500 birr of 15,000",
  "1250 ብር ከ3000 ብር በላይ ከፍያለሁ",
  "1250 ብር ከ3000 ብር ጋር ልኬያለሁ",
  "1250 ቅርሺ ካብ 3000 ቅርሺ ንላዕሊ ከፊለ",
  "1250 ብር ከዛ 3000 ብር ከፍያለሁ",
  "ዕዳዬ 1250 ብር፣ የከፈልኩት 12,500 ብር",
  "ዕዳዬን 12,500 ብር ከፍያለሁ",
  "ዕዳዬ 12,500 ብር ተከፍሏል",
  "የዕዳ ክፍያ 12,500 ብር",
  "ዕዳዬ 12,500 ብር ከፍያለሁ። አንዱ 1250 ብር",
  "ናይ ዕዳጋ 12,500 ቅርሺ ሰዲደ",
  "booking fee 12,500 birr for the 25,000 birr room",
  "paid the booking fee of 12,500 birr",
  "this payment 5000 birr, previous payment 1250 birr",
  "Previous payment 1250 birr, this payment 5000 birr",
  "previous payment 12,500 birr",
  "so far I paid 1250 birr plus 5000 birr now",
  "now I paid 5000 birr plus 1250 birr so far",
  "So far I paid 12,500 birr. Box 1250 birr",
  "እስካሁን 1250 ብር ከፍያለሁ አሁን 5000 ብር",
  "with this 5000 birr I have paid 6250 birr in total",
  "with this 6250 birr I have paid 7500 birr in total",
  "In total I paid 12,500 birr. Box 1250 birr",
  "I paid 12,500 birr in total, this 1250 birr box is small",
  "በድምሩ 6250 ብር ከፍያለሁ ይህ 5000 ብር የመጨረሻው ነው",
  "በድምሩ 6250 ብር ከፍያለሁ። አንዱ 1250 ብር",
  "the last payment of 12,500 birr, box 1250 birr",
  "ከዚህ በፊት 12,500 ብር ከፍያለሁ። ካርቶን 1250 ብር",
  "the other customer paid 1250 birr, mine is 3000 birr",
  "the other customer paid 1250 birr, mine is 3000",
  "Abebe sent 1250 birr yesterday, today I send 3000 birr",
  "Abebe sent 3000 birr for me",
  "Abebe sent 3000 birr, mine is the 1250 birr box",
  "ወንድሜ 1250 ብር ልኳል የኔ 3000 ብር ነው",
  "Have you received the 20,000 birr from Abel?",
  "mine is 12,500 birr",
  "የባለፈው ክፍያ 1250 ብር፣ የአሁኑ 5000 ብር",
  "ከዚህ 1250 ብር ጋር 12,500 ብር ከፍያለሁ",
  "I sent 12,500 birr, mine is 1250",
  "12,500 birr lekalehu idaye 300 birr kefyalehu",
])("%s: another amount than was paid", (text) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toEqual(["mismatch"]);
});

test.each([
  "paid charge 999.00 plus 1250 birr",
  "VAT 950.00 and price 1250 birr sent",
  "bill 950 birr and 1250 birr paid",
  "sent 950 plus 1250 birr",
  "paid 300 & 1250 birr",
  "paid 1250 & 1250 birr",
])("%s: what an amount is added to is perhaps a part of what was paid", (text) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toEqual(["unknown"]);
});

describe("a word in an earlier line, message or link explains no amount away", () => {
  test.each([
    ...[
      "Win a car with us! Dial *127# and get a bonus",
      "ስጦታ ያግኙ",
      "Save with us",
      "For insurance call us",
    ].flatMap((advertisement) => [
      `${advertisement}\n${receivedSms("12,500.00")}`,
      `${advertisement}\n12,500 birr DKF1AB2CD3`,
      `${advertisement}\nDKF1AB2CD3 12,500 birr`,
      `${advertisement}\nDear Hana, ETB 12,500 has been credited to your account from Selam. Txn DKF1AB2CD3`,
    ]),
    `Your current balance is 10.00 Birr. Get your receipt here: ${bankHosts.beta}/receipt/DKF1AB2CD3\n12,500.00 Birr`,
    `Get your receipt here: ${bankHosts.beta}/receipt/DKF1AB2CD3 12,500.00 Birr`,
    `Your balance is 217.00Br. Thank you! For invoice ${bankHosts.beta}/receipt/DKF1AB2CD3\n12,500.00 birr`,
    "Invoice no DKF1AB2CD3 12,500 birr",
    "Dial *127# to get a loan Dear Hana, ETB 12,500 has been credited to your account. Txn DKF1AB2CD3",
  ])("%s", (text) => expect(agreement(text)).toEqual(["mismatch"]));

  test.each([
    "Available Balance\nETB 5,027.46\nDKF1AB2CD3",
    "Your current balance\nis ETB 5,027.46. DKF1AB2CD3",
    "Discount\n250 birr\nDKF1AB2CD3",
    "Charge\nETB 5.00\nVAT\nETB 0.75\nDKF1AB2CD3",
    "You have sent 1,250.00 Birr to Hana. Transaction DKF1AB2CD3. Get extra 20MB when you buy\n100MB daily bundle for 5 birr",
    "You have received ETB 1,250.00 from SELAM. Transaction DKF1AB2CD3. Win up\nto ETB 10,000 with us",
  ])("%s: a label and an advertisement in two lines do", (text) =>
    expect(agreement(text)).not.toContain("mismatch"),
  );
});

describe("a name explains no amount away", () => {
  const names = [
    ...[
      "ዋጋዬ ተስፋዬ",
      "ስጦታ አለሙ",
      "Gift Alemu",
      "GIFT REAL ESTATE",
      "Best Price Supermarket",
      "የቁጠባ እና ብድር ማህበር",
    ],
    ...["Win International School", "Addis Tax Consult", "Bal Getachew"],
  ];
  test.each(names)("%s", (name) => {
    // The last amount is one that agrees.
    for (const text of [
      `${receivedSms("12,500.00", name)} 1,250 ብር`,
      `${receivedSms("12,500.00", "SELAM", `ውድ ${name}`)} 1,250 ብር`,
      `ውድ ${name}፣ 12,500.00 ብር ከSelam Getachew 251712***456 በ15/11/26 ላይ ተቀብለዋል። መለያ ቁጥር DKF1AB2CD3 ነው። 1,250 ብር`,
      `ውድ Selam፣ 12,500.00 ብር ለ ${name} 251711***123 በ15/11/26 ላይ ልከዋል። መለያ ቁጥር DKF1AB2CD3 ነው። 1,250 ብር`,
      `ውድ ${name} ሂሳብ ቁጥርዎ 1********4321 በ ብር 12,500.00 ከ ${name} ገቢ ተደርጎለታል። DKF1AB2CD3. 1,250 ብር`,
      `Kabajamoo ${name}, qarshii 12,500.00 ${name} irraa fudhattaniittu. Lakkoofsi sochii DKF1AB2CD3. 1,250 birr`,
      `You have received from ${name} ETB 12,500.00. Transaction number DKF1AB2CD3. 1,250 birr`,
      `Dear ${name}, ETB 12,500 has been credited to your account from ${name} on 15/11/2026. Txn DKF1AB2CD3. 1,250 birr`,
    ])
      expect(agreement(text), text).toEqual(["mismatch"]);
  });

  test.each([
    "Dear Hana your balance is ETB 5,000.00 DKF1AB2CD3",
    "Dear customer, balance: 5,000 birr DKF1AB2CD3",
    "ውድ ሀና የአገልግሎት ክፍያ 5.75 ብር ነው። 1,250 ብር ልከዋል DKF1AB2CD3",
    "ETB 1,250.00 was transferred to HANA MEKONNEN Available Balance ETB 5,000.00 DKF1AB2CD3",
    "Your account was credited by Transfer. Available Balance: ETB 60.24 DKF1AB2CD3",
    "paid to Hana Service Fee ETB 5.00 DKF1AB2CD3",
  ])("%s: words behind a name do", (text) => expect(agreement(text)).not.toContain("mismatch"));
});

test.each([
  "Yesterday 10:21 AM\nYou have received ETB 12,500.00 from SELAM. Your transaction number is DKF1AB2CD3",
  "2 hours ago You have received ETB 12,500.00 from SELAM. Your transaction number is DKF1AB2CD3",
  "Deposited ETB 12,500.00 in cash\nReference DKF1AB2CD3",
])("a picture that says %s shows another amount than was paid", (text) => {
  const printed = detect(text, allProviders, noon, "printed").candidates.map(({ claims }) =>
    checkClaimedAmount(claims, { amountSantim: 125_000, totalSantim: null }),
  );
  expect([...new Set(printed)]).toEqual(["mismatch"]);
});

/** What is said beside a receipt of 1,250.00 ETB: that another amount is claimed, that a larger one is named, or nothing. */
const saidOf = (text: string): readonly string[] =>
  likelyIn(text).map(({ claims }) => {
    const printed = { amountSantim: 125_000, totalSantim: 125_600 };
    if (checkClaimedAmount(claims, printed) === "mismatch") return "mismatch";
    if (isAmountUnclear(claims, printed)) return "unclear";
    return largerAmountNamed(claims, printed) === null ? "nothing" : "larger";
  });

test.each([
  "Remaining payment 12,500 birr",
  "Total payments 12,500 birr",
  "balance cleared 12,500 birr",
  "Total: 12500",
  "Amount......12500",
  "Price 12500, deposit 1250",
  "I paid you 12500 my friend",
  "12500 done",
  "12500 for the shoes",
  "12500✅",
  "12500 🙏🏽",
  "12500 👍\n",
  "12500 ነው የላኩት",
  "12500 ነው የተላከው",
  "12 grand sent",
  "sent 12 grand",
  "የላክሁት 12500",
  "ergeera: 12500",
  "12500 keessaa 1250",
  "12500birrsent",
  "💵12500",
  "1,250 birr. Balance 12,500 birr",
  "1,250 birr + 12500",
  "10 boxes at 1,250 birr",
  "payment done: 12500",
  "12500/birr",
  "ETB|12500",
  "1,250 ብር ወደ ሂሳብዎ ተልኳል። ቀሪ ሂሳብ 12,500 ብር",
  "1,250 ብር ተቀብለዋል። 12,500 ብር በአካውንትዎ ያግኙ",
  "new order amount is 12,500 birr, 1,250 birr sent",
  "2 ቀን በ12,500 ብር",
  "1250 ብር ልኬያለሁ ትናንት 3000 ብር ልኬ ነበር",
  "qarshii 12,500 keessaa 1250 kaffaleera",
  "sent 50% of 25,000 birr",
  "sent 12,500 birr minus 250 birr",
  "customer paid 12,500 birr, here is 1,250 birr",
  "12500 for the shoes 1250 for the bag",
  "የ25,000 ብር ግማሽ ልኬያለሁ",
  "You have received ETB 1,250.00 from SELAM. Your current balance is paid ETB 12,500.00",
  "You can get up to ETB 12,500.00 sent by me. 1,250 birr",
  "You have sent ETB 1,250.00. You received up to ETB 12,500.00 or get it",
])("%s: a larger amount is never passed over", (text) => {
  expect(saidOf(`${text} DKF1AB2CD3`)).not.toContain("nothing");
  expect(saidOf(`${text} DKF1AB2CD3`)).toHaveLength(1);
});

const received = "You have received ETB 1,250.00 from SELAM(2519****4321). Transaction number DKF1AB2CD3.";

/** Before and behind a bank's message of 1,250.00 birr. */
const besideSms = (text: string): readonly string[] => [
  `${received} ${text}`,
  `${received}\n${text}`,
  `${text}\n${received}`,
];

test.each([
  "I've paid you 20,000 birr before",
  "I have already paid 20,000 birr before this",
  "I paid 20,000 birr before this one",
  "Before this I paid 20,000 birr",
  "Previously I paid 20,000 birr",
  "the previous payment was 20,000 birr",
  "So far I paid 20,000 birr",
  "ji'a darbe qarshii 20,000 kaffaleera",
  "torban darbe qarshii 20,000 ergeera",
  "kanaan dura qarshii 20,000 kaffaleera",
  "ወርሒ ዝሓለፈ 20,000 ብር ከፊለ",
  "ቅድሚ ሕጂ 20,000 ቅርሺ ከፊለ",
  "balefew 20,000 birr kefyalehu",
  "balefew wer 20,000 birr lekalehu",
  "kezih befit 20,000 birr kefyalehu",
  "tinant 20,000 birr lekalehu",
  "የባለፈው 20,000 ብር ደርሶሻል ወይ?",
  "የትናንቱ 20,000 ብር ደርሶሃል?",
  "ያለፈው ወር 20,000 ብር ከፍያለሁ",
  "ከዚህ በፊት 20,000 ብር ከፍያለሁ",
  "I paid 20,000 birr to Abel, not to you",
  "ለአቤል 20,000 ብር ከፍያለሁ ለአንተ አይደለም",
  "Abeliif qarshii 20,000 kaffaleera, siif miti",
  "20,000 ቅርሺ ንኣቤል ከፊለ፣ ንዓኻ ኣይኮነን",
  "leabel 20,000 birr kefyalehu lante aydelem",
  "Have you received the 20,000 birr from Abel?",
  "Did you get the 20,000 birr from Abel Tesfaye?",
  "the other customer paid 3000 birr, mine is 1250",
  "with this 1250 birr I have paid 6250 birr in total",
])("beside a bank's message “%s” names another payment, and accuses nobody", (text) => {
  for (const whole of besideSms(text)) expect(saidOf(whole), whole).toEqual(["larger"]);
});

test.each([
  "I've paid you 20,000 birr",
  "I've paid you 20,000 birr before noon",
  "I paid 20,000 birr before the deadline",
  "As we said before this, I paid 20,000 birr",
  "The last payment was 20,000 birr paid",
  "ከዚህ በፊት እንዳልነው 20,000 ብር ልኬያለሁ",
  "kezih befit endalnew 20,000 birr lekalehu",
  "qarshii 20,000 kaffaleera",
  "ji'a kana qarshii 20,000 kaffaleera",
  "20,000 ብር ከፊለ",
  "ወርሒ እዚ 20,000 ብር ከፊለ",
  "20,000 birr kefyalehu",
  "ahun 20,000 birr kefyalehu",
  "20,000 ብር ደርሶሻል ወይ?",
  "የዛሬው 20,000 ብር ደርሶሻል ወይ?",
  "Before this message I paid 20,000 birr",
  "I paid 20,000 birr to you, not to Abel",
  "I paid 20,000 birr to you, not to your friend",
  "I paid 20,000 birr to Abel",
  "I paid 20,000 birr, not to your other account",
  "ለአንተ 20,000 ብር ከፍያለሁ ለአቤል አይደለም",
  "ለአቤል ሳይሆን ለአንተ 20,000 ብር ከፍያለሁ",
  "siif qarshii 20,000 kaffaleera, Abeliif miti",
  "Have you received the 20,000 birr?",
  "Have you received the 20,000 birr from me?",
  "Have you received the 20,000 birr from Selam?",
  "I paid 20,000 birr. Have you received it from Abel?",
  "with this 20,000 birr I have paid 25,000 birr in total",
  "በድምሩ 25,000 ብር ከፍያለሁ ይህ 20,000 ብር የመጨረሻው ነው",
  "You should see 20,000 birr paid, not for you to doubt",
  "ዕዳዬን 20,000 ብር ከፍያለሁ",
])("beside a bank's message “%s” claims another amount than was paid", (text) => {
  for (const whole of besideSms(text)) expect(saidOf(whole), whole).toEqual(["mismatch"]);
});

test.each([
  "ance is ETB 9,310.55. Thank you for Banking with ALPHA! Transaction number DKF1AB2CD3",
  `${received} You can get up to ETB 5,000.00.`,
  `${received} Transfer 2,000 birr and get 50MB free`,
  `${received} Send ETB 2,000 or more and win a car`,
  `${received} Get a loan of up to ETB 50,000 with BETA!`,
  `${received} Your current  IOTA balance is 10,000.00 Birr.`,
  `${received} Avail Bal ETB 9,310.55`,
  `${received} Balance ETB 12,500.44`,
  `${received} Remaining Balance: ETB 12,500.44`,
  `${received} Your balance is ETB 12,500.44`,
  "1,250.00 ብር ተቀብለዋል። ቁጥርዎ DKF1AB2CD3 ነው። እስከ 100,000 ብር ያሸንፉ",
  "1,250.00 ብር ተቀብለዋል። ቁጥርዎ DKF1AB2CD3 ነው። ቀሪ ሂሳብ 12,500.00 ብር።",
  "1,250.00 ብር ተቀብለዋል። ቁጥርዎ DKF1AB2CD3 ነው። አሁን ያለዎት ቀሪ ሂሳብ ብር 12,500.00 ነው",
  "qarshii 1,250.00 fudhattaniittu. DKF1AB2CD3. Haftee herrega keessanii qarshii 12,500.00 dha",
  "1,250.00 ቅርሺ ተቐቢልኩም። DKF1AB2CD3። ዘሎኩም ተረፍ 12,500.00 ቅርሺ እዩ",
  "1,250.00 ብር ከ SELAM ተቀብለዋል። ቁጥርዎ DKF1AB2CD3 ነው። የሂሳብዎ ቀሪ መጠን 50,027.46 ብር ነው።",
  "1,250.00 ብር ከ SELAM ተቀብለዋል። ቁጥርዎ DKF1AB2CD3 ነው። አሁን በሂሳብዎ ያለው የገንዘብ መጠን 50,027.46 ብር ነው።",
  "1,250.00 ብር ከ SELAM ተቀብለዋል። ቁጥርዎ DKF1AB2CD3 ነው። የባላንስ መጠን 50,027.46 ብር ነው።",
  `${received} Your balance after the received amount is ETB 50,027.46`,
  "I sent 1250 birr, my phone is 0911223344 DKF1AB2CD3",
  "paid 1250 birr to account 1000200004388 for order 20451 DKF1AB2CD3",
  "Meter number 12345678 paid 1250 birr on 15/11/2026 at 10:20 DKF1AB2CD3",
  "DKF1AB2CD3 43210",
])("%s: a balance, an advertisement and a number of another kind are not mentioned", (text) => {
  expect(saidOf(text)).toEqual(["nothing"]);
});

/** In a bank's message, of which a part is 500.00, 2,500.00 or 12.00 birr. */
const inSms = (amount: string): string =>
  `Dear Hana\n${amount} from SELAM GETACHEW(2519****4321) on 15/11/2026 10:20:30. Transaction number DKF1AB2CD3. Your current balance is ETB 13,100.02`;

/** What an answer says beside a receipt of so many birr: one word for each receipt of a text. */
const toldOf = (text: string, birr: number, source: "typed" | "printed" = "typed"): readonly string[] =>
  detect(text, allProviders, noon, source)
    .candidates.filter(({ isLikely }) => isLikely)
    .map(({ claims }) => {
      const printed = { amountSantim: birr * 100, totalSantim: null };
      const check = checkClaimedAmount(claims, printed);
      if (check === "mismatch") return "another";
      if (largerAmountNamed(claims, printed) !== null) return "larger";
      return isAmountUnclear(claims, printed) ? "unclear" : check;
    });

describe.each(["typed", "printed"] as const)("an amount of a %s text that is read only in part", (source) => {
  test.each([
    ["12, 500.00 ብር", 500],
    ["12 ,500.00 ብር", 500],
    ["12. 500.00 ብር", 500],
    ["12\u201a500.00 ብር", 500],
    ["12·500.00 ብር", 500],
    ["12-500 ብር", 500],
    ["12፡500 ብር", 500],
    ["12,\n500.00 ብር", 500],
    ["x12,500.00 ብር", 500],
    ["No12,500.00 ብር", 500],
    ["ETB 12·500", 12],
    ["ETB 12-500.00", 12],
    ["ETB 12/500.00", 12],
    ["ETB 12  500", 12],
    ["ETB 12_500", 12],
    ["ETB 12ˌ500", 12],
  ])("%s agrees with no payment of %s birr, and contradicts none of 12,500", (amount, part) => {
    // In print an amount without decimals is read for nothing but a doubt.
    const isRead = source === "typed" || amount.includes(".00 ");
    expect(toldOf(inSms(amount), part, source)).toEqual([isRead ? "larger" : "unclear"]);
    expect(toldOf(inSms(amount), 12_500, source)).toEqual([isRead ? "unknown" : "unclear"]);
    expect(toldOf(inSms(amount), 1_250, source)).toEqual([isRead ? "another" : "unclear"]);
  });

  test.each([
    "1Z,500 ብር",
    "IZ,500 ብር",
    "ӏ2,500.00 ብር",
    "|2,500.00 ብር",
    "│2,500 ብር",
    "❶2,500.00 ብር",
    "❶2500 ብር",
    "|2500 ብር",
    "ı2500 ብር",
    "i2,500 birr",
    "1•2,500.00 ብር",
    "*1*2,500 birr",
    "1%2,500 birr",
    "7z2,500 birr",
    "1ʼ2500 birr",
    "1-2500 birr",
    "1 2,500.00 birr",
    "ETB |2,500",
    "ETB*12,500.00-",
    "ETB/12,500.00",
    "ETB #12,500.00#",
    "ETB 12,5ØØ.00",
    "ETB 12,500⁰⁰",
    "ETB 12,5ՕՕ.00",
    "ETB 12,S00",
    "ETB IZ,500",
    "ETB №12,500.00",
    "ETB Amt12,500.00",
    "ETB 12,5 00.00",
    "ETB ❶❷,❺⓿⓿",
    "ETB 1,250'000",
    "ETB 1,250-000",
    "ETB 1250-0",
    "ETB 1,250ooo",
    "ETB 1250○",
    "12K500 birr",
    "12k-500 birr",
    "12000 and 500 birr",
    "12 ተኩል ሺህ ብር",
    "አስራ ሁለት ተኩል ሺህ ብር",
    "receivedETB12,500.00",
    "1250*10 birr",
    "12 thou birr",
    "twelve thousand: 500 birr",
  ])("%s is never passed over", (amount) => {
    for (const birr of [1, 12, 500, 1250, 2500])
      for (const told of toldOf(inSms(amount), birr, source))
        expect(["another", "larger", "unclear"]).toContain(told);
  });
});

test.each([
  ["twelve thousand  five hundred birr sent", 500],
  ["አስራ ሁለት ሺህ  አምስት መቶ ብር ልኬያለሁ", 500],
  ["አሥራ ሁለት ሺህ ከ አምስት መቶ ብር ልኬያለሁ", 500],
  ["አስራ ሁለት ሺህ፣ 500 ብር ልኬያለሁ", 500],
  ["twenty  five thousand birr", 5_000],
  ["Paid birr twelve thousand\n3 shirts", 1_250],
  ["I sent ETB ten thousand; 250", 1_250],
  ["ብር አስራ ሁለት ሺህ፣ 3 ሸሚዝ", 1_250],
  ["paid ETB ten thousand 3 shirts", 1_250],
  ["paid ETB ten thousand\n15/11/2026", 1_250],
  ["paid 1, 500,000 birr", 1_500],
  ["paid ETB | 12,500", 1_250],
  ["ETB 12000, 500", 500],
  ["ETB 12000-500", 500],
])("%s is not %s birr", (text, birr) => {
  expect(toldOf(`${text} DKF1AB2CD3`, birr)).toEqual(["another"]);
});

test.each([
  ["ETB \u202e00521\u202c", 521],
  ["ETB \u202e005,21\u202c", 521],
  ["ETB \u200f521 12", 521],
  ["000 5\u200f birr", 5],
])(
  "%s, of which a person sees the digits in another order, agrees with no payment of %s birr",
  (text, birr) => {
    expect(["another", "unclear"]).toContain(toldOf(`${text}\nDKF1AB2CD3`, birr)[0]);
  },
);

test("an amount that is unclear takes the warning from no other receipt of the message", () => {
  for (const [text, told] of [
    ["DKF1AB2CD3 12, 500 birr\nDKF1AB2CD4 5000 birr", ["larger", "another"]],
    ["DKF1AB2CD3 500 birr\nDKF1AB2CD4 ETB 5000 104", ["unknown", "another"]],
    ["DKF1AB2CD3 ETB 300, 104\nDKF1AB2CD4 500 birr", ["another", "unknown"]],
  ] as const)
    expect(toldOf(text, 500)).toEqual(told);
});

test("of many amounts that cannot be read few are looked at, because more say no more", () => {
  const unread = unreadIn("ብር*1".repeat(1_000), []);
  expect(unread.length).toBeGreaterThan(0);
  expect(unread.length).toBeLessThan(40);
});

test.each([
  "1. 1250 birr",
  "1) 1250 birr",
  "15/11/26 1250 birr",
  "at 10:20, 1250 birr",
  "0911223344, 1250 birr",
  "1250 birr 500 for the bag, 750 for shoes",
  "room 12, 1250 birr",
  "\u2068Hana\u2069 1250 birr",
  "\u202a0911 22 33 44\u202c 1250 birr",
  "ሰላም 1250 ብር ልኬያለሁ",
  "السلام عليكم I sent 1250 birr",
  "שלום 1250 birr",
  "telebirr 1250",
  "order #20451 1250 birr",
  "4512 ✅\n1250 birr",
  "625 birr each, 1250 birr",
  "1250 birr sent to table 12 Grand Hotel",
  "Items 3 Grand Total: ETB 1,250.00",
  "0911223344 ✅",
  "order 20451, 1250 birr",
  "ብር አንድ ሺህ ሁለት መቶ ሃምሳ\nሁለት ሸሚዝ",
  "paid ETB one thousand two hundred fifty\n3 shirts",
  "Block hundred\n1250 birr",
  "ETB 1250, 345",
  "You have received 1,250.00 Birr. Transaction fee 0.00 Birr.",
  "Debited with ETB 1,250. S.charge of ETB 0",
  "💵1250 birr ✅",
  "•1250 birr",
  "(1250 birr)",
  "paid1250birr",
  "አስራ ሁለት መቶ ሃምሳ፣ 1250 ብር",
])("%s is read for certain", (text) => {
  expect(saidOf(`${text} DKF1AB2CD3`)).toEqual(["nothing"]);
});

test("no amount is claimed that is too large to be exact", () => {
  for (const price of ["999,999,999,999 birr", "999,999,999,999 million birr", "9,999,999 birr"])
    for (const text of [
      `paid 9999 x ${price} DKF1AB2CD3`,
      `9999 x ${price} DKF1AB2CD3`,
      `${price} x 9999 DKF1AB2CD3`,
    ])
      for (const { claims } of likelyIn(text))
        expect(
          [
            ...claims.amountsSantim,
            ...(claims.besideSantim ?? []),
            ...(claims.eachSantim ?? []),
            claims.largestSantim ?? 0,
          ].every(Number.isSafeInteger),
        ).toBe(true);
});

test.each([
  ["a larger amount", "Bill 12,500.00 birr\nAmount 1,250.00 birr\nReference DKF1AB2CD3", 1_250_000],
  [
    "beside digits that could not be read",
    "Bill 12,500.00 birr\nFee \ufffd\ufffd.\ufffd\ufffd birr\nAmount 1,250.00 birr\nReference DKF1AB2CD3",
    undefined,
  ],
])("a picture mentions %s, as far as all of its amounts were read", (_, text, largest) => {
  const [candidate] = detect(text, allProviders, noon, "printed").candidates;
  expect(candidate?.claims.largestSantim).toBe(largest);
});

test.each([
  ["20 እንቁላል በ1250 ብር ልኬያለሁ", "unknown"],
  ["2 ቀን በ625 ብር ልኬያለሁ", "unknown"],
  ["2 ቀን በ2500 ብር ልኬያለሁ", "mismatch"],
  ["2 ቀን እያንዳንዱ 1250 ብር ልኬያለሁ", "mismatch"],
  ["15 ህዳር በ12500 ብር ከፍያለሁ", "mismatch"],
  ["sent 3 tickets at 12500 birr total", "mismatch"],
])("what several cost agrees as the price of all and of each: “%s”", (text, check) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toEqual([check]);
});

test.each([
  ["sent 1500 birr - 250 birr", "unknown"],
  ["sent 1500-250 birr", "unknown"],
  ["sent 1300-50 birr", "unknown"],
  ["1500 birr, discount 250 birr", "unknown"],
  ["250 birr off 1500 birr", "unknown"],
  ["1500 birr, got 250 birr change", "unknown"],
  ["client paid 1500 birr, commission 250 birr", "unknown"],
  ["1500 ብር 250 ብር ቅናሽ", "unknown"],
  ["sent 12500 birr - 250 birr", "mismatch"],
  ["sent 1500 birr and 250 birr", "mismatch"],
  ["sent 1500 birr for shoes, 250 birr for a bag", "mismatch"],
  ["sent 12500 birr, 1500 birr, discount 250 birr", "mismatch"],
])("a difference of two named amounts accuses nobody: “%s”", (text, check) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toEqual([check]);
});

test.each([
  ["0.25 x 5000 birr", "unknown"],
  ["paid 250 birr 50 times", "mismatch"],
  ["paid 250 birr 5 times", "unknown"],
  ["paid for 5 pcs, each 250 birr", "unknown"],
  ["paid 250 birr each for size 42 shoes", "unknown"],
  ["amst shemiz 250 birr lakku", "unknown"],
  ["hulet kilo 625 birr lakku", "unknown"],
  ["paid 250 birr each, 10 minutes ago", "unknown"],
])("a price of each is of as many as are counted: “%s”", (text, check) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toEqual([check]);
});

test.each([
  ["paid for 50 pcs, each 250 birr", 1_250_000],
  ["250 birr per kilo, 50 kilo", 1_250_000],
  ["2 nights, 1250 birr per night", 250_000],
  ["15 days rent, 2500 birr per month", 250_000],
  ["250 birr each for size 42 shoes", null],
  ["250 birr each, 2 shirts and 3 bags", null],
  ["250 birr each, sent 10 minutes ago", null],
])("what all of them cost is named: “%s”", (text, larger) => {
  const printed = { amountSantim: 125_000, totalSantim: null };
  const found = likelyIn(`${text} DKF1AB2CD3`).map(({ claims }) => largerAmountNamed(claims, printed));
  expect(found).toEqual([larger]);
});

test.each([
  ["911-223344 birr 1250", "match"],
  ["0911223344 birr 1250 sent", "match"],
  ["+251 911 22 33 44 birr1250", "match"],
  ["sent to 0911 223 344 ETB 1,250.00", "match"],
  ["account 1000123456789 birr 1250", "match"],
  ["acc 10001234567 ብር 1250 ልኬያለሁ", "match"],
  ["sent to telebirr: 0911-223344", "unknown"],
  ["0911-223344 birr", "unknown"],
  ["911-223344 birr 12500", "mismatch"],
  ["12500 birr 0911223344", "mismatch"],
  ["birr 12500, 911-223344 birr 1250", "unknown"],
])("a phone or an account beside a currency word is no amount: “%s”", (text, check) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toEqual([check]);
});

test.each([
  ["sent 1250 birr *127#", "match"],
  ["1250 birr *847*1#", "match"],
  ["paid 1250 birr *847# to check", "match"],
  ["sent 1250 birr *10#", "mismatch"],
  ["sent 1250 birr *100", "mismatch"],
])("a code to dial is no count of pieces: “%s”", (text, check) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toEqual([check]);
});

test.each([
  ["Amount due: ETB 1,300.00\nAmount paid: ETB 1,250.00\nBalance: ETB 50.00\nRef:", "unknown"],
  ["order amount: 1300 birr. paid: 1250 birr", "unknown"],
  ["amount to pay 1300 birr paid 1250 birr", "unknown"],
  ["Full amount 5000 birr, advance paid 1250 birr", "unknown"],
  ["amount should be 1300 birr, I sent 1250 birr", "unknown"],
  ["You have paid ETB 1,250.00 to Abel using overdraft amount of ETB 800.00.", "match"],
  ["Amount due: ETB 1,500.00, amount paid: ETB 1,500.00", "mismatch"],
  ["order amount: 1500 birr paid", "mismatch"],
  ["I paid the full amount 1500 birr", "mismatch"],
  ["full amount 1500 birr sent", "mismatch"],
  ["full amount 1500 birr", "mismatch"],
])("an amount that is asked for is not what was paid: “%s”", (text, check) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toEqual([check]);
});

test.each(["ቀሪውን ልኬያለሁ", "የቀረው ተከፍሏል", "ቀሪውን በባንክ ከፍያለሁ", "የቀረውን አስገብቻለሁ"])(
  "the rest that is paid too is a payment beside the one that is named: “%s”",
  (text) => {
    expect(agreement(`1250 ብር ልኬያለሁ። ${text} DKF1AB2CD3`)).toEqual(["unknown"]);
  },
);

test.each([
  ["I sent 1250, give me 50 birr change", "unknown"],
  ["sent 1250, my change is 50 birr", "unknown"],
  ["I sent 1250, you asked 1300 birr", "unknown"],
  ["paid 1250 for the 2000 birr shoes", "unknown"],
  ["paid 1250, 750 birr remains", "match"],
  ["1250 ልኬያለሁ 50 ብር ይቀራል", "match"],
  ["1250 ergeera qarshii 50 naa deebisi", "unknown"],
  ["1250 lekalehu 50 birr yikeral", "unknown"],
  ["I sent 1500, my change is 50 birr", "mismatch"],
  ["paid 1500, 750 birr remains", "mismatch"],
  ["1500 lekalehu 50 birr yikeral", "mismatch"],
  ["1250 birr lekalehu", "match"],
  ["I sent 1250, 5000 birr", "unknown"],
  ["I sent 1250 and sent 5000 birr", "mismatch"],
])("a verb beside a number without a currency word says nothing of the next amount: “%s”", (text, check) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toEqual([check]);
});

test.each([
  ["በሌላ ባንክም ልኬያለሁ", "unknown"],
  ["ከሌላ ልኬያለሁ", "unknown"],
  ["ሌላውን ልኬያለሁ", "unknown"],
  ["ሌሎቹን ልኬያለሁ", "unknown"],
  ["ደግሞም ልኬያለሁ", "unknown"],
  ["ድጋሚም ልኬያለሁ", "unknown"],
  ["በካሽም", "unknown"],
  ["በጥሬው", "unknown"],
  ["በእጄ ሰጥቻለሁ", "unknown"],
  ["ተጨማሪውን ልኬያለሁ", "unknown"],
  ["leloch lekalehu", "unknown"],
  ["ከሌላ አካውንት ነው", "match"],
  ["ቀሪውን ነገ እከፍላለሁ", "match"],
  ["hafteen boru nan kaffala", "match"],
  ["rest by Friday", "match"],
])("words for a further payment count with all their endings: “%s”", (text, check) => {
  expect(agreement(`1250 ብር ልኬያለሁ። ${text} DKF1AB2CD3`)).toEqual([check]);
});

test.each([
  "temelsoal",
  "temeliswal",
  "tesarzual",
  "ተመሊሱ",
  "ተሰሪዙ",
  "ተመላሽ ሆኗል",
  "በሂደት ላይ",
  "payment is processing",
  "awaits approval",
  "is under review",
  "elkalehu",
  "ልልክ ነው",
  "nan erga",
])("a payment that came back, or is still to be made, confirms no amount: “%s”", (text) => {
  expect(agreement(`1250 birr ${text} DKF1AB2CD3`)).toEqual(["unknown"]);
});

test("a price of one piece that the payment is no multiple of is another amount", () => {
  expect(agreement("I paid 600 birr each for 2 shirts DKF1AB2CD3")).toEqual(["mismatch"]);
});

test("each of several disguised amounts is claimed of its own receipt", () => {
  const text = "ETB *1,250.00* DKF1AB2CD3\nE T B (300) DKF1AB2CD4\n7OO birr only DKF1AB2CD5";
  expect(claimsIn(text)).toEqual(["? 1250.00", "? 300.00", "? 700.00"]);
});

test("no text of any kind takes long, or claims an amount that it does not hold", () => {
  const piece = fc.constantFrom(
    ..."received ,Dear ,ETB 5 ,Birr ,12,500.00 ,---,\n\n,\n,total ,ብር ,ተቀብለዋል ,። ,balance ,DKF1AB2CD3 ,1,1 1 1 ,fee ,for ,to ,DKG1AB2CD3 ,*12*,(,`,O,l2 ,፲፪፻,E T B ,bonus ,each ".split(
      ",",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      for (const { claims } of findAmongAll(pieces.join("")).candidates) {
        expect(claims.amountsSantim.length).toBeLessThanOrEqual(30);
        expect(claims.amountsSantim.every((santim) => Number.isSafeInteger(santim) && santim > 0)).toBe(true);
      }
    }),
    runs(100),
  );
});

describe("a claim that agrees", () => {
  const confirmed = (text: string, santim: number) =>
    likelyIn(text).map(({ claims }) =>
      checkClaimedAmount(claims, { amountSantim: santim, totalSantim: null }),
    );

  test.each([
    "I paid {} birr DKF1AB2CD3",
    "DKF1AB2CD3 {} birr sent, thank you 🙏",
    "Hello, ETB {} for order 4512. My phone is 0911 22 33 44. DKF1AB2CD3",
    "{} ብር ልኬያለሁ። DKF1AB2CD3",
    "ብር {} በ15/11/2026 በ10:20 ከፍያለሁ DKF1AB2CD3",
    "qarshii {} ergeera DKF1AB2CD3",
    "Table 7: {} birr, 20 Nov 2026 3:07 PM DKF1AB2CD3",
    "Amount: ETB {}\nRef: DKF1AB2CD3\nTo: 1000400000000",
    "1. {} birr paid DKF1AB2CD3",
    "{} birr for the white shirt and the sales of ሽሮ DKF1AB2CD3",
    "Simon, {} birr for fruit, eshi DKF1AB2CD3",
    "Done 👍 {} birr DKF1AB2CD3",
    "size 38, invoice 231: paid {} birr DKF1AB2CD3",
    "order 4512, table 7: {} birr paid DKF1AB2CD3",
    "order no 4512 and room no 231, {} birr DKF1AB2CD3",
    "Table 7 and {} birr DKF1AB2CD3",
    "monthly rent {} birr paid DKF1AB2CD3",
    "Pair of shoes {} birr DKF1AB2CD3",
    "በቢሮ በቀን 15/11/2026 {} ብር ልኬያለሁ DKF1AB2CD3",
    "You have received ETB {} from SELAM. Get extra 20MB when you buy 100MB daily bundle DKF1AB2CD3",
    "Sent ETB {}. Service charge of ETB 0.50 and VAT(15%) of ETB0.08 and Disaster Recovery(5%) of 0.03 with total of ETB {} DKF1AB2CD3",
    "ህዳር 6/2019 {} ብር DKF1AB2CD3",
    "... {} ብር በ 15/11/2026 ተቀብለዋል። DKF1AB2CD3",
    "{} ብር አስተላልፈዋል። DKF1AB2CD3 15% ተ.እ.ታ 0.78 ብር ነው።",
    "{} birr +251 911 223344 DKF1AB2CD3",
    "{} birr, call me 0911223344 DKF1AB2CD3",
    "{} birr paid from another account, please check again DKF1AB2CD3",
    "{} birr sent, thank you again, sorry it is too late DKF1AB2CD3",
    "Cash deposit of {} birr, I will not be the first customer DKF1AB2CD3",
    "Your account has been credited with ETB {} by cash. DKF1AB2CD3",
    "{} ብር ከሌላ አካውንት ልኬያለሁ DKF1AB2CD3",
    "{} birr sent, the rest I pay on delivery DKF1AB2CD3",
    // What banks advertise, what they say of fees, and names
    "You have sent ETB {} to HANA. Also get 5% bonus airtime. DKF1AB2CD3",
    "You have received ETB {} from HANA. For another service dial *127# DKF1AB2CD3",
    "You have sent ETB {}. Plus 15% VAT on the fee ETB 0.78. DKF1AB2CD3",
    "You have sent ETB {}. Service fee ETB 5.22, additional fee ETB 0.00. DKF1AB2CD3",
    "Txn of ETB {} successful. Ref DKF1AB2CD3. Additional charges may apply.",
    "{} ብር ተቀብለዋል። ሌላ አገልግሎት ለማግኘት *127# ይደውሉ። DKF1AB2CD3",
    "You have received ETB {} from PLUS TRADING PLC. Ref DKF1AB2CD3",
    "You have transferred ETB {} to CASH AND CARRY PLC. Ref DKF1AB2CD3",
    "{} ብር ለ ዳግማይ ተስፋዬ ልከዋል። DKF1AB2CD3",
    "{} birr sent. also please reply DKF1AB2CD3",
    "{} birr sent. If you have not received it, call me DKF1AB2CD3",
    "You have received ETB {} from HANA. If you have not made this transaction call 994. DKF1AB2CD3",
    "GRAND HOTEL {} birr sent DKF1AB2CD3",
    "{} birr sent to Grand Hotel DKF1AB2CD3",
    "You have sent ETB {} to THIRD EYE TRADING. Ref DKF1AB2CD3",
    "Dear Hana You have received ETB {} from Million Tesfaye (2519****8765). Ref DKF1AB2CD3",
    "Dear Million Tesfaye, You have received ETB {} from HANA. Ref DKF1AB2CD3",
    "{} ብር ከ ሚሊዮን ተስፋዬ ተቀብለዋል። DKF1AB2CD3",
    "Dear MILLION TESFAYE\nYou have received ETB {} from MILLION YOHANNES. Ref DKF1AB2CD3",
    "You have received ETB {} from HANA. Enjoy double bonus every Friday. DKF1AB2CD3",
    "You have received ETB {} from HANA. Win up to three times your bonus. DKF1AB2CD3",
    "You have received ETB {} from HANA. Win a million birr with Beta! DKF1AB2CD3",
    "You have received ETB {} from HANA. Ref DKF1AB2CD3.\nAlso get up to ETB 50.00 loan with Beta!",
    "You have received ETB {} from HANA. Dial *127# to get double data for every recharge. DKF1AB2CD3",
    "You have sent ETB {} to HANA. A transfer cannot be reversed. DKF1AB2CD3",
    // What banks say of other cases, and names
    "You have sent ETB {} to HANA. Transferred money is not refunded. DKF1AB2CD3",
    "You have sent ETB {} to HANA. Beta will never send you links or ask for your PIN. DKF1AB2CD3",
    "You have sent ETB {} to HANA. Never send money to people you do not know. DKF1AB2CD3",
    "You have sent ETB {} to HANA. Not made by you? Call 127. DKF1AB2CD3",
    "You have sent ETB {} to HANA. For refunded transactions visit our branch. DKF1AB2CD3",
    "You have sent ETB {} to HANA. Your card will be expired soon. DKF1AB2CD3",
    "You have sent ETB {} to HANA. If it is not received, it will be refunded. DKF1AB2CD3",
    "{} ብር ተቀብለዋል። ያልተከፈለ ብድር ካለዎት ይክፈሉ። DKF1AB2CD3",
    "Dear DEEBIE TOLA, You have received ETB {} from KUFE BEKELE. DKF1AB2CD3",
    "{} ብር ልኬያለሁ ምንም አልቀረም DKF1AB2CD3",
    "Lala, {} birr lekyalehu, amesegnalehu DKF1AB2CD3",
    "{} birr lakku kelela account DKF1AB2CD3",
  ])("is confirmed in the plain text “%s”", (text) => {
    for (const [written, santim] of [
      ["1250", 125_000],
      ["1,250", 125_000],
      ["1,250.50", 125_050],
      ["12,500,000.00", 1_250_000_000],
    ] as const)
      expect(confirmed(text.replaceAll("{}", written), santim), written).toEqual(["match"]);
  });

  test.each([
    "twelve thousnd, 500 birr",
    "12 and 500 birr",
    "500 birr ten times",
    "10 payments of 500 birr",
    "500 birr each",
    "500 birr x",
    "500 birr 💯",
    "ten thousand and also 500 birr",
    "አስር ሺህ ከዛ 500 ብር",
    "Z 500 birr",
    "§500 birr",
    "500 birr/half",
    "500 birr k",
    "ETB 500 dollars",
    "order 12500 birr, 500 birr",
    "#12 500 birr",
    "500 birr of 12500",
    // Amounts that add up to more
    "I paid 500 birr and 500 birr",
    "You have received ETB 500.00 from SELAM and ETB 300.00 from ABEL.",
    "paid rent 500 birr, water 400 birr",
    "250 birr + 250 birr + 500 birr",
    "500 ብር ለኪራይ፣ 300 ብር ለውሃ",
    "paid 500 for coffee 400 for sugar",
    "300 for coffee 500 for sugar",
    "sent 500 birr, you returned 50 birr",
    "total 500 birr and 500 birr",
    // What looks like a reference, a label, an address, or a masked number
    "TRANSFER12500 500 birr",
    "12500SENT 500 birr",
    "EBT12500 500 birr",
    "1250OOOO 500 birr",
    "PAID12500BIRR 500 birr",
    "I paid for the house 950. 500 birr",
    "ticket 125 paid, 500 birr",
    "order: 12500. 500 birr",
    "shoes@12500 paid. 500 birr",
    "I paid @all12500 500 birr",
    "***12500 sent. 500 birr",
    "Amount: ***1250. 500 birr",
    // What looks like a zero, a date, a time, a phone, or an account
    "paid ETB 500 0.00 birr",
    "sent 500 birr 0 birr",
    "12.50.00 paid. 500 birr",
    "12-10-20 birr, 500 birr",
    "95:00 paid, 500 birr",
    "contact: 9500 paid. 500 birr",
    "dial 1250, 500 birr",
    "Amount 000000012500. 500 birr",
    "2500000000 sent. 500 birr",
    // Numbers in letters
    "ETB IO,OOO.OO sent. 500 birr",
    "SO,OOO birr. Box 500 birr",
    "paid lZ 500 birr",
    "paidI500 birr",
    "ETB 500 ooo paid",
    "ETB 500ዕ",
    "ETB 500 🔴🔴 paid",
    // Words for numbers
    "twelvethousand and also 500 birr",
    "አስራሁለትሺ ደግሞ 500 ብር",
    "a tousand and 500 birr",
    "a tausend and 500 birr",
    "a hunred and 500 birr",
    "12 thsd and 500 birr",
    "500 birr thsd",
    "500 birr kilo",
    "ምእቲን 500 ቅርሺ",
    "ዕስራን 500 ቅርሺ",
    "dhiba shaan fi 500 birr",
    "500 ብር ሁለቴ ልኬያለሁ",
    "ለእያንዳንዳቸው 500 ብር",
    "500 birr tenfold",
    "500 birr, add a zero",
    // Words that say how often, or for how many
    "500 birr monthly, paid for the year",
    "500 birr weekly since May",
    "daily 500 birr sent",
    "500 birr pp sent",
    "500 birr a head",
    "shoes a pair at 500 birr sent",
    "500 birr for both of us",
    "paid USD 500, ETB 500",
    "paid 250 birr per ticket",
    "nama shaniif tokkoof qarshii 250 kaffaleera",
    "tokkoof qarshii 500 ergeera",
    "በኪሎ 500 ብር ልኬያለሁ",
    "በቀን 500 ብር ልኬያለሁ",
    "my share 500 birr and yours 500 birr both paid",
    "500 birr sent again and again",
    "500 birr for shoes and the same for the bag",
    "በሰው 500 ብር ከፍያለሁ",
    "500 ብር ደጋግሜ ልኬያለሁ",
    "ትናንትም ዛሬም 500 ብር ልኬያለሁ",
    "kaleessas har'as qarshii 500 ergeera",
    "500 ብር በነፍስ ወከፍ ልኬያለሁ",
    "500 ብር ለየአንዳንዱ ልኬያለሁ",
    "500 ብር ለያንዳንዳችን ልኬያለሁ",
    "500 ብር አራቴ ልኬያለሁ",
    "500 ብር አምስቴ ልኬያለሁ",
    "500 ብር ደብል ልኬያለሁ",
    "500 ብር እጥፉን ልኬያለሁ",
    "500 ብር በሳምንት ልኬያለሁ",
    "500 ብር በቀን ልኬያለሁ",
    "የአንዱ 500 ብር ልኬያለሁ",
    "ለሁለታችን 500 ብር ልኬያለሁ",
    "qarshii 500 dachaa ergeera",
    "qarshii 500 guyyaatti ergeera",
    "qarshii 500 ji'aan ergeera",
    "qarshii 500 guyyaa guyyaan ergeera",
    "qarshii 500 mataatti kaffaleera",
    "lamaan keenyaaf qarshii 500 ergeera",
    "500 ቅርሺ ንነፍሲ ወከፍ ሰዲደ",
    "500 ቅርሺ ዕጽፊ ሰዲደ",
    "500 ቅርሺ ንመዓልቲ ሰዲደ",
    "ንሓደ ሰብ 500 ቅርሺ ንዓሰርተ ሰብ ሰዲደ",
    "ንክልቴና 500 ቅርሺ ሰዲደ",
    // Balances that were moved
    "You have received available balance ETB 12,500.00 from SELAM. ETB 500.00",
    "Your account balance of ETB 12,500.00 has been credited. 500 birr",
    "I sent the available 12,500 birr. Box 500 birr",
    "I cleared my account balance: 12,500 birr. Box 500 birr",
    "You have received ETB 500.00. Your balance is ETB 12,500.00 received from SELAM",
    "ወደ ሂሳብዎ 12,500.00 ብር ነው። 500.00 ብር ተቀብለዋል",
    "baalansii keessan irratti 12,500.00 birr dabaleera, 500 birr",
    "baalansii keessan birrii 12,500.00 tiin dabale, 500 birr",
    "haftee herrega keessanii irratti 12,500.00 birr ida'ameera, 500 birr",
    "ባላንስዎ በ12,500.00 ብር ጨምሯል፣ 500 ብር",
    "ዘሎኩም ተረፍ 12,500.00 ቅርሺ ተወሲኹ፣ 500 ቅርሺ",
    "I added to your current balance 12,500.00 birr, 500 birr",
    // What only looks like a message that is cut off within its balance
    "this is 12500 birr paid. 500 birr sent",
    "it is 12500 birr paid 500 birr",
    "sum is 12500 birr paid 500 birr",
    "rent is 12500 birr, I sent 500 birr",
    "box is 12500 birr. Thank you, 500 birr sent",
    "is 12500 birr paid. 500 birr sent",
    // Numbered things and fees that are added to an amount
    "order 9500 and 500 birr paid",
    "order 9500 + 500 birr",
    "order 9500 - 500 birr paid",
    "order 9500, 500 birr: all paid",
    "table 950 plus 500 birr paid",
    "500 birr & ticket 950",
    "order 9500, paid also 500 birr",
    "bus 950, ticket 300, total 500 birr",
    "paid (house 950, shop 900) 500 birr",
    "ቤት 950 እና 500 ብር ከፍያለሁ",
    "ክፍል 950 ደግሞ 500 ብር",
    "ትዕዛዝ 9500 ከ500 ብር ጋር ከፍያለሁ",
    // Other payments
    "I sent 500 birr yesterday and 500 birr today",
    "my wife paid you 450 birr, I sent 500 birr",
    "Abel paid 450 birr and I sent 500 birr",
    "500 birr sent, 200 in cash",
    "500 birr sent, rest in cash",
    "I sent 500 birr, Abel sent 500 too",
    "my wife sent 500 also, I sent 500 birr",
    "second transfer of 500 birr, first was same",
    "500 birr now, the rest was sent yesterday",
    "500 birr plus VAT",
    "500 birr + tip",
    "500 birr sent, delivery fee additional",
    "paid 500 birr excluding VAT",
    "another 500 birr",
    "500 birr sent again",
    "300 birr sent, 500✅",
    "500 birr sent once more",
    "500 ብር ሲደመር ቫት",
    "500 ብር እንደገና ልኬያለሁ",
    "ሌላ 500 ብር ልኬያለሁ",
    "500 ብር ልኬያለሁ ቀሪውን በእጅ ሰጥቻለሁ",
    "500 ብር ከቫት ጋር ሳይሆን ተጨማሪ ቫት",
    "qarshii 500 irra deebi'ee ergeera",
    "qarshii 500 biraa ergeera",
    "500 ቅርሺ ደጊመ ሰዲደ",
    "You have received ETB 500.00 from HANA. I also paid the same yesterday.",
    "You have received ETB 500.00 from HANA. The rest was paid in cash.",
    "you have received 500 birr from hana and again from my wife",
    "500 birr plus delivery",
    "500 birr plus 50 birr VAT",
    "500 birr sent, additional charges paid in cash",
    "500 ብር ልኬያለሁ ሌላም አለ",
    "1,250.00 ብር ተቀብለዋል። 500 ብር ደግሞ በእጅ ሰጥቻለሁ",
    // A rest, a debt or a fee that is said to be paid too
    "sent 500 birr and remaining 500 birr sent",
    "sent 500 birr, balance 450 birr paid",
    "sent 500 birr and the balance of 450 birr",
    "remaining 450 birr and 500 birr sent",
    "sent 500 birr and paid the loan 450 birr",
    "500 birr and delivery fee 100 birr sent",
    "500 ብር ልኬያለሁ ቀሪውን 450 ብር ልኬያለሁ",
    "500 ብር እና ቫት 75 ብር ልኬያለሁ",
    "qarshii 500 ergeera hafe qarshii 450 kaffaleera",
    "500 ቅርሺ ሰዲደ ተረፍ 450 ቅርሺ ሰዲደ",
    // Amharic and Tigrinya in Latin letters
    "lela 500 birr lakku",
    "500 birr lekyalehu lelam ale",
    "500 birr degmo lekyalehu",
    "500 birr dgmo lakku",
    "tejemari 500 birr lakku",
    "techemari 500 birr lekialehu",
    "500 birr lekyalehu bedgami",
    "indegena 500 birr lekyalehu",
    "500 birr endegena lakku",
    "500 birr lakku, lelawn bekash",
    "huletegna 500 birr lakku",
    "500 birr hulete lakku",
    "500 birr hulet gize lakku",
    "leyandandu 500 birr lakku",
    "gimash 500 birr lakku",
    "lesost sew 500 birr lakku",
    "500 qrshi degime sedide",
    // Words that count beside a bank's own, and in what only looks like a name
    "You have received ETB 500.00 from HANA. Twice.",
    "You have received ETB 500.00 from HANA. Each of us paid.",
    "You have received ETB 500.00 from HANA. Call me, I paid double.",
    "You have received ETB 500.00 from TWELVE THOUSAND.",
    "You have received ETB 500.00 from HANA TWICE.",
    "500 grand sent",
    "500 birr and a grand sent",
    // What a person asks beside a bank's own words
    "Pls check twenty thousand for the order.\nYou have received ETB 500.00 from HANA.",
    "You have received ETB 500.00 from HANA.\ncheck twenty thousand",
    "Please confirm hulet shi.\nYou have received ETB 500.00 from HANA.",
    "You have received ETB 500.00 from HANA. Please note the amount is doubled in your account.",
    "You have received ETB 500.00 from HANA. Please confirm four times.",
    "You have received ETB 500.00 from HANA.\nplease note each of us",
    "You have received ETB 500.00 from HANA. Get the other ten thousand tomorrow.",
    // What is counted in words that look like a name
    "You have received ETB 500.00 from HANA. It came by Double Payment.",
    "You have received ETB 500.00 by Two Equal Payments.",
    "You have received ETB 500.00 from Ten Customers.",
    "You have received ETB 500.00 from HANA. It was made to Twelve Shops Together.",
    "500.00 ብር ለ ሁለት ሰዎች ልከዋል",
    "500.00 ብር ለ ሺህ ሰዎች ልከዋል",
    "500.00 ብር ለ ሁለት ሱቅ ልከዋል",
    // What a person writes in a line of his own beside a bank's message
    "I sent remaining 300 birr by Alpha\nYou have received ETB 500.00 from HANA. Your current balance is ETB 900.00.",
    "delivery fee 300 birr paid\nYou have received ETB 500.00 from HANA. Your current balance is ETB 900.00.",
    "You have received ETB 500.00 from HANA. Your current balance is ETB 900.00.\nI sent loan 300 birr",
    "ቀሪውን 300 ብር በአልፋ ልኬያለሁ\nYou have received ETB 500.00 from HANA.",
    "haftee qarshii 300 ergeera\nYou have received ETB 500.00 from HANA.",
    "Again by Alpha.\nYou have received ETB 500.00 from HANA.",
    "500 birr sent. The balance is ETB 5,000.00 by Alpha",
    "You have received ETB 500.00 from HANA.\nSend 5000 birr and get it.",
    "Send 5000 birr and get it.\nYou have received ETB 500.00 from HANA.",
    // What failed, came back, or was not made
    "You have received ETB 500.00 from HANA. In case of doubt it is pending.",
    "You have received ETB 500.00 from HANA. If you did not receive it, it was reversed.",
    "You have received ETB 500.00 from HANA REVERSED.",
    "500 birr never sent",
    "500 birr failed",
    "transfer of 500 birr was not successful",
    "500 birr not sent",
    "I did not send 500 birr",
    "500 birr didn't go through",
    "500 birr never arrived",
    "500 birr was returned",
    "500 birr pending",
    "500 ብር አልተላከም",
    "500 ብር አልደረሰኝም",
    "ያልተከፈለ 500 ብር",
    "500 birr alhedem",
    "500 birr altelakem",
    "500 birr alderesegnm",
    "500 birr alteላከም",
    "qarshii 500 hin ergamne",
    "500 ቅርሺ ኣይተላእከን",
    // A gift, a loan or a large fee that nothing says was paid from the same payment
    "500 birr sent, gift 300 birr",
    "sent 500 birr, repay loan 300 birr",
    "bonus 300 birr, sent 500 birr",
    "500 birr sent, insurance 300 birr",
    "500 birr sent, fee 300 birr",
    "500 birr sent. Tax 300 birr",
    "500 ብር ልኬያለሁ ብድር 300 ብር",
    "500 ብር ልኬያለሁ 300 ብር ስጦታ",
    "qarshii 500 ergeera liqii qarshii 300",
    // What is added on top of an amount, and earlier or others' payments
    "300 ብር ላይ 500 ብር ጨምሬ ልኬያለሁ",
    "500 birr ke 300 birr lay kefyalehu",
    "so far I paid 300 birr plus 500 birr now",
    "previous payment 300 birr, this payment 500 birr",
    "the other customer paid 300 birr, mine is 500 birr",
    "500 ብር ልኬያለሁ ዕዳዬን 300 ብር ከፍያለሁ",
    "500 birr sent, booking fee 300 birr",
  ])("is not confirmed where a person may read more: “%s”", (text) => {
    expect(confirmed(`${text} DKF1AB2CD3`, 50_000)).not.toContain("match");
  });

  test.each(["5000 ብር ላይ 8 ሺ ብር ጨምሬ ልኬያለሁ", "5000 ብር ላይ 8 ሺህ ብር ልኬያለሁ", "5000 birr lay 8k birr lekalehu"])(
    "is not confirmed where it is added on top of another, and written with a factor: “%s”",
    (text) => expect(confirmed(`${text} DKF1AB2CD3`, 800_000)).not.toContain("match"),
  );

  test("is not confirmed beside any further digits, wherever they stand", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.constantFrom(" ", " and ", ", ", "\n", " - ", " (", ": ", " ብር ", "/"),
        fc.boolean(),
        (digits, gap, isBefore) => {
          const said = isBefore ? `${digits}${gap}500 birr paid` : `paid 500 birr${gap}${digits}`;
          expect(confirmed(`${said} DKF1AB2CD3`, 50_000)).not.toContain("match");
        },
      ),
      runs(500),
    );
  });

  test.each([
    ["shoes 300 birr, in all 500 birr", "match"],
    ["500 ብር ልኬያለሁ 300 ብር ይቀረኛል", "match"],
    ["You paid ETB 500.00 to Hana, ETB 5.00 service charge and ETB 0.75 VAT.", "match"],
    ["200 birr and 300 birr", "match"],
    ["200 birr plus 300 birr", "match"],
    ["sent 400 birr and remaining 100 birr sent", "match"],
    ["delivery fee 100 birr, sent 500 birr", "match"],
    ["sent 500 birr. service fee 12 birr, VAT 1.80 birr", "match"],
    ["sent 500 birr, I will send 300 birr tomorrow", "match"],
    ["sent 500 birr, I owe you 300 birr", "match"],
    ["sent 500 birr, price 300 birr", "match"],
    ["sent 500 birr loan repayment", "match"],
    ["You have received ETB 500.00 from HANA. Get a bonus of ETB 300.", "match"],
    ["sent 500 birr, balance 450 birr on delivery", "match"],
    ["sent 500 birr and 450 birr remains", "match"],
    ["sent 500 birr and 450 birr discount", "match"],
    ["Your account was debited with ETB 500.00 and service charge ETB 5.22 and VAT ETB 0.78.", "match"],
  ])("is confirmed where other amounts do not add to it: “%s”", (text, check) => {
    expect(confirmed(`${text} DKF1AB2CD3`, 50_000)).toEqual([check]);
  });
});

test.each([
  ["sent 1250 birr and 1256 birr", "unknown"],
  ["first 1250 birr second 1256 birr", "unknown"],
  ["1250 birr + 1256 birr", "unknown"],
  ["1250 birr shoes, 1256 birr bag", "unknown"],
  ["1250 ብር እና 1256 ብር ልኬያለሁ", "unknown"],
  ["qarshii 1250 fi qarshii 1256 ergeera", "unknown"],
  ["sent 1250 birr, total 1256 birr", "match"],
  ["1250 birr sent, with fees 1256 birr", "match"],
  ["sent 1250 birr, 1256 birr was debited", "match"],
  ["1250 ብር ልኬያለሁ በድምሩ 1256 ብር", "match"],
  ["You have sent ETB 1,250.00 to HANA. ETB 1,256.00 has been debited from your account.", "match"],
])("the amount and the total are one payment's where something says so: “%s”", (text, check) => {
  expect(agreement(`${text} DKF1AB2CD3`)).toEqual([check]);
});

test.each([
  "450 birr cash, I sent 1250 birr",
  "yesterday I sent 300 birr, today I sent 1250 birr",
  "Abel paid 300 birr, I sent 1250 birr",
  "625 birr each, in all 12, 500 birr or 1250 birr and 1250 birr",
])("a candidate claims the same after it was stored or sent back: “%s”", (text) => {
  const found = candidatesOf(findAmongAll(`${text} DKF1AB2CD3`)).flat();
  expect(found.length).toBeGreaterThan(0);
  for (const candidate of found)
    expect(candidateSchema.parse(JSON.parse(JSON.stringify(candidate)))).toEqual(candidate);
});

describe("a smaller amount", () => {
  const checked = (text: string) =>
    likelyIn(`${text} DKF1AB2CD3`).map(({ claims }) =>
      checkClaimedAmount(claims, { amountSantim: 125_000, totalSantim: null }),
    );

  test.each([
    "500 ብር ይቀራል",
    "500 birr on delivery",
    "qarshii 500 hafa",
    "keep the change 50 birr",
    "5 ብር ተቆርጦብኛል",
    "የትራንስፖርት 100 ብር ጨምሮ",
  ])("contradicts nothing where no verb says that it was paid: “%s”", (text) => {
    expect(checked(text)).toEqual(["unknown"]);
  });

  test.each([
    "Abel paid 300 birr and I sent 1250",
    "I already paid 300 birr before, now sent 1250",
    "advance 300 birr paid, remaining 1250 birr sent",
    "principal paid ETB 1,175.00 interest paid ETB 75.00 total ETB 1,250.00",
    "5 kg coffee at 250 birr paid",
  ])("contradicts nothing beside the receipt's own, or as the price of several: “%s”", (text) => {
    expect(checked(text)).toEqual(["unknown"]);
  });

  test.each([
    "I sent 500 birr",
    "500 ብር ልኬያለሁ",
    "You have received ETB 500.00 from SELAM.",
    "1000 birr + 1000 birr",
    "twelve thousnd, 500 birr",
    "500 birr #12500",
  ])("contradicts where a verb says so, or the text may hold more: “%s”", (text) => {
    expect(checked(text)).toEqual(["mismatch"]);
  });

  test.each([
    "12500 birr. Thank you",
    "12500 birr, call me 0911223344",
    "12500 birr. To Hana",
    "12500 ETB. Visit us",
  ])("is not what a text claims that begins with a larger one: “%s”", (text) => {
    expect(checked(text)).toEqual(["mismatch"]);
  });
});

describe.each(languages)("an answer of ours in %s that somebody passes on", (language) => {
  const { expected, left, firstLine, further } = catalogues[language];
  const mine = firstLine.yours("1,250.00", "HANA MEKONNEN");
  const old = [
    firstLine.old("1,250.00", { unit: "day", count: 14 }),
    `✅ ${further.yours("HANA MEKONNEN")}`,
  ].join("\n");
  test.each([
    expected.part("1,250.00", "2,500.00"),
    expected.complete("1,250.00", "1,250.00"),
    expected.tooMuch("1,250.00", "1,000.00", "250.00"),
    expected.leftOut("1,250.00", "1,000.00"),
    left.charged("5.00", "9,500.00"),
  ])("accuses nobody by its line %s", (line) => {
    for (const first of [mine, old])
      expect(agreement(`${first}\nDKF1AB2CD3\n${line}`), first).not.toContain("mismatch");
  });

  test("is warned of where somebody wrote another amount into it", () => {
    const forged = `${firstLine.yours("50,000.00", "HANA")}\nDKF1AB2CD3\n${left.charged("5.00", "9,500.00")}`;
    expect(agreement(forged)).not.toContain("match");
  });
});

describe("a text of very many amounts", () => {
  const receipt = { amountSantim: 125_000, totalSantim: 125_000 };
  const many = Array.from({ length: 150 }, (_, at) => `Item ${at % 7}0 birr. `).join("");
  const claimsOf = (text: string) => likelyIn(text)[0]?.claims;

  test.each([
    ["that was paid behind them", `${many} sent 1,250.00 birr DKF1AB2CD3`],
    ["that was paid before them", `sent 1,250.00 birr DKF1AB2CD3 ${many}`],
    ["that differs behind them", `${many} sent 9,999.00 birr DKF1AB2CD3`],
  ])("is read in part: an amount %s is neither confirmed nor a lie", (_, text) => {
    const claims = claimsOf(text);
    if (claims === undefined) throw new Error("no receipt was found");
    expect(checkClaimedAmount(claims, receipt)).toBe("unknown");
    expect(isAmountUnclear(claims, receipt)).toBe(true);
  });

  test("has no receipt whose amount is confirmed, or called a lie, where it names several", () => {
    const second = "Dear Selam, you have received ETB 9,999.00 by transaction number DKF1AB2CD4.";
    const claims = likelyIn(`sent 1,250.00 birr DKF1AB2CD3 ${many}\n\n${second}`).map((one) => one.claims);
    expect(claims).toHaveLength(2);
    for (const one of claims) expect(isAmountUnclear(one, receipt)).toBe(true);
  });

  test("is read whole where it tells of sixteen payments", () => {
    const payment =
      "You have transferred ETB 1,250.00 to Hana. Fee ETB 5.00, VAT ETB 0.75, total ETB 1,255.75. ";
    const claims = claimsOf(`${payment.repeat(16)} DKF1AB2CD3`);
    expect(claims?.doubts ?? []).toEqual([]);
  });
});
