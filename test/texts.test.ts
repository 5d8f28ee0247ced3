import { describe, expect, test } from "vitest";
import { type FailureCode, failureCodes } from "../src/failure.ts";
import { formatDay, formatDayAndTime, formatEthiopicDay } from "../src/texts/dates.ts";
import { catalogues, failureSentence, languageOfTag, languages } from "../src/texts/texts.ts";

describe("the sentence for a failure", () => {
  test.each(languages)("exists for every code in %s, with a next step, and names no code", (language) => {
    for (const code of failureCodes) {
      const { message, hint } = failureSentence({ code }, language);
      expect(message, code).not.toBe("");
      expect(hint, code).not.toBe("");
      for (const said of [message, hint ?? ""]) {
        expect(said, code).not.toMatch(/undefined|null|\[object| {2}/);
        expect(said, code).not.toMatch(/\b[a-z]+_[a-z_]+\b/);
        expect(said, code).toMatch(/[.?።]$/u);
      }
    }
  });

  test("in Amharic is written in Ethiopic script", () => {
    for (const code of failureCodes)
      expect(failureSentence({ code }, "am").message, code).toMatch(/\p{Script=Ethiopic}{2}/u);
  });

  test("names what is known of the failure", () => {
    const say = (code: FailureCode, facts: object) => failureSentence({ code, ...facts }, "en");
    expect(say("receipt_not_completed", { receiptStatus: "Reversed" }).message).toBe(
      "The payment is not completed: the receipt says “Reversed”.",
    );
    expect(say("parameter_unknown", { param: "refrence", subject: "reference" })).toEqual({
      message: "There is no field refrence.",
      hint: "Did you mean reference?",
    });
    expect(say("parameter_invalid", { param: "accountNumber" })).toEqual({
      message: "This is not valid: the account number.",
      hint: "An account number has 8 to 20 digits.",
    });
    expect(say("reference_not_ascii", { subject: "Т" }).message).toBe(
      "The reference holds a character that no reference has: “Т”.",
    );
    expect(say("rate_limited", { retryAfterSeconds: 30 }).hint).toBe("Try again in 30 seconds.");
  });

  test("tells when the quota is full again in the time of Addis Ababa", () => {
    const failure = { code: "daily_quota_exceeded", resetAt: new Date("2026-11-16T21:00:00Z") } as const;
    expect(failureSentence(failure, "en").hint).toBe(
      "You can check again from 17 Nov 2026, 00:00 (Addis Ababa).",
    );
    expect(failureSentence(failure, "am").hint).toBe("ከ17 ኖቬም 2026, 00:00 (አዲስ አበባ) ጀምሮ እንደገና ማረጋገጥ ይችላሉ።");
  });
});

describe("dates", () => {
  test("change at midnight in Addis Ababa", () => {
    expect(formatDayAndTime(new Date("2026-11-15T20:59:59Z"), "en")).toBe("15 Nov 2026, 23:59");
    expect(formatDay(new Date("2026-11-15T21:00:00Z"), "en")).toBe("16 Nov 2026");
  });

  test.each([
    ["2026-09-11T09:00:00Z", "1 Meskerem 2019", "1 መስከረም 2019"],
    ["2023-09-12T09:00:00Z", "1 Meskerem 2016", "1 መስከረም 2016"],
    ["2026-09-10T09:00:00Z", "5 Pagumen 2018", "5 ጳጉሜን 2018"],
    ["2026-11-15T20:59:59Z", "6 Hedar 2019", "6 ኅዳር 2019"],
  ])("%s is %s of the Ethiopian calendar", (instant, english, amharic) => {
    expect(formatEthiopicDay(new Date(instant), "en")).toBe(english);
    expect(formatEthiopicDay(new Date(instant), "am")).toBe(amharic);
  });
});

describe("languages", () => {
  test("are recognised by their tag, with or without a region", () => {
    expect(["am", "am-ET", "AM_et", "en-GB", "fr", "", undefined].map(languageOfTag)).toEqual([
      "am",
      "am",
      "am",
      "en",
      null,
      null,
      null,
    ]);
  });

  test("stay within what Telegram takes: commands of 256, answers to presses of 200, placeholders of 64", () => {
    for (const texts of Object.values(catalogues)) {
      for (const description of Object.values(texts.commands)) expect(description.length).toBeLessThan(257);
      for (const toast of [texts.questionStale, texts.questionForeign, texts.checking, texts.languageChosen])
        expect(toast.length).toBeLessThan(201);
      expect(texts.accountPlaceholder.length).toBeLessThan(65);
      expect(texts.help(["A bank", "Another bank"]).length).toBeLessThan(4_097);
    }
  });
});
