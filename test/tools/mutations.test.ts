import { describe, expect, test } from "vitest";
import { providerLabels } from "../../src/providers/registry.ts";
import { isFull, upTo } from "../support/extent.ts";
import { mutate, specimensOf, tallyOf } from "../support/mutations.ts";

/** Documents for each provider. A PDF takes a hundred times as long as a text. `npm run mutate` makes more. */
const documents = { html: upTo(800), json: upTo(3_000), pdf: isFull ? 160 : 2 } as const;

describe.each(providerLabels)("a changed document of %s", async (provider) => {
  const specimens = await specimensOf(provider);
  const receipts = specimens.filter(({ expected }) => "receipt" in expected);
  const all = [...new Set(receipts.map(({ kind }) => kind))];
  const texts = all.filter((kind) => kind !== "pdf");
  // To learn what a PDF prints takes seconds: a quick run changes those of providers that have nothing else.
  const kinds = isFull || texts.length === 0 ? all : texts;

  test.each(kinds)("of kind %s is refused, or read exactly as it prints", async (kind) => {
    const own = specimens.filter((one) => one.kind === kind);
    const report = await mutate(own, documents[kind]);

    expect(report.wrong).toEqual([]);
    expect(report.documents).toBe(documents[kind]);
    expect(report.verified).toBeGreaterThan(report.documents / 20);
    expect(tallyOf(report, (one) => one === "bytes: cut").verified).toBe(0);
  });
});
