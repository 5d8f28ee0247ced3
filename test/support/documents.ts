import { decodeDocument } from "../../src/documents/decode.ts";
import type { Document } from "../../src/documents/document.ts";
import { type Case, renderBody } from "../../src/operator/sandbox/cases.ts";
import { renderCase, testClock } from "./cases.ts";

const decoded = new Map<Case, Promise<Document>>();

/** What a fixture's body decodes to, once for all tests of a worker; throws when it does not. */
export const documentOf = (each: Case): Promise<Document> => {
  const document = decoded.get(each) ?? renderCase(each).then((body) => decode(each, body));
  decoded.set(each, document);
  return document;
};

/** The same of a body that is filled in another way. */
export const documentFilled = async (
  each: Case,
  filling: { readonly reference?: string; readonly now?: Date },
): Promise<Document> =>
  decode(each, await renderBody(each, { reference: each.reference, now: testClock, ...filling }));

const decode = async (each: Case, body: Uint8Array): Promise<Document> => {
  const document = await decodeDocument(body, each.upstream.contentType);
  if (!document.ok) throw new Error(`${each.label}/${each.name}: ${document.error.detail}`);
  return document.value;
};
