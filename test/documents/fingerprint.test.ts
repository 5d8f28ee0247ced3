import fc from "fast-check";
import PDFDocument from "pdfkit";
import { describe, expect, test } from "vitest";
import type { Document } from "../../src/documents/document.ts";
import { fingerprintOf } from "../../src/operator/layout-changes/fingerprint.ts";
import type { Case } from "../../src/operator/sandbox/cases.ts";
import { pageSchema } from "../../src/operator/sandbox/pdf.ts";
import { caseNamed, cases } from "../support/cases.ts";
import { documentFilled, documentOf } from "../support/documents.ts";
import { runs } from "../support/properties.ts";

/** Cases that show a provider's first layout with other values, and those of that name that show another one. */
const otherValues = ["verified-long-names", "verified-thousands", "verified-no-decimals", "slow"];
const otherLayouts = ["theta/verified-long-names", "iota/verified-long-names"];
const labels = [...new Set(cases.map(({ label }) => label))];

const hasCase = (label: string, name: string) =>
  cases.some((each) => each.label === label && each.name === name);

const nameWord = fc.oneof(
  fc.stringMatching(/^[A-Z]{2,12}$/),
  fc.constantFrom("O'NEILL", "&", "Account", "TOTAL", "Payer", "PLC"),
);
const personName = fc
  .array(nameWord, { minLength: 1, maxLength: 4 })
  .map((words) => `A${words.join(" ")}`.slice(0, 40));

const values = fc.record({
  payer: personName,
  receiver: personName,
  digits: fc.stringMatching(/^[0-9]{4}$/),
  santim: fc.integer({ min: 0, max: 99 }),
  birr: fc.integer({ min: 1, max: 9_999 }),
  minutes: fc.integer({ min: 0, max: 500_000 }),
});
type Values = typeof values extends fc.Arbitrary<infer T> ? T : never;

/** Names that wrap in every column of a drawn page. */
const wideNames: Values = {
  payer: "AAAAAAA AAAAAAAAAAAA AAAAAAAAAA O'NEILL",
  receiver: "AWWWWWWWWWWW WWWWWWWWWWWW WWWWWWWWWWWWWW",
  digits: "0000",
  santim: 0,
  birr: 1,
  minutes: 0,
};

const measure = new PDFDocument({ size: "A4" });

/** A row grows with a name that wraps, as those of report engines do: what stands below it, rules too, moves down. */
const withGrownRows = (template: string): string => {
  const page = pageSchema.parse(JSON.parse(template));
  const grown = page.flatMap((one) => {
    if (!("text" in one) || one.width === undefined) return [];
    measure.font(one.font).fontSize(one.size);
    const more = measure.heightOfString(one.text, { width: one.width }) - measure.currentLineHeight(true);
    return more > 1 ? [{ y: one.y, more }] : [];
  });
  const down = (y: number) =>
    y + grown.filter((row) => row.y < y - 1).reduce((sum, { more }) => sum + more, 0);
  return JSON.stringify(
    page.map((one) => ({
      ...one,
      y: down(one.y),
      ...("line" in one && { line: { ...one.line, y: down(one.line.y) } }),
    })),
  );
};

/** The same page about another payment. */
const filledWith = (each: Case, { payer, receiver, digits, santim, birr }: Values): Case => {
  if (each.body.kind !== "text" && each.body.kind !== "page") return each;
  const amount = `${birr.toLocaleString("en-US")}.${String(santim).padStart(2, "0")}`;
  const fill = (template: string) =>
    template
      .replaceAll(/SELAM GETACHEW ALEMU/g, payer)
      .replaceAll(/HANA MEKONNEN TADESSE/g, receiver)
      .replaceAll(/(?<=\*+)\d{2,4}/g, (visible) => digits.slice(-visible.length))
      .replaceAll(/\b1,?250\.00\b|\b3,000\.00\b|\b1860\b/g, amount);
  const { page } = each.body.kind === "text" ? each.body : { page: undefined };
  const filled = fill(each.body.template);
  return {
    ...each,
    body: {
      ...each.body,
      template: each.body.kind === "page" ? withGrownRows(filled) : filled,
      ...(page === undefined ? {} : { page: fill(page) }),
    },
  };
};

