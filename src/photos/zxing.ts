import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import type { GreyPicture } from "./grey-picture.ts";

// From the package's own file: left to itself, the library would fetch this over the network.
const wasmFile = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(readFileSync(wasmFile)).buffer } });

/** Micro QR is left out: it finds codes where there are none. */
const common = {
  formats: ["QRCodeModel2"],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  textMode: "Plain",
  maxNumberOfSymbols: 4,
} satisfies ReaderOptions;

/** Texts of the QR codes that the library finds, each once. */
export const readByZxing = async (
  grey: GreyPicture,
  options: ReaderOptions = {},
): Promise<readonly string[]> => {
  const results = await readBarcodes(colourless(grey), { ...common, ...options });
  return [...new Set(results.filter(({ isValid, text }) => isValid && text !== "").map(({ text }) => text))];
};

/** The library takes four bytes a pixel. */
const colourless = ({ pixels, width, height }: GreyPicture) => {
  const data = new Uint8ClampedArray(4 * pixels.length);
  const words = new Uint32Array(data.buffer);
  for (let at = 0; at < pixels.length; at += 1) words[at] = 0xff000000 | ((pixels[at] ?? 0) * 0x010101);
  return { data, width, height, colorSpace: "srgb" as const };
};
