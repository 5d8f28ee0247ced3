import type { Failure } from "../../src/core/failure.ts";
import { receiptSchema, type VerifiedReceipt } from "../../src/core/receipt.ts";
import type { Result } from "../../src/core/result.ts";
import { decodeDocument } from "../../src/documents/decode.ts";
import { type Case, renderBody, requestAt } from "../../src/operator/sandbox/cases.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { askedBy } from "./asked.ts";
import { expectationOfBytes } from "./changed-bytes.ts";
import { mediumOf } from "./media.ts";
import type { DocumentKind, Medium } from "./medium.ts";
import { expectationOf, type Question } from "./oracle.ts";
import type { Asked, Expectation, Sheet, Written } from "./sheet.ts";

export type Outcome = Result<VerifiedReceipt, Failure>;

/** A fixture that can be mutated: what it prints, how it is written, and the question that is asked of each mutant. */
export type Specimen = {
  readonly name: string;
  readonly provider: string;
  readonly kind: DocumentKind;
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
      url: hostOf(label),
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

/** A receipt that arrives whole, in one of the provider's own layouts. */
const isDocument = ({ name, upstream, body }: Case): boolean =>
  upstream.status === 200 &&
  upstream.hangUp === undefined &&
  upstream.never === undefined &&
  upstream.cutAt === undefined &&
  body.kind !== "none" &&
  !/^(?:blocked|cut|maintenance|never|not-found|reset|server-error)/.test(name) &&
  !noReceipts.has(name);

/** Answers that hold no receipt, and pages whose texts lie over each other, have no edge or stand outside the table. */
const noReceipts = new Set([
  ...["account-number-required", "body-empty", "report-error", "no-document", "provider-refuses"],
  ...["texts-over-each-other", "name-cut", "link-page", "link-unknown-words", "status-twice"],
]);

const hostOf = (label: string): string => `https://${label}.example`;

const openSpecimen = async (one: Case, provider: Provider): Promise<Specimen> => {
  const { label, name, reference, upstream } = one;
  const request = requestAt(one.request, hostOf(label));
  const asked = askedBy({ ...one, request });
  const bytes = await renderBody(one, { reference, now: clock });
  const body = { bytes, contentType: upstream.contentType };
  const opened = provider.open(request);
  if (!opened.ok) throw new Error(`${label}/${name}: the request is refused`);
  const medium = mediumOf(one, clock);
  const kind = medium?.kind ?? "pdf";
  const isPdf = kind === "pdf" || kind === "pdf in json";
  const pdfAvailable = isPdf || ["alpha", "beta", "gamma"].includes(label);
  const question: Question = {
    provider: label,
    bank: provider.settings.bank,
    asked,
    now: clock,
    pdfAvailable,
  };
  const expect = (sheet: Sheet, must: boolean) => {
    const shown = medium?.shown?.(sheet) ?? sheet;
    // Where label and value run together nobody need be able to part other ones.
    const isPlain = textsOf(shown) === textsOf(sheet);
    const expectation = expectationOf(shown, question, must && isPlain);
    if (medium?.mayDoubt?.(sheet) !== true) return expectation;
    const codes = new Set([...expectation.codes, "provider_format_changed" as const]);
    return { ...expectation, must: false, codes };
  };
  const own = medium === null ? fromFixture(one) : expect(medium.sheet, true);
  return {
    name: `${label}/${name}`,
    provider: label,
    kind,
    asked,
    medium,
    body,
    expect,
    own,
    read: async (written) => {
      const document = await decodeDocument(written.bytes, written.contentType);
      return document.ok ? opened.value.read({ status: 200, document: document.value }, clock) : document;
    },
    expectOfBytes: (after) =>
      expectationOfBytes({ provider: label, kind, before: bytes, after, own, expect }),
  };
};

const textsOf = ({ rows }: Sheet): string =>
  rows
    .map(({ label, value }) => `${label}\n${value}`)
    .sort()
    .join("\n\n");

/** A PDF that is served as it is: what it prints is known from its `expected.json` alone. */
const fromFixture = ({ expected, label, name }: Case): Expectation => {
  if (!("receipt" in expected)) throw new Error(`${label}/${name} is no specimen`);
  const receipt = receiptSchema.parse(expected.receipt);
  return { records: [{ receipt, amountSantim: expected.amount_minor }], must: true, codes: new Set() };
};
