import { collapse } from "../../core/white-space.ts";
import { isPayersLabel } from "../labelled.ts";
import { type Completion, completionOf } from "./completion.ts";
import { isNone } from "./none.ts";
import { namesUndoing, typeSaysUndone } from "./types.ts";
import { isBanksStatement, saysUnderWay, saysUndone } from "./undone.ts";
import { isStatusLabel, saysUnfinished } from "./unfinished.ts";

/**
 * Whether a label and its value, or either alone, say that the payment was undone or is not done yet. A value that a
 * payer chose says nothing.
 */
export const fieldSaysUndone = (label: string, value: string): boolean => {
  if (isPayersLabel(label)) return false;
  if (saysUndone(`${label}:`) && !isNothing(value) && !isRuleOfUndoing(label, value)) return true;
  if (isTypeLabel(label) && typeSaysUndone(value)) return true;
  return saysUndone(value) || (isStatusLabel(label) && (saysUnfinished(value) || saysUnderWay(value)));
};

/**
 * Whether a label and its value say together what neither says alone: `Completed: No`, `Cancel date: 16/11/2026`, `Approval:
 * Pending`, `On hold: Yes`. The caller sees to it that no payer typed the label. JSON has rules of its own for its keys.
 */
export const pairSaysUndone = (label: string, value: string): boolean => {
  if (label.length > labelLengthMax || isPayersLabel(label)) return false;
  const said = collapse(value.slice(0, valueLengthMax).replaceAll("\ufe0f", ""))
    .replace(/[.!]$/, "")
    .toLowerCase();
  if (!/[\p{L}\d]/u.test(said) && !cross.test(said)) return false;
  return label.split("/").some((half) => {
    const plain = collapse(half.replace(/[\p{Script=Ethiopic}\p{P}\p{Co}]/gu, " ")).toLowerCase();
    const named = plain.replace(about, "").replace(/ (?:flag|indicator)$/, "");
    if (done.test(named) && (denied.test(said) || cross.test(said))) return true;
    if ((said === "0" || isPartly(said)) && isSwitch.test(named)) return true;
    if (arrived.test(plain) && denied.test(said)) return true;
    if (ownState.test(plain) && (wrong.test(said) || notThere.test(said)))
      return said !== "new" || !plain.includes("receipt");
    if (anyState.test(plain) && wrong.test(said)) return true;
    if (stopped.test(named) && /^(?:yes|true|y)$/.test(said)) return true;
    if (fault.test(named)) return !isNoFault(said);
    if (deed.test(named)) return !isNothing(said) && !noDeed.test(said) && !noDate.test(said);
    // `Payment` | `No.` heads two columns.
    if (named === "payment" && /^no?$/.test(said)) return false;
    if (!step.test(named) || said === "not applied") return false;
    return open.test(said) || denied.test(said) || saysUnfinished(said);
  });
};

/**
 * The same of a row that is printed, with a word such as `Pending` or `On hold` behind what the payment goes through:
 * `Funds | On hold`, `Checker | Pending`. Much else on a receipt may wait: a message, a reward, another bill.
 */
export const printedPairSaysUndone = (label: string, value: string): boolean =>
  pairSaysUndone(label, value) ||
  (value.length <= valueLengthMax && waits.test(collapse(value)) && ofPayment.test(collapse(label)));

const waits =
  /^\W{0,3}(?:(?:still|currently) )?(?:pending|awaiting|on[ -]?hold|hold|held|uncleared|unconfirmed|unsettled)(?: (?:approval|confirmation|clearance|authori[sz]ation|review|posting|settlement))?(?: since [\d/. :-]{4,20})?\W{0,3}$/i;

const atBank =
  "(?:branch|bank|supervisor|manager|compliance|fraud|aml|risk|payee|beneficiary|receiving bank)";
const toReceiver = "(?:the )?(?:beneficiary|payee|receiver|recipient|(?:(?:receiving|beneficiary) )?bank)";

