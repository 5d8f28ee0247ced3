import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fieldNames } from "../../src/core/field-names.ts";
import { parseSantim } from "../../src/core/money.ts";
import { visibleDigits } from "../../src/documents/account-digits.ts";
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
import { faultOfStatus } from "../../src/upstream/fault.ts";
import { detect } from "../../src/verify/detect/detect.ts";

/** Conformance: every fixture folder is a case; adding a case is adding a folder. */

const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));
const cases = loadCases(fixtures);
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

/** Whether no answer comes, which is the transport's to judge. */
const isUnanswered = ({ upstream }: Case): boolean =>
  upstream.hangUp !== undefined || upstream.never !== undefined;

/** Whether a document reaches the provider's reader. */
const isReadable = ({ upstream }: Case, { requests }: Question): boolean =>
  requests.some(({ statuses }) => statuses.includes(upstream.status));

describe.each(labels)("%s", (label) => {
  const own = cases.filter((one) => one.label === label);
  const provider = providerOf({ label });

  test("has a verified and a not-found case", () => {
    const names = own.map(({ name }) => name);
    expect(names).toContain("verified");
    expect(names).toContain("not-found");
  });

  test("names its request fields as the API, the pages and the bot know them", () => {
    const { request, shapes } = provider;
    const { properties = {} } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
    const groups = shapes.flatMap(({ pattern }) => [...pattern.source.matchAll(/\(\?<(\w+)>/g)]);
    const names = [...Object.keys(properties), ...groups.map(([, name = ""]) => name)];
    const invented = [...new Set(names)].filter((name) => !fieldNames.includes(name));
    expect(
      invented,
      `src/providers/${label}.ts invents a request field: name it ${fieldNames.join(" or ")}, see src/core/field-names.ts`,
    ).toEqual([]);
  });

  const withMessage = own.flatMap((one) => {
    const file = join(fixtures, label, one.name, "message.txt");
    return existsSync(file) ? [[one.name, one, readFileSync(file, "utf8")] as const] : [];
  });
  test.each(withMessage)("finds the receipt and no other amount in the message of %s", (_, one, message) => {
    const { url } = provider.settings;
    const text = message.replaceAll("{{reference}}", one.reference).replaceAll("{{host}}", url);
    const found = detect(text, providers, now).candidates.filter(({ isLikely }) => isLikely);
    expect(found.map((candidate) => candidate.provider)).toEqual([label]);
    expect(requestAt(one.request, url)).toMatchObject(found[0]?.request ?? {});
    if (!("receipt" in one.expected)) return;
    const printed = [one.expected.amount_minor, parseSantim(String(one.expected.receipt.total_debited))];
    const others = found[0]?.claims.amountsSantim.filter((claimed) => !printed.includes(claimed));
    expect(others, "a message of another amount than the receipt's is answered with a warning").toEqual([]);
  });

  const bodies = own.map(({ request }) => requestAt(request, provider.settings.url));
  const missing = [...new Set(provider.shapes.flatMap((shape) => shape.missing))];
  test.each(missing)("asks with another %s, doubts it in a miss and compares it", (field) => {
    const file = `src/providers/${label}.ts`;
    const others = "0987654321";
    const asked = bodies.map((body) => provider.askWith(body, others));
    const isAsked = asked.some((body) => body.ok && JSON.stringify(body.value).includes(others.slice(-4)));
    expect(isAsked, `${file} has \`digits\`, by whose \`askWith\` others are asked`).toBe(true);
    const questions = bodies.map((body) => provider.open(body));
    const isDoubted = questions.some((question) => question.ok && (question.value.secondNumber ?? "") !== "");
    expect(isDoubted, `${file} gives \`secondNumber\` in what \`locate\` returns`).toBe(true);
    const folder = field === "phone" ? "mismatch-phone" : "mismatch-account";
    const compared = own.find(({ name }) => name === folder);
    expect(compared?.expected, `fixtures/${label}/${folder}`).toEqual({ code: "receipt_mismatch" });
  });

  test.each(own.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const question = provider.open(requestAt(one.request, provider.settings.url));
    if (!question.ok) {
      const refused = `src/providers/${label}.ts refuses fixtures/${label}/${one.name}/request.json by its \`request\``;
      expect({ code: question.error.code }, refused).toEqual(one.expected);
      return;
    }
    const asked = question.value.requests.map(({ url }) => url.slice(provider.settings.url.length));
    const paths = [one.upstream.path, ...one.upstream.morePaths];
    const answers = (path: string) =>
      new RegExp(`^${patternSource(path.replaceAll("{reference}", encodeURIComponent(one.reference)))}$`);
    expect(
      asked.some((place) => paths.some((path) => answers(path).test(place))),
      `src/providers/${label}.ts asks for ${asked.join(" ")}, fixtures/${label}/${one.name}/upstream.json answers ${paths.join(" ")}`,
    ).toBe(true);
    if (isUnanswered(one)) return;
    if (!isReadable(one, question.value)) {
      const { code } = faultOfStatus(one.upstream.status, {}, 0).failure;
      const unread = `no request of src/providers/${label}.ts names status ${one.upstream.status} in its statuses, so its body is not read`;
      expect({ code }, unread).toEqual(one.expected);
      return;
    }

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
    const isMiss = "code" in one.expected && one.expected.code === "receipt_not_found";
    const words = document.ok && document.value.kind === "html" ? document.value.text : "";
    const unknown = `src/providers/${label}.ts: \`pageSays\` is tried on all words of the page, “${words}”`;
    expect(seen, isMiss && words !== "" ? unknown : undefined).toEqual(one.expected);
    if (!outcome.ok || !("receipt" in one.expected)) return;
    expect(Object.keys(outcome.value.receipt)).toEqual(Object.keys(one.expected.receipt));
    const { payer_account, receiver_account } = outcome.value.receipt;
    for (const account of [payer_account, receiver_account].filter((printed) => /[*•]/.test(printed)))
      expect(
        visibleDigits(account),
        `src/providers/${label}.ts hands on ${account}, which is compared with no saved number: hand on digits around one mask, such as 2519****4321`,
      ).not.toBeNull();
  });
});
