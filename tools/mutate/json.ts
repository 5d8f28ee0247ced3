import { type Node as Parsed, parseTree } from "jsonc-parser";
import type { Dice } from "./dice.ts";
import { encoded } from "./encodings.ts";
import { type Answer, createAnswer, nodesOf, put, takeOut } from "./json-answer.ts";
import {
  bitsIn,
  copyOf,
  type Inner,
  type Leaf,
  type Member,
  type Node,
  nodesIn,
  type Value,
  written,
} from "./json-tree.ts";
import { twistsOf } from "./json-twists.ts";
import type { Bit, Block, Direction, Paper, Source, Written } from "./paper.ts";
import { cutAt } from "./parts.ts";

/** The text in whose place the inner document stands, and from where on its tags are. */
export const pageMark = "the page";
export const innerTags = 1_000_000;

export const jsonSource = (text: string, inner: Source | null = null): Source => {
  const parts = new Map<number, readonly number[]>();
  const tree = parseTree(text);
  return {
    kind: inner?.kind ?? "json",
    part: (tag, at) => {
      if (inner !== null && tag >= innerTags) inner.part(tag, at);
      else parts.set(tag, at);
    },
    open: () => {
      let next = 0;
      const paths = new Map<number, string>();
      const bitOf = (own: string): Bit => ({ text: own, tag: 10 * next++ });
      const memberOf = ({ children: [name, own] = [] }: Parsed, path: string): Member => {
        const key = bitOf(String(name?.value));
        paths.set(key.tag, `${path}.${key.text}`);
        return { kind: "member", key, value: readValue(own, `${path}.${key.text}`) };
      };
      const readValue = (parsed: Parsed | undefined, path = ""): Value => {
        const { type, children = [], value, offset = 0, length = 0 } = parsed ?? {};
        if (type === "array") return { kind: "array", items: children.map((item) => readValue(item, path)) };
        if (type === "object") return { kind: "object", items: children.map((one) => memberOf(one, path)) };
        if (value === pageMark && inner !== null) return { kind: "inner", paper: inner.open() };
        const bit = bitOf(type === "string" ? String(value) : text.slice(offset, offset + length));
        return {
          kind: "leaf",
          bits: cutAt(bit, parts.get(bit.tag)),
          form: type === "string" ? "string" : "literal",
        };
      };
      return jsonPaper(readValue(tree), paths);
    },
  };
};

const jsonPaper = (root: Value, paths: ReadonlyMap<number, string>): Paper => {
  const answer = createAnswer(root, paths);
  const { inner } = answer;
  return {
    bits: () => bitsIn(root),
    beside: (label, direction) => beside(answer, label, direction),
    blockOf: (bit, dice) => blockOf(answer, bit, dice),
    conceal: (bit, dice) => (isInner(answer, bit) ? (inner?.conceal(bit, dice) ?? false) : false),
    add: (label, value, dice) => {
      const leaf: Leaf = { kind: "leaf", bits: [value], form: "string" };
      if (inner !== undefined && dice.chance(80)) inner.add(label, value, dice);
      else put(answer, label === null ? leaf : { kind: "member", key: label, value: leaf }, dice);
    },
    twists: twistsOf(answer),
    write: (dice) => write(answer, dice),
  };
};

const isInner = ({ inner }: Answer, bit: Bit): boolean =>
  bit.tag >= innerTags || (inner?.bits().includes(bit) ?? false);

const beside = (answer: Answer, label: Bit, direction: Direction): readonly (readonly Bit[])[] => {
  const { inner, paths } = answer;
  if (inner !== undefined && isInner(answer, label)) return inner.beside(label, direction);
  const member = nodesOf(answer).find((node) => node.kind === "member" && node.key === label);
  if (member?.kind !== "member" || direction !== "member") return [];
  const { value } = member;
  // Elsewhere the same key is another label.
  const around = nodesOf(answer).filter((node) => node.kind === "member" && nodesIn(node).includes(member));
  const path = around.map((node) => (node.kind === "member" ? `.${node.key.text}` : "")).join("");
  const own = paths.get(label.tag);
  if (own !== undefined && path.toLowerCase() !== own.toLowerCase()) return [];
  if (value.kind === "leaf") return [value.bits];
  return value.kind === "array"
    ? value.items.flatMap((item) => (item.kind === "leaf" ? [item.bits] : []))
    : [];
};

const blockOf = (answer: Answer, bit: Bit, dice: Dice): Block => {
  const { inner, root, nodes } = answer;
  if (inner !== undefined && isInner(answer, bit)) return inner.blockOf(bit, dice);
  const chain = nodesOf(answer).filter(
    (node) => node !== root && node.kind !== "leaf" && bitsIn(node).includes(bit),
  );
  const node = chain.at(-1 - Math.min(dice.below(2), chain.length - 1)) ?? root;
  const block: Block = {
    bits: bitsIn(node),
    remove: () => void takeOut(answer, node),
    copy: (how) => {
      const copy = copyOf(node);
      put(answer, copy, how);
      return bitsIn(copy);
    },
    move: (how) => {
      if (takeOut(answer, node)) put(answer, node, how);
    },
    swap: (other) => swapValues(node, nodes.get(other)),
  };
  nodes.set(block, node);
  return block;
};

/** Exchanges what two keys hold; false where one is within the other. */
const swapValues = (first: Node, second: Node | undefined): boolean => {
  if (first.kind !== "member" || second?.kind !== "member") return false;
  const { value } = first;
  if (nodesIn(value).includes(second) || nodesIn(second.value).includes(first)) return false;
  first.value = second.value;
  second.value = value;
  return true;
};

const write = async (answer: Answer, dice: Dice | null): Promise<Written> => {
  const { root, finishes } = answer;
  // A finish finds its place in plain writing alone.
  const dress = finishes.length > 0 ? null : dice;
  const pages = new Map<Inner, string>();
  for (const node of nodesOf(answer)) {
    if (node.kind !== "inner") continue;
    const { bytes } = await node.paper.write(dice);
    pages.set(node, inBase64(bytes, dress));
  }
  const json = written(root, dress, pages);
  return encoded(
    finishes.reduce((text, change) => change(text), json),
    "application/json",
    dice,
  );
};

/** In one of the ways in which banks write a document into an answer; plain without dice. */
const inBase64 = (bytes: Uint8Array, dice: Dice | null): string => {
  const base64 = Buffer.from(bytes).toString("base64");
  const ways = [base64, base64, `data:application/pdf;base64,${base64}`, base64.replace(/.{76}/g, "$&\r\n")];
  return dice === null ? base64 : dice.pick(ways);
};
