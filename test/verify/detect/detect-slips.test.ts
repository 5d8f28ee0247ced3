import { describe, expect, test } from "vitest";
import { detect } from "../../../src/verify/detect/detect.ts";
import { allProviders, codesOf, findAmongAll, likelyLinesOf } from "../../support/detection.ts";

/** What was typed, what the bot would ask for, and what it warns of or refuses. */
type Typed = readonly [text: string, lines: readonly string[], remarks: readonly string[]];

const typed: readonly Typed[] = [
  [
    "FT2632ZP0L9M",
    [
      "alpha transactionRef=FT2632ZP0L9M needs accountNumber",
      "gamma reference=FT2632ZP0L9M needs accountNumber",
    ],
    ["perhaps FT26322P0L9M"],
  ],
  [
    "FT26E22P0L9M",
    [
      "alpha transactionRef=FT26E22P0L9M needs accountNumber",
      "gamma reference=FT26E22P0L9M needs accountNumber",
    ],
    ["perhaps mistyped"],
  ],
  [
    "FT263I9K4Q7Z",
    [
      "alpha transactionRef=FT263I9K4Q7Z needs accountNumber",
      "gamma reference=FT263I9K4Q7Z needs accountNumber",
    ],
    ["perhaps FT26319K4Q7Z"],
  ],
  [
    "FT26l19K4Q7Z",
    [
      "alpha transactionRef=FT26L19K4Q7Z needs accountNumber",
      "gamma reference=FT26L19K4Q7Z needs accountNumber",
    ],
    ["perhaps FT26119K4Q7Z"],
  ],
  [
    "FT2G319K4Q7Z",
    [
      "alpha transactionRef=FT2G319K4Q7Z needs accountNumber",
      "gamma reference=FT2G319K4Q7Z needs accountNumber",
    ],
    ["perhaps FT26319K4Q7Z"],
  ],
  ["FT26319K4Q7", [], ["reference_malformed"]],
  ["FT26319K4Q7ZZ", [], ["reference_malformed"]],
  [
    "Ref No FT26400K4Q7Z",
    [
      "alpha transactionRef=FT26400K4Q7Z needs accountNumber",
      "gamma reference=FT26400K4Q7Z needs accountNumber",
    ],
    ["perhaps mistyped"],
  ],
  [
    "Ref No FT2640OK4Q7Z",
    [
      "alpha transactionRef=FT2640OK4Q7Z needs accountNumber",
      "gamma reference=FT2640OK4Q7Z needs accountNumber",
    ],
    ["perhaps mistyped"],
  ],
  [
    "Ref No FT27001K4Q7Z",
    [
      "alpha transactionRef=FT27001K4Q7Z needs accountNumber",
      "gamma reference=FT27001K4Q7Z needs accountNumber",
    ],
    ["perhaps mistyped"],
  ],
  [
    "0KJ9QW8ER7",
    ["beta reference=0KJ9QW8ER7", "iota transactionId=0KJ9QW8ER7", "epsilon receipt=0KJ9QW8ER7 needs phone"],
    ["perhaps mistyped"],
  ],
  ["DK19QW8ER7", ["beta reference=DK19QW8ER7"], ["19 days old"]],
  [
    "D1F9QW8ER7",
    ["beta reference=D1F9QW8ER7", "iota transactionId=D1F9QW8ER7", "epsilon receipt=D1F9QW8ER7 needs phone"],
    ["perhaps DIF9QW8ER7"],
  ],
  [
    "Transaction number DK09QW8ER7",
    ["beta reference=DK09QW8ER7", "iota transactionId=DK09QW8ER7", "epsilon receipt=DK09QW8ER7 needs phone"],
    ["perhaps mistyped"],
  ],
  [
    "transaction number is DL19QW8ER7",
    ["beta reference=DL19QW8ER7", "iota transactionId=DL19QW8ER7"],
    ["perhaps mistyped"],
  ],
  [
    "transaction number is DKO9QW8ER7",
    ["beta reference=DKO9QW8ER7", "iota transactionId=DKO9QW8ER7"],
    ["perhaps mistyped"],
  ],
  ["411OBTS26322OO91", ["delta reference=411OBTS26322OO91"], []],
  ["411OBTS263ZZ0091", ["delta reference=411OBTS263ZZ0091"], ["perhaps 411OBTS263220091"]],
  [
    "4I1OBTS263220091",
    ["iota transactionId=4I1OBTS263220091", "epsilon receipt=4I1OBTS263220091 needs phone"],
    ["perhaps 411OBTS263220091"],
  ],
  ["411OBTS2632Z0091", ["delta reference=411OBTS2632Z0091"], ["perhaps 411OBTS263220091"]],
  ["411OBTS26E220091", ["delta reference=411OBTS26E220091"], ["perhaps mistyped"]],
  ["4110BTS263220091", ["eta reference=4110BTS263220091 needs accountNumber"], ["perhaps 411OBTS263220091"]],
  ["411OBT5263220091", ["eta reference=411OBT5263220091 needs accountNumber"], ["perhaps 411OBTS263220091"]],
  ["I74ETTB263220044", ["delta reference=I74ETTB263220044"], ["perhaps 174ETTB263220044"]],
  ["174ETTB2632Z0044", ["delta reference=174ETTB2632Z0044"], ["perhaps 174ETTB263220044"]],
  [
    "transaction reference: 174ETTB26I220044 ",
    ["delta reference=174ETTB26I220044"],
    ["perhaps 174ETTB261220044"],
  ],
  ["FТ26322P0L9M", [], ["reference_not_ascii"]],
  ["DКJ9QW8ER7", [], ["reference_not_ascii"]],
  ["ВKJ9QW8ER7", [], ["reference_not_ascii"]],
  ["DKJ9QW8ER፯", [], ["reference_not_ascii"]],
  ["DKJ9QW8ER7፯", [], ["reference_not_ascii"]],
  ["፩ DKJ9QW8ER7", ["beta reference=DKJ9QW8ER7"], []],
  ["DKJ9QW8ER７", ["beta reference=DKJ9QW8ER7"], []],
  ["DKJ9QW8ER٧", [], ["reference_not_ascii"]],
  ["FT26322P0L9M፬", [], ["reference_not_ascii"]],
  ["DKı9QW8ER7", [], ["reference_not_ascii"]],
  ["DKJ9ＱW8ER7", ["beta reference=DKJ9QW8ER7"], []],
  ["FT26З22P0L9M", [], ["reference_not_ascii"]],
  ["UKI5E6R7TO", ["iota transactionId=UKI5E6R7TO"], []],
  [
    "UK05E6R7T8",
    ["beta reference=UK05E6R7T8", "iota transactionId=UK05E6R7T8", "epsilon receipt=UK05E6R7T8 needs phone"],
    ["perhaps mistyped"],
  ],
  [
    "FT 26322 P0L9M",
    [
      "alpha transactionRef=FT26322P0L9M needs accountNumber",
      "gamma reference=FT26322P0L9M needs accountNumber",
    ],
    [],
  ],
  ["TT 26319 RR0B4 55147", ["gamma reference=TT26319RR0B455147"], ["5 days old"]],
  [
    "Ref: FT 26322P0L9M",
    [
      "alpha transactionRef=FT26322P0L9M needs accountNumber",
      "gamma reference=FT26322P0L9M needs accountNumber",
    ],
    [],
  ],
  [
    "FT-26322P0L9M",
    [
      "alpha transactionRef=FT26322P0L9M needs accountNumber",
      "gamma reference=FT26322P0L9M needs accountNumber",
    ],
    [],
  ],
  ["1740000085527719 174ETTB263220044", ["eta url=1740000085527719174ETTB263220044"], []],
  ["1740000085527719174ETTB263220044", ["eta url=1740000085527719174ETTB263220044"], []],
];

