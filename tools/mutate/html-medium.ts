import type { Dice } from "./dice.ts";
import { anyDress, type Dress, plainDress } from "./html-dress.ts";
import { type Cell, escaped, type HtmlPage, labelAt, type Piece, takeApart } from "./html-page.ts";
import type { Medium, Twist } from "./medium.ts";
import { refused } from "./refused.ts";
import type { Row, Sheet } from "./sheet.ts";
import { encoded } from "./text-encodings.ts";

const mediaType = "text/html";

/** A page of labels and values, written in any of the ways that HTML allows. */
export const htmlMedium = (html: string, provider: string): Medium => {
  const page = takeHtmlApart(html, provider);
  const write = async (sheet: Sheet, dice: Dice | null) =>
    encoded(render(page, sheet, dice === null ? plainDress : anyDress(dice)), mediaType, dice);
  return { kind: "html", sheet: page.sheet, write, twists: twistsOf(page) };
};

/** A page of one of the providers that have some. */
export const takeHtmlApart = (html: string, provider: string): HtmlPage =>
  takeApart(html, {
    isHeading: (tag, text) => (provider === "delta" ? /Value Added Tax/.test(text) : tag === "title"),
    // beta's labels are bilingual, and so are told from its other cells.
    isLabel: (text) => provider !== "beta" || text.includes("/"),
  });

const render = ({ pieces }: HtmlPage, sheet: Sheet, dress: Dress): string => {
  const apart = sheet.rows
    .filter(({ slot }) => slot === "apart")
    .map((row) => pairRow(plainCells, row, dress));
  const html = pieces.map((piece) => renderPiece(piece, sheet, dress)).join("");
  const further = apart.length === 0 ? "" : `<table>${apart.join("")}</table>`;
  const at = html.lastIndexOf("</body>");
  return dress.page(html.slice(0, at) + further + html.slice(at));
};

const renderPiece = (piece: Piece, sheet: Sheet, dress: Dress): string => {
  switch (piece.kind) {
    case "raw":
      return piece.html;
    case "heading":
      return `${piece.open}${escaped(sheet.heading)}${piece.close}`;
    case "link":
      return sheet.link ?? "";
    case "pair":
      return rowsAt(sheet, piece.slot)
        .map((row, at) => pairRow(at === 0 ? piece.cells : plainCells, row, dress))
        .join("");
    case "line":
      return rowsAt(sheet, piece.slot)
        .map((row) => lineOf(piece, row, dress))
        .join("\n");
    case "columns": {
      const columns = piece.labels.map((_, column) => rowsAt(sheet, piece.slot + column));
      const own = columns.map(([row]) => row);
      const further = columns.flatMap((rows) => rows.slice(1));
      const labels = own.map((row, at) => cell(piece.labels[at], row?.label ?? "", dress));
      const values = own.map((row, at) => cell(piece.values[at], row?.value ?? "", dress));
      const added = further.map((row) => pairRow(plainCells, row, dress));
      return `<tr>${labels.join("")}</tr>\n<tr>${values.join("")}</tr>${added.join("")}${dress.between()}`;
    }
  }
};

/** The row that stands in a slot, and the rows that were put in behind it (or, at the top, before it). */
const rowsAt = ({ rows }: Sheet, slot: number): readonly Row[] => {
  const at = rows.findIndex((row) => row.slot === slot);
  const [row] = rows.slice(at, at + 1);
  if (at === -1 || row === undefined) return [];
  const next = rows.findIndex((one, index) => index > at && one.slot !== "inside");
  const behind = rows.slice(at + 1, next === -1 ? rows.length : next);
  const before = slot === 0 ? rows.slice(0, at) : [];
  return [row, ...behind, ...before];
};

const plainCells: readonly Cell[] = [
  { open: "<td>", text: "", close: "</td>" },
  { open: "<td>", text: "", close: "</td>" },
];

const pairRow = (cells: readonly Cell[], { label, value }: Row, dress: Dress): string => {
  const own = Math.max(0, labelAt(cells));
  const texts = cells.map(({ text }, at) => (at === own ? label : at === cells.length - 1 ? value : text));
  return `<tr>\n${texts.map((text, at) => cell(cells[at], text, dress)).join("\n")}\n</tr>${dress.between()}`;
};

