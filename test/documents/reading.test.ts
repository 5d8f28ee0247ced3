import { describe, expect, test } from "vitest";
import { formatSantim, parseSantim } from "../../src/core/money.ts";
import { compareDigits } from "../../src/documents/account-digits.ts";
import { decodeDocument } from "../../src/documents/decode.ts";
import { completionOf } from "../../src/documents/undone/completion.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const outcome = async (text: string | Uint8Array, contentType = "") => {
  const result = await decodeDocument(typeof text === "string" ? bytes(text) : text, contentType);
  return result.ok ? result.value : result.error.code;
};

describe("an amount", () => {
  test.each([
    ["ETB 1,250.00", 125_000],
    ["1,250.00 ETB", 125_000],
    ["1250.00 Birr", 125_000],
    ["42.00Br.", 4_200],
    ["600 Birr", 60_000],
    ["0.0 Birr", 0],
    ["ETB 5", 500],
    ["Birr 1593.9", 159_390],
    ["5.22 ብር", 522],
    ["999,999,999,999.99", 99_999_999_999_999],
  ])("%s is %d santim", (text, santim) => {
    expect(parseSantim(text)).toBe(santim);
  });

  test.each([
    "-5.00 ETB",
    "+5",
    "1.234",
    "1,25.00",
    "1,2500",
    "12.345,00",
    "USD 5",
    "ETB 5 Birr",
    "ETB ETB 5",
    "5,",
    ".5",
    "5.",
    "",
    "1 250",
    "1e3",
    "٥",
    "9,999,999,999,999.00",
    "9999999999999",
  ])("%j is none", (text) => {
    expect(parseSantim(text)).toBeNull();
  });

  test("is written as it is read", () => {
    for (const santim of [1, 99, 100, 125_050, 99_999_999_999_999])
      for (const style of ["plain", "thousands"] as const)
        expect(parseSantim(formatSantim(santim, style))).toBe(santim);
    expect(formatSantim(125_000_050)).toBe("1250000.50 ETB");
    expect(formatSantim(125_000_050, "thousands")).toBe("1,250,000.50 ETB");
  });
});

describe("a printed account", () => {
  test.each([
    ["1****4321", "00004321", false, "agree"],
    ["1****4321", "00004322", false, "differ"],
    ["1********4321", "1000200004321", true, "agree"],
    ["2********4321", "1000200004321", true, "differ"],
    ["1000200004321", "00004321", false, "agree"],
    ["1000200004321", "1000200004322", true, "differ"],
    ["4321", "00004321", false, "differ"],
    ["911*****0", "00004320", false, "unknown"],
    ["911*****0", "00004321", false, "unknown"],
    ["9*****1", "00004321", false, "unknown"],
    ["1*****88", "36988", false, "unknown"],
    ["1****", "36988", false, "unknown"],
    ["Org Account", "36984", false, "differ"],
  ] as const)("%s and %s (whole: %s): %s", (printed, asked, isWhole, comparison) => {
    expect(compareDigits(printed, asked, isWhole)).toBe(comparison);
  });

  test("of which a provider only shows two digits is told from another by these", () => {
    expect(compareDigits("1*****88", "36988", false, 2)).toBe("agree");
    expect(compareDigits("1*****88", "36984", false, 2)).toBe("differ");
    expect(compareDigits("1*****8", "36984", false, 2)).toBe("unknown");
  });
});

test.each([
  ["Completed", "completed"],
  ["SUCCESSFUL", "completed"],
  ["success", "completed"],
  ["Reversed", "not_completed"],
  ["pending", "not_completed"],
  ["Settled", "unknown"],
  ["Completed?", "unknown"],
  ["Not Completed", "unknown"],
  ["", "unknown"],
])("the status %j is %s", (word, completion) => {
  expect(completionOf(word)).toBe(completion);
});

