import { foldSounds } from "../core/fold-sounds.ts";
import type { PaymentKind } from "../core/receipt.ts";
import { collapse } from "../core/white-space.ts";

/**
 * What a bank's own words say that a payment was for: `transfer` where it prints none, `other` for words that name no
 * known kind. A payer's words do not belong here.
 */
export const paymentKindOf = (printed: string): PaymentKind => {
  if (isBlank(printed)) return "transfer";
  const words = wordsOf(printed);
  // The words after "transfer to" may be a name, such as that of a school.
  const head = words.split(" to ", 1).join("").concat(" ");
  if (!isWithdrawal(words) && sending.test(head) && spentOn(head) === null) return "transfer";
  return spentOn(words) ?? (received.test(words) || sending.test(words) ? "transfer" : "other");
};

/**
 * The same for words that may be the payer's: `transfer` unless they are a bank's. A withdrawal is told by how they
 * begin; for everything else each word must be one that banks name their payments with.
 */
export const paymentKindOfNarrative = (printed: string): PaymentKind => {
  const kind = paymentKindOf(printed);
  const words = wordsOf(printed);
  if (kind === "withdrawal" && opensAsWithdrawal.test(words)) return kind;
  const each = words.trim().split(" ");
  const isOfBank = each.every((word) => vocabulary.has(word)) && (each.length > 1 || each[0] === "airtime");
  if (!isOfBank) return "transfer";
  // Payers also write about school and water, so only a type in the bank's own words makes it a bill.
  const isType = hasBankForm(printed) || /bill|utilit|ቢል/.test(words);
  return kind === "bill" && !isType ? "transfer" : kind;
};

/** Whether words have a form that only banks use for types: `CashOut`, `Send Money by Customer to Agent`. */
export const hasBankForm = (printed: string): boolean =>
  /\p{Ll}\p{Lu}/u.test(printed) ||
  / by (?:customer|organi[sz]ation|agent|operator|merchant|bank|system) /.test(wordsOf(printed));

/** Whether a payment of this kind has no receiver that a receipt could name. */
export const paysNobody = (kind: PaymentKind): boolean =>
  kind === "withdrawal" || kind === "airtime" || kind === "bill";

/** Whether a cell is empty or holds what banks print in empty cells. */
export const isBlank = (printed: string): boolean =>
  /^(?:[-–—_. ]*|null|none|n\/a)$/i.test(collapse(printed));

/**
 * In small letters with one space around each word, Amharic homophones written alike: `CashOut` is ` cash out `.
 */
const wordsOf = (printed: string): string => {
  const parted = printed.normalize("NFKC").replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
  const alike = foldSounds(parted.toLowerCase()).replace(
    /[ሃኣዉ]/g,
    (letter) => alikeInSpeech[letter] ?? letter,
  );
  const words = alike.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  return ` ${words.join(" ")} `;
};

/** Further ones, of letters that are the first and the fourth or the second and the sixth of their rows. */
const alikeInSpeech: Readonly<Record<string, string>> = { ሃ: "ሀ", ኣ: "አ", ዉ: "ው" };

const spentOn = (words: string): Exclude<PaymentKind, "transfer" | "other"> | null => {
  if (isWithdrawal(words)) return "withdrawal";
  if (isAirtime(words)) return "airtime";
  if (bill.test(words)) return "bill";
  return merchant.test(words) ? "merchant" : null;
};

/** `cash out`, `ATM wdl`, `ካሽ አውት`. This pattern and those below are for what `wordsOf` writes. */
const cash =
  / cash ?out | cash advance | cardless cash | cash by code | cash (?:wdl|wd|w d) | atm (?:cash|wdl|wd|w d) | cash (?:at|from) atm | cwd |ካሽ ?አውት/;
/** `cash withdrawal`, `ገንዘብ ማውጣት`. */
const withdrawal = /withdraw| wdl |ማውጣት|ማውጫ/;
/** What pays cash out: `teller`, `agent`, `ወኪል`. */
const inCash = / cash | atm | agent | teller | counter | branch | cheque |ካሽ|ጥሬ|ኤ ?ቲ ?ኤም|ወኪል/;
/** `transfer`, `to own account`, `ወደ ሂሳብ`. */
const toAccount =
  /transfer| ips | rtgs | to (?:own |my |the |other |another )?(?:bank|account|wallet) |ማስተላለፍ|ወደ (?:ባንክ|ሂሳብ|አካውንት)/;

/** Some banks call every debit a withdrawal. A debit that goes to another account is a transfer. */
const isWithdrawal = (words: string): boolean =>
  cash.test(words) || (withdrawal.test(words) && (inCash.test(words) || !toAccount.test(words)));

