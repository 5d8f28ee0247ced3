import { type AnyNode, type Document, isTag, isText } from "domhandler";
import { collapse } from "../../core/white-space.ts";
import { beforeColon, isPayersLabel } from "../labelled.ts";
import { childrenOf, textOnly } from "./tree.ts";

/**
 * All nodes that begin behind the first label of what a person typed or is called. A bank that prints such texts as they
 * are lets a payer write markup there, which ends where the payer likes.
 */
export const nodesBehindPayersLabel = (root: Document): ReadonlySet<AnyNode> => {
  const behind = new Set<AnyNode>();
  let isBehind = false;
  const visit = (node: AnyNode): void => {
    if (isBehind) behind.add(node);
    if (isText(node)) isBehind ||= opensWithLabel(node.data);
    else if (!(isTag(node) && textOnly.has(node.name))) for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  return behind;
};

const opensWithLabel = (data: string): boolean => isPayersLabel(beforeColon(collapse(data.slice(0, 1_000))));
