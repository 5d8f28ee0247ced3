import { parseSantim } from "../core/money.ts";
import type { UnverifiedReceipt } from "../core/receipt.ts";
import { collapse, squeeze } from "../core/white-space.ts";
import { banksTexts } from "./banks-texts.ts";
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
  receiptRead: UnverifiedReceipt,
  synonyms: Synonyms,
): boolean => {
  if (document.kind === "json")
    return (
      document.embedded !== undefined && namesOtherCurrency(document.embedded.document, receiptRead, synonyms)
    );
  const { amountMinor, receipt } = receiptRead;
  const amounts = [amountMinor, parseSantim(receipt.total_debited)];
  const isRead = (number: string): boolean => {
    const santim = parseSantim(number);
    return santim !== null && amounts.includes(santim);
  };
  const { lines, pairs } = banksTexts(document, synonyms, [receipt.payer_name, receipt.receiver_name]);
  return (
    lines.some(
      (line, at) => isOtherAmount(line, isRead) || (isOtherCurrencyField(line) && !isOfRates(lines, at)),
    ) ||
    pairs.some(
      ([label, value]) =>
        (isCurrencyLabel(label) && isOtherCurrency(value) && !headsRates(lines, label)) ||
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

/**
 * `USD`, `US Dollar (USD)`, `USD (840)`, `€`, and nothing else: another word may be the head of the next column, or an offer,
 * a number is a rate, and several currencies are those that a bank changes.
 */
const isOtherCurrency = (printed: string): boolean => {
  const text = collapse(printed.slice(0, valueLengthMax)).replace(/[([/-] ?\d{3}[)\]]?$/, "");
  if (/\d/.test(text)) return false;
  const pieces = text
    .split(/[^\p{L}\p{M}\p{Sc}\s]+/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const named = new Set(pieces.filter(isCode).map((code) => code.toUpperCase()));
  return pieces.length > 0 && named.size <= 1 && pieces.every((piece) => isCode(piece) || name.test(piece));
};

/** Whether a label stands nowhere but in tables of exchange rates. */
const headsRates = (lines: readonly string[], label: string): boolean => {
  const plain = label.replace(colonAtEnd, "");
  const isAt = (line: string): boolean =>
    line.replace(colonAtEnd, "") === plain || (line.startsWith(plain) && isOtherCurrencyField(line));
  const places = lines.flatMap((line, at) => (isAt(line) ? [at] : []));
  return places.length > 0 && places.every((at) => isOfRates(lines, at));
};

const colonAtEnd = /\s?[:：]$/;

/** Whether a currency stands below a heading of rates, or above what a bank buys, sells or changes, up to the next such label. */
const isOfRates = (lines: readonly string[], at: number): boolean => {
  const behind = lines.slice(at + 1, at + linesOfRates);
  const next = behind.findIndex((line) => isCurrencyLabel(line) || isOtherCurrencyField(line));
  const near = next === -1 ? behind : behind.slice(0, next);
  const currencies = new Set(near.filter(isOtherCurrency).map((line) => line.toUpperCase()));
  return (
    currencies.size > 1 ||
    near.some((line) => trade.test(line)) ||
    lines.slice(Math.max(0, at - linesAbove), at).some((line) => headingOfRates.test(line))
  );
};

/** A heading and three columns of three rows, each cell of which may be told twice. */
const linesOfRates = 16;
const linesAbove = 4;

/** `Selling`, `Cash buying rate`, `Buying: 156.20`. The rate alone may be that of this payment. */
const trade =
  /^(?:(?:we|cash|transaction) )?(?:buy(?:ing|s)?|sell(?:ing|s)?)(?: (?:rates?|prices?))?(?: \(?(?:etb|birr)\)?)?(?: ?:? ?[\d.,]{1,12})?$/i;
const headingOfRates = /^(?:\p{L}[\p{L}'’]{0,12} ){0,2}(?:exchange|forex|currency) rates(?: today)?:?$/iu;

const valueLengthMax = 60;

/** In letters of either case; ETB is none of another currency. */
const isCode = (text: string): boolean => text.length === 3 && codes.has(text.toUpperCase());

/** Of which some are words: `TOTAL 1,250.00 ALL INCLUSIVE`, `TOP UP`. */
const codes: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf("currency").filter((code) => !["ETB", "ALL", "TOP", "CUP"].includes(code)),
);

const names =
  "dollars?|euros?|pounds?|riyals?|rials?|dirhams?|shillings?|yuan|renminbi|rupees?|yen|francs?|dinars?|nakfa|rands?|naira|ዶላር|ዩሮ|ፓውንድ";
const name = new RegExp(String.raw`^(?:(?:\p{L}{2,12}\s){0,2}(?:${names})|\p{L}{0,3}\s?\p{Sc})$`, "iu");

/** A line such as `Currency: USD` or `CurrencyUSD`, of which its markup left no space. */
const isOtherCurrencyField = (line: string): boolean => {
  const [, label = "", value = ""] =
    /^(.{0,30}?(?:currency|ccy)(?: (?:code|name|type))?)[\s:：-]{0,4}([^\s:：-].{1,60})$/iu.exec(line) ?? [];
  return isCurrencyLabel(label) && isOtherCurrency(value);
};

/**
 * Whether a line prints an amount that was read in another currency, alone or behind its label: `USD 1,250.00`, `You paid 1,250.00
 * USD`. A rate is none (`1 USD = 120.00`), nor is an offer (`Send up to USD 1,250.00 abroad`) or a name (`1,250.00 USD STORE`).
 */
const isOtherAmount = (line: string, isRead: (number: string) => boolean): boolean => {
  if (line.length > lineLengthMax || /=|\brates?\b/i.test(line)) return false;
  return [...line.matchAll(amountWithUnit)].some((found) => {
    const { before = "", number = "", after = "" } = found.groups ?? {};
    if (!isRead(number) || ![before, after].some((unit) => /^\P{Ll}+$/u.test(unit) && isOtherCurrency(unit)))
      return false;
    const label = (line.slice(0, found.index).split(/[,;|]/).at(-1) ?? "").trim();
    const rest = line.slice(found.index + found[0].length);
    if (!/\p{L}/u.test(label) || /[:：]$/.test(label))
      return /^(?!\s?!)\s?(?:only\b|[^\p{L}\d\s]|$)/iu.test(rest);
    return ofPayment.test(label) && !general.test(label) && (before !== "" || !/^ \p{Lu}/u.test(rest));
  });
};

const lineLengthMax = 300;

/** A label of an amount, or the words of a sentence that tells this payment's. */
const ofPayment =
  /\b(?:paid|payment|sent|transfer|transferred|received|debited|credited|deposited|withdrawn|amount|total|sum)(?: (?:of|is|was))?$/i;
const general = /\b(?:an?|any|each|every|if|when|can|may|up to)\b/i;

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
