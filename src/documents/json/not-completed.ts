import { collapse } from "../../core/white-space.ts";
import type { JsonValue } from "../document.ts";
import { isOpenNote, isPayersLabel } from "../labelled.ts";
import { completionOf, isUnderWay } from "../undone/completion.ts";
import {
  fault,
  fieldSaysUndone,
  isNoFault,
  isNothing,
  isRuleOfUndoing,
  pairSaysUndone,
} from "../undone/fields.ts";
import { stampSaysUndone, withoutNames } from "../undone/lines.ts";
import { isStampLine, joinedLines } from "../undone/stamp-lines.ts";
import { isBanksNote, isBanksStatement, saysUnderWay, saysUndone } from "../undone/undone.ts";
import { lineSaysUnfinished, saysUnfinished } from "../undone/unfinished.ts";

/**
 * Whether JSON says at any depth that the payment is not completed, but for what payers chose.
 *
 * @param names of the parties, which messages may end with
 */
export const jsonSaysNotCompleted = (value: JsonValue, names: readonly string[]): boolean => {
  if (value.kind === "array")
    return withoutStatesLeft(value.items).some((item) => jsonSaysNotCompleted(item, names));
  if (value.kind !== "object") return false;
  return value.members.some((one) => {
    const key = wordsOfKey(one.key);
    return (
      memberSaysIt(key, one.value, names) ||
      eventSaysIt(key, one.value) ||
      jsonSaysNotCompleted(one.value, names)
    );
  });
};

/**
 * Events without the messages of states that the payment has left: the last event says that it is completed, and that this
 * has happened. A list of the steps that a payment goes through looks the same, but for that.
 */
const withoutStatesLeft = (events: readonly JsonValue[]): readonly JsonValue[] => {
  const last = events.at(-1);
  if (last?.kind !== "object" || !isCompletedEvent(last.members)) return events;
  return events.map((event) =>
    event.kind === "object"
      ? { ...event, members: event.members.filter((one) => !isStateLeft(one, event.members)) }
      : event,
  );
};

type Members = Extract<JsonValue, { kind: "object" }>["members"];

/** Whether an event says that the payment is completed and that this has happened, and nothing against it. */
const isCompletedEvent = (members: Members): boolean =>
  members.some(
    ({ key, value }) =>
      messageKey.test(wordsOfKey(key)) &&
      textsAt(value).some((text) => completionOf(stateOf(text)) === "completed"),
  ) &&
  members.some(({ key, value }) => happened.test(wordsOfKey(key)) && textsAt(value).some(isYes)) &&
  members.every(({ value }) => textsWithin(value).every((text) => !isNothing(text)));

/** `Payment completed` without its subject. */
const stateOf = (text: string): string =>
  text.replace(/^(?:your )?(?:payment|transaction|transfer) (?:is |was )?/i, "").replace(/\.{1,3}$/, "");

const happened = /^(?:(?:is|was|has) )?(?:done|reached|passed|happened|finished)$/;

/** Whether a member is the message of an event that has happened, too. */
const isStateLeft = ({ key, value }: Members[number], members: Members): boolean =>
  messageKey.test(wordsOfKey(key)) &&
  textsAt(value).every((text) => isUnderWay(stateOf(text))) &&
  members.some((one) => happened.test(wordsOfKey(one.key)) && textsAt(one.value).some(isYes));

/**
 * Whether an event of the payment says that it was undone, as in `events: [{name: "Reversed"}]`. A state that the payment
 * has left, such as `Pending`, says nothing.
 */
const eventSaysIt = (key: string, value: JsonValue): boolean =>
  eventsKey.test(key) &&
  (value.kind === "array" ? value.items : [value]).some(
    (event) =>
      event.kind === "object" &&
      event.members.some(
        ({ key: name, value: said }) =>
          wordsOfKey(name) === "name" &&
          textsAt(said).some((text) => isBanksStatement(text) && saysUndone(text)),
      ),
  );

const eventsKey = /\b(?:events?|history|timeline|stages?|steps?|trail|activit(?:y|ies)|changes)$/;

/** `isReversed` and `reversal_date` as words. */
export const wordsOfKey = (key: string): string =>
  collapse(key.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/[_.-]/g, " ")).toLowerCase();

