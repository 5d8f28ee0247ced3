import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collapse } from "../../src/core/white-space.ts";
import { decodeAtOnce, decodePage } from "../../src/documents/decode-plain.ts";
import { blemish, type HtmlDocument } from "../../src/documents/document.ts";
import { readCells } from "../../src/documents/html/fields.ts";
import { runs } from "../support/properties.ts";

const outcomeOf = (page: string) => decodePage(new TextEncoder().encode(page), "text/html; charset=utf-8");

const decode = (page: string): HtmlDocument => {
  const decoded = outcomeOf(page);
  if (!decoded.ok) throw new Error(decoded.error.code);
  return decoded.value;
};

const bodyOf = (markup: string): HtmlDocument => decode(`<html>${markup}</html>`);

test.each([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "param",
  "source",
  "track",
  "wbr",
])("a fragment is closed that holds <%s>, which has no end", (name) => {
  expect(decode(`<table><tr><td>no receipt <${name}> found</td></tr></table>`)).toMatchObject({
    whole: false,
  });
});

describe("rows", () => {
  test.each([
    ["<tr><td>A</td><th>1</th></tr>", [["A", "1"]]],
    [
      "<div><td>A<td>1</td><p>and</p><td>B<td>2</div>",
      [
        ["A", "1"],
        ["B", "2"],
      ],
    ],
    ["<tr><td>A</td><b>no cell</b><td>1</td></tr>", [["A", "1"]]],
    ["<tr></tr><tr><td></td></tr>", [[""]]],
    ["<tr><td>around<table><tr><td>A</td></tr></table></td><td>B</td></tr>", [["A"]]],
    ["<tr><td><div><td>A</td></div>B</td></tr>", [["A B"], ["A"]]],
    [
      "<table><tr><td>A</td><td hidden> </td><td style='display:none'></td><td>1</td></tr></table>",
      [["A", "1"]],
    ],
    [
      "<table><tr><td>A</td><td hidden>no</td><td>1<i style='display:none'>no</i></td></tr></table>",
      [["A", blemish, `1${blemish}`]],
    ],
    ["<table><tr><td>A</td><td>1<s>2</s>3</td></tr></table>", [["A", `1${blemish}2${blemish}3`]]],
    ["<table hidden><tr><td>A</td><td>1</td></tr></table>", []],
    ["<table><tr><td>A\ue000B</td></tr></table>", [["A\ufffdB"]]],
    ["<div><td>A</td><script>if (1 < 2) </script><!-- B --><td>1</td></div>", [["A", "1"]]],
    ["<tr><td>A&nbsp;&amp;\n  B</td></tr>", [["A & B"]]],
    ["<tr><td>A<title>of a drawing</title></td></tr>", [["A"]]],
  ])("of %s", (markup, rows) => {
    expect(bodyOf(markup).rows).toEqual(rows);
  });
});

describe("lines", () => {
  test.each([
    ["<div>A<p>B</p>C</div>", ["A", "B", "C"]],
    ["<p>A: 1<br>and more</p><h2>B</h2>", ["A: 1 and more", "B"]],
    ["<div>before<table><tr><td>A</td><td>1</td></tr></table>after</div>", ["before", "after"]],
    ["<tr><td>A: 1</td></tr>", ["A: 1"]],
    ["<tr><td><table><tr><td>A: 1</td></tr></table></td><td>B: 2</td></tr>", ["A: 1", "B: 2"]],
    ["<tr><td>A: 1</td><td><title/><table></table></title>B</td></tr>", []],
    ["<p>A<title>B</title></p><div><title>C</title></div>", ["A"]],
    ["<div hidden><p>A</p></div><template><p>B</p></template><p>C</p>", ["C"]],
  ])("of %s", (markup, lines) => {
    expect(bodyOf(markup).lines).toEqual(lines);
  });
});

test("the title is the first one, hidden or not, and no part of the text", () => {
  expect(bodyOf("<div hidden><title>A &amp;\n B</title></div>x<title>C</title>y")).toMatchObject({
    title: "A & B",
    text: "xy",
  });
});

