import type { Dice } from "./dice.ts";
import { isEthiopic, isOnPage, lowest, type Text } from "./pdf-drawing.ts";
import { copied, drawnOn, edgesOf, moved, type Page, type Run, replace, textOf } from "./pdf-page.ts";
import type { TwistsOf } from "./twists.ts";
import { allOther } from "./values.ts";
import { harmlessWords, otherDocuments, undoings } from "./words.ts";

/** Prints words as a stamp does: across the page, or above its texts. */
const stamp = (page: Page, words: string, dice: Dice): void => {
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
  page.further.push(...(way.every(isOnPage) ? way : [above]));
};

const valueRuns = (page: Page, told: ReadonlySet<number>): Run[] =>
  drawnOn(page).filter(({ bits }) => bits.some(({ tag, text }) => told.has(tag) && text !== ""));

const change =
  (place: (at: Text, dice: Dice) => Partial<Text>): TwistsOf<Page>[string] =>
  (page, dice) => {
    const run = dice.pick(drawnOn(page));
    replace([run], [moved(run, place(run.at, dice))]);
    return { isStill: true };
  };

export const pdfTwists: TwistsOf<Page> = {
  "words that undo the payment": (page, dice) => {
    stamp(page, dice.pick(undoings.filter((words) => !/\*|R E V/.test(words))), dice);
    return { isRefused: true };
  },
  "words about payments in general": (page, dice) => {
    stamp(page, dice.pick(harmlessWords), dice);
    return { isStill: true };
  },
  "another kind of document": (page, dice) => {
    page.further.push({ page: 1, x: 60, y: 4, text: dice.pick(otherDocuments), size: 8, font: "Helvetica" });
    return { isRefused: true };
  },
  "a second receipt": (page, dice, { told }) => {
    const [dx, dy] = [dice.pick([0, 0, 12, 30]), dice.pick([0, 0, 20])];
    const copies = drawnOn(page)
      .filter(({ at }) => at.y + dy < lowest)
      .map((run) => copied(moved(run, { page: 2, x: run.at.x + dx, y: run.at.y + dy })));
    const bits = copies
      .flatMap((run) => run.bits)
      .filter(({ tag, text }) => told.has(tag) && /\d/.test(text));
    if (bits.length === 0) return null;
    const bit = dice.pick(bits);
    bit.text = allOther(bit.text, dice);
    page.runs.push(...copies);
    return { isRefused: true };
  },
  "two texts over each other": (page, dice, { told }) => {
    const values = valueRuns(page, told).filter(({ bits }) => bits.length === 1);
    if (values.length < 2) return null;
    const [under, over] = dice.shuffle(values);
    if (under === undefined || over === undefined || textOf(under) === textOf(over)) return null;
    const [left, right] = edgesOf(under);
    const room = right - left - under.at.size;
    if (room <= 0) return null;
    const { width: _, align: __, ...bare } = over.at;
    const shift = dice.below(Math.min(30, Math.ceil(room)));
    page.further.push({
      ...bare,
      text: textOf(over),
      page: under.at.page,
      x: left + shift,
      y: under.at.y + dice.pick([0, 0, 1]),
    });
    under.isStruck = true;
    page.further.push({ ...under.at, text: textOf(under) });
    return {};
  },
  "a text a little off its place": change((at, dice) => ({
    x: at.x + dice.below(21) - 10,
    y: at.y + (dice.below(21) - 10) / 2,
  })),
  "letters set apart": change((_, dice) => ({ spacing: dice.pick([0.2, 0.4, 0.8]) })),
  "letters of another size": change((at, dice) => ({ size: at.size + dice.pick([-1, 0.5, 1]) })),
  "a text drawn twice": (page, dice) => {
    const run = dice.pick(drawnOn(page));
    const at = { ...run.at, x: run.at.x + dice.pick([0, 0.2, 0.4, 1]), y: run.at.y + dice.pick([0, 0.2]) };
    page.further.push({ ...at, text: textOf(run) });
    return { isStill: true };
  },
};
