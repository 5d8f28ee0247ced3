import { load } from "cheerio/slim";
import type { ChildNode } from "domhandler";
import type { Dice } from "./dice.ts";
import { encoded } from "./encodings.ts";
import { anyDress, type Dress, escaped, plainDress } from "./html-dress.ts";
import { type Bit, type Block, type Direction, noTag, type Paper, type Source, type Twist } from "./paper.ts";
import { cutAt } from "./parts.ts";
import { allOther, otherDigit } from "./values.ts";
import { concealments, harmlessWords, htmlTraps, otherDocuments, stampPlaces, undoings } from "./words.ts";

/** A page of HTML as a tree whose texts are bits. */

type Element = {
  readonly kind: "element";
  readonly name: string;
  attributes: (readonly [name: string, value: string])[];
  children: Node[];
  isHidden: boolean;
};
type Text = { readonly kind: "text"; readonly lead: string; bits: Bit[]; readonly trail: string };
/** Comments, scripts, styles and white space: written as they are. */
type Raw = { readonly kind: "raw"; html: string };
type Node = Element | Text | Raw;

/** A bit with its text and the elements around it, from the root inwards. */
type Found = { readonly bit: Bit; readonly text: Text; readonly path: readonly Element[] };

export const htmlSource = (html: string): Source => {
  const parts = new Map<number, readonly number[]>();
  const root = elementOf("#root", [], (load(html).root()[0]?.children ?? []).map(nodeOf));
  return {
    kind: "html",
    part: (tag, at) => parts.set(tag, at),
    open: () => htmlPaper(withTags(root, parts)),
  };
};

const elementOf = (
  name: string,
  attributes: Element["attributes"] = [],
  children: Node[] = [],
  isHidden = false,
): Element => ({ kind: "element", name, attributes, children, isHidden });

const textOf = (...bits: Bit[]): Text => ({ kind: "text", lead: "", bits, trail: "" });

