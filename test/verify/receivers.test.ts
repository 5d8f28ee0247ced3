import { describe, expect, test } from "vitest";
import { checkNumber, typedNumber } from "../../src/verify/parties.ts";

describe("a saved number", () => {
  test("that is short is compared by what both show", () => {
    expect(checkNumber("00004321", "1****4321")).toBe("match");
    expect(checkNumber("00004322", "1****4321")).toBe("mismatch");
    expect(checkNumber("1*****88", "1*****88")).toBe("unknown");
    expect(checkNumber("25193******0", "25193******0")).toBe("unknown");
    expect(checkNumber("5822******014", "5822******014")).toBe("match");
  });
});

test.each([
  ["+251935000000", "+251935000000", "match"],
  ["+251935000000", "251935000000", "match"],
  ["251935000000", "+251935000000", "match"],
  ["+2519****8765", "0911008765", "match"],
  ["+251935000000", "+251935000001", "mismatch"],
])("%s is compared with %s whatever stands before it: %s", (saved, printed, answer) => {
  expect(checkNumber(saved, printed)).toBe(answer);
});

test("a typed number may be written with spaces and hyphens, a phone in any form, and is 8 to 20 digits", () => {
  const typed = [
    "1000 1234-54321",
    "+251 911 008 765",
    "(0911) 008765",
    "00251 911 008 765",
    "54321",
    "8765432109876543210987",
    "no",
  ];
  expect(typed.map(typedNumber)).toEqual([
    "1000123454321",
    "251911008765",
    "251911008765",
    "251911008765",
    null,
    null,
    null,
  ]);
});
