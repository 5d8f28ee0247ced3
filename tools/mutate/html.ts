import { load } from "cheerio/slim";
import type { Dice } from "./dice.ts";
import { encoded } from "./encodings.ts";
import { anyDress, plainDress } from "./html-dress.ts";
import { bitsIn, changed, createPage, type Page, put, seenOn, takeOut } from "./html-page.ts";
import {
  cellsOf,
  copyOf,
  type Element,
  elementOf,
  elementsIn,
  type Found,
  isCell,
  type Node,
  nodeOf,
  parentIn,
  textOf,
  textsIn,
  written,
} from "./html-tree.ts";
import { htmlTwists } from "./html-twists.ts";
import {
  type Bit,
  type Block,
  type Direction,
  noTag,
  type Paper,
  type Source,
  type Written,
} from "./paper.ts";
import { cutAt } from "./parts.ts";
import { bindTwists } from "./twists.ts";
import { concealments } from "./words.ts";

export const htmlSource = (html: string): Source => {
  const parts = new Map<number, readonly number[]>();
  const root = elementOf("#root", [], (load(html).root()[0]?.children ?? []).map(nodeOf));
  return {
    kind: "html",
    part: (tag, at) => parts.set(tag, at),
    open: () => htmlPaper(withTags(root, parts)),
  };
};

/** A copy of the tree in which each text is tagged by its number, times the parts that it may have. */
const withTags = (root: Element, parts: ReadonlyMap<number, readonly number[]>): Element => {
  const copy = copyOf(root);
  for (const [at, text] of textsIn(copy).entries())
    text.bits = text.bits.flatMap((bit) => cutAt({ ...bit, tag: at * 10 }, parts.get(at * 10)));
  return copy;
};

const htmlPaper = (root: Element): Paper => {
  const page = createPage(root);
  return {
    bits: () => seenOn(page).map(({ bit }) => bit),
    beside: (label, direction) => beside(page, label, direction),
    blockOf: (bit, dice) => blockOf(page, bit, dice),
    conceal: (bit, dice) => conceal(page, bit, dice),
    twists: bindTwists(htmlTwists, page),
    add: (label, value, dice) => add(page, label, value, dice),
    write: async (dice) => write(page, dice),
  };
};

const blocks = new Set(
  "body main section header footer div p h1 h2 h3 h4 li ul table tbody tr td th title".split(" "),
);

const isFilled = (bits: readonly Bit[]): boolean => /[^\s:]/.test(bits.map(({ text }) => text).join(""));

const beside = (page: Page, label: Bit, direction: Direction): readonly (readonly Bit[])[] => {
  const all = seenOn(page);
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
  if (bitsIn(page, cell).length > 1) return [];
  const cells = cellsOf(row);
  if (direction === "right")
    return cells
      .slice(cells.indexOf(cell) + 1)
      .map((one) => bitsIn(page, one))
      .filter(isFilled);
  const rows = cellsOf(parentIn(page.root, row) ?? row, (one) => one.name === "tr");
  const next = rows.slice(rows.indexOf(row) + 1).find((one) => bitsIn(page, one).length > 0);
  const under = next && cellsOf(next)[cells.indexOf(cell)];
  return under === undefined ? [] : [bitsIn(page, under)].filter(isFilled);
};

const blockOf = (page: Page, bit: Bit, dice: Dice): Block => {
  const { text, path } = seenOn(page).find((one) => one.bit === bit) ?? { text: textOf(bit), path: [] };
  const chain: Node[] = [
    text,
    ...path.toReversed().filter(({ name }) => !/^(?:#root|html|head|title|body)$/.test(name)),
  ];
  const node = chain[Math.min(dice.below(5), chain.length - 1)] ?? text;
  const block: Block = {
    bits: bitsIn(page, node),
    remove: () => takeOut(page, node),
    copy: (how) => {
      const copy = copyOf(node);
      put(page, copy, how);
      return bitsIn(page, copy);
    },
    move: (how) => {
      takeOut(page, node);
      put(page, node, how);
    },
    swap: (other) => swap(page, node, page.nodes.get(other)),
  };
  page.nodes.set(block, node);
  return block;
};

/** Exchanges two nodes; false where one is a title or holds a text of the other. */
const swap = (page: Page, first: Node, second: Node | undefined): boolean => {
  if (second === undefined) return false;
  const [mine, its] = [parentIn(page.root, first), parentIn(page.root, second)];
  if (mine === null || its === null) return false;
  if ([mine, its].some(({ name }) => name === "title")) return false;
  if (textsIn(first).some((one) => textsIn(second).includes(one))) return false;
  const [from, to] = [mine.children.indexOf(first), its.children.indexOf(second)];
  mine.children[from] = second;
  its.children[to] = first;
  changed(page);
  return true;
};

const conceal = (page: Page, bit: Bit, dice: Dice): boolean => {
  const { text, path } = seenOn(page).find((one) => one.bit === bit) ?? {};
  if (text === undefined || path === undefined || path.some(({ name }) => name === "title")) return false;
  changed(page);
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
    elementsIn(page.root, "head")[0]?.children.push({
      kind: "raw",
      html: "<style>.gone{display:none}</style>",
    });
  return true;
};

const add = (page: Page, label: Bit | null, value: Bit, dice: Dice): void => {
  const cells = [label, value].flatMap((bit) => (bit === null ? [] : [elementOf("td", [], [textOf(bit)])]));
  if (label === null || dice.chance(70)) {
    put(page, elementOf("tr", [], cells), dice);
    return;
  }
  const bold = elementOf("b", [], [textOf(label, { text: ": ", tag: noTag })]);
  put(page, elementOf("p", [], [bold, textOf(value)]), dice);
};

const write = ({ root, finishes, sent }: Page, dice: Dice | null): Written => {
  if (sent !== null) return { bytes: Buffer.from(sent), contentType: "text/html; charset=windows-1252" };
  const dress = dice === null || finishes.length > 0 ? plainDress : anyDress(dice);
  const html = finishes.reduce((page, change) => change(page), dress.page(written(root, dress)));
  return encoded(html, "text/html", dice);
};
