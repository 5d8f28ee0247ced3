import { collapse } from "../core/white-space.ts";
import { isPayersLabel } from "./labelled.ts";
import { isKindWord } from "./payment-kind.ts";
import { hasUndoneWord, isSupposedInAmharic, isUndoneInAmharic } from "./undone-amharic.ts";

/** Words that say that a payment was taken back or did not happen. */
const participles = new Set([
  ...["reversed", "cancelled", "canceled", "refunded", "voided", "void", "failed", "expired", "rejected"],
  ...["declined", "aborted", "revoked", "annulled", "nullified", "unsuccessful", "invalidated", "undone"],
  ...["uncompleted", "incomplete", "unpaid", "dishonoured", "dishonored", "recalled", "terminated"],
  ...["denied", "blocked", "bounced", "stopped", "disputed", "suspended", "reverted", "retracted"],
]);
const nouns = new Set([
  ...["reversal", "refund", "refunding", "cancellation", "cancelation", "chargeback", "annulment"],
  ...["invalid", "returned", "failure"],
]);

/**
 * Sentences that this payment did not happen: `could not be completed`, `did not go through`, `was not made`. Each is
 * put in such a form that words around it, such as `if` or `please call`, still tell a rule or advice from it.
 */
const sentences = (): readonly (readonly [RegExp, string])[] => {
  const it = "(?:transaction|payment|transfer|deposit)";
  const money = `(?<!\\b(?:vat|tax|tip|fee|charge|discount|interest|commission|bonus) )(?:${it}|amount|money|funds?|beneficiary|receiver|recipient|payee|account)`;
  const done =
    "(?:completed?|processed|executed|effected|carried out|finali[sz]ed|posted|settled|credited|transferred|paid|made|sent|delivered)";
  const toDo = "(?:complete|process|execute|post|settle|credit|transfer|send|deliver|make|perform)";
  const was = "(?:is|was|were|are|has|have|had)";
  const isnt = "(?:is|was|were|are|has|have|had)n['’]t(?: yet)?(?: been)?";
  const not = "(?:not|never)(?: yet)?(?: been)?";
  const undone = `(?:${done}|received|cleared|confirmed|accepted|final)(?! (?:an?|any|twice|in cash|through|by (?:you|me|us|cheque|cash))\\b)`;
  const ofMessage = "(?<!\\b(?:sms|e-?mail|message|notification|recipient|receiver|name) )";
  const patterns: readonly (readonly [string, string])[] = [
    [`${ofMessage}\\b(?:could not|couldn['’]t) (?:be|get) (?:successfully )?${done}`, "failed"],
    [
      `(?<=\\b${it} )(?:cannot|can not|can['’]t) be ${done}(?= (?:at this time|now)\\b|[^a-z]{0,3}$)`,
      "failed",
    ],
    [
      `\\b(?:could not|couldn['’]t|(?:(?:was|were|is|are) )?unable to|failed to) ${toDo}(?: (?:your|this|the) (?:${it}|request|amount|money|funds?)\\b| it\\b|(?=[^a-z]{0,3}$))`,
      "failed",
    ],
    [`\\b(?:could not|couldn['’]t) ${toDo} ${it}\\b`, "failed"],
    [
      `(?<=\\b${it} )(?:ended (?:with|in) (?:an? )?(?:error|failure)|(?:was )?not found|does not exist)\\b`,
      "failed",
    ],
    [
      `\\b(?:we|bank|system|payer|sender|customer) (?:have |has )?(?:cancell?ed|reversed|stopped|rejected|declined|blocked|recalled|refunded|returned) (?:your|this|the) (?:${it}|money|amount|funds?)\\b`,
      "it was reversed",
    ],
    ["\\b(?:did not|didn['’]t) (?:go through|get through|succeed|take place)\\b", "failed"],
    [`(?<=\\b${it} )(?:did not|didn['’]t|does not|doesn['’]t) (?:complete|post|clear|happen)\\b`, "failed"],
    [`(?<=\\b${money} )(?:${was} ${not}|${isnt}) ${undone}`, "was failed"],
    [
      `(?<=\\b${money} )(?:(?:${was} )?not(?: yet)?|hasn['’]t|haven['’]t|did not|didn['’]t|never) (?:gone through|reach(?:ed)? (?:the|its|your) (?:beneficiary|receiver|recipient|payee|account|bank|customer|destination)|arrived?|left (?:the|your) account)`,
      "was failed",
    ],
    [`(?<=\\b${money} )(?:(?:${was} )?(?:still )?yet to be|remains to be) ${done}`, "was failed"],
    [
      "^[^a-z]{0,3}(?:the |your |payer['’]s |sender['’]s )?account (?:was |is |has )?not (?:been )?debited(?=[^a-z]{0,3}$)",
      "failed",
    ],
    [`\\b${money} ${not} ${undone}`, "it failed"],
    [
      "^[^a-z]{0,3}not (?:yet )?(?:completed?|processed|executed|effected|carried out|finali[sz]ed|posted|settled|credited|transferred|paid)(?=[^a-z]{0,3}$)",
      "failed",
    ],
    [`^[^a-z]{0,3}not yet ${done}\\b`, "failed"],
    ["\\bnot yet (?:been )?paid\\b", "failed"],
    [
      `\\b(?:no (?:${it}|money|funds?|amount)|nothing) (?:was|were|has been|have been) ${undone}`,
      "it was failed",
    ],
    [
      "\\b(?:partially|partly|not fully|only partly) (?:completed|processed|executed|credited|settled|successful|reversed|refunded)\\b",
      "failed",
    ],
    [
      `(?<=\\b(?:${it}|amount|money|funds?|receipt) (?:${was} )?(?:been )?)(?:(?:taken|pulled|clawed|claimed|drawn|called) back|called off|re-?credited|deleted|removed|erased|held back|frozen)\\b(?! (?:as|for|tax)\\b)`,
      "reversed",
    ],
    [
      `(?<=\\b(?:${it}|amount|money|funds?) (?:is|was|has been|have been) )withheld\\b(?! (?:as|for|tax)\\b)`,
      "reversed",
    ],
    ["^[^a-z]{0,3}(?:deleted|removed|erased)(?=[^a-z]{0,3}$)", "void"],
    [`(?<=\\b${it} (?:${was} )?(?:been )?)withdrawn\\b(?! (?:from|at|by)\\b)`, "reversed"],
    ["\\b(?:revers(?:e|ing)|contra) entry\\b", "reversal"],
    [`\\b(?:${it} error|(?:an )?error (?:has )?occurred)\\b`, "it failed"],
    [
      "(?:^[^a-z]{0,3}|\\bthis is )not (?:a|an) (?:payment |bank |genuine |real )?(?:receipt|proof of payment)(?=[^a-z]{0,3}$)",
      "void",
    ],
    [
      `(?<=\\b(?:receipt|${it}) (?:is|was|has been) )(?:an? )?(?:(?:reported|flagged|marked) as )?(?:fake|forged|forgery|counterfeit|fraud|fraudulent)\\b`,
      "void",
    ],
    [
      "^[^a-z]{0,3}(?:(?:reported|flagged|marked) as )?(?:fake|forged|counterfeit|fraudulent)(?: (?:receipt|payment|transaction))?(?=[^a-z]{0,3}$)",
      "void",
    ],
    ["^[^a-z]{0,3}do not hono(?:u)?r(?=[^a-z]{0,3}$)", "failed"],
    [
      "\\bdo not (?:accept|honou?r) this (?:receipt|payment|transaction)\\b(?! (?:as|before|from|if|in|on|unless|until|when|without)\\b)",
      "void",
    ],
  ];
  return patterns.map(([pattern, word]) => [new RegExp(pattern, "g"), word]);
};

