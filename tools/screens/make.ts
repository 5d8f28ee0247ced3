import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { openBrowser } from "./browser.ts";
import { pictureOf } from "./picture.ts";
import { plan, type Shot } from "./plan.ts";

/**
 * Draws the corpus of screenshots again: `npm run screens [-- <folder> <seed>]`. Needs Chromium,
 * of the system or named by CHROMIUM. The pictures are kept in the tree: nothing but a change of them needs this.
 */
const [folder = "fixtures/screens", seed = "20261120"] = process.argv.slice(2);

const makeScreens = async (): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser(process.env.CHROMIUM ?? "chromium");
  const faces = fontFaces();
  const entries: object[] = [];
  for (const shot of plan(Number(seed))) {
    const { bytes, ending } = await pictureOf(shot, browser, faces);
    const file = `${shot.name}.${ending}`;
    writeFileSync(join(folder, file), bytes);
    entries.push({ file, ...entryOf(shot) });
  }
  await browser.close();
  // A line for each picture.
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  writeFileSync(join(folder, "manifest.jsonl"), lines.join(""));
};

/** What the picture is and what reading it must find. */
const entryOf = ({
  half,
  way,
  provider,
  screen,
  language,
  isDark,
  widthPixels,
  references,
  account,
}: Shot) => ({
  half,
  way,
  provider,
  screen,
  language,
  theme: isDark ? "dark" : "light",
  widthPixels,
  references,
  account,
});

/** The phones' fonts from packages, so that every machine draws the same. */
const fontFaces = (): string =>
  fonts
    .flatMap(([family, name, subset, weights]) =>
      weights.map((weight) => {
        const path = createRequire(import.meta.url).resolve(
          `@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff2`,
        );
        const bytes = readFileSync(path).toString("base64");
        return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${bytes})}`;
      }),
    )
    .join("\n");

const fonts = [
  ["Roboto", "roboto", "latin", [400, 500, 700]],
  ["Inter", "inter", "latin", [400, 500, 700]],
  ["Noto Sans", "noto-sans", "latin", [400, 500, 700]],
  ["Roboto Mono", "roboto-mono", "latin", [400, 500]],
  ["Noto Sans Ethiopic", "noto-sans-ethiopic", "ethiopic", [400, 500, 700]],
] as const;

await makeScreens();
