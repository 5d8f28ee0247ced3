import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText } from "../src/text/cleaning.ts";
import { find, hosts, linesOf, threeProviders } from "./support/detection.ts";

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

const piece = fc.oneof(
  fc.constantFrom(
    "https://",
    "http:",
    "wallet.beta.example",
    "/receipt/",
    "DKF1AB2CD3",
    "FT26319K4Q7Z",
    "\n",
  ),
  fc.constantFrom(
    "?trx=",
    "FT26319SS1KP36984",
    "&amp;",
    "#",
    "@",
    "%",
    "%E0",
    ":",
    "[",
    "\\",
    "..",
    "xn--",
    "፣",
  ),
  fc.constantFrom(
    "ref no ",
    "acc ",
    "1000400004321",
    "ETB ",
    " ",
    "-",
    "ሂሳብ ",
    "\u0301",
    "\ud83d",
    "Т",
    "😀",
    "\0",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);

describe("whatever is pasted", () => {
  test("is read without throwing, and what lacks nothing is accepted by its provider", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        const { candidates } = find(parts.join(""));
        for (const { provider, request, missing } of candidates) {
          const accepted = threeProviders.find(({ label }) => label === provider)?.request.safeParse(request);
          if (missing.length === 0) expect(accepted?.success, JSON.stringify(request)).toBe(true);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test("gives the same before and after cleaning", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
        const text = parts.join("");
        expect(find(cleanText(text))).toEqual(find(text));
      }),
    );
  });
});

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
      { numRuns: 2000 },
    );
  });

  test("is joined from single characters, whatever single mark parts them", () => {
    const marks = fc.array(fc.constantFrom(" ", "-", "\n"), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(reference, marks, ({ text, line }, between) => {
        const broken = [...text].map((letter, at) => (at === 0 ? "" : (between[at] ?? "")) + letter).join("");
        expect(linesOf(find(`Txn ID: ${broken}`))).toContain(line);
      }),
      { numRuns: 500 },
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
        expect(find(words.join(" "))).toEqual({ candidates: [], refused: [] });
      }),
      { numRuns: 2000 },
    );
  });

  test("of phones, amounts and account numbers never holds a reference", () => {
    const figure = fc.oneof(
      digits(8).map((rest) => `09${rest}`),
      digits(8).map((rest) => `+2517${rest}`),
      digits(13),
      fc.integer({ min: 1, max: 9_999_999 }).map((birr) => `ETB ${birr.toLocaleString("en")}.50`),
      fc.integer({ min: 1, max: 9_999_999 }).map((birr) => `${birr} ብር`),
      fc.constantFrom("15/11/2026", "10:20:30", "2026-11-15", "4111 1111 1111 1111", "1****4321"),
    );
    fc.assert(
      fc.property(fc.array(figure, { maxLength: 30 }), fc.constantFrom(" ", ", ", "\n"), (figures, gap) => {
        expect(find(figures.join(gap))).toEqual({ candidates: [], refused: [] });
      }),
      { numRuns: 2000 },
    );
  });
});