/** Expressions of several words, each as one of the words above. */
const expressions: readonly (readonly [RegExp, string])[] = [
  // `Ref No FT26320… has been reversed`, `Reversal No.: 12`; `Refund: No` says none.
  [
    /\b(?:ref(?:erence)?|trans?(?:action|fer)?|txn|trx|invoice|receipt|rcpt|voucher|order|payment|account|cheque|bill|slip|doc(?:ument)?|ticket)\.? no(?= ?[.:]|$| \S*\d| \S{4,30} (?:has|was) )(?!\.? of\b)/g,
    "number",
  ],
  [/(?<=\b(?:reversal|refund|cancellation|return) )no(?= ?[.:]{1,2}(?: |$)| \S*\d)(?!\.? of\b)/g, "number"],
  [new RegExp(`\\bautomatically (?=(?:${[...participles, "returned"].join("|")})\\b)`, "g"), ""],
  [/\b(?:rolled|charged|paid) back\b/g, "reversed"],
  [/\b(?:credited|transferred|sent|given) back\b/g, "refunded"],
  [/\binsufficient (?:funds?|balance)\b/g, "failed"],
  [
    /\bnot (?:a )?valid(?= (?:receipt|payment|transaction)\b|[^a-z ]|$)(?: (?:receipt|payment|transaction))?/g,
    "void",
  ],
  [/\btimed? ?out\b/g, "expired"],
  [/\bno longer valid\b/g, "void"],
  [
    /\bnot (?:yet )?(?:been )?(?:completed|successful|processed|executed|approved|authori[sz]ed|settled|honou?red)\b/g,
    "failed",
  ],
  [
    /\breturned to (?=(?:the |its |his |her )?(?:payer|sender|customer|account|owner|source)\b)/g,
    "refunded ",
  ],
  [/(?:^[^a-z]{0,3}|(?<=\b(?:was|been) ))returned to (?=your account\b)/g, "refunded "],
  [/\b(?:amount|money|funds?|payment|transfer|transaction) (?=returned\b)/g, "refunded "],
  ...sentences(),
];

