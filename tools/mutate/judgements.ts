import type { FailureCode } from "../../src/core/failure.ts";
import { collapse, endsOf } from "./printed.ts";
import type { Rules, Said } from "./rules/rules.ts";
import type { Asked } from "./sheet.ts";
import { totalOf } from "./totals.ts";

const completed = new Set(["completed", "successful", "success"]);

/** Words that design 6 names as known and not final. */
export const notFinal = [
  "Pending",
  "Processing",
  "Initiated",
  "Failed",
  "Reversed",
  "Cancelled",
  "Declined",
  "Rejected",
  "Expired",
  "Submitted",
  "Aborted",
  "Voided",
  "Returned",
] as const;

/** Words that say the same without being named. */
const alike = new Set(["unsuccessful", "refunded", "canceled", "in progress"]);

/** Other words in which they are said. */
const inOtherWords =
  /revers|cancel|refund|void|fail|expir|reject|declin|abort|unsuccess|invalid|incomplete|timed? ?out|\bnot |ተሰር|ተመላ|አልተ|ውድቅ/;

/** A status that is printed decides; some receipts print none. */
const statusCodes = (printed: string | undefined): readonly FailureCode[] => {
  const word = printed === undefined ? undefined : collapse(printed).toLowerCase();
  if (word === undefined || completed.has(word)) return [];
  if (alike.has(word) || (inOtherWords.test(word) && !isNotFinal(word)))
    return ["receipt_not_completed", "provider_format_changed"];
  return isNotFinal(word) ? ["receipt_not_completed"] : ["provider_format_changed"];
};

const isNotFinal = (word: string): boolean => notFinal.some((known) => known.toLowerCase() === word);

/** What speaks against a receipt, by the rules of truth (design 6); nothing when it is to be believed. */
export const judgements = (
  said: Said,
  rules: Rules,
  { asked, now }: { readonly asked: Asked; readonly now: Date },
): readonly FailureCode[] => {
  const codes: FailureCode[] = [];
  const changed = (unmet: boolean) => {
    if (unmet) codes.push("provider_format_changed");
  };
  const { reference, payer, receiver, absent = [] } = said;
  changed(!rules.reference.test(reference));
  if (asked.reference !== undefined && reference !== "" && reference.toUpperCase() !== asked.reference)
    codes.push("receipt_mismatch");

  const isAccount = rules.isAccount ?? ((text: string) => endsOf(text) !== null);
  const accounts = [
    ...(absent.includes("payer_account") ? [] : [payer.account]),
    ...(absent.includes("receiver_account") ? [] : [receiver.account]),
  ];
  changed(accounts.some((account) => !isAccount(account)));
  const names = [
    ...(absent.includes("payer_name") ? [] : [payer.name]),
    ...(absent.includes("receiver_name") ? [] : [receiver.name]),
  ];
  changed(names.some((name) => !/\p{L}/u.test(name) || name === "null" || name.length > 200));
  const isAsked = asked.accounts.some((one) => accounts.some((account) => agrees(account, one)));
  if (asked.accounts.length > 0 && !isAsked && accounts.every((account) => account !== ""))
    codes.push("receipt_mismatch");
  codes.push(...linkCodes(said.links ?? [], asked));

  codes.push(...statusCodes(said.status));
  changed(said.documentType === "");
  const moment = rules.moment(said.date);
  changed(moment === null || moment < Date.UTC(2014, 11, 31, 21) || moment > now.getTime() + 86_400_000);
  changed(said.currency !== undefined && said.currency.toUpperCase() !== "ETB");
  changed(totalOf(said) === null);
  // The header's word is the interface's: that it is no success may also be called a change.
  const headed = statusCodes(said.header);
  codes.push(...headed);
  const isHeadless = said.header !== undefined && said.header.toLowerCase() !== "success";
  changed(headed.length > 0 || (isHeadless && codes.length > 0));
  changed(codes.length > 0 && accounts.some((account) => isCurtailed(account, rules)));
  return codes;
};

/** A link to another receipt; one that is broken may be taken for one. */
const linkCodes = (links: readonly string[], { token }: Asked): readonly FailureCode[] => {
  if (token === undefined) return [];
  const found = links.flatMap((link) => [...link.matchAll(token.pattern)].map(([, text = ""]) => text));
  return found.some((text) => !token.isAsked(text)) ? ["receipt_mismatch"] : [];
};

/** Fewer digits than the provider shows: a document that is refused anyway may be refused for that as well. */
const isCurtailed = (account: string, { visible: [masked, whole] }: Rules): boolean => {
  const ends = endsOf(account);
  return ends !== null && (ends.last.length < (ends.masked ? masked : whole) || ends.first === "");
};

/** Visible digits only: the number of stars says nothing (design 3). */
const agrees = (printed: string, { digits, isWhole }: Asked["accounts"][number]): boolean => {
  const ends = endsOf(printed);
  if (ends === null) return false;
  if (!ends.masked)
    return isWhole ? ends.last === digits : ends.last.length >= digits.length && ends.last.endsWith(digits);
  const length = Math.min(ends.last.length, digits.length);
  if (ends.last.slice(-length) !== digits.slice(-length)) return false;
  return !isWhole || digits.startsWith(ends.first);
};
