import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { getDocument, Util } from "pdfjs-dist/legacy/build/pdf.mjs";
import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import type { PdfDocument } from "../../src/documents/document.ts";
import { bankPages } from "../support/bank-pages.ts";
import { oneIn } from "../support/extent.ts";
import { drawPage, inColumns, inOneRun } from "../support/plain-pdf.ts";

/**
 * What is written on a page, and where, is the same as in pdfjs's own way to the text, which follows the page apart
 * from its drawing.
 */

type Item = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
};

const read = async (pdf: Uint8Array): Promise<PdfDocument> => {
  const document = await decodeDocument(pdf, "application/pdf");
  if (!document.ok || document.value.kind !== "pdf") throw new Error(JSON.stringify(document));
  return document.value;
};

/** The level texts of all pages. */
const itemsOf = async (bytes: Uint8Array): Promise<readonly (Item & { readonly page: number })[]> => {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const items: (Item & { readonly page: number })[] = [];
  for (let page = 1; page <= pdf.numPages; page++) {
    const one = await pdf.getPage(page);
    const { transform } = one.getViewport({ scale: 1 });
    for (const item of (await one.getTextContent()).items) {
      if (!("str" in item) || item.str.trim() === "") continue;
      const [a = 0, b = 0, , , left = 0, baseline = 0] = Util.transform(transform, item.transform).map(
        Number,
      );
      if (a > 0 && Math.abs(b) < a / 10)
        items.push({ text: item.str, page, left, right: left + item.width, baseline });
    }
  }
  await pdf.destroy();
  return items;
};

const bare = (text: string): string => text.replace(/\s/g, "");

const tolerance = 0.2;

const expectAlike = async (pdf: Uint8Array, name: string): Promise<void> => {
  const { fragments } = await read(pdf);
  const items = await itemsOf(pdf);
  // Each item is a part of a run, and each run is made of items.
  const found = items.map((item) =>
    fragments.findIndex(
      ({ text, page, left, right, baseline }) =>
        page === item.page &&
        bare(text).includes(bare(item.text)) &&
        item.left >= left - tolerance &&
        item.right <= right + tolerance &&
        Math.abs(item.baseline - baseline) <= tolerance,
    ),
  );
  expect(
    items.filter((_, at) => found[at] === -1),
    name,
  ).toEqual([]);
  for (const [at, { text, left, right }] of fragments.entries()) {
    const parts = items.filter((_, of) => found[of] === at);
    expect(bare(parts.map((part) => part.text).join("")), name).toBe(bare(text));
    const edges = [Math.min(...parts.map((part) => part.left)), Math.max(...parts.map((part) => part.right))];
    expect(Math.abs((edges[0] ?? 0) - left) + Math.abs((edges[1] ?? 0) - right), name).toBeLessThan(
      tolerance,
    );
  }
};

test("of the fixtures", async () => {
  const files = readdirSync("fixtures", { recursive: true, encoding: "utf8" }).filter((one) =>
    one.endsWith(".pdf"),
  );
  expect(files).not.toEqual([]);
  for (const file of files) await expectAlike(readFileSync(`fixtures/${file}`), file);
});

test("of pages drawn in runs, words and letters", async () => {
  for (const { label, page } of oneIn(3, bankPages))
    for (const place of [inColumns(260), inOneRun(": ")])
      for (const drawing of ["runs", "words", "glyphs", "upwards"] as const)
        await expectAlike(await drawPage(page(place), drawing), `${label} ${drawing}`);
});

type Draw = (document: PDFKit.PDFDocument) => string;

/** A page with these instructions. `/F1` is Helvetica. */
const drawn = async (draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: "A4", margin: 0, ...options });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  // The library draws downwards; what follows is as in any other PDF.
  document.save().font("Helvetica").fontSize(10).text("Receipt", 40, 40).transform(1, 0, 0, -1, 0, 842);
  document.addContent(draw(document)).restore();
  document.end();
  await once(document, "end");
  return new Uint8Array(Buffer.concat(chunks));
};

const put = (document: PDFKit.PDFDocument, data: object, content = ""): PDFKit.PDFKitReference => {
  const reference = document.ref(data);
  reference.end(content);
  return reference;
};

const form = (document: PDFKit.PDFDocument, more: object = {}): object => ({
  ...{ Type: "XObject", Subtype: "Form", BBox: [0, 0, 595, 842], ...more },
  Resources: { Font: { F1: document.page.fonts.F1 } },
});

