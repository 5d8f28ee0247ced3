import PDFDocument from "pdfkit";
import type { z } from "zod";
import { drawPdf, ethiopicFont, type pageSchema } from "../../src/operator/sandbox/pdf.ts";
import type { Dice } from "./dice.ts";
import type { Bit, Block, Direction, Paper, Source, Twist } from "./paper.ts";
import { cutAt } from "./parts.ts";
import { allOther } from "./values.ts";
import { harmlessWords, otherDocuments, undoings } from "./words.ts";

/** A drawn page: each text that it draws is one bit or some, each line of texts a block. */

type Instruction = z.infer<typeof pageSchema>[number];
type Text = Extract<Instruction, { text: string }>;
/** `isStruck`: a line goes through it, or another text lies over it. */
type Run = { at: Text; bits: Bit[]; isStruck: boolean };

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

const ruler = new PDFDocument({ size: "A4", margin: 0 });
ruler.registerFont("Ethiopic", ethiopicFont);
const widths = new Map<string, number>();
const widthOf = ({ font, size, spacing = 0 }: Text, words: string): number => {
  const key = `${font} ${words}`;
  const width = widths.get(key) ?? ruler.font(font).fontSize(1_000).widthOfString(words);
  widths.set(key, width);
  return (width * size) / 1_000 + spacing * words.length;
};

const isEthiopic = (text: string): boolean => /\p{Script=Ethiopic}/u.test(text);

/** The bottom of a page, with room for a last line, and how near two texts of one line are. */
const lowest = 815;
const sameLine = 3;

const textOf = ({ bits }: Run): string => bits.map(({ text }) => text).join("");
const linesOf = ({ at }: Run, text: string): number =>
  at.width === undefined ? 1 : Math.ceil(widthOf(at, text) / at.width);

/** Where a run's first line begins and ends. */
const edgesOf = (run: Run): readonly [left: number, right: number] => {
  const { at } = run;
  const width = Math.min(widthOf(at, textOf(run)), at.width ?? Number.POSITIVE_INFINITY);
  const free = at.align === undefined || at.width === undefined ? 0 : at.width - width;
  const left = at.x + (at.align === "right" ? free : at.align === "center" ? free / 2 : 0);
  return [left, left + width];
};

