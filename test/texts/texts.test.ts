import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type FailureCode, failureCodes } from "../../src/core/failure.ts";
import {
  formatBothDays,
  formatDay,
  formatDayAndTime,
  formatEthiopicDay,
  formatIsoDay,
} from "../../src/texts/dates.ts";
import { catalogues, failureSentence, languageOfTag, languages } from "../../src/texts/texts.ts";

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

  test.each(["om", "ti"] as const)(
    "carries the English in %s, which is beta, where it judges",
    (language) => {
      const judging = failureCodes.filter((code) =>
        /^(?:receipt_not_|receipt_mismatch|provider_(?!not))/.test(code),
      );
      for (const code of judging.filter((one) => !/credit/.test(one)))
        expect(failureSentence({ code }, language).message).toContain(
          failureSentence({ code }, "en").message,
        );
    },
  );

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
    expect(failureSentence(failure, "am").hint).toBe("ከ17 ኖቬምበር 2026፣ 00:00 (አዲስ አበባ) ጀምሮ እንደገና ማረጋገጥ ይችላሉ።");
  });
});

describe.each(["am", "ti"])("the chapters in %s", (language) => {
  const folder = join(import.meta.dirname, "../../src/texts", language);

  test.each(readdirSync(folder))("%s ends and joins its words as the script does", (file) => {
    const latin = readFileSync(join(folder, file), "utf8")
      .split("\n")
      .filter((line) =>
        /\p{Script=Ethiopic}[.:,;](?!\p{Script=Ethiopic})/u.test(line.replaceAll("ዓ.ም.", "")),
      );
    expect(latin).toEqual([]);
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

  test("name each calendar where both are shown", () => {
    const instant = new Date("2026-11-15T09:00:00Z");
    expect(languages.map((language) => formatBothDays(instant, language))).toEqual([
      "6 Hedar 2019 E.C. · 15 Nov 2026 G.C.",
      "6 ኅዳር 2019 ዓ.ም. · 15 ኖቬምበር 2026 እ.ኤ.አ.",
      "6 Sadaasa 2019 A.L.I. · 15 Sadaasa 2026 A.L.A.",
      "6 ሕዳር 2019 ዓ.ም. · 15 ሕዳር 2026 ዓ.ም.ፈ.",
    ]);
  });

  test("name the month in full where its short form is no word, and the calendar where both call it alike", () => {
    const instant = new Date("2026-11-15T09:00:00Z");
    expect(languages.map((language) => formatDay(instant, language))).toEqual([
      "15 Nov 2026",
      "15 ኖቬምበር 2026",
      "15 Sadaasa 2026 A.L.A.",
      "15 ሕዳር 2026 ዓ.ም.ፈ.",
    ]);
  });

  test("give each of the thirteen Ethiopian months a name of its own in every language", () => {
    const firsts = Array.from({ length: 13 }, (_, n) => new Date(Date.UTC(2026, 8, 12 + 30 * n, 9)));
    for (const language of languages) {
      const names = firsts.map((instant) => formatEthiopicDay(instant, language).split(" ")[1]);
      expect(new Set(names).size, names.join()).toBe(13);
    }
    expect(firsts.slice(0, 3).map((instant) => formatEthiopicDay(instant, "om"))).toEqual([
      "2 Fulbaana 2019",
      "2 Onkoloolessa 2019",
      "2 Sadaasa 2019",
    ]);
  });

  test("as a spreadsheet reads them are those of Addis Ababa too", () => {
    expect(formatIsoDay(new Date("2026-11-15T21:00:00Z"))).toBe("2026-11-16");
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

  test.each(languages)("explain each mark of an answer once, in %s", (language) => {
    const help = catalogues[language].help(["A bank"]).split("\n");
    for (const mark of ["✅", "⚠️", "❌", "⏳", "🚫"])
      expect(
        help.filter((line) => line.startsWith(`${mark} `)),
        mark,
      ).toHaveLength(1);
  });

  test("stay within what Telegram takes: commands of 256, answers to presses of 200, placeholders of 64", () => {
    for (const texts of Object.values(catalogues)) {
      expect(texts.description.length).toBeLessThan(513);
      expect(texts.shortDescription.length).toBeLessThan(121);
      for (const description of Object.values(texts.commands)) expect(description.length).toBeLessThan(257);
      const { questionStale, questionForeign, commandStale, checking, languageChosen } = texts;
      for (const toast of [questionStale, questionForeign, commandStale, checking, languageChosen])
        expect(toast.length).toBeLessThan(201);
      expect(texts.accountPlaceholder.length).toBeLessThan(65);
      expect(texts.help(["A bank", "Another bank"]).length).toBeLessThan(4_097);
    }
  });
});

test.each(languages)("the answer to a message without a receipt quotes no command in %s", (language) => {
  expect(catalogues[language].hint).not.toMatch(/\/[a-z]/);
});
