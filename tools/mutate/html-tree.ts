import type { ChildNode } from "domhandler";
import { type Dress, escaped, plainDress } from "./html-dress.ts";
import { type Bit, noTag } from "./paper.ts";

/** A page of HTML as a tree whose texts are bits. */

export type Element = {
  readonly kind: "element";
  readonly name: string;
  attributes: (readonly [name: string, value: string])[];
  children: Node[];
  isHidden: boolean;
};
type Text = { readonly kind: "text"; readonly lead: string; bits: Bit[]; readonly trail: string };
/** Comments, scripts, styles and white space: written as they are. */
type Raw = { readonly kind: "raw"; html: string };
export type Node = Element | Text | Raw;

/** A bit with its text and the elements around it, from the root inwards. */
export type Found = { readonly bit: Bit; readonly text: Text; readonly path: readonly Element[] };

export const elementOf = (
  name: string,
  attributes: Element["attributes"] = [],
  children: Node[] = [],
  isHidden = false,
): Element => ({ kind: "element", name, attributes, children, isHidden });

export const textOf = (...bits: Bit[]): Text => ({ kind: "text", lead: "", bits, trail: "" });

export const nodeOf = (node: ChildNode): Node => {
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

export const textsIn = (node: Node): Text[] =>
  node.kind === "text" ? [node] : node.kind === "raw" ? [] : node.children.flatMap(textsIn);

export const copyOf = <One extends Node>(node: One): One => {
  if (node.kind === "element")
    return { ...node, attributes: [...node.attributes], children: node.children.map(copyOf) };
  return node.kind === "text" ? { ...node, bits: node.bits.map((bit) => ({ ...bit })) } : { ...node };
};

export const seenIn = (node: Node, path: readonly Element[] = []): Found[] => {
  if (node.kind === "text") return node.bits.map((bit) => ({ bit, text: node, path }));
  if (node.kind === "raw" || node.isHidden) return [];
  const shown =
    node.name === "head"
      ? node.children.filter((one) => "name" in one && one.name === "title")
      : node.children;
  return shown.flatMap((one) => seenIn(one, [...path, node]));
};

/** All elements of a name, outer ones first. */
export const elementsIn = (node: Node, name: string): Element[] =>
  node.kind !== "element"
    ? []
    : [...(node.name === name ? [node] : []), ...node.children.flatMap((one) => elementsIn(one, name))];

export const parentIn = (root: Element, child: Node): Element | null => {
  if (root.children.includes(child)) return root;
  for (const one of root.children) {
    const parent = one.kind === "element" ? parentIn(one, child) : null;
    if (parent !== null) return parent;
  }
  return null;
};

export const isCell = ({ name }: Element): boolean => name === "td" || name === "th";

export const cellsOf = (row: Element, isOne: (element: Element) => boolean = isCell): Element[] =>
  row.children.filter((one) => one.kind === "element").filter(isOne);

const voids = new Set(["meta", "img", "br", "hr", "link", "input"]);

export const written = (node: Node, dress: Dress, isInline = false): string => {
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