/** Beside one of these before it the word is a possibility, a rule or denied. */
const hypotheses = new Set([
  ...["if", "when", "whenever", "case", "once", "unless", "until", "whether", "where", "should", "may"],
  ...["might", "can", "could", "will", "would", "shall", "must", "cannot", "any", "every", "each", "how"],
  ...["without", "becomes", "not", "no", "never", "non", "nor", "don't", "can't", "won't", "isn't", "wasn't"],
]);

/** Right behind the word: what it speaks of is a price, a rule or others' payments. */
const followers = new Set([
  ...["fee", "fees", "charge", "charges", "commission", "policy", "policies", "request", "requests", "rate"],
  ...["period", "terms", "rules", "conditions", "procedure", "insurance", "if", "when", "unless", "without"],
  ...["within", "after", "automatically", "transactions", "payments", "transfers", "receipts", "orders"],
  ...["cheques", "checks", "items", "goods", "attempts", "purchases", "tickets", "deposits", "cards"],
  ...["links", "against"],
]);

/** In a short text: it explains, asks or advises. */
const advice = new Set([
  ...["please", "call", "contact", "dial", "visit", "report", "ask", "email", "see", "beware", "possible"],
  ...["allowed", "available", "apply", "applies", "subject", "days", "hours", "or", "your", "quote"],
]);

const auxiliaries = new Set(["has", "have", "had", "was", "were", "been", "is", "got"]);

/** What is undone: right before the word they say that it was this one. */
const subjects = new Set([
  ...["transaction", "payment", "transfer", "receipt", "amount", "money", "fund", "funds", "order", "status"],
  ...["state", "sum", "deposit", "invoice", "document", "result", "entry", "posting", "withdrawal"],
]);

/** Behind a noun that begins a text: a reversal of something is the text's subject. */
const directions = new Set(["of", "from", "to", "by"]);

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
  ...["inward", "outward", "incoming", "outgoing", "interbank", "inter", "swift", "rtgs", "eft", "cheque"],
  ...["receipt", "advice", "slip", "invoice", "local", "domestic", "settlement", "digital", "ft"],
]);

/** Most words of a text that is no sentence: a title, a stamp, a short line. */
const shortMax = 6;

