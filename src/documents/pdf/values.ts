import type { PdfFragment } from "../document.ts";
import { edgeTolerance, type FoundLabel } from "./labels.ts";
import { isOverdrawn, type Line, leadingMax, linesOf, textOf } from "./lines.ts";

/** A gap inside a line, in font sizes, that no value has. The text behind it may stand beside the table. */
const columnGap = 4;

/**
 * The text that belongs to each label: what stands right of it, and the lines that continue that text.
 * A line without a label belongs to the label it stands nearer to, told by the widest gap between two
 * labels; where all gaps are alike, to the upper one. Null when a line inside the table is near to neither
 * label, when a label goes on in a further line, when lines above a label's middle are not matched by as many
 * below (one may be a heading), when values may as well be centred on their labels, when texts lie over each
 * other, or when a gap parts a value.
 *
 * @param asked on a page of several tables, the labels whose values matter: others have one only if it can be
 * told, and a text close to these that is neither in their labels' nor in their values' column makes them null
 */
export const valuesOf = (
  lines: readonly Line[],
  labels: readonly FoundLabel[],
  asked?: readonly FoundLabel[],
): ReadonlyMap<FoundLabel, string> | null => {
  const isCovered = ({ lines: own }: FoundLabel) =>
    own.some((at) => isOverdrawn({ fragments: lines[at]?.fragments ?? [] }));
  if (labels.some(isCovered)) return null;
  const rows = rowsOf(lines, labels);
  if (asked && rows.some((row) => row.kind === "indented" && isClose(row, rows, asked))) return null;
  const wanted = asked ?? labels;
  const claims = claimLines(rows, labels, wanted);
  const anchors = rows.flatMap((row) => (row.kind === "anchor" ? [row] : []));
  if (claims === null || mayBeCentred(anchors, claims, wanted)) return null;
  if (asked && isNoLine(anchors, claims, asked)) return null;
  const upperOf = new Map(anchors.slice(1).map(({ label }, at) => [label, anchors[at]?.label]));
  const values = new Map<FoundLabel, string>();
  for (const [label, claim] of claims) {
    const own = label.beside.flat();
    const continued = [...claim.above, ...claim.below].flatMap(({ fragments }) => fragments);
    const text = isBalanced(label, claim, own) ? joined([...own, ...continued]) : null;
    const upper = upperOf.get(label);
    // Lines that are no value of the lower label may belong to the upper one.
    const mayBeUpper = claim.above.length > 0 && upper && wanted.includes(upper);
    if (text !== null) values.set(label, text);
    else if (wanted.includes(label) || mayBeUpper) return null;
  }
  return values;
};

/** The lines without a label that fall to each; null when one is near to no label, between two of which one is wanted. */
const claimLines = (
  rows: ReturnType<typeof rowsOf>,
  labels: readonly FoundLabel[],
  wanted: readonly FoundLabel[],
): ReadonlyMap<FoundLabel, Claim> | null => {
  const claims = new Map<FoundLabel, Claim>(labels.map((label) => [label, { above: [], below: [] }]));
  let upper: Anchor | null = null;
  let loose: Loose[] = [];
  for (const row of rows) {
    if (row.kind === "stray") return null;
    if (row.kind === "indented") continue;
    if (row.kind === "loose") {
      loose.push(row);
      continue;
    }
    const matters = [upper, row].some((anchor) => anchor?.label && wanted.includes(anchor.label));
    if (!share(claims, upper, loose, row) && matters) return null;
    upper = row;
    loose = [];
  }
  share(claims, upper, loose, null);
  return claims;
};

const hasColumnGap = ({ fragments }: Line): boolean =>
  fragments.some((fragment, at) => {
    const before = fragments[at - 1];
    return before !== undefined && fragment.left - before.right > columnGap * fragment.size;
  });

/** Gives the loose lines between two anchors to the upper and the lower one; false when one is near to neither label. */
const share = (
  claims: ReadonlyMap<FoundLabel, Claim>,
  upper: Anchor | null,
  loose: readonly Loose[],
  lower: Anchor | null,
): boolean => {
  const split = splitOf(upper, loose, lower);
  const continuing = near(upper, loose.slice(0, split));
  const leading = near(lower, loose.slice(split).reverse());
  if (upper?.label) claims.get(upper.label)?.below.push(...continuing);
  if (lower?.label) claims.get(lower.label)?.above.push(...leading);
  const inside = Boolean(upper?.label) && Boolean(lower?.label);
  return !inside || continuing.length + leading.length === loose.length;
};

