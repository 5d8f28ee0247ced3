import { z } from "zod";
import { type Failure, fail } from "../failure.ts";
import { pageLabels, readPage } from "../reading/alpha.ts";
import { detailLabels, readDetail } from "../reading/alpha-detail.ts";
import { ok, type Result } from "../result.ts";
import { yearAndDay } from "../text/encoded-date.ts";
import { defineProvider } from "./define-provider.ts";
import { browserHeaders } from "./headers.ts";
import type { Lookup, ProviderSettings, ReceiptLink } from "./provider.ts";
import { readReceiptUrl } from "./receipt-url.ts";
import {
  accountNumberField,
  linkField,
  neededUnless,
  notTogether,
  referenceField,
} from "./request-fields.ts";

/**
 * alpha, a state bank: a one-page PDF, found by reference and the last eight digits of either party's account;
 * behind its newer links, whose token is no reference, JSON.
 */

/** Where the JSON of a token lies. */
const detailPath = "/api/v1/transactions/public/transaction-detail/";

export const alpha = defineProvider({
  label: "alpha",
  limited: true,
  contractVersion: 2,
  labels: [...pageLabels, ...detailLabels],
  timeoutMs: 30_000,

  shapes: [
    {
      pattern: /^(?<transactionRef>FT\d{5}[A-Z0-9]{5})(?<accountNumber>\d{8})$/,
      width: "narrow",
      missing: [],
      encodedDate: (word) => yearAndDay(word, 2),
    },
    {
      pattern: /^(?<transactionRef>FT\d{5}[A-Z0-9]{5})$/,
      width: "narrow",
      missing: ["accountNumber"],
      encodedDate: (word) => yearAndDay(word, 2),
    },
    { pattern: /^(?<transactionRef>FT[A-Z0-9]{10})$/, width: "wide", missing: ["accountNumber"] },
  ],

  readLink: (link) => {
    const pointer = pointerIn(link);
    if (pointer === undefined) return undefined;
    if ("token" in pointer) {
      const isUsual = /^(?:v\d-)?.{18,20}$/.test(pointer.token);
      return { kind: "receipt", request: { link: link.link }, missing: [], isUsual };
    }
    const { transactionRef, accountNumber } = pointer;
    return accountNumber === undefined
      ? { kind: "receipt", request: { transactionRef }, missing: ["accountNumber"] }
      : { kind: "receipt", request: { transactionRef, accountNumber }, missing: [] };
  },

  request: z
    .strictObject({
      transactionRef: referenceField(/^FT[A-Z0-9]{10}$/, "FT + 10").optional(),
      accountNumber: accountNumberField().optional(),
      link: linkField().optional(),
    })
    .refine(...notTogether(["link"], ["transactionRef", "accountNumber"]))
    .refine(...neededUnless("link", "transactionRef"))
    .refine(...neededUnless("link", "accountNumber")),

  digits: {
    field: "accountNumber",
    askWith: (fields, accountNumber, settings) => {
      const asked = askedBy(fields, settings);
      if (!asked.ok) return asked;
      // A token alone finds its receipt.
      if ("token" in asked.value) return ok({ link: fields.link ?? "" });
      return ok({ transactionRef: asked.value.transactionRef, accountNumber });
    },
  },

  locate: (fields, settings) => {
    const asked = askedBy(fields, settings);
    if (!asked.ok) return asked;
    return "token" in asked.value
      ? lookupOfToken(asked.value, settings)
      : lookupOfReference(asked.value, settings);
  },

  read: (answer, fields, context) => {
    const asked = askedBy(fields, context.settings);
    if (!asked.ok) return asked;
    return "token" in asked.value
      ? readDetail(answer, asked.value, context)
      : readPage(answer, asked.value, context);
  },
});

type ByToken = { readonly token: string };
type ByReference = { readonly transactionRef: string; readonly accountNumber: string };
type Fields = Partial<Record<"transactionRef" | "accountNumber" | "link", string | undefined>>;

