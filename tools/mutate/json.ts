import { type Node as Parsed, parseTree } from "jsonc-parser";
import type { Dice } from "./dice.ts";
import { encoded } from "./encodings.ts";
import { quoted, spaced } from "./json-dress.ts";
import type { Bit, Block, Paper, Source, Twist } from "./paper.ts";
import { cutAt } from "./parts.ts";
import { allOther, otherDigit } from "./values.ts";
import { harmlessMembers, undoingMembers } from "./words.ts";

/** An answer in JSON as a tree whose keys and values are bits. A PDF in it is a paper of its own. */

type Leaf = { readonly kind: "leaf"; bits: Bit[]; form: "string" | "literal" };
type Member = { readonly kind: "member"; readonly key: Bit; value: Value };
type List = { readonly kind: "object" | "array"; items: (Member | Value)[] };
/** Written as it is, seen by nobody. */
type Raw = { readonly kind: "raw"; readonly json: string };
type Inner = { readonly kind: "inner"; readonly paper: Paper };
type Value = Leaf | List | Raw | Inner;
type Node = Member | Value;

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

const isList = (node: Node): node is List => node.kind === "object" || node.kind === "array";

const within = (node: Node): readonly Node[] =>
  node.kind === "member" ? [node.value] : isList(node) ? node.items : [];

const nodesIn = (node: Node): Node[] => [node, ...within(node).flatMap(nodesIn)];

const ownBits = (node: Node): readonly Bit[] =>
  node.kind === "leaf"
    ? node.bits
    : node.kind === "member"
      ? [node.key]
      : node.kind === "inner"
        ? node.paper.bits()
        : [];

const bitsIn = (node: Node): Bit[] => nodesIn(node).flatMap(ownBits);

const copyOf = <One extends Node>(node: One): One => {
  if (node.kind === "member") return { ...node, key: { ...node.key }, value: copyOf(node.value) };
  if (isList(node)) return { ...node, items: node.items.map(copyOf) };
  return node.kind === "leaf" ? { ...node, bits: node.bits.map((bit) => ({ ...bit })) } : node;
};

