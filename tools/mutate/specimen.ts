import type { Failure } from "../../src/failure.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { decodeDocument } from "../../src/reading/decode.ts";
import { type Reading, receiptSchema } from "../../src/receipt.ts";
import type { Result } from "../../src/result.ts";
import { type Case, renderBody } from "../../src/sandbox/cases.ts";
import { pageSchema } from "../../src/sandbox/pdf.ts";
import { fillTemplate } from "../../src/sandbox/template.ts";
import { expectationOfBytes } from "./changed-bytes.ts";
import { htmlMedium } from "./html-medium.ts";
import { jsonMedium } from "./json-medium.ts";
import type { Medium } from "./medium.ts";
import { expectationOf, type Question } from "./oracle.ts";
import { pdfMedium } from "./pdf-medium.ts";
import type { Asked, Expectation, Sheet, Written } from "./sheet.ts";

export type Outcome = Result<Reading, Failure>;

/** A fixture that can be mutated: what it prints, how it is written, and the question that is asked of each mutant. */
export type Specimen = {
  readonly name: string;
  readonly provider: string;
  readonly asked: Asked;
  /** Null where only the bytes are known: a PDF of another engine. */
  readonly medium: Medium | null;
  /** The body as the sandbox answers. */
  readonly body: Written;
  readonly read: (written: Written) => Promise<Outcome>;
  readonly expect: (sheet: Sheet, must: boolean) => Expectation;
  /** What may come of the fixture itself. */
  readonly own: Expectation;
  /** What may come of its body after a change of bytes; null when nobody can say. */
  readonly expectOfBytes: (bytes: Uint8Array) => Expectation | null;
};

/** The clock at which the fixtures' `expected.json` hold. */
export const clock = new Date("2026-11-15T10:21:30+03:00");

/** The specimens among the fixtures: every document that a reader sees, whatever is expected of it. */
export const openSpecimens = async (cases: readonly Case[]): Promise<readonly Specimen[]> => {
  const labels = [...new Set(cases.map(({ label }) => label))];
  const settings = labels.map((label) => {
    const entry = {
      bank: `TEST ${label} bank`,
      url: `https://${label}.example`,
      aliases: [],
      headers: {},
      labels: {},
    };
    return [label, entry] as const;
  });
  const providers = openProviders(Object.fromEntries(settings), "full");
  const specimens = await Promise.all(
    cases.filter(isDocument).map(async (one) => {
      const provider = providers.find(({ label }) => label === one.label);
      return provider === undefined ? [] : [await openSpecimen(one, provider)];
    }),
  );
  return specimens.flat();
};

/** A receipt that arrives whole, in the provider's own layout. */
const isDocument = ({ name, upstream, body }: Case): boolean =>
  upstream.status === 200 &&
  upstream.hangUp === undefined &&
  upstream.never === undefined &&
  upstream.cutAt === undefined &&
  body.kind !== "none" &&
  /^(?:verified|slow|mismatch|pending|reversed|status|total|zero|date|label|format)/.test(name);

const openSpecimen = async (one: Case, provider: Provider): Promise<Specimen> => {
  const { label, name, reference, request, upstream } = one;
  const asked = askedBy(one);
  const question: Question = { provider: label, bank: provider.settings.bank, asked, now: clock };
  const body = { bytes: await renderBody(one, { reference, now: clock }), contentType: upstream.contentType };
  const opened = provider.open(request);
  if (!opened.ok) throw new Error(`${label}/${name}: the request is refused`);
  const medium = mediumOf(one);
  const expect = (sheet: Sheet, must: boolean) => expectationOf(sheet, question, must);
  const own = medium === null ? fromFixture(one) : expect(medium.sheet, true);
  return {
    name: `${label}/${name}`,
    provider: label,
    asked,
    medium,
    body,
    expect,
    own,
    read: async ({ bytes, contentType }) => {
      const document = await decodeDocument(bytes, contentType);
      return document.ok ? opened.value.read({ status: 200, document: document.value }, clock) : document;
    },
    expectOfBytes: (bytes) =>
      expectationOfBytes({ provider: label, before: body.bytes, after: bytes, own, expect }),
  };
};

const askedBy = ({ label, reference, request }: Case): Asked => {
  const given = request.accountNumber;
  if (label === "alpha" && given !== undefined) {
    const isWhole = given.length === 13;
    return { reference, account: { digits: isWhole ? given : given.slice(-8), isWhole } };
  }
  // More than the usual last digits is a whole number, whose beginning must agree too.
  if (label === "gamma" && given !== undefined && given.length > 8)
    return { reference, account: { digits: given, isWhole: true } };
  const digits = (request.reference ?? "").slice(12) || given?.slice(-5);
  if (label !== "gamma" || digits === undefined || digits === "") return { reference };
  return { reference, account: { digits, isWhole: false } };
};

const mediumOf = ({ body, reference }: Case): Medium | null => {
  if (body.kind !== "text" && body.kind !== "page") return null;
  const filled = fillTemplate(body.template, {
    reference,
    documentTime: new Date(clock.getTime() - 60_000),
    picture: () => "data:image/png;base64,iVBORw0KGgo=",
  });
  if (body.kind === "page") return pdfMedium(pageSchema.parse(JSON.parse(filled)));
  return filled.startsWith("{") ? jsonMedium(filled) : htmlMedium(filled);
};

/** A PDF that is served as it is: what it prints is known from its `expected.json` alone. */
const fromFixture = ({ expected, label, name }: Case): Expectation => {
  if (!("receipt" in expected)) throw new Error(`${label}/${name} is no specimen`);
  const receipt = receiptSchema.parse(expected.receipt);
  return { records: [{ receipt, amountSantim: expected.amount_minor }], must: true, codes: new Set() };
};
