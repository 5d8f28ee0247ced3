import type { PdfDocument, PdfFragment } from "../document.ts";
import { isOpenNote, isPayersLabel, type Synonyms, wordingsOf } from "../labelled.ts";
import { isBanksNote, isBanksStatement } from "../undone/undone.ts";
import {
  edgeTolerance,
  type FoundLabel,
  findLabels,
  hasColon,
  isInRun,
  rightOf,
  type Wording,
  wordingOf,
} from "./labels.ts";
import { joinPieces, type Line, leadingMax, linesOf, textOf } from "./lines.ts";

/** Labels of what people type. */
export const notes: readonly string[] = [
  ...["Reason / Type of service", "Payment Reason", "Reason", "Narrative", "Narration", "Purpose"],
  ...["Remark", "Remarks", "Note", "Customer Note", "Comment", "Message", "Description"],
  ...["ምክንያት", "የክፍያ ምክንያት", "ማስታወሻ", "መግለጫ"],
];

/** Labels of what people are called and of what they type, in the wordings of all receipts. */
const labels = [
  ...["Payer", "Payer Name", "Sender", "Sender Name", "Buyer", "Buyer Name", "Customer", "Customer Name"],
  ...["Receiver", "Receiver Name", "Recipient", "Recipient name", "Beneficiary", "Beneficiary Name"],
  ...["Receiver Business Name", "Credited Party name", "Account Holder Name", "Account Name", "Name"],
  ...["Merchant", "Merchant Name", "Debit Account", "Credit Account", "Bank Name", "Beneficiary Bank Name"],
  ...["Institution Name", "Branch", "Address", "City", "Region", "Sub City", "Teller", "Cashier"],
  ...notes,
  ...["Reference", "Package Details", "የከፋይ ስም", "የላኪ ስም", "የተቀባይ ስም", "የገዢ ስም"],
] as const;

/** Gap inside a value, in font sizes, beyond which something else begins. */
const valueGapMax = 2;

/** Lines that a name or a reason is wrapped to at most. */
const linesMax = 8;

/** Distance that two lines of one text have at least, in font sizes. */
const leadingMin = 0.97;

/**
 * What people have chosen. `inRun`: those of the texts that begin with a label, be it their own or the next one.
 * `cells`: what stands where a value apart from its label may go on, as what is typed with line breaks or wide spaces.
 */
export type PayersTexts = {
  readonly texts: ReadonlySet<PdfFragment>;
  readonly inRun: ReadonlySet<PdfFragment>;
  readonly cells: ReadonlySet<PdfFragment>;
};

/** The texts of a PDF, drawn pieces joined, and those of them that people have chosen. */
type PageTexts = { readonly joined: readonly PdfFragment[]; readonly payers: PayersTexts };

/**
 * Kept with the document, since several rules of one reading ask for them.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const pageTexts = (document: PdfDocument, synonyms: Synonyms): PageTexts => {
  const known = textsByDocument.get(document);
  if (known?.synonyms === synonyms) return known;
  const joined = joinPieces(document.fragments);
  const texts = { synonyms, joined, payers: payersTexts(joined, synonyms) };
  textsByDocument.set(document, texts);
  return texts;
};

const textsByDocument = new WeakMap<PdfDocument, PageTexts & { readonly synonyms: Synonyms }>();

/**
 * The texts of a page that people, not the bank, have chosen: what stands beside a label of a name or a reason, and
 * the lines that this goes on in. A line that the one before had room for is none, unless it goes on in small letters.
 *
 * @param page runs of text, drawn pieces joined
 * @param synonyms further wordings, by the label's usual wording
 */
