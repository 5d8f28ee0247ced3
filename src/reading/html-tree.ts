import type { load } from "cheerio/slim";

/** A page as its markup nests: what the parser made of it. */
export type Page = ReturnType<ReturnType<typeof load>["root"]>[number];

type Node = Page["children"][number];

/** An element by its name in small letters. */
export type Element = Extract<Node, { readonly attribs: unknown }>;

/** What holds other nodes. */
export type Parent = Page | Extract<Node, { readonly children: unknown }>;

const isElement = (node: Node): node is Element => "attribs" in node;

/** The elements right below. */
export const elementsIn = (parent: Parent): readonly Element[] => parent.children.filter(isElement);

/** The first element below that is one, in the order of the page. */
export const findElement = (parent: Parent, isOne: (element: Element) => boolean): Element | null => {
  for (const child of parent.children) {
    if (!("children" in child)) continue;
    const found = isElement(child) && isOne(child) ? child : findElement(child, isOne);
    if (found !== null) return found;
  }
  return null;
};

/** Whether it nests deeper than so many levels: whoever walks it then would run out of stack. */
export const isDeeperThan = (levels: number, parent: Parent): boolean =>
  levels === 0 || parent.children.some((node) => "children" in node && isDeeperThan(levels - 1, node));

/** Takes the elements that `isGone` tells out of the tree, with all they hold. */
export const prune = (parent: Parent, isGone: (element: Element) => boolean): void => {
  const isGoing = (node: Node): boolean => isElement(node) && isGone(node);
  // Nearly everywhere nothing goes.
  if (parent.children.some(isGoing)) parent.children = parent.children.filter((node) => !isGoing(node));
  for (const node of parent.children) if ("children" in node) prune(node, isGone);
};

/** All text below, with a space at the end of each element of these names. */
export const textOf = (parent: Parent, parting: ReadonlySet<string> = none): string => {
  let text = "";
  for (const child of parent.children) {
    if (child.type === "text") text += child.data;
    else if ("children" in child) text += textOf(child, parting);
  }
  return "name" in parent && parting.has(parent.name) ? `${text} ` : text;
};

const none: ReadonlySet<string> = new Set();