const ofPayment = new RegExp(
  `^(?:${[
    "(?:(?:your|this|the) )?(?:payment|transfer|transaction|funds?|money)",
    "(?:payment|transfer) order|escrow|value date|credit(?: advice)?|crediting|posting|payout|disbursement",
    "compliance|clearing|settlement|interbank transfer|call-?over|delivery of funds",
    "approver|authori[sz]er|checker|verifier|(?:approved|authori[sz]ed|checked|verified) by",
    `${atBank} (?:approval|confirmation|clearance|review|verification|authori[sz]ation)`,
    `(?:credit|transfer|payment|approval|clearing|sent) (?:to|by|of) ${toReceiver}`,
  ].join("|")}) ?[:：]?$`,
  "i",
);

const labelLengthMax = 100;
const valueLengthMax = 200;

/** Words before the one that counts. */
const about =
  /^(?:(?:is|was|has|been|the|this|transaction|txn|payment|transfer|receipt|amount|funds?) ){1,4}/;

const done =
  /^(?:(?:beneficiary|receiver|recipient|payee) (?:credited|paid)|(?:funds? )?released|credit posted|accepted|genuine|complete|completed|completion|valid|final|finali[sz]ed|success|successful|approved|cleared|settled|paid|posted|confirmed|authori[sz]ed|executed|processed|credited)$/;

const denied =
  /^(?:no|false|n|not|not yet|not (?:yet )?(?:been )?(?!applicable|available|required|needed|known|shown|given|specified|provided|set|revers|cancel|refund|return|disput|flagged|blocked|held|frozen)[a-z]{3,20}(?: yet| any ?more)?)$/;

/** A cross, or a box without a tick. A crossed box may be a ticked one, and an `x` too. */
const cross = /^[✗✘✕✖❌❎×🗙🗴🚫⛔☐□]{1,3}$/u;

/** Of `done`, what no amount is called by: `Paid: 0` may be what was paid in cash. */
const isSwitch =
  /^(?:complete|completed|valid|final|finali[sz]ed|success|successful|approved|confirmed|authori[sz]ed|executed|processed|accepted|genuine)$/;

/** `0%` or `1 of 2` */
const isPartly = (said: string): boolean => {
  const [, some, all] = /^(\d{1,3}) ?(?:%|of (\d{1,3}))$/.exec(said) ?? [];
  return some !== undefined && Number(some) < Number(all ?? 100);
};

const arrived = /^(?:payment|transfer|amount|money|funds?) (?:received|delivered|arrived)$/;

/** What became of the payment itself. */
const ownState =
  /^(?:(?:current|final|latest) )?(?:transaction|txn|trx|payment|transfer|receipt|posting) (?:status|state|result|outcome|stage)$/;
const anyState = /^(?:(?:current|final|latest|processing) )?(?:status|state|result|outcome)$/;

/** Words that say in such a place that it went wrong. Some are common words elsewhere. */
const wrong =
  /^(?:(?:an? |in |with )?(?:error|errors|exception|fault|problem)|errored|nok|ko|not ok|fail|reject|deny|decline|abort|invalid|interrupted|disapproved|unprocessed|unfinished|in doubt|unauthori[sz]ed)$/;
/** And that it is not there yet. What is authorised is not paid. */
const notThere =
  /^(?:(?:pre-?)?authori[sz]ed|unknown|undefined|open|opened|new|draft|created|started|requested|registered|acknowledged|in transit|delayed|waiting|partial|ready|saved|planned|reserved)$/;

const stopped =
  /^(?:(?:on |in )?hold|held|blocked|frozen|suspended|disputed|pending|provisional|unsettled|uncleared|under (?:review|investigation)|fraud|fraudulent|suspicious|test|simulated)$/;

/** The details of what was done to the payment: a fee or a rule of it is none. */
const deed =
  /^(?:(?:cancel|cancell?ation|reverse|reversal|refund|reject|rejection|decline|fail|failure|void|recall|rollback|revert|undo|chargeback|clawback) (?:date|time|date and time|reason|code|by|amount)|return (?:reason|amount|code)|reversing (?:transaction|reference)|reverse (?:ref|reference)|(?:on )?hold (?:date|reason|by))$/;

/** That nothing of the kind was done. */
const noDeed =
  /^(?:no (?:hold|return|reversal|refund|cancell?ation|reason)|not (?:applicable|available|required|reversed|cancell?ed|refunded|returned|held|on hold))$/;

