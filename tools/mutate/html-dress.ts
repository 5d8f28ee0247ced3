import type { Dice } from "./dice.ts";
import {
  anySpace,
  betweenRows,
  comments,
  fashions,
  inlineWrappers,
  invisible,
  wrappers,
} from "./html-fashions.ts";
import { escaped } from "./html-page.ts";

/** One way to write a page without changing what it says. */
export type Dress = {
  /** Text of a cell as HTML. */
  readonly text: (text: string) => string;
  /** Text inside a paragraph, where no block can stand. */
  readonly inline: (text: string) => string;
  /** A cell's start tag. */
  readonly open: (tag: string) => string;
  /** What stands between rows. */
  readonly between: () => string;
  /** The last word on the whole page. */
  readonly page: (html: string) => string;
};

export const plainDress: Dress = {
  text: (text) => ` ${escaped(text)}`,
  inline: (text) => ` ${escaped(text)}`,
  open: (tag) => tag,
  between: () => "",
  page: (html) => html,
};

/** A dress in which each fashion is worn or not. */
export const anyDress = (dice: Dice): Dress => {
  const worn = () => (dice.chance(35) ? 25 : 0);
  const how = {
    references: worn(),
    spaces: worn(),
    invisible: worn(),
    comments: worn(),
    wrappers: worn(),
    attributes: worn(),
    rows: worn(),
  };
  const pageFashions = fashions.filter(() => dice.chance(25));
  return {
    text: (text) => dressText(text, how, dice, wrappers),
    inline: (text) => dressText(text, how, dice, inlineWrappers),
    open: (tag) => (dice.chance(how.attributes) ? withAttribute(tag, dice) : tag),
    between: () => (dice.chance(how.rows) ? dice.pick(betweenRows) : ""),
    page: (html) => pageFashions.reduce((page, fashion) => fashion(page), html),
  };
};

type How = Readonly<Record<"references" | "spaces" | "invisible" | "comments" | "wrappers", number>>;

const dressText = (text: string, how: How, dice: Dice, around: typeof wrappers): string => {
  const letters = [...text].map((letter) => {
    const seen = letter === " " || letter === "\u00a0" ? spaceOf(dice, how) : letterOf(letter, dice, how);
    const hidden = dice.chance(how.invisible / 3) ? dice.pick(invisible) : "";
    const comment = dice.chance(how.comments / 5) ? dice.pick(comments) : "";
    return seen + hidden + comment;
  });
  const at = dice.below(letters.length + 1);
  const [open, close] = dice.chance(how.wrappers) ? dice.pick(around) : ["", ""];
  const [inner, outer] = [letters.slice(0, at).join(""), letters.slice(at).join("")];
  const dressed = dice.chance(50) ? `${open}${inner}${close}${outer}` : `${open}${inner}${outer}${close}`;
  // A block element in the middle of a word would part it.
  const whole = /^<(?:div|p)/.test(open) ? `${open}${inner}${outer}${close}` : dressed;
  const [lead, trail] = [edgeOf(dice, how), edgeOf(dice, how)];
  return lead + whole + trail;
};

const letterOf = (letter: string, dice: Dice, { references }: How): string => {
  if (!dice.chance(references)) return escaped(letter);
  const code = letter.codePointAt(0) ?? 0;
  const named: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
  };
  return dice.pick([
    `&#${code};`,
    `&#x${code.toString(16)};`,
    `&#X${code.toString(16).toUpperCase()};`,
    named[letter] ?? `&#0${code};`,
  ]);
};

const spaceOf = (dice: Dice, { spaces }: How): string => (dice.chance(spaces) ? dice.pick(anySpace) : " ");

const edgeOf = (dice: Dice, { spaces }: How): string => (dice.chance(spaces) ? dice.pick(anySpace) : " ");

const withAttribute = (tag: string, dice: Dice): string =>
  tag.replace(
    />$/,
    dice.pick([
      ' data-label="Payer Name">',
      " nowrap>",
      " title='</td><td>x'>",
      ' data-n="a > b">',
      " align = center >",
      ' id="Settled Amount" >',
      "\n>",
    ]),
  );
