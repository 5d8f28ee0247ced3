import { Parser } from "htmlparser2";
import { close, createDraft, type Draft, open, type Span, write } from "./html-draft.ts";

/** What a page shows, piece by piece, and where its parts lie. What its markup hides is in none of it. */
export type Page = {
  /** The text of the first title, hidden or not. */
  readonly title: string;
  /** Texts in the order of the page, and a space at the end of each element that parts. */
  readonly pieces: readonly string[];
  /** Rows by their cells. Rows around a table are layout, and left out. */
  readonly rows: readonly (readonly Span[])[];
  readonly titles: readonly Span[];
  /** Rows of several cells that hold no table, but for one in a title. */
  readonly rowsOfSeveral: readonly Span[];
  /** Blocks that hold no other, apart from those in titles and in rows of several cells. */
  readonly blocks: readonly Span[];
};

/** Markup that a browser shows at all is far shallower. */
const depthMax = 500;

/** Reads a page as its parser tells of it, building no tree. Null: elements are within elements beyond all measure. */
export const readPage = (source: string): Page | null => {
  const pictures = picturesIn(source);
  const withoutPictures = parse(source, pictures);
  const { draft, isTooDeep } =
    withoutPictures.leftOut === pictures.length ? withoutPictures : parse(source, []);
  if (isTooDeep) return null;
  const rows = draft.rows.filter(({ cells, holdsTable }) => cells.length > 0 && !holdsTable);
  return { ...draft, title: draft.title ?? "", rows: rows.map(({ cells }) => cells) };
};

/** `leftOut`: how many of the pictures were indeed the end of an attribute's value, as all of them must be. */
type Parsed = { readonly draft: Draft; readonly isTooDeep: boolean; readonly leftOut: number };

const parse = (source: string, pictures: readonly Span[]): Parsed => {
  const draft = createDraft();
  let isTooDeep = false;
  let leftOut = 0;
  let pictureAt = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        open(draft, name, attributes);
        if (draft.open.length <= depthMax) return;
        isTooDeep = true;
        parser.pause();
      },
      onattribute: (name, _value, quote) => {
        // What hides an element may stand behind a picture in its style.
        if (name !== "style" && quote === '"' && parser.endIndex === pictureAt + 1) leftOut += 1;
      },
      ontext: (text) => write(draft, text),
      onclosetag: () => close(draft),
    },
    // Where nothing is encoded, the parser need not look for it.
    { decodeEntities: source.includes("&") },
  );
  let at = 0;
  for (const { from, to } of pictures) {
    parser.write(source.slice(at, from));
    pictureAt += from - at;
    at = to;
  }
  parser.end(source.slice(at));
  return { draft, isTooDeep, leftOut };
};

/** Shorter ones are parsed as fast as left out. */
const pictureLengthMin = 1_000;

/** The letters of pictures within the markup, `src="data:image/png;base64,…"`: most of some pages, and read by nobody. */
const picturesIn = (source: string): readonly Span[] => {
  const pictures: Span[] = [];
  let to = 0;
  for (let at = source.indexOf(base64); at !== -1; at = source.indexOf(base64, to)) {
    const from = at + base64.length;
    to = source.indexOf('"', from);
    if (to === -1) return pictures;
    if (to - from >= pictureLengthMin) pictures.push({ from, to });
  }
  return pictures;
};

const base64 = ";base64,";
