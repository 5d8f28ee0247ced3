import type { JsonDocument } from "./document.ts";

/** `%PDF-` in base64, as far as whole letters go. */
const pdfStart = "JVBERi";

/** A member of a root object, with the document that it carries. */
type Carried = { readonly key: string; readonly base64: string };

/** The members of the root object that carry a PDF as base64, or were meant to. */
export const documentsIn = ({ root }: JsonDocument): readonly Carried[] => {
  if (root.kind !== "object") return [];
  return root.members.flatMap(({ key, value }) => {
    if (value.kind !== "string") return [];
    const base64 = value.text.replace(/^data:application\/pdf;base64,/i, "").replace(/\s/g, "");
    // A member that is meant to hold a document may have been cut within the very first letters.
    const isCutStart = /base64/i.test(key) && base64 !== "" && pdfStart.startsWith(base64);
    return base64.startsWith(pdfStart) || isCutStart ? [{ key, base64 }] : [];
  });
};

export const carriesDocument = (json: JsonDocument): boolean => documentsIn(json).length > 0;
