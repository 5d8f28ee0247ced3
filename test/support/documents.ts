import { decodeDocument } from "../../src/reading/decode.ts";
import type { Document } from "../../src/reading/document.ts";
import { type Case, renderBody } from "../../src/sandbox/cases.ts";
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
