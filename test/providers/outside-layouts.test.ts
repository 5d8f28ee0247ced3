import { describe, expect, test } from "vitest";
import { bankPages, sent } from "../support/bank-pages.ts";
import { oneIn } from "../support/extent.ts";
import { readingOf } from "../support/outside-reading.ts";
import {
  type Drawing,
  drawPage,
  flushRight,
  inColumns,
  inOneRun,
  type Placing,
} from "../support/plain-pdf.ts";

/** Receipts as their wording is known, put on a page by others than the fixtures' authors. */

const placings: Readonly<Record<string, Placing>> = {
  "two columns": inColumns(260),
  "two narrow columns": inColumns(240, 12),
  "one run": inOneRun(" "),
  "one run with a colon": (rows, x, y) =>
    inOneRun(": ")(
      rows.map(([label, value]) => [label.replace(/:$/, ""), value]),
      x,
      y,
    ),
  "values flush right": flushRight(540),
};

const drawings: readonly Drawing[] = ["runs", "words", "glyphs", "upwards"];

describe.each(bankPages.map((one) => [one.label, one] as const))("a PDF of %s", (label, { page, record }) => {
  const turn = bankPages.findIndex((one) => one.label === label);
  test.each(oneIn(2, Object.keys(placings), turn))("is read from %s, however it is drawn", async (name) => {
    const place = placings[name] ?? inOneRun(" ");
    for (const drawing of drawings) {
      const pdf = await drawPage(page(place), drawing);
      expect(await readingOf(label, ...sent(label, pdf)), drawing).toBe(record);
    }
  });
});
