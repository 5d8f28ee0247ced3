import type { Dice } from "./dice.ts";
import { isList, type Member, type Node, nodesIn, type Value, within } from "./json-tree.ts";
import type { Block, Paper } from "./paper.ts";

/** An answer while it is changed. */
export type Answer = {
  readonly root: Value;
  /** The keys that lead to each key of the untouched document, and the key itself. */
  readonly paths: ReadonlyMap<number, string>;
  /** The document that it carries. */
  readonly inner: Paper | undefined;
  /** What each block moves. */
  readonly nodes: WeakMap<Block, Member | Value>;
  /** What is done to the answer once it is written. */
  readonly finishes: ((json: string) => string)[];
};

export const createAnswer = (root: Value, paths: ReadonlyMap<number, string>): Answer => ({
  root,
  paths,
  inner: nodesIn(root).find((node) => node.kind === "inner")?.paper,
  nodes: new WeakMap(),
  finishes: [],
});

export const nodesOf = ({ root }: Answer): Node[] => nodesIn(root);

/** Puts a node in any list that can hold it. */
export const put = (answer: Answer, node: Node, dice: Dice): void => {
  const kind = node.kind === "member" ? "object" : "array";
  const fitting = nodesOf(answer)
    .filter(isList)
    .filter((list) => list.kind === kind);
  const list = fitting.length > 0 ? dice.pick(fitting) : null;
  list?.items.splice(dice.below(list.items.length + 1), 0, node);
};

/** False: it stands in no list. */
export const takeOut = (answer: Answer, node: Node): boolean => {
  const parent = parentOf(answer, node);
  if (parent === undefined || !isList(parent)) return false;
  parent.items.splice(parent.items.indexOf(node), 1);
  return true;
};

const parentOf = (answer: Answer, node: Node): Node | undefined =>
  nodesOf(answer).find((one) => within(one).includes(node));