const payersTexts = (page: readonly PdfFragment[], synonyms: Synonyms): PayersTexts => {
  const halves = new Map(page.map((text) => [withoutFirstHalf(text), text]));
  const lines = linesOf([...halves.keys()]);
  const texts = new Set<PdfFragment>();
  const inRun = new Set<PdfFragment>();
  const cells = new Set<PdfFragment>();
  const add = (text: PdfFragment | undefined, to: Set<PdfFragment>) => {
    const one = text && halves.get(text);
    if (one !== undefined) to.add(one);
  };
  const found = findLabels(lines, wordingsWith(synonyms)).filter(isLabel);
  const heads = new Set(found.map(({ took: [head] }) => head));
  for (const label of found) {
    // The other half of a label is not its value.
    const [next] = label.beside.flat();
    const isFirstHalf = next !== undefined && heads.has(next) && halves.get(next)?.text.startsWith("/");
    if (isFirstHalf && !/[A-Za-z]/.test(textOf(label.took))) continue;
    // A name may begin like a label.
    if (label.took.some((one) => texts.has(halves.get(one) ?? one))) continue;
    if (isOpenNote(label.label) && isBanksNote(textOf(label.beside.flat()))) continue;
    if (isInRun(label)) for (const to of [texts, inRun]) add(label.took.at(-1), to);
    for (const one of valueBeside(label)) add(one, texts);
    const starts = startsOf(label, lines);
    const further = starts.flatMap((start) => [start, ...continued(lines, label, start)]);
    for (const one of further) for (const to of isInRun(label) ? [texts, inRun] : [texts]) add(one, to);
    const whole = isInRun(label) ? [] : starts.flatMap((start) => inCell(lines, label, start));
    for (const one of whole) add(one, cells);
  }
  return { texts, inRun, cells };
};

/**
 * The labels that are the bank's own. A label within a payer's text is left out, whatever colon or value follows it. One
 * exception stays: a label that shares its edge with labels outside of payers' texts that have a value.
 */
export const withoutTyped = (found: readonly FoundLabel[], payers: PayersTexts): readonly FoundLabel[] => {
  const typed = new Set(found.filter((one) => isPayers(one, payers)));
  const isInColumn = (one: FoundLabel) =>
    found.some(
      (other) => isAligned(other, one) && !typed.has(other) && hasValue(other) && other.label !== one.label,
    );
  return found.filter((one) => !typed.has(one) || isInColumn(one));
};

const hasValue = (found: FoundLabel): boolean =>
  found.beside.flat().length > 0 && (found.alone || hasColon(found));

/** Whether what a payer types contains a label's words, or they stand where it may go on. */
const isPayers = ({ took: [head] }: FoundLabel, { texts, inRun, cells }: PayersTexts): boolean => {
  if (head === undefined) return false;
  const isWithin = (text: PdfFragment) =>
    isInside(head, text) && (head.left > text.left + 1 || !inRun.has(text));
  return [...cells].some((text) => isInside(head, text)) || [...texts].some(isWithin);
};

/** Whether a piece lies in a text that was joined from pieces. */
const isInside = (piece: PdfFragment, text: PdfFragment): boolean =>
  text.page === piece.page &&
  Math.abs(text.baseline - piece.baseline) <= 0.1 * text.size &&
  piece.left >= text.left - 1 &&
  piece.right <= text.right + 1;

const wordingsWith = (synonyms: Synonyms): readonly Wording[] => {
  const known = wordingsBySynonyms.get(synonyms);
  if (known !== undefined) return known;
  const wordings = labels.flatMap((usual) =>
    wordingsOf({ names: [usual] }, synonyms).map((text) => wordingOf(usual, text)),
  );
  wordingsBySynonyms.set(synonyms, wordings);
  return wordings;
};

const wordingsBySynonyms = new WeakMap<Synonyms, readonly Wording[]>();

/** `<Amharic> / SENDER NAME` as `SENDER NAME`. Fonts often garble the Amharic half. */
const withoutFirstHalf = (text: PdfFragment): PdfFragment => {
  const half = /^(?:(?![A-Za-z]{2})[^/]){0,80}\/ ?(?=\p{L})/u.exec(text.text)?.[0] ?? "";
  return { ...text, text: text.text.slice(half.length) };
};

/** A label of one word may begin a sentence or another label: `Payer reversed it`, `Reason for reversal: …`. */
const isLabel = (one: FoundLabel): boolean => {
  const [value] = one.beside.flat();
  if (value === undefined || !isInRun(one) || hasColon(one) || one.label.includes(" ")) return true;
  if (/:|^(?:account|bank|name|no|number|phone|status|tin|type)\b/i.test(value.text)) return false;
  return one.label === "Payer" || one.label === "Receiver"
    ? /^\P{Ll}/u.test(value.text)
    : one.label === "Reference" || one.label === "Narrative";
};

