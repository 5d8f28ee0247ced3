import type { Dice } from "./dice.ts";
import { quoted, spaced } from "./json-dress.ts";
import type { Bit, Paper } from "./paper.ts";

/** An answer in JSON as a tree whose keys and values are bits. A PDF in it is a paper of its own. */

export type Leaf = { readonly kind: "leaf"; bits: Bit[]; form: "string" | "literal" };
export type Member = { readonly kind: "member"; readonly key: Bit; value: Value };
type List = { readonly kind: "object" | "array"; items: (Member | Value)[] };
/** Written as it is, seen by nobody. */
type Raw = { readonly kind: "raw"; readonly json: string };
export type Inner = { readonly kind: "inner"; readonly paper: Paper };
export type Value = Leaf | List | Raw | Inner;
export type Node = Member | Value;

export const isList = (node: Node): node is List => node.kind === "object" || node.kind === "array";

export const within = (node: Node): readonly Node[] =>
  node.kind === "member" ? [node.value] : isList(node) ? node.items : [];

export const nodesIn = (node: Node): Node[] => [node, ...within(node).flatMap(nodesIn)];

const ownBits = (node: Node): readonly Bit[] =>
  node.kind === "leaf"
    ? node.bits
    : node.kind === "member"
      ? [node.key]
      : node.kind === "inner"
        ? node.paper.bits()
        : [];

export const bitsIn = (node: Node): Bit[] => nodesIn(node).flatMap(ownBits);

export const copyOf = <One extends Node>(node: One): One => {
  if (node.kind === "member") return { ...node, key: { ...node.key }, value: copyOf(node.value) };
  if (isList(node)) return { ...node, items: node.items.map(copyOf) };
  return node.kind === "leaf" ? { ...node, bits: node.bits.map((bit) => ({ ...bit })) } : node;
};

export const written = (
  root: Node,
  dice: Dice | null,
  pages: ReadonlyMap<Node, string> = new Map(),
): string => {
  const escapes = dice?.chance(40) ? 30 : 0;
  const isShuffled = dice?.chance(40) ?? false;
  const isSpaced = dice?.chance(40) ?? false;
  const space = () => (dice?.chance(15) ? dice.pick([" ", "\n", "\t", "\r\n", "  \n"]) : "");
  const write = (node: Node): string => {
    if (node.kind === "raw") return node.json;
    if (node.kind === "inner") return quoted(pages.get(node) ?? "", 0, null);
    if (node.kind === "leaf") {
      const text = node.bits.map((bit) => bit.text).join("");
      if (node.form === "literal") return text === "" ? "null" : text;
      return quoted(isSpaced && dice !== null ? spaced(text, dice) : text, escapes, dice);
    }
    if (node.kind === "member")
      return `${quoted(node.key.text, escapes, dice)}${space()}:${space()}${write(node.value)}`;
    const items = isShuffled && node.kind === "object" ? (dice?.shuffle(node.items) ?? []) : node.items;
    const [open, close] = node.kind === "object" ? "{}" : "[]";
    return `${space()}${open}${items.map(write).join(`${space()},${space()}`)}${space()}${close}`;
  };
  return write(root);
};
