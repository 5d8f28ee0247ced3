import { type AnyNode, type Element, isTag } from "domhandler";

/** Elements whose text stands by itself. */
const blocks = new Set([
  ...["html", "head", "body", "p", "div", "section", "header", "footer", "main", "article", "aside", "nav"],
  ...["address", "ul", "ol", "li", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre"],
  ...["blockquote", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "form", "fieldset"],
  ...["legend", "center", "figure", "figcaption", "details", "summary", "dialog", "template"],
]);

export const isBlock = ({ name }: Element): boolean => blocks.has(name);

/** What is in them is code, or known otherwise. */
const silent = new Set(["script", "style", "title", "desc", "metadata"]);

export const isSilent = (node: AnyNode): boolean => isTag(node) && silent.has(node.name);

/** Elements that have no end. */
export const voidElements: ReadonlySet<string> = new Set([
  ...["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track"],
  "wbr",
]);

export const isTable = ({ name }: Element): boolean => name === "table";

export const isCell = ({ name }: Element): boolean => name === "td" || name === "th";

export const isCellOrTable = (element: Element): boolean => isCell(element) || isTable(element);

export const isCellOrRow = (element: Element): boolean => isCell(element) || element.name === "tr";

export const isDrawing = ({ name }: Element): boolean => name === "svg";

/** Whether pressing an element does something. */
export const isActive = ({ name, attribs }: Element): boolean =>
  name === "a" || name === "button" || (name === "input" && /^(?:button|submit)$/i.test(attribs.type ?? ""));

/** Longer texts are no labels. */
export const labelLengthMax = 200;
