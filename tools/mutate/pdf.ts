import { drawPdf } from "../../src/operator/sandbox/pdf.ts";
import type { Dice } from "./dice.ts";
import type { Bit, Block, Direction, Paper, Source, Written } from "./paper.ts";
import { cutAt } from "./parts.ts";
import { type Instruction, inScripts, isEthiopic, redrawn, type Text, widthOf } from "./pdf-drawing.ts";
import {
  away,
  copied,
  createPage,
  drawnOn,
  edgesOf,
  isBeside,
  type Page,
  type Run,
  replace,
  runOf,
  sameLine,
  textOf,
} from "./pdf-page.ts";
import { pdfTwists } from "./pdf-twists.ts";
import { bindTwists } from "./twists.ts";

/** A drawn page: each text that it draws is one bit or some, each line of texts a block. */

export const pdfSource = (page: readonly Instruction[], firstTag = 0): Source => {
  const parts = new Map<number, readonly number[]>();
  const texts = page.filter((one) => "text" in one);
  return {
    kind: "pdf",
    part: (tag, at) => parts.set(tag, at),
    open: () =>
      pdfPaper(
        texts.map((at, number) => {
          const tag = firstTag + number * 10;
          return { at, bits: cutAt({ text: at.text, tag }, parts.get(tag)), isStruck: false };
        }),
        page.filter((one) => !("text" in one)),
      ),
  };
};

const pdfPaper = (runs: readonly Run[], others: readonly Instruction[]): Paper => {
  const page = createPage(runs, others);
  return {
    bits: () =>
      drawnOn(page)
        .sort((a, b) => a.at.page - b.at.page || a.at.y - b.at.y || a.at.x - b.at.x)
        .flatMap(({ bits }) => bits),
    beside: (label, direction) => beside(page, label, direction),
    blockOf: (bit, dice) => blockOf(page, bit, dice),
    twists: bindTwists(pdfTwists, page),
    conceal: (bit) => conceal(page, bit),
    add: (label, value, dice) => add(page, label, value, dice),
    write: (dice) => write(page, dice),
  };
};

const beside = (page: Page, label: Bit, direction: Direction): readonly (readonly Bit[])[] => {
  const own = runOf(page, label);
  if (own === undefined || own.isStruck || direction === "member") return [];
  if (direction === "inline") {
    const behind = own.bits.slice(own.bits.indexOf(label) + 1);
    return behind.some(({ text }) => /[^\s:]/.test(text)) ? [behind] : [];
  }
  const [left, right] = edgesOf(own);
  // A currency in a text of its own belongs to the amount behind it.
  const rest = drawnOn(page).filter((run) => run !== own && !/^(?::|ETB|Birr)$/i.test(textOf(run)));
  if (direction === "right")
    return rest
      .filter((run) => isBeside(own, run) && edgesOf(run)[0] > left)
      .sort((a, b) => edgesOf(a)[0] - edgesOf(b)[0])
      .map(({ bits }) => bits);
  const isUnder = (run: Run) => {
    const [from, to] = edgesOf(run);
    const below = run.at.y - own.at.y;
    return run.at.page === own.at.page && below > sameLine && below < 60 && from < right && to > left;
  };
  return rest
    .filter(isUnder)
    .sort((a, b) => a.at.y - b.at.y)
    .slice(0, 1)
    .map(({ bits }) => bits);
};

const blockOf = (page: Page, bit: Bit, dice: Dice): Block => {
  const run = runOf(page, bit);
  const row = run === undefined ? [] : drawnOn(page).filter((one) => isBeside(one, run));
  const own = run === undefined ? [] : dice.chance(50) ? [run] : row;
  const block: Block = {
    bits: own.flatMap(({ bits }) => bits),
    remove: () => {
      page.runs = page.runs.filter((one) => !own.includes(one));
    },
    copy: (how) => {
      const copies = away(page, own, how).map(copied);
      page.runs.push(...copies);
      return copies.flatMap(({ bits }) => bits);
    },
    move: (how) => replace(own, away(page, own, how)),
    swap: (other) => swap(own, page.belongings.get(other) ?? []),
  };
  page.belongings.set(block, own);
  return block;
};

