import type { AmountPlace } from "./places.ts";

/**
 * Whether a bank says an amount of the account, in its own words: `Your current balance is ETB 5`, `ቀሪ ሂሳብዎ 5 ብር ነው`.
 * `Remaining balance 5 birr` may also be what somebody owed. Where a verb says that something was moved, such as
 * `received available balance ETB 5`, it is no balance.
 */
export const isBalanceOfAccount = (place: AmountPlace): boolean => {
  const {
    text,
    amount: { start, end, numberAt },
  } = place;
  const before = text.slice(Math.max(0, start - 80), start);
  const behind = text.slice(end, end + 40);
  const hasDecimals = /\.[0-9]{2}(?![0-9])/.test(text.slice(numberAt, end));
  const isBalance =
    balanceBefore.test(before) ||
    balanceBehind.test(behind) ||
    (shortBalanceBefore.test(before) && start < numberAt && hasDecimals) ||
    (availableBefore.test(before) && hasDecimals) ||
    (ethiopicBalance.test(before) &&
      (hasDecimals ||
        /(?:ዎ|ያለዎ|ያልዎ|ዘሎኩም)/.test(before.slice(before.lastIndexOf("።") + 1)) ||
        /^ ?(?:ነው|ነዉ|እዩ)/.test(behind)));
  return isBalance && !changedBefore.test(before) && !addedBehind.test(behind) && !isMovedBeside(place);
};

/** Whether a verb stands before an amount, with no other amount between, or behind it in the same sentence. */
const isMovedBeside = ({ text, amount, from, near }: AmountPlace): boolean => {
  const balances = near.filter(({ kind }) => kind === "balance");
  // `Balance after received amount`
  const verbs = near.filter(
    ({ kind, start, end }) =>
      kind === "moved" && !balances.some((balance) => balance.start <= start && balance.end >= end),
  );
  return verbs.some(
    ({ start, end }) =>
      (start >= from && end <= amount.start) ||
      (start >= amount.end && /^[^.!?።\n0-9]{0,28}$/.test(text.slice(amount.end, start))),
  );
};

const changedBefore = /(?<!\p{L})(?:clear|empti|add|increas)(?:ed|ing)(?!\p{L})[^.!?\n]{0,40}$/iu;
/** `baalansii keessan irratti ETB 5 dabaleera`, `ባላንስዎ በ5 ብር ጨምሯል`: so much was added to the balance. */
const addedBehind =
  /^[^.!?።፡፣\n0-9]{0,28}(?<!\p{L})(?:added|more(?!\p{L})|extra|dabal|ida['’]?am|ተ?ጨም[ረሬሮሯራ]|ተ?ጨመር|ተ?ወሲ[ኹኸኽ])/iu;
const balanceBefore =
  /(?:(?<!\p{L})(?:current|available|new|wallet|account|e-?money|ledger|actual|closing|opening)\s{1,3}(?:[\p{L}\p{N}-]{1,16}\s{1,3}){0,2}(?:balance|bal)(?!\p{L})\.?(?: (?:before|after)(?: [a-z]{1,14}){0,3})?|(?<!\p{L})(?:your|remaining|the)\s{1,3}(?:balance|bal)(?=\s{1,3}(?:is|now)\s)|(?<!\p{L})balance (?:before|after)(?: [a-z]{1,14}){1,3})(?:\s{1,2}(?:is|was|now|will be|in|of)){0,3}\s{0,2}[:=]?\s{0,3}$|(?:haft\p{L}{0,4} (?:herreg|hisaab|akkaawuntii)\p{L}{0,6}|baala?ns\p{L}{0,4}|madaallii\p{L}{0,4})(?: \p{L}{1,10}){0,3} ?:? ?$/iu;
/** `Available: ETB 5.00` */
const availableBefore = /(?<!\p{L}|amount )available(?: (?:amount|funds?))?(?: is)? ?:\s{0,3}$/iu;
const balanceBehind =
  /^ ?\)?,? ?(?:(?:as|is) )?(?:(?:the|your) )?(?:(?:current|available|account|wallet) ){1,2}balance/i;
/** `Balance ETB 12.44`, as banks write it. */
const shortBalanceBefore =
  /(?:^|[.,;!]\s?|\n|(?<=[A-Z]{2}) )(?:(?:remaining|your|new) )?(?:balance|bal)\.?\s?(?:is|:)?\s{0,3}$/i;
const ethiopicBalance =
  /(?<!ወደ )(?:ሂሳብ(?:[\u1200-\u135a]{1,3} ቀሪ)?|አካውንት|ባላንስ|መጠን|ገንዘብ|ያለዎ|ያልዎ|ዘሎኩም ተረፍ)[\u1200-\u135a]{0,4}(?: አሁን| መጠን| በ){0,2} ?[:፦፡]{0,2} ?$/;

/** `ance is ETB 9,310.55. Thank you`: a half message begins within its balance. */
export const isCutOffBalance = ({ text, amount: { start, end } }: AmountPlace): boolean =>
  cutOffBalance.test(text.slice(0, start)) && goesOnAsBank.test(text.slice(end, end + 40));

export const cutOffBalance = /^\s{0,4}(?:…|\.{2,3})? ?(?:b?a?l?ance|nce|ce)(?: now| is){0,2} ?:? ?$/;

/** How a bank's message goes on behind a balance or a fee. */
const goesOnAsBank =
  /^ ?[.,;]\s?(?:thank|for (?:receipt|reciept|feedback|more|help|info|details)|to |download|dial|call|visit|click|(?:the )?(?:service|vat|charge|fee|15 ?%)|(?:(?:your|the|current|available|new|remaining|e-?money|account|wallet) {1,2}){1,5}balance)/i;

/** The same where nothing stands before the amount: people too go on with thanks, or with whom to call. */
export const goesOnBehindBalance =
  /^ ?[.,;]\s?(?:thank(?:s| you) for (?:banking|using|choosing)|(?:the )?(?:service|vat|charge|fee|15 ?%)|(?:(?:your|the|current|available|new|remaining|e-?money|account|wallet) {1,2}){1,5}balance)/i;