/** What the fields ask for. A link that holds a reference with its digits asks for these, and both must be repeated. */
const askedBy = (
  { transactionRef = "", accountNumber = "", link }: Fields,
  settings: ProviderSettings,
): Result<ByToken | ByReference, Failure> => {
  if (link === undefined) return ok({ transactionRef, accountNumber });
  const read = readReceiptUrl(link, settings, "link");
  if (!read.ok) return read;
  const pointer = pointerIn(read.value);
  if (pointer === undefined) return fail("reference_malformed", { param: "link" });
  if ("token" in pointer) return ok(pointer);
  const { accountNumber: digits } = pointer;
  if (digits === undefined) return fail("account_number_required", { param: "accountNumber" });
  return ok({ transactionRef: pointer.transactionRef, accountNumber: digits });
};

/** The branch's slip lies elsewhere, under the same reference and digits. */
const lookupOfReference = (
  { transactionRef, accountNumber }: ByReference,
  { url }: ProviderSettings,
): Lookup => {
  const digits = accountNumber.slice(-8);
  const headers = { ...browserHeaders, accept: "application/pdf" };
  const statuses = [200, 404];
  return {
    canonical: `${transactionRef} ${accountNumber}`,
    secondNumber: accountNumber,
    encodedDate: yearAndDay(transactionRef, 2),
    page: `${url}/?id=${transactionRef}${digits}`,
    requests: [
      { url: `${url}/?id=${transactionRef}${digits}`, headers, statuses },
      { url: `${url}/BranchReceipt/${transactionRef}&${digits}`, headers, statuses, nothingThere: [404] },
    ],
  };
};

/** The host gives 400, and 500 too, to tokens that it knows a moment later. */
const lookupOfToken = ({ token }: ByToken, { apiUrl, linkUrl, url }: ProviderSettings): Lookup => ({
  canonical: `link ${token}`,
  encodedDate: null,
  page: `${linkUrl ?? url}/${token}`,
  requests: [
    {
      url: `${apiUrl ?? linkUrl ?? url}${detailPath}${token}`,
      headers: { ...browserHeaders, accept: "application/json" },
      statuses: [200, 400, 404, 500],
      transientStatuses: [400, 500],
    },
  ],
});

/**
 * `/?id=<reference><digits>`, on a branch's slip `/BranchReceipt/<reference>&<digits>`; `/<token>`, or where its
 * data is fetched.
 */
const pointerIn = ({
  path,
  query,
  search,
}: ReceiptLink): ByToken | { transactionRef: string; accountNumber: string | undefined } | undefined => {
  const slip = /^\/BranchReceipt\/(.+)$/i.exec(path)?.[1];
  const word = path.startsWith(detailPath) ? path.slice(detailPath.length) : path.slice(1);
  const id = slip ?? (path === "/" ? (query.get("id") ?? search) : word.replace(/\/$/, ""));
  const shape = slip === undefined && path !== "/" ? narrowId : wideId;
  const { transactionRef, accountNumber } = shape.exec(id.toUpperCase())?.groups ?? {};
  if (transactionRef !== undefined) return { transactionRef, accountNumber };
  return shape === narrowId && isToken(id) ? { token: id } : undefined;
};

/** Digits that are fewer belong to a link that was cut, and are none. */
const wideId = /^(?<transactionRef>FT[A-Z0-9]{10})&?(?:(?<accountNumber>\d{8})|\d{0,7})$/;
const narrowId = /^(?<transactionRef>FT\d{5}[A-Z0-9]{5})&?(?:(?<accountNumber>\d{8})|\d{0,7})$/;

/** Letters and digits in no order, unlike the words in another page's path; nor a reference with digits that are none. */
const isToken = (word: string): boolean => {
  if (/^FT\d{5}/i.test(word)) return false;
  const [, version, letters = ""] = /^(v\d-)?([A-Za-z0-9]{11,32})$/.exec(word) ?? [];
  if (version !== undefined) return /[A-Z0-9]/.test(letters);
  return (
    /[A-Za-z]/.test(letters) && (/\d/.test(letters) || (/[A-Z]{2}/.test(letters) && /[a-z]/.test(letters)))
  );
};
