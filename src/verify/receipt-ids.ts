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
  const asked = provider && askedByAnyNumber(provider, request);
  if (!asked) return [];
  const words = [asked.reference, ...wordsOf(asked.canonical)].filter((word) => !anyNumber.endsWith(word));
  return idsAmong(words, provider);
};

/**
 * The same of a canonical question to a provider, and of what a failure says that its document printed. The account or phone of
 * the question may seem to be one more.
 */
export const idsIn = (
  canonical: string,
  provider: Provider,
  printedReference: string | undefined,
): readonly string[] => [
  ...idsAmong(wordsOf(canonical), provider),
  ...(printedReference === undefined ? [] : [provider.receiptId(printedReference)]),
];

/**
 * The receipt that a request names: the same for all accounts and phones by which its bank finds it. Null for a link that
 * hides its reference.
 */
export const receiptNamedIn = (provider: Provider, request: RequestFields): string | null => {
  const words = wordsOf(askedByAnyNumber(provider, request)?.canonical ?? "");
  if (!words.some((word) => isReference(word, provider))) return null;
  return words.map((word) => (isReference(word, provider) ? provider.receiptId(word) : word)).join(" ");
};

/** What a request asks for, with `anyNumber` in place of its account or phone; null: it cannot be asked for. */
const askedByAnyNumber = (
  provider: Provider,
  request: RequestFields,
): { readonly reference: string; readonly canonical: string } | null => {
  const asked = provider.askWith(request, anyNumber);
  if (!asked.ok) return null;
  const question = provider.open(asked.value);
  if (!question.ok) return null;
  return { reference: referenceOf({ request: asked.value }), canonical: question.value.canonical };
};

const wordsOf = (canonical: string): readonly string[] => canonical.split(" ");

const isReference = (word: string, { shapes }: Provider): boolean =>
  shapes.some(({ pattern }) => pattern.test(word));

const idsAmong = (words: readonly string[], provider: Provider): readonly string[] => [
  ...new Set(words.filter((word) => isReference(word, provider)).map(provider.receiptId)),
];

/** In place of the account or phone by which a receipt is asked for. */
export const anyNumber = "0911000000";
