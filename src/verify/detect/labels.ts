/** What the words before a number say of it. `named` also vouches for a word without a digit. */
export type ReferenceLabel = "named" | "mentioned" | "elsewhere" | null;

/** `text` is searched backwards from `at`, over at most 48 characters. */
export const referenceLabel = (text: string, at: number): ReferenceLabel => {
  const before = text.slice(Math.max(0, at - 48), at);
  if (!mentioned.test(before) && !named.test(before)) return null;
  if (elsewhere.test(before)) return "elsewhere";
  return named.test(before) ? "named" : "mentioned";
};

/** A text without the label of a reference that it ends in. */
export const withoutReferenceLabel = (text: string): string =>
  text.length > 48 ? text : text.replace(named.test(text) ? named : mentioned, " ");

/** Whether the words before a number call it an account's. */
export const isAccountLabelled = (text: string, at: number): boolean =>
  accountLabel.test(text.slice(Math.max(0, at - 32), at));

/** Whether the words before a number call it a phone's. */
export const isPhoneLabelled = (text: string, at: number): boolean =>
  phoneLabel.test(text.slice(Math.max(0, at - 32), at));

const nouns = "transaction|transfer|payment|receipt|reciept|invoice|reference|ref|txn|trxn?|trans|tid|wabii";
const numbers = "reference|ref|numbers?|num|no|nr|id|code";
const link = String.raw`\s{0,3}(?:is|are|was|[:=#-]|:-)?\s{0,3}["'‘“(\[<*_]{0,2}\s?`;
const start = String.raw`(?:^|[^\p{L}\p{N}])`;

const named = new RegExp(
  `(?:${[
    String.raw`${start}(?:${nouns})[\s.-]{0,2}(?:(?:${numbers})\b\.?\s?){1,2}(?:\([^()]{0,24}\))?${link}`,
    String.raw`${start}(?:${nouns})\.?\s?(?:is\s|[:=#])\s{0,3}["'‘“(\[<*_]{0,2}\s?`,
    String.raw`(?:ቁጥር|ማጣቀሻ|መለያ|ማመሳከሪያ|ቁጽሪ|መወከሲ|lakkoofs[a-z]{0,6})[\p{Script=Ethiopic}]{0,4}\s{0,3}[:=፡#-]?\s{0,3}["'‘“(\[<*_]{0,2}\s?[\p{Script=Ethiopic}]{0,2}`,
  ].join("|")})$`,
  "iu",
);
const mentioned = new RegExp(`${start}(?:${nouns})${link}$`, "iu");
const elsewhere =
  /\bbank(?:['’]s)?\s{1,3}(?:transaction|transfer|reference|ref|txn|trx)|(?:የባንክ|ናይ ባንክ)[\p{Script=Ethiopic}]{0,2}\s{1,3}(?:ማጣቀሻ|ማመሳከሪያ|የ?ግብይት|መለያ|መወከሲ|ቁጽሪ)/iu;

const accountLabel = new RegExp(
  `(?:${[
    String.raw`(?:^|[^\p{L}])(?:acc(?:oun)?ts?|acc|a\/c|ac|acct|herreg[a-z]{0,4})(?![\p{L}])\.?\s{0,2}(?:(?:no|number|num|nr)(?![\p{L}])\.?)?${link}(?:of|to)?\s?`,
    String.raw`(?:^|[^\p{L}])(?:suffix|last\s\w{1,5}\sdigits?)(?:\sof\s\p{L}{1,12})?${link}`,
    String.raw`(?:ሂሳብ|ሒሳብ|አካውንት|አካዉንት|ሕሳብ)[\p{Script=Ethiopic}]{0,4}\s{0,2}(?:ቁጥር[\p{Script=Ethiopic}]{0,4}|ቁ\.|ቁጽሪ)?\s{0,2}[:=፡#-]?\s{0,2}[\p{Script=Ethiopic}]{0,2}`,
  ].join("|")})$`,
  "iu",
);

const phoneLabel = new RegExp(
  `(?:${[
    String.raw`(?:^|[^\p{L}])(?:phone|tel|mobile|mob|cell|my|bilbila[a-z]{0,4})(?![\p{L}])\.?\s{0,2}(?:(?:no|number|num|nr)(?![\p{L}])\.?)?${link}`,
    String.raw`ስል[ክኬኩ][\p{Script=Ethiopic}]{0,4}\s{0,2}(?:ቁጥር[\p{Script=Ethiopic}]{0,4}|ቁ\.|ቁጽሪ)?\s{0,2}[:=፡፦#-]?\s{0,2}`,
  ].join("|")})$`,
  "iu",
);
