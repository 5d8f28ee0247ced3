/** Characters that a line may take on an operator's screen. */
const width = 80;

/** `name    value` lines; empty values are left out. */
export const fieldLines = (fields: Readonly<Record<string, string>>): string => {
  const shown = Object.entries(fields).filter(([, value]) => value !== "");
  const longest = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(longest + 2)}${value}`).join("\n");
};

/** A text in lines of at most 80 characters, broken between words; all but the first are indented by four more. */
export const wrapped = (text: string, indent: number): string => {
  const lines: string[] = [];
  let line = " ".repeat(indent);
  for (const [at, word] of text.split(" ").entries()) {
    if (at > 0 && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${" ".repeat(indent + 4)}${word}`;
    } else line += at === 0 ? word : ` ${word}`;
  }
  return [...lines, line].join("\n");
};

type Column<Row> = { readonly head: string; readonly isNumber?: boolean; readonly of: (row: Row) => string };

/** Rows under the columns' heads; the last column is cut where the line would be longer than 80 characters. */
export const tableLines = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const lines = [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ of }) => of(row)))];
  const widths = columns.map((_, at) =>
    lines.reduce((longest, line) => Math.max(longest, line[at]?.length ?? 0), 0),
  );
  const padded = (cell: string, at: number) =>
    columns[at]?.isNumber ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return lines.map((line) => cut(line.map(padded).join("  ").trimEnd())).join("\n");
};

const cut = (line: string): string => (line.length > width ? `${line.slice(0, width - 1)}…` : line);

/** `2026-11-15 09:30 UTC` */
export const shownTime = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