/** What stands beside a label up to the first gap. */
const valueBeside = (label: FoundLabel): readonly PdfFragment[] =>
  label.beside.flatMap((texts) => {
    const end = texts.findIndex((text, at) => {
      const before = texts[at - 1];
      return before !== undefined && text.left - before.right > valueGapMax * text.size;
    });
    return end === -1 ? texts : texts.slice(0, end);
  });

/** Of a label's value what the further lines go on from. */
const startsOf = (label: FoundLabel, lines: readonly Line[]): readonly PdfFragment[] => {
  const value = valueBeside(label);
  return value.length > 0 ? value.slice(0, 1) : valueAround(label, lines);
};

/** Of a value of an even number of lines that is centred on its label, the two lines next to the label's own. */
const valueAround = (label: FoundLabel, lines: readonly Line[]): readonly PdfFragment[] => {
  const [first = 0, last = first] = [label.lines[0], label.lines.at(-1)];
  const right = Math.max(...label.took.map((one) => one.right));
  const [above, below] = [lines[first - 1], lines[last + 1]].map((line) =>
    line?.fragments.find(
      (one) =>
        one.left >= right &&
        label.took.some(
          ({ page, baseline, size }) => page === one.page && Math.abs(one.baseline - baseline) <= 1.2 * size,
        ),
    ),
  );
  return above !== undefined && below !== undefined && isInLine(above, below) ? [above, below] : [];
};

/** Further lines of a value, upwards and downwards: in its size, in line with it, beside no other label. */
const continued = (lines: readonly Line[], label: FoundLabel, value: PdfFragment): readonly PdfFragment[] => {
  const further: PdfFragment[] = [];
  const start = lines.findIndex(({ fragments }) => fragments.includes(value));
  const ownLine = start === -1 ? (label.lines.at(-1) ?? 0) : start;
  for (const step of isInRun(label) ? [1] : [1, -1]) {
    let last = isInRun(label) ? { ...value, left: label.left } : value;
    const before = further.length;
    for (let at = ownLine + step; further.length < linesMax; at += step) {
      const line = lines[at];
      if (line === undefined || line.page !== last.page) break;
      if (Math.abs(line.baseline - last.baseline) > leadingMax * last.size) break;
      const next = line.fragments.find((one) => isInLine(one, last));
      if (next === undefined) continue;
      const isLabelled = line.fragments.some(
        ({ left }) => left >= label.left - edgeTolerance && left < next.left - edgeTolerance,
      );
      const [upper, lower] = step === 1 ? [last, next] : [next, last];
      // The bank's own line may stand right below or above. Lines between it and the value go on from it.
      const isBanks = isBanksLine(next.text) && !(step === 1 && isTrade(last, next, lines));
      if (isBanks && step === -1) further.splice(before);
      if (isLabelled || isBanks || !goesOn(upper, lower, lines)) break;
      further.push(next);
      last = next;
    }
  }
  return further;
};

/**
 * On a value's own line and on those around it with nothing in the label's place: what is in line with the value, and
 * what stands farther right if it is a label and its value in one run. The bank's own are apart, as this value is.
 */
const inCell = (lines: readonly Line[], label: FoundLabel, value: PdfFragment): readonly PdfFragment[] => {
  const isRight = ({ left }: PdfFragment) => left >= value.left - edgeTolerance;
  const start = lines.findIndex(({ fragments }) => fragments.includes(value));
  const cell = lines[start]?.fragments.filter(isRight) ?? [];
  for (const step of [1, -1])
    for (let at = start + step; lines[at]?.page === value.page; at += step) {
      const fragments = (lines[at]?.fragments ?? []).filter(({ right }) => right > label.left);
      if (!fragments.every((one) => isRight(one) || isInLine(one, value))) break;
      cell.push(...fragments);
    }
  return cell.filter((one) => isInLine(one, value) || /:\s*\S/.test(one.text));
};

/** In one size, and with one edge or the middle in common. */
const isInLine = (one: PdfFragment, other: PdfFragment): boolean =>
  Math.abs(one.size - other.size) <= other.size / 10 &&
  offsetsOf(one, other).some((offset) => Math.abs(offset) <= edgeTolerance);

