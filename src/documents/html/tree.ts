import { load } from "cheerio/slim";
import { type AnyNode, type Document, type Element, isComment, isTag, isText } from "domhandler";
import { parseDocument } from "htmlparser2";
import { parse } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";

/** Markup that a browser shows at all is far shallower. */
const depthMax = 500;
/** Browsers open them again in each block that follows, which takes long where there are many. */
const leftOpenMax = 20;

/** Markup as a tree; its nodes know where they stand in the source. */
export const treeOf = (source: string): Document =>
  parseDocument(source, { withStartIndices: true, withEndIndices: true });

/**
 * The same as browsers build it, without the bytes of pictures; only for what is not `isBeyondMeasure`. Null: the source
 * ends within a tag, which swallows what stands behind its beginning.
 */
export const browsersTreeOf = (source: string): Document | null => {
  let isCutInTag = false;
  const onParseError = ({ code }: { readonly code: string }) => {
    isCutInTag ||= code === "eof-in-tag";
  };
  const tree = parse(source.replace(pictureBytes, "$1$2"), { treeAdapter: adapter, onParseError });
  return isCutInTag ? null : tree;
};

/** The parser joins a value letter by letter, and the letters of one picture are more than all others of a page. A drawing may have a text. */
const pictureBytes = /(\ssrc=)(["'])data:image\/(?!svg)[\w.+-]{1,40};base64,[A-Za-z\d+/=]*(?=\2)/gi;

/** One for all pages: each `load` makes a class of its own, which keeps its page in memory for long. */
const query = load([]);

/** The elements in a tree that a selector names, in page order. Throws for what is no selector. */
export const select = (root: Document, selector: string): readonly Element[] =>
  query(root).find(selector).toArray();

export const childrenOf = (node: AnyNode): readonly AnyNode[] => ("children" in node ? node.children : []);

/** All elements in a tree, in page order. */
export const elementsBelow = (root: AnyNode): readonly Element[] => {
  const found: Element[] = [];
  const visit = (node: AnyNode): void => {
    for (const child of childrenOf(node)) {
      if (isTag(child)) found.push(child);
      visit(child);
    }
  };
  visit(root);
  return found;
};

export const elementsIn = (node: AnyNode): readonly Element[] => childrenOf(node).filter(isTag);

/** A node itself or the nearest around it that is wanted. */
export const closest = (node: AnyNode, isWanted: (element: Element) => boolean): Element | null => {
  for (let one: AnyNode | null = node; one !== null; one = one.parent)
    if (isTag(one) && isWanted(one)) return one;
  return null;
};

/** Whether elements lie within elements deeper than on any page, or too many of those that mark text are left open. */
export const isBeyondMeasure = (root: Document, source: string): boolean => {
  let leftOpen = 0;
  const open: { readonly node: AnyNode; readonly depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    if (depth > depthMax) return true;
    if (isTag(node) && marking.has(node.name) && !hasOwnEnd(node, source)) leftOpen += 1;
    for (const child of elementsIn(node)) open.push({ node: child, depth: depth + 1 });
  }
  return leftOpen > leftOpenMax;
};

const marking = new Set([
  ...["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"],
]);

/** Whether an element is closed by its own name, not by another. */
export const hasOwnEnd = ({ name, endIndex }: Element, source: string): boolean => {
  const end = (endIndex ?? 0) + 1;
  const start = source.lastIndexOf("</", end - 1);
  return (
    source
      .slice(start + 2, end - 1)
      .trimEnd()
      .toLowerCase() === name
  );
};

/** Whether a place in the source lies in a comment or a script, or in another text that holds no markup. */
export const isWithinText = (root: Document, at: number): boolean => {
  const open: AnyNode[] = [...root.children];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ((node.startIndex ?? 0) > at || (node.endIndex ?? 0) < at) continue;
    if (isComment(node) || (isTag(node) && textOnly.has(node.name))) return true;
    open.push(...childrenOf(node));
  }
  return false;
};

/** Elements in which markup is text. */
export const textOnly: ReadonlySet<string> = new Set([
  "script",
  "style",
  "title",
  "textarea",
  "iframe",
  "noembed",
  "noframes",
  "xmp",
]);

/** All text in a node, however it is seen. */
export const textIn = (node: AnyNode): string =>
  isText(node) ? node.data : childrenOf(node).map(textIn).join("");

/** All text in a node, however it is seen, white space collapsed; null when it is longer than `lengthMax`. */
export const shortTextIn = (node: AnyNode, lengthMax: number): string | null =>
  shortTextOf([node], lengthMax, () => false);

/** The same of neighbours, without the nodes in them that are left out. */
export const shortTextOf = (
  nodes: readonly AnyNode[],
  lengthMax: number,
  isLeftOut: (node: AnyNode) => boolean,
): string | null => {
  let text = "";
  const open = nodes.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isLeftOut(next)) continue;
    if (isText(next)) text = `${text}${next.data}`.replace(/\s+/g, " ");
    if (isTag(next) && next.name === "br") text = `${text} `;
    if (text.trim().length > lengthMax) return null;
    open.push(...childrenOf(next).toReversed());
  }
  return text.trim();
};