/**
 * A value has lines above its label's middle only when it is centred on it: as many above as below, evenly
 * spaced, in one size.
 */
const isBalanced = (label: FoundLabel, { above, below }: Claim, own: readonly PdfFragment[]): boolean => {
  if (above.length === 0) return true;
  // Between the lines of a wrapped label one line of the value may stand at the very middle.
  const oddMax = label.lines.length > 1 && own.length === 0 ? 1 : 0;
  if (Math.abs(below.length - above.length) > oddMax) return false;
  const fragments = [...above, ...below].flatMap((line) => line.fragments);
  const lines = linesOf([...own, ...fragments]);
  const sizes = [...own, ...fragments].map(({ size }) => size);
  const pitches = lines.slice(1).map(({ baseline }, at) => baseline - (lines[at]?.baseline ?? 0));
  return isEven(sizes) && isEven(pitches);
};

const isEven = (lengths: readonly number[]): boolean => Math.max(...lengths) <= 1.1 * Math.min(...lengths);

/** The lines, nearest first, that follow an anchor without a paragraph's distance. */
const near = (anchor: Anchor | null, lines: readonly Loose[]): readonly Loose[] => {
  const end = lines.findIndex((line, at) => {
    const before = at === 0 ? anchor : lines[at - 1];
    const gap = Math.min(Math.abs(distance(before, line)), Math.abs(distance(line, before)));
    return gap > leadingMax * line.size;
  });
  return end === -1 ? lines : lines.slice(0, end);
};

/** How many of the loose lines belong to the upper anchor: those before the widest gap, the last of equals. */
const splitOf = (above: Anchor | null, loose: readonly Loose[], below: Anchor | null): number => {
  const rows = [above, ...loose, below];
  const gaps = rows.slice(1).map((row, at) => distance(rows[at] ?? null, row));
  const widest = Math.max(...gaps);
  return gaps.findLastIndex((gap) => gap >= widest * 0.95);
};

/** The lines of one value as one text; null when two of them stand closer than lines of text can. */
const joined = (fragments: readonly PdfFragment[]): string | null => {
  const lines = linesOf(fragments);
  const isCrowded = lines.some(({ baseline, fragments: [head] }, at) => {
    const above = lines[at - 1];
    return above !== undefined && baseline - above.baseline < 0.8 * (head?.size ?? 0);
  });
  return isCrowded || lines.some(isOverdrawn) || lines.some(hasColumnGap)
    ? null
    : lines.map((line) => textOf(line.fragments)).join(" ");
};

/** A label's row, or (`label` null) a line that is no part of the table and ends the value above it. */
type Anchor = PagePlace & { readonly kind: "anchor"; readonly label: FoundLabel | null };

/** A line without a label that may continue a value. */
type Loose = PagePlace & {
  readonly kind: "loose";
  readonly size: number;
  readonly fragments: readonly PdfFragment[];
};

/** Lines without a label that fall to one. */
type Claim = { readonly above: Loose[]; readonly below: Loose[] };

/** First and last baseline of what stands there. */
type PagePlace = { readonly page: number; readonly top: number; readonly bottom: number };

/** A lone text close below a label, at its edge: the label goes on, and is not the one it was taken for. */
type Stray = PagePlace & { readonly kind: "stray" };

/** A line that begins right of the labels' edge and left of the values: of neither, if it is close to them. */
type Indented = PagePlace & { readonly kind: "indented"; readonly size: number };

type Row = Anchor | Loose | Stray | Indented;

/** Whether an indented line is close to a label that matters or to a line that may continue a value. */
const isClose = (one: Indented, rows: readonly Row[], asked: readonly FoundLabel[]): boolean =>
  rows.some((row) => {
    if (row.kind !== "loose" && !(row.kind === "anchor" && row.label && asked.includes(row.label)))
      return false;
    return Math.max(distance(row, one), distance(one, row)) <= leadingMax * one.size;
  });