describe("the fingerprint of a document", () => {
  test.each(labels)("is one for all first-layout receipts of %s", async (label) => {
    const first = fingerprintOf(await documentOf(caseNamed(label, "verified")));
    const names = otherValues.filter((name) => !otherLayouts.includes(`${label}/${name}`));
    for (const name of names.filter((each) => hasCase(label, each)))
      expect(fingerprintOf(await documentOf(caseNamed(label, name))), name).toBe(first);
  });

  test.each(["alpha", "beta", "gamma", "theta"])(
    "of a receipt of %s says nothing of whose payment it is, nor how much or when",
    async (label) => {
      const each = caseNamed(label, "verified");
      const first = fingerprintOf(await documentOf(each));
      await fc.assert(
        fc.asyncProperty(values, async (given) => {
          const now = new Date(Date.UTC(2026, 0, 1) + given.minutes * 60_000);
          const document = await documentFilled(filledWith(each, given), { now });
          expect(fingerprintOf(document)).toBe(first);
        }),
        { ...runs(label === "alpha" ? 30 : 100), examples: [[wideNames]] },
      );
    },
  );

  test("is another for each layout that the fixtures show", async () => {
    const names = ["verified", "verified-second-layout", "verified-engine-a", "verified-engine-d"];
    const prints = await Promise.all(
      names.map(async (name) => fingerprintOf(await documentOf(caseNamed("alpha", name)))),
    );
    expect(new Set(prints).size).toBe(names.length);
  });

  test("does not tell how the members of a JSON answer are ordered", () => {
    const text = (key: string) => ({ key, value: { kind: "string", text: "x" } as const });
    const json = (...keys: string[]): Document => ({
      kind: "json",
      root: { kind: "object", members: keys.map(text) },
    });
    expect(fingerprintOf(json("payer", "total"))).toBe(fingerprintOf(json("total", "payer")));
    expect(fingerprintOf(json("payer", "total"))).not.toBe(fingerprintOf(json("payer", "total", "total")));
    expect(fingerprintOf(json("payer", "total"))).not.toBe(fingerprintOf(json("payer", "sum")));
  });

  test("is that of a document's beginning when it is very long", () => {
    const page = (rows: number): Document => {
      const cells = Array.from({ length: rows }, () => ["Label", "value"]);
      return {
        kind: "html",
        whole: true,
        title: "",
        text: "",
        links: [],
        rows: cells,
        lines: [],
        passages: [],
        statuses: [],
        hiddenTexts: [],
        hiddenByPayer: [],
        hiddenPairs: [],
        swallowed: [],
        asksForPassword: false,
      };
    };
    expect(fingerprintOf(page(100_000))).toBe(fingerprintOf(page(2_000)));
    expect(fingerprintOf(page(10))).not.toBe(fingerprintOf(page(11)));
  });
});

/** Labels that the contract of each provider needs, in page order. */
const neededLabels = {
  alpha: [
    "Payer",
    "Payment Date & Time",
    "Reason / Type of service",
    "Transferred Amount",
    "15% VAT on Commission",
  ],
  beta: [
    "የከፋይ ስም/Payer Name",
    "የክፍያው ሁኔታ/transaction status",
    "የክፍያ ቀን/Payment date",
    "የተከፈለው መጠን/Settled Amount",
    "የአገልግሎት ክፍያ/Service fee",
  ],
  gamma: ["Payer's Name", "Receiver's Account", "Transferred Amount", "VAT (15%)", "Transaction Reference"],
  theta: ["Transaction Time", "Amount", "VAT", "Sender Account", "Transaction ID"],
} as const;

/** Every text that a document shows at a label's place or elsewhere, changed. */
const mapped = (document: Document, change: (text: string) => string): Document => {
  switch (document.kind) {
    case "pdf":
      return {
        ...document,
        fragments: document.fragments.map((one) => ({ ...one, text: change(one.text) })),
      };
    case "html":
      return {
        ...document,
        rows: document.rows.map((cells) => cells.map(change)),
        lines: document.lines.map(change),
      };
    case "json":
      return { ...document, root: mappedKeys(document.root, change) };
  }
};

type Json = Extract<Document, { kind: "json" }>["root"];

const mappedKeys = (json: Json, change: (text: string) => string): Json => {
  switch (json.kind) {
    case "object":
      return {
        ...json,
        members: json.members.map(({ key, value }) => ({
          key: change(key),
          value: mappedKeys(value, change),
        })),
      };
    case "array":
      return { ...json, items: json.items.map((item) => mappedKeys(item, change)) };
    default:
      return json;
  }
};

describe("the fingerprint changes", () => {
  const table = Object.entries(neededLabels).flatMap(([label, texts]) =>
    texts.map((text) => [label, text] as const),
  );

  test.each(table)("when %s renames “%s”", async (label, text) => {
    const document = await documentOf(caseNamed(label, "verified"));
    const first = fingerprintOf(document);
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][a-z]{2,12}( [a-z]{2,9})?$/), (other) => {
        const renamed = mapped(document, (each) => (each === text ? other : each));
        expect(fingerprintOf(renamed)).not.toBe(first);
      }),
      runs(50),
    );
  });

  test.each(table)("when %s drops “%s” with its value", async (label, text) => {
    const document = await documentOf(caseNamed(label, "verified"));
    expect(fingerprintOf(without(document, text))).not.toBe(fingerprintOf(document));
  });

  test.each(Object.keys(neededLabels).filter((label) => label !== "gamma"))(
    "when %s lets two labels change places",
    async (label) => {
      const document = await documentOf(caseNamed(label, "verified"));
      const [one, other] = neededLabels[label as keyof typeof neededLabels];
      const swapped = mapped(document, (each) => (each === one ? other : each === other ? one : each));
      expect(fingerprintOf(swapped)).not.toBe(fingerprintOf(document));
    },
  );
});

const without = (document: Document, text: string): Document => {
  switch (document.kind) {
    case "pdf": {
      const baseline = document.fragments.find((one) => one.text === text)?.baseline;
      return { ...document, fragments: document.fragments.filter((one) => one.baseline !== baseline) };
    }
    case "html":
      return { ...document, rows: document.rows.filter((cells) => !cells.includes(text)) };
    case "json":
      return { ...document, root: withoutKey(document.root, text) };
  }
};

const withoutKey = (json: Json, key: string): Json => {
  switch (json.kind) {
    case "object":
      return {
        ...json,
        members: json.members
          .filter((member) => member.key !== key)
          .map((member) => ({ ...member, value: withoutKey(member.value, key) })),
      };
    case "array":
      return { ...json, items: json.items.map((item) => withoutKey(item, key)) };
    default:
      return json;
  }
};
