import type { HistoryEntry } from "../accounts/accounts.ts";
import { formatEthiopicDay, formatIsoDay, formatTime } from "../texts/dates.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import { csvLines, csvStart, writeCsv } from "./csv.ts";

type Banks = readonly { readonly label: string; readonly settings: { readonly bank: string } }[];

/** An account's history as a spreadsheet opens it, the same from every face. */
export const historyTable = (
  entries: readonly HistoryEntry[],
  banks: Banks,
  language: Language,
): Uint8Array => writeCsv([columnsOf(language), ...rowsOf(entries, banks, language)]);

/** What such a file begins with. */
export const historyTableHead = (language: Language): string => csvStart + csvLines([columnsOf(language)]);

/** A piece of such a file. */
export const historyTableLines = (
  entries: readonly HistoryEntry[],
  banks: Banks,
  language: Language,
): string => csvLines(rowsOf(entries, banks, language));

const columnsOf = (language: Language): readonly string[] =>
  Object.values(catalogues[language].exported.columns);

const rowsOf = (entries: readonly HistoryEntry[], banks: Banks, language: Language) =>
  entries.map((entry) => rowOf(entry, banks, language));

/** In the order of the columns. */
const rowOf = (
  { at, provider, verdict, amountSantim, isFirst, chargedSantim, takings }: HistoryEntry,
  banks: Banks,
  language: Language,
): readonly string[] => {
  const { results, whose, yes, no } = catalogues[language].exported;
  return [
    formatIsoDay(at),
    formatEthiopicDay(at, language),
    formatTime(at),
    banks.find(({ label }) => label === provider)?.settings.bank ?? provider,
    results[verdict],
    amountSantim === null ? "" : numeric(amountSantim),
    verdict === "verified" ? (isFirst ? yes : no) : "",
    numeric(chargedSantim),
    verdict === "verified" ? whose[takings ?? "unknown"] : "",
  ];
};

/** `125050` santim as `1250.50`, which every spreadsheet reads as a number. */
const numeric = (santim: number): string =>
  `${Math.trunc(santim / 100)}.${String(santim % 100).padStart(2, "0")}`;
