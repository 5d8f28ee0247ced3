import { once } from "node:events";
import PDFDocument from "pdfkit";
import { ethiopicFont } from "../../src/operator/sandbox/pdf.ts";

/** A run of text at its place, as a producer of PDFs draws it. */
export type Run = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  /** A built-in font, or `Ethiopic`. */
  readonly font?: string;
  readonly page?: number;
  /** Degrees clockwise about the run's own place. */
  readonly turn?: number;
  readonly color?: string;
  readonly opacity?: number;
  /** Space between letters. */
  readonly spacing?: number;
  /** Text rendering mode: 3 draws nothing. */
  readonly mode?: number;
};

/** What else a page may have on it; drawn after the runs before it. */
export type Mark =
  | Run
  | { readonly box: readonly [x: number, y: number, width: number, height: number]; readonly color: string }
  | { readonly stroke: readonly [x: number, y: number, toX: number, toY: number] }
  | {
      readonly note: string;
      readonly x: number;
      readonly y: number;
      readonly subtype: "FreeText" | "Stamp" | "Text";
      readonly name?: string;
    }
  /** A stamp that brings what it looks like. */
  | { readonly stamp: string; readonly x: number; readonly y: number }
  | { readonly field: string; readonly x: number; readonly y: number }
  /** A white picture: kept beside the page, see-through in part, written into the drawing, or a stencil of one dot. */
  | {
      readonly picture: "kept" | "see-through" | "inline" | "stencil";
      readonly box: readonly [x: number, y: number, width: number, height: number];
    }
  /** Words that the colour of the whole page, or of a thick line across it, repeats. */
  | { readonly repeated: string; readonly by: "area" | "line" }
  /** Words that are drawn as one letter of a font of their own. */
  | { readonly letter: string; readonly x: number; readonly y: number };

/** In which pieces and order the runs are drawn; what the page looks like is the same. */
export type Drawing = "runs" | "words" | "glyphs" | "upwards";

export type Pairs = readonly (readonly [label: string, value: string])[];

/** How labels and values are put on a page, from a place downwards. */
export type Placing = (rows: Pairs, x: number, y: number) => readonly Run[];

/** Values in a column of their own. */
export const inColumns =
  (gap: number, leading = 16): Placing =>
  (rows, x, y) =>
    rows.flatMap(([label, value], at) => [
      { text: label, x, y: y + at * leading, font: "Helvetica-Bold" },
      { text: value, x: x + gap, y: y + at * leading },
    ]);

/** Label and value in one run of text. */
export const inOneRun =
  (between: string, leading = 16): Placing =>
  (rows, x, y) =>
    rows.map(([label, value], at) => ({ text: `${label}${between}${value}`, x, y: y + at * leading }));

/** Values that end near one edge. */
export const flushRight =
  (edge: number, leading = 16): Placing =>
  (rows, x, y) =>
    rows.flatMap(([label, value], at) => [
      { text: label, x, y: y + at * leading },
      { text: value, x: edge - value.length * 5, y: y + at * leading },
    ]);

type Wrapping = {
  /** Room for a label and the gap behind it; 0 where label and value are one run of text. */
  readonly gap: number;
  readonly width: number;
  readonly padding: number;
  readonly between?: string;
  /** Whether label and value are centred on each other. */
  readonly isCentred?: boolean;
};

/** Rows as high as what is wrapped in them. */
export const inWrappedRows =
  ({ gap, width, padding, between = " ", isCentred = false }: Wrapping): Placing =>
  (rows, x, y) => {
    let top = y;
    return rows.flatMap(([label, value]) => {
      const name = between === ": " ? label.replace(/:$/, "") : label;
      const [left, right] =
        gap === 0
          ? [linesOf(name + between + value, width), []]
          : [linesOf(label, gap - 10), linesOf(value, width)];
      const height = Math.max(left.length, right.length) * leading;
      const runs = [left, right].flatMap((lines, column) =>
        lines.map((text, at) => {
          const free = isCentred ? (height - lines.length * leading) / 2 : 0;
          return { text, x: x + column * gap, y: top + free + at * leading };
        }),
      );
      top += height + padding;
      return runs;
    });
  };

const leading = 12;
const ruler = new PDFDocument().font("Helvetica").fontSize(10);

const linesOf = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && ruler.widthOfString(`${line} ${word}`) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** A document with these marks on it. */
export const drawPage = async (
  marks: readonly Mark[],
  drawing: Drawing = "runs",
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: "A4", margin: 0, ...options });
  document.registerFont("Ethiopic", ethiopicFont);
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  let page = 1;
  for (const mark of drawing === "upwards" ? marks.toReversed() : marks) {
    for (const own = (("page" in mark) && mark.page) || 1; page < own; page++) document.addPage();
    draw(document, mark, drawing);
  }
  document.end();
  await once(document, "end");
  return new Uint8Array(Buffer.concat(chunks));
};

