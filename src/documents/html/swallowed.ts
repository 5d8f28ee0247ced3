import { type AnyNode, type Element, isComment, isTag } from "domhandler";
import { collapse } from "../../core/white-space.ts";
import { closesItsTags } from "./markup.ts";
import { textIn, textOnly } from "./tree.ts";
import type { View } from "./view.ts";

/**
 * The texts that a tag, a comment or a script has swallowed which is opened in one place of a page and closed in another,
 * by the bank's next quote, or by the end of its own comment or script. It holds tags without their other half.
 */
export const swallowedIn = ({ nodes }: View, source: string): readonly string[] =>
  textsBetweenTags(nodes.flatMap((node) => swallowedBy(node, source) ?? []));

/**
 * The texts of several rows that lie in a tag, a comment or a script behind a payer's label. In two fields a payer may
 * type both ends of what swallows the bank's rows between them. A bank leaves out a row or two.
 */
export const perhapsSwallowedIn = ({ nodes, behindPayersLabel }: View, source: string): readonly string[] =>
  nodes
    .filter((node) => behindPayersLabel.has(node))
    .flatMap((node) => markupWithin(node, source))
    .map((piece) => textsBetweenTags([piece]))
    .filter((texts) => texts.length >= severalTexts)
    .flat();

/** Three rows of a label and its value. */
const severalTexts = 6;

const markupWithin = (node: AnyNode, source: string): readonly string[] => {
  if (isComment(node)) return [node.data];
  if (!isTag(node)) return [];
  return [ownTagOf(node, source), ...(textOnly.has(node.name) ? [textIn(node)] : [])];
};

const textsBetweenTags = (pieces: readonly string[]): readonly string[] => {
  const texts = pieces
    .filter((piece) => /<[a-z/]/i.test(piece))
    .flatMap((piece) => piece.split(/<[^<>]{0,1000}>/))
    .map((text) => collapse(text.slice(0, 5_000)).slice(0, 200))
    .filter((text) => text !== "");
  return [...new Set(texts)];
};

/** Markup in which a node is not whole; null: none is in it, or whole elements alone, as in a row that is left out. */
export const swallowedBy = (node: AnyNode, source: string): string | null => {
  if (isComment(node)) return node.data.includes("<!--") || !closesItsTags(node.data) ? node.data : null;
  if (!isTag(node)) return null;
  if (textOnly.has(node.name)) {
    const text = textIn(node);
    // Scripts write a script's end in two pieces.
    const opened = text.toLowerCase().lastIndexOf(`<${node.name}`);
    const isOpenedAgain = opened !== -1 && !/<\\\/|<\/[a-z]*["']/i.test(text.slice(opened));
    // Code stands before the markup that a script writes.
    const beginsWithin = /^[^<(){};=]*<\//.test(text);
    if (isOpenedAgain || beginsWithin || (node.name !== "script" && !closesItsTags(text))) return text;
  }
  const own = ownTagOf(node, source);
  return /<[a-z/]/i.test(own) && !closesItsTags(own) ? own : null;
};

/** The source of an element's tag behind its first sign. */
export const ownTagOf = (element: Element, source: string): string => {
  const { startIndex, endIndex, name, children } = element;
  // Our parser takes the `>` of an end with spaces in it for the beginning of what follows.
  const start = source.indexOf("<", startIndex ?? 0);
  const [first] = children;
  if (first !== undefined) return source.slice(start + 1, first.startIndex ?? start + tagLengthMax);
  return withoutOwnEnd(source.slice(start + 1, Math.min(endIndex ?? 0, start + tagLengthMax) + 1), name);
};

/** An element without content ends right behind its beginning. Its end may hold spaces, and our parser then ends before `>`. */
const withoutOwnEnd = (tag: string, name: string): string => {
  const end = tag.lastIndexOf("</");
  const named = end === -1 ? "" : tag.slice(end + "</".length).toLowerCase();
  return named.startsWith(name) && /^\s*>?$/.test(named.slice(name.length)) ? tag.slice(0, end) : tag;
};

/** Longer tags hold pictures. */
const tagLengthMax = 200_000;
