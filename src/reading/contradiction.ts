import type { Document } from "./document.ts";
import { htmlSaysNotCompleted } from "./html-contradiction.ts";
import type { Synonyms } from "./labelled.ts";
import { pdfSaysNotCompleted } from "./pdf-contradiction.ts";

/**
 * Whether a document says anywhere that the payment is not completed, beside what its reader took from it. JSON says
 * it in members that its readers know.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const saysNotCompleted = (document: Document, synonyms: Synonyms): boolean => {
  switch (document.kind) {
    case "pdf":
      return pdfSaysNotCompleted(document, synonyms);
    case "html":
      return htmlSaysNotCompleted(document);
    case "json":
      return document.embedded !== undefined && pdfSaysNotCompleted(document.embedded.document, synonyms);
  }
};