const remarksOf = (text: string): readonly string[] => {
  const found = findAmongAll(text);
  const warnings = found.candidates.filter(({ isLikely }) => isLikely).flatMap(({ warnings }) => warnings);
  const said = warnings.map((warning) =>
    warning.code === "receipt_old"
      ? `${warning.days} days old`
      : `perhaps ${warning.suggestion ?? "mistyped"}`,
  );
  return [...new Set([...said, ...codesOf(found)])];
};

describe("what was typed", () => {
  test.each(typed.map((row) => [...row] as const))("%s", (text, lines, remarks) => {
    expect(likelyLinesOf(findAmongAll(text))).toEqual(lines);
    expect(remarksOf(text)).toEqual(remarks);
  });
});

describe("a suggestion", () => {
  test("is a reference that needs none itself", () => {
    for (const [text] of typed) {
      for (const { warnings } of findAmongAll(text).candidates) {
        for (const warning of warnings) {
          if (warning.code !== "reference_maybe_mistyped" || warning.suggestion === null) continue;
          const [meant] = findAmongAll(warning.suggestion).candidates;
          expect(meant?.isLikely, text).toBe(true);
          expect(meant?.warnings.map(({ code }) => code)).not.toContain("reference_maybe_mistyped");
        }
      }
    }
  });

  test("is not made where two are as near", () => {
    expect(remarksOf("Ref No FT26Z22P0L9M")).toEqual(["perhaps FT26222P0L9M"]);
    expect(remarksOf("Ref No FT26ZZ2P0L9M")).toEqual(["perhaps FT26222P0L9M"]);
    expect(remarksOf("Txn ID LKJ9QW8ER7")).toEqual(["perhaps mistyped"]);
  });
});

describe("the age of a receipt", () => {
  const days = (reference: string, now: string) =>
    detect(reference, allProviders, new Date(now)).candidates[0]?.warnings;

  test("is told from the third day on, in Addis Ababa", () => {
    expect(days("DKF9QW8ER7", "2026-11-17T20:59:59Z")).toEqual([]);
    expect(days("DKF9QW8ER7", "2026-11-17T21:00:00Z")).toEqual([{ code: "receipt_old", days: 3 }]);
    expect(days("FT26319K4Q7Z", "2026-11-20T09:00:00Z")).toEqual([{ code: "receipt_old", days: 5 }]);
    expect(days("https://pay.iota.example/receipt/UKF5E6R7T8", "2027-02-18T09:00:00Z")).toEqual([
      { code: "receipt_old", days: 95 },
    ]);
  });

  test("is not told of one dated tomorrow", () => {
    expect(days("DKF9QW8ER7", "2026-11-14T09:00:00Z")).toEqual([]);
  });
});

test("a message full of slips is searched for suggestions only so far", () => {
  const text = Array.from({ length: 300 }, (_, at) => `DOO${String(at).padStart(5, "0")}L1`).join("\n");
  const found = findAmongAll(text);
  expect(found.candidates.length).toBeGreaterThan(300);
});
