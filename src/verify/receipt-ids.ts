import type { Provider, RequestFields } from "../providers/provider.ts";
import { referenceOf } from "./candidates.ts";

/** The receipt that a request asks for. */
export type AskedReceipt = { readonly provider: string; readonly request: RequestFields };

/**
 * The ids under which the receipt that is asked for may be known, whichever account, phone or link it is asked by. None for
 * a link that hides its reference. One of them is the printed one's; the others fit no receipt.
 */
export const receiptIdsOf = (
  { provider: label, request }: AskedReceipt,
  providers: readonly Provider[],
): readonly string[] => {
  const provider = providers.find((one) => one.label === label);
  const asked = provider?.askWith(request, anyNumber);
  if (provider === undefined || asked === undefined || !asked.ok) return [];
  const question = provider.open(asked.value);
  if (!question.ok) return [];
  const words = [referenceOf({ request: asked.value }), ...question.value.canonical.split(" ")];
  return idsAmong(
    words.filter((word) => !anyNumber.endsWith(word)),
    provider,
  );
};

/** The same of a canonical question to a provider. Its account or phone may seem to be one more. */
export const idsInQuestion = (canonical: string, provider: Provider): readonly string[] =>
  idsAmong(canonical.split(" "), provider);

const idsAmong = (words: readonly string[], { shapes, receiptId }: Provider): readonly string[] => {
  const references = words.filter((word) => shapes.some(({ pattern }) => pattern.test(word)));
  return [...new Set(references.map(receiptId))];
};

/** In place of the account or phone by which a receipt is asked for. */
export const anyNumber = "0911000000";
