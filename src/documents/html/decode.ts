import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import type { HtmlDocument } from "../document.ts";
import { isLeftOpen } from "./left-open.ts";
import { closesItsTags } from "./markup.ts";
import { pageOf } from "./page.ts";
import { browsersTreeOf, isBeyondMeasure, isWithinText, treeOf } from "./tree.ts";
import { lettersOf, type View, viewOf } from "./view.ts";

/** A page this small may be an answer without `<html>` around it; receipts are not. */
const fragmentMax = 4_096;
/** Each text is read for the page, and again for each cell and line around it. All readings may be so many times the page. */
const timesReadMax = 8;

/**
 * A page as rows and lines. A page that is not closed by `</html>` is cut: `provider_error`; only a small
 * fragment whose own elements are all closed passes, with `whole: false`, for a "not found" to be known by.
 * Elements within elements beyond all measure, and markup that browsers read otherwise: `provider_format_changed`.
 */
export const decodeHtml = (source: string): Result<HtmlDocument, Failure> => {
  const whole = endsLikeHtml(source);
  if (!whole && !isClosedFragment(source)) return fail("provider_error", { detail: "end is missing: html" });

  if (namesHalfCharacter(source)) return fail("provider_format_changed", { detail: "half a character" });
  const tree = treeOf(source);
  if (isBeyondMeasure(tree, source)) return nested;
  // A script may write the end of a page long before it comes.
  if (whole && isWithinText(tree, lastEnd(source)))
    return fail("provider_error", { detail: "end is missing: html" });
  const browsersTree = browsersTreeOf(source);
  if (browsersTree === null) return fail("provider_error", { detail: "end is missing: html" });
  const [view, browsers] = [viewOf(tree), viewOf(browsersTree)];
  if (view === null || browsers === null) return nested;
  if (!haveSameLetters(view, browsers))
    return fail("provider_format_changed", { detail: "markup that browsers read otherwise" });
  if (isLeftOpen(view, source))
    return fail("provider_format_changed", { detail: "markup that a payer left open" });
  const page = pageOf(view, source, source.length * timesReadMax);
  return page === null ? nested : ok({ kind: "html", whole, links: linksIn(source), ...page });
};

/** `&#xD800;` and the like, which browsers replace by a sign of their own. */
const namesHalfCharacter = (source: string): boolean =>
  [...source.matchAll(/&#(?:x([\da-f]{1,8})|(\d{1,8}))/gi)].some(([, hexadecimal, decimal]) => {
    const code = Number.parseInt(hexadecimal ?? decimal ?? "", hexadecimal === undefined ? 10 : 16);
    return code >= 0xd800 && code <= 0xdfff;
  });

const nested = fail("provider_format_changed", { detail: "elements within elements" });

/** Where a comment or a script ends decides what is text, and browsers do not always see it where our parser does. */
const haveSameLetters = (one: View, other: View): boolean => {
  const [letters, others] = [lettersOf(one), lettersOf(other)];
  // Browsers move what stands between the cells of a table to another place.
  return letters === others || sortedLetters(letters) === sortedLetters(others);
};

const sortedLetters = (letters: string): string => [...letters].sort().join("");

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
  const last = lastEnd(source);
  if (last === -1) return false;
  const page = source.slice(last).toLowerCase();
  let at = afterSpace(page, "</html".length);
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

/** Index of the last `</html` in any case of letters; -1: there is none. */
const lastEnd = (source: string): number => {
  for (let before = source.length; before > 0; ) {
    const at = source.lastIndexOf("</", before - 1);
    if (at === -1 || source.slice(at, at + "</html".length).toLowerCase() === "</html") return at;
    before = at;
  }
  return -1;
};

const afterSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
};

const isClosedFragment = (source: string): boolean => {
  if (source.length > fragmentMax || /<html/i.test(source)) return false;
  // The first bytes of a page are no answer yet.
  if (source.replace(/<[^<>]*>/g, "").trim() === "") return false;
  return closesItsTags(source);
};
