import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import * as fontkit from "fontkit";

/** The picture that chats show beside the link to a proof, 1200 × 630 pixels. */

const width = 1200;
const height = 630;
const margin = 80;

/** Says the sentence in large letters and the warning below it, as PNG. Rejects only on a bug. */
export const drawPreview = async (sentence: string, warning: string): Promise<Uint8Array> => {
  await loadRenderer();
  const drawing = new Resvg(svgOf(sentence, warning));
  try {
    return drawing.render().asPng();
  } finally {
    drawing.free();
  }
};

let loading: Promise<void> | null = null;

/**
 * Few installations pass proofs on, so the renderer is loaded for the first one. One that failed to load is loaded
 * again.
 */
const loadRenderer = (): Promise<void> => {
  loading ??= readFile(resolve("@resvg/resvg-wasm/index_bg.wasm"))
    .then(initWasm)
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
};

const { resolve } = createRequire(import.meta.url);

const svgOf = (sentence: string, warning: string): string => {
  const large = paragraph(sentence, 60, 150);
  const small = paragraph(warning, 36, large.bottom + 60);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fffdf8"/><rect width="100%" height="16" fill="#57534a"/><g fill="#1c1b18">${large.paths}</g><g fill="#8a4b00">${small.paths}</g></svg>`;
};

/** Lines of glyphs as paths, because a server may have no fonts at all. */
const paragraph = (text: string, size: number, top: number) => {
  let [x, y, paths] = [margin, top, ""];
  for (const word of text.split(/\s+/).slice(0, 60)) {
    const drawn = drawWord(word, size);
    if (x > margin && x + drawn.width > width - margin) [x, y] = [margin, y + size * 1.4];
    paths += drawn.at(x, y);
    x += drawn.width + size * 0.3;
  }
  return { paths, bottom: y + size };
};

const drawWord = (word: string, size: number) => {
  const runs = [...word.matchAll(/\p{Script=Ethiopic}+|\P{Script=Ethiopic}+/gu)].map(([text]) => {
    const font = /\p{Script=Ethiopic}/u.test(text) ? fonts().ethiopic : fonts().latin;
    return { glyphs: font.layout(text).glyphs, scale: size / font.unitsPerEm };
  });
  const widths = runs.map(
    ({ glyphs, scale }) => glyphs.reduce((sum, one) => sum + one.advanceWidth, 0) * scale,
  );
  return {
    width: widths.reduce((sum, one) => sum + one, 0),
    at: (left: number, baseline: number): string => {
      let x = left;
      return runs
        .flatMap(({ glyphs, scale }) =>
          glyphs.map((glyph) => {
            const path = `<path transform="translate(${x.toFixed(1)} ${baseline.toFixed(1)}) scale(${scale.toFixed(5)} -${scale.toFixed(5)})" d="${glyph.path.toSVG()}"/>`;
            x += glyph.advanceWidth * scale;
            return path;
          }),
        )
        .join("");
    },
  };
};

type Fonts = { readonly latin: fontkit.Font; readonly ethiopic: fontkit.Font };
let opened: Fonts | null = null;

const fonts = (): Fonts => {
  opened ??= { latin: openFont("latin"), ethiopic: openFont("ethiopic") };
  return opened;
};

const openFont = (subset: string): fontkit.Font => {
  const font = fontkit.openSync(
    resolve(`@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-${subset}-600-normal.woff`),
  );
  if (!("layout" in font)) throw new Error("the font file holds several fonts");
  return font;
};
