import { remembered } from "../../core/remembered.ts";
import { hasUndoneWord, isSupposedInAmharic, isUndoneInAmharic } from "./amharic.ts";
import { isConditionalClause } from "./conditional.ts";
import { expressions } from "./expressions.ts";
import { isNone } from "./none.ts";
import { isUndoneInOromo } from "./oromo.ts";
import { isUnfinishedClause } from "./sentence.ts";
import { isUnfinishedNoteInAmharic, saysUnfinished } from "./unfinished.ts";
import {
  advice,
  alterations,
  auxiliaries,
  clausesOf,
  directions,
  followers,
  hypotheses,
  isGeneral,
  nouns,
  participles,
  plainOf,
  subjects,
  wordsOf,
} from "./words.ts";

/**
 * Whether a text that no payer typed says that this payment was taken back or did not happen: a stamp or heading
 * such as `REVERSED ON 16-NOV-2026`, a line such as `This payment has been refunded`, in English or Amharic. What it
 * says of other payments (`If a transaction failed …`, `non-refundable`, `Cancellation fee`, `Refund: 0.00`) is none.
 *
 * @param before lines right above, which the text may go on from
 * @param sentence those of them that are of a sentence, which may say that others' payments are meant
 */
export const saysUndone = (text: string, before = "", sentence = before): boolean =>
  isSaid(isUndoneClause, text, before, sentence);

/**
 * The same of a sentence about this payment that it is under way, depends on something or will be undone: `Dear customer, your
 * payment is pending.`
 */
export const saysUnderWay = (text: string, before = "", sentence = before): boolean =>
  isSaid(isOpenClause, text.replace(abbreviations, "$1"), before, sentence) ||
  (sentence !== "" && isSaidIn(`${sentence} ${text}`.replace(abbreviations, "$1"), isOpenClause));

const isOpenClause: IsSo = (clause, before) =>
  isUnfinishedClause(clause) || isConditionalClause(clause, before);

/** Their dot ends no sentence. */
const abbreviations = /\b(no|nr|ref|mr|mrs|ms|dr|etb|birr|br|acc|acct)\.(?= ?[\p{L}\d])/giu;

const isSaid = (isSo: IsSo, text: string, before: string, sentence: string): boolean => {
  const isAlone = isSaidIn(text, isSo);
  if (before === "") return isAlone;
  const sayItTogether = () => isSaidIn(`${before} ${text}`, isSo);
  if (/^\p{Ll}/u.test(text))
    return (isAlone && (sentence === "" || (isBareStamp(text) && !isOpen(sentence)))) || sayItTogether();
  return isAlone && (isStatement(text) || !isSupposition(sentence) || sayItTogether());
};

/** Whether a clause says it, with the one before it in its text. */
type IsSo = (clause: string, before: string) => boolean;

const isSaidIn = (text: string, isSo: IsSo): boolean =>
  clausesOf(text).some((clause, at, all) => isSo(clause, all[at - 1] ?? ""));

/** Whether a text is a word or two without an end: no sentence that says nothing else goes on with that. */
const isBareStamp = (text: string): boolean => /^\p{L}+(?: \p{L}+)?$/u.test(text);

/** Whether a sentence supposes something, or waits for its verb: `… that was lent and is now`. */
const isOpen = (sentence: string): boolean => {
  const clause = clausesOf(sentence).at(-1) ?? "";
  const words = wordsOf(clause);
  return (
    (!isWholeQuestion.test(clause) && words.some((word) => hypotheses.has(word))) ||
    words.slice(-3).some((word) => auxiliaries.has(word))
  );
};

/** `Do you have any questions about your payment`, `We can help`, `How was our service today`: no status goes on from that. */
const isWholeQuestion =
  /^(?:(?:(?:do|did|would) you (?:have|need|want)|have|got|need|any|for) (?:[a-z]{1,12} ){0,2}(?:questions?|queries|help|complaints?|comments?|suggestions?|problems?|assistance|information)(?! (?:to|with|getting|being|that|which|if|when|how|why)(?![a-z]))|we (?:can|will) help(?: you)?$|how (?:(?:was|is) (?:our|your|the) (?:service|visit|experience|stay)|did we do)(?![a-z]))/;

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
export const isBanksStatement = (text: string): boolean => isOfBank(text, (word) => banksWords.has(word));

/** The same of a note, in more words: nobody types `Returned by beneficiary bank` or `On hold` as a reason to pay. */
export const isBanksNote = (text: string): boolean =>
  (!isPayersInAmharic(text) &&
    (isBanksStatement(text) || isOfBanksNote(text.replace(reasonCode, "").replace(byStaff, "")))) ||
  isUnfinishedNoteInAmharic(plainOf(text));

/** `ብድር ተመላሽ`: a payer's, for it neither begins with the payment or the bank nor is the word alone. */
const isPayersInAmharic = (text: string): boolean => {
  const words = text.match(/[\u1200-\u137f]+/g) ?? [];
  const [first, second = "", ...others] = words;
  if (first === undefined) return false;
  if (ofBankInAmharic.test(first === "ይህ" ? second : first)) return false;
  return !(hasUndoneWord(first) && others.length === 0 && (second === "" || /[ልምው]$/.test(second)));
};

