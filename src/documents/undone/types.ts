import { isKindWord } from "../payment-kind.ts";
import { saysUndone } from "./undone.ts";
import { advice, hypotheses, nouns, participles, plainOf, withWordsApart, wordsOf } from "./words.ts";

/**
 * Verbs and nouns that name such a type: `Reverse Transaction`. Elsewhere they are buttons, advice and common words.
 */
const undoings = new Set([
  ...["reverse", "reverses", "reversing", "reversals", "cancel", "cancelling", "canceling", "reject"],
  ...["rejects", "rejecting", "rejection", "recall", "rollback", "backout", "undo", "undoing", "revert"],
  ...["reverting", "decline", "declining", "fail", "abort", "refunds", "chargebacks", "clawback"],
]);

/** The same of words that may also be about goods, taxes or tickets. */
const returns = new Set(["return", "returns", "returning", "correction"]);

const typeExpressions: readonly (readonly [RegExp, string])[] = [
  [/\broll(?:ing)?[ -]back\b/g, "rollback"],
  [/\bcharge[ -]back\b/g, "reverse"],
  [/\bback[ -]out\b/g, "backout"],
  [/\bclaw[ -]back\b/g, "clawback"],
  [/\bun-(?=posted\b)/g, "un"],
  [/\bpre[ -](?=authori[sz]ation\b)/g, "pre"],
  [/\bmoney[ -]back\b/g, "money return"],
];

/** Right behind such a word of a type: the payment is a price. */
const prices = new Set(["fee", "fees", "charge", "charges", "commission", "policy", "insurance"]);

/** Behind them a type names somebody or something. */
const prepositions = new Set(["to", "for", "at"]);

/** What a type of payment is named with, beside the word that says that it undoes another. */
const typeWords = new Set([
  ...["payment", "transaction", "transfer", "money", "customer", "merchant", "bank", "wallet", "of", "from"],
  ...[
    "to",
    "by",
    "type",
    "full",
    "partial",
    "organization",
    "mm",
    "send",
    "fund",
    "funds",
    "ips",
    "p2p",
    "ac",
  ],
]);

const isTypeWord = (word: string): boolean =>
  typeWords.has(word) || undoings.has(word) || returns.has(word) || interbank.has(word) || isKindWord(word);

const interbank = new Set([
  ...["going", "coming"],
  ...["inward", "outward", "incoming", "outgoing", "interbank", "inter", "swift", "rtgs", "eft", "cheque"],
  ...["receipt", "advice", "slip", "invoice", "local", "domestic", "settlement", "digital", "ft"],
]);

/**
 * Whether a text is the name of a type of payment that undoes another, and nothing else: `Reversal`, `Merchant Refund`.
 * `Refund` alone may be a payer's reason.
 */
export const namesUndoing = (text: string): boolean => {
  const words = wordsOfType(text);
  const undoing = words.filter((word) => nouns.has(word) || participles.has(word));
  const [one] = undoing;
  if (one === undefined) return namesUndoingByVerb(words);
  if (undoing.length !== words.filter((word) => !typeWords.has(word)).length) return false;
  return one === "reversal" || one === "chargeback" || (nouns.has(one) && words.length > 1);
};

/**
 * Whether a text that may also be a payer's begins as the bank's own kind of payment and goes on, in nothing but words of
 * a bank, to what became of it: `IPS OUT GOING REVERSED`, `GAMMA TRANSFER FAILED`, and not `IPS to Void Kebede`.
 */
export const kindGoesOnToUndoing = (text: string): boolean => {
  const words = wordsOfType(text);
  if (words[0] === "ips" && words.every(isTypeOrOutcome)) return typeSaysUndone(text);
  // A bank writes in capitals to which bank or wallet the transfer was.
  return toBank.test(text);
};

/** A payer may also type `EKUB TRANSFER RETURN` or `VISA TRANSFER PENDING`. */
const toBank =
  /^(?!(?:FOR|TO|OF|MY|YOUR|OUR|THE|THIS|LAST|FROM|RE)\b)(?:[A-Z][A-Z0-9.&'-]{0,19} ){1,4}TRANSFER ?[-–:(]{0,2} ?(?:(?:WAS|HAS|IS|BEEN) ){0,2}(?:REVERSED|FAILED)\)?$/;

const isTypeOrOutcome = (word: string): boolean =>
  [participles, nouns, stillComing, leftOpen, codesOfReversal].some((words) => words.has(word)) ||
  isTypeWord(word);

/** `Reverse Transaction`, `Rollback`, `IPS Return`. A payer may write `cancel`, `money back` or `correction`. */
const namesUndoingByVerb = (words: readonly string[]): boolean => {
  const isOnlyType = words.every((word) => undoings.has(word) || returns.has(word) || typeWords.has(word));
  if (!isOnlyType) return false;
  const isOfPayment = words.some((word) => ofPayment.has(word));
  return words.some(
    (word) => word === "rollback" || ((undoings.has(word) || returns.has(word)) && isOfPayment),
  );
};

const ofPayment = new Set(["transaction", "transfer", "payment", "send", "fund", "funds", "ips", "p2p"]);

/**
 * Whether a bank's own name for a type of payment or of document says that it undoes another or did not happen:
 * `IPS Reversal`, `Cancel Transfer`, `Return of funds`. Names that stand in it behind `to` say nothing.
 */
export const typeSaysUndone = (type: string): boolean => {
  if (saysUndone(type)) return true;
  const words = wordsOfType(type);
  const named = words.findIndex((word, at) => prepositions.has(word) && !words.slice(at).every(isTypeWord));
  const head = named === -1 ? words : words.slice(0, named);
  if (head.some((word) => hypotheses.has(word) || advice.has(word))) return false;
  const isOwed = owed.has(head[1] ?? "");
  if (stillComing.has(head[0] ?? "") && !isOwed && head.slice(1).every(isTypeWord)) return true;
  const [last = "", before = ""] = words.toReversed();
  const isLeftOpen = (stillComing.has(last) || leftOpen.has(last)) && !prepositions.has(before);
  if (isLeftOpen && before !== "" && words.slice(0, -1).every(isTypeWord)) return true;
  return head.some((word, at) => {
    const [before = "", next = ""] = [head[at - 1], head[at + 1]];
    if (codesOfReversal.has(word)) return head.every((one) => one === word || isTypeWord(one));
    if (prices.has(next)) return false;
    if (undoings.has(word)) return true;
    // `Merchant Payment Return Cafe`, `Income Tax Return`
    return returns.has(word) && !taxes.has(before) && (at === 0 || next === "" || isTypeWord(next));
  });
};

/** A type that begins so is of a payment that may still come: `Pending Transfer`. */
const stillComing = new Set([
  ...["pending", "awaiting", "unposted", "queued", "scheduled", "preauthorization", "preauthorisation"],
]);

/** A type that ends so: `Transfer (held)`, `Transfer initiated`. */
const leftOpen = new Set(["held", "initiated", "hold", "processing"]);

/** Right behind `pending`: a debt is pending, and this payment settles it. */
const owed = new Set(["bill", "bills", "dues", "debt", "debts", "loan", "rent"]);

const taxes = new Set(["tax", "taxes", "vat"]);

const wordsOfType = (type: string): readonly string[] => {
  const plain = withWordsApart(plainOf(type)).toLowerCase();
  return wordsOf(typeExpressions.reduce((text, [wording, word]) => text.replace(wording, word), plain));
};

/** Those that also name a type of payment. */
const codesOfReversal = new Set(["rev", "reve", "rvsd", "rvsl"]);
