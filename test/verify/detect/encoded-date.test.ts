import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { letterDate, yearAndDay } from "../../../src/providers/encoded-date.ts";

describe("yearAndDay", () => {
  test.each([
    ["FT26319K4Q7Z", 2, { year: 2026, month: 11, day: 15 }],
    ["FT26001K4Q7Z", 2, { year: 2026, month: 1, day: 1 }],
    ["FT26365K4Q7Z", 2, { year: 2026, month: 12, day: 31 }],
    ["FT24060K4Q7Z", 2, { year: 2024, month: 2, day: 29 }],
    ["FT25060K4Q7Z", 2, { year: 2025, month: 3, day: 1 }],
    ["FT24366K4Q7Z", 2, { year: 2024, month: 12, day: 31 }],
    ["822WDTS263160002", 7, { year: 2026, month: 11, day: 12 }],
    ["174ETTB263190007", 7, { year: 2026, month: 11, day: 15 }],
  ] as const)("reads the day that %s carries", (reference, at, date) => {
    expect(yearAndDay(reference, at)).toEqual(date);
  });

  test.each([
    ["FT26366K4Q7Z", 2],
    ["FT26000K4Q7Z", 2],
    ["FT26999K4Q7Z", 2],
    ["FT2631", 2],
    ["FT2631XK4Q7Z", 2],
    ["FT٢٦٣١٩K4Q7Z", 2],
    ["", 0],
  ] as const)("finds no day in %s", (reference, at) => {
    expect(yearAndDay(reference, at)).toBeNull();
  });

  test("every day of a year has one number and comes back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 365 }), (yy, day) => {
        const text = `${String(yy).padStart(2, "0")}${String(day).padStart(3, "0")}`;
        const expected = new Date(Date.UTC(2000 + yy, 0, day));
        expect(yearAndDay(text, 0)).toEqual({
          year: expected.getUTCFullYear(),
          month: expected.getUTCMonth() + 1,
          day: expected.getUTCDate(),
        });
      }),
    );
  });
});

describe("letterDate", () => {
  test.each([
    ["DKF1AB2CD3", 2023, { year: 2026, month: 11, day: 15 }],
    ["dkf1ab2cd3", 2023, { year: 2026, month: 11, day: 15 }],
    ["CA11AB2CD3", 2023, { year: 2025, month: 1, day: 1 }],
    ["CLV1AB2CD3", 2023, { year: 2025, month: 12, day: 31 }],
    ["BBT1AB2CD3", 2023, { year: 2024, month: 2, day: 29 }],
    ["UKF4D2CODA", 2006, { year: 2026, month: 11, day: 15 }],
  ] as const)("reads the day that %s carries", (reference, firstYear, date) => {
    expect(letterDate(reference, firstYear)).toEqual(date);
  });

  test.each(["CBT1AB2CD3", "DDV1AB2CD3", "DMF1AB2CD3", "DK01AB2CD3", "DKW1AB2CD3", "1KF1AB2CD3", "DK", ""])(
    "finds no day in %s",
    (reference) => {
      expect(letterDate(reference, 2023)).toBeNull();
    },
  );
});
