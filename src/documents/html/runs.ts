import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { collapse } from "../../core/white-space.ts";
import { isActive, isSilent } from "./elements.ts";
import { isDrawn, type Texts } from "./texts.ts";
import { childrenOf, closest } from "./tree.ts";
import { sightIn, type View } from "./view.ts";
import { wordsBeside } from "./words-beside.ts";

/** Text without a block in it, and the element that it stands in. */
export type Run = { readonly parts: readonly string[]; readonly isAction: boolean; readonly owner: Element };

/** What stands between the edges of blocks, in page order. */
export const runsOf = (view: View, texts: Texts, holdsBlock: ReadonlySet<AnyNode>): readonly Run[] => {
  const runs: Run[] = [];
  const visit = (owner: AnyNode): void => {
    let group: AnyNode[] = [];
    const end = () => {
      const parts = texts.linesOf(group);
      if (parts.length > 0 && isTag(owner)) runs.push({ parts, isAction: group.every(isAction), owner });
      group = [];
    };
    for (const child of childrenOf(owner)) {
      if (!holdsBlock.has(child)) group.push(child);
      else {
        end();
        visit(child);
      }
    }
    end();
  };
  visit(view.root);
  return runs;
};

/** Links and buttons, and what stands between those of a menu. */
const isAction = (node: AnyNode): boolean => {
  if (!isTag(node)) return !isText(node) || /^[\s|·•/]*$/.test(node.data);
  return isSilent(node) || node.name === "a" || node.name === "button" || childrenOf(node).every(isAction);
};

/** What is set apart within a line, the words in place of a picture, and what the style writes. */
export const asidesOf = (view: View, texts: Texts, holdsBlock: ReadonlySet<AnyNode>): readonly Run[] =>
  view.nodes.flatMap((node) => {
    if (!isTag(node) || !isDrawn(view, node)) return [];
    const isApart =
      !holdsBlock.has(node) &&
      sightIn(view, node) !== "hidden" &&
      (stampClass.test(node.attribs.class ?? "") || view.visibility.isApart(node));
    const written = [...new Set([...wordsBeside(node), ...view.visibility.writtenBy(node)])]
      .slice(0, writtenMax)
      .map(collapse)
      .filter((text) => text !== "");
    return [...(isApart ? texts.linesOf([node]) : []), ...written].map((text) => ({
      parts: [text],
      isAction: closest(node, isActive) !== null,
      owner: node,
    }));
  });

/** So many texts of one element are read besides its own. */
const writtenMax = 30;

const stampClass = /badge|stamp|seal|ribbon|watermark|overlay|status|state|chip|pill|tag|alert|flag|banner/i;
