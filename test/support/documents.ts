import { decodeDocument } from "../../src/documents/decode.ts";
import type { Document } from "../../src/documents/document.ts";
import { type Case, renderBody } from "../../src/operator/sandbox/cases.ts";
import { testClock } from "./cases.ts";

/** What a fixture's body decodes to; throws when it does not. */
export const documentOf = async (
  each: Case,
  filling: { readonly reference?: string; readonly now?: Date } = {},
): Promise<Document> => {
  const body = await renderBody(each, { reference: each.reference, now: testClock, ...filling });
  const document = await decodeDocument(body, each.upstream.contentType);
  if (!document.ok) throw new Error(`${each.label}/${each.name}: ${document.error.detail}`);
  return document.value;
};
