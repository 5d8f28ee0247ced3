import type { AmountFound } from "./amounts.ts";
import type { AmountPlace } from "./places.ts";

/** `2500 birr in total`, `together I paid 2500 birr`, `በድምሩ 2500 ብር`. The word may also belong to the next amount. */
export const isSummedUp = ({ text, amount, from, to, next }: AmountPlace): boolean => {
  if (sumBefore.test(text.slice(Math.max(from, amount.start - 40), amount.start))) return true;
  const behind = sumBehind.exec(text.slice(amount.end, to));
  if (behind === null) return false;
  return (
    next === null || !/^[\s:=-]{0,3}(?:(?:of|is) )?$/i.test(text.slice(amount.end + behind[0].length, next))
  );
};

const ofSum = {
  latin:
    "(?:grand )?total|sum|altogether|all together|together|in all|overall|combined|waliigalaan?|ida['’]?ama\\p{L}{0,3}",
  ethiopic: "[በየብ]?(?:ጠቅላላ|አጠቃላይ|ጠቕላላ|ድምር|ድምሩ|ድምሪ)",
};

const sumBefore = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:${ofSum.latin})(?![\p{L}\p{N}])|${ofSum.ethiopic})[^.!?\n0-9]{0,24}$`,
  "iu",
);

export const sumBehind = new RegExp(
  String.raw`^[\s,)]{0,2}(?:(?:is|was|in|as|the|a|for|ነው|ነዉ) ){0,3}(?:(?:${ofSum.latin}|both|all of them)(?![\p{L}\p{N}])|${ofSum.ethiopic})`,
  "iu",
);

/**
 * Whether only a word such as `and` stands between an amount and the one before, and nothing behind it says what it is.
 */
export const isAdded = (text: string, last: number, { start, end }: AmountFound): boolean =>
  last > 0 &&
  /^ ?\)?,? ?(?:(?:and|plus|also|እና|fi)|[&+])(?: also| another)? ?$/i.test(
    text.slice(last, Math.min(start, last + 24)),
  ) &&
  /^ ?(?:$|[.,;:!)\n\0።]|(?:to|from|by|on|via|with|ref|your|transaction|txn|trx)\b|[A-Z0-9]{10})/i.test(
    text.slice(end, end + 14),
  );

/** Between two amounts: a person may add them up. The total goes with the fees before it. */
export const joins =
  /^ ?\)?,? ?(?:(?:and|plus|እና|fi)(?!\p{L})|[&+])(?![^0-9.!?።\n]*total)[^0-9.!?።\n]{0,16}$/iu;
