import * as cheerio from "cheerio/slim";
import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { HtmlDocument } from "./document.ts";
import { collapse } from "./white-space.ts";

/** What a page does not show: code, and what its own markup hides. Comments are no text to begin with. */
const unseen =
  "script, style, template, noscript, [hidden], [style*='display:none' i], [style*='display: none' i]";

/** A page this small may be an answer without `<html>` around it; receipts are not. */
const fragmentMax = 4_096;

/**
 * A page as rows of cells. A page that is not closed by `</html>` is cut: `provider_error`; only a small
 * fragment whose own elements are all closed passes, with `whole: false`, for a "not found" to be known by.
 */
export const decodeHtml = (source: string): Result<HtmlDocument, Failure> => {
  const whole = endsLikeHtml(source);
  if (!whole && !isClosedFragment(source)) return fail("provider_error", { detail: "end is missing: html" });

  const $ = cheerio.load(source);
  const title = collapse($("title").first().text());
  $(unseen).remove();
  $("br, p, div, tr, td, th, li").append(" ");
  // Pages lose a `<tr>` here and there; browsers show the cells behind it as a row all the same.
  const rows = $("tr, :not(tr) > td, :not(tr) > th")
    .toArray()
    .map((element) =>
      element.name === "tr" ? cellsOf($, $(element).children("td, th")) : strayCellsOf($, element),
    )
    .filter((cells) => cells.length > 0);
  $("title").remove();
  const text = collapse($.root().text());
  return ok({ kind: "html", whole, title, text, links: linksIn(source), rows, lines: linesOf($) });
};

const blocks = "p, div, section, header, footer, li, dt, dd, h1, h2, h3, h4, h5, h6, td, th";

/** Texts of the blocks that hold no other; takes the rows of several cells out of the page. */
const linesOf = ($: cheerio.CheerioAPI): string[] => {
  $("tr")
    .filter((_, row) => cellsOf($, $(row).children("td, th")).length > 1)
    .remove();
  const found = $(blocks).toArray();
  const around = new Set<unknown>();
  for (const { parent } of found)
    for (let outer = parent; outer !== null && !around.has(outer); outer = outer.parent) around.add(outer);
  return found
    .filter((block) => !around.has(block))
    .map((block) => collapse($(block).text()))
    .filter((line) => line !== "");
};

/** Scripts write the slashes of an address with or without a backslash before them. */
const linksIn = (source: string): readonly string[] => [
  ...new Set(
    [...source.matchAll(/https?:\\?\/\\?\/[^\s"'<>`]{1,1000}/gi)].map(([link]) =>
      link.replaceAll("\\/", "/"),
    ),
  ),
];

/**
 * Whether `</html>` closes the page. Servers put comments and scripts behind it; anything else there, or a
 * script that is not closed, means that this was not the page's own end.
 */
export const endsLikeHtml = (source: string): boolean => {
  const page = source.toLowerCase();
  const last = page.lastIndexOf("</html");
  if (last === -1) return false;
  let at = afterSpace(page, last + "</html".length);
  if (page[at] !== ">") return false;
  at = afterSpace(page, at + 1);
  while (at < page.length) {
    const closing = page.startsWith("<!--", at) ? "-->" : page.startsWith("<script", at) ? "</script>" : null;
    const end = closing === null ? -1 : page.indexOf(closing, at);
    if (closing === null || end === -1) return false;
    at = afterSpace(page, end + closing.length);
  }
  return true;
};

const afterSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
};

const voidElements = new Set(["br", "hr", "img", "input", "link", "meta"]);

const isClosedFragment = (source: string): boolean => {
  if (source.length > fragmentMax || /<html/i.test(source)) return false;
  // The first bytes of a page are no answer yet.
  if (source.replace(/<[^<>]*>/g, "").trim() === "") return false;
  const open: string[] = [];
  for (const [, slash, name = ""] of source.matchAll(/<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])[^<>]*>/gi)) {
    const element = name.toLowerCase();
    if (voidElements.has(element)) continue;
    if (slash === "") open.push(element);
    else if (open.pop() !== element) return false;
  }
  return open.length === 0 && !/<[^<>]*$/.test(source);
};

/** Cells that hold no table of their own: those around a nested table are layout. */
const cellsOf = ($: cheerio.CheerioAPI, cells: Cells): string[] =>
  cells.toArray().some((cell) => $(cell).find("table").length > 0)
    ? []
    : cells.toArray().map((cell) => collapse($(cell).text()));

/** A run of cells without a row around them, told by the first of them. */
const strayCellsOf = ($: cheerio.CheerioAPI, first: Parameters<cheerio.CheerioAPI>[0]): string[] => {
  const isFirst = !$(first).prev().is("td, th");
  return isFirst ? cellsOf($, $(first).nextUntil(":not(td, th)").addBack()) : [];
};

type Cells = ReturnType<cheerio.CheerioAPI>;