const memberSaysIt = (key: string, value: JsonValue, names: readonly string[]): boolean => {
  if (isPayersKey(key)) return isOpenNote(key) && textsAt(value).some(isBanksNote);
  if (undoing.test(key) && !permission.test(key))
    return saysAnything(value) && !(value.kind === "string" && isRuleOfUndoing(key, value.text));
  const texts = textsAt(value);
  if (deed.test(key) && !permission.test(key)) return texts.some(isYesOrDate);
  if (returning.test(key) && !permission.test(key) && saysYesOrDate(value)) return true;
  if (open.test(key) && texts.some(isYes)) return true;
  if (finality.test(key) && texts.some((text) => isNo(text) || text === "0")) return true;
  if (doing.test(key) && texts.some((text) => text !== "" && isNothing(text) && text !== "null")) return true;
  if (ownStatus.test(key) && texts.some((text) => isBadStatus(text))) return true;
  if (stateKey.test(key) && stateTexts(value).some((text) => saysUndone(text) || saysUnfinished(text)))
    return true;
  if (shortState.test(key) && texts.some((text) => saysUndone(text) || saysUnfinished(text))) return true;
  if ((stage.test(key) || stepDate.test(key)) && texts.some(isOpenState)) return true;
  if (outcome.test(key) && texts.some((text) => bad.test(text))) return true;
  if (approval.test(key) && texts.some((text) => unapproved.test(text))) return true;
  if (surroundings.test(key) && texts.some((text) => unreal.test(text))) return true;
  // A switch such as `approval: false` may say that none is needed, and a code of a return is the answer's own.
  if (value.kind === "string" && key !== "return code" && pairSaysUndone(key, value.text)) return true;
  if (value.kind === "array" && joinedLines(texts, isStampLine).some(stampSaysUndone)) return true;
  if (fault.test(key)) return textsWithin(value).some((text) => !isNoFault(text));
  if (answerKey.test(key) && texts.some((text) => miss.test(text))) return true;
  return texts.some(
    (text) =>
      text.length <= documentLengthMin &&
      (fieldSaysUndone(key, text) ||
        (messageKey.test(key) && messageSaysUnfinished(withoutNames(text, names)))),
  );
};

const messageSaysUnfinished = (text: string): boolean => saysUnderWay(text) || lineSaysUnfinished(text);

/** Longer texts are embedded documents. */
const documentLengthMin = 2_000;

const isPayersKey = (key: string): boolean => isPayersLabel(key) || /^payment details?$/.test(key);

/** Keys that say what was done to the payment. */
const undoing =
  /\b(?:revers(?:ed|al|als)|cancell?(?:ed|ation)|refund(?:ed|s)?|void(?:ed)?|returned|failed|failure|expired|rejected|rejection|declined|aborted|revoked|undone|chargeback|charged back|rolled back)\b|\b(?:cancel|reverse|refund|reject|decline|fail|void|hold) (?:reason|date|time|by|code)\b|\breturn reason\b/;

/** Keys that say so when their value is yes or a date; other values may belong to a link or a button. */
const deed =
  /\b(?:cancel|cancels|reverse|reverses|reversals?|refund|refunds|void|voids|delete|deleted)\b|\b(?:rev|rvs|rvsl|cncl|canc) (?:flag|ind|indicator|date|time|yn)\b/;

/** The same of words that many other things are called by: `isReturn`, `recallDate`, `rollback`, and not `returnUrl`. */
const returning =
  /^(?:(?:is|was|has|been|transaction|payment|transfer|txn|trx|funds?) )*(?:recall|roll ?back|claw ?back|withdrawn|return|rescinded|superseded)(?: (?:flag|ind|indicator|yn|date|time|at|on))?$/;

/** Whether a value is yes or a date, or an object with a date in it. */
const saysYesOrDate = (value: JsonValue): boolean =>
  textsAt(value).some(isYesOrDate) ||
  (value.kind === "object" &&
    value.members.some(
      ({ key, value: inner }) =>
        !permission.test(wordsOfKey(key)) && textsAt(inner).some((text) => !isYes(text) && isYesOrDate(text)),
    ));

/** Keys that say, when their value is yes, that the payment is not final, not honest or not real. */
const open =
  /^(?:(?:is|was|has|still|currently|transaction|payment|transfer|txn|trx|amount|funds?) )*(?:pending|(?:on |in )?hold|held|provisional|tentative|unconfirmed|unsettled|unposted|uncleared|unfinished|incomplete|in ?complete|scheduled|post ?dated|queued|processing|in progress|(?:under|in) review|draft|simulat(?:ed|ion)|sandbox|test|fraud|fraudulent|suspicious|suspected(?: fraud)?|frozen|blocked|suspended|disputed|forged|fake|(?:pending|awaiting) (?:approval|settlement|confirmation|clearance|authori[sz]ation|review|verification|posting))(?: (?:flag|ind|indicator|yn))?$/;

const isYes = (text: string): boolean => /^(?:true|yes|y|1)$/i.test(text);

/** `txSts`, `progress` */
const shortState = /^(?:(?:transaction|txn|tx|payment|transfer|ack) )?(?:sts|progress)$/;

/** Keys of where a payment stands that are not called a status. */
const stage = /^(?:(?:transaction|txn|payment|transfer|current) )?(?:stage|phase|posting)$|^current state$/;

/** When a step was taken, where a word may stand instead: `settlementDate: "PENDING"`. */
const stepDate =
  /^(?:(?:transaction|payment|transfer|txn) )?(?:settlement|posting|clearing|clearance|completion|approval|value|credit|confirmation) (?:date|time|at|on)$/;