/** What stands in a table, top to bottom. */
const rowsOf = (lines: readonly Line[], labels: readonly FoundLabel[]): Row[] => {
  const labelled = new Set(labels.flatMap((label) => label.lines));
  const edge = labels[0]?.left ?? 0;
  const { continues, valuesRight } = continuation(labels, edge);
  const unlabelled = lines.flatMap((line, at): Row[] => {
    if (labelled.has(at)) return [];
    const place = { page: line.page, top: line.baseline, bottom: line.baseline };
    // A colon may be wrapped to the line below its label.
    const shown = line.fragments[0]?.text === ":" ? line.fragments.slice(1) : line.fragments;
    const [head] = shown;
    if (head === undefined) return [];
    const isRight = head.left > edge + edgeTolerance;
    if (continues(head) || (isRight && isBesideWrapped(lines, labels, line)))
      return [{ kind: "loose", ...place, size: head.size, fragments: shown }];
    if (isOneText(shown) && isPartOfLabel(lines, labels, line)) return [{ kind: "stray", ...place }];
    // Text right of the values stands beside the table; text at the labels' edge or left of it ends a value.
    if (!isRight) return [{ kind: "anchor", label: null, ...place }];
    return head.left < valuesRight ? [{ kind: "indented", ...place, size: head.size }] : [];
  });
  const anchors = labels.map((label) => anchorOf(lines, label));
  return [...anchors, ...unlabelled].sort((a, b) => a.page - b.page || a.top - b.top);
};

const isOneText = (fragments: readonly PdfFragment[]): boolean =>
  fragments.every((fragment, at) => {
    const before = fragments[at - 1];
    return before === undefined || fragment.left - before.right <= fragment.size;
  });

/** Distance of two lines of one label, in font sizes. */
const labelLeadingMax = 1.35;

const isPartOfLabel = (lines: readonly Line[], labels: readonly FoundLabel[], line: Line): boolean =>
  labels.some((label) => {
    const last = lines[label.lines.at(-1) ?? 0];
    const [head] = line.fragments;
    if (last === undefined || head === undefined || last.page !== line.page || !label.alone) return false;
    const below = line.baseline - last.baseline;
    const isClose = below > 0 && below <= labelLeadingMax * head.size;
    // A footer in larger type may stand as close.
    const isLike = label.took.some(({ size }) => Math.abs(head.size - size) <= size / 20);
    return isClose && isLike && Math.abs(head.left - label.left) <= edgeTolerance;
  });

/** Whether a line stands between the first and the last line of one label: as much beside it as on one of them. */
const isBesideWrapped = (
  lines: readonly Line[],
  labels: readonly FoundLabel[],
  { page, baseline }: Line,
): boolean =>
  labels.some((label) => {
    const first = lines[label.lines[0] ?? 0];
    const last = lines[label.lines.at(-1) ?? 0];
    return first && last && first.page === page && first.baseline < baseline && baseline < last.baseline;
  });

/** Where a label's value is expected: its lines with text beside them, else the middle of the label. */
const anchorOf = (lines: readonly Line[], label: FoundLabel): Anchor => {
  const baselines = label.lines.map((at) => lines[at]?.baseline ?? 0);
  const beside = baselines.filter((_, at) => label.beside[at]?.length);
  const middle = baselines.reduce((sum, baseline) => sum + baseline, 0) / baselines.length;
  const page = lines[label.lines[0] ?? 0]?.page ?? 0;
  return { kind: "anchor", label, page, top: beside[0] ?? middle, bottom: beside.at(-1) ?? middle };
};

/**
 * Whether a line that starts with this fragment can continue a value: right of the labels and within what the
 * values show of their column, or, where label and value are one run of text, at the labels' own edge.
 */
const continuation = (labels: readonly FoundLabel[], edge: number): Continuation => {
  const apart = labels.filter(({ alone }) => alone);
  if (apart.length * 2 < labels.length) {
    const isAtEdge = (head: PdfFragment) => Math.abs(head.left - edge) <= edgeTolerance;
    return { continues: isAtEdge, valuesRight: Number.POSITIVE_INFINITY };
  }
  const shown = apart.flatMap(({ beside }) => beside.flat());
  // Nothing shows where the values stand: what is close to the labels may be one.
  if (shown.length === 0) return { continues: () => false, valuesRight: Number.POSITIVE_INFINITY };
  const valuesLeft = Math.min(...shown.map((fragment) => fragment.left));
  const valuesRight = Math.max(...shown.map((fragment) => fragment.right));
  // The label above or below shows how far to the left a value may begin there.
  const rightOf = ({ took }: FoundLabel) => Math.max(...took.map((fragment) => fragment.right));
  const leftAt = (head: PdfFragment) => Math.min(valuesLeft, ...neighbours(labels, head).map(rightOf));
  return {
    continues: (head) => head.left >= leftAt(head) - edgeTolerance && head.left < valuesRight,
    valuesRight,
  };
};