test("an element too deep is one too many, even if it holds nothing", () => {
  const page = (inner: string) => `<html>${"<b>".repeat(498)}${inner}${"</b>".repeat(498)}</html>`;
  expect(decode(page("A")).text).toBe("A");
  expect(() => decode(page("A<br>"))).toThrow("provider_format_changed");
});

test("a label is the whole of a cell or all behind a slash of it, in wordings with slashes too", () => {
  const labels = { total: { names: ["Total"], value: "right" } } as const;
  const totalOf = (label: string) =>
    readCells(bodyOf(`<tr><td>${label}</td><td>5</td></tr>`), labels, { Total: ["Paid / due"] }).ok;
  const known = ["Total", "total:", "ድምር/Total", "paid/due", "ድምር / Paid/Due", "a/b/Total"];
  const unknown = ["Subtotal", "Total/due", "due", "unpaid/due", "a/paid/due/b", "Total/", ""];
  expect(known.filter((label) => !totalOf(label))).toEqual([]);
  expect(unknown.filter(totalOf)).toEqual([]);
});

describe("pictures within the markup", () => {
  const letters = "QUJD/+&lt;<b>&am".repeat(70);
  const fragments = [
    ...["<td> </td> <tr> <p>A </p> <title> </title> <!-- --> <script> </script> <textarea> </textarea>"],
    ...[
      `&amp; "> '> > <b_title=' <b_title= <b_title="x"> <i_hidden_ <i/ <img_src="data:image/png;base64,ABC">`,
    ],
    ...[`data:image/png;base64,ABC" ;base64,ABC" <img_alt="x;base64,ABC"_hidden> <b_x="&lt;base64,ABC">`],
    ...[`<p_style="background:url(data:image/png;base64,ABC);display:none"> </p>`],
  ]
    .flatMap((listed) => listed.split(" "))
    .map((each) => each.replaceAll("_", " ").replace("ABC", letters));

  test("change nothing of what a page says, nor does what only looks like one", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 14 }), (markup) => {
        const page = `<html>${markup.join("")}</html>`;
        const spelled = JSON.stringify(outcomeOf(page.replaceAll("base64", "base63")));
        expect(JSON.stringify(outcomeOf(page))).toBe(spelled.replaceAll("base63", "base64"));
      }),
      runs(500),
    );
  });
});

test("white space is collapsed alike in whatever text", () => {
  const sign = fc.constantFrom(
    ...[
      "a",
      "ሀ",
      "፡",
      "é",
      "’",
      " ",
      " ",
      "\n",
      "\t",
      "\v",
      "\r",
      "\0",
      "\u0085",
      "\u00a0",
      "\u1680",
      "\u2003",
    ],
    ...["\u2028", "\u3000", "\u200b", "\u200f", "\u202e", "\u2066", "\u00ad", "\u061c", "\ufeff", "𝟗"],
  );
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 12 }), (text) => {
      const seen = text.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u00ad\u061c\ufeff]/g, "");
      expect(collapse(text)).toBe(seen.replace(/[\s\p{Z}\p{Cc}]+/gu, " ").trim());
    }),
    runs(2_000),
  );
});

describe("a page that would take long", () => {
  const wrapped = (sheet: string, body: string) => `<html><style>${sheet}</style><body>${body}</body></html>`;
  const slow: readonly (readonly [string, string])[] = [
    ["many elements", wrapped("", "<p>x</p>".repeat(800))],
    ["many rules for many elements", wrapped("b b i{top:0}".repeat(300), "<b>x</b>".repeat(300))],
  ];
  test.each(slow)("with %s is left to a thread", (_, page) => {
    expect(decodeAtOnce(new TextEncoder().encode(page), "text/html")).toBeNull();
  });

  test.each([
    ["rules within rules without end", wrapped(`${"{".repeat(15_000)}${"a:b}".repeat(3_000)}`, "x")],
    [
      "rules that multiply",
      wrapped(`${"a,b,i,p,u{".repeat(6)}top:0${"}".repeat(6)}`, "<a>x</a>".repeat(100)),
    ],
    ["too many rules", wrapped("b{top:0}".repeat(6_000), "<b>x</b>")],
  ])("with %s is refused", (_, page) => {
    expect(outcomeOf(page)).toMatchObject({ ok: false, error: { code: "provider_format_changed" } });
  });
});