const ofBankInAmharic = /^(?:የ?ክፍያ[ውዎ]?|ግብይ[ትቱ]ዎ?|ዝውው[ርሩ]|ገንዘ[ብቡ]|ብሩ|ደረሰኙ?|በ?ባንኩ?|በ?ላኪው|ጊዜው|ክፍሊት)$/;

const isOfBanksNote = (text: string): boolean =>
  isOfBank(text, (word) => banksWords.has(word) || noteWords.has(word)) &&
  (!payersWords.test(text) || ofPayment.test(text));

/** Who did it at the bank: `Reversed by teller`. Alone such a word may be a payer's: `cancelled office payment`. */
const byStaff =
  / by (?:the )?(?:teller|cashier|maker|checker|inputter|authori[sz]er|officer|operator|supervisor|clerk|admin|(?:branch )?manager|bank staff|customer service|(?:back|head)[ -]office)(?!\p{L})/iu;

/** A clearing system's code behind the words: `Rejected by beneficiary bank AC04`. */
const reasonCode = /[\s:(-]{1,3}[A-Z]{2}\d{2}\)?\W{0,3}$/;

const isOfBank = (text: string, isBanks: (word: string) => boolean): boolean => {
  if (!saysUndone(text) && !saysUnfinished(text)) return false;
  if (/\b(?:this|the|your) (?:transaction|payment|transfer|receipt|amount)\b/i.test(text)) return true;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return (
    words.every((word) => participles.has(word) || nouns.has(word) || isBanks(word)) ||
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

const noteWords = new Set([
  ...["txn", "trx", "credit", "credited", "debit", "debited", "posted", "entry", "rolled", "beneficiary"],
  ...["receiver", "recipient", "issuer", "successful", "success", "hold", "awaiting", "approval", "process"],
  ...["confirmation", "progress", "review", "under", "remark", "changed", "updated", "outcome", "queued"],
  ...["scheduled", "initiated", "unauthorized", "unauthorised", "authorized", "timed", "out", "deleted"],
  ...["frozen", "unconfirmed", "confirmed", "issued", "partially", "compliance", "clearance"],
  ...["dated", "latest", "branch", "auto", "settled", "put", "because", "due", "error", "closed"],
]);

/** A payer may type them: `refund to beneficiary`, `unpaid credit`. */
const payersWords = /\b(?:refund|refunded|refunding|unpaid|returned)\b/i;
const ofPayment = /\b(?:txn|trx|transaction|payment|transfer|entry|by)\b/i;

/** Whether letters that stand apart spell such a word or that the payment is under way, in any of these orders. */
export const spellUndone = (orders: readonly string[]): boolean =>
  orders.some((letters) => spelled.test(letters.toLowerCase()) || hasUndoneWord(letters));

/** Without spaces: spaced letters do not show where a word ends. */
const spelled =
  /reversed|cancell?ed|refunded|voided?|failed|expired|rejected|declined|reversal|refund|pending|awaiting|processing|inprogress|queued|submitted|onhold|initiated|unsuccessful|not(?:yet)?completed|nolongervalid/;

const isUndoneClause = remembered(
  (clause: string): boolean =>
    !/[?፧]$/.test(clause) &&
    (isUndoneInAmharic(clause) || isUndoneInOromo(clause) || isUndoneInEnglish(clause)),
);

/** Most words of a text that is no sentence: a title, a stamp, a short line. */
const shortMax = 6;

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
    if (followers.has(next) && !hasHappened(words, at, next)) return false;
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
const hasHappened = (words: readonly string[], at: number, next: string): boolean => {
  const before = words.slice(0, at);
  const [last = "", article = ""] = before.toReversed();
  const [word = ""] = words.slice(at);
  if (before.includes("that") || before.includes("which") || words.includes("if")) return false;
  if (pasts.has(last)) return whens.has(next);
  if ((next !== "automatically" && next !== "after") || words.some((one) => hypotheses.has(one)))
    return false;
  return last === ""
    ? word !== "void" && !words.some((one) => one !== "or" && advice.has(one))
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

const papers = new Set(["receipts", "documents", "copies", "invoices", "slips"]);

/** The word right behind one, or behind others that are coupled to it: `Reversed or failed transactions`. */
const nextBehind = (words: readonly string[], at: number): string => {
  const [next = "", other = ""] = words.slice(at + 1, at + 3);
  const isAlteration = alterations.has(other) && papers.has(words[at + 3] ?? "");
  const isCoupled =
    (next === "or" || next === "and") && (participles.has(other) || nouns.has(other) || isAlteration);
  return isCoupled ? nextBehind(words, at + 2) : next;
};

/** Whether the word heads a field that says none: `Refund amount: 0.00 ETB`, `Reversed: No`. */
const saysNone = (clause: string, word: string): boolean => {
  const rest = clause.slice(clause.indexOf(word) + word.length);
  const value = rest.replace(
    /^(?: (?:amount|date|time|reference|ref|number|no\.|by|on|status|flag|total|balance)\b)+/,
    "",
  );
  return isNone(value.replace(/^ ?[.:]? ?/, ""));
};
