import { remembered } from "../../core/remembered.ts";
import { collapse } from "../../core/white-space.ts";

/** Words that say that a payment was taken back or did not happen. */
export const participles = new Set([
  ...["reversed", "cancelled", "canceled", "refunded", "voided", "void", "failed", "expired", "rejected"],
  ...["declined", "aborted", "revoked", "annulled", "nullified", "unsuccessful", "invalidated", "undone"],
  ...["uncompleted", "incomplete", "unpaid", "dishonoured", "dishonored", "recalled", "terminated"],
  ...["denied", "blocked", "bounced", "stopped", "disputed", "suspended", "reverted", "retracted"],
  "refused",
]);
/** The same as nouns. */
export const nouns = new Set([
  ...["reversal", "refund", "refunding", "cancellation", "cancelation", "chargeback", "annulment"],
  ...["invalid", "returned", "failure"],
]);

/** What makes a receipt worthless, coupled with one of these words: `Cancelled or altered receipts`. */
export const alterations = new Set(["altered", "defaced", "erased", "edited", "amended", "modified"]);

/** Beside one of these before it the word is a possibility, a rule or denied. */
export const hypotheses = new Set([
  ...["if", "when", "whenever", "case", "once", "unless", "until", "whether", "where", "should", "may"],
  ...["might", "can", "could", "will", "would", "shall", "must", "cannot", "any", "every", "each", "how"],
  ...["without", "becomes", "not", "no", "never", "non", "nor", "don't", "can't", "won't", "isn't", "wasn't"],
]);

/** Right behind the word: what it speaks of is a price, a rule or others' payments. */
export const followers = new Set([
  ...["fee", "fees", "charge", "charges", "commission", "policy", "policies", "request", "requests", "rate"],
  ...["period", "terms", "rules", "conditions", "procedure", "insurance", "if", "when", "unless", "without"],
  ...["within", "after", "automatically", "transactions", "payments", "transfers", "receipts", "orders"],
  ...["cheques", "checks", "items", "goods", "attempts", "purchases", "tickets", "deposits", "cards"],
  ...["links", "against", "where", "bills"],
]);

/** In a short text: it explains, asks or advises. */
export const advice = new Set([
  ...["please", "call", "contact", "dial", "visit", "report", "ask", "email", "see", "beware", "possible"],
  ...["allowed", "available", "apply", "applies", "subject", "days", "hours", "or", "your", "quote"],
]);

/** Before such a word they say that it happened. */
export const auxiliaries = new Set(["has", "have", "had", "was", "were", "been", "is", "got"]);

/** What is undone: right before the word they say that it was this one. */
export const subjects = new Set([
  ...["transaction", "payment", "transfer", "receipt", "amount", "money", "fund", "funds", "order", "status"],
  ...["state", "sum", "deposit", "invoice", "document", "result", "entry", "posting", "withdrawal"],
]);

/** Behind a noun that begins a text: a reversal of something is the text's subject. */
export const directions = new Set(["of", "from", "to", "by"]);

/** The sentences and half sentences of a text in lower case, with spaced letters joined. */
export const clausesOf = remembered((text: string): readonly string[] =>
  withWordsApart(plainOf(text))
    .toLowerCase()
    .replace(condition, "if $1 ")
    .split(/(?<=[.!;?።፤])(?:\s|(?=\p{L}))|\n|(?:,| [-–—]) (?=(?:if you have|for (?:more|further)) )/u)
    .filter((clause) => clause !== ""),
);

/**
 * A question that tells when what follows is so: `Not satisfied? Your payment is returned.` What was done is no longer
 * supposed: `Not satisfied? Your payment was returned.`
 */
const condition =
  /(?<!\p{L})((?:not (?:satisfied|happy|pleased)|unhappy|unsatisfied|dissatisfied|changed your mind)(?: with [^.?!]{1,40})?)\? (?![^.?!]{0,100}(?<!\p{L})(?:was|were|been|got)(?!\p{L}))(?=[^.?!]{0,100}(?<!\p{L})(?:is|are|be|gets?|can|may)(?!\p{L}))/gu;

/**
 * A text as it is read, cut after what a page of a receipt says: white space collapsed, spaced letters joined, and the two
 * marks that many type for an Amharic full stop made one.
 */
export const plainOf = (text: string): string =>
  joinSpacedLetters(
    collapse(
      text
        .slice(0, lengthMax)
        .normalize("NFKC")
        .replace(/፡ ?፡|(?<=[\u1200-\u137f])::/g, "።"),
    ),
  );

/** More than a page of a receipt says in one text. */
const lengthMax = 4_000;

/** `ReversalFromWallet` as three words, and `STATUSPENDING` as two. */
export const withWordsApart = (text: string): string =>
  text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replace(drawnTogether, (word) => word.replace(partOfWord, " $&").trimStart());

/** What a status is told with. Nothing else is called by two of them without a space between. */
const partsOfStatus = [
  "status|state|payment|transaction|transfer|not|yet|on|in|under|hold|progress|process|review",
  "pending|awaiting|processing|queued|initiated|submitted|completed|successful|approved|paid|posted|settled",
  "reversed|cancell?ed|refunded|voided|void|failed|expired|rejected|declined|returned|held|unsuccessful",
].join("|");
const partOfWord = new RegExp(partsOfStatus, "gi");
const drawnTogether = new RegExp(String.raw`(?<![\p{L}\d])(?:${partsOfStatus}){2,6}(?![\p{L}\d])`, "giu");

/** `R E V E R S E D` and `R.E.V.E.R.S.E.D` as one word. */
const joinSpacedLetters = (text: string): string =>
  text.replace(/(?<!\S)\p{L}(?:[ .·*_-]\p{L}){3,60}(?!\p{L})/gu, (letters) =>
    letters.replace(/[ .·*_-]/g, ""),
  );

/** The Latin words of a text in lower case. */
export const wordsOf = (text: string): readonly string[] =>
  (text.match(/[a-z][a-z'’]*/g) ?? []).flatMap(partsOfWord);

/** Whether a word tells a rule, advice or a possibility from what happened. */
export const isGeneral = (word: string): boolean =>
  advice.has(word) || followers.has(word) || hypotheses.has(word);

/** Words that were drawn without a space between them: `paymentreversed`. */
const partsOfWord = (word: string): readonly string[] => {
  if (participles.has(word) || nouns.has(word)) return [word];
  const [, before = "", inner, after = ""] =
    /^([a-z]{0,40})(reversed|cancell?ed|refunded|rejected|declined|reversal|expired)([a-z]{0,40})$/.exec(
      word,
    ) ?? [];
  // Several reversals are others'.
  if (inner === undefined || after === "s" || /^(?:non|un|ir|ill?)$/.test(before)) return [word];
  return [before, inner, after].filter((part) => part !== "");
};
