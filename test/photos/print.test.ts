import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Mark } from "../../src/photos/ocr/printed-line.ts";
import { readPrint } from "../../src/photos/ocr/read-print.ts";
import { noon } from "../support/detection.ts";
import { allProviders, linesOf, marksOf } from "../support/print.ts";
import { runs } from "../support/properties.ts";

type Texts = (string | readonly Mark[])[];

const read = (...lines: Texts) => readPrint(linesOf(...lines), allProviders, noon);

/** Each candidate as one line: `beta DKF1AB2CD3`, with `?` where a person is asked, `!` where it was repaired. */
const found = (...lines: Texts): readonly string[] =>
  read(...lines).candidates.map(
    ({ provider, reference, isRepaired, needsConfirmation }) =>
      `${provider} ${reference}${needsConfirmation ? "?" : ""}${isRepaired ? "!" : ""}`,
  );

/** The marks of a text, one of them otherwise: at the place where `letter` stands. */
const changed = (text: string, letter: string, change: Partial<Mark>): readonly Mark[] =>
  marksOf(text).map((mark, at) => (at === text.indexOf(letter) ? { ...mark, ...change } : mark));

describe("a reference that is printed beyond doubt is taken without a question", () => {
  test.each([
    ["Reference No.", "FT26319K4Q7Z", ["alpha FT26319K4Q7Z", "gamma FT26319K4Q7Z"]],
    ["Transaction Number", "DKF1AB2CD3", ["beta DKF1AB2CD3"]],
    ["Transaction Reference", "TT26319K4Q7Z", ["gamma TT26319K4Q7Z"]],
    ["FT Ref", "822WDTS263160002", ["delta 822WDTS263160002"]],
    ["Txn ID", "DKF215LOOSO", ["epsilon DKF215LOOSO"]],
    ["Reference No:", "174ETTB263190007", ["eta 174ETTB263190007"]],
    ["Link", "2KK2MF1YNL-6A1B2C", ["theta 2KK2MF1YNL-6A1B2C"]],
    ["Transaction ID", "UKF4D2CODA", ["iota UKF4D2CODA"]],
  ])("%s %s", (label, reference, expected) => {
    expect(found(label, reference).filter((line) => expected.includes(line))).toEqual(expected);
    expect(found(label, reference).filter((line) => !line.endsWith("?")).length).toBeGreaterThan(0);
  });

  test("with the account number beside it", () => {
    const [candidate] = read(
      "Dear Selam with Ref No FT26319K4Q7Z",
      "https://receipts.alpha.example/?id=FT26319K4Q7Z00004321",
    ).candidates;
    expect(candidate).toMatchObject({
      provider: "alpha",
      request: { transactionRef: "FT26319K4Q7Z", accountNumber: "00004321" },
      needsConfirmation: false,
    });
  });

  test("and masked accounts are no digits of it", () => {
    const [candidate] = read("Account 1****4321", "Ref. No FT26319K4Q7Z", "To 1000****8765").candidates;
    expect(candidate?.request).toEqual({ transactionRef: "FT26319K4Q7Z" });
    expect(candidate?.missing).toEqual(["accountNumber"]);
  });
});

describe("a letter that may be another is asked about", () => {
  test.each<[string, string, string, Partial<Mark>]>([
    ["a nought as wide as an O", "DKF0ABCCD3", "0", { proportion: 0.88 }],
    ["a nought read as an O", "DKF0ABCCD3", "0", { character: "O" }],
    ["an O as narrow as a nought", "DKFOABCCD3", "O", { proportion: 0.65 }],
    ["a letter that the reader doubts", "DKFKABCCD3", "B", { certainty: 0.7, runnerUp: "8" }],
    ["a letter beside a shape that was not read", "DKFKABCCD3", "A", { isCrowded: true }],
    ["a 1 as thin as an I", "DKF1ABCCD3", "1", { proportion: 0.14 }],
    ["a 1 that stands on feet as an I does", "DKF1ABCCD3", "1", { proportion: 0.36, foot: 0.95 }],
  ])("%s", (_, reference, letter, change) => {
    const lines = found("Transaction Number", changed(reference, letter, change));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => /[?]/.test(line))).toBe(true);
  });

  test("unless no other one can stand in its place", () => {
    expect(found("Transaction Reference", changed("822WDTS260167772", "0", { proportion: null }))).toContain(
      "delta 822WDTS260167772",
    );
  });

  test("where two places of the picture say it differently", () => {
    expect(
      found("Your transaction number is DKF8ABCCD3.", "https://receipts.beta.example/receipt/DKFBABCCD3"),
    ).toEqual([expect.stringMatching(/^beta DKF.ABCCD3\?$/)]);
  });

  test("and repaired by the shape and the day", () => {
    expect(found("FT Ref", "8220BTS263160002")).toContain("delta 822OBTS263160002?!");
    expect(found("Reference No.", "FT263I9K4Q7Z")).toEqual(["alpha FT26319K4Q7Z?!", "gamma FT26319K4Q7Z?!"]);
    expect(found("Reference No.", "FT26ZI9K4Q7Z")).toEqual(["alpha FT26219K4Q7Z?!", "gamma FT26219K4Q7Z?!"]);
    expect(found("Transaction ID", "UKFS|DCODA1")).toEqual([]);
    const narrow = changed("DKFKABCCDO", "O", { proportion: 0.65 });
    expect(found("Transaction Number", narrow)).toEqual(["beta DKFKABCCD0?!"]);
  });

  test("and so is a token, which nothing tells from a misread one", () => {
    const { candidates } = read(
      "https://receipts.zeta.example/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0",
      "AjmmQsNRe1c+lPUxdN/o=",
    );
    expect(candidates).toMatchObject([
      {
        provider: "zeta",
        needsConfirmation: true,
        reference: expect.stringContaining("PEF7fqVnwxFd7r7XMZ3lbE0Ajmm"),
      },
    ]);
  });
});