const nodeOf = (node: ChildNode): Node => {
  if (node.type === "text") {
    const [, lead = "", text = "", trail = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(node.data) ?? [];
    return text === ""
      ? { kind: "raw", html: node.data }
      : { kind: "text", lead, bits: [{ text, tag: noTag }], trail };
  }
  if (node.type === "comment") return { kind: "raw", html: `<!--${node.data}-->` };
  if (node.type === "directive") return { kind: "raw", html: `<${node.data}>` };
  if (node.type === "cdata" || node.type === "root") return { kind: "raw", html: "" };
  const { name, attribs, children } = node;
  if (name === "script" || name === "style")
    return elementOf(
      name,
      Object.entries(attribs),
      children.map((one) => ({ kind: "raw", html: one.type === "text" ? one.data : "" })),
    );
  return elementOf(name, Object.entries(attribs), children.map(nodeOf));
};

/** A copy of the tree in which each text is tagged by its number, times the parts that it may have. */
const withTags = (root: Element, parts: ReadonlyMap<number, readonly number[]>): Element => {
  const copy = copyOf(root);
  for (const [at, text] of textsIn(copy).entries())
    text.bits = text.bits.flatMap((bit) => cutAt({ ...bit, tag: at * 10 }, parts.get(at * 10)));
  return copy;
};

const textsIn = (node: Node): Text[] =>
  node.kind === "text" ? [node] : node.kind === "raw" ? [] : node.children.flatMap(textsIn);

const copyOf = <One extends Node>(node: One): One => {
  if (node.kind === "element")
    return { ...node, attributes: [...node.attributes], children: node.children.map(copyOf) };
  return node.kind === "text" ? { ...node, bits: node.bits.map((bit) => ({ ...bit })) } : { ...node };
};

const seenIn = (node: Node, path: readonly Element[] = []): Found[] => {
  if (node.kind === "text") return node.bits.map((bit) => ({ bit, text: node, path }));
  if (node.kind === "raw" || node.isHidden) return [];
  const shown =
    node.name === "head"
      ? node.children.filter((one) => "name" in one && one.name === "title")
      : node.children;
  return shown.flatMap((one) => seenIn(one, [...path, node]));
};

const blocks = new Set(
  "body main section header footer div p h1 h2 h3 h4 li ul table tbody tr td th title".split(" "),
);
const isCell = ({ name }: Element): boolean => name === "td" || name === "th";

const htmlPaper = (root: Element): Paper => {
  const finishes: ((html: string) => string)[] = [];
  let sent: string | null = null;
  let cached: readonly Found[] | null = null;
  const seen = () => {
    cached ??= seenIn(root);
    return cached;
  };
  /** To be called after each change of the tree. */
  const changed = () => {
    cached = null;
  };
  const find = (name: string, node: Node = root): Element[] =>
    node.kind !== "element"
      ? []
      : [...(node.name === name ? [node] : []), ...node.children.flatMap((one) => find(name, one))];
  const body = () => find("body")[0] ?? root;
  const parentOf = (child: Node, node: Element = root): Element | null => {
    if (node.children.includes(child)) return node;
    for (const one of node.children) {
      const parent = one.kind === "element" ? parentOf(child, one) : null;
      if (parent !== null) return parent;
    }
    return null;
  };
  const bitsIn = (node: Node, all: readonly Found[] = seen()): Bit[] =>
    all.flatMap(({ bit, text, path }) => (text === node || path.includes(node as Element) ? [bit] : []));

  const beside = (label: Bit, direction: Direction): readonly (readonly Bit[])[] => {
    const all = seen();
    const at = all.findIndex(({ bit }) => bit === label);
    const own = all[at];
    if (own === undefined) return [];
    const block = own.path.findLast(({ name }) => blocks.has(name));
    if (direction === "inline") {
      const isInBlock = ({ path }: Found) => path.findLast(({ name }) => blocks.has(name)) === block;
      // Behind another text it is no label.
      if (all.slice(0, at).some(isInBlock) && own.text.bits.length === 1) return [];
      const behind = all.slice(at + 1).filter(isInBlock);
      return [behind.map(({ bit }) => bit)].filter(isFilled);
    }
    const cell = own.path.findLast(isCell);
    const row = cell && own.path[own.path.indexOf(cell) - 1];
    if (cell === undefined || row === undefined || direction === "member") return [];
    // Together with another text it is no label.
    if (bitsIn(cell, all).length > 1) return [];
    const cells = cellsOf(row);
    if (direction === "right")
      return cells
        .slice(cells.indexOf(cell) + 1)
        .map((one) => bitsIn(one, all))
        .filter(isFilled);
    const rows = cellsOf(parentOf(row) ?? row, (one) => one.name === "tr");
    const next = rows.slice(rows.indexOf(row) + 1).find((one) => bitsIn(one, all).length > 0);
    const under = next && cellsOf(next)[cells.indexOf(cell)];
    return under === undefined ? [] : [bitsIn(under, all)].filter(isFilled);
  };

  /** Puts a node somewhere, within the elements that it needs around it. */
  const put = (node: Node, dice: Dice): void => {
    changed();
    const name = node.kind === "element" ? node.name : "";
    const like = find(name).filter((one) => one !== node);
    if (like.length > 0 && dice.chance(60)) {
      const other = dice.pick(like);
      const parent = parentOf(other);
      parent?.children.splice(parent.children.indexOf(other) + dice.below(2), 0, node);
      return;
    }
    const around =
      name === "tr" ? ["table"] : isCell(node as Element) ? ["tr", "table"] : name === "" ? ["p"] : [];
    const whole = around.reduce<Node>((inner, outer) => elementOf(outer, [], [inner]), node);
    body().children.splice(dice.chance(50) ? 0 : body().children.length, 0, whole);
  };
  const takeOut = (node: Node): void => {
    changed();
    const parent = parentOf(node);
    parent?.children.splice(parent.children.indexOf(node), 1);
  };
  const nodes = new WeakMap<Block, Node>();
  const blockOf = (bit: Bit, dice: Dice): Block => {
    const { text, path } = seen().find((one) => one.bit === bit) ?? { text: textOf(bit), path: [] };
    const chain: Node[] = [
      text,
      ...path.toReversed().filter(({ name }) => !/^(?:#root|html|head|title|body)$/.test(name)),
    ];
    const node = chain[Math.min(dice.below(5), chain.length - 1)] ?? text;
    const block: Block = {
      bits: bitsIn(node),
      remove: () => takeOut(node),
      copy: (how) => {
        const copy = copyOf(node);
        put(copy, how);
        return bitsIn(copy);
      },
      move: (how) => {
        takeOut(node);
        put(node, how);
      },
      swap: (other) => {
        const second = nodes.get(other);
        const [mine, its] = [parentOf(node), second && parentOf(second)];
        if (
          !second ||
          !mine ||
          !its ||
          [mine, its].some(({ name }) => name === "title") ||
          textsIn(node).some((one) => textsIn(second).includes(one))
        )
          return false;
        const [from, to] = [mine.children.indexOf(node), its.children.indexOf(second)];
        mine.children[from] = second;
        its.children[to] = node;
        changed();
        return true;
      },
    };
    nodes.set(block, node);
    return block;
  };

  const conceal = (bit: Bit, dice: Dice): boolean => {
    const { text, path } = seen().find((one) => one.bit === bit) ?? {};
    if (text === undefined || path === undefined || path.some(({ name }) => name === "title")) return false;
    changed();
    const [name, attribute] = dice.pick(concealments);
    const parent = path.at(-1);
    // A size is set anew by an element within.
    if (attribute !== undefined && !attribute[1].startsWith("font-size") && dice.chance(40)) {
      const element = dice.pick(path.slice(-2).filter((one) => one.name !== "body"));
      element.attributes = [...element.attributes.filter(([own]) => own !== attribute[0]), attribute];
      element.isHidden = true;
    } else if (parent !== undefined)
      parent.children[parent.children.indexOf(text)] = elementOf(
        name,
        attribute ? [attribute] : [],
        [text],
        true,
      );
    if (attribute?.[1] === "gone")
      find("head")[0]?.children.push({ kind: "raw", html: "<style>.gone{display:none}</style>" });
    return true;
  };

  const insert = (html: string, dice: Dice): void => {
    body().children.splice(dice.chance(50) ? 0 : body().children.length, 0, { kind: "raw", html });
  };
  const finish =
    (change: (html: string, dice: Dice) => string): Twist =>
    (dice) => {
      finishes.push((html) => change(html, dice));
      return {};
    };
  const twists: Record<string, Twist> = {
    "words that undo the payment": (dice) => {
      insert(dice.pick(stampPlaces)(dice.pick(undoings)), dice);
      return { isRefused: true };
    },
    "words about payments in general": (dice) => {
      insert(dice.pick(stampPlaces.slice(0, 3))(dice.pick(harmlessWords)), dice);
      return { isSame: true };
    },
    "another kind of document": (dice) => {
      insert(`<h1>${dice.pick(otherDocuments)}</h1>`, dice);
      return { isRefused: true };
    },
    "markup that ends elsewhere": (dice) => {
      insert(dice.pick(htmlTraps), dice);
      return { isRefused: true };
    },
    "raised digits in a value": (dice, { told }) => {
      const amounts = seen().filter(
        ({ bit, text }) => told.has(bit.tag) && /\d[.,]\d/.test(bit.text) && text.bits.length === 1,
      );
      if (amounts.length === 0) return null;
      const { bit, text, path } = dice.pick(amounts);
      const parent = path.at(-1);
      const at = bit.text.search(/\d/) + 1;
      const raised = elementOf(dice.pick(["sup", "sub"]), [], [textOf({ text: "9", tag: noTag })]);
      const rest = textOf({ text: bit.text.slice(at), tag: noTag });
      parent?.children.splice(parent.children.indexOf(text) + 1, 0, raised, rest);
      bit.text = bit.text.slice(0, at);
      changed();
      return { isRefused: true };
    },
    "a second receipt": (dice, { amounts }) => {
      const copies = body().children.map(copyOf);
      const all = copies.flatMap(textsIn).flatMap(({ bits }) => bits);
      const values = all.filter((bit) => amounts.has(bit.tag));
      if (values.length === 0) return null;
      const bit = dice.pick(values);
      bit.text = allOther(bit.text, dice);
      body().children = dice.shuffle([body().children, copies]).flat();
      changed();
      return { isRefused: true };
    },
    "an address of another receipt": (dice, { reference }) => {
      const address = new RegExp(`(https?://[^\\s"'<>]*)${reference.replace(/[+/]/g, "\\$&")}`);
      if (!address.test(written(root, plainDress))) return null;
      const another = otherDigit(reference, dice);
      finishes.push((html) => html.replace(address, (_, before: string) => before + another));
      return { isRefused: true };
    },
    "end tags left out": finish((html) => html.replaceAll("</td>", "").replaceAll("</tr>", "")),
    "an end tag is missing": finish((html, dice) => without(html, /<\/(?:td|tr|table|div)>/g, dice)),
    "a start tag is missing": finish((html, dice) => without(html, /<(?:tr|table|div)\b[^>]*>/g, dice)),
    "cut within a script": () => {
      finishes.push(
        (html) => `${html.slice(0, html.lastIndexOf("</body>"))}<script>var end = "</body></html>`,
      );
      return { isRefused: true };
    },
    "UTF-8 sent as windows-1252": () => {
      sent = written(root, plainDress);
      const decode = (text: string) => new TextDecoder("windows-1252").decode(Buffer.from(text));
      for (const { bit } of seen()) {
        const text = decode(bit.text);
        if (text !== bit.text && told1252(bit.text)) bit.isDoubtful = true;
        bit.text = text;
      }
      return {};
    },
  };

  return {
    bits: () => seen().map(({ bit }) => bit),
    beside,
    blockOf,
    conceal,
    twists,
    add: (label, value, dice) => {
      const cells = [label, value].flatMap((bit) =>
        bit === null ? [] : [elementOf("td", [], [textOf(bit)])],
      );
      if (label === null || dice.chance(70)) put(elementOf("tr", [], cells), dice);
      else
        put(
          elementOf(
            "p",
            [],
            [elementOf("b", [], [textOf(label, { text: ": ", tag: noTag })]), textOf(value)],
          ),
          dice,
        );
    },
    write: async (dice) => {
      if (sent !== null) return { bytes: Buffer.from(sent), contentType: "text/html; charset=windows-1252" };
      const dress = dice === null || finishes.length > 0 ? plainDress : anyDress(dice);
      const html = finishes.reduce((page, change) => change(page), dress.page(written(root, dress)));
      return encoded(html, "text/html", dice);
    },
  };
};

const told1252 = (text: string): boolean => /[^\x20-\x7e]/.test(text);

const isFilled = (bits: readonly Bit[]): boolean => /[^\s:]/.test(bits.map(({ text }) => text).join(""));

const cellsOf = (row: Element, isOne: (element: Element) => boolean = isCell): Element[] =>
  row.children.filter((one) => one.kind === "element").filter(isOne);

const voids = new Set(["meta", "img", "br", "hr", "link", "input"]);

const written = (node: Node, dress: Dress, isInline = false): string => {
  if (node.kind === "raw") return node.html;
  if (node.kind === "text") {
    const text = node.bits.map((bit) => bit.text).join("");
    return node.lead + (isInline ? dress.inline(text) : dress.text(text)).trim() + node.trail;
  }
  const { name, attributes } = node;
  const inner = node.children
    .map((one) =>
      written(
        one,
        name === "title" ? plainDress : dress,
        isInline || /^(?:p|b|strong|span|button|a|h\d)$/.test(name),
      ),
    )
    .join("");
  if (name === "#root") return inner;
  const tag = `<${name}${attributes.map(([own, value]) => ` ${own}="${escaped(value).replaceAll('"', "&quot;")}"`).join("")}>`;
  const open = isCell(node) ? dress.open(tag) : tag;
  const isTable = name === "table" || name === "tbody";
  const last =
    isTable && node.children.some((one) => one.kind === "element" && one.name === "tr") ? dress.end() : "";
  return voids.has(name) ? open : `${open}${inner}${last}</${name}>${name === "tr" ? dress.between() : ""}`;
};

const without = (html: string, pattern: RegExp, dice: Dice): string => {
  const tags = [...html.matchAll(pattern)];
  if (tags.length === 0) return html;
  const { index, 0: tag } = dice.pick(tags);
  return html.slice(0, index) + html.slice(index + tag.length);
};
