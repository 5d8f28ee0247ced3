import { parseSantim } from "../core/money.ts";
import type { VerifiedReceipt } from "../core/receipt.ts";
import { collapse, squeeze } from "../core/white-space.ts";
import { banksTexts } from "./contradiction.ts";
import type { Document } from "./document.ts";
import type { Synonyms } from "./labelled.ts";

/**
 * Whether a page or a PDF names another currency than the birr: in a field of the currency, beside the amount that was read,
 * or in its words. JSON has rules of its own for its keys.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const namesOtherCurrency = (
  document: Document,
  verified: VerifiedReceipt,
  synonyms: Synonyms,
): boolean => {
  if (document.kind === "json")
    return (
      document.embedded !== undefined && namesOtherCurrency(document.embedded.document, verified, synonyms)
    );
  const { amountMinor, receipt } = verified;
  const amounts = [amountMinor, parseSantim(receipt.total_debited)];
  const isRead = (number: string): boolean => {
    const santim = parseSantim(number);
    return santim !== null && amounts.includes(santim);
  };
  const { lines, pairs } = banksTexts(document, synonyms, [receipt.payer_name, receipt.receiver_name]);
  return (
    lines.some((line) => isOtherAmount(line, isRead) || isOtherCurrencyField(line)) ||
    pairs.some(
      ([label, value]) =>
        (isCurrencyLabel(label) && isOtherCurrency(value)) ||
        (isRead(value) && labelInOther.test(label) && isOtherCurrency(unitOf(label))) ||
        (inWords.test(label) && isOtherInWords(value)),
    )
  );
};

/** `currency`, `Transaction Currency`, `amount_ccy_code`: whether a key or a label of any spelling is one of the currency. */
export const isCurrencyLabel = (label: string): boolean =>
  label.split("/").some((half) => currencyLabel.test(lettersOf(half)));

/** A key as it is compared: `Transferred  Amount`, `transferred_amount` and `transferredAmount` are one. */
export const lettersOf = (key: string): string =>
  squeeze(key.normalize("NFKC")).replace(/[^\p{L}\p{N}]/gu, "");

const currencyLabel =
  /^(?:(?:transaction|txn|trx|transfer(?:red)?|payment|amount|credit(?:ed)?|debit(?:ed)?|account|settled|settlement)?(?:currency|ccy)(?:code|name|type)?|ምንዛ[ሬሪ]|የገንዘብ[ዓአ]ይነት)$/;

/** Whether the value of such a field is the birr, or none. */
export const isBirr = (currency: string): boolean =>
  /^(?:ETB|(?:ethiopian )?birr|br\.?|ብር|null|none|n\/a)$/i.test(currency);

/** `USD`, `US Dollar (USD)`, `€`, and nothing else: another word may be the head of the next column, or an offer. */
const isOtherCurrency = (printed: string): boolean => {
  const pieces = collapse(printed.slice(0, valueLengthMax))
    .split(/[^\p{L}\p{M}\p{Sc}\s]+/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  return pieces.length > 0 && pieces.every((piece) => isCode(piece) || named.test(piece));
};

const valueLengthMax = 60;

/** In letters of either case; ETB is none of another currency. */
const isCode = (text: string): boolean => text.length === 3 && codes.has(text.toUpperCase());

const codes: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf("currency").filter((code) => code !== "ETB"),
);

const names =
  "dollars?|euros?|pounds?|riyals?|rials?|dirhams?|shillings?|yuan|renminbi|rupees?|yen|francs?|dinars?|nakfa|rands?|naira|ዶላር|ዩሮ|ፓውንድ";
const named = new RegExp(String.raw`^(?:(?:\p{L}{2,12}\s){0,2}(?:${names})|\p{L}{0,3}\s?\p{Sc})$`, "iu");

/** A line such as `Currency: USD` or `CurrencyUSD`, of which its markup left no space. */
const isOtherCurrencyField = (line: string): boolean => {
  const [, label = "", value = ""] =
    /^(.{0,30}?(?:currency|ccy)(?: (?:code|name|type))?)[\s:：-]{0,4}([^\s:：-].{1,60})$/iu.exec(line) ?? [];
  return isCurrencyLabel(label) && isOtherCurrency(value);
};

/** Whether a line prints an amount that was read in another currency: `USD 1,250.00`. A rate is none: `1 USD = 120.00`. */
const isOtherAmount = (line: string, isRead: (number: string) => boolean): boolean => {
  if (line.length > lineLengthMax || /=|\brates?\b/i.test(line)) return false;
  return [...line.matchAll(amountWithUnit)].some(
    ({ groups: { before = "", number = "", after = "" } = {} }) =>
      isRead(number) && [before, after].some((unit) => /^\P{Ll}+$/u.test(unit) && isOtherCurrency(unit)),
  );
};

const lineLengthMax = 300;

const unit = String.raw`(?:\p{Lu}{3}|\p{Lu}{0,3}\p{Sc})`;
const amountWithUnit = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?<before>${unit})?\s?(?<number>\d[\d,]{0,20}(?:\.\d{1,2})?)(?![\d.,]?\d)(?:\s?(?<after>${unit})(?!\p{L}))?`,
  "gu",
);

/** `Amount (USD)`, `Total in EUR`. */
const labelInOther = /\b(?:amount|total|paid|debited|credited|transferred|settled|sum|value)\b/i;
const unitOf = (label: string): string =>
  /(?:[([]| in )\s?([^\s()[\]]{1,12})\s?[)\]]?:?$/u.exec(label)?.[1] ?? "";

const inWords = /\bin words?\b|በፊደል/i;
const isOtherInWords = (value: string): boolean =>
  !/birr|ብር|\betb\b/i.test(value) &&
  (nameInWords.test(value) || (value.match(/(?<!\p{L})\p{Lu}{3}(?!\p{L})/gu) ?? []).some(isCode));
const nameInWords = new RegExp(String.raw`(?<!\p{L})(?:${names})(?!\p{L})`, "iu");
