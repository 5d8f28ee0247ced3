import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { err, ok, type Result } from "../result.ts";

/** Why a body could not be unpacked: it is cut or damaged, too large, or packed in a way nobody asked for. */
export type UnpackFailure = "damaged" | "too large" | "unknown encoding";

const unpackers = {
  gzip: promisify(gunzip),
  zlib: promisify(inflate),
  "raw deflate": promisify(inflateRaw),
  brotli: promisify(brotliDecompress),
};

/** Undoes one `Content-Encoding`. Unlike what most clients do, a truncated stream is a failure. */
export const unpack = async (
  wire: Uint8Array,
  contentEncoding: string,
  unpackedBytesMax: number,
): Promise<Result<Uint8Array, UnpackFailure>> => {
  const packing = packingOf(wire, contentEncoding.trim().toLowerCase());
  if (packing === undefined) return err("unknown encoding");
  if (packing === "none") return ok(wire);
  try {
    return ok(await unpackers[packing](wire, { maxOutputLength: unpackedBytesMax }));
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return err(isTooLarge ? "too large" : "damaged");
  }
};

const packingOf = (wire: Uint8Array, encoding: string): keyof typeof unpackers | "none" | undefined => {
  switch (encoding) {
    case "":
    case "identity":
      return "none";
    case "gzip":
    case "x-gzip":
      return "gzip";
    case "deflate":
      // Servers mean either by "deflate"; a zlib header's low four bits are 8.
      return ((wire[0] ?? 0) & 0x0f) === 8 ? "zlib" : "raw deflate";
    case "br":
      return "brotli";
    default:
      return undefined;
  }
};