const pdfPaper = (first: readonly Run[], others: readonly Instruction[]): Paper => {
  let runs = [...first];
  const further: Instruction[] = [];
  const drawn = () => runs.filter((run) => !run.isStruck && textOf(run).trim() !== "");
  const runOf = (bit: Bit) => runs.find(({ bits }) => bits.includes(bit));
  const isBeside = (one: Run, other: Run) =>
    one.at.page === other.at.page &&
    Math.abs(one.at.y - other.at.y) <= sameLine &&
    one.at.turn === other.at.turn;

  const beside = (label: Bit, direction: Direction): readonly (readonly Bit[])[] => {
    const own = runOf(label);
    if (own === undefined || own.isStruck || direction === "member") return [];
    if (direction === "inline") {
      const behind = own.bits.slice(own.bits.indexOf(label) + 1);
      return behind.some(({ text }) => /[^\s:]/.test(text)) ? [behind] : [];
    }
    const [left, right] = edgesOf(own);
    // A currency in a text of its own belongs to the amount behind it.
    const rest = drawn().filter((run) => run !== own && !/^(?::|ETB|Birr)$/i.test(textOf(run)));
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

  const moved = (run: Run, place: Partial<Text>): Run => ({ ...run, at: { ...run.at, ...place } });
  const copied = (run: Run): Run => ({ ...run, bits: run.bits.map((bit) => ({ ...bit })) });
  const belongings = new WeakMap<Block, readonly Run[]>();
  /** A place where nothing stands yet: above or under all texts, or on a page of its own. */
  const away = (own: readonly Run[], dice: Dice): Run[] => {
    const top = Math.min(...own.map(({ at }) => at.y));
    const bottom = Math.max(40, ...drawn().flatMap(({ at }) => (at.page === 1 ? [at.y] : [])));
    const page = dice.chance(40) || bottom + 30 > lowest - 20 ? 2 : 1;
    const isFree = (y: number) => drawn().every(({ at }) => at.page !== page || Math.abs(at.y - y) > 20);
    const first = dice.below(10);
    const rows = Array.from({ length: 10 }, (_, at) => 200 + 40 * ((first + at) % 10));
    const above = dice.chance(50) && isFree(8) ? 8 : bottom + 24;
    const to = page === 2 ? (rows.find(isFree) ?? 700) : above;
    return own.map((run) => moved(run, { page, y: run.at.y - top + to }));
  };
  const replaced = (own: readonly Run[], by: readonly Run[]): void => {
    for (const [at, run] of own.entries()) Object.assign(run, { at: by[at]?.at ?? run.at });
  };
  const blockOf = (bit: Bit, dice: Dice): Block => {
    const run = runOf(bit);
    const row = run === undefined ? [] : drawn().filter((one) => isBeside(one, run));
    const own = run === undefined ? [] : dice.chance(50) ? [run] : row;
    const block: Block = {
      bits: own.flatMap(({ bits }) => bits),
      remove: () => {
        runs = runs.filter((one) => !own.includes(one));
      },
      copy: (how) => {
        const copies = away(own, how).map(copied);
        runs.push(...copies);
        return copies.flatMap(({ bits }) => bits);
      },
      move: (how) => replaced(own, away(own, how)),
      swap: (other) => {
        const its = belongings.get(other) ?? [];
        if (its.length !== own.length || its.some((one) => own.includes(one))) return false;
        const [mine, theirs] = [own.map(({ at }) => at), its.map(({ at }) => at)];
        const placed = (ats: readonly Text[], places: readonly Text[]) =>
          ats.map((at, number): Run => {
            const { page, x, y } = places[number] ?? at;
            return { at: { ...at, page, x: own.length > 1 ? at.x : x, y }, bits: [], isStruck: false };
          });
        replaced(own, placed(mine, theirs));
        replaced(its, placed(theirs, mine));
        return true;
      },
    };
    belongings.set(block, own);
    return block;
  };

  const stamp = (words: string, dice: Dice): void => {
    const font = isEthiopic(words) ? "Ethiopic" : dice.pick(["Helvetica", "Times-Bold", "Courier"]);
    const size = dice.pick([8, 14, 30, 48]);
    const above: Text = { page: 1, x: 60 + dice.below(200), y: 4, text: words, size: 8, font };
    const turn = dice.pick([-90, -60, -45, -30, 12, 30, 45, 90, 180]);
    const across: Text = { ...above, size, turn, x: 150 + dice.below(250), y: 300 + dice.below(300) };
    const down = [...words].map((text, at) => ({
      ...above,
      text,
      size: 30,
      x: 90 + at * 34,
      y: 150 + at * 31,
    }));
    const ways: readonly (readonly Text[])[] = [
      [above],
      [across],
      [{ ...across, spacing: size / 2 }],
      words.split(" ").map((word, at) => ({ ...across, turn: -90, x: 200 + at * 1.2 * size, text: word })),
      words.includes(" ") ? [across] : down,
    ];
    const way = dice.pick(ways);
    // What does not fit on the page does not say it.
    further.push(...(way.every(isOnPage) ? way : [above]));
  };
  const valueRuns = (told: ReadonlySet<number>) =>
    drawn().filter(({ bits }) => bits.some(({ tag, text }) => told.has(tag) && text !== ""));
  const change =
    (place: (at: Text, dice: Dice) => Partial<Text>): Twist =>
    (dice) => {
      const run = dice.pick(drawn());
      replaced([run], [moved(run, place(run.at, dice))]);
      return { isStill: true };
    };
  const twists: Record<string, Twist> = {
    "words that undo the payment": (dice) => {
      stamp(dice.pick(undoings.filter((words) => !/\*|R E V/.test(words))), dice);
      return { isRefused: true };
    },
    "words about payments in general": (dice) => {
      stamp(dice.pick(harmlessWords), dice);
      return { isStill: true };
    },
    "another kind of document": (dice) => {
      further.push({ page: 1, x: 60, y: 4, text: dice.pick(otherDocuments), size: 8, font: "Helvetica" });
      return { isRefused: true };
    },
    "a second receipt": (dice, { told }) => {
      const [dx, dy] = [dice.pick([0, 0, 12, 30]), dice.pick([0, 0, 20])];
      const copies = drawn()
        .filter(({ at }) => at.y + dy < lowest)
        .map((run) => copied(moved(run, { page: 2, x: run.at.x + dx, y: run.at.y + dy })));
      const bits = copies
        .flatMap((run) => run.bits)
        .filter(({ tag, text }) => told.has(tag) && /\d/.test(text));
      if (bits.length === 0) return null;
      const bit = dice.pick(bits);
      bit.text = allOther(bit.text, dice);
      runs.push(...copies);
      return { isRefused: true };
    },
    "two texts over each other": (dice, { told }) => {
      const values = valueRuns(told).filter(({ bits }) => bits.length === 1);
      if (values.length < 2) return null;
      const [under, over] = dice.shuffle(values);
      if (under === undefined || over === undefined || textOf(under) === textOf(over)) return null;
      const [left, right] = edgesOf(under);
      const room = right - left - under.at.size;
      if (room <= 0) return null;
      const { width: _, align: __, ...bare } = over.at;
      const shift = dice.below(Math.min(30, Math.ceil(room)));
      further.push({
        ...bare,
        text: textOf(over),
        page: under.at.page,
        x: left + shift,
        y: under.at.y + dice.pick([0, 0, 1]),
      });
      under.isStruck = true;
      further.push({ ...under.at, text: textOf(under) });
      return {};
    },
    "a text a little off its place": change((at, dice) => ({
      x: at.x + dice.below(21) - 10,
      y: at.y + (dice.below(21) - 10) / 2,
    })),
    "letters set apart": change((_, dice) => ({ spacing: dice.pick([0.2, 0.4, 0.8]) })),
    "letters of another size": change((at, dice) => ({ size: at.size + dice.pick([-1, 0.5, 1]) })),
    "a text drawn twice": (dice) => {
      const run = dice.pick(drawn());
      const at = { ...run.at, x: run.at.x + dice.pick([0, 0.2, 0.4, 1]), y: run.at.y + dice.pick([0, 0.2]) };
      further.push({ ...at, text: textOf(run) });
      return { isStill: true };
    },
  };

  return {
    bits: () =>
      drawn()
        .sort((a, b) => a.at.page - b.at.page || a.at.y - b.at.y || a.at.x - b.at.x)
        .flatMap(({ bits }) => bits),
    beside,
    blockOf,
    twists,
    conceal: (bit) => {
      const run = runOf(bit);
      if (run === undefined || linesOf(run, textOf(run)) > 1) return false;
      const [left, right] = edgesOf(run);
      // Ethiopic letters hang lower under the top of their line.
      const y = run.at.y + run.at.size * (run.at.font === "Ethiopic" ? 0.77 : 0.5);
      further.push({ page: run.at.page, x: left, y, line: { x: right, y } });
      further.push({ ...run.at, text: textOf(run) });
      run.isStruck = true;
      return true;
    },
    add: (label, value, dice) => {
      const pairs = drawn().filter((run) => drawn().some((other) => other !== run && isBeside(run, other)));
      const run = dice.pick(pairs.length > 0 ? pairs : drawn());
      const row = drawn()
        .filter((one) => isBeside(one, run))
        .sort((a, b) => a.at.x - b.at.x);
      const texts = [label, value].filter((bit) => bit !== null);
      const like = texts.map((_, at) => row[Math.min(at, row.length - 1)] ?? run);
      let right = 0;
      for (const [at, { at: place }] of away(like, dice).entries()) {
        const bit = texts[at];
        if (bit === undefined) continue;
        const font = isEthiopic(bit.text) ? "Ethiopic" : place.font === "Ethiopic" ? "Helvetica" : place.font;
        const { width: _, align: __, ...bare } = { ...place, font, x: Math.max(place.x, right) };
        // Another text than the run's own is drawn script by script.
        runs.push({ at: { ...bare, text: "" }, bits: [bit], isStruck: false });
        right = bare.x + widthOf(bare, bit.text) + 20;
      }
    },
    write: async (dice) => {
      for (const run of runs.filter((one) => textOf(one) !== one.at.text))
        for (const bit of run.bits) bit.text = bit.text.replace(undrawable, "?");
      const texts = runs
        .filter((run) => !run.isStruck)
        .flatMap((run) =>
          textOf(run) === run.at.text ? [run.at] : inScripts({ ...run.at, text: textOf(run) }),
        );
      const shown = texts.filter(({ text }) => text.trim() !== "");
      const instructions =
        dice === null || further.length > 0 ? [...shown, ...others] : redrawn(shown, others, dice);
      const all = [...instructions, ...further];
      return { bytes: await drawPdf(all.length > 0 ? all : [blank]), contentType: "application/pdf" };
    },
  };
};

/** Letters that none of the fonts has: the built-in ones would draw others for them. */
const undrawable = /[^\s\u0020-\u007e\u00a0-\u00ff\p{Script=Ethiopic}–—‘’“”•…€™]/gu;

const blank: Text = { page: 1, x: 40, y: 40, text: "-", size: 9, font: "Helvetica" };

const isOnPage = (text: Text): boolean => {
  const angle = ((text.turn ?? 0) * Math.PI) / 180;
  const width = widthOf(text, text.text) + text.size;
  const [x, y] = [text.x + Math.cos(angle) * width, text.y + Math.sin(angle) * width];
  return x > 20 && x < 575 && y > 20 && y < lowest;
};

/** A text in two scripts as pieces side by side, each in a font that has its letters. */
const inScripts = (text: Text): Text[] => {
  if (text.font === "Ethiopic" ? !/[A-Za-z0-9]/.test(text.text) : !isEthiopic(text.text)) return [text];
  const { width: _, align: __, ...bare } = text;
  const latin = text.font === "Ethiopic" ? "Helvetica" : text.font;
  const pieces =
    text.text.match(/[\p{Script=Ethiopic}።፣]+(?: +[\p{Script=Ethiopic}።፣]+)*|[^\p{Script=Ethiopic}]+/gu) ??
    [];
  if (pieces.length === 1) return [{ ...text, font: isEthiopic(text.text) ? "Ethiopic" : latin }];
  let { x } = text;
  return pieces.map((piece) => {
    const font = isEthiopic(piece) ? "Ethiopic" : latin;
    const at = { ...bare, text: piece, font, x };
    x += widthOf(at, piece);
    return at;
  });
};

/** Another drawing of the same page: elsewhere, in another order, by words or letters. */
const redrawn = (texts: readonly Text[], others: readonly Instruction[], dice: Dice): Instruction[] => {
  const pieces = dice.pick(["whole", "whole", "words", "letters"] as const);
  const [dx, dy] = dice.chance(30) ? [dice.below(30) - 15, dice.below(14) - 7] : [0, 0];
  const jitter = dice.chance(30) ? 0.8 : 0;
  const drawn = texts
    .map((text) => ({ ...text, x: text.x + dx + (dice.below(3) - 1) * jitter, y: text.y + dy }))
    .flatMap((text) => inPieces(text, pieces));
  const rest = others.map((one) => {
    const at = { ...one, x: one.x + dx, y: one.y + dy };
    return "line" in one ? { ...at, line: { x: one.line.x + dx, y: one.line.y + dy } } : at;
  });
  const all = dice.chance(50) ? [...drawn, ...rest] : [...rest, ...drawn];
  return dice.chance(50) ? dice.shuffle(all) : all;
};

/** The text drawn piece by piece, each where it stands in the whole; one that is broken into lines stays whole. */
const inPieces = (text: Text, pieces: "whole" | "words" | "letters"): Text[] => {
  const { width, align, ...bare } = text;
  const own = widthOf(text, text.text);
  const hasLetters = isEthiopic(text.text) === (text.font === "Ethiopic");
  if (pieces === "whole" || !hasLetters || own > (width ?? own)) return [text];
  const free = align === undefined || width === undefined ? 0 : width - own;
  const left = text.x + (align === "right" ? free : align === "center" ? free / 2 : 0);
  let before = "";
  return text.text.split(pieces === "words" ? / / : /(?:)/u).flatMap((piece) => {
    const x = left + widthOf(text, before);
    before += pieces === "words" ? `${piece} ` : piece;
    return piece.trim() === "" ? [] : [{ ...bare, text: piece, x }];
  });
};