/** A font whose codes A to E are these glyphs. */
const withGlyphs =
  (names: readonly string[], content: string): Draw =>
  (document) => {
    document.page.fonts.X1 = put(document, {
      ...{ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica", FirstChar: 65, LastChar: 69 },
      Widths: [600, 600, 600, 600, 600],
      Encoding: { Type: "Encoding", Differences: [65, ...names] },
    });
    return content;
  };

const ways: Readonly<Record<string, Draw>> = {
  kerning: () =>
    "BT /F1 10 Tf 50 700 Td [(Tot) 20 (al) -30 ( am) 15 (ount) -280 (due) -2000 (1,250.00)] TJ ET",
  "letters pushed back over a space": () => "BT /F1 10 Tf 50 700 Td [(Com ) 278 (pleted)] TJ ET",
  "spaces as wide as a cell's": () => "BT /F1 10 Tf 50 700 Td 12 Tw (Total amount due) Tj ET",
  "narrow and wide letters": () =>
    "BT /F1 10 Tf 50 700 Td 70 Tz [(Receiver) -400 (name)] TJ 150 Tz 0 -20 Td (Abebe Kebede) Tj ET",
  "letters set apart": () => "BT /F1 10 Tf 50 700 Td 0.9 Tc (Completed) Tj 0 -20 Td 3 Tc (Completed) Tj ET",
  "raised letters": () => "BT /F1 10 Tf 50 700 Td (Fee) Tj 4 Ts (1) Tj 0 Ts (and tax) Tj 1 Ts ( paid) Tj ET",
  "lines by leading": () =>
    "BT /F1 10 Tf 14 TL 50 700 Td (first) Tj T* (second) Tj (third) ' 2 1 (the fourth) \" 0 -30 TD (fifth) Tj T* (sixth) Tj ET",
  "places in a matrix": () =>
    "q 2 0 0 2 10 10 cm BT /F1 1 Tf 5 0 0 5 20 300 Tm (small) Tj 8 0 0 8 60 300 Tm (large) Tj ET Q",
  "letters upside down and back": () => "BT /F1 -10 Tf -1 0 0 -1 50 700 Tm (Abebe) Tj ET",
  "a font from a setting": (document) => {
    document.page.ext_gstates.G1 = put(document, { Type: "ExtGState", Font: [document.page.fonts.F1, 12] });
    return "BT /G1 gs 50 700 Td [(Abebe) -300 (Kebede)] TJ ET";
  },
  "a font that is left and comes back": () =>
    "BT /F1 10 Tf 50 700 Td (Abebe) Tj q /F1 14 Tf (large) Tj Q (Kebede) Tj ET",
  "tagged parts": () => "BT /F1 10 Tf 50 700 Td /P BMC (Status: ) Tj EMC /P BMC (Completed) Tj EMC ET",
  "a form": (document) => {
    document.page.xobjects.X1 = put(
      document,
      form(document, { Matrix: [1, 0, 0, 1, 30, 40] }),
      "BT /F1 9 Tf 50 500 Td (in a form) Tj ET",
    );
    return "q 1 0 0 1 5 5 cm /X1 Do Q BT /F1 10 Tf 50 700 Td (after it) Tj ET";
  },
  "a group": (document) => {
    const group = { Group: { S: "Transparency", CS: "DeviceRGB" } };
    document.page.xobjects.X1 = put(
      document,
      form(document, group),
      "BT /F1 9 Tf 50 500 Td (in a group) Tj ET",
    );
    return "/X1 Do BT /F1 10 Tf 50 700 Td (after it) Tj ET";
  },
  "text beyond the page": () =>
    "BT /F1 10 Tf 50 -40 Td (below) Tj 600 700 Td (beside) Tj -600 0 Td (on it) Tj ET",
  ligatures: withGlyphs(["f_i", "fl", "A", "B", "C"], "BT /X1 10 Tf 50 700 Td (CAD) Tj (BE) Tj ET"),
  "letters read from the right": withGlyphs(
    ["afii57664", "afii57665", "space", "one", "two"],
    "BT /X1 10 Tf 50 700 Td (ABCB) Tj 0 -20 Td (DE) Tj ET",
  ),
  "a font of drawings": (document) => {
    const procedures = { A: put(document, {}, "600 0 0 0 500 700 d1 0 0 500 700 re f") };
    document.page.fonts.X1 = put(document, {
      ...{
        Type: "Font",
        Subtype: "Type3",
        FontBBox: [0, 0, 600, 700],
        FontMatrix: [0.002, 0, 0, 0.002, 0, 0],
      },
      ...{ CharProcs: procedures, FirstChar: 65, LastChar: 65, Widths: [600], Resources: {} },
      Encoding: { Type: "Encoding", Differences: [65, "A"] },
    });
    return "BT /X1 10 Tf 50 700 Td (AAA) Tj 40 0 Td (A) Tj ET";
  },
};

test.each(Object.entries(ways))("of %s", async (name, draw) => {
  await expectAlike(await drawn(draw, { compress: false }), name);
});

const unread: Readonly<Record<string, Draw>> = {
  "narrowed to nothing": () => "BT /F1 10 Tf 50 700 Td 0 Tz (Completed) Tj ET",
  "at no place": () => "q 1 0 0 1 (x) 0 cm BT /F1 10 Tf 50 700 Td (Completed) Tj ET Q",
  "behind a colour that is none": () =>
    `${"0 g ".repeat(5_000)}/Pattern cs /P9 scn BT /F1 10 Tf 50 700 Td (The payment was reversed) Tj ET`,
  "written downwards": (document) => {
    const FontDescriptor = put(document, {
      ...{ Type: "FontDescriptor", FontName: "Sans", Flags: 4, FontBBox: [0, 0, 1000, 1000] },
      ...{ ItalicAngle: 0, Ascent: 800, Descent: -200, CapHeight: 700, StemV: 80 },
    });
    const descendant = put(document, {
      ...{ Type: "Font", Subtype: "CIDFontType2", BaseFont: "Sans", DW: 1000, FontDescriptor },
      CIDSystemInfo: { Registry: new String("Adobe"), Ordering: new String("Identity"), Supplement: 0 },
    });
    document.page.fonts.X1 = put(document, {
      ...{ Type: "Font", Subtype: "Type0", BaseFont: "Sans", Encoding: "Identity-V" },
      DescendantFonts: [descendant],
    });
    return "BT /X1 10 Tf 50 700 Td <004100420043> Tj ET";
  },
};

test.each(Object.entries(unread))("a page with text %s is not read", async (_, draw) => {
  const document = await decodeDocument(await drawn(draw), "application/pdf");
  expect(document).toMatchObject({ ok: false, error: { code: "provider_format_changed" } });
});

test("text that something else is drawn through counts as a note", async () => {
  const { text, notes } = await read(
    await drawn((document) => {
      const G = put(
        document,
        form(document, { Group: { S: "Transparency", CS: "DeviceGray" } }),
        "1 g BT /F1 90 Tf 50 300 Td (REVERSED) Tj ET",
      );
      document.page.ext_gstates.G1 = put(document, { Type: "ExtGState", SMask: { S: "Luminosity", G } });
      return "q /G1 gs 0.8 g 0 0 595 842 re f Q";
    }),
  );
  expect(text).toBe("Receipt");
  expect(notes.join(" ")).toContain("REVERSED");
});

test("a space is where a gap can be seen, whatever is drawn in it", async () => {
  const { fragments } = await read(
    await drawn(
      () => `BT /F1 10 Tf 50 700 Td [(REVER ) 278 (SED)] TJ 0 -20 Td [(NOT) -278 (COMPLETED)] TJ 0 -20 Td
        (Fee) Tj 4 Ts (1) Tj 0 Ts 0 -20 Td [(Amount) -2000 (1,250.00)] TJ ET`,
    ),
  );
  expect(fragments.map(({ text }) => text)).toEqual([
    "Receipt",
    "REVERSED",
    "NOT COMPLETED",
    "Fee",
    "1",
    "Amount",
    "1,250.00",
  ]);
});

test.each<readonly [string, string]>([
  ["goes back", "[(Amount) 1500 (Fee)] TJ"],
  ["is tagged apart", "/P BMC (Amount) Tj EMC 39.5 0 Td /P BMC (Fee) Tj EMC"],
  ["has its font chosen anew", "q /F1 12 Tf (Amount) Tj Q q /F1 12 Tf [-4000 (Fee)] TJ Q"],
])("what %s is a text of its own", async (_, content) => {
  const { fragments } = await read(await drawn(() => `BT /F1 10 Tf 50 700 Td ${content} ET`));
  expect(fragments.map(({ text }) => text)).toEqual(["Receipt", "Amount", "Fee"]);
});

test("letters are read as what they are", async () => {
  const ligatures = withGlyphs(["f_i", "fl", "A", "B", "C"], "BT /X1 10 Tf 50 700 Td (CBE) Tj ET");
  expect((await read(await drawn(ligatures))).text).toBe("Receipt AflC");
});

test("a picture larger than any receipt's is left out, and the texts around it are read", async () => {
  const picture = { Type: "XObject", Subtype: "Image", Width: 16_000, Height: 16_000 };
  const pdf = await drawn((document) => {
    const pixels = put(document, { ...picture, ColorSpace: "DeviceGray", BitsPerComponent: 1 }, "0");
    document.page.xobjects.X1 = pixels;
    return "q 595 0 0 842 0 0 cm /X1 Do Q BT /F1 10 Tf 50 700 Td (Completed) Tj ET";
  });
  expect((await read(pdf)).text).toBe("Receipt Completed");
});