/** Of the left edges, the right edges and the middles. */
const offsetsOf = (one: PdfFragment, other: PdfFragment): readonly number[] => {
  const [left, right] = [one.left - other.left, one.right - other.right];
  return [left, right, (left + right) / 2];
};

/** A statement of the bank may take more than a line. */
const opensStatement =
  /^(?:This|The|Your|THIS|THE|YOUR) (?:[Tt]ransaction|[Pp]ayment|[Tt]ransfer|[Rr]eceipt|[Aa]mount|[A-Z]+)\b/;

const isBanksLine = (text: string): boolean =>
  !beginsWithAccount.test(text) && (isBanksStatement(text) || opensStatement.test(text));

/** `0922000000 - CANCELLED` is the beginning of a name such as `CANCELLED ORDER TRADING`. */
const beginsWithAccount = /^[\d*]{8,20} ?-/;

/**
 * Whether a line is the end of a name such as `ABEBA COFFEE PROCESSING`: the one above it had no room for it, is written alike,
 * and stands nearer than what is below. The other words of a status end no name.
 */
const isTrade = (upper: PdfFragment, lower: PdfFragment, lines: readonly Line[]): boolean => {
  const leading = lower.baseline - upper.baseline;
  const isBelow = (one: PdfFragment) =>
    one.page === lower.page &&
    one.baseline > lower.baseline &&
    one.left < lower.right &&
    one.right > lower.left;
  return (
    /^processing$/i.test(lower.text) &&
    isInCapitals(upper.text) === isInCapitals(lower.text) &&
    leading >= leadingMin * lower.size &&
    hadNoRoom(upper, lower, lines) &&
    lines.every(({ fragments }) =>
      fragments.every((one) => !isBelow(one) || one.baseline - lower.baseline > leading),
    )
  );
};

const isInCapitals = (text: string): boolean => text === text.toUpperCase();

/** Whether the upper line had no room for the lower one's first word, or this one goes on in small letters. */
const goesOn = (upper: PdfFragment, lower: PdfFragment, lines: readonly Line[]): boolean =>
  /^\p{Ll}/u.test(lower.text) || hadNoRoom(upper, lower, lines);

const hadNoRoom = (upper: PdfFragment, lower: PdfFragment, lines: readonly Line[]): boolean => {
  const [word = ""] = lower.text.split(" ");
  const wordWidth = ((lower.right - lower.left) * word.length) / lower.text.length;
  const edge = offsetsOf(lower, upper).findIndex((offset) => Math.abs(offset) <= edgeTolerance);
  // A number or one long word is not broken, however narrow the column is.
  const isInColumn = (one: PdfFragment) =>
    one.text.includes(" ") && Math.abs(offsetsOf(one, upper)[edge] ?? 0) <= edgeTolerance;
  const widths = lines.flatMap(({ fragments }) =>
    fragments.filter(isInColumn).map(({ left, right }) => right - left),
  );
  return upper.right - upper.left + wordWidth >= Math.max(0, ...widths) - upper.size;
};

/**
 * Whether a label that was read stands with a value in another place too, as in a second receipt. The words of a
 * label in a sentence, or in what a payer types, are none.
 *
 * @param found all labels of the document
 * @param read those whose values are the receipt's
 * @param asked the names of the labels that count
 */
export const standElsewhere = (
  found: readonly FoundLabel[],
  read: readonly FoundLabel[],
  asked: ReadonlySet<string>,
  payers: PayersTexts,
): boolean => {
  const heads = new Set(read.flatMap(({ took }) => took));
  return found.some(
    (one) =>
      asked.has(one.label) &&
      !one.took.some((fragment) => heads.has(fragment)) &&
      !isPayers(one, payers) &&
      hasOwnValue(one),
  );
};

/**
 * Whether a label that was read stands where only what a payer typed goes on: right of a payer's label, between the
 * labels above and below this one. In a table beside it labels share an edge with one that no payer can have typed.
 *
 * @param lines the page's, in which the labels were found
 */
