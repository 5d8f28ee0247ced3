import { type AnyNode, type Document, isTag, isText } from "domhandler";
import { nodesBehindPayersLabel } from "./payers-field.ts";
import { childrenOf } from "./tree.ts";
import { type Looks, openLooks, type Sight, type Visibility, visibilityOf } from "./visibility.ts";

/** A page's tree, and how each of its nodes is seen. */
export type View = {
  readonly root: Document;
  /** In page order. */
  readonly nodes: readonly AnyNode[];
  readonly visibility: Visibility;
  /** Of the nodes that are not plain to see. */
  readonly sights: ReadonlyMap<AnyNode, Sight>;
  readonly behindPayersLabel: ReadonlySet<AnyNode>;
};

/** Null: the page's style sheets are beyond all measure. */
export const viewOf = (root: Document): View | null => {
  const visibility = visibilityOf(root);
  if (visibility === null) return null;
  const nodes: AnyNode[] = [];
  const sights = new Map<AnyNode, Sight>();
  const look = (node: AnyNode, around: Looks): void => {
    const own = isTag(node) ? visibility.looksOf(node, around) : around;
    nodes.push(node);
    if (own.sight !== "plain") sights.set(node, own.sight);
    for (const child of childrenOf(node)) look(child, own);
  };
  look(root, openLooks);
  return { root, nodes, visibility, sights, behindPayersLabel: nodesBehindPayersLabel(root) };
};

/** How a node is seen. */
export const sightIn = ({ sights }: View, node: AnyNode): Sight => sights.get(node) ?? "plain";

/** All letters that are to be read on the page as they are written, in page order. */
export const lettersOf = (view: View): string =>
  view.nodes
    .map((node) => (isText(node) && sightIn(view, node) === "plain" ? node.data : ""))
    .join("")
    .replace(/[\s\p{Cc}]+/gu, "");
