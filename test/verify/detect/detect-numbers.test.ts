import { describe, expect, test } from "vitest";
import { fail } from "../../../src/core/failure.ts";
import { yearAndDay } from "../../../src/providers/encoded-date.ts";
import type { DetectProvider } from "../../../src/verify/detect/candidate.ts";
import { detect } from "../../../src/verify/detect/detect.ts";
import { noon, settingsOf } from "../../support/detection.ts";

/** A bank whose references are numbers: year, day of the year, seven more digits. */
const kappa: DetectProvider = {
  label: "kappa",
  settings: settingsOf("https://receipts.kappa.example"),
  readLink: () => undefined,
  open: () => fail("parameter_missing"),
  shapes: [
    {
      pattern: /^(?<reference>\d{12})$/,
      width: "narrow",
      missing: [],
      isNumber: true,
      encodedDate: (word) => yearAndDay(word, 0),
    },
  ],
};

const referencesIn = (text: string, provider = kappa) =>
  detect(text, [provider], noon).candidates.map(({ request }) => request.reference);

describe("a reference without a letter", () => {
  test.each([
    "263190012345",
    "Ref: 263190012345",
    "Your transaction number is 263190012345.",
    "You paid 500.00 birr. Transaction ID: 263190012345",
  ])("is found in %s", (text) => {
    expect(referencesIn(text)).toEqual(["263190012345"]);
  });

  test.each([
    "Call me at 251911234567",
    "my account 100012345678 at the bank",
    "I sent it, see 263190012345 above",
    "999990012345",
  ])("is not taken from %s", (text) => {
    expect(referencesIn(text)).toEqual([]);
  });

  test("is not found for a bank whose shape only happens to allow digits", () => {
    const shapes = kappa.shapes.map(({ isNumber: _, ...shape }) => shape);
    expect(referencesIn("Ref: 263190012345", { ...kappa, shapes })).toEqual([]);
  });
});
