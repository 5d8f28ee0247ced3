import type { AmountFound } from "./amounts.ts";

/**
 * `50 ብር ተቀንሶ 1250 ብር ልኬያለሁ`, `50 ብር ቀንሰህልኛል`: a discount, and not what a bank says of an account: `1250 ብር ከሂሳብዎ ተቀንሷል`.
 */
export const isTakenOff = (text: string, { end }: AmountFound): boolean =>
  takenOffBehind.test(text.slice(end, end + 32));

const takenOffBehind =
  /^ ?(?:\p{L}{1,8} )?(?:(?:ተ?ቀን[ሶሰሳ]|ቀንሼ|ተ?ኣጕዲሉ|ተ?ነኪዩ|hir['’]isee|hir['’]ifamee|(?:was |is )?(?:deducted|taken off|less|off))[,፣;.]? (?:(?:ብር|qarshii|ETB|birr|and|so|I|we|have|sent|paid) ){0,5}[0-9]|ተ?ቀን[ሰሶሳ]\p{L}{0,3}ል[ኝኛንና])/iu;

/** `1500 birr minus 250 birr`, `sent 1500 birr, you returned 250 birr`: neither of the two is what was paid in the end. */
export const isLessened = (text: string, { start, end }: AmountFound): boolean => {
  const before = text.slice(Math.max(0, start - 44), start);
  const behind = text.slice(end, end + 60);
  return (
    lessBehind.test(behind) ||
    lessBefore.test(before) ||
    (amountBefore.test(before) && takenBackBehind.test(behind))
  );
};

const money = String.raw`(?:(?:ETB|birr|br|ብር|ቅርሺ|qarshii)\.? ?)?`;

const less = "(?:minus|less|ሲቀነስ)(?: (?:the|my|your|an?))?";

const returned =
  "(?:you|u|he|she|they|shop) (?:have |has |had |then |already ){0,2}(?:returned|refunded|(?:gave|sent|paid) (?:me |us )?back)(?: (?:to|me|us|the|a|my|back|only)){0,3}";

/** Behind the amount that was taken off or came back. */
const takenBack = String.raw`(?:(?:change |was |is |were ){0,2}(?:returned|refunded)(?!\p{L})|back(?!\p{L}| to )|ተ?መል[ሰስ]|ተ?መለሰ|ቀን[ሼስሰ]|ተቀን[ሶሰ]|ሲቀነስ|hir['’]i[sf])`;

const lessBehind = new RegExp(
  String.raw`^(?: ?\)?[,;.]? ?(?:(?:and|but|then) )?(?:${less}|${returned}) ?${money}[0-9]|(?: \p{L}{1,10}){0,2}[,;.፣]? ?(?:(?:and|but|then|I|we|got) ){0,3}${money}[0-9][0-9.,]{0,9} ?${money}${takenBack}| ?[-–−] ?${money}[0-9][0-9.,]{0,9} ?${money}(?:discount|ቅናሽ))`,
  "iu",
);

const lessBefore = new RegExp(String.raw`(?:[0-9] ?${money}${less}|(?<!\p{L})${returned}) ?$`, "iu");

const amountBefore = new RegExp(String.raw`[0-9] ?${money}[^0-9.!?።\n]{0,24}$`, "iu");

const takenBackBehind = new RegExp(`^ ?${takenBack}`, "iu");
