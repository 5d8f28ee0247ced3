import { load } from "cheerio/slim";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodePage } from "../../src/documents/decode-plain.ts";
import { blemish } from "../../src/documents/document.ts";
import type { Case } from "../../src/operator/sandbox/cases.ts";
import { namedCases, renderCase } from "../support/cases.ts";
import { runs } from "../support/properties.ts";

const said = (text: string) => text.replace(/\s+/g, " ").trim();

/** Cells, text and title as a page's tree shows them: told in selectors, where the program tells them as the page comes. */
const readTree = (page: string) => {
  const $ = load(page);
  const title = said($("title").first().text());
  $("script, style, title").remove();
  $("template, noscript, [hidden]").empty();
  $("[style]")
    .filter((_, element) => /display: ?none/i.test($(element).attr("style") ?? ""))
    .empty();
  $("br, p, div, section, tr, td, th, li, h1, h2, h3, h4, table, center, form, main, body").append(" ");
  const rows = $("tr")
    .toArray()
    .filter((row) => $(row).find("table").length === 0)
    .map((row) => $(row).children("td, th").toArray())
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.map((cell) => said($(cell).text())));
  return { title, rows, text: said($.root().text()) };
};

const readHere = (bytes: Uint8Array) => {
  const decoded = decodePage(bytes, "text/html; charset=utf-8");
  if (!decoded.ok) throw new Error(decoded.error.code);
  const { title, rows, text } = decoded.value;
  return { title, rows: rows.map((cells) => cells.map((cell) => said(cell.replaceAll(blemish, "")))), text };
};

/** Where hidden blocks part texts is nobody's concern. */
const unspaced = (page: object): unknown => JSON.parse(JSON.stringify(page).replace(/ /g, ""));

/** Pages; what comes as plain text or is no page is left to others. */
const isPage = ({ body }: Case): boolean => body.kind === "text" && /<\/html>\s*$/.test(body.template);

describe("a page reads as its tree does", () => {
  test.each(namedCases(isPage))("%s", async (_, page) => {
    const bytes = await renderCase(page);
    expect(readHere(bytes)).toEqual(readTree(new TextDecoder().decode(bytes)));
  });

  test("whatever stands in it", () => {
    const words = fc.constantFrom("Total", " 5.00 ", "ድምር", "A &amp; B", "&nbsp;", "&lt;b&gt;", "\n\t", "x");
    const { content } = fc.letrec<{ content: string }>((tie) => {
      const within = fc.array(tie("content"), { maxLength: 4 }).map((parts) => parts.join(""));
      const element = fc
        .tuple(
          // None that another one of its kind ends.
          fc.constantFrom("div", "span", "b", "section", "h2", "div hidden", "b style='display:none'"),
          within,
        )
        .map(([name, inner]) => `<${name}>${inner}</${name.split(" ")[0]}>`);
      const cell = fc
        .tuple(fc.constantFrom("td", "th"), within)
        .map(([name, inner]) => `<${name}>${inner}</${name}>`);
      const row = fc.array(cell, { maxLength: 3 }).map((cells) => `<tr>${cells.join("")}</tr>`);
      const table = fc.array(row, { maxLength: 3 }).map((rows) => `<table>${rows.join("")}</table>`);
      const unsaid = fc.constantFrom(
        "<title> A &amp; </title>",
        "<!-- <td> -->",
        "<script>'<td>'</script>",
        "<style>p{}</style>",
        "<br>",
      );
      return { content: fc.oneof({ depthSize: "small" }, words, unsaid, element, table) };
    });
    fc.assert(
      fc.property(fc.array(content, { maxLength: 8 }), (parts) => {
        const page = `<html><body>${parts.join("")}</body></html>`;
        expect(unspaced(readHere(new TextEncoder().encode(page)))).toEqual(unspaced(readTree(page)));
      }),
      runs(1_000),
    );
  });
});
