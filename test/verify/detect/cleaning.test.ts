import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText, cleanWord, foreignCharacter } from "../../../src/core/clean-text.ts";
import { runs } from "../../support/properties.ts";

describe("cleanText", () => {
  test.each([
    ["full-width letters", "ＦＴ２６３１９Ｋ４Ｑ７Ｚ", "FT26319K4Q7Z"],
    ["a zero-width space", "FT26\u200b319", "FT26319"],
    ["a byte-order mark", "\ufeffFT26319", "FT26319"],
    ["bidi marks and isolates", "\u202eFT\u2066263\u206919\u200f", "FT26319"],
    ["a soft hyphen", "FT26\u00ad319", "FT26319"],
    ["tag characters", "FT26\u{e0041}319", "FT26319"],
    ["a variation selector", "FT26\ufe0f319", "FT26319"],
    ["a Hangul filler", "FT26\u3164319", "FT26319"],
    ["no-break and thin spaces", "Ref\u00a0No\u2009FT", "Ref No FT"],
    ["every kind of line end", "a\r\nb\rc\u2028d\u2029e", "a\nb\nc\nd\ne"],
  ])("cleans %s", (_, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  test("keeps letters that only look like Latin ones", () => {
    expect(cleanText("FТ26319")).toBe("FТ26319");
  });

  test("keeps lines, tabs and Amharic", () => {
    expect(cleanText("ውድ ሰላም፣\n\tገቢ ሆኗል።")).toBe("ውድ ሰላም፣\n\tገቢ ሆኗል።");
  });
});

describe("cleanWord", () => {
  test.each([
    [" FT26319 K4Q7Z ", "FT26319K4Q7Z"],
    ["FT26319\nK4Q7Z.", "FT26319K4Q7Z"],
    ["“FT26319K4Q7Z”,", "FT26319K4Q7Z"],
    ["(FT26319K4Q7Z)", "FT26319K4Q7Z"],
    ["<https://bank.example/receipt/DKF1AB2CD3>.", "https://bank.example/receipt/DKF1AB2CD3"],
    ["DKFA8MMWD4።", "DKFA8MMWD4"],
    ["v2-hqWErTyUiOpAsDfGhJkL", "v2-hqWErTyUiOpAsDfGhJkL"],
    ["-2KK2MF1YNL-6A1B2C.", "-2KK2MF1YNL-6A1B2C"],
    ["PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=", "PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o="],
    ["…", ""],
    ["", ""],
  ])("makes %j into %j", (text, expected) => {
    expect(cleanWord(text)).toBe(expected);
  });
});

describe("foreignCharacter", () => {
  test.each([
    ["FT26319K4Q7Z", null],
    ["FТ26319K4Q7Z", "Т"],
    ["FT26319Κ4Q7Z", "Κ"],
    ["FT26319K4Q7Z😀", "😀"],
    ["FT26319\u0000K4", "\u0000"],
    ["", null],
  ])("finds in %j the character %j", (word, expected) => {
    expect(foreignCharacter(word)).toBe(expected);
  });
});

/** Text made to disturb normalisation: marks, fillers, compositions, spaces, surrogates, punctuation. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom("e", "\u0301", "\u0316", "\u0344", "\u0338", "<", "´", "\u200d", "\u3164", "\u1100"),
      fc.constantFrom("\u1161", "\u11a8", "\ud800", "\udc00", "\ufdfa", " ", "\u00a0", "\r", "\n", "…", "“"),
      fc.constantFrom("\u0301".repeat(31), "\u0344\u0316".repeat(20), "FT26319", ".", ")", "።", "ﬁ", "㍿"),
      fc.string({ unit: "binary", maxLength: 8 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));

describe("whatever is pasted", () => {
  test("cleaning twice changes nothing more", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(cleanWord(cleanWord(text))).toBe(cleanWord(text));
      }),
      runs(10_000),
    );
  });

  test("no invisible character survives, and a word holds no white space", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(cleanText(text)).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}\r]/u);
        expect(cleanWord(text)).not.toMatch(/\s/u);
      }),
    );
  });

  test.each([
    ["marks in falling order", "\u0301\u0316"],
    ["full stops before a letter", "."],
    ["spaces", " "],
    ["invisible characters", "\u200b"],
  ])("a mebibyte of %s is cleaned", (_, unit) => {
    const text = `${unit.repeat(2 ** 20 / unit.length)}x`;
    expect(cleanText(text).endsWith("x")).toBe(true);
    expect(cleanWord(text).endsWith("x")).toBe(true);
  });
});
