import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { collapse } from "../../core/white-space.ts";
import { splitAtColon } from "../labelled.ts";
import { fault } from "../undone/fields.ts";
import { isStatusLabel, saysUnfinished } from "../undone/unfinished.ts";
import { isActive, isBlock, isCell, isCellOrTable, isSilent, labelLengthMax } from "./elements.ts";
import { holdersOf } from "./rows.ts";
import { childrenOf, closest, elementsIn, shortTextOf } from "./tree.ts";
import { sightIn, type View } from "./view.ts";
import { wordsBeside } from "./words-beside.ts";

/** Whether a payer's markup may hide what is hidden: it stands behind their label, or a style sheet does. */
export const isHiddenByPayer = ({ nodes, behindPayersLabel }: View): ((node: AnyNode) => boolean) => {
  const hasSheet = nodes.some((node) => isTag(node) && node.name === "style" && behindPayersLabel.has(node));
  return (node) => hasSheet || behindPayersLabel.has(node);
};

/** Short texts that cannot be seen, code aside, and those of elements and lines that they are part of. */
export const hiddenTextsIn = (
  view: View,
  holdsBlock: ReadonlySet<AnyNode>,
  isWanted: (node: AnyNode) => boolean,
): readonly string[] => {
  const texts = new Set<string>();
  const inKnownLines = new Set<AnyNode>();
  const add = (nodes: readonly AnyNode[]) =>
    texts.add(collapse(shortTextOf(nodes, hiddenLengthMax, isSilent) ?? ""));
  for (const node of view.nodes) {
    if (!isWanted(node)) continue;
    if (sightIn(view, node) !== "hidden" || isSilent(node) || (node.parent !== null && isSilent(node.parent)))
      continue;
    if (isTag(node)) add([node]);
    else if (isText(node) && node.data.trim() !== "") {
      add([node]);
      const outermost = outermostInLine(node, holdsBlock);
      if (inKnownLines.has(outermost)) continue;
      const line = lineAround(outermost, holdsBlock);
      for (const one of line) inKnownLines.add(one);
      add(line);
    }
  }
  return [...texts].filter((text) => text !== "");
};

/**
 * Hidden texts of what the page's own markup calls a stamp or a status of the payment, each behind the label of one. A page
 * may say `Processing` while it waits, but not in such an element, nor where it hides rows with it.
 */
export const hiddenStatusesIn = (
  view: View,
  holdsBlock: ReadonlySet<AnyNode>,
  isWanted: (node: AnyNode) => boolean,
): readonly string[] => {
  const holdsRow = holdersOf(view, isCell);
  const isHidden = (node: AnyNode) => sightIn(view, node) === "hidden";
  const isHiddenWithRows = (node: Element) => {
    const outermost = closest(node, (one) => one.parent === null || !isHidden(one.parent));
    return outermost !== null && holdsRow.has(outermost) && closest(node, isCellOrTable) === null;
  };
  const isLine = (node: Element) => isBlock(node) && !childrenOf(node).some((one) => holdsBlock.has(one));
  return view.nodes.flatMap((node) => {
    if (!isTag(node) || !isWanted(node) || !isHidden(node)) return [];
    const isStatus = paymentStatusClass.test(node.attribs.class ?? "");
    if (isOwnAnnouncement(node)) return [];
    const isBanks = isStatus && closest(node, isWaiting) === null;
    const isAmongRows = () =>
      (isStatus || isLine(node)) && closest(node, isActive) === null && isHiddenWithRows(node);
    if (!isBanks && !isAmongRows()) return [];
    const text = collapse(shortTextOf([node], hiddenLengthMax, isSilent) ?? "");
    return text !== "" && (isBanks || saysUnfinished(text)) ? [`Status: ${text}`] : [];
  });
};

/**
 * The words in place of pictures that something around them hides, and those in the names of their files. A page may hide a
 * picture by itself until it is needed.
 */
export const hiddenPicturesIn = (view: View, isWanted: (node: AnyNode) => boolean): readonly string[] =>
  view.nodes.flatMap((node) => {
    if (!isTag(node) || node.name !== "img" || !isWanted(node) || sightIn(view, node) !== "hidden") return [];
    const isHiddenAround = node.parent !== null && sightIn(view, node.parent) === "hidden";
    return isHiddenAround || !view.behindPayersLabel.has(node)
      ? wordsBeside(node)
          .map((text) => collapse(text.slice(0, hiddenLengthMax)))
          .filter((text) => text !== "")
      : [];
  });

/**
 * Texts beside each other in a row, or before and behind the colon of a line, that cannot be seen. A page keeps messages of
 * its own ready in lines, such as `Error: try again`.
 */
export const hiddenPairsIn = (
  view: View,
  isWanted: (node: AnyNode) => boolean,
): readonly (readonly [label: string, value: string])[] =>
  view.nodes.flatMap((node) => {
    if (!isTag(node) || !isWanted(node) || sightIn(view, node) !== "hidden" || isSilent(node)) return [];
    const cells = elementsIn(node).filter(isCell);
    if (cells.length > 0) {
      const texts = cells.map(shortHiddenText).filter((text) => !/^[:：]?$/.test(text));
      return texts
        .slice(1)
        .map((value, at): [string, string] => [(texts[at] ?? "").replace(/ ?[:：]$/, ""), value]);
    }
    const pair = splitAtColon(shortHiddenText(node));
    if (pair === null) return [];
    const label = collapse(pair.label);
    const isMessage = isStatusLabel(label) || fault.test(label.toLowerCase());
    return isMessage ? [] : [[label, collapse(pair.value)]];
  });

const shortHiddenText = (node: AnyNode): string =>
  collapse(shortTextOf([node], labelLengthMax, isSilent) ?? "");

const paymentStatusClass =
  /(?:^|\s)(?:(?:payment|transaction|txn|trx|transfer|receipt)[_-]?)?(?:stamp|seal|watermark|ribbon|badge|status|state)(?:$|\s)/i;

/** What a page shows while it waits, and buttons, whose words change meanwhile. */
const isWaiting = (element: Element): boolean =>
  isActive(element) ||
  /load|spin|wait|busy|progress|overlay|modal|dialog|toast/i.test(
    `${element.attribs.class ?? ""} ${element.attribs.id ?? ""}`,
  );

/**
 * Where a page tells what it is doing, hidden by its own attribute until then. What a payer typed around an element gives it
 * no attribute.
 */
const isOwnAnnouncement = ({ attribs }: Element): boolean =>
  attribs.hidden !== undefined &&
  (attribs.role === "status" || attribs["aria-live"] !== undefined) &&
  !/stamp|seal|watermark|ribbon|badge/i.test(attribs.class ?? "");

const hiddenLengthMax = 1_000;

/** A node itself or the farthest around it that lies between the same edges of blocks. */
const outermostInLine = (node: AnyNode, holdsBlock: ReadonlySet<AnyNode>): AnyNode => {
  let outermost = node;
  while (outermost.parent !== null && !holdsBlock.has(outermost.parent)) outermost = outermost.parent;
  return outermost;
};

/** All that stands with a node between the same edges of blocks. Around them the page's tables and scripts may lie. */
const lineAround = (node: AnyNode, holdsBlock: ReadonlySet<AnyNode>): readonly AnyNode[] => {
  let first = node;
  while (first.prev !== null && !holdsBlock.has(first.prev)) first = first.prev;
  const line: AnyNode[] = [];
  for (let one: AnyNode | null = first; one !== null && !holdsBlock.has(one); one = one.next) line.push(one);
  return line;
};
