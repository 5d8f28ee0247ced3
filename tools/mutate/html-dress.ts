import type { Dice } from "./dice.ts";

/** One way to write a page without changing what it says. */
export type Dress = {
  /** Text of a cell as HTML. */
  readonly text: (text: string) => string;
  /** Text inside a paragraph, where no block can stand. */
  readonly inline: (text: string) => string;
  /** A cell's start tag. */
  readonly open: (tag: string) => string;
  /** What stands behind a row, and behind a table's last one. */
  readonly between: () => string;
  readonly end: () => string;
  /** The last word on the whole page. */
  readonly page: (html: string) => string;
};

export const plainDress: Dress = {
  text: (text) => ` ${escaped(text)}`,
  inline: (text) => ` ${escaped(text)}`,
  open: (tag) => tag,
  between: () => "",
  end: () => "",
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
    end: () => (dice.chance(how.rows) ? dice.pick(lastRows) : ""),
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

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const anySpace = [
  "  ",
  "\n\t\t",
  "\r\n",
  "\u00a0",
  "&nbsp;",
  "&nbsp; ",
  "\u2003",
  "&ensp;",
  "&#8195;",
  "\u3000",
  " \u202f",
  "&Tab;",
  "&NewLine;",
];

const invisible = [
  "\u200b",
  "\u200c",
  "\u200d",
  "\u200e",
  "\u200f",
  "\u2060",
  "\ufeff",
  "&#8203;",
  "&zwnj;",
  "&lrm;",
  "\u202a",
  "\u2066",
  "\u2069",
];

const comments = [
  "<!---->",
  "<!-- -->",
  "<!-- Payer Name -->",
  "<!--<td>9,999.00 Birr</td>-->",
  "<!--</tr><tr>-->",
  "<!-- a > b -->",
];

const wrappers: readonly (readonly [open: string, close: string])[] = [
  ["<b>", "</b>"],
  ["<span class='v' title=\"Settled Amount\">", "</span>"],
  ["<font color=red>", "</font>"],
  ["<a href='#a?b=1&c=2'>", "</a>"],
  ["<div>", "</div>"],
  ["<p>", "</p>"],
  ["<span><i><em>", "</em></i></span>"],
];

/** A link around a title would make it a button. */
const inlineWrappers = wrappers.filter(([open]) => !/^<(?:div|p|a\b)/.test(open));

const lastRows = ["<tr></tr>", '<tr><td colspan="3"></td></tr>', "<tr><td><hr></td></tr>"];

const betweenRows = [
  "<!--<tr><td>ስም/Payer Name</td><td>SOMEBODY ELSE</td></tr>-->",
  "<!-- <tr><td>ሁኔታ/transaction status</td><td>Reversed</td></tr> -->",
  '<script>var x = "<td>Payer Name</td>";</script>',
  "<style>.none::after { content: 'Reversed' }</style>",
  "\n\n\t",
];

const fashions: readonly ((html: string) => string)[] = [
  (html) =>
    html.replace(/<(\/?)([a-z]+)/g, (_, slash: string, name: string) => `<${slash}${name.toUpperCase()}`),
  (html) => html.replaceAll("\n", "\r\n"),
  (html) => html.replace(/>\n\s+</g, "><"),
  (html) => html.replaceAll("<table>", "<table border=0><tbody>").replaceAll("</table>", "</tbody></table>"),
  (html) => html.replace(/<td class="line" style="width: 55%">([^<]*)<\/td>/g, "<th scope=row>$1</th>"),
  (html) =>
    html.replace("<!DOCTYPE html>", '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">'),
  (html) => `${html}\n<!-- rendered in 12 ms -->\n\n`,
  (html) => html.replaceAll("</td>", "</td >").replaceAll("</tr>", "</tr\n>"),
  (html) => `\n\n${html}`,
  (html) => html.replace("</html>", "</HTML >"),
  (html) => html.replace("</head>", '<meta name="x" content="<td>Payer Name</td>"></head>'),
];
