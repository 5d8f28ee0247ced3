import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import { isIntactPdf } from "../../src/documents/pdf/intact.ts";

/** Documents that would take far more memory than they have bytes are refused before they take it. */

const detailOf = async (text: string): Promise<string | undefined> => {
  const decoded = await decodeDocument(Buffer.from(text), "");
  return decoded.ok ? "read" : decoded.error.detail;
};

describe("a document with more in it than any receipt", () => {
  const rows = (count: number) => `<html><table>${"<tr><td>a".repeat(count)}</table></html>`;
  const members = (count: number) => `[${"{},".repeat(count)}{}]`;

  test.each([
    [rows(9_000), "read"],
    [rows(11_000), "html: too much in it"],
    [members(20_000), "read"],
    [members(30_000), "json: too much in it"],
  ])("%.20s… is read, or refused where there is more of it", async (text, expected) => {
    expect(await detailOf(text)).toBe(expected);
  });
});

describe("a PDF whose stream is packed", () => {
  const content = Buffer.from("BT /F1 12 Tf 40 700 Td (Amount) Tj ET");
  const pdfOf = (filter: string, stream: Buffer): Buffer => {
    const before = Buffer.from(`%PDF-1.7\n1 0 obj\n<</Length ${stream.length}/Filter${filter}>>\nstream\n`);
    const start = Buffer.from("\nendstream\nendobj\n");
    const at = before.length + stream.length + start.length;
    return Buffer.concat([before, stream, start, Buffer.from(`xref\n0 0\nstartxref\n${at}\n%%EOF\n`)]);
  };
  const mebibyte = 1024 * 1024;

  test.each([
    ["once", "/FlateDecode", deflateSync(content), true],
    ["once, in an array", "[/FlateDecode]", deflateSync(content), true],
    ["as a picture is", "[/FlateDecode/DCTDecode]", deflateSync(content), true],
    ["to 15 MiB", "/FlateDecode", deflateSync(Buffer.alloc(15 * mebibyte)), true],
    ["to 17 MiB", "/FlateDecode", deflateSync(Buffer.alloc(17 * mebibyte)), false],
    ["twice", "[/FlateDecode/FlateDecode]", deflateSync(deflateSync(content)), false],
    ["and written in digits", "[/ASCIIHexDecode/FlateDecode]", deflateSync(content), false],
    ["by runs", "/RunLengthDecode", content, false],
    ["as is said elsewhere", " 7 0 R", deflateSync(content), false],
    ["under an escaped name", "/#46lateDecode", deflateSync(content), false],
  ])("%s is looked at by its size", (_, filter, stream, isTaken) => {
    expect(isIntactPdf(pdfOf(filter, stream))).toBe(isTaken);
  });
});