const cell = (as: Cell | undefined, text: string, dress: Dress): string =>
  `${dress.open(as?.open ?? "<td>")}${dress.text(text)}${as?.close ?? "</td>"}`;

/** A label from elsewhere gets its colon, as all labels of the layout have one. */
const lineOf = (
  { label: { open, close }, close: end }: Extract<Piece, { kind: "line" }>,
  { label, value }: Row,
  dress: Dress,
): string =>
  `${open}${dress.inline(label !== "" && !label.endsWith(":") ? `${label}:` : label)}${close}${dress.inline(value)}${end}`;

/** Writings that a reader may refuse, but not read wrongly. */
const twistsOf = (page: HtmlPage): Readonly<Record<string, Twist>> => {
  const may =
    (change: (html: string, dice: Dice) => string): Twist =>
    async (sheet, dice, expectation) => {
      const html = change(render(page, sheet, plainDress), dice);
      const { codes, ...expected } = expectation(sheet, false);
      return {
        written: encoded(html, mediaType, null),
        expectation: {
          ...expected,
          codes: new Set([...codes, "provider_error", "provider_format_changed"]),
        },
      };
    };
  return {
    ...refusedTwists(page),
    "html: end tags left out": may((html) => html.replaceAll("</td>", "").replaceAll("</tr>", "")),
    "html: an end tag is missing": may((html, dice) => without(html, /<\/(?:td|tr|table|div)>/g, dice)),
    "html: a start tag is missing": may((html, dice) => without(html, /<(?:tr|table|div)\b[^>]*>/g, dice)),
    "html: UTF-8 sent as windows-1252": async (sheet, _, expectation) => {
      const bytes = Buffer.from(render(page, sheet, plainDress));
      const decode = (text: string) => new TextDecoder("windows-1252").decode(Buffer.from(text));
      const rows = sheet.rows.map((row) => ({ ...row, label: decode(row.label), value: decode(row.value) }));
      return {
        written: { bytes, contentType: "text/html; charset=windows-1252" },
        expectation: expectation({ ...sheet, heading: decode(sheet.heading), rows }, false),
      };
    },
  };
};

/** Pages that no reader may take for a receipt of this payment, whatever their rows say. */
const refusedTwists = (page: HtmlPage): Readonly<Record<string, Twist>> => {
  const never =
    (change: (html: string, sheet: Sheet, dice: Dice) => string | null): Twist =>
    async (sheet, dice, expectation) => {
      const html = render(page, sheet, plainDress);
      const changed = change(html, sheet, dice);
      return changed === null || changed === html
        ? null
        : {
            written: encoded(changed, mediaType, null),
            expectation: refused(expectation(sheet, false)),
          };
    };
  const may =
    (change: (html: string, dice: Dice) => string): Twist =>
    async (sheet, dice, expectation) => ({
      written: encoded(change(render(page, sheet, plainDress), dice), mediaType, null),
      expectation: expectation(sheet, true),
    });
  return {
    "html: words that undo the payment": never((html, _, dice) =>
      putIn(html, dice.pick(places)(dice.pick(undoings)), dice),
    ),
    "html: words about payments in general": may((html, dice) =>
      putIn(html, dice.pick(places.slice(0, 3))(dice.pick(generals)), dice),
    ),
    "html: a value that is hidden or struck out": never((html, sheet, dice) => {
      const value = dice.pick(toldValues(sheet));
      return html.replace(`${escaped(value)}<`, () => `${dice.pick(hidings)(escaped(value))}<`);
    }),
    "html: raised digits in an amount": never((html, sheet, dice) => {
      const value = dice.pick(toldAmounts(sheet));
      const other = value.replace(/\d/, (digit) => `${digit}<${dice.pick(["sup", "sub"])}>9</sup>`);
      return html.replace(`${escaped(value)}<`, () => `${other}<`);
    }),
    "html: a second receipt": never((html, sheet, dice) => {
      const [, head = "", body = "", rest = ""] =
        /^([\s\S]*<body[^>]*>)([\s\S]*)(<\/body>[\s\S]*)$/.exec(html) ?? [];
      const value = dice.pick(toldAmounts(sheet));
      const other = body.replaceAll(
        escaped(value),
        escaped(value).replace(/\d/, (digit) => `${(Number(digit) + 1) % 10}`),
      );
      if (other === body) return null;
      return `${head}${dice.shuffle([body, other]).join("")}${rest}`;
    }),
    "html: markup that ends elsewhere": never((html, _, dice) => putIn(html, dice.pick(traps), dice)),
    "html: cut within a script": never(
      (html) => `${html.slice(0, html.lastIndexOf("</body>"))}<script>var end = "</body></html>`,
    ),
    "html: another kind of document": never((html, _, dice) =>
      putIn(
        html,
        `<h1>${dice.pick(["Account Statement", "PAYMENT REQUEST", "Proforma invoice"])}</h1>`,
        dice,
      ),
    ),
  };
};

