/** A card as a picture: what a copy says, on a piece of paper that is torn at the foot. */

/** What a copy of a card says. */
export type Fact =
  | { readonly kind: "verdict"; readonly mark: string; readonly text: string }
  | { readonly kind: "line" | "note"; readonly text: string }
  | { readonly kind: "row"; readonly label: string; readonly text: string };

const width = 720;
const margin = 28;
const padding = 36;
const inner = width - 2 * (margin + padding);
const paper = { ground: "#ece6d8", sheet: "#fffdf8", ink: "#1c1b18", soft: "#57534a", line: "#cfc7b5" };
const fonts = {
  brand: "700 24px system-ui, sans-serif",
  mark: "44px system-ui, sans-serif",
  verdict: "700 34px system-ui, sans-serif",
  line: "24px system-ui, sans-serif",
  label: "24px system-ui, sans-serif",
  value: "600 24px system-ui, sans-serif",
  note: "20px system-ui, sans-serif",
} as const;

/** One line of text, at its place from the top left of the sheet. */
type Drawn = {
  readonly text: string;
  readonly font: string;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  readonly align: "left" | "right";
};
type Layout = {
  readonly texts: readonly Drawn[];
  readonly rules: readonly number[];
  readonly height: number;
};

/** @param tone colour of the mark */
export const pictureOf = async (facts: readonly Fact[], tone: string): Promise<File> => {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser draws nothing");
  const { texts, rules, height } = layOut(context, facts, tone);
  canvas.width = width;
  canvas.height = height + 2 * margin + 12;
  context.fillStyle = paper.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawSheet(context, height, tone);
  context.strokeStyle = paper.line;
  context.setLineDash([6, 6]);
  for (const y of rules) {
    context.beginPath();
    context.moveTo(margin + padding, y);
    context.lineTo(width - margin - padding, y);
    context.stroke();
  }
  context.textBaseline = "top";
  for (const { text, font, x, y, colour, align } of texts) {
    context.font = font;
    context.fillStyle = colour;
    context.textAlign = align;
    context.fillText(text, x, y);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("the browser made no picture");
  return new File([blob], "deresegn.png", { type: "image/png" });
};

const layOut = (context: CanvasRenderingContext2D, facts: readonly Fact[], tone: string): Layout => {
  const texts: Drawn[] = [];
  const rules: number[] = [];
  const left = margin + padding;
  const right = width - left;
  let y = margin + 30;
  const write = (text: string, font: string, colour: string, atRight = false) =>
    texts.push({ text, font, colour, x: atRight ? right : left, y, align: atRight ? "right" : "left" });
  const block = (text: string, font: string, colour: string, lineHeight: number) => {
    for (const line of wrapped(context, text, font, inner)) {
      write(line, font, colour);
      y += lineHeight;
    }
  };
  write("ደረሰኝ Deresegn", fonts.brand, paper.soft);
  y += 48;
  for (const fact of facts) {
    switch (fact.kind) {
      case "verdict":
        write(fact.mark, fonts.mark, tone);
        y += 58;
        block(fact.text, fonts.verdict, paper.ink, 44);
        y += 14;
        break;
      case "line":
        block(fact.text, fonts.line, paper.ink, 32);
        y += 8;
        break;
      case "row": {
        y += 10;
        write(fact.label, fonts.label, paper.soft);
        context.font = fonts.label;
        const room = Math.max(inner - context.measureText(fact.label).width - 24, inner / 2);
        const lines = wrapped(context, fact.text, fonts.value, room);
        // A long label keeps its line for itself.
        if (room === inner / 2 && lines.length > 0) y += 32;
        for (const line of lines) {
          write(line, fonts.value, paper.ink, true);
          y += 32;
        }
        y += 8;
        rules.push(y);
        break;
      }
      case "note":
        y += 14;
        block(fact.text, fonts.note, paper.soft, 28);
    }
  }
  return { texts, rules, height: y + 10 - margin };
};

/** Words on lines of at most this width. A word that is wider is cut. */
const wrapped = (
  context: CanvasRenderingContext2D,
  text: string,
  font: string,
  widthMax: number,
): readonly string[] => {
  context.font = font;
  const lines: string[] = [];
  let line = "";
  const isTooWide = (words: string) => context.measureText(words).width > widthMax;
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (!isTooWide(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (isTooWide(line)) {
      let end = line.length - 1;
      while (end > 1 && isTooWide(line.slice(0, end))) end -= 1;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
};

const drawSheet = (context: CanvasRenderingContext2D, height: number, tone: string): void => {
  const [left, right, bottom] = [margin, width - margin, margin + height];
  context.fillStyle = paper.sheet;
  context.beginPath();
  context.moveTo(left, margin);
  context.lineTo(right, margin);
  context.lineTo(right, bottom);
  const tooth = (right - left) / 46;
  for (let index = 1; index <= 46; index += 1)
    context.lineTo(right - index * tooth, bottom + (index % 2 === 1 ? 12 : 0));
  context.closePath();
  context.fill();
  context.fillStyle = tone;
  context.fillRect(left, margin, right - left, 8);
};
