import type { Document } from "./document.ts";
import { htmlSaysNotCompleted } from "./html-contradiction.ts";
import { jsonSaysNotCompleted } from "./json-contradiction.ts";
import type { Synonyms } from "./labelled.ts";
import { pdfSaysNotCompleted } from "./pdf-contradiction.ts";

/**
 * Whether a document says anywhere that the payment is not completed, beside what its reader took from it.
 *
 * @param synonyms further wordings, by the label's usual wording
 * @param names of the parties, which say nothing wherever they stand
 */
export const saysNotCompleted = (
  document: Document,
  synonyms: Synonyms,
  names: readonly string[],
): boolean => {
  switch (document.kind) {
    case "pdf":
      return pdfSaysNotCompleted(document, synonyms);
    case "html":
      return htmlSaysNotCompleted(document, names);
    case "json":
      return (
        jsonSaysNotCompleted(document.root) ||
        (document.embedded !== undefined && pdfSaysNotCompleted(document.embedded.document, synonyms))
      );
  }
};
