import { describe, expect, test } from "vitest";
import { providerLabels } from "../../src/providers/registry.ts";
import type { Kind } from "../../tools/mutate/paper.ts";
import type { Specimen } from "../../tools/mutate/specimen.ts";
import { isFull, upTo } from "../support/extent.ts";
import { mutate, specimensOf, tallyOf } from "../support/mutations.ts";

/** Documents for each provider. `npm run mutate` makes more. */
const documents = { html: upTo(800), json: upTo(3_000), pdf: 160 } as const;

/** To learn what a PDF prints takes seconds, so a quick run changes pages and JSON. */
const kindsOf = (specimens: readonly Specimen[]): readonly Kind[] => {
  const receipts = specimens.filter(({ expected }) => "receipt" in expected);
  return [...new Set(receipts.map(({ kind }) => kind))].filter((kind) => isFull || kind !== "pdf");
};

const opened = await Promise.all(
  providerLabels.map(async (provider) => {
    const specimens = await specimensOf(provider);
    return { provider, specimens, kinds: kindsOf(specimens) };
  }),
);

describe.each(opened.filter(({ kinds }) => kinds.length > 0))("a changed document of $provider", (one) => {
  const { specimens, kinds } = one;

  test.each(kinds)("of kind %s is refused, or read exactly as it prints", async (kind) => {
    const own = specimens.filter((one) => one.kind === kind);
    const report = await mutate(own, documents[kind]);

    expect(report.wrong).toEqual([]);
    expect(report.documents).toBe(documents[kind]);
    expect(report.verified).toBeGreaterThan(report.documents / 20);
    expect(tallyOf(report, (one) => one === "bytes: cut").verified).toBe(0);
  });
});
