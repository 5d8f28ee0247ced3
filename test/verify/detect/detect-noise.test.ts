import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { find, hosts, linesOf, nothing } from "../../support/detection.ts";
import { runs } from "../../support/properties.ts";

const alphanumeric = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
const letters = (length: number) =>
  fc.array(alphanumeric, { minLength: length, maxLength: length }).map((parts) => parts.join(""));
const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((parts) => parts.join(""));

/** References of the first 300 days of 2026, with what is to be found in them. */
const reference = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 300 }), letters(5), digits(8)).map(([day, tail, account]) => {
    const short = `FT26${String(day).padStart(3, "0")}${tail}`;
    return { text: short + account, line: `alpha transactionRef=${short} accountNumber=${account}` };
  }),
  fc.tuple(fc.integer({ min: 1, max: 300 }), letters(5), digits(5)).map(([day, tail, account]) => {
    const whole = `TT26${String(day).padStart(3, "0")}${tail}${account}`;
    return { text: whole, line: `gamma reference=${whole}` };
  }),
  letters(6).map((tail) => ({ text: `DAF7${tail}`, line: `beta reference=DAF7${tail}` })),
);

const invisible = fc.constantFrom("\u200b", "\u200d", "\u2060", "\ufeff", "\u202e", "\u2066", "\u00ad", "");

describe("a reference", () => {
  test("is found whatever its case and whatever is invisible in it", () => {
    const noise = fc.array(fc.tuple(fc.boolean(), invisible), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(reference, noise, ({ text, line }, marks) => {
        const noisy = [...text].map((letter, at) => {
          const [isSmall, mark] = marks[at] ?? [false, ""];
          return (isSmall ? letter.toLowerCase() : letter) + mark;
        });
        expect(linesOf(find(`ref no ${noisy.join("")}.`))).toEqual([line]);
      }),
      runs(2000),
    );
  });

  test("is joined from single characters, whatever single mark parts them", () => {
    const marks = fc.array(fc.constantFrom(" ", "-", "\n"), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(reference, marks, ({ text, line }, between) => {
        const broken = [...text].map((letter, at) => (at === 0 ? "" : (between[at] ?? "")) + letter).join("");
        expect(linesOf(find(`Txn ID: ${broken}`))).toContain(line);
      }),
      runs(500),
    );
  });

  test("in a link is the only thing found", () => {
    const linked = letters(6).map((tail) => `DAF7${tail}`);
    fc.assert(
      fc.property(linked, (word) => {
        expect(linesOf(find(`${word} ${hosts.beta}/receipt/${word}.`))).toEqual([`beta reference=${word}`]);
      }),
    );
  });
});

describe("chatter", () => {
  test("of letters alone never holds a reference", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFT"), maxLength: 20 });
    const amharic = fc.string({ unit: fc.constantFrom(..."ሀለሐመሠረሰሸቀበተቸነአከወዘየደገጠፀፈ፣።"), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.oneof(word, amharic), { maxLength: 40 }), (words) => {
        expect(find(words.join(" "))).toEqual(nothing);
      }),
      runs(2000),
    );
  });
});