/**
 * Whether a text that no payer typed says that this payment was taken back or did not happen: a stamp or heading
 * such as `REVERSED ON 16-NOV-2026`, a line such as `This payment has been refunded`, in English or Amharic. What it
 * says of other payments (`If a transaction failed …`, `non-refundable`, `Cancellation fee`, `Refund: 0.00`) is none.
 *
 * @param before lines right above, which the text may go on from
 * @param sentence those of them that are of a sentence, which may say that others' payments are meant
 */
export const saysUndone = (text: string, before = "", sentence = before): boolean => {
  const isAlone = clausesOf(text).some(isUndoneClause);
  if (before === "") return isAlone;
  const sayItTogether = () => clausesOf(`${before} ${text}`).some(isUndoneClause);
  if (/^\p{Ll}/u.test(text)) return (isAlone && sentence === "") || sayItTogether();
  return isAlone && (isStatement(text) || !isSupposition(sentence) || sayItTogether());
};

/** Whether a sentence that a text may go on from is about others' payments. */
const isSupposition = (sentence: string): boolean => {
  const last = clausesOf(sentence).at(-1) ?? "";
  return isSupposedInAmharic(last) || wordsOf(last).some(isGeneral);
};

/** Whether a text is a few words that only state something: it needs nothing before it. */
const isStatement = (text: string): boolean => {
  const words = wordsOf(text.toLowerCase());
  return words.length <= 4 && !words.some(isGeneral) && !isSupposedInAmharic(text);
};

/**
 * Whether a text says so in nothing but words of the bank, or of `this payment`: `REVERSED ON 16-NOV-2026`. Nobody is
 * called that, and where a bank and a payer may write it counts as the bank's.
 */
export const isBanksStatement = (text: string): boolean => {
  if (!saysUndone(text) && !saysUnfinished(text)) return false;
  if (/\b(?:this|the|your) (?:transaction|payment|transfer|receipt|amount)\b/i.test(text)) return true;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return (
    words.every((word) => participles.has(word) || nouns.has(word) || banksWords.has(word)) ||
    isUndoneInAmharic(text)
  );
};

