import { describe, expect, test } from "vitest";
import { bodyOf, startApi } from "../../support/api.ts";
import { findAmongAll, likelyLinesOf } from "../../support/detection.ts";

/** A reference that lost a character, or has one too many, is told from others, and never mended. */

const saidOf = (text: string): readonly string[] =>
  findAmongAll(text).refused.map(({ code, otherLength }) =>
    otherLength === undefined
      ? code
      : `${otherLength.length}, not ${otherLength.expected.map(({ provider, length }) => `${provider} ${length}`).join(" or ")}`,
  );

describe("a reference of one character too few or too many says so and asks nobody", () => {
  test.each([
    ["FT26319K4Q7", "11, not alpha 12 or gamma 12"],
    ["FT26319K4Q7ZZ", "13, not alpha 12 or gamma 12"],
    ["FT2631K4Q7Z", "11, not alpha 12 or gamma 12"],
    ["T26319K4Q7Z", "11, not alpha 12 or gamma 12"],
    ["Ref No FT26319K4Q7 acc 1000400004321", "11, not alpha 12 or gamma 12"],
    ["FT26319SS1KP3698", "16, not gamma 17"],
    ["FT26319SS1KP369844", "18, not gamma 17"],
    ["FT26319K4Q7Z0000432", "19, not alpha 20"],
    ["FT26319K4Q7Z000043211", "21, not alpha 20"],
    ["DKF1AB2CD", "9, not beta 10"],
    ["Your transaction number is DKF1AB2CD.", "9, not beta 10"],
    ["UKF4D2COD", "9, not iota 10"],
    ["UKF4D2CODAX", "11, not iota 10"],
    ["DKF215LOOSOX", "12, not epsilon 11"],
    ["822WDTS26316000", "15, not delta 16"],
    ["822WDTS2631600022", "17, not delta 16"],
    ["22WDTS263160002", "15, not delta 16"],
    ["174ETTB26319000", "15, not eta 16"],
    ["174ETTB2631900077", "17, not eta 16"],
  ])("%s: %s", (text, said) => {
    expect(saidOf(text)).toEqual([said]);
    expect(likelyLinesOf(findAmongAll(text))).toEqual([]);
  });

  test("over HTTP, too", async () => {
    const api = await startApi();
    const reply = await api.post("/api/verify", { text: "FT26319K4Q7" });
    await api.close();
    expect([reply.status, (await bodyOf(reply)).error]).toMatchObject([
      400,
      {
        code: "reference_malformed",
        errors: [
          {
            location: "text",
            message: "has 11 characters, alpha's references have 12, gamma's references have 12",
          },
        ],
      },
    ]);
  });
});

describe("nothing is said of", () => {
  test.each([
    ["epsilon's eleven characters", "DKF1AB2CD34"],
    ["a reference as it should be", "DKF1AB2CD3"],
    ["a word in a sentence", "I bought DEC252026 yesterday"],
    ["a password", "the password is Abc123456"],
    ["a plate", "plate AA12345B please"],
  ])("%s", (_, text) => expect(saidOf(text)).toEqual([]));
});

test("of a text with very many links twenty are read, and nothing behind them is", () => {
  const link = (at: number) => `https://wallet.beta.example/receipt/DKF1AB${String(at).padStart(4, "0")}`;
  const text = Array.from({ length: 30 }, (_, at) => link(at)).join(" ");
  const found = findAmongAll(`${text} UKF4D2CODA`).candidates;
  expect(found.map(({ request }) => Object.values(request)[0])).toEqual(
    Array.from({ length: 20 }, (_, at) => `DKF1AB${String(at).padStart(4, "0")}`),
  );
});
