import { type Found, hasColon, isInRun } from "./pdf-labels.ts";
import { textOf } from "./pdf-lines.ts";
import { isPayers, type PayersTexts, valueBeside } from "./pdf-payers-text.ts";

/**
 * Whether a label that was read stands with a value in another place too, as in a second receipt. The words of a
 * label in a sentence, or in what a payer types, are none.
 *
 * @param found all labels of the document
 * @param read those whose values are the receipt's
 * @param asked the names of the labels that count
 */
export const standElsewhere = (
  found: readonly Found[],
  read: readonly Found[],
  asked: ReadonlySet<string>,
  payers: PayersTexts,
): boolean => {
  const heads = new Set(read.flatMap(({ took }) => took));
  return found.some(
    (one) =>
      asked.has(one.label) &&
      !one.took.some((fragment) => heads.has(fragment)) &&
      !isPayers(one, payers) &&
      hasOwnValue(one),
  );
};

/** A gap or a colon parts a label from its value; without them a number behind it is one, or a name in capitals. */
const hasOwnValue = (one: Found): boolean => {
  const value = textOf(valueBeside(one));
  if (value === "" || one.alone || hasColon(one)) return value !== "";
  const words = textOf(one.took).split(" ").length - (isInRun(one) ? value.split(" ").length : 0);
  const shape = words > 1 ? /^\P{Ll}/u : /^(?:ETB|Birr|[\d*])|^\p{Lu}{2,} \p{Lu}{2,}/u;
  return shape.test(value);
};
