import { readFileSync } from "node:fs";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, test } from "vitest";
import { answersTable, listAnswers, meaningsTable } from "../../src/operator/sandbox/answers.ts";
import type { Case } from "../../src/operator/sandbox/cases.ts";
import { caseNamed, cases, namedCases, renderAnew, renderCase, testClock } from "../support/cases.ts";
import { oneIn } from "../support/extent.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const isPdf = ({ upstream, body }: Case) =>
  upstream.contentType === "application/pdf" && body.kind !== "none";

describe.each(oneIn(4, namedCases(isPdf)))("the PDF of %s", (_, each) => {
  test("is whole, the same each time, and shows what the receipt says", async () => {
    const bytes = await renderCase(each);
    expect(text(bytes.subarray(0, 5))).toBe("%PDF-");
    expect(text(bytes.subarray(-10)).trimEnd()).toMatch(/%%EOF$/);
    if (each.body.kind === "page") expect(bytes.length).toBeGreaterThan(8_000);
    expect(Buffer.from(await renderAnew(each)).equals(bytes)).toBe(true);

    const shown = await printedText(bytes);
    if (each.label === "alpha") expect(shown).toContain("Reason/Typeofservice");
    if (!("receipt" in each.expected)) return;
    const { document_type, transaction_reference, payment_date } = each.expected.receipt;
    const { payer_account, receiver_account } = each.expected.receipt;
    for (const value of [
      document_type,
      transaction_reference,
      payment_date,
      payer_account,
      receiver_account,
    ]) {
      expect(shown).toContain(String(value).replace(/\s/g, ""));
    }
    const { payer_name, receiver_name } = each.expected.receipt;
    for (const word of `${payer_name} ${receiver_name}`.split(" ")) expect(shown).toContain(word);
  });
});

test("every other body is the same each time and leaves no placeholder open", async () => {
  const others = cases.filter((one) => one.body.kind === "text");
  for (const each of oneIn(4, others)) {
    const bytes = await renderCase(each);
    expect(Buffer.from(await renderAnew(each)).equals(bytes)).toBe(true);
    expect(text(bytes)).not.toContain("{{");
  }
});

test("every answer has its reference to itself", () => {
  const questions = cases.map((each) => `${each.label} ${JSON.stringify(each.request)}`);
  expect(new Set(questions).size).toBe(cases.length);
});

describe("the table of answers", () => {
  test("stands in the sandbox's page (vitest -u brings it up to date)", async () => {
    const file = "../../docs/sandbox.md";
    const readme = readFileSync(new URL(file, import.meta.url), "utf8");
    const shown = /^\| provider \| case \|.*(?:\n\|.*)*/m;
    const table = answersTable(listAnswers(cases, testClock));
    expect(readme).toMatch(shown);
    const byMeaning = /^\| meaning \|.*(?:\n\|.*)*/m;
    expect(readme).toMatch(byMeaning);
    const meanings = meaningsTable(listAnswers(cases, testClock));
    const current = readme.replace(shown, () => table).replace(byMeaning, () => meanings);
    await expect(current).toMatchFileSnapshot(file);
  });

  test("dates references of old receipts as many days earlier", () => {
    const of = (name: string, day: string) => {
      const one = listAnswers([caseNamed("beta", name)], new Date(day));
      return one[0]?.reference.slice(0, 3);
    };
    expect(of("verified-three-days-old", "2027-01-02T10:00:00+03:00")).toBe("DLU");
    expect(of("verified-two-years-old", "2026-11-15T10:21:30+03:00")).toBe("BKS");
    expect(of("verified-two-years-old", "2027-12-31T10:21:30+03:00")).toBe("DAD");
  });

  test("dates references on the day it is asked for, in Addis Ababa", () => {
    const newYear = new Date("2026-12-31T22:00:00Z");
    const answers = listAnswers(cases, newYear);
    const of = (provider: string) =>
      answers.find((each) => each.provider === provider && each.name === "verified");
    expect(of("alpha")?.request).toEqual({ transactionRef: "FT27001K4Q7Z", accountNumber: "1000200004321" });
    expect(of("beta")?.request).toEqual({ reference: "EA11AB2CD3" });
    expect(of("gamma")?.request).toEqual({ reference: "FT27001SS1KP36984" });
    expect(of("alpha")?.path).toBe("/?id=FT27001K4Q7Z00004321");
  });

  test("has a bare reference with an outcome at alpha and at gamma", () => {
    const at = (provider: string) =>
      listAnswers(cases, testClock).filter(
        (each) => each.provider === provider && each.reference === "FT26319K4Q7Z",
      );
    expect(at("alpha").map(({ outcome }) => outcome)).toEqual(["verified"]);
    expect(at("gamma").map(({ outcome }) => outcome)).toEqual(["verified"]);
  });
});

/** All text of a PDF in drawing order, white space left out. */
const printedText = async (bytes: Uint8Array): Promise<string> => {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const pdf = await task.promise;
  expect(pdf.numPages).toBe(1);
  const { items } = await (await pdf.getPage(1)).getTextContent();
  await task.destroy();
  return items
    .map((item) => ("str" in item ? item.str : ""))
    .join("")
    .replace(/\s/g, "");
};
