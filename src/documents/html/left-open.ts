import { type AnyNode, type Element, isComment, isTag } from "domhandler";
import { isCell, isCellOrRow, isTable, voidElements } from "./elements.ts";
import { closesItsTags, closesNoOther } from "./markup.ts";
import { ownTagOf, swallowedBy } from "./swallowed.ts";
import { childrenOf, hasOwnEnd, textOnly } from "./tree.ts";
import type { View } from "./view.ts";

/**
 * Whether markup behind a payer's label is opened and not closed in its place: a quote, a script or a comment that the
 * bank's next one ends, a cell within a cell, or an element that hides what the bank prints. Then the page's own rows
 * are no more what the bank made them.
 */
export const isLeftOpen = (view: View, source: string): boolean =>
  hasCellInCell(view) ||
  view.nodes.some(
    (node) =>
      view.behindPayersLabel.has(node) && (swallows(node, source) || hidesMoreThanItself(view, node, source)),
  );

const swallows = (node: AnyNode, source: string): boolean => {
  // A bank may leave half an element out.
  if (isComment(node)) return node.data.includes("<!--") && !closesNoOther(node.data);
  if (!isTag(node)) return false;
  return (
    (textOnly.has(node.name) && swallowedBy(node, source) !== null) || tagSwallows(ownTagOf(node, source))
  );
};

/**
 * Whether an attribute holds the beginning of a tag up to its quote, or up to another one behind the ends of elements that
 * it does not open. A page may write markup that is whole or cut between tags in an attribute.
 */
const tagSwallows = (tag: string): boolean => {
  if (!/<[a-z/]/i.test(tag)) return false;
  const unquoted = tag.replace(quoted, "");
  return (
    /<\/[a-z]/i.test(unquoted) ||
    [...tag.matchAll(quoted)].some(([value]) => {
      const markup = value.slice(1, -1);
      return (
        !closesItsTags(markup) && (endsInAttribute(markup) || (endsInTag(markup) && !closesNoOther(markup)))
      );
    })
  );
};

const quoted = /"[^"]*"|'[^']*'/g;

const endsInTag = (markup: string): boolean =>
  /^<[a-z][a-z0-9]*\s[^<>]*$/i.test(markup.slice(markup.lastIndexOf("<")));

/** `<td class=`: the quote that follows was an attribute's. Code may say `i<n`. */
const endsInAttribute = (markup: string): boolean => {
  const tag = markup.slice(markup.lastIndexOf("<"));
  return /^<[a-z][a-z0-9]*\s[^<>]*[a-z]\s*=\s*$/i.test(tag);
};

/** Browsers end a cell where the next one begins, so none is in another but in a table of its own. */
const hasCellInCell = ({ root, behindPayersLabel }: View): boolean => {
  const visit = (node: AnyNode, isInCell: boolean): boolean => {
    if (!isTag(node)) return childrenOf(node).some((child) => visit(child, isInCell));
    if (isInCell && isCellOrRow(node) && behindPayersLabel.has(node)) return true;
    const isInThis = isCell(node) || (isInCell && !isTable(node));
    return childrenOf(node).some((child) => visit(child, isInThis));
  };
  return visit(root, false);
};

/** Whether an element that is hidden as a whole has no end of its own, or holds the ends of others. */
const hidesMoreThanItself = (view: View, node: AnyNode, source: string): boolean => {
  if (!isTag(node) || textOnly.has(node.name) || !isHidden(view, node)) return false;
  if (node.parent !== null && isHidden(view, node.parent)) return false;
  return !isEnded(node, source) || !closesNoOther(markupOf(node, source));
};

const isHidden = ({ sights }: View, node: AnyNode): boolean => sights.get(node) === "hidden";

const isEnded = (element: Element, source: string): boolean =>
  voidElements.has(element.name) ||
  needNoEnd.has(element.name) ||
  hasOwnEnd(element, source) ||
  (element.children.length === 0 && source.slice(0, (element.endIndex ?? 0) + 1).endsWith("/>"));

/** Elements whose end may be left out. */
const needNoEnd = new Set([
  ...["p", "li", "dt", "dd", "option", "optgroup", "tr", "td", "th", "thead", "tbody", "tfoot"],
  ...["colgroup", "caption", "rt", "rp", "body", "html"],
]);

/** An element's source without comments, and without what holds no markup. */
const markupOf = (element: Element, source: string): string => {
  const pieces: string[] = [];
  let from = element.startIndex ?? 0;
  const visit = (node: AnyNode): void => {
    if (isComment(node) || (isTag(node) && textOnly.has(node.name))) {
      pieces.push(source.slice(from, node.startIndex ?? from));
      from = (node.endIndex ?? from) + 1;
    } else for (const child of childrenOf(node)) visit(child);
  };
  visit(element);
  return [...pieces, source.slice(from, (element.endIndex ?? 0) + 1)].join("");
};
