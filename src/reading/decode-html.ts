import { load } from "cheerio/slim";
import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { HtmlDocument } from "./document.ts";
import {
  type Element,
  elementsIn,
  findElement,
  isDeeperThan,
  type Parent,
  prune,
  textOf,
} from "./html-tree.ts";
import { collapse } from "./white-space.ts";

/** A page this small may be an answer without `<html>` around it; receipts are not. */
const fragmentMax = 4_096;
/** Markup that a browser shows at all is far shallower, and a walk must not exhaust the stack. */
const depthMax = 500;
/** Cells inside of cells say their text again: a page may say its own so often. */
const timesSaidMax = 8;

/**
 * A page as rows of cells. A page that is not closed by `</html>` is cut: `provider_error`; only a small
 * fragment whose own elements are all closed passes, with `whole: false`, for a "not found" to be known by.
 * Elements within elements beyond all measure: `provider_format_changed`.
 */
export const decodeHtml = (source: string): Result<HtmlDocument, Failure> => {
  const whole = endsLikeHtml(source);
  if (!whole && !isClosedFragment(source)) return fail("provider_error", { detail: "end is missing: html" });

  const [page] = load(source).root();
  if (page === undefined || isDeeperThan(depthMax, page)) return nested;
  const heading = findElement(page, isTitle);
  const title = heading ? collapse(textOf(heading)) : "";
  prune(page, isUnseen);
  const texts = createTexts(source.length * timesSaidMax);
  const rows = rowsOf(page, texts.read);
  prune(page, isTitle);
  const text = texts.read(page);
  prune(page, isRowOfSeveral);
  const lines = linesOf(page, texts.read);
  if (texts.isTooMuch()) return nested;
  return ok({ kind: "html", whole, title, text, links: linksIn(source), rows, lines });
};

const nested = fail("provider_format_changed", { detail: "elements within elements" });

const isTitle = ({ name }: Element): boolean => name === "title";

const unseenElements = new Set(["script", "style", "template", "noscript"]);

/** What a page does not show: code, and what its own markup hides. Comments are no text to begin with. */
const isUnseen = ({ name, attribs }: Element): boolean =>
  unseenElements.has(name) || attribs.hidden !== undefined || /display: ?none/i.test(attribs.style ?? "");

/** Elements that part what stands before them from what follows. */
const parting = new Set(["br", "p", "div", "tr", "td", "th", "li"]);

type Read = (node: Parent) => string;

/** Reads texts as long as there are not absurdly many; then every text is empty. */
const createTexts = (lengthMax: number) => {
  let length = 0;
  const read: Read = (node) => {
    if (length > lengthMax) return "";
    const text = textOf(node, parting);
    length += text.length;
    return collapse(text);
  };
  return { read, isTooMuch: () => length > lengthMax };
};

const isCell = ({ name }: Element): boolean => name === "td" || name === "th";

/** Pages lose a `<tr>` here and there; browsers show the cells behind it as a row all the same. */
const rowsOf = (page: Parent, read: Read): string[][] => {
  const rows: string[][] = [];
  const walk = (node: Parent, isWithinElement: boolean): void => {
    const children = elementsIn(node);
    const name = "name" in node ? node.name : "";
    if (name === "tr") rows.push(cellsOf(children.filter(isCell), read));
    for (const [at, child] of children.entries()) {
      const before = children[at - 1];
      const isStray = isWithinElement && name !== "tr" && isCell(child) && !(before && isCell(before));
      if (isStray) rows.push(cellsOf(runOf(children, at), read));
      walk(child, true);
    }
  };
  walk(page, false);
  return rows.filter((cells) => cells.length > 0);
};

const runOf = (children: readonly Element[], from: number): readonly Element[] => {
  const end = children.findIndex((child, at) => at > from && !isCell(child));
  return children.slice(from, end === -1 ? undefined : end);
};

/** Cells that hold no table of their own: those around a nested table are layout. */
const cellsOf = (cells: readonly Element[], read: Read): string[] =>
  cells.some(holdsTable) ? [] : cells.map(read);

const holdsTable = (cell: Element): boolean => findElement(cell, isTable) !== null;

const isTable = ({ name }: Element): boolean => name === "table";

const blocks = new Set([
  ...["p", "div", "section", "header", "footer", "li", "dt", "dd"],
  ...["h1", "h2", "h3", "h4", "h5", "h6", "td", "th"],
]);

/** Texts of the blocks that hold no other. */
const linesOf = (page: Parent, read: Read): string[] => {
  const lines: string[] = [];
  /** Whether it holds a block. */
  const walk = (node: Parent): boolean => {
    let holdsBlock = false;
    for (const child of elementsIn(node)) {
      const isLeaf = !walk(child);
      const isBlock = blocks.has(child.name);
      if (isBlock && isLeaf) lines.push(read(child));
      holdsBlock ||= isBlock || !isLeaf;
    }
    return holdsBlock;
  };
  walk(page);
  return lines.filter((line) => line !== "");
};

const isRowOfSeveral = (element: Element): boolean => {
  if (element.name !== "tr") return false;
  const cells = elementsIn(element).filter(isCell);
  return cells.length > 1 && !cells.some(holdsTable);
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

/** Where the last `</html` stands, in whatever case; -1: nowhere. */
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
