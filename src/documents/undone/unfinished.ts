import { remembered } from "../../core/remembered.ts";
import { collapse } from "../../core/white-space.ts";
import { completionOf } from "./completion.ts";
import { isNone } from "./none.ts";
import { isUnfinishedInOromo } from "./oromo.ts";
import { plainOf, withWordsApart } from "./words.ts";

export const isStatusLabel = (label: string): boolean =>
  /\b(?:status|state|result|outcome|stage)\b|\bresponse(?: (?:description|desc|message|text))?$|\bhaala\b|ሁኔታ|ውጤት|ኩነታት|^current:?$/i.test(
    label,
  );

/** Whether a text is a word such as `Pending`, alone or said of the payment: `Your payment is pending …`. */
export const saysUnfinished = remembered((text: string): boolean => {
  const plain = withWordsApart(plainOf(text));
  if (isBeingDone.test(asksToWait.test(plain) ? plain : plain.replace(whileAnyIsDone, ""))) return true;
  if (isUnfinishedInAmharic(plain) || isUnfinishedInOromo(plain)) return true;
  if (standsOpen.test(plain)) return true;
  const words = plain.toLowerCase().match(/[a-z]+/g) ?? [];
  const told = words.filter((word) => !aboutIt.has(word)).join(" ");
  return codes.has(told) || completionOf(told) === "not_completed";
});

/** The same of a line by itself: a question (`Payment pending?`) and a field that says none (`Pending: 0`) say nothing. */
export const lineSaysUnfinished = (line: string): boolean =>
  saysUnfinished(line) && !isQuestion.test(line) && !isNone(valueOfLine.exec(line)?.[1] ?? "");

/** Several question marks stand for letters that were lost. */
const isQuestion = /[\p{L}\p{M})][?፧]$/u;
const valueOfLine = /^[\p{L} ]{1,40}[:：] ?([\p{L}\d].*)$/u;

const underWayInAmharic =
  "(?:በመጠባበቅ ላይ|በሂደት ላይ|እየተጠበቀ|በማጣራት ላይ|በመፈጸም ላይ|በመከናወን ላይ|እየተከናወነ|እየተፈጸመ|እየተጣራ|በምርመራ ላይ)";
/** Not of payments that are so, nor of those that may stay so. */
const underWaySomewhere = new RegExp(`^.{0,40}${underWayInAmharic}(?! (?:ያሉ|ሊቆዩ)(?: |$))`);
const underWayAlone = /^(?:በመጠባበቅ|በሂደት)[\s።.!]{0,3}$/;
/** Words that are said of much else: only of the payment, or alone. */
const paymentUnderWay =
  /^(?:.{0,30}(?:ክፍያ[ውዎ]?|ግብይ[ትቱ]ዎ?|ዝውው[ርሩ]) )?(?:እየተካሄደ(?: ነው)?|በመካሄድ ላይ(?: ነው)?|ይጠበቃል)[\s።.!]{0,3}$|^.{0,40}(?:ማረጋገጫ|ማ[ጽፅ]ደቅ|ፈቃድ) ይጠበቃል[\s።.!]{0,3}$/;
/** In Tigrinya: `ኣብ መስርሕ ኣሎ`, and not payments that are so. */
const underWayInTigrinya = /^.{0,40}(?:[ኣአ]ብ (?:መስርሕ|ምጽባይ)|ይጽበ [ኣአ]ሎ)(?! ዘለ)/;
const underWayAtEnd = new RegExp(String.raw`^.{0,40}${underWayInAmharic}(?: ነው)?[\s።.!]{0,3}$`);

const isUnfinishedInAmharic = (printed: string): boolean => {
  const text = printed.replace(/^ክፍያ በሂደት ላይ (?:እያለ|ሳለ) /, "");
  const patterns = [underWayAlone, underWaySomewhere, paymentUnderWay, underWayInTigrinya];
  return patterns.some((one) => one.test(text)) && !/[?፧]|እባክ|ከሆነ|ካለ|እንተ/.test(text);
};

/** Whether a note says nothing behind such words. A payer may go on: `በሂደት ላይ ላለው ቤት`. */
export const isUnfinishedNoteInAmharic = (text: string): boolean => underWayAtEnd.test(text);

/** `Your payment is being processed`. What banks do with every payment is left out. */
const isBeingDone =
  /\b(?:transaction|payment|transfer)(?: is| are)?(?: still)? being (?!(?:monitored|recorded|logged|tracked|protected|secured|encrypted|printed|displayed|shown)(?:$|[.,!]| (?:for|by|to|in|at|on)\b))\w/i;

/** `While a payment is being processed do not close the app` is of any, unless whoever reads it is to wait. */
const whileAnyIsDone =
  /\b(?:while|when|whenever|if|until|as long as) (?:a|any|each|every) (?:[a-z]{2,20} ){0,2}(?:transaction|payment|transfer) is (?:still )?being \w+/i;
const asksToWait = /\b(?:wait|patient|patience)\b/i;

/** `under review`, `being verified`, `held for approval`, `pending approval by …`. */
export const openStates = [
  "under (?:review|investigation|verification)",
  "in review",
  "under processing",
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
  String.raw`(?:(?:transaction|payment|transfer) )?will be (?:processed|executed|posted|credited)(?= on \d)`,
  "(?:future|post)[ -]?dated",
  "(?:unsettled|unconfirmed|unposted|provisional)(?: (?:receipt|transaction|payment|transfer))?",
].join("|");

/** `Under review`, `Payment held`, `This transfer is to be approved`, and nothing else but until when. */
const standsOpen = new RegExp(
  String.raw`^\W{0,3}(?:(?:this|your|the) )?(?:${openTexts})(?: (?:since|until|from|on|for) [\d:/. apm-]{1,30})?\W{0,3}$`,
  "i",
);

/**
 * Codes of clearing and core-banking systems, and words that alone are a stamp. As a receipt's own status they are
 * unknown words.
 */
const codes = new Set([
  ...["rjct", "canc", "cncl", "reve", "rev", "rvsd", "rvsl", "pdng", "rcvd", "inau"],
  ...["held", "hold", "undelivered", "nack", "nak"],
]);

const aboutIt = new Set([
  ...[
    "transaction",
    "txn",
    "trx",
    "payment",
    "transfer",
    "receipt",
    "status",
    "state",
    "this",
    "the",
    "your",
    "is",
    "was",
  ],
  ...["has", "been", "being", "currently", "still", "approval", "confirmation", "settlement", "clearance"],
  ...["authorization", "authorisation", "verification", "review", "for", "bank", "customer"],
]);

/**
 * Whether texts that stand beside each other in a row say that the payment is not completed: a word like `Pending` by
 * itself, or behind a label of any status.
 */
export const rowSaysUnfinished = (texts: readonly string[]): boolean => {
  const shown = texts.filter((text) => text !== "" && text !== ":").map(withWordsApart);
  if (shown.length === 1 && shown.some(lineSaysUnfinished)) return true;
  return shown.some((text, at) => {
    const label = [...text.matchAll(/\b(?:status|state|haala)\b|ሁኔታ|ውጤት|ኩነታት/gi)].at(-1);
    const value = label && collapse(text.slice(label.index + label[0].length).replace(/^ ?[:：]/, ""));
    return value !== undefined && saysUnfinished(value || (shown[at + 1] ?? ""));
  });
};
