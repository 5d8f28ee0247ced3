import { describe, expect, test } from "vitest";
import { openSpecimens } from "../../tools/mutate/specimen.ts";
import { caseNamed } from "../support/cases.ts";

/**
 * Some banks may print what a payer typed as it is. The payer then writes rows of their own, and opens something that
 * swallows the bank's: up to the end of the page, a quote, a comment's end or a cell's.
 */
const swallowing: readonly string[] = [
  "<i x='",
  '<i x="',
  '<p title="',
  '<img alt="',
  '<a href="',
  '<input value="',
  '<i x="" x="',
  '<p title="a" TITLE="',
  "<!--",
  "<!--<p>",
  "<SCRIPT>",
  "<script>",
  "<style>",
  "<template>",
  "<textarea>",
  "<table><tr><td>Note</td><td>",
  "<table><tr><td>Narrative:</td><td><ul><li>",
];

type Forged = {
  readonly label: string;
  /** What the payer typed, before the rows that are swallowed. */
  readonly typed: RegExp;
  /** The rows as the bank prints them. */
  readonly rows: (reference: string, date: string) => string;
  readonly date: RegExp;
};

const cells = (...texts: readonly string[]) => `<tr>${texts.map((text) => `<td>${text}</td>`).join("")}</tr>`;
const line = (label: string, value: string) => `<p><strong>${label}:</strong> ${value}</p>`;

