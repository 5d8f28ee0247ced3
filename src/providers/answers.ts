import { type Failure, fail } from "../core/failure.ts";
import type { UnverifiedReceipt } from "../core/receipt.ts";
import type { Result } from "../core/result.ts";
import type { Document, HtmlDocument } from "../documents/document.ts";
import { isBlockPage } from "../documents/html/block-page.ts";
import { member, textOfJson } from "../documents/json/fields.ts";
import type { Answer, ProviderSettings, ReadingContext } from "./provider.ts";

type Kind = Document["kind"];

/** How a bank's answers that hold a receipt are told from all others. */
export type AnswerRules<Receipt extends Kind> = {
  /** Kinds of document that its receipts are. */
  readonly receipts: readonly Receipt[];
  /** Whether the bank says in its own words that it has no such receipt. Nothing else means "not found". */
  readonly notFound: (answer: Answer, settings: ProviderSettings) => boolean;
  /** Whether a page refuses us, so that it says nothing of the receipt; unset: one that `isBlockPage` knows. */
  readonly blocked?: (page: HtmlDocument, status: number) => boolean;
};

/** Reads what holds a receipt, and says of every other answer why there is none. */
export const onlyReceipts =
  <Receipt extends Kind, Asked>(
    { receipts, notFound, blocked = ({ text }) => isBlockPage(text) }: AnswerRules<Receipt>,
    read: (
      document: Extract<Document, { kind: Receipt }>,
      asked: Asked,
      context: ReadingContext,
    ) => Result<UnverifiedReceipt, Failure>,
  ) =>
  (answer: Answer, asked: Asked, context: ReadingContext): Result<UnverifiedReceipt, Failure> => {
    const { status, document } = answer;
    const isCut = document.kind === "html" && !document.whole;
    // Before "not found": what a gate shows is no word of the bank's.
    if (document.kind === "html" && blocked(document, status)) return fail("provider_blocked");
    if (notFound(answer, context.settings)) return fail("receipt_not_found");
    if (status !== 200 || !isOneOf(receipts, document))
      return fail("provider_format_changed", { detail: `${status} ${document.kind}` });
    // What a cut page no longer says may be that the payment was reversed.
    if (isCut) return fail("provider_format_changed", { detail: "fragment" });
    return read(document, asked, context);
  };

const isOneOf = <Receipt extends Kind>(
  kinds: readonly Receipt[],
  document: Document,
): document is Extract<Document, { kind: Receipt }> => kinds.some((kind) => kind === document.kind);

/**
 * For `notFound`: whether these are all the words of a page. One that asks for a password may be the bank's own sign-in,
 * whose words are no answer.
 */
export const pageSays =
  (words: RegExp): AnswerRules<Kind>["notFound"] =>
  ({ document }) =>
    document.kind === "html" && !document.asksForPassword && words.test(document.text);

/** For `notFound`: whether these words stand under a key of a JSON answer. */
export const jsonSays =
  (key: string, words: RegExp): AnswerRules<Kind>["notFound"] =>
  ({ document }) =>
    document.kind === "json" && words.test(textOfJson(member(document.root, key)) ?? "");
