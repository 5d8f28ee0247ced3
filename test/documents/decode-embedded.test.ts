import { expect, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import { drawPdf } from "../../src/operator/sandbox/pdf.ts";

/** A PDF inside JSON is as whole, or as cut, as one that comes alone. */

const pdf = Buffer.from(
  await drawPdf([{ page: 1, x: 40, y: 40, text: "RECEIPT NO", size: 9, font: "Helvetica" }]),
);

const decode = (json: unknown) => decodeDocument(new TextEncoder().encode(JSON.stringify(json)), "");

const outcomeOf = async (json: unknown) => {
  const result = await decode(json);
  return result.ok ? "decoded" : result.error.code;
};

test("a PDF in base64 is decoded with the JSON around it", async () => {
  const result = await decode({ responseCode: "0", base64Data: pdf.toString("base64") });
  expect(result).toMatchObject({
    ok: true,
    value: {
      kind: "json",
      embedded: { key: "base64Data", document: { kind: "pdf", text: "RECEIPT NO" } },
    },
  });
});

test.each([
  ["the head of a data URL", `data:application/pdf;base64,${pdf.toString("base64")}`],
  ["line ends", pdf.toString("base64").replace(/.{76}/g, "$&\r\n")],
])("%s are no part of it", async (_, base64Data) => {
  expect(await decode({ base64Data })).toMatchObject({
    value: { embedded: { document: { text: "RECEIPT NO" } } },
  });
});

test("a PDF that is cut anywhere is the provider's error", async () => {
  const base64 = pdf.toString("base64");
  for (const length of [1, 5, 6, 8, 9, 100, base64.length - 60, base64.length - 8]) {
    expect(await outcomeOf({ base64Data: base64.slice(0, length) }), String(length)).toBe("provider_error");
  }
});

test("what begins like a PDF and is no base64, and two PDFs, are a changed format", async () => {
  const base64 = pdf.toString("base64");
  expect(await outcomeOf({ base64Data: `${base64.slice(0, 400)}*${base64.slice(401)}` })).toBe(
    "provider_format_changed",
  );
  expect(await outcomeOf({ one: base64, other: base64 })).toBe("provider_format_changed");
});

test("JSON without a PDF is left as it is", async () => {
  for (const json of [{ base64Data: "" }, { base64Data: null }, { name: "J" }, ["JVBERi"]]) {
    const result = await decode(json);
    expect(result.ok && "embedded" in result.value).toBe(false);
    expect(result.ok).toBe(true);
  }
});