/** Exchanges the places of as many runs; false where they are the same or not as many. */
const swap = (own: readonly Run[], its: readonly Run[]): boolean => {
  if (its.length !== own.length || its.some((one) => own.includes(one))) return false;
  const [mine, theirs] = [own.map(({ at }) => at), its.map(({ at }) => at)];
  const placed = (ats: readonly Text[], places: readonly Text[]) =>
    ats.map((at, number): Run => {
      const { page, x, y } = places[number] ?? at;
      return { at: { ...at, page, x: own.length > 1 ? at.x : x, y }, bits: [], isStruck: false };
    });
  replace(own, placed(mine, theirs));
  replace(its, placed(theirs, mine));
  return true;
};

const linesOf = ({ at }: Run, text: string): number =>
  at.width === undefined ? 1 : Math.ceil(widthOf(at, text) / at.width);

const conceal = (page: Page, bit: Bit): boolean => {
  const run = runOf(page, bit);
  if (run === undefined || linesOf(run, textOf(run)) > 1) return false;
  const [left, right] = edgesOf(run);
  // Ethiopic letters hang lower under the top of their line.
  const y = run.at.y + run.at.size * (run.at.font === "Ethiopic" ? 0.77 : 0.5);
  page.further.push({ page: run.at.page, x: left, y, line: { x: right, y } });
  page.further.push({ ...run.at, text: textOf(run) });
  run.isStruck = true;
  return true;
};

const add = (page: Page, label: Bit | null, value: Bit, dice: Dice): void => {
  const drawn = drawnOn(page);
  const pairs = drawn.filter((run) => drawn.some((other) => other !== run && isBeside(run, other)));
  const run = dice.pick(pairs.length > 0 ? pairs : drawn);
  const row = drawn.filter((one) => isBeside(one, run)).sort((a, b) => a.at.x - b.at.x);
  const texts = [label, value].filter((bit) => bit !== null);
  const like = texts.map((_, at) => row[Math.min(at, row.length - 1)] ?? run);
  let right = 0;
  for (const [at, { at: place }] of away(page, like, dice).entries()) {
    const bit = texts[at];
    if (bit === undefined) continue;
    const font = isEthiopic(bit.text) ? "Ethiopic" : place.font === "Ethiopic" ? "Helvetica" : place.font;
    const { width: _, align: __, ...bare } = { ...place, font, x: Math.max(place.x, right) };
    // Another text than the run's own is drawn script by script.
    page.runs.push({ at: { ...bare, text: "" }, bits: [bit], isStruck: false });
    right = bare.x + widthOf(bare, bit.text) + 20;
  }
};

const write = async ({ runs, others, further }: Page, dice: Dice | null): Promise<Written> => {
  for (const run of runs.filter((one) => textOf(one) !== one.at.text))
    for (const bit of run.bits) bit.text = bit.text.replace(undrawable, "?");
  const texts = runs
    .filter((run) => !run.isStruck)
    .flatMap((run) => (textOf(run) === run.at.text ? [run.at] : inScripts({ ...run.at, text: textOf(run) })));
  const shown = texts.filter(({ text }) => text.trim() !== "");
  const instructions =
    dice === null || further.length > 0 ? [...shown, ...others] : redrawn(shown, others, dice);
  const all = [...instructions, ...further];
  return { bytes: await drawPdf(all.length > 0 ? all : [blank]), contentType: "application/pdf" };
};

/** Letters that none of the fonts has: the built-in ones would draw others for them. */
const undrawable = /[^\s\u0020-\u007e\u00a0-\u00ff\p{Script=Ethiopic}–—‘’“”•…€™]/gu;

const blank: Text = { page: 1, x: 40, y: 40, text: "-", size: 9, font: "Helvetica" };