describe("the letters of a token", () => {
  const token = "PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=";
  const link = `https://receipts.zeta.example/receipt/#/${token}`;
  const unmeasured = {
    proportion: null,
    height: null,
    drop: null,
    foot: null,
    stroke: null,
    isPieced: null,
  };

  /** The marks of the link as they are drawn, the one at this place in the token read otherwise. */
  const misread = (place: number, change: Partial<Mark>): readonly Mark[] =>
    marksOf(link).map((mark, at) =>
      at === link.length - token.length + place ? { ...mark, ...change } : mark,
    );

  test.each<[string, string, Partial<Mark>]>([
    ["l by reaching higher than I", "l", { character: "I", runnerUp: "l", certainty: 0.9 }],
    ["0 by being narrower than O", "0", { character: "O", runnerUp: "0", certainty: 0.9 }],
    ["a small letter by its height", "x", { character: "X", runnerUp: "x", certainty: 0.9 }],
    ["a capital by its height", "V", { character: "v", runnerUp: "V", certainty: 0.9 }],
    ["7 by having no foot", "7", { character: "Z", runnerUp: "7", certainty: 0.8 }],
    ["F by having no foot", "F", { character: "E", runnerUp: "F", certainty: 0.8 }],
    ["a plus over the line under a link", "+", { character: "±", runnerUp: "+" }],
  ])("are what their shapes say: %s", (_, letter, change) => {
    expect(read(misread(token.indexOf(letter), change)).candidates).toMatchObject([
      { provider: "zeta", request: { url: link }, needsConfirmation: true },
    ]);
  });

  test("are what the same token in another link says, where letters touch", () => {
    const blurred = misread(token.indexOf("l"), {
      ...unmeasured,
      character: "I",
      runnerUp: "l",
      certainty: 0.8,
    });
    const feedback = `https://receipts.zeta.example/receipt/#/feedback/${token}`;
    expect(read(blurred).candidates).not.toMatchObject([{ request: { url: link } }]);
    expect(read(blurred, "Please rate us here:", feedback).candidates).toMatchObject([
      { request: { url: link }, needsConfirmation: true },
    ]);
  });

  test("are not parted by a space that is not there, nor ended by the foot of a letter", () => {
    const marks = misread(token.indexOf("l"), { character: "I", runnerUp: "l", certainty: 0.9 });
    const [first, second] = [marks.slice(0, 60), marks.slice(60)];
    const space = { ...unmeasured, character: " " };
    const parted = first.flatMap((mark, at) =>
      at === 50
        ? [
            { ...mark, gap: 0.1 },
            { ...mark, ...space },
          ]
        : [mark],
    );
    const stop = marksOf(".").map((mark) => ({ ...mark, ...unmeasured }));
    expect(read([...parted, ...stop], second).candidates).toMatchObject([{ request: { url: link } }]);
  });

  test("are taken from the feedback link where the other one lost a letter, over its line ends, too", () => {
    const feedback = `https://receipts.zeta.example/receipt/#/feedback/${token}`;
    const lines = [
      link.replace("mm", "m"),
      feedback.slice(0, 43),
      feedback.slice(43, 75),
      feedback.slice(75),
    ];
    expect(read(...lines).candidates).toMatchObject([{ request: { url: link }, needsConfirmation: true }]);
  });

  test("are not parted behind a 1, which brings white space with it", () => {
    const [first, rest] = [link.slice(0, 48), marksOf(link.slice(48))];
    const one = link.slice(48).indexOf("1");
    const apart = rest.map((mark, at) => ({
      ...mark,
      gap: at === one ? 0.52 : 0.2,
      middle: mark.middle + (at > one ? 0.3 : 0),
    }));
    const small = apart.map((mark, at) =>
      link.charAt(48 + at) === "l" ? { ...mark, character: "I", runnerUp: "l", certainty: 0.9 } : mark,
    );
    expect(read(first, small).candidates).toMatchObject([{ request: { url: link } }]);
  });

  test("of two receipts are not taken for each other's", () => {
    const other = link.replace(token, `${[...token.slice(0, -1)].reverse().join("")}=`);
    expect(read(link, other).candidates.map(({ request }) => request.url)).toEqual([link, other]);
  });
});

