import type { Document } from "./document.ts";
import { htmlSaysNotCompleted } from "./html/not-completed.ts";
import { jsonSaysNotCompleted } from "./json/not-completed.ts";
import type { Synonyms } from "./labelled.ts";
import { pdfSaysNotCompleted } from "./pdf/not-completed.ts";

/**
 * Whether a document says anywhere that the payment is not completed, beside what its reader took from it.
 *
 * @param synonyms further wordings, by the label's usual wording
 * @param names of the parties, which say nothing in a greeting or at the end of a sentence
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
      return htmlSaysNotCompleted(document, synonyms, names);
    case "json":
      return (
        jsonSaysNotCompleted(document.root, names) ||
        (document.embedded !== undefined && pdfSaysNotCompleted(document.embedded.document, synonyms))
      );
  }
};
