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
  const styled = (rules: number, texts: number) =>
    `<html><style>${"a{top:0}".repeat(rules)}</style>${"<p>a".repeat(texts)}</html>`;
  const members = (count: number) => `[${"{},".repeat(count)}{}]`;

  test.each([
    [rows(3_500), "read"],
    [rows(4_100), "html: too much in it"],
    [members(2_000), "read"],
    [members(3_000), "json: too much in it"],
    [`{"${"a".repeat(200)}":1}`, "read"],
    [`{"${"a".repeat(201)}":1}`, "json: a long key"],
    [styled(1_000, 1_400), "read"],
    [styled(5_000, 2_100), "html: too much in it"],
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