/** What systems print where there is no date. */
const noDate =
  /^(?:0{1,4}[-/.]0{1,2}[-/.]0{1,4}|0?1[-/.]0?1[-/.](?:1900|1970|0001)|(?:1900|1970|0001)[-/.]0?1[-/.]0?1)(?!\d)/;

/** Steps that a payment goes through, the words before them taken off. */
const step =
  /^(?:clearing|clearance|settlement|approval|authori[sz]ation|payment|confirmation|completion)(?: (?:status|state))?$|^(?:status|state)$/;

const open =
  /^(?:pending|awaiting|waiting|outstanding|un(?:cleared|settled|approved|paid|confirmed|authori[sz]ed)|incomplete)$/;

/** Keys and labels that only an answer about a failure fills. */
export const fault =
  /^(?:errors?|exception|fault)(?: (?:messages?|description|desc|text|details?|codes?|reason))?$/;

/** What stands under such a label where nothing went wrong. */
export const isNoFault = (text: string): boolean =>
  isNothing(text) ||
  (/^0+$|^(?:no errors?|ok(?:ay)?|(?:.{1,40} )?(?:success(?:ful(?:ly)?)?|completed)(?: .{1,40})?)[.!]?$/i.test(
    text,
  ) &&
    !/\b(?:un|not\b)/i.test(text));

/**
 * Whether a row of a ledger takes an amount back: `Transfer reversed`, `-1,250.00`. Under a label of what payers type it would
 * else be theirs.
 */
export const entrySaysUndone = (cells: readonly string[]): boolean =>
  cells.some((cell) => negative.test(cell)) &&
  cells.some((cell) => namesUndoing(cell) || (isBanksStatement(cell) && cell.includes(" ")));

const negative =
  /^(?:(?:ETB|Birr|Br\.?|ብር) ?)?(?:[-−–] ?(?:(?:ETB|Birr|Br\.?|ብር) ?)?[\d,]{1,20}(?:\.\d{1,2})?|\([\d,]{1,20}(?:\.\d{1,2})?\)|[\d,]{1,20}(?:\.\d{1,2})?-)(?: ?(?:ETB|Birr|Br\.?|ብር))?$/i;

/**
 * Whether a row says that payments cannot be undone, or until when they can: `Cancellation`, `not possible`; `Refund`,
 * `within 7 days`. A row that says whom to ask may be of a payment that was undone: `Refund`, `contact your bank`. A
 * reversal within some time is one that the bank is making. `Time out`, `12:00` says when somebody left.
 */
export const isRuleOfUndoing = (label: string, value: string): boolean => {
  const said = collapse(value).replace(/[።.!]$/, "");
  const isImpossible = /^not (?:possible|allowed|permitted|available|supported)$|^(?:አይቻልም|አይፈቀድም)$/i.test(
    said,
  );
  if (/^reversals?:?$/i.test(label)) return isImpossible;
  if (/^time[ -]out:?$/i.test(label)) return clockTime.test(said);
  return /^(?:(?:cancell?ation|refund)s?|ተመላሽ|ስረዛ):?$/i.test(label) && (isImpossible || term.test(said));
};

/** Without seconds: a computer writes those beside a payment that timed out. */
const clockTime = /^\d{1,2}:\d{2}(?: ?[ap]m)?$/i;

const term =
  /^within (?:\d{1,3}|an?) (?:(?:working|business|calendar) )?(?:hours?|days?|weeks?|months?)(?: (?:of|from|after) (?:the |a )?(?:purchase|payment|transaction))?$/i;

const isTypeLabel = (label: string): boolean => /\b(?:type|kind)\b|[አዓ]ይነት/i.test(label);

/** Whether a value says that there is none, or is empty. */
export const isNothing = (value: string): boolean => {
  const plain = collapse(value);
  return plain === "" || isNone(plain);
};

/** The same of all that a receipt's own status field may say: `Reversed on 16/11/2026`, `Not completed`. */
export const completionOfStatus = (status: string): Completion => {
  const completion = completionOf(status);
  return completion === "unknown" && saysUndone(status) ? "not_completed" : completion;
};