describe("a page", () => {
  test("is refused when its elements nest beyond all measure", async () => {
    const nested = (times: number, element: string) =>
      outcome(`<html>${`<${element}>a `.repeat(times)}</html>`);
    expect(await nested(100, "div")).toMatchObject({ kind: "html" });
    expect(await nested(20_000, "div")).toBe("provider_format_changed");
    expect(await nested(20_000, "b")).toBe("provider_format_changed");
    // Each cell says again what those inside of it say.
    expect(await nested(200, "td><div")).toBe("provider_format_changed");
  });

  const row = "<table><tr><td>A</td><td> 1 </td></tr></table>";
  test.each([
    `<html><body>${row}</body></html>`,
    `<html><body>${row}</body></html>\n<!-- cache --> `,
    `<html>${row}</html><script async>measure()</script>`,
  ])("that is closed is whole: %s", async (page) => {
    expect(await outcome(page)).toMatchObject({ kind: "html", whole: true, rows: [["A", "1"]] });
  });

  test.each([
    "",
    "<",
    "<!doctype html>",
    "<!doctype html>\n<html>",
    `<html><body>${row}</body></htm`,
    `<html><script>var page = "</html>"; more(`,
    `<html>${row}</html> and more`,
    "<div>This request is not",
    "<div>This request is not correct</div",
  ])("that is cut is the provider's error: %j", async (page) => {
    expect(await outcome(page)).toBe("provider_error");
  });

  test.each([
    "<div>This request is not correct</div>",
    "<!doctype html><div>This request is not correct</div>",
    "This request is not correct",
  ])("of a sentence needs no end mark, and is no whole page: %s", async (page) => {
    expect(await outcome(page)).toMatchObject({
      kind: "html",
      whole: false,
      text: "This request is not correct",
    });
  });

  test("does not show what its markup hides", async () => {
    const hidden = `<tr style="display:none"><td>B</td></tr><tr hidden><td>C</td></tr><!-- <tr><td>D</td></tr> -->`;
    expect(await outcome(`<html><table><tr><td>A</td></tr>${hidden}</table></html>`)).toMatchObject({
      rows: [["A"]],
    });
  });

  test("is decoded by its mark, its header, or what it says itself", async () => {
    const page = `<html><meta charset="windows-1252"><table><tr><td>é</td></tr></table></html>`;
    expect(await outcome(Buffer.from(page, "latin1"))).toMatchObject({ rows: [["é"]] });
    expect(await outcome(Buffer.from(page, "utf8"), "text/html; charset=utf-8")).toMatchObject({
      rows: [["é"]],
    });
    expect(await outcome(Buffer.from(`\ufeff${page}`, "utf16le"))).toMatchObject({ rows: [["é"]] });
    expect(await outcome(Buffer.from(page, "latin1"), "text/html; charset=utf-8")).toBe(
      "provider_format_changed",
    );
    expect(await outcome(page, "text/html; charset=klingon")).toBe("provider_format_changed");
  });
});

describe("JSON", () => {
  test("keeps a key that stands twice, and the digits of a number", async () => {
    const value = { kind: "number", text: "1.10" };
    expect(await outcome(`{"a": 1.10, "a": 1.10}`)).toMatchObject({
      root: {
        members: [
          { key: "a", value },
          { key: "a", value },
        ],
      },
    });
  });

  test.each([
    `{"a": 1.10, "a": 1.1}`,
    `[{"b": {"a": 1, "a": "1"}}]`,
    String.raw`{"a": "\ud800"}`,
    String.raw`{"\udc00": 1}`,
  ])("that gives a key two values or holds half a character is no known form: %s", async (text) => {
    expect(await outcome(text)).toBe("provider_format_changed");
  });

  test.each([`{"a": "b`, `{"a": {"b": 1}`, `{"a": "}`, "{", "["])(
    "that is cut is the provider's error: %s",
    async (text) => {
      expect(await outcome(text)).toBe("provider_error");
    },
  );

  test.each([`{"a": }`, `{"a": 1,}`, `{} {}`, `${"[".repeat(99)}${"]".repeat(99)}`])(
    "that is none is no known form: %s",
    async (text) => {
      expect(await outcome(text)).toBe("provider_format_changed");
    },
  );
});