/** How the payment ended: `result: "fail"`, `decision: "REJECT"`. */
const outcome =
  /^(?:(?:transaction|txn|payment|transfer|final|processing) )?(?:result|decision|outcome|verdict|status)$/;

const bad = /^(?:fail|failure|error|nok|ko|not ok|reject|decline|deny|abort|cancel)$/i;

/** Core-banking systems write `A` for what is authorised, and `U` for what is not. */
const approval = /^(?:(?:transaction|txn|payment) )?(?:auth|authori[sz]ation) (?:stat|sts)$/;
const unapproved = /^(?:u|unauth(?:ori[sz]ed)?)$/i;

/** Where the answer comes from: a test moved no money. */
const surroundings = /^(?:env|environment|(?:(?:transaction|payment|api) )?mode)$/;

const unreal = /^(?:test|testing|sandbox|demo|simulat(?:ed|ion|or)|staging|uat)$/i;

/** Codes such as `AUTH_PENDING`, and not `NOT_PENDING`. */
const isOpenState = (text: string): boolean => {
  const words = wordsOfKey(text).split(/[^\p{L}]+/u);
  return (
    words.length <= openStateWordsMax &&
    words.some((word) => openStates.has(word)) &&
    !words.some((word) => /^(?:no|not|non|none|without)$/.test(word))
  );
};

const openStateWordsMax = 4;

const openStates = new Set([
  ...["pending", "awaiting", "hold", "held", "queued", "processing", "provisional", "unposted", "unsettled"],
  ...["unconfirmed", "uncleared", "nack", "nak", "suspended", "frozen"],
]);

const isYesOrDate = (text: string): boolean => isYes(text) || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(text);

/** Words of rules that hold for any payment. */
const permission =
  /\b(?:allowed|eligible|policy|fees?|charges?|until|window|limit|period|attempts|deadline|possible|can|may|enabled|supported|show|button|link|url)\b/;

const doing =
  /^(?:(?:is|was|has|transaction|payment) )*(?:success|successful|succeeded|completed|complete|posted|settled|valid|approved|authori[sz]ed|processed|executed|paid|credited)(?: (?:flag|ind|indicator|yn))?$/;

/** Keys that say so when their value is no. */
const finality =
  /^(?:(?:is|was|has|been|transaction|payment|transfer) )*(?:final|finali[sz]ed|confirmed|cleared|accepted|genuine|ok|credit posted|released|live ?mode)(?: (?:flag|ind|indicator|yn))?$|^(?:beneficiary|receiver|payee) (?:is |was )?(?:credited|paid)$/;

const isNo = (text: string): boolean => /^(?:false|no|n)$/i.test(text);

const ownStatus = /^(?:transaction|txn|trx|payment|transfer|receipt|posting) (?:status|state)$/;

/** Keys of a state that may be an object: `currentState: {name: "Reversed"}`. A history also holds former states. */
const stateKey = /^(?!.*\b(?:history|previous|former|log)\b).*\b(?:status|state|stage|outcome|result)$/;

/** What an object says by keys that stand for itself, at any depth. */
const stateTexts = (value: JsonValue): readonly string[] =>
  value.kind !== "object"
    ? []
    : value.members.flatMap(({ key, value: inner }) => {
        const words = wordsOfKey(key);
        if (!itself.test(words)) return [];
        return inner.kind === "object" ? stateTexts(inner) : textsAt(inner);
      });

const itself =
  /^(?:(?:status|state|display|current|short|long) )?(?:name|value|code|label|text|title|description|desc|key|id|status|state|type|message)$/;

const answerKey = /\b(?:message|description|desc|text|detail)$/;

/** Keys of what a bank tells a reader. */
const messageKey = /\b(?:messages?|info|notice|alert|warning|title|stamp|watermark)$/;

/** A sentence that there is no such payment. */
const miss =
  /^(?:(?:error|sorry)[:,.!]? )?(?:(?:the |this )?(?:transaction|receipt|record|payment)(?: [\w.]{1,20}){0,3} (?:not found|(?:does not|doesn't) exist)|no (?:such )?(?:record|transaction|receipt)|invalid (?:transaction|reference|receipt))/i;

const isBadStatus = (text: string): boolean => text !== "" && completionOf(text) !== "completed";

const saysAnything = (value: JsonValue): boolean => {
  if (value.kind === "object") return value.members.some((one) => saysAnything(one.value));
  return value.kind === "array" ? value.items.some(saysAnything) : !isNothing(value.text);
};

/** The text of a value, or all texts of a list. */
const textsAt = (value: JsonValue): readonly string[] => {
  if (value.kind === "array") return value.items.flatMap(textsAt);
  return value.kind === "object" ? [] : [collapse(value.text)];
};

/** All texts of a value, at any depth. */
const textsWithin = (value: JsonValue): readonly string[] =>
  value.kind === "object"
    ? value.members.flatMap((one) => textsWithin(one.value))
    : value.kind === "array"
      ? value.items.flatMap(textsWithin)
      : [collapse(value.text)];
