import { collapse } from "../core/white-space.ts";
import { blemish, type HtmlDocument, type PdfDocument } from "./document.ts";
import { type IsPayersLabel, isPayers, payersLabelsOn } from "./html/payers-passages.ts";
import { isPayersLabel, type Synonyms } from "./labelled.ts";
import { aboveIn } from "./pdf/above.ts";
import { leadingMax, linesOf } from "./pdf/lines.ts";
import { pageTexts } from "./pdf/payers-text.ts";
import { labelOf } from "./undone/lines.ts";

/** What a bank prints: its lines, and each label with a value that stands beside or below it. */
type BanksTexts = {
  readonly lines: readonly string[];
  readonly pairs: readonly (readonly [label: string, value: string])[];
};

/**
 * The texts of a page or a PDF but for what payers chose.
 *
 * @param synonyms further wordings, by the label's usual wording
 * @param names of the parties, which are no labels
 */
export const banksTexts = (
  document: HtmlDocument | PdfDocument,
  synonyms: Synonyms,
  names: readonly string[],
): BanksTexts => {
  if (document.kind === "pdf") return banksTextsOfPdf(document, synonyms);
  const isPayersLabelHere = payersLabelsOn(document.passages, synonyms, names);
  const passages = document.passages.filter((passage) => !isPayers(passage, isPayersLabelHere));
  const lines = passages.flatMap(({ parts }) => {
    const own = withoutTyped(parts, isPayersLabelHere);
    return own.length > 1 ? [...own, own.join(" ")] : own;
  });
  const beside = passages.flatMap(({ labels, parts }) =>
    labels.flatMap((label) => parts.map((part) => [label.replaceAll(blemish, ""), part] as const)),
  );
  return { lines, pairs: [...beside, ...lines.flatMap(pairWithin)] };
};

const banksTextsOfPdf = (document: PdfDocument, synonyms: Synonyms): BanksTexts => {
  const { joined, payers } = pageTexts(document, synonyms);
  const texts = joined.filter((text) => !payers.texts.has(text));
  const aboveOf = aboveIn(texts, leadingMax);
  const beside = linesOf(texts).flatMap(({ fragments }) => {
    const cells = fragments.filter(({ text }) => text !== ":");
    return cells.flatMap((one, at) =>
      [cells[at - 1], aboveOf(one).line].flatMap((label) =>
        label === undefined || payers.cells.has(label) ? [] : [[label.text, one.text] as const],
      ),
    );
  });
  const lines = withoutTyped(
    texts.map(({ text }) => text),
    isPayersLabel,
  );
  return { lines, pairs: [...beside, ...lines.flatMap(pairWithin)] };
};

/** Lines without what a payer chose behind its label: `Narrative: iPhone $1,250`. */
const withoutTyped = (lines: readonly string[], isPayersLabelHere: IsPayersLabel): readonly string[] =>
  lines.map((line) => {
    const label = labelOf(line);
    return isPayersLabelHere(label) ? label : line;
  });

/** A label and its value in one text. */
const pairWithin = (line: string): BanksTexts["pairs"] => {
  const label = labelOf(line);
  return label === "" ? [] : [[label, collapse(line.slice(label.length + 1))]];
};
