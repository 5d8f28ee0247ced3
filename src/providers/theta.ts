import { z } from "zod";
import { type Failure, fail } from "../failure.ts";
import { isBlockPage } from "../reading/block-page.ts";
import { judge } from "../reading/judge.ts";
import { readThetaPage, thetaLabels } from "../reading/theta.ts";
import { ok, type Result } from "../result.ts";
import { numberDate } from "../text/encoded-date.ts";
import { defineProvider } from "./define-provider.ts";
import { browserHeaders } from "./headers.ts";
import type { ProviderSettings } from "./provider.ts";
import { readReceiptUrl } from "./receipt-url.ts";
import { eitherField, linkField, notTogether, referenceField } from "./request-fields.ts";

/** theta, a commercial bank: an HTML page of five kinds, found by a token that begins with the transaction's number. */

/** The number: twelve hexadecimal digits to the end of 2025, then ten in base 36. After it a key of four to eight. */
const token = /^-?(?<reference>(?:[0-9A-F]{12}|[0-9A-Z]{10})-[0-9A-Z]{4,8})$/;
const sharedToken = /\/-((?:[0-9A-F]{12}|[0-9A-Z]{10})-[0-9A-Z]{4,8})(?![0-9A-Z-])/gi;

const numberOf = (reference: string): string => reference.replace(/^-/, "").split("-")[0] ?? "";
const radixOf = (number: string): 16 | 36 => (number.length === 12 ? 16 : 36);

const dateOf = (reference: string) => numberDate(numberOf(reference), radixOf(numberOf(reference)));

/** All that the page of a miss says. */
const notFound = /^(?:receipt not found|invalid receipt id)[.!]?$/i;

/** `2026-05-18 02:41:20 PM`, `2026-06-07 11:22:03`, `2026-06-22`. */
const dates = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<half>[AP]M)$/i,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
];

export const theta = defineProvider({
  label: "theta",
  limited: false,
  contractVersion: 2,
  labels: thetaLabels,

  shapes: [
    {
      pattern: token,
      width: "narrow",
      missing: [],
      encodedDate: (word) => dateOf(word),
    },
  ],

  readLink: ({ link, path }) =>
    tokenIn(path) === undefined ? undefined : { kind: "receipt", request: { url: link }, missing: [] },

  request: z
    .strictObject({
      url: linkField().optional(),
      reference: referenceField(token, "12 hexadecimal or 10 characters, - and 4 to 8").optional(),
    })
    .refine(...notTogether(["url"], ["reference"]))
    .superRefine(eitherField("url", "reference")),

  locate: (fields, settings) => {
    const asked = tokenOf(fields, settings);
    if (!asked.ok) return asked;
    const request = {
      url: `${settings.url}/-${asked.value}`,
      headers: { ...browserHeaders, accept: "text/html" },
      statuses: [200, 403],
    };
    return {
      canonical: asked.value,
      encodedDate: dateOf(asked.value),
      page: request.url,
      requests: [request],
    };
  },

  read: ({ status, document }, fields, context) => {
    const asked = tokenOf(fields, context.settings);
    if (!asked.ok) return asked;
    if (document.kind !== "html") return fail("provider_format_changed", { detail: document.kind });
    if (status === 200 && !document.asksForPassword && notFound.test(document.text))
      return fail("receipt_not_found");
    // What the bank refuses by status is a malformed token, which ours never is, or ourselves.
    if (status === 403 || isBlockPage(document.text)) return fail("provider_blocked");
    if (!document.whole) return fail("provider_format_changed", { detail: "fragment" });

    const page = readThetaPage(document, context);
    if (!page.ok) return page;
    const { transactionId, ...printed } = page.value;
    const shared = [...`${document.links.join(" ")} ${document.text}`.matchAll(sharedToken)];
    if (shared.some(([, other]) => other?.toUpperCase() !== asked.value))
      return fail("receipt_mismatch", { mismatch: "reference" });

    const number = numberOf(asked.value);
    return judge(
      { ...printed, reference: writtenLike(number, transactionId) },
      { reference: number },
      {
        reference: /^[0-9A-Z]+$/,
        accounts: /^\+?\d+\*+\d+$|^\+?\d{3,20}$/,
        dates,
        amounts: "printed",
        shows: ["commission", "vat_on_commission"],
        encodedDate: null,
        pdfAvailable: false,
      },
      context,
    );
  },
});

type Fields = { readonly url?: string | undefined; readonly reference?: string | undefined };

const tokenIn = (path: string): string | undefined =>
  token.exec(path.replace(/^\//, "").replace(/\/$/, "").toUpperCase())?.groups?.reference;

/** The token without its leading dash, whichever way it was given. */
const tokenOf = ({ url, reference }: Fields, settings: ProviderSettings): Result<string, Failure> => {
  if (url === undefined) return ok((reference ?? "").replace(/^-/, ""));
  const link = readReceiptUrl(url, settings);
  if (!link.ok) return link;
  const found = tokenIn(link.value.path);
  return found === undefined ? fail("reference_malformed", { param: "url" }) : ok(found);
};

/** The printed number of 15 digits, written as the token writes it; `""` when it is none. */
const writtenLike = (number: string, transactionId: string): string =>
  /^\d{15}$/.test(transactionId)
    ? BigInt(transactionId).toString(radixOf(number)).toUpperCase().padStart(number.length, "0")
    : "";
