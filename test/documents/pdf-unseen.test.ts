import { describe, expect, test } from "vitest";
import { bankPages, sent } from "../support/bank-pages.ts";
import { oneIn } from "../support/extent.ts";
import { readingOf } from "../support/outside-reading.ts";
import { drawPage, inColumns, type Mark, type Run } from "../support/plain-pdf.ts";

/** What nobody sees on a PDF's page, or what is struck out there, is not read; what looks odd and is seen is. */

type Change = (rows: readonly Run[]) => readonly Mark[];

const columns = inColumns(260);

/** A value of the page: its tenth run of text. */
const chosen = (rows: readonly Run[]): Run => rows[9] ?? { text: "", x: 0, y: 0 };

const withValue =
  (change: Partial<Run>): Change =>
  (rows) =>
    rows.map((run) => (run === chosen(rows) ? { ...run, ...change } : run));

const withMarks =
  (marks: (value: Run) => readonly Mark[]): Change =>
  (rows) => [...rows, ...marks(chosen(rows))];

const unseen: Readonly<Record<string, Change>> = {
  "drawn in no ink": withValue({ mode: 3 }),
  "drawn only to cut by": withValue({ mode: 7 }),
  "see-through": withValue({ opacity: 0 }),
  "too small to be seen": withValue({ size: 0.4 }),
  "white on white": withValue({ color: "#ffffff" }),
  "under a white box": withMarks(({ x, y }) => [{ box: [x - 2, y - 2, 200, 14], color: "white" }]),
  "under a black box": withMarks(({ x, y }) => [{ box: [x - 2, y - 2, 200, 14], color: "black" }]),
  "under a picture": withMarks(({ x, y }) => [{ picture: "kept", box: [x - 2, y - 2, 200, 14] }]),
  "under a picture in the drawing": withMarks(({ x, y }) => [
    { picture: "inline", box: [x - 2, y - 2, 200, 14] },
  ]),
  "under a stencil of one dot": withMarks(({ x, y }) => [
    { picture: "stencil", box: [x - 2, y - 2, 200, 14] },
  ]),
  "struck out": withMarks(({ x, y }) => [{ stroke: [x, y + 6, x + 150, y + 6] }]),
  "struck out before it is drawn": (rows) => {
    const { x, y } = chosen(rows);
    return [{ stroke: [x, y + 6, x + 150, y + 6] }, ...rows];
  },
  "struck out with a thin box": withMarks(({ x, y }) => [{ box: [x, y + 5, 150, 1], color: "black" }]),
  "put beside the others in no ink": withMarks(() => [
    { text: "Status: Completed", x: 300, y: 800, mode: 3 },
  ]),
};

const seen: Readonly<Record<string, Change>> = {
  "a white page under everything": (rows) => [{ box: [0, 0, 595, 842], color: "white" }, ...rows],
  "coloured cells": (rows) => [
    ...rows.map(({ x, y }): Mark => ({ box: [x - 2, y - 2, 200, 12], color: "#eeeeee" })),
    ...rows,
  ],
  "white words on a dark band": (rows) => [
    { box: [0, 795, 595, 30], color: "#003366" },
    ...rows,
    { text: "Core Banking", x: 40, y: 800, color: "white" },
  ],
  "lines between the rows": (rows) => [
    ...rows,
    ...rows.map(({ y }): Mark => ({ stroke: [30, y - 3, 560, y - 3] })),
  ],
  "lines between the rows, drawn first": (rows) => [
    ...rows.map(({ y }): Mark => ({ stroke: [30, y - 3, 560, y - 3] })),
    ...rows,
  ],
  "a see-through picture over the words": (rows) => [
    ...rows,
    { picture: "see-through", box: [100, 100, 300, 300] },
  ],
  "a picture under everything": (rows) => [{ picture: "kept", box: [0, 0, 595, 842] }, ...rows],
  "a picture beside the words": (rows) => [...rows, { picture: "kept", box: [300, 790, 60, 40] }],
  "underlined words": (rows) => [
    ...rows,
    ...rows.map(({ x, y }): Mark => ({ stroke: [x, y + 9.6, x + 60, y + 9.6] })),
  ],
  "pale words": (rows) => rows.map((run) => ({ ...run, color: "#999999" })),
  "words beyond the page": (rows) => [...rows, { text: "Status: Reversed", x: 40, y: 900 }],
};

const read = async (label: string, marks: readonly Mark[]) =>
  readingOf(label, ...sent(label, await drawPage(marks)));

const numbered = bankPages.slice(0, 6).map((one, turn) => ({ ...one, turn }));

describe.each(numbered)("a PDF of $label", ({ label, page, record, turn }) => {
  test.each(oneIn(3, Object.entries(unseen), turn))("is refused with a text %s", async (_, change) => {
    expect(await read(label, change(page(columns)))).toMatch(/^provider_format_changed/);
  });

  test.each(oneIn(3, Object.entries(seen), turn))("may have %s", async (_, change) => {
    expect(await read(label, change(page(columns)))).toBe(record);
  });
});

test("a stamp says what it looks like", async () => {
  for (const { label, page, record } of bankPages.slice(0, 2)) {
    const stamped = (stamp: string) => read(label, [...page(columns), { stamp, x: 300, y: 790 }]);
    expect(await stamped("REVERSED")).toMatch(/^provider_format_changed/);
    expect(await stamped("ORIGINAL")).toBe(record);
  }
});