describe("lines", () => {
  test("that broke a link are joined", () => {
    expect(found("Receipt: https://receipts.iota.example/receipt/UKF4D", "2CODA Get extra 20MB")).toContain(
      "iota UKF4D2CODA",
    );
  });

  test("that broke a bare reference are joined, and it is asked about", () => {
    expect(found("Reference", "822WDTS2631", "60002")).toEqual([
      "delta 822WDTS263160002?",
      "eta 822WDTS263160002?",
    ]);
  });

  test("of words and numbers are not joined into a reference", () => {
    expect(found("From Hana DESTA", "251711 and ACCOUNT", "426 TODAY7")).toEqual([]);
  });

  test("side by side are a label and its value", () => {
    const [label, value] = linesOf("Transaction ID", "DKFKABCCDE");
    const beside = {
      ...value,
      marks: marksOf("DKFKABCCDE"),
      box: { left: 700, right: 900, top: 21, bottom: 61 },
    };
    if (label === undefined) throw new Error("no line");
    expect(readPrint([beside, label], allProviders, noon).candidates).toMatchObject([
      { reference: "DKFKABCCDE" },
    ]);
  });

  test("of two receipts are two candidates in two places", () => {
    const { candidates } = read("Transaction number DKF1AB2CD3", "Transaction number DKE9XY7ZW2");
    expect(new Set(candidates.map(({ at }) => at)).size).toBe(2);
    expect(candidates.map(({ reference }) => reference)).toEqual(["DKF1AB2CD3", "DKE9XY7ZW2"]);
  });

  test("without a reference point nowhere", () => {
    expect(found("Your account 5293**011 is credited with ETB 100.00 on 12/11/2026 at 08:50:23 AM.")).toEqual(
      [],
    );
    expect(found("Transaction ID: 261115132499988 Date 2026-11-15 13:24:29")).toEqual([]);
  });
});

describe("a link", () => {
  test("whose host was misread here and there leads to the configured place", () => {
    const { candidates, refused } = read("https://receipts.beta.examp1e/receipt/DKF1AB2CD3");
    expect(candidates).toMatchObject([{ provider: "beta", request: { reference: "DKF1AB2CD3" } }]);
    expect(refused).toEqual([]);
  });

  test("on another host is refused, however surely it was read", () => {
    const { candidates, refused } = read("https://receipts.beta.example.evil.example/receipt/DKF1AB2CD3");
    expect(candidates).toEqual([]);
    expect(refused).toMatchObject([{ code: "receipt_url_untrusted" }]);
  });
});

const base36 = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
const tail = (length: number) => fc.string({ unit: base36, minLength: length, maxLength: length });
const digit = fc.constantFrom(..."0123456789");
const references = fc.oneof(
  tail(5).map((end) => `FT26319${end}`),
  tail(7).map((end) => `DKF${end}`),
  tail(8).map((end) => `DKF${end}`),
  tail(7).map((end) => `UKF${end}`),
  fc.string({ unit: digit, minLength: 4, maxLength: 4 }).map((end) => `822WDTS26316${end}`),
  fc.string({ unit: digit, minLength: 4, maxLength: 4 }).map((end) => `174ETTB26319${end}`),
  tail(6).map((end) => `2KK2MF1YNL-${end}`),
);
const likenesses: Readonly<Record<string, string>> = {
  ...{
    O: "0",
    "0": "O",
    I: "1",
    "1": "I",
    B: "8",
    "8": "B",
    S: "5",
    "5": "S",
    Z: "2",
    "2": "Z",
    G: "6",
    "6": "G",
  },
};

describe("whatever is misread", () => {
  test("a repaired reference is never taken without a question", () => {
    fc.assert(
      fc.property(references, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (reference, places) => {
        const letters = [...reference];
        for (const place of places) {
          const at = place % letters.length;
          letters[at] = likenesses[letters[at] ?? ""] ?? letters[at] ?? "";
        }
        // The picture shows the reference; what was read differs, the shapes are those of the picture.
        const marks = marksOf(reference).map((mark, at) => ({ ...mark, character: letters[at] ?? "" }));
        for (const candidate of readPrint(linesOf("Reference", marks), allProviders, noon).candidates) {
          if (candidate.isRepaired) expect(candidate.needsConfirmation).toBe(true);
          if (/[O0I1]/.test(reference) && candidate.reference !== reference && !candidate.needsConfirmation)
            expect(
              [...candidate.reference].filter(
                (letter, at) => /[O0I1]/.test(letter) && letter !== reference[at],
              ),
            ).toEqual([]);
        }
      }),
      runs(300),
    );
  });

  test("what is taken without a question is there letter by letter", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(references, fc.string({ unit: base36, maxLength: 24 })), { maxLength: 6 }),
        (words) => {
          const text = words.join(" ");
          for (const candidate of read(...words).candidates)
            if (!candidate.needsConfirmation) expect(text.replaceAll(" ", "")).toContain(candidate.reference);
        },
      ),
      runs(200),
    );
  });
});