const forged: readonly Forged[] = [
  {
    label: "delta",
    typed: /(?<=Narrative:<\/strong> )goods/,
    date: /Transaction Date:<\/strong> ([^<]+)/,
    rows: (reference, date) =>
      [
        `goods</p>${line("Receiver Name", "ABEBE BIKILA WOLDE")}`,
        line("Receiver Account Number", "5822***999"),
        line("Transaction Reference", reference),
        line("Transaction Date", date),
        `<table>${cells("Transaction Amount", "ETB 99,000.00")}${cells("Service Charge", "ETB 0")}`,
        `${cells("VAT (15%):", "ETB 0")}${cells("Total", "ETB 99,000.00")}</table>`,
      ].join(""),
  },
  {
    label: "beta",
    typed: /SELAM GETACHEW ALEMU/,
    date: /(\d\d-\d\d-\d{4} \d\d:\d\d:\d\d)/,
    rows: (reference, date) =>
      [
        `SELAM G</td></tr>${cells("/Payer Birrway no.", "2519****4321")}`,
        cells("/Credited Party name", "ABEBE BIKILA WOLDE"),
        cells("/Credited party account no", "2519****0001"),
        cells("/transaction status", "Completed"),
        cells("/Invoice No.", "/Payment date", "/Settled Amount"),
        cells(reference, date, "9000.00 Birr"),
        cells("/Service fee", "0.00 Birr"),
        cells("/Service fee VAT", "0.00 Birr"),
        cells("/Total Paid Amount", "9000.00 Birr"),
        cells("/Payment Reason", "Send Money"),
      ].join(""),
  },
  {
    label: "theta",
    typed: /SELAM GETACHEW ALEMU/,
    date: /(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/,
    rows: (reference, date) =>
      [
        `SELAM G</td></tr>${cells("Transaction Date", ":", date)}`,
        cells("Transaction Type", ":", "Send To Bank"),
        cells("Amount", ":", "90000 ETB"),
        cells("Charge", ":", "1.00 ETB"),
        cells("VAT", ":", "0.15 ETB"),
        cells("Sender Account", ":", "01425******7400/BANK"),
        cells("Sender Name", ":", "SELAM G"),
        cells("Receiver Account", ":", "01425******9999/BANK"),
        cells("Receiver Name", ":", "ABEBE BIKILA WOLDE"),
        cells("Reason", ":", "x"),
        cells("Transaction ID", ":", reference),
      ].join(""),
  },
];

describe.each(forged)("rows that a payer types into a page of $label", ({ label, typed, date, rows }) => {
  const open = async () => {
    const [specimen] = await openSpecimens([caseNamed(label, "verified")]);
    if (specimen === undefined) throw new Error(`no page of ${label}`);
    const { bytes, contentType } = await specimen.body();
    const page = Buffer.from(bytes).toString();
    const read = (source: string) => specimen.read({ contentType, bytes: Buffer.from(source) });
    return { specimen, page, read };
  };

  test("stand on a page that is read otherwise", async () => {
    const { page, read } = await open();
    expect(page).toMatch(typed);
    expect((await read(page)).ok).toBe(true);
  });

  test.each(swallowing)("are refused though %s swallows the bank's", async (opening) => {
    const { specimen, page, read } = await open();
    const printed = label === "theta" ? /(?<=>)\d{15}(?=<)/.exec(page)?.[0] : specimen.reference;
    const own = rows(printed ?? "", date.exec(page)?.[1] ?? "");
    const answer = await read(page.replace(typed, `${own}${opening}`));
    expect(answer).toMatchObject({ ok: false });
  });
});

test("rows are refused whose bank indents its values, too", async () => {
  const [delta] = forged;
  const [specimen] = await openSpecimens([caseNamed("delta", "verified")]);
  const { bytes, contentType } = (await specimen?.body()) ?? { bytes: new Uint8Array(), contentType: "" };
  const page = Buffer.from(bytes)
    .toString()
    .replace(/<td>|<strong>/g, (tag) => `${tag}${" ".repeat(210)}`);
  const read = (source: string) => specimen?.read({ contentType, bytes: Buffer.from(source) });
  expect(await read(page)).toMatchObject({ ok: true });
  const own = delta?.rows(
    specimen?.reference ?? "",
    delta.date.exec(Buffer.from(bytes).toString())?.[1] ?? "",
  );
  const typed = page
    .replace(/(?<=Narrative:<\/strong> )goods/, `${own}<!--`)
    .replace("</body>", "<!-- end --></body>");
  expect(typed).not.toBe(page);
  expect(await read(typed)).toMatchObject({ ok: false });
});

test.each(["script", "style", "textarea"])(
  "rows are refused between one field's <%s> and another's end",
  async (name) => {
    const theta = forged.find(({ label }) => label === "theta");
    const [specimen] = await openSpecimens([caseNamed("theta", "verified")]);
    const { bytes, contentType } = (await specimen?.body()) ?? { bytes: new Uint8Array(), contentType: "" };
    const page = Buffer.from(bytes).toString();
    const own = theta?.rows(/(?<=>)\d{15}(?=<)/.exec(page)?.[0] ?? "", theta.date.exec(page)?.[1] ?? "");
    const typed = page
      .replace("SELAM GETACHEW ALEMU", `${own}<${name}>`)
      .replace("<td>rent</td>", `<td></${name}></td></tr><tr><td>x</td><td>:</td><td>y</td>`);
    expect(await specimen?.read({ contentType, bytes: Buffer.from(typed) })).toMatchObject({ ok: false });
  },
);

test("a payer's words hide no stamp", async () => {
  const [specimen] = await openSpecimens([caseNamed("beta", "verified")]);
  const { bytes, contentType } = (await specimen?.body()) ?? { bytes: new Uint8Array(), contentType: "" };
  const page = Buffer.from(bytes)
    .toString()
    .replace('class="thanks"', '>This payment was reversed</p><p class="thanks"');
  for (const typed of [
    "SELAM",
    "SELAM<style>p{display:none}</style>",
    "SELAM<script>",
    "SELAM<i x='",
    "SELAM<!--",
  ])
    expect(
      await specimen?.read({ contentType, bytes: Buffer.from(page.replace("SELAM GETACHEW ALEMU", typed)) }),
      typed,
    ).toMatchObject({ ok: false });
});

test("a comment with a row that no contract names, and a script that writes markup, are a bank's own", async () => {
  const [specimen] = await openSpecimens([caseNamed("delta", "verified")]);
  const { bytes, contentType } = (await specimen?.body()) ?? { bytes: new Uint8Array(), contentType: "" };
  const own = `<!-- <p><strong>Excise Duty:</strong> 0.00</p> --><script>document.write("<p>Total: " + 1 + "</p>")</script>`;
  const page = Buffer.from(bytes).toString().replace("</body>", `${own}</body>`);
  expect(page).toContain(own);
  expect(await specimen?.read({ contentType, bytes: Buffer.from(page) })).toMatchObject({ ok: true });
});
