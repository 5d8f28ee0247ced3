import type { AmountFound } from "./amounts.ts";
import { latinSpellings } from "./latin-spellings.ts";
import { isSaidRightBefore } from "./moved.ts";
import { type AmountPlace, shortGap } from "./places.ts";
import type { Sign } from "./signs.ts";

/** `Transfer ETB 500 and get 50MB`, `Deposit 100 Birr and more`, `Qarshii 100 yoo ergitan`, "if you send". */
export const isOffered = ({ text, amount }: AmountPlace, sign: Sign | undefined): boolean => {
  const behind = text.slice(amount.end, amount.end + 40);
  if (!offerBehind.test(behind)) return false;
  // `of 500 ETB to Save the Children`
  const isName =
    /^ to \p{Lu}/u.test(behind) && /\p{Ll}/u.test(text.slice(Math.max(0, amount.start - 20), amount.start));
  if (isName) return false;
  if (sign?.kind === "moved") return !shortGap.test(text.slice(sign.end, amount.numberAt));
  // `Deposit of 5000 birr to enter the house`
  const isOfPayment = sign?.kind === "noun" && / of $/.test(text.slice(sign.end, amount.start));
  return !isOfPayment || !/^ to /.test(behind) || toWin.test(behind);
};

const offerBehind =
  /^ (?:(?:or|and) (?:more|above)\b(?! (?:was|is|has|have|were)\b)|(?:(?:daily|weekly|monthly|today|now) )?(?:and|to) (?:get|win|earn|save|enter|stand a chance|be (?:a|the) winner)\b|(?:ol )?yoo\b)/i;

const toWin = /^ to (?:win|be |stand|enter (?:the |a |our )?(?:lucky )?(?:draw|lottery|raffle))/i;

/** Whether an amount belongs to an advertisement, and no verb says that it was moved. */
export const isAdvertised = ({ text, amount: { start, end }, near }: AmountPlace): boolean => {
  const before = text.slice(Math.max(0, start - 60), start);
  const behind = text.slice(end, end + 60);
  return (
    !near.some((sign) => sign.kind === "moved" && sign.start < end + 20) &&
    (prizeBefore.test(before) ||
      (askedBefore.test(before) && prizeBehind.test(behind)) ||
      ethiopicPrizeBehind.test(behind))
  );
};

/** `You can get up to ETB 5,000.00` */
const prizeBefore =
  /(?<!\p{L})(?:get|win|earn|borrow|access|loan|overdraft)(?:\s[a-z]{1,12}){0,4}\sup\s{1,2}to\s{1,2}$/iu;
/** `Transfer 2,000 birr and get 50MB free` */
const askedBefore =
  /(?:^|[.!?።]\s{1,2}|\n)(?:transfer|deposit|send|pay|recharge|top ?up|buy|spend|make a (?:payment|deposit|transfer))(?: (?:of|at least|a|an|only)){0,2}\s{1,2}$/i;
const prizeBehind =
  /^ (?:(?:or|and) (?:more|above) )?(?:(?:daily|weekly|monthly|today|now) )?(?:and|to) (?:get|win|earn|enter|stand a chance|be (?:a|the) winner)(?!\p{L})/iu;
const ethiopicPrizeBehind =
  /^[^.።!?\n]{0,30}(?:(?:MB|GB|%|ጉርሻ|ስጦታ|ሽልማት)[^.።!?\n]{0,6}ያግኙ|ያሸንፉ|ይሸለሙ)|^ (?:ol )?yoo (?:ergitan|galchitan|kaffaltan)/i;

/** `2000 ብር እልካለሁ`, `50 ብር ላክልኝ`, `2nd payment 500 birr tomorrow`: what will be sent, or is asked for. */
export const isAsked = (text: string, { start, end }: AmountFound): boolean =>
  (!isSaidRightBefore(text, start) &&
    /^,? ?(?:tomorrow|next (?:week|month))\b/i.test(text.slice(end, end + 14))) ||
  willPay.test(text.slice(end, end + 24));

/** A vowel begins `elkalehu`, "I will send"; `lekalehu` is "I have sent". */
const willPay = new RegExp(
  String.raw`^ ?(?:\p{L}{1,8} )?(?:እልካለ|እልክል|እከፍላለ|እከፍልሃ|እከፍልሻ|ልልክ|ልከፍል|ላክልኝ|ላኪልኝ|ላኩልኝ|ይላኩልኝ|(?:(?=[eiu])(?:${latinSpellings("እልካለሁ|እልክልሀለሁ|እልክልሻለሁ|እከፍላለሁ|እከፍልሀለሁ")})|nan (?:erga|kaffala|galcha))(?!\p{L}))`,
  "iu",
);