/** The nearest labels above and below. */
const neighbours = (
  labels: readonly FoundLabel[],
  { page, baseline }: PdfFragment,
): readonly FoundLabel[] => {
  const here = labels.filter(({ took: [first] }) => first?.page === page);
  const heightOf = ({ took: [first] }: FoundLabel) => first?.baseline ?? 0;
  const above = here.filter((label) => heightOf(label) <= baseline);
  const below = here.filter((label) => heightOf(label) > baseline);
  return [
    ...above.toSorted((a, b) => heightOf(b) - heightOf(a)).slice(0, 1),
    ...below.toSorted((a, b) => heightOf(a) - heightOf(b)).slice(0, 1),
  ];
};

type Continuation = {
  readonly continues: (head: PdfFragment) => boolean;
  /** Where the longest value ends. */
  readonly valuesRight: number;
};

const distance = (upper: PagePlace | null | undefined, lower: PagePlace | null | undefined): number =>
  upper && lower && upper.page === lower.page ? lower.top - upper.bottom : Number.POSITIVE_INFINITY;

/**
 * Whether evenly spaced values of several lines under each other may as well be centred on their labels. That
 * they are not is plain from one with further lines below it whose upper neighbour has none, unless these lines may
 * as well be the first ones of the next value.
 */
const mayBeCentred = (
  anchors: readonly Anchor[],
  claims: ReadonlyMap<FoundLabel, Claim>,
  asked: readonly FoundLabel[],
): boolean => {
  const pairs = anchors.slice(1).flatMap((lower, at) => {
    const upper = anchors[at];
    return upper === undefined ? [] : [{ upper, lower }];
  });
  const above = (anchor: Anchor) => (anchor.label ? claims.get(anchor.label)?.above : undefined) ?? [];
  const below = (anchor: Anchor) => (anchor.label ? claims.get(anchor.label)?.below : undefined) ?? [];
  const inDoubt = pairs.filter(({ upper, lower }) => {
    const [last, next] = [below(upper).at(-1), below(lower)[0]];
    return last !== undefined && next !== undefined && distance(last, lower) <= 1.05 * distance(lower, next);
  });
  const isTop = ({ lower, upper }: (typeof pairs)[number]) =>
    lower.label?.beside.some(({ length }) => length > 0) === true &&
    above(lower).length === 0 &&
    below(lower).length > 0 &&
    below(upper).length === 0 &&
    !inDoubt.some((pair) => pair.upper === lower);
  return (
    !pairs.some(isTop) &&
    inDoubt.some(({ upper, lower }) => [upper, lower].some(({ label }) => label && asked.includes(label)))
  );
};

/** Farthest next line of one text that is surely no row of its own, in font sizes. */
const textLeadingMax = 1.3;

/**
 * Whether a line of a value that is asked for stands as far from the one before it as rows do from each other: it
 * may be a row whose label is not there, or one whose unknown label was taken for a part of this one.
 */
const isNoLine = (
  anchors: readonly Anchor[],
  claims: ReadonlyMap<FoundLabel, Claim>,
  asked: readonly FoundLabel[],
): boolean => {
  const pitches = anchors
    .slice(1)
    .map((anchor, at) => distance(anchors[at], anchor))
    .filter((pitch) => pitch > 0);
  const rowPitch = Math.min(...pitches);
  return anchors.some((anchor) => {
    if (anchor.label === null || !asked.includes(anchor.label)) return false;
    const { below = [] } = claims.get(anchor.label) ?? {};
    const own = linesOf(anchor.label.beside.flat()).map(({ baseline, fragments: [head] }) => ({
      ...{ page: anchor.page, top: baseline, bottom: baseline, size: head?.size ?? 0 },
    }));
    return [...own, ...below].some((line, at, lines) => {
      const before = lines[at - 1] ?? (own.length === 0 ? anchor : undefined);
      const gap = before === undefined ? 0 : distance(before, line);
      return gap > textLeadingMax * line.size && gap >= Math.min(0.95 * rowPitch, leadingMax * line.size);
    });
  });
};