export const standInCells = (
  lines: readonly Line[],
  { labels, bounds, read, nameOf, isRequired }: CellLabels,
): boolean => {
  const cells = labels.flatMap((one) =>
    isPayersLabel(nameOf(one)) ? [cellOf(one, nameOf(one), bounds, lines)] : [],
  );
  const isBanks = (one: FoundLabel) => isRequired(one) || !cells.some((cell) => isIn(cell, one));
  const isSupported = (one: FoundLabel, cell: Cell) =>
    labels.some(
      (other) =>
        other.label !== one.label &&
        other.left >= cell.values - edgeTolerance &&
        isAligned(other, one) &&
        (cell.isReceivers || isBanks(other)),
    );
  return read.some(
    (one) => !isRequired(one) && cells.some((cell) => isIn(cell, one) && !isSupported(one, cell)),
  );
};

type CellLabels = {
  /** The bank's labels that have a value to their right. */
  readonly labels: readonly FoundLabel[];
  /** All labels that may stand above or below a payer's. */
  readonly bounds: readonly FoundLabel[];
  /** Those of the labels whose values are the receipt's. */
  readonly read: readonly FoundLabel[];
  /** What is printed for a label. */
  readonly nameOf: (one: FoundLabel) => string;
  /** Whether a label is on each receipt, so that one typed would be there twice. */
  readonly isRequired: (one: FoundLabel) => boolean;
};

/** Where a payer's value may stand: from a place on to the right, between two lines; and where values begin. */
type Cell = {
  readonly left: number;
  readonly after: number;
  readonly before: number;
  readonly values: number;
  /** The value's own lines, as far as they can be told. */
  readonly value: readonly PdfFragment[];
  /** Whether it is of the receiver, to whom the receipt is shown: there labels may support each other. */
  readonly isReceivers: boolean;
};

const cellOf = (
  one: FoundLabel,
  name: string,
  labels: readonly FoundLabel[],
  page: readonly Line[],
): Cell => {
  const column = labels.filter((other) => other !== one && isAligned(other, one));
  const [first, last] = [firstLine(one), lastLine(one)];
  const lefts = [one, ...column].flatMap(({ beside }) =>
    beside
      .flat()
      .slice(0, 1)
      .map(({ left }) => left),
  );
  return {
    left: rightOf(one),
    after: Math.max(-1, ...column.map(lastLine).filter((at) => at < first)),
    before: Math.min(Number.POSITIVE_INFINITY, ...column.map(firstLine).filter((at) => at > last)),
    values: Math.min(...lefts),
    value: startsOf(one, page).flatMap((start) => [start, ...continued(page, one, start)]),
    isReceivers: /^(?:receiver|recipient|beneficiary)\b/i.test(name),
  };
};

const isIn = ({ left, after, before, value }: Cell, one: FoundLabel): boolean =>
  one.left >= left - edgeTolerance &&
  lastLine(one) > after &&
  firstLine(one) < before &&
  !value.some((line) => isBetweenLines(one, line));

/**
 * Whether a label stands a little above or below a payer's line, where no line of the same text can be. It is in a row
 * of the table beside. Two fonts of one line may sit a little apart, so that only Latin letters are compared.
 */
const isBetweenLines = (
  { took: [head] }: FoundLabel,
  { page, baseline, size, text }: PdfFragment,
): boolean => {
  if (head?.page !== page || ![head.text, text].every(isLatin)) return false;
  const offset = Math.abs(head.baseline - baseline);
  return offset > 0.1 * size && offset < leadingMin * size;
};

const isLatin = (text: string): boolean => /^[ -~]*$/.test(text);

const firstLine = ({ lines }: FoundLabel): number => Math.min(...lines);
const lastLine = ({ lines }: FoundLabel): number => Math.max(...lines);

/** Whether two labels begin or end on one edge. */
export const isAligned = (one: FoundLabel, other: FoundLabel): boolean =>
  [one.left - other.left, rightOf(one) - rightOf(other)].some((offset) => Math.abs(offset) <= edgeTolerance);

/** A gap or a colon parts a label from its value; without them a number behind it is one, or a name in capitals. */
const hasOwnValue = (one: FoundLabel): boolean => {
  const value = textOf(valueBeside(one));
  if (value === "" || one.alone || hasColon(one)) return value !== "";
  const words = textOf(one.took).split(" ").length - (isInRun(one) ? value.split(" ").length : 0);
  const shape = words > 1 ? /^\P{Ll}/u : /^(?:ETB|Birr|[\d*])|^\p{Lu}{2,} \p{Lu}{2,}/u;
  return shape.test(value);
};
