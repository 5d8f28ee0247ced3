import { describe, expect, test } from "vitest";
import { drawPdf, pageSchema } from "../../src/operator/sandbox/pdf.ts";
import { openSpecimens } from "../../tools/mutate/specimen.ts";
import { caseNamed } from "../support/cases.ts";
import { pageOf } from "../support/pages.ts";

/** A receipt that says twice what became of the payment is refused, wherever its page says it. */

const refusals = ["provider_format_changed", "receipt_not_completed"];

const specimenOf = async (label: string, name: string) => {
  const [specimen] = await openSpecimens([caseNamed(label, name)]);
  if (specimen === undefined) throw new Error(`no specimen ${label}/${name}`);
  return specimen;
};

type Further = readonly { readonly x: number; readonly y: number; readonly text: string }[];

/** `Verified`, or the code of the refusal, of a fixture's page on which further texts are drawn. */
const outcomeOf = async (label: string, name: string, further: Further) => {
  const more = pageSchema.parse(further.map((text) => ({ page: 1, ...text })));
  const bytes = await drawPdf([...pageOf(label, name), ...more]);
  const { read } = await specimenOf(label, name);
  const outcome = await read({ bytes, contentType: "application/pdf" });
  return outcome.ok ? "Verified" : outcome.error.code;
};

const pdfs = [
  ["alpha", "verified"],
  ["delta", "verified-pdf"],
  ["epsilon", "verified"],
  ["eta", "verified"],
  ["zeta", "verified-pdf"],
] as const;

const places: readonly (readonly [string, Further])[] = [
  [
    "in a row off the others' edge",
    [
      { x: 300, y: 20, text: "Payment Status" },
      { x: 420, y: 20, text: "Reversed" },
    ],
  ],
  ["in a line of running text", [{ x: 300, y: 800, text: "Transaction Status: REVERSED" }]],
  ["in a stamp", [{ x: 300, y: 20, text: "REVERSED" }]],
  [
    "under a label",
    [
      { x: 300, y: 10, text: "Status" },
      { x: 300, y: 24, text: "Reversed" },
    ],
  ],
];

describe.each(pdfs)("a PDF of %s, %s,", (label, name) => {
  test.each(places)("that says that the payment was reversed %s is refused", async (_, further) => {
    expect(refusals).toContain(await outcomeOf(label, name, further));
  });

  test("is Verified when what stands there is no status", async () => {
    const remark = [
      { x: 300, y: 10, text: "For the money that was lent and is now" },
      { x: 300, y: 22, text: "returned" },
    ];
    expect(await outcomeOf(label, name, remark)).toBe("Verified");
  });
});

describe("alpha's status", () => {
  test("off its column decides nothing: whatever it says, the receipt is refused", async () => {
    const row = (word: string) => [
      { x: 300, y: 20, text: "Transaction Status" },
      { x: 420, y: 20, text: word },
    ];
    for (const word of ["Blocked", "Completed"])
      expect(await outcomeOf("alpha", "verified", row(word))).toBe("provider_format_changed");
  });
});

describe.each([
  ["beta", "verified"],
  ["delta", "verified"],
  ["theta", "verified"],
  ["zeta", "verified-page"],
])("a page of %s, %s,", (label, name) => {
  test.each([
    ["in a heading", "<h2>Reversed</h2>"],
    ["in a line", "<p>Payment status: <b>Reversed</b></p>"],
    ["in a row", "<table><tr><td>Current status</td><td>:</td><td>Refunded</td></tr></table>"],
  ])("that says that the payment was taken back %s is refused", async (_, html) => {
    const { read, body } = await specimenOf(label, name);
    const { bytes, contentType } = await body();
    const changed = Buffer.from(bytes).toString().replace("</body>", `${html}</body>`);
    const outcome = await read({ contentType, bytes: Buffer.from(changed) });
    expect(refusals).toContain(outcome.ok ? "Verified" : outcome.error.code);
  });
});
