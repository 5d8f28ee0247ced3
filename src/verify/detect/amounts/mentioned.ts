import type { AmountFound } from "./amounts.ts";
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

type Mentioned = Pick<AmountFound, "santim" | "start" | "end">;

/**
 * Numbers of three digits or more that no pattern of amounts reads, behind a word for money or before one: `Total: 12500`,
 * `12500 my friend paid`. They claim nothing. Dates, phones, account numbers and references are none.
 */
export const looselyMentioned = (text: string): readonly Mentioned[] =>
  [...text.matchAll(plainNumber)].flatMap(({ 0: written, index }) => {
    const digits = written.replaceAll(" ", "");
    const end = index + written.length;
    const before = text.slice(Math.max(0, index - 40), index);
    const behind = text.slice(end, end + 40);
    const isBesideCurrency = currencyBeside.test(before) || currencyBehind.test(behind);
    const isLabelled = /[:=፦፡]\s{0,2}$/.test(before);
    const isYear = /^(?:19|20)[0-9]{2}$/.test(digits) && !isLabelled;
    const isOther = digits.length > 7 || isYear || isNumbered.test(before);
    if (isOther && !isBesideCurrency) return [];
    const isMoney =
      isBesideCurrency ||
      labelBefore.test(before) ||
      (clauseBefore.test(before) && (paidBehind.test(behind) || pictureBehind.test(behind))) ||
      ethiopicPaidBehind.test(behind);
    return isMoney ? [{ santim: Number(digits) * 100, start: index, end }] : [];
  });

const plainNumber =
  /(?:(?<![\p{L}\p{N}*•#]|[0-9][.,:/-])|(?<=(?<!\p{L})(?:paid|sent|amount|total|received|birr|ETB)))(?!(?<=\+)251 ?[79])(?:[1-9][0-9]{0,2}(?: [0-9]{3}){1,2}|[1-9][0-9]{2,8})(?!(?!birr|ETB|ብር)\p{L}|[\p{N}*•%:]|\/(?!birr|ETB|ብር)|[.,-][0-9])/giu;
const currencyBeside =
  /(?:^|[^\p{L}\p{N}])(?:ETB|birr\p{L}{0,4}|br|ብር|qarshii?n?|ቅርሺ)[^\p{L}\p{N}\n]{0,4}$|[$💰💵💸💲] ?$/iu;
const currencyBehind = /^[^\p{L}\p{N}]{0,3}(?:ETB|birr|ብር|qarshi|ቅርሺ)|^ ?[$💰💵💸💲]/iu;
const isNumbered =
  /(?:^|[^\p{L}])(?:ቁጥር|ኮድ|አካውንት\p{L}?|ሂሳብ\p{L}?|number|no|nr|acc|acct|account|a\/c|ref|reference|id|code|order|room|invoice|receipt|table|phone|tel|pin|txn|trx|transaction|tin|lakk\p{L}*)[^\p{L}\p{N}]{0,4}$/iu;
const labelBefore =
  /(?:^|[^\p{L}\p{N}])(?:amount|amt|total|sum|payment|pay|payed|pd|paid|sent|snt|send|trf|received|transferr?ed|transfer|deposit|deposited|credit|credited|debit|debited|value|money|cash|price|cost|bill|maallaq\p{L}{1,3}|hang\p{L}{1,3}|waliigal\p{L}{1,3}|gati\p{L}{1,2}|baay['’]?in\p{L}{1,3}|[የበለከ]?(?:መጠ[ንኑ]|ክፍያ|ገንዘ[ብቡ]|ጠቅላላ|አጠቃላይ|ድምር|ዋጋ|ክፍሊት|ብሩ|ልኬ|ልከ|ከፍያ|ከፈል|ተላከ|ተከፈለ|ላክ|ላኩ|ተልኳ|አስገባ|አስገብ|ሰዲድ|ሰዲደ|ከፊለ)\p{L}{0,5}|erge\p{L}{1,6}|kaffal\p{L}{1,6}|baasi\p{L}{1,4})(?: (?:is|was|of|in|you|paid|sent|done|the|exactly|only|total|full|about|ነው)){0,2}[^\p{L}\p{N}]{0,8}$/iu;
/** `I have 12500 paid`, and not `order 12500 paid`. */
const clauseBefore =
  /(?:^|[\n.,;!?()\0፣፤።“"'=+&-]|(?<!\p{L})(?:I|we|just|have|has|the|you|of|hi|hello|dear|ok|yes|and|also|already|sir|here|now|today))\s{0,2}$/iu;
const paidBehind =
  /^[^\p{L}\p{N}\n]{0,3}(?:(?:is|was|has been|have been|already|just|successfully) ){0,2}(?:paid|sent|transferr?ed|deposited|received|credited|done|only|to you|for|from|keessaa|ውስጥ)(?!\p{L})/iu;
/** `12500 ✅`, and nothing else before the reference. */
const pictureBehind =
  /^ ?(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f? ?){1,6}\s{0,2}(?:$|\0|[A-Z0-9]{8})/u;
const ethiopicPaidBehind =
  /^ ?(?:[\p{L}]{1,12} ){0,3}?(?:ልኬ|ልከ|ልኮ|የ?ላ[ክኩ]|የ?ተላከ|ተልኳ|ከፍያ|ከፍዬ|ከፍሎ|ከፈል|ተከፍ|ገብቷ|ገብቶ|ገቢ|አስገባ|አስገብ|ደርሶ|ደርሷ|ሰዲደ|ለኢኸ|ለኣኽ|ኣእትየ|ከፊለ|ergee|ergam|kaffalee|kaffalam|galchee|galii)/iu;
