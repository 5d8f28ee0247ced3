import type { Dice } from "./dice.ts";
import {
  type Element,
  elementOf,
  elementsIn,
  type Found,
  isCell,
  type Node,
  parentIn,
  seenIn,
} from "./html-tree.ts";
import type { Bit, Block } from "./paper.ts";

/** A page while it is changed. */
export type Page = {
  readonly root: Element;
  /** What is to be seen, in reading order; null: not looked for since the last change. */
  seen: readonly Found[] | null;
  /** What each block moves. */
  readonly nodes: WeakMap<Block, Node>;
  /** What is done to the page once it is written. */
  readonly finishes: ((html: string) => string)[];
  /** What is sent in place of the tree; null: the tree as it is. */
  sent: string | null;
};

export const createPage = (root: Element): Page => ({
  root,
  seen: null,
  nodes: new WeakMap(),
  finishes: [],
  sent: null,
});

export const seenOn = (page: Page): readonly Found[] => {
  page.seen ??= seenIn(page.root);
  return page.seen;
};

/** To be called after each change of the tree. */
export const changed = (page: Page): void => {
  page.seen = null;
};

export const bodyOf = ({ root }: Page): Element => elementsIn(root, "body")[0] ?? root;

export const bitsIn = (page: Page, node: Node): Bit[] =>
  seenOn(page).flatMap(({ bit, text, path }) =>
    text === node || path.includes(node as Element) ? [bit] : [],
  );

/** Puts a node somewhere, within the elements that it needs around it. */
export const put = (page: Page, node: Node, dice: Dice): void => {
  changed(page);
  const name = node.kind === "element" ? node.name : "";
  const like = elementsIn(page.root, name).filter((one) => one !== node);
  if (like.length > 0 && dice.chance(60)) {
    const other = dice.pick(like);
    const parent = parentIn(page.root, other);
    parent?.children.splice(parent.children.indexOf(other) + dice.below(2), 0, node);
    return;
  }
  const around =
    name === "tr" ? ["table"] : isCell(node as Element) ? ["tr", "table"] : name === "" ? ["p"] : [];
  const whole = around.reduce<Node>((inner, outer) => elementOf(outer, [], [inner]), node);
  putAtEnd(page, whole, dice);
};

/** Puts a node before or behind all that the body holds. */
export const putAtEnd = (page: Page, node: Node, dice: Dice): void => {
  const { children } = bodyOf(page);
  children.splice(dice.chance(50) ? 0 : children.length, 0, node);
};

export const takeOut = (page: Page, node: Node): void => {
  changed(page);
  const parent = parentIn(page.root, node);
  parent?.children.splice(parent.children.indexOf(node), 1);
};
