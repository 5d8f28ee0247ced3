import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import type { BankLabel } from "../../../test/support/bank.ts";
import { answer } from "../../../test/support/misbehaving-server.ts";
import { type Behaves, isHuge, neverEnds } from "../../../test/support/peers.ts";
import { hostile } from "../worst-pictures.ts";

const mebibyte = 1024 * 1024;
const zeros = Buffer.alloc(200 * mebibyte);
const wireMax = 2 * mebibyte;

type Bomb = { readonly label: BankLabel; readonly behaves: Behaves };

const packed = (encoding: string, bytes: Buffer): Bomb => ({
  label: "beta",
  behaves: () => answer(200, bytes, { "Content-Encoding": encoding }),
});
const body = (label: BankLabel, bytes: string | Uint8Array): Bomb => ({
  label,
  behaves: () => answer(200, bytes),
});

/** A page whose content is this stream, packed so many times. */
const pdfOf = (content: Buffer, times: number): Buffer => {
  const filters = Array(times).fill("/FlateDecode").join(" ");
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  const add = (...text: readonly (string | Buffer)[]) => {
    offsets.push(parts.reduce((sum, { length }) => sum + length, 0));
    parts.push(
      Buffer.from(`${offsets.length} 0 obj\n`),
      ...text.map((one) => Buffer.from(one)),
      Buffer.from("\nendobj\n"),
    );
  };
  add("<</Type/Catalog/Pages 2 0 R>>");
  add("<</Type/Pages/Kids[3 0 R]/Count 1>>");
  add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>");
  add(`<</Length ${content.length}/Filter[${filters}]>>\nstream\n`, content, "\nendstream");
  const at = parts.reduce((sum, { length }) => sum + length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}trailer<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

/** As much as arrives at all, and as deep. */
const deep = (opening: string): string => opening.repeat(wireMax / opening.length - 1_000);

/** What a bank's host could answer to hurt who reads it, and which bank's reader gets it. */
export const answerBombs: Readonly<Record<string, Bomb>> = {
  gzip: packed("gzip", gzipSync(zeros)),
  deflate: packed("deflate", deflateSync(zeros)),
  brotli: packed("br", brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })),
  "a PDF's stream": body("alpha", pdfOf(deflateSync(zeros), 1)),
  "a PDF's stream, packed twice": body(
    "alpha",
    pdfOf(deflateSync(deflateSync(Buffer.concat([zeros, zeros]))), 2),
  ),
  "deep HTML": body("beta", `<html><body>${deep("<div>")}</body></html>`),
  "deep tables": body("delta", `<html><body>${deep("<table><tr><td>")}</body></html>`),
  "many rows": body("theta", `<html><body><table>${"<tr><td>a<td>b".repeat(140_000)}</table></body></html>`),
  "deep JSON": body("gamma", `${"[".repeat(wireMax / 2 - 1)}${"]".repeat(wireMax / 2 - 1)}`),
  "wide JSON": body("gamma", `[${"{},".repeat(690_000)}{}]`),
  "an endless body": { label: "beta", behaves: behavesOf(neverEnds.behaves) },
  "300 MiB": { label: "beta", behaves: behavesOf(isHuge.behaves) },
};

function behavesOf(behaves: Behaves | undefined): Behaves {
  if (behaves === undefined) throw new Error("a bomb that does nothing");
  return behaves;
}

/** Pictures as large as are taken, and one that is larger than its bytes tell. */
export const pictureBombs: Readonly<Record<string, () => Promise<Buffer>>> = {
  "a PNG of 144 megapixels": () =>
    sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: "#fff" } })
      .png({ palette: true, colours: 2 })
      .toBuffer(),
  ...hostile,
};
