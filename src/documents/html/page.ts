import { type AnyNode, isTag } from "domhandler";
import { collapse } from "../../core/white-space.ts";
import type { HtmlDocument } from "../document.ts";
import { isBlock, isDrawing } from "./elements.ts";
import {
  hiddenPairsIn,
  hiddenPicturesIn,
  hiddenStatusesIn,
  hiddenTextsIn,
  isHiddenByPayer,
} from "./hidden-texts.ts";
import { placesIn, statusesInLinesOf } from "./places.ts";
import { holdersOf, isTypedLayout, rowsOf } from "./rows.ts";
import { asidesOf, type Run, runsOf } from "./runs.ts";
import { perhapsSwallowedIn, swallowedIn } from "./swallowed.ts";
import { textsOf, withoutBlemishes } from "./texts.ts";
import { closest, textIn } from "./tree.ts";
import type { View } from "./view.ts";

/**
 * Null: the page says its texts again and again, so that they are longer than `lengthMax`, hides absurdly many, or has a
 * table in what a payer typed.
 */
export const pageOf = (
  view: View,
  source: string,
  lengthMax: number,
): Omit<HtmlDocument, "kind" | "whole" | "links"> | null => {
  const texts = textsOf(view, lengthMax);
  const rows = rowsOf(view, texts);
  const holdsBlock = holdersOf(view, isBlock);
  const runs = runsOf(view, texts, holdsBlock);
  const places = placesIn(view, rows, texts, runs);
  const passageOf =
    (isAside: boolean) =>
    ({ parts, isAction, owner }: Run) => ({
      parts: parts.map(withoutBlemishes),
      ...places.of(owner),
      isAside,
      isAction,
    });
  const passages = [...runs.map(passageOf(false)), ...asidesOf(view, texts, holdsBlock).map(passageOf(true))];
  const page = {
    title: titleOf(view),
    text: withoutBlemishes(texts.of(view.root)),
    rows: rows.filter(({ isLayout }) => !isLayout).map(({ cells }) => cells.map(texts.of)),
    lines: runs.filter(({ owner }) => !places.isInRow(owner)).map(({ parts }) => parts.join(" ")),
    passages,
    statuses: statusesInLinesOf(view, texts, holdsBlock),
    hiddenTexts: [...hiddenTextsIn(view, holdsBlock, () => true), ...perhapsSwallowedIn(view, source)],
    hiddenByPayer: [
      ...hiddenTextsIn(view, holdsBlock, isHiddenByPayer(view)),
      ...hiddenStatusesIn(view, holdsBlock, isHiddenByPayer(view)),
      ...hiddenPicturesIn(view, isHiddenByPayer(view)),
    ],
    hiddenPairs: hiddenPairsIn(view, isHiddenByPayer(view)),
    swallowed: swallowedIn(view, source),
    asksForPassword: view.nodes.some(isPasswordField),
  };
  const hiddenCount = page.hiddenTexts.length + page.swallowed.length;
  const isBeyond =
    texts.isTooMuch() || hiddenCount > hiddenCountMax || rows.some((row) => isTypedLayout(row, texts));
  return isBeyond ? null : page;
};

const hiddenCountMax = 5_000;

/** The text of the first title, hidden or not; drawings have titles of their own. */
const titleOf = ({ nodes }: View): string => {
  const title = nodes.find(
    (node) => isTag(node) && node.name === "title" && closest(node, isDrawing) === null,
  );
  return title === undefined ? "" : collapse(textIn(title));
};

const isPasswordField = (node: AnyNode): boolean =>
  isTag(node) && node.name === "input" && node.attribs.type?.toLowerCase() === "password";
