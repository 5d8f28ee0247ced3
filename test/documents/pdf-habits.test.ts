import PDFDocument from "pdfkit";
import { describe, expect, test } from "vitest";
import { bankPages, sent } from "../support/bank-pages.ts";
import { readingOf } from "../support/outside-reading.ts";
import { drawPage, inColumns, inOneRun, type Mark, type Run } from "../support/plain-pdf.ts";

/** What report engines and banks do to honest receipts is no reason to refuse them. */

const columns = inColumns(260);

const read = async (label: string, pdf: Uint8Array) => readingOf(label, ...sent(label, pdf));

const bottomOf = (runs: readonly Run[]) => Math.max(...runs.map(({ y }) => y));

describe.each(bankPages)("a PDF of $label", ({ label, page, record }) => {
  test.each([
    ["RC4 of 40 bits", "1.3"],
    ["RC4 of 128 bits", "1.4"],
    ["AES of 128 bits", "1.6"],
    ["AES of 256 bits", "1.7ext3"],
  ] as const)("that anybody may open is read, encrypted with %s", async (_, pdfVersion) => {
    const permissions = { copying: false, modifying: false, printing: "lowResolution" } as const;
    const pdf = await drawPage(page(columns), "runs", { pdfVersion, ownerPassword: "owner", permissions });
    expect(await read(label, pdf)).toBe(record);
  });

  test("may have a footer in larger type close below", async () => {
    for (const place of [columns, inOneRun(" ")])
      for (const [size, gap] of [
        [11, 14],
        [14, 18],
        [20, 24],
      ] as const) {
        const rows = page(place);
        const footer = { text: "We are always glad to serve you", x: 40, y: bottomOf(rows) + gap, size };
        expect(await read(label, await drawPage([...rows, footer])), `${size} ${gap}`).toBe(record);
      }
  });
});

test("a PDF that asks for a password is a changed format", async () => {
  for (const pdfVersion of ["1.3", "1.4", "1.6", "1.7ext3"] as const)
    for (const { label, page } of bankPages.slice(0, 2)) {
      const pdf = await drawPage(page(columns), "runs", { pdfVersion, userPassword: "secret" });
      expect(await read(label, pdf)).toMatch(/^provider_format_changed/);
    }
});

test("an encrypted PDF with a changed byte in a text is not read", async () => {
  const [alpha] = bankPages;
  if (alpha === undefined) throw new Error("no page of alpha");
  for (const pdfVersion of ["1.4", "1.6", "1.7ext3"] as const) {
    const pdf = await drawPage(alpha.page(columns), "runs", { pdfVersion, ownerPassword: "owner" });
    const start = Buffer.from(pdf).indexOf("stream\n") + "stream\n".length;
    for (const at of [0, 1, 17, 40, 200, 333, 400]) {
      const changed = Uint8Array.from(pdf);
      changed[start + at] = (changed[start + at] ?? 0) ^ 1;
      expect(await read("alpha", changed), `${pdfVersion} ${at}`).toMatch(/^provider_format_changed/);
    }
  }
});

describe("an account that shows fewer than three digits at its end", () => {
  const accounts: Readonly<Record<string, readonly [label: string, shown: string]>> = {
    delta: ["Receiver Account Number:", "5822**014"],
    epsilon: ["Credit Account", "0922000000"],
    eta: ["Recipient account no.:", "109****7018"],
    zeta: ["Receiver Account", "100*******765"],
    iota: ["RECEIVER PHONE NUMBER", "251711000999"],
  };

  test.each(bankPages.filter((one) => one.label in accounts))("is shown as it is by $label", async (one) => {
    const [label = "", shown = ""] = accounts[one.label] ?? [];
    for (const mask of ["911*****0", "91*****10"]) {
      const value = one.label === "epsilon" ? `${mask} - HANA MEKONNEN` : mask;
      const outcome = await read(one.label, await drawPage(one.page(columns, { [label]: value })));
      expect(outcome).toBe(one.record.replace(shown, mask));
    }
  });

  test("is shown as it is by alpha, too", async () => {
    const [alpha] = bankPages;
    const rows = alpha?.page(columns) ?? [];
    const changed = rows.map((run) => (run.text === "1****8765" ? { ...run, text: "911*****0" } : run));
    expect(await read("alpha", await drawPage(changed))).toBe(
      alpha?.record.replace("1****8765", "911*****0"),
    );
  });
});

describe("a row of labels over its values", () => {
  const ruler = new PDFDocument().font("Helvetica").fontSize(10);
  const titles =
    /^(?:\/ )?(?:Receipt Number|Transaction Date|Amount|RECEIPT NO|PAYMENT DATE|SETTLED AMOUNT)$/;

  /** The row with this gap, in font sizes, between its cells. */
  const narrowed = (rows: readonly Run[], gap: number): readonly Run[] => {
    const isRow = (run: Run) => rows.filter(({ y }) => y === run.y).length === 3;
    const heads = rows.filter((run) => isRow(run) && titles.test(run.text));
    const values = rows.filter((run) => isRow(run) && !titles.test(run.text));
    const moved = new Map<Run, Run>();
    let x = 40;
    for (const [at, head] of heads.entries()) {
      const value = values[at];
      if (value === undefined) continue;
      const width = Math.max(...[head, value].map(({ text }) => ruler.widthOfString(text)));
      for (const run of [head, value]) moved.set(run, { ...run, x });
      x += width + gap * 10;
    }
    return rows.map((run) => moved.get(run) ?? run);
  };

  test.each(bankPages.filter(({ label }) => label === "epsilon" || label === "iota"))(
    "of $label is read, however near its cells are",
    async ({ label, page, record }) => {
      for (const gap of [0.5, 0.67, 0.8, 1.2])
        for (const drawing of ["runs", "words"] as const) {
          const marks: readonly Mark[] = narrowed(page(columns), gap);
          expect(await read(label, await drawPage(marks, drawing)), `${gap} ${drawing}`).toBe(record);
        }
    },
  );
});
