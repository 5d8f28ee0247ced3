import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Document } from "../../src/documents/document.ts";
import { readKnownLayouts, wordsOf } from "../../src/operator/layout-changes/known-layouts.ts";
import { sampleOf } from "../../src/operator/layout-changes/sample.ts";
import { namedCases } from "../support/cases.ts";
import { documentOf } from "../support/documents.ts";
import { oneIn } from "../support/extent.ts";
import { runs } from "../support/properties.ts";

const { words } = readKnownLayouts();

const receipts = namedCases(({ expected }) => "receipt" in expected);

const page = (...rows: readonly (readonly string[])[]): Document => ({
  kind: "html",
  whole: true,
  title: "SELAM",
  text: "SELAM",
  links: [],
  rows,
  lines: ["Paid by: SELAM", "SELAM GETACHEW"],
  passages: [],
  statuses: [],
  hiddenTexts: [],
  hiddenByPayer: [],
  hiddenPairs: [],
  swallowed: [],
  asksForPassword: false,
});

describe("a sample", () => {
  test.each(oneIn(4, receipts))("of %s names no one and holds no number", async (_, each) => {
    const sample = sampleOf(await documentOf(each), words);
    const receipt = "receipt" in each.expected ? each.expected.receipt : {};
    const values = `${receipt.payer_name} ${receipt.receiver_name}`.split(/[^\p{L}]+/u);
    const names = values.filter((value) => value.length > 1 && !words.has(value.toLowerCase()));
    const printed = new Set(sample.split(/[^\p{L}]+/u));
    expect(names.filter((name) => printed.has(name))).toEqual([]);
    expect(sample).not.toMatch(/[0-8]/);
    expect(sample).not.toContain(each.reference);
    expect(Buffer.byteLength(sample)).toBeLessThanOrEqual(4_096);
  });

  test("shows known words where labels stand, and the shape of all else", () => {
    const sample = sampleOf(page(["Payer Name", "SELAM GETACHEW"], ["Sum sent", "1,250.00 ETB"]), words);
    expect(sample).toBe(
      "Payer Name | xxxxx xxxxxxxx\nxxx xxxx | 9,999.99 xxx\nPaid xx | xxxxx\nxxxxx xxxxxxxx",
    );
  });

  test("shows a JSON answer by its keys", () => {
    const member = (key: string, text: string) => ({ key, value: { kind: "string", text } as const });
    const root = {
      kind: "object",
      members: [member("Payer's Name", "SELAM"), member("FT26319K4Q7Z", "9")],
    } as const;
    expect(sampleOf({ kind: "json", root }, words)).toBe(".Payer's Name | xxxxx\n.xx9x9x9x | 9");
  });

  test("stays within 4 KiB and known words, whatever a page holds", () => {
    // A masked letter no longer shows that a new word began with it: `toA` is shown as `tox`.
    const shown = new RegExp(`^(?:x|${[...words].join("|")})*$`, "u");
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: "binary", maxLength: 300 }), { maxLength: 5 })),
        (rows) => {
          const sample = sampleOf(page(...rows), words);
          expect(Buffer.byteLength(sample)).toBeLessThanOrEqual(4_096);
          const strange = wordsOf(sample).filter((each) => !shown.test(each));
          expect(strange).toEqual([]);
          expect(sample.match(/\p{N}/gu)?.filter((digit) => digit !== "9") ?? []).toEqual([]);
        },
      ),
      runs(100),
    );
    expect(
      sampleOf(page(...Array.from({ length: 1_000 }, () => ["Payer", "x".repeat(500)])), words).length,
    ).toBeLessThan(4_097);
  });
});