const banksWords = new Set([
  ...["transaction", "payment", "transfer", "receipt", "amount", "money", "fund", "funds", "status", "state"],
  ...auxiliaries,
  ...directions,
  ...["this", "the", "your", "it", "on", "at", "in", "and", "back", "not", "yet", "now", "already", "sender"],
  ...["payer", "customer", "account", "bank", "system", "fully", "successfully", "completed", "pending"],
  ...["processing", "date", "time", "am", "pm"],
  ...["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
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
const stillComing = new Set(["pending", "awaiting", "unposted", "queued"]);

/** Right behind `pending`: a debt is pending, and this payment settles it. */
const owed = new Set(["bill", "bills", "dues", "debt", "debts", "loan", "rent"]);

const taxes = new Set(["tax", "taxes", "vat"]);

const wordsOfType = (type: string): readonly string[] => {
  const plain = withWordsApart(plainOf(type)).toLowerCase();
  return wordsOf(typeExpressions.reduce((text, [wording, word]) => text.replace(wording, word), plain));
};

/** Whether letters that stand apart spell such a word or that the payment is under way, in any of these orders. */
export const spellUndone = (orders: readonly string[]): boolean =>
  orders.some((letters) => spelled.test(letters.toLowerCase()) || hasUndoneWord(letters));

/** Without spaces: spaced letters do not show where a word ends. */
const spelled =
  /reversed|cancell?ed|refunded|voided?|failed|expired|rejected|declined|reversal|refund|pending|awaiting|processing|inprogress|queued|submitted|onhold|initiated|unsuccessful|not(?:yet)?completed|nolongervalid/;

/** Whether a field's value says that there is none. */
export const isNone = (value: string): boolean =>
  /^(?:no?|none|nil|n\/?a|not applicable|false|null|[-–—_ ]{1,9}|(?:etb|birr)? ?0{1,3}(?:\.0{1,2})?(?: ?(?:etb|birr))?|የለም)\.?$/i.test(
    value,
  );

const clausesOf = (text: string): readonly string[] =>
  withWordsApart(plainOf(text))
    .toLowerCase()
    .split(/(?<=[.!;?።፤])(?:\s|(?=\p{L}))|\n|, (?=(?:if you have|for (?:more|further)) )/u)
    .filter((clause) => clause !== "");

const plainOf = (text: string): string =>
  joinSpacedLetters(collapse(text.slice(0, lengthMax).normalize("NFKC")));

/** More than a page of a receipt says in one text. */
const lengthMax = 4_000;

/** `ReversalFromWallet` as three words. */
const withWordsApart = (text: string): string => text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");

/** `R E V E R S E D` and `R.E.V.E.R.S.E.D` as one word. */
const joinSpacedLetters = (text: string): string =>
  text.replace(/(?<!\S)\p{L}(?:[ .·*_-]\p{L}){3,60}(?!\p{L})/gu, (letters) =>
    letters.replace(/[ .·*_-]/g, ""),
  );

const isUndoneClause = (clause: string): boolean =>
  !/[?፧]$/.test(clause) && (isUndoneInAmharic(clause) || isUndoneInEnglish(clause));

const isUndoneInEnglish = (clause: string): boolean => {
  const plain = expressions.reduce((text, [wording, word]) => text.replace(wording, word), clause);
  const words = wordsOf(plain.replace(references, " "));
  const isShort = words.length <= shortMax;
  return words.some((word, at) => {
    // `The amount was returned` to its payer; `Returned cheque` is a name.
    const isParticiple = participles.has(word) || (word === "returned" && pasts.has(words[at - 1] ?? ""));
    const isNoun = nouns.has(word) && !isParticiple;
    if (!isNoun && !isParticiple) return false;
    if (saysNone(plain, word)) return false;
    const before = words.slice(0, at);
    const next = nextBehind(words, at);
    if (before.some((one) => hypotheses.has(one))) return false;
    if (followers.has(next) && !hasHappened(words, at)) return false;
    if (before.length === 0 && isPriceOfFailure(clause)) return false;
    const isAdvice = words.some(isGeneral);
    if (isNoun) {
      const isHead = before.length === 0 && directions.has(next);
      return ((isShort || isHead) && !isAdvice) || (next !== "is" && auxiliaries.has(next));
    }
    const isSaid = before.slice(-3).some((one) => auxiliaries.has(one)) || subjects.has(before.at(-1) ?? "");
    return isSaid || before.length === 0 || (isShort && !isAdvice);
  });
};

/**
 * `was reversed within a day`, `Payment expired after 24 hours`, `Reversed automatically`: of one payment, and over, so that
 * it is no rule.
 */
const hasHappened = (words: readonly string[], at: number): boolean => {
  const before = words.slice(0, at);
  const [last = "", article = ""] = before.toReversed();
  const [word = "", next = ""] = words.slice(at);
  if (before.includes("that") || before.includes("which") || words.includes("if")) return false;
  if (pasts.has(last)) return whens.has(next);
  if ((next !== "automatically" && next !== "after") || words.some((one) => hypotheses.has(one)))
    return false;
  return last === ""
    ? word !== "void" && !words.some((one) => advice.has(one))
    : word !== "void" && ofThis.has(last) && article !== "a" && article !== "any";
};

const pasts = new Set(["was", "been", "got"]);
/** Followers that tell when or how something happened. */
const whens = new Set(["automatically", "after", "within", "when"]);
/** What a receipt is of. A deposit or an order may be undone, and this payment its consequence. */
const ofThis = new Set(["transaction", "payment", "transfer"]);

/** Their letters are no words. */
const references = /\b(?=[a-z0-9]*\d)[a-z0-9]{6,40}\b/g;

/** `Failed Standing Order Fee`: this payment is the fee. A fee that was itself taken back is no such price. */
const isPriceOfFailure = (clause: string): boolean =>
  /^(?:failed|stopped|bounced|dishonou?red|blocked|expired) (?:(?:standing|order|cheque|direct|debit|instruction|card|account|payment|transfer) ){1,3}(?:fees?|charges?|commission)$/.test(
    clause,
  );

/** The word right behind one, or behind others that are coupled to it: `Reversed or failed transactions`. */
const nextBehind = (words: readonly string[], at: number): string => {
  const [next = "", other = ""] = words.slice(at + 1, at + 3);
  const isCoupled = (next === "or" || next === "and") && (participles.has(other) || nouns.has(other));
  return isCoupled ? nextBehind(words, at + 2) : next;
};

const wordsOf = (text: string): readonly string[] =>
  (text.match(/[a-z][a-z'’]*/g) ?? []).flatMap(partsOfWord);

const isGeneral = (word: string): boolean => advice.has(word) || followers.has(word) || hypotheses.has(word);

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

/** Whether the word heads a field that says none: `Refund amount: 0.00 ETB`, `Reversed: No`. */
const saysNone = (clause: string, word: string): boolean => {
  const rest = clause.slice(clause.indexOf(word) + word.length);
  const value = rest.replace(
    /^(?: (?:amount|date|time|reference|ref|number|no\.|by|on|status|flag|total)\b)+/,
    "",
  );
  return isNone(value.replace(/^ ?[.:]? ?/, ""));
};

/**
 * Whether a label and its value, or either alone, say that the payment was undone or is not done yet. A value that a
 * payer chose says nothing.
 */
export const fieldSaysUndone = (label: string, value: string): boolean => {
  if (isPayersLabel(label)) return false;
  if (saysUndone(`${label}:`) && !isNothing(value)) return true;
  if (isTypeLabel(label) && typeSaysUndone(value)) return true;
  return saysUndone(value) || (isStatusLabel(label) && saysUnfinished(value));
};

const isTypeLabel = (label: string): boolean => /\b(?:type|kind)\b|[አዓ]ይነት/i.test(label);

export const isStatusLabel = (label: string): boolean =>
  /\b(?:status|state|result|outcome|stage)\b|\bresponse(?: (?:description|desc|message|text))?$|ሁኔታ|ውጤት/i.test(
    label,
  );

/** Whether a text is a word such as `Pending`, alone or said of the payment: `Your payment is pending …`. */
export const saysUnfinished = (text: string): boolean => {
  const plain = plainOf(text);
  if (isBeingDone.test(plain)) return true;
  if (/^.{0,40}(?:በመጠባበቅ ላይ|በሂደት ላይ|እየተጠበቀ)/.test(plain) && !/[?፧]|እባክ|ከሆነ|ካለ/.test(plain)) return true;
  if (standsOpen.test(plain)) return true;
  const words = plain.toLowerCase().match(/[a-z]+/g) ?? [];
  const told = words.filter((word) => !aboutIt.has(word)).join(" ");
  return codes.has(told) || completionOf(told) === "not_completed";
};

/** `Your payment is being processed`. What banks do with every payment is left out. */
const isBeingDone =
  /\b(?:transaction|payment|transfer)(?: is| are)?(?: still)? being (?!(?:monitored|recorded|logged|tracked|protected|secured|encrypted|printed|displayed|shown)(?:$|[.,!]| (?:for|by|to|in|at|on)\b))\w/i;

/** `under review`, `being verified`, `held for approval`, `pending approval by …`. */
const openStates = [
  "under (?:review|investigation|verification)",
  "in review",
  "(?:put )?on hold",
  "being (?:held|reviewed|processed|investigated|verified|checked)",
  "(?:held|frozen) by (?:the |your )?bank",
  "provisional",
  "(?:held|waiting|queued|flagged|sent|marked|forwarded) for (?:review|approval|confirmation|verification|investigation|authori[sz]ation|clearance)",
  "(?:pending|awaiting|waiting for) (?:(?:the )?(?:receiver|beneficiary|recipient|sender|other|bank|receiving|sending)(?:['’]s)? ){1,3}(?:approval|confirmation|verification|review|authori[sz]ation|clearance|settlement)",
  "(?:pending|awaiting|waiting for) (?:approval|confirmation|verification|review|authori[sz]ation|clearance|settlement) (?:by|from|of) [a-z'’ ]{1,40}",
  "to be (?:approved|confirmed|authori[sz]ed|processed|completed|settled|posted)",
].join("|");

const openTexts = [
  `(?:(?:transaction|payment|transfer|amount|money|funds?) )?(?:(?:is|was|are|were|has been|have been|still|currently) ){0,3}(?:${openStates})`,
  "(?:transaction|payment|transfer|amount) (?:(?:is|was|has been) )?(?:held|frozen)",
  "scheduled",
  "(?:unsettled|unconfirmed|unposted|provisional)(?: (?:receipt|transaction|payment|transfer))?",
].join("|");

/** `Under review`, `Payment held`, `This transfer is to be approved`, and nothing else but until when. */
const standsOpen = new RegExp(
  String.raw`^\W{0,3}(?:(?:this|your|the) )?(?:${openTexts})(?: (?:since|until|from|on) [\d:/. apm-]{1,30})?\W{0,3}$`,
  "i",
);

/**
 * Codes of clearing and core-banking systems, and words that alone are a stamp. As a receipt's own status they are
 * unknown words.
 */
const codes = new Set([
  ...["rjct", "canc", "cncl", "reve", "rev", "rvsd", "rvsl", "pdng", "rcvd", "inau"],
  ...["held", "hold", "undelivered"],
]);

/** Those that also name a type of payment. */
const codesOfReversal = new Set(["rev", "reve", "rvsd", "rvsl"]);

const aboutIt = new Set([
  ...["transaction", "payment", "transfer", "receipt", "status", "state", "this", "the", "your", "is", "was"],
  ...["has", "been", "being", "currently", "still", "approval", "confirmation", "settlement", "clearance"],
  ...["authorization", "authorisation", "verification", "review", "for", "bank", "customer"],
]);

/** Whether a value says that there is none, or is empty. */
export const isNothing = (value: string): boolean => {
  const plain = collapse(value);
  return plain === "" || isNone(plain);
};

/**
 * Whether texts that stand beside each other in a row say that the payment is not completed: a word like `Pending` by
 * itself, or behind a label of any status.
 */
export const rowSaysUnfinished = (texts: readonly string[]): boolean => {
  const shown = texts.filter((text) => text !== "" && text !== ":");
  if (shown.length === 1 && shown.some(saysUnfinished)) return true;
  return shown.some((text, at) => {
    const label = [...text.matchAll(/\b(?:status|state)\b|ሁኔታ|ውጤት/gi)].at(-1);
    const value = label && collapse(text.slice(label.index + label[0].length).replace(/^ ?[:：]/, ""));
    return value !== undefined && saysUnfinished(value || (shown[at + 1] ?? ""));
  });
};

/** What a printed status says of the payment; an unknown word says nothing. */
type Completion = "completed" | "not_completed" | "unknown";

const completed = new Set(["completed", "successful", "success"]);

/** Statuses of a payment that may still come. */
const underWay = new Set([
  ...["pending", "awaiting", "processing", "in progress", "queued", "submitted", "on hold", "initiated"],
  ...["in process", "under process"],
]);

/** Statuses of a payment that did not come, or went back. */
const over = new Set([
  ...["failed", "unsuccessful", "reversed", "refunded", "cancelled", "canceled", "declined", "rejected"],
  ...["expired", "timed out", "aborted", "voided", "returned", "unauthorised", "unauthorized", "unapproved"],
]);

/** Whether a status that is not completed may still become so. */
export const isUnderWay = (status: string): boolean => underWay.has(status.toLowerCase());

/** The same of all that a receipt's own status field may say: `Reversed on 16/11/2026`, `Not completed`. */
export const completionOfStatus = (status: string): Completion => {
  const completion = completionOf(status);
  return completion === "unknown" && saysUndone(status) ? "not_completed" : completion;
};

export const completionOf = (status: string): Completion => {
  const word = status.toLowerCase();
  if (completed.has(word)) return "completed";
  return underWay.has(word) || over.has(word) ? "not_completed" : "unknown";
};
