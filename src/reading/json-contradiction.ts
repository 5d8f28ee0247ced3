import type { JsonValue } from "./document.ts";
import { isPayersLabel } from "./payers-text.ts";
import { completionOf } from "./status-word.ts";
import { fieldSaysUndone, isNothing } from "./undone-fields.ts";
import { collapse } from "./white-space.ts";

/** Whether JSON says at any depth that the payment is not completed, but for what payers chose. */
export const jsonSaysNotCompleted = (value: JsonValue): boolean => {
  if (value.kind === "array") return value.items.some(jsonSaysNotCompleted);
  if (value.kind !== "object") return false;
  return value.members.some(
    (one) => memberSaysIt(wordsOfKey(one.key), one.value) || jsonSaysNotCompleted(one.value),
  );
};

/** `isReversed` and `reversal_date` as words. */
export const wordsOfKey = (key: string): string =>
  collapse(key.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/[_.-]/g, " ")).toLowerCase();

const memberSaysIt = (key: string, value: JsonValue): boolean => {
  if (isPayersKey(key)) return false;
  if (undoing.test(key) && !permission.test(key)) return saysAnything(value);
  const texts = textsAt(value);
  if (deed.test(key)) return texts.some((text) => /^(?:true|yes|y|1)$/i.test(text));
  if (doing.test(key)) return texts.some((text) => text !== "" && isNothing(text) && text !== "null");
  if (ownStatus.test(key) && texts.some((text) => isOtherStatus(text))) return true;
  return texts.some((text) => text.length <= textLengthMax && fieldSaysUndone(key, text));
};

/** Longer ones are documents. */
const textLengthMax = 2_000;

const isPayersKey = (key: string): boolean => isPayersLabel(key) || /^payment details?$/.test(key);

/** What was done to the payment. */
const undoing =
  /\b(?:revers(?:ed|al|als)|cancell?(?:ed|ation)|refund(?:ed|s)?|void(?:ed)?|returned|failed|failure|expired|rejected|rejection|declined|aborted|revoked|undone|chargeback|charged back|rolled back)\b|\b(?:cancel|reverse|refund|reject|decline|fail|void) (?:reason|date|time|by|code)\b/;

/** What is a deed where it is answered with yes; else it may be a link or a button. */
const deed = /^(?:(?:is|was|has|to|transaction|payment) )*(?:cancel|reverse|refund|void|delete|deleted)$/;

/** What could be done to any payment. */
const permission =
  /\b(?:allowed|eligible|policy|fees?|charges?|until|window|limit|period|attempts|deadline|possible|can|may)\b/;

const doing =
  /^(?:(?:is|was|has|transaction|payment) )*(?:success|successful|succeeded|completed|complete|posted|settled|valid|approved|paid|credited)$/;

const ownStatus = /^(?:transaction|txn|trx|payment|transfer|receipt|posting) (?:status|state)$/;

const isOtherStatus = (text: string): boolean => text !== "" && completionOf(text) !== "completed";

const saysAnything = (value: JsonValue): boolean => {
  if (value.kind === "object") return value.members.some((one) => saysAnything(one.value));
  return value.kind === "array" ? value.items.some(saysAnything) : !isNothing(value.text);
};

/** A value's own text, or those of a list. */
const textsAt = (value: JsonValue): readonly string[] => {
  if (value.kind === "array") return value.items.flatMap(textsAt);
  return value.kind === "object" ? [] : [collapse(value.text)];
};
