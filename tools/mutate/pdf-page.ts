import type { Dice } from "./dice.ts";
import type { Bit, Block } from "./paper.ts";
import { type Instruction, lowest, type Text, widthOf } from "./pdf-drawing.ts";

/** `isStruck`: a line goes through it, or another text lies over it. */
export type Run = { at: Text; bits: Bit[]; isStruck: boolean };

/** A drawn page while it is changed. */
export type Page = {
  runs: Run[];
  /** Lines and pictures. */
  readonly others: readonly Instruction[];
  /** What is drawn over all of it in the end. */
  readonly further: Instruction[];
  /** What each block moves. */
  readonly belongings: WeakMap<Block, readonly Run[]>;
};

export const createPage = (runs: readonly Run[], others: readonly Instruction[]): Page => ({
  runs: [...runs],
  others,
  further: [],
  belongings: new WeakMap(),
});

/** How near two texts of one line are. */
export const sameLine = 3;

export const textOf = ({ bits }: Run): string => bits.map(({ text }) => text).join("");

/** Where a run's first line begins and ends. */
export const edgesOf = (run: Run): readonly [left: number, right: number] => {
  const { at } = run;
  const width = Math.min(widthOf(at, textOf(run)), at.width ?? Number.POSITIVE_INFINITY);
  const free = at.align === undefined || at.width === undefined ? 0 : at.width - width;
  const left = at.x + (at.align === "right" ? free : at.align === "center" ? free / 2 : 0);
  return [left, left + width];
};

/** The runs that are to be seen. */
export const drawnOn = ({ runs }: Page): Run[] =>
  runs.filter((run) => !run.isStruck && textOf(run).trim() !== "");

export const runOf = ({ runs }: Page, bit: Bit): Run | undefined =>
  runs.find(({ bits }) => bits.includes(bit));

export const isBeside = (one: Run, other: Run): boolean =>
  one.at.page === other.at.page &&
  Math.abs(one.at.y - other.at.y) <= sameLine &&
  one.at.turn === other.at.turn;

export const moved = (run: Run, place: Partial<Text>): Run => ({ ...run, at: { ...run.at, ...place } });

export const copied = (run: Run): Run => ({ ...run, bits: run.bits.map((bit) => ({ ...bit })) });

export const replace = (own: readonly Run[], by: readonly Run[]): void => {
  for (const [at, run] of own.entries()) Object.assign(run, { at: by[at]?.at ?? run.at });
};

/** A place where nothing stands yet: above or under all texts, or on a page of its own. */
export const away = (page: Page, own: readonly Run[], dice: Dice): Run[] => {
  const top = Math.min(...own.map(({ at }) => at.y));
  const bottom = Math.max(40, ...drawnOn(page).flatMap(({ at }) => (at.page === 1 ? [at.y] : [])));
  const number = dice.chance(40) || bottom + 30 > lowest - 20 ? 2 : 1;
  const isFree = (y: number) =>
    drawnOn(page).every(({ at }) => at.page !== number || Math.abs(at.y - y) > 20);
  const first = dice.below(10);
  const rows = Array.from({ length: 10 }, (_, at) => 200 + 40 * ((first + at) % 10));
  const above = dice.chance(50) && isFree(8) ? 8 : bottom + 24;
  const to = number === 2 ? (rows.find(isFree) ?? 700) : above;
  return own.map((run) => moved(run, { page: number, y: run.at.y - top + to }));
};
