import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fieldNames } from "../../src/core/field-names.ts";
import { decodeDocument } from "../../src/documents/decode.ts";
import {
  type Case,
  loadCases,
  patternSource,
  renderBody,
  requestAt,
} from "../../src/operator/sandbox/cases.ts";
import type { Provider, ProviderSettings, Question } from "../../src/providers/provider.ts";
import { openProviders } from "../../src/providers/registry.ts";

/** Conformance: every fixture folder is a case; adding a case is adding a folder. */

const cases = loadCases(fileURLToPath(new URL("../../fixtures", import.meta.url)));
const now = new Date("2026-11-15T10:21:30+03:00");

const settingsOf = (label: string): ProviderSettings => ({
  bank: `TEST ${label} bank`,
  url: `https://${label}.example`,
  aliases: [],
  headers: {},
  labels: {},
});

const labels = [...new Set(cases.map(({ label }) => label))];
const providers = openProviders(
  Object.fromEntries(labels.map((label) => [label, settingsOf(label)])),
  "full",
);

const providerOf = ({ label }: Pick<Case, "label">): Provider => {
  const provider = providers.find((one) => one.label === label);
  if (provider === undefined) throw new Error(`no provider reads fixtures/${label}`);
  return provider;
};

/**
 * Wire faults and statuses that the provider does not read are the transport's to judge; these documents reach no
 * reader.
 */
const isReadable = ({ upstream }: Case, { requests }: Question): boolean =>
  upstream.hangUp === undefined &&
  upstream.never === undefined &&
  requests.some(({ statuses }) => statuses.includes(upstream.status));

describe.each(labels)("%s", (label) => {
  const own = cases.filter((one) => one.label === label);

  test("has a verified and a not-found case", () => {
    const names = own.map(({ name }) => name);
    expect(names).toContain("verified");
    expect(names).toContain("not-found");
  });

  test("names its request fields as the API, the pages and the bot know them", () => {
    const { request, shapes } = providerOf({ label });
    const { properties = {} } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
    const groups = shapes.flatMap(({ pattern }) => [...pattern.source.matchAll(/\(\?<(\w+)>/g)]);
    const names = [...Object.keys(properties), ...groups.map(([, name = ""]) => name)];
    const invented = [...new Set(names)].filter((name) => !fieldNames.includes(name));
    expect(
      invented,
      `src/providers/${label}.ts invents a request field: name it ${fieldNames.join(" or ")}, see src/core/field-names.ts`,
    ).toEqual([]);
  });

  test.each(own.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const provider = providerOf(one);
    const question = provider.open(requestAt(one.request, provider.settings.url));
    if (!question.ok) {
      expect({ code: question.error.code }).toEqual(one.expected);
      return;
    }
    const asked = question.value.requests.map(({ url }) => url.slice(provider.settings.url.length));
    const paths = [one.upstream.path, ...one.upstream.morePaths];
    const answers = (path: string) =>
      new RegExp(`^${patternSource(path.replaceAll("{reference}", encodeURIComponent(one.reference)))}$`);
    expect(
      asked.some((place) => paths.some((path) => answers(path).test(place))),
      asked.join(" "),
    ).toBe(true);
    if (!isReadable(one, question.value)) return;

    const whole = await renderBody(one, { reference: one.reference, now });
    const { cutAt } = one.upstream;
    const length = cutAt === undefined ? whole.length : cutAt <= 1 ? whole.length * cutAt : cutAt;
    const document = await decodeDocument(whole.slice(0, length), one.upstream.contentType);
    const { status, recordedAt } = one.upstream;
    const readAt = recordedAt === undefined ? now : new Date(recordedAt);
    const outcome = document.ok
      ? question.value.read({ status, document: document.value }, readAt)
      : document;
    const seen = outcome.ok
      ? {
          receipt: outcome.value.receipt,
          total_check: outcome.value.totalCheck,
          absent_fields: outcome.value.absentFields,
          amount_minor: outcome.value.amountMinor,
          payment_date_iso: outcome.value.paymentDateIso,
          payment_kind: outcome.value.paymentKind,
          receiver_bank: outcome.value.receiverBank,
          receiver_account_shown: outcome.value.isReceiverAccountShown,
        }
      : {
          code: outcome.error.code,
          ...(outcome.error.receiptStatus === undefined
            ? {}
            : { receipt_status: outcome.error.receiptStatus }),
          ...("code" in one.expected && one.expected.code === outcome.error.code
            ? {}
            : { detail: outcome.error.detail }),
        };
    expect(seen).toEqual(one.expected);
    if (outcome.ok && "receipt" in one.expected)
      expect(Object.keys(outcome.value.receipt)).toEqual(Object.keys(one.expected.receipt));
  });
});
