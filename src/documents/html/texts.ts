import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { collapse } from "../../core/white-space.ts";
import { blemish } from "../document.ts";
import { isBlock, isSilent, labelLengthMax } from "./elements.ts";
import { childrenOf, shortTextIn } from "./tree.ts";
import { sightIn, type View } from "./view.ts";

/** A text as it is compared: without the signs for what is hidden or spoiled in it. */
export const withoutBlemishes = (text: string): string => collapse(text.replaceAll(blemish, ""));

/** The texts of a page as they are seen. */
export type Texts = {
  /** A node's text with blemishes, white space collapsed. */
  readonly of: (node: AnyNode) => string;
  /** The same of neighbours, one text for each of their lines. */
  readonly linesOf: (nodes: readonly AnyNode[]) => readonly string[];
  readonly isTooMuch: () => boolean;
};

/** Texts as long as there are not absurdly many; then every text is empty. */
export const textsOf = (view: View, lengthMax: number): Texts => {
  const known = new Map<AnyNode, string>();
  const sides = sidesOf(view);
  let length = 0;
  const read = (nodes: readonly AnyNode[]): string => {
    if (length > lengthMax) return "";
    const text = nodes.map((node) => rawText(view, sides, node)).join("");
    length += text.length;
    const joined = sides.size === 0 ? text : text.replace(seamInNumber, blemish).replace(seams, "");
    return joined.replace(blemishes, blemish);
  };
  const of = (node: AnyNode): string => {
    const text = known.get(node) ?? collapse(read([node]));
    known.set(node, text);
    return text;
  };
  return {
    of,
    linesOf: (nodes) =>
      read(nodes)
        .split("\n")
        .map(collapse)
        .filter((line) => withoutBlemishes(line) !== ""),
    isTooMuch: () => length > lengthMax,
  };
};

const blemishes = new RegExp(`${blemish}(?: *${blemish})+`, "g");

/** Where letters of another size or place begin or end, and where something is drawn that is no text. */
const [edge, drawing] = ["\ue001", "\ue002"];

const seams = /[\ue001\ue002]/g;

/** Within a number: what its digits say is not what a person sees. */
const seamInNumber = /(?<=\d)[\ue001\ue002]+(?=\d)|(?<=[\d.,])\ue002+(?=[\d.,])/g;

const ownSigns = new RegExp(`[${blemish}${edge}${drawing}]`, "g");

/** What stands on each side of an element's text because of how it is drawn; nothing for most. */
const sidesOf = (view: View): ReadonlyMap<AnyNode, string> =>
  new Map(
    view.nodes.flatMap((node) => {
      const side = isTag(node) && isDrawn(view, node) ? sideOf(view, node) : "";
      return side === "" ? [] : [[node, side] as const];
    }),
  );

const sideOf = ({ visibility }: View, element: Element): string => {
  const written = visibility.writtenBy(element).filter((text) => text !== "");
  if ([...written, ...typedIn(element)].some((text) => /\p{N}/u.test(text))) return blemish;
  if (visibility.isNumbered(element) && /^[\d.,]/.test(shortTextIn(element, labelLengthMax) ?? ""))
    return blemish;
  if (drawings.has(element.name) || written.length > 0) return drawing;
  return visibility.isSetOff(element) ? edge : "";
};

/** What a field of a form or the words in place of a picture say in the middle of a text. */
const typedIn = ({ name, attribs }: Element): readonly string[] => {
  if (name === "img") return [attribs.alt ?? ""];
  const isField =
    name === "input" && !/^(?:hidden|checkbox|radio|button|submit|reset)$/i.test(attribs.type ?? "");
  return isField ? [attribs.value ?? "", attribs.placeholder ?? ""] : [];
};

const drawings = new Set(["img", "svg", "input", "object", "embed", "iframe", "canvas", "video"]);

/** What is drawn in place of their content. */
const replaced = new Set(["object", "iframe", "canvas", "video"]);

/** Whether an element is drawn at all, or something in its place. */
export const isDrawn = (view: View, element: Element): boolean =>
  sightIn(view, replaced.has(element.name) ? (element.parent ?? element) : element) !== "hidden";

/** A line break is where the page breaks a line, other white space a space. */
const rawText = (view: View, sides: ReadonlyMap<AnyNode, string>, node: AnyNode): string => {
  if (isText(node))
    return seen(view, node.data.replace(ownSigns, "\ufffd").replace(/[\t\n\f\r ]+/g, " "), node);
  if (isSilent(node)) return "";
  const inner = childrenOf(node)
    .map((child) => rawText(view, sides, child))
    .join("");
  const side = sides.get(node) ?? "";
  const text = `${side}${inner}${side}`;
  return isTag(node) && (node.name === "br" || isBlock(node)) ? `${text}\n` : text;
};

const seen = (view: View, text: string, node: AnyNode): string => {
  const sight = sightIn(view, node);
  const isBlank = text.trim() === "";
  if (sight === "hidden") return isBlank ? "" : blemish;
  return sight === "plain" || isBlank ? text : `${blemish}${text}${blemish}`;
};
