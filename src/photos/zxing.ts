import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from "zxing-wasm/reader";
import type { GreyPicture } from "./grey-picture.ts";
import { versionMax } from "./qr/layout.ts";
import type { CodePlace } from "./qr/quads.ts";
import { reused } from "./reused.ts";

// From the package's own file: left to itself, the library would fetch this over the network.
const wasmFile = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(readFileSync(wasmFile)).buffer } });

/** Micro QR is left out: it finds codes where there are none. */
const options = {
  formats: ["QRCodeModel2"],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  textMode: "Plain",
  maxNumberOfSymbols: 4,
  returnErrors: true,
} satisfies ReaderOptions;

export type ZxingReading = {
  /** Each text once. */
  readonly texts: readonly string[];
  /** Where a code was seen and could not be read. */
  readonly unread: readonly CodePlace[];
};

/** The QR codes that the library finds. */
export const readByZxing = async (grey: GreyPicture): Promise<ZxingReading> => {
  const results = await readBarcodes(asFile(grey), options);
  const read = results.filter(({ isValid, text }) => isValid && text !== "");
  return {
    texts: [...new Set(read.map(({ text }) => text))],
    unread: results.filter(({ isValid }) => !isValid).flatMap(placeOf),
  };
};

const placeOf = ({ position, version, isInverted }: ReadResult): readonly CodePlace[] => {
  const { topLeft, topRight, bottomRight, bottomLeft } = position;
  const number = Number(version);
  if (!Number.isInteger(number) || number < 1 || number > versionMax) return [];
  return [{ quad: [topLeft, topRight, bottomRight, bottomLeft], version: number, isInverted, weight: 0 }];
};

const bytesFor = reused((length) => new Uint8Array(length));

/** A "portable grey map": as bare pixels the library would take four bytes for each. */
const asFile = ({ pixels, width, height }: GreyPicture): Uint8Array => {
  const header = Buffer.from(`P5 ${width} ${height} 255\n`, "latin1");
  const length = header.length + pixels.length;
  const bytes = bytesFor(length);
  bytes.set(header);
  bytes.set(pixels, header.length);
  return bytes.subarray(0, length);
};