/** `paths`: the keys that lead to each key of the untouched document, and the key itself. */
const jsonPaper = (root: Value, paths: ReadonlyMap<number, string>): Paper => {
  const finishes: ((json: string) => string)[] = [];
  const all = () => nodesIn(root);
  const inner = all().find((node) => node.kind === "inner")?.paper;
  const lists = () => all().filter(isList);
  const parentOf = (node: Node) => all().find((one) => within(one).includes(node));
  const isInner = (bit: Bit) => bit.tag >= innerTags || (inner?.bits().includes(bit) ?? false);
  const put = (node: Node, dice: Dice): void => {
    const fitting = lists().filter(({ kind }) => kind === (node.kind === "member" ? "object" : "array"));
    const list = fitting.length > 0 ? dice.pick(fitting) : null;
    list?.items.splice(dice.below(list.items.length + 1), 0, node);
  };
  const takeOut = (node: Node): boolean => {
    const parent = parentOf(node);
    if (parent === undefined || !isList(parent)) return false;
    parent.items.splice(parent.items.indexOf(node), 1);
    return true;
  };
  const nodes = new WeakMap<Block, Member | Value>();
  const blockOf = (bit: Bit, dice: Dice): Block => {
    if (inner !== undefined && isInner(bit)) return inner.blockOf(bit, dice);
    const chain = all().filter((node) => node !== root && node.kind !== "leaf" && bitsIn(node).includes(bit));
    const node = chain.at(-1 - Math.min(dice.below(2), chain.length - 1)) ?? root;
    const block: Block = {
      bits: bitsIn(node),
      remove: () => void takeOut(node),
      copy: (how) => {
        const copy = copyOf(node);
        put(copy, how);
        return bitsIn(copy);
      },
      move: (how) => {
        if (takeOut(node)) put(node, how);
      },
      swap: (other) => {
        const second = nodes.get(other);
        if (node.kind !== "member" || second?.kind !== "member") return false;
        const { value } = node;
        if (nodesIn(value).includes(second) || nodesIn(second.value).includes(node)) return false;
        node.value = second.value;
        second.value = value;
        return true;
      },
    };
    nodes.set(block, node);
    return block;
  };

  const withMember =
    (members: readonly string[], effect: { isRefused?: boolean; isSame?: boolean }): Twist =>
    (dice) => {
      insert(dice.pick(members), dice);
      return effect;
    };
  const insert = (member: string, dice: Dice): void => {
    const deep = dice.pick([member, `"meta":{${member}}`, `"extra":[{"inner":{${member}}}]`]);
    if (isList(root)) root.items.unshift({ kind: "raw", json: deep });
  };
  const leaves = () => all().filter((node) => node.kind === "leaf");
  const twists: Record<string, Twist> = {
    "a member that undoes the payment": withMember(undoingMembers, { isRefused: true }),
    "a member that undoes nothing": withMember(harmlessMembers, inner === undefined ? { isSame: true } : {}),
    "a second transaction": (dice, { amounts }) => {
      const other = copyOf(root);
      const bits = bitsIn(other).filter(({ tag }) => amounts.has(tag));
      if (bits.length === 0 || inner !== undefined) return null;
      const bit = dice.pick(bits);
      bit.text = allOther(bit.text, dice);
      const [own, json] = [written(root, null), written(other, null)];
      insert(dice.pick([`"related":${json}`, `"list":[${own},${json}]`, `"more":{"of":[${json}]}`]), dice);
      return { isRefused: true };
    },
    "the same transaction again": (dice) => {
      insert(`"copy":${written(root, null)}`, dice);
      return {};
    },
    "a number in place of text": (dice) => {
      const leaf = dice.pick(leaves());
      const number = leaf.bits
        .map(({ text }) => text)
        .join("")
        .replaceAll(",", "")
        .match(/\d+(?:\.\d+)?/)?.[0];
      const text = dice.chance(80) ? number : dice.pick(["1e3", "-0", "-1.00", "0"]);
      if (text === undefined || /^0\d/.test(text)) return null;
      leaf.form = "literal";
      for (const [at, bit] of leaf.bits.entries()) bit.text = at === 0 ? text : "";
      return {};
    },
    "neither text nor number": (dice) => {
      const leaf = dice.pick(leaves());
      const text = dice.pick(["null", "true", "[]", "{}", '["ETB 1.00"]']);
      leaf.form = "literal";
      for (const [at, bit] of leaf.bits.entries()) bit.text = at === 0 ? text : "";
      return {};
    },
    "an address of another receipt": (dice, { reference }) => {
      const links = bitsIn(root).filter(({ text }) => text.includes("/") && text.includes(reference));
      if (links.length === 0) return null;
      const link = dice.pick(links);
      link.text = link.text.replace(reference, otherDigit(reference, dice));
      return { isRefused: true };
    },
    "more behind its end": (dice) => {
      const more = dice.pick(["{}", "x", ",", "]", "{"]);
      finishes.push((json) => json + more);
      return { isRefused: true };
    },
  };
  const damagedPage =
    (change: (base64: string, dice: Dice) => string): Twist =>
    (dice) => {
      finishes.push((json) => json.replace(/[A-Za-z0-9+/=]{200,}/, (base64) => change(base64, dice)));
      return { isRefused: true };
    };
  const carrying: Record<string, Twist> = {
    ...inner?.twists,
    "a document that is cut": damagedPage((base64, dice) => base64.slice(0, -40 - 4 * dice.below(250))),
    "letters that are no base64": damagedPage((base64, dice) => {
      const at = base64.length - 200 + dice.below(100);
      return base64.slice(0, at) + dice.pick(["*", "-", "=", "é"]) + base64.slice(at);
    }),
  };

  return {
    bits: () => bitsIn(root),
    beside: (label, direction) => {
      if (inner !== undefined && isInner(label)) return inner.beside(label, direction);
      const member = all().find((node) => node.kind === "member" && node.key === label);
      if (member?.kind !== "member" || direction !== "member") return [];
      const { value } = member;
      // Elsewhere the same key is another label.
      const around = all().filter((node) => node.kind === "member" && nodesIn(node).includes(member));
      const path = around.map((node) => (node.kind === "member" ? `.${node.key.text}` : "")).join("");
      const own = paths.get(label.tag);
      if (own !== undefined && path.toLowerCase() !== own.toLowerCase()) return [];
      if (value.kind === "leaf") return [value.bits];
      return value.kind === "array"
        ? value.items.flatMap((item) => (item.kind === "leaf" ? [item.bits] : []))
        : [];
    },
    blockOf,
    conceal: (bit, dice) => (isInner(bit) ? (inner?.conceal(bit, dice) ?? false) : false),
    add: (label, value, dice) => {
      const leaf: Leaf = { kind: "leaf", bits: [value], form: "string" };
      if (inner !== undefined && dice.chance(80)) inner.add(label, value, dice);
      else put(label === null ? leaf : { kind: "member", key: label, value: leaf }, dice);
    },
    twists:
      inner === undefined
        ? twists
        : { ...carrying, "more behind its end": twists["more behind its end"] ?? (() => null) },
    write: async (dice) => {
      const pages = new Map<Inner, string>();
      for (const node of all())
        if (node.kind === "inner") {
          const { bytes } = await node.paper.write(dice);
          const base64 = Buffer.from(bytes).toString("base64");
          const ways = [
            base64,
            base64,
            `data:application/pdf;base64,${base64}`,
            base64.replace(/.{76}/g, "$&\r\n"),
          ];
          pages.set(node, dice === null || finishes.length > 0 ? base64 : dice.pick(ways));
        }
      const json = written(root, finishes.length > 0 ? null : dice, pages);
      return encoded(
        finishes.reduce((text, change) => change(text), json),
        "application/json",
        dice,
      );
    },
  };
};

const written = (root: Node, dice: Dice | null, pages: ReadonlyMap<Node, string> = new Map()): string => {
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