/** At the beginning of the page or at its end. */
const putIn = (html: string, markup: string, dice: Dice): string =>
  dice.chance(50)
    ? html.replace(/<body[^>]*>/, (body) => `${body}${markup}`)
    : html.replace(/<\/body>(?![\s\S]*<\/body>)/, (end) => `${markup}${end}`);

const undoings = [
  ...[
    "REVERSED",
    "Cancelled",
    "*** VOID ***",
    "Refunded",
    "Transaction failed",
    "EXPIRED",
    "R E V E R S E D",
  ],
  ...["Reversed on 16/11/2026 10:00", "This payment has been reversed", "Reversal Receipt", "Pending"],
  ...["ተሰርዟል", "ተመላሽ ሆኗል።", "ግብይቱ አልተሳካም"],
] as const;
const generals = [
  ...["If this transaction failed call 8080.", "This payment is non-refundable", "Cancellation fee: 0.00"],
  ...["Customer copy", "Reversed: No", "ግብይቱ ካልተሳካ ይደውሉ"],
] as const;
const places: readonly ((words: string) => string)[] = [
  (words) => `<h2>${words}</h2>`,
  (words) => `<div><p>${words}</p></div>`,
  (words) => `<table><tr><td>${words}</td></tr></table>`,
  (words) => `<p>Thank you <span class="badge">${words}</span></p>`,
  (words) => `<img src="x.png" alt="${words}">`,
  (words) => `<svg><text>${words}</text></svg>`,
  (words) => `<b style="position:absolute;transform:rotate(-30deg)">${words}</b>`,
];
const hidings: readonly ((value: string) => string)[] = [
  ...["display:none", "VISIBILITY: hidden", "opacity:0", "font-size:0", "text-decoration:line-through"].map(
    (style) => (value: string) => `<span style="${style}">${value}</span>`,
  ),
  ...["s", "del", "template", "details", "dialog", "datalist", "noframes", "sup", "xmp", "noscript"].map(
    (name) => (value: string) => `<${name}>${value}</${name}>`,
  ),
  (value) => `<style>.gone{display:none}</style><span class="gone">${value}</span>`,
  (value) => `<svg><defs><text>${value}</text></defs></svg>`,
];
const traps = [
  "<!--><h1>REVERSED</h1><!-- -->",
  "<!-- x --!><h1>REVERSED</h1><!-- -->",
  "<script><!-- <script> </script> --></script><h1>REVERSED</h1>",
  "<p>a&#xD800;b</p>",
] as const;

/** Values that every layout tells, and that stand on the page once. */
const toldValues = ({ rows }: Sheet): readonly string[] => {
  const told = rows.filter(({ label }) =>
    /amount$|^total$|receiver name|beneficiary name|credited party name|transaction id|(?<!transfer )reference$/i.test(
      label.replace(/:$/, ""),
    ),
  );
  const values = told.map(({ value }) => value).filter((value) => value !== "");
  return values.length === 0 ? ["-"] : values;
};

const toldAmounts = (sheet: Sheet): readonly string[] => {
  const amounts = toldValues(sheet).filter((value) => /^(?:ETB )?\d[\d,.]*(?: (?:ETB|Birr))?$/.test(value));
  return amounts.length === 0 ? ["-"] : amounts;
};

const without = (html: string, pattern: RegExp, dice: Dice): string => {
  const { index, 0: tag } = dice.pick([...html.matchAll(pattern)]);
  return html.slice(0, index) + html.slice(index + tag.length);
};
