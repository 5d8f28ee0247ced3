import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatSantim } from "../../src/core/money.ts";
import type { Candidate } from "../../src/verify/detect/detect.ts";
import { bankHosts, findAmongAll } from "../support/detection.ts";
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

const claimOf = ({ claims: { amountsSantim, areTransferred } }: Candidate): string => {
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

const likelyIn = (text: string): readonly Candidate[] =>
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
        expect(candidates.map(({ claims }) => claims)).toEqual([
          { amountsSantim: [paid.santim], areTransferred: true },
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

test("no text of any kind takes long, or claims an amount that it does not hold", () => {
  const piece = fc.constantFrom(
    ..."received ,Dear ,ETB 5 ,Birr ,12,500.00 ,---,\n\n,\n,total ,ብር ,ተቀብለዋል ,። ,balance ,DKF1AB2CD3 ,1,1 1 1 ,fee ,for ,to ,DKG1AB2CD3 ".split(
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
