import { deflateSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { createDecoder, type Decoder } from "../src/reading/decoder.ts";

const workerFile = new URL("../dist/src/reading/decode-worker.js", import.meta.url);
const opened: Decoder[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((decoder) => decoder.close()));
});
const open = (
  limits: { timeoutMs?: number; heapMegabytes?: number; waitingMax?: number; threads?: number } = {},
) => {
  const decoder = createDecoder({ workerFile, ...limits });
  opened.push(decoder);
  return decoder;
};

const bytes = (text: string) => new TextEncoder().encode(text);
const page =
  "<!doctype html><html><title>t</title><body><table><tr><td>A/B</td><td> 1 </td></tr></table></body></html>";

/** Too long to be read without a thread. */
const longPage = page.replace("</body>", `${"<p>more</p>".repeat(4_000)}</body>`);

/** A small file whose one page unpacks to far more text than any receipt holds. */
const bomb = (megabytes: number): Uint8Array => {
  const line = Buffer.from("(AAAAAAAAAAAAAAAAAAAAAAAA) Tj 30 400 Td (BBBB) Tj -30 -400 Td\n");
  const content = deflateSync(
    Buffer.concat([
      Buffer.from("BT /F1 9 Tf\n"),
      Buffer.alloc(megabytes * 1_048_576, line),
      Buffer.from("ET"),
    ]),
  );
  const head = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
4 0 obj<</Length ${content.length}/Filter/FlateDecode>>stream
`;
  const tail = "\nendstream endobj\ntrailer<</Root 1 0 R/Size 6>>\nstartxref\n9\n%%EOF\n";
  return Buffer.concat([Buffer.from(head), content, Buffer.from(tail)]);
};

describe("the decoder", () => {
  test("gives a page's rows", async () => {
    const result = await open().decode(bytes(page), "text/html");
    expect(result).toMatchObject({
      ok: true,
      value: { kind: "html", whole: true, title: "t", links: [], rows: [["A/B", "1"]] },
    });
  });

  test("refuses a PDF that unpacks without end, and goes on with the next document", async () => {
    const decoder = open({ timeoutMs: 1_500, threads: 1 });
    const [hostile, next] = await Promise.all([
      decoder.decode(bomb(80), ""),
      decoder.decode(bytes(page), ""),
    ]);
    expect(hostile).toMatchObject({ ok: false, error: { code: "provider_format_changed" } });
    expect(next).toMatchObject({ ok: true });
  });

  test("ends a thread that takes more memory than a receipt needs", async () => {
    const decoder = open({ timeoutMs: 20_000, heapMegabytes: 48, threads: 1 });
    expect(await decoder.decode(bomb(30), "")).toMatchObject({
      ok: false,
      error: { code: "provider_format_changed" },
    });
  });

  test("reads a long page as it reads a short one", async () => {
    const result = await open().decode(bytes(longPage), "text/html");
    expect(result).toMatchObject({ ok: true, value: { title: "t", rows: [["A/B", "1"]] } });
  });

  test("reads small pages at once, however many there are", async () => {
    const decoder = open({ threads: 1, waitingMax: 1 });
    const results = await Promise.all(Array.from({ length: 50 }, () => decoder.decode(bytes(page), "")));
    expect(results.every(({ ok }) => ok)).toBe(true);
  });

  test("answers overloaded when too many documents wait", async () => {
    const decoder = open({ threads: 1, waitingMax: 1 });
    const results = await Promise.all([1, 2, 3].map(() => decoder.decode(bytes(longPage), "")));
    expect(results.map((result) => (result.ok ? "ok" : result.error.code))).toEqual([
      "ok",
      "ok",
      "overloaded",
    ]);
  });

  test("settles what waits when it is closed", async () => {
    const decoder = open({ threads: 1 });
    const results = [1, 2, 3].map(() => decoder.decode(bytes(longPage), ""));
    await decoder.close();
    const codes = (await Promise.all(results)).map((result) => (result.ok ? "ok" : result.error.code));
    expect(codes.slice(1)).toEqual(["overloaded", "overloaded"]);
  });
});
