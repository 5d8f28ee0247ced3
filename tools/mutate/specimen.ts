import type { Failure } from "../../src/core/failure.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import type { Result } from "../../src/core/result.ts";
import { decodeDocument } from "../../src/documents/decode.ts";
import { type Case, renderBody, requestAt } from "../../src/operator/sandbox/cases.ts";
import { pageSchema } from "../../src/operator/sandbox/pdf.ts";
import { fillTemplate } from "../../src/operator/sandbox/template.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { htmlSource } from "./html.ts";
import { innerTags, jsonSource, pageMark } from "./json.ts";
import type { Kind, Source, Written } from "./paper.ts";
import { pdfSource } from "./pdf.ts";

export type Outcome = Result<VerifiedReceipt, Failure>;

/** A fixture that can be changed, and the question that is asked of each changed document. */
export type Specimen = {
  readonly name: string;
  readonly provider: string;
  readonly kind: Kind;
  readonly expected: Case["expected"];
  /** What was asked for: the request's values, and the reference in them. */
  readonly asked: readonly string[];
  readonly reference: string;
  /** Null for a PDF of another engine, of which only the bytes are known. */
  readonly source: Source | null;
  /** As the bank answers. */
  readonly body: () => Promise<Written>;
  readonly read: (written: Written) => Promise<Outcome>;
};

/** The clock at which the fixtures' `expected.json` hold. */
export const clock = new Date("2026-11-15T10:21:30+03:00");

/** The fixtures that answer with a whole document, whatever is expected of it. */
export const openSpecimens = async (cases: readonly Case[]): Promise<readonly Specimen[]> => {
  const labels = [...new Set(cases.map(({ label }) => label))];
  const settings = labels.map((label) => {
    const entry = { bank: `TEST ${label} bank`, url: hostOf(label), aliases: [], headers: {}, labels: {} };
    return [label, entry] as const;
  });
  const providers = openProviders(Object.fromEntries(settings), "full");
  const specimens = await Promise.all(
    cases.filter(isWhole).map(async (one): Promise<readonly Specimen[]> => {
      const { label, name, reference, upstream, expected } = one;
      const request = requestAt(one.request, hostOf(label));
      const opened = providers.find((provider) => provider.label === label)?.open(request);
      if (opened?.ok !== true) return [];
      const { value: question } = opened;
      let made: Promise<Uint8Array> | null = null;
      const body = async (): Promise<Written> => {
        made ??= renderBody(one, { reference, now: clock });
        return { bytes: await made, contentType: upstream.contentType };
      };
      const source = await sourceOf(one, body);
      const read = async ({ bytes, contentType }: Written): Promise<Outcome> => {
        const document = await decodeDocument(bytes, contentType);
        return document.ok
          ? question.read({ status: upstream.status, document: document.value }, clock)
          : document;
      };
      const kind = source?.kind ?? "pdf";
      const asked = Object.values(request);
      return [
        { name: `${label}/${name}`, provider: label, kind, expected, asked, reference, source, body, read },
      ];
    }),
  );
  return specimens.flat();
};

const hostOf = (label: string): string => `https://${label}.example`;

const isWhole = ({ upstream, body }: Case): boolean =>
  body.kind !== "none" &&
  upstream.status < 500 &&
  upstream.hangUp === undefined &&
  upstream.never === undefined &&
  upstream.cutAt === undefined;

const sourceOf = async (
  { body, upstream, reference }: Case,
  written: () => Promise<Written>,
): Promise<Source | null> => {
  const documentTime = new Date(clock.getTime() - 60_000 - upstream.ageDays * 86_400_000);
  const filling = { reference, documentTime, picture: () => "", page: () => pageMark };
  const drawn = (template: string, firstTag: number): Source | null => {
    const page = pageSchema.parse(JSON.parse(fillTemplate(template, filling)));
    return page.some((one) => "text" in one) ? pdfSource(page, firstTag) : null;
  };
  if (body.kind === "page") return drawn(body.template, 0);
  if (body.kind !== "text") return null;
  if (body.page === undefined) {
    const text = new TextDecoder().decode((await written()).bytes);
    return text.trimStart().startsWith("<") ? htmlSource(text) : isJson(text) ? jsonSource(text) : null;
  }
  // The whole page alone, not a part of one.
  const inner = body.template.includes('"{{page}}"') ? drawn(body.page, innerTags) : null;
  return inner && jsonSource(fillTemplate(body.template, filling), inner);
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