const draw = (document: PDFKit.PDFDocument, mark: Mark, drawing: Drawing): void => {
  if ("picture" in mark) {
    drawPicture(document, mark.picture, mark.box);
  } else if ("box" in mark) {
    document
      .rect(...mark.box)
      .fill(mark.color)
      .fillColor("black");
  } else if ("stroke" in mark) {
    const [x, y, toX, toY] = mark.stroke;
    document.moveTo(x, y).lineTo(toX, toY).stroke();
  } else if ("note" in mark) {
    const { note, x, y, subtype, name } = mark;
    const options = {
      Subtype: subtype,
      Contents: new String(note),
      ...(name === undefined ? {} : { Name: name }),
      ...(subtype === "FreeText" ? { DA: new String("/Helv 12 Tf 0 g") } : {}),
    };
    document.annotate(x, y, 120, 20, options as object);
  } else if ("stamp" in mark) {
    const fonts = { F1: document.ref({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica" }) };
    const looks = document.ref({
      Type: "XObject",
      Subtype: "Form",
      BBox: [0, 0, 120, 20],
      Resources: { Font: fonts },
    });
    for (const part of [fonts.F1, looks])
      part.end(part === looks ? `BT /F1 14 Tf 4 4 Td (${mark.stamp}) Tj ET` : undefined);
    document.annotate(mark.x, mark.y, 120, 20, { Subtype: "Stamp", AP: { N: looks } } as object);
  } else if ("repeated" in mark) {
    const colour = document.ref({
      ...{ Type: "Pattern", PatternType: 1, PaintType: 1, TilingType: 1 },
      ...{ BBox: [0, 0, 200, 100], XStep: 200, YStep: 100, Resources: { Font: { F1: helvetica(document) } } },
    });
    colour.end(`BT /F1 24 Tf 0.8 g 10 40 Td (${mark.repeated}) Tj ET`);
    document.page.patterns.Repeated = colour;
    document.addContent(
      mark.by === "area"
        ? "q /Pattern cs /Repeated scn 0 0 595 842 re f Q"
        : "q /Pattern CS /Repeated SCN 300 w 0 400 m 595 400 l S Q",
    );
  } else if ("letter" in mark) {
    const words = document.ref({});
    words.end(`700 0 d0 BT /F1 1000 Tf (${mark.letter}) Tj ET`);
    const font = document.ref({
      ...{
        Type: "Font",
        Subtype: "Type3",
        FontBBox: [0, 0, 7000, 700],
        FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      },
      ...{ CharProcs: { a: words }, Encoding: { Type: "Encoding", Differences: [97, "a"] } },
      ...{ FirstChar: 97, LastChar: 97, Widths: [700], Resources: { Font: { F1: helvetica(document) } } },
    });
    font.end("");
    document.page.fonts.Letter = font;
    document.addContent(`q 1 0 0 -1 ${mark.x} ${mark.y} cm BT /Letter 12 Tf (a) Tj ET Q`);
  } else if ("field" in mark) {
    document.font("Helvetica").initForm();
    document.formText(`field ${mark.x} ${mark.y}`, mark.x, mark.y, 160, 20, { value: mark.field });
  } else {
    drawRun(document, mark, drawing);
  }
};

type Picture = Extract<Mark, { readonly picture: string }>;

const drawPicture = (
  document: PDFKit.PDFDocument,
  kind: Picture["picture"],
  [x, y, width, height]: Picture["box"],
): void => {
  const dots = (values: readonly number[], more: object) => {
    const size = { Width: 2, Height: values.length / 2, BitsPerComponent: 8, ColorSpace: "DeviceGray" };
    const picture = document.ref({ Type: "XObject", Subtype: "Image", ...size, ...more });
    picture.end(Buffer.from(values));
    return picture;
  };
  const white = [255, 255, 255, 255];
  const look = {
    kept: () => dots(white, {}),
    "see-through": () => dots(white, { SMask: dots([0, 255, 255, 0], {}) }),
    stencil: () => {
      const one = { Width: 1, Height: 1, BitsPerComponent: 1, ImageMask: true };
      const stencil = document.ref({ Type: "XObject", Subtype: "Image", ...one });
      stencil.end(Buffer.from([0]));
      return stencil;
    },
    inline: () => null,
  }[kind]();
  if (look !== null) document.page.xobjects[kind] = look;
  const drawn = look === null ? "BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID ff> EI" : `/${kind} Do`;
  document.addContent(`q 1 1 1 rg ${width} 0 0 ${height} ${x} ${y} cm ${drawn} Q`);
};

const helvetica = (document: PDFKit.PDFDocument) => {
  const font = document.ref({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica" });
  font.end("");
  return font;
};

const drawRun = (document: PDFKit.PDFDocument, run: Run, drawing: Drawing): void => {
  const { text, x, y, size = 10, font = "Helvetica", turn = 0, color = "black", opacity = 1, spacing } = run;
  document.save();
  document.font(font).fontSize(size).fillColor(color, opacity);
  if (turn !== 0) document.rotate(turn, { origin: [x, y] });
  if (run.mode !== undefined) document.addContent(`${run.mode} Tr`);
  let left = x;
  for (const piece of piecesOf(text, drawing)) {
    const options = { lineBreak: false, ...(spacing === undefined ? {} : { characterSpacing: spacing }) };
    if (piece.trim() !== "") document.text(piece.trimEnd(), left, y, options);
    left += document.widthOfString(piece) + (spacing ?? 0) * piece.length;
  }
  document.restore();
};

const piecesOf = (text: string, drawing: Drawing): readonly string[] => {
  if (drawing === "words") return text.split(/(?<= )/);
  return drawing === "glyphs" ? [...text] : [text];
};
