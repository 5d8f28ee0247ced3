/** One line of a table; a text, or a number in the writing of spreadsheets (`1250.50`). */
type CsvRow = readonly string[];

/** A table as a spreadsheet opens it by a double click (RFC 4180). */
export const writeCsv = (rows: readonly CsvRow[]): Uint8Array =>
  new TextEncoder().encode(csvStart + csvLines(rows));

/** What such a file begins with: the byte-order mark tells that it is UTF-8. */
export const csvStart = "\uFEFF";

/** Lines of such a table. No text is taken for a formula. */
export const csvLines = (rows: readonly CsvRow[]): string =>
  rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");

const cellOf = (text: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
