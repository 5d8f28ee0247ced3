import { isBlank, wordsOf } from "./payment-kind.ts";

/** The receiver's bank where a document names one, as it is printed; undefined where the cell is not there or empty. */
export const namedBank = (...cells: readonly (string | undefined)[]): string | undefined =>
  cells.find((cell) => cell !== undefined && !isBlank(cell));

/** Whether a bank's words for a kind of payment say that it leaves the bank, for another one or for a wallet. */
export const leadsElsewhere = (printed: string): boolean => elsewhere.test(wordsOf(printed));

const elsewhere =
  / (?:other|another|external|outside|different) bank| inter ?bank | (?:eth )?ips | rtgs | swift | (?:to|into) (?:other |another )?banks? | wallet | mobile money |ሌላ ባንክ|ወደ ባንክ/;

/** Whether they say that the money stays at the bank. */
export const staysInside = (printed: string): boolean => inside.test(wordsOf(printed));

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