/** `air time`, `data plan`, `የአየር ሰአት`. */
const airtime = / air ?time|airtime| bundle| package| data (?:plan|pack)|አየር ?ሰአት|ኤር ?ታይም|ጥቅል|ሞባይል ካርድ/;
/** `top up`, `ካርድ መሙላት`. */
const filling = / top ?up | recharge |ካርድ መሙላት/;
/** `top up of bank account`, `mobile money`. */
const ofMoney =
  / wallet | mobile money | e ?money | mm | top ?up (?:of |to )?(?:bank )?account | account top ?up /;

/** A phone is topped up with airtime, a wallet with money. */
const isAirtime = (words: string): boolean =>
  airtime.test(words) || (filling.test(words) && !ofMoney.test(words));

/** `utility bill`, `school`, `ትምህርት ቤት`. */
const bill =
  / e?bills? | billing | bill ?pay| paybill | utilit| water | electric| sewerage | school | tuition | students? | traffic | penalt|tv | television | subscription| post ?paid | insurance | tax | taxes | customs | passport |ቢል|ፍጆታ|ውሀ|መብራት|ኤሌክትሪክ|ትምህርት ?ቤት|ትራፊክ|ቅጣት|ግብር|ቴሌቪዥን|ኢንሹራንስ/;
/** `merchant`, `purchase`, `ግዢ`. */
const merchant =
  / merchants? | merchandise | goods |purchase| pos | till | business | shop| fuel | e ?commerce | qr |ነጋዴ|ግዢ|ግዥ|ሱቅ/;

/** `send money`, `person to person`, `ማስተላለፍ`. */
const sending =
  /transfer| send | sent | sending |remit| ips | rtgs | swift | eft | p2p | person to person |ማስተላለ|ዝውውር|ማዘዋወር|መላክ|ሀዋላ/;
/** `wallet load`, `to other bank`. */
const received =
  / load | wallet | mobile money | mm | to (?:other |another |own )?(?:bank|account|person|customer|phone) /;

/** `cash out from agent`, `ATM withdrawal`, `ጥሬ ገንዘብ ማውጣት`. */
const opensAsWithdrawal =
  /^ (?:cash ?out |cash withdraw|withdraw|atm (?:cash|withdraw|wdl )|(?:ካሽ|ገንዘብ|ጥሬ ገንዘብ) ማውጣት)/;

/** Whether banks name their kinds of payment with a word, in small letters. */
export const isKindWord = (word: string): boolean => vocabulary.has(word);

/** What banks name their kinds of payment with. */
const vocabulary: ReadonlySet<string> = new Set(
  [
    "transfer send money fund funds cash out in withdraw withdrawal deposit load receive ips",
    "airtime air time top up topup recharge package bundle mobile data voice internet purchase buy",
    "pay payment bill bills utility water electricity school fee fees tuition traffic penalty tv tax subscription",
    "merchant goods services service pos till business organization organisation org customer customers agent agents",
    "registered unregistered subscriber operator biller self other others own bank banks wallet account mm atm",
    "by to from for at with through via of and the ussd app online",
    "ካሽ ጥሬ ገንዘብ ማውጣት ከወኪል በወኪል የአየር ሰአት ጥቅል መግዛት ግዢ ግዥ የቢል ቢል ክፍያ የነጋዴ ለነጋዴ ማስተላለፍ መላክ ለራስ ለሌላ ከባንክ ወደ ባንክ",
  ].flatMap((words) => words.split(" ")),
);

/** The receiver's bank where a document names one, as it is printed; undefined where the cell is not there or empty. */
export const namedBank = (...cells: readonly (string | undefined)[]): string | undefined =>
  cells.find((cell) => cell !== undefined && !isBlank(cell));

/** Whether a bank's words for a kind of payment say that it leaves the bank, for another one or for a wallet. */
export const leadsElsewhere = (printed: string): boolean => elsewhere.test(wordsOf(printed));

/** `other bank`, `IPS`, `ወደ ባንክ`. */
const elsewhere =
  / (?:other|another|external|outside|different) bank| inter ?bank | (?:eth )?ips | rtgs | swift | (?:to|into) (?:other |another )?banks? | wallet | mobile money |ሌላ ባንክ|ወደ ባንክ/;

/** Whether they say that the money stays at the bank. */
export const staysInside = (printed: string): boolean => inside.test(wordsOf(printed));

/** `own bank`, `within bank transfer`, `ባንክ ውስጥ`. */
const inside =
  / (?:own|same|within|intra|internal) (?:the )?bank | within (?:bank )?transfer | intra ?bank |internal transfer |ባንክ ውስጥ/;

/** Whether a name is a bank's, and not that of a business with the word in its name: `Gamma Bank S.C.`, `Bank of Alpha`. */
export const isBankName = (name: string): boolean => {
  const words = wordsOf(name);
  const last = words
    .trim()
    .split(" ")
    .findLast((word) => !afterBank.has(word));
  return last === "bank" || last === "ባንክ" || words.includes(" bank of ");
};

const afterBank = new Set(["s", "c", "sc", "share", "company", "plc", "አ", "ማ", "አክሲዮን", "ማህበር"]);
