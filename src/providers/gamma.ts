import { z } from "zod";
import { fail } from "../failure.ts";
import { gammaLabels, readGammaSlip } from "../reading/gamma.ts";
import { ok } from "../result.ts";
import { yearAndDay } from "../text/encoded-date.ts";
import { defineProvider } from "./define-provider.ts";
import { browserHeaders } from "./headers.ts";
import { accountNumberField, referenceField } from "./request-fields.ts";

/** gamma, a commercial bank: JSON with keys made for people, found by reference and an account's last five digits. */

const encodedDate = (word: string) => yearAndDay(word, 2);

export const gamma = defineProvider({
  label: "gamma",
  limited: true,
  contractVersion: 2,
  labels: gammaLabels,

  shapes: [
    { pattern: /^(?<reference>(?:FT|TT)\d{5}[A-Z0-9]{5}\d{5})$/, width: "narrow", missing: [], encodedDate },
    {
      pattern: /^(?<reference>(?:FT|TT)\d{5}[A-Z0-9]{5})$/,
      width: "narrow",
      missing: ["accountNumber"],
      encodedDate,
    },
    { pattern: /^(?<reference>FT[A-Z0-9]{15})$/, width: "wide", missing: [] },
    { pattern: /^(?<reference>FT[A-Z0-9]{10})$/, width: "wide", missing: ["accountNumber"] },
  ],

  readLink: ({ path, query }) => {
    const id = (query.get("trx") ?? query.get("id") ?? "").toUpperCase();
    const page = path.toLowerCase().replace(/\/$/, "");
    if (page === "/slip" || page === "/api/onlineslip/getdetails") {
      // Digits that are fewer belong to a link that was cut, and are none.
      const [, reference, digits] = /^((?:FT|TT)[A-Z0-9]{10}(?:([A-Z0-9]{5})$|(?=\d{0,4}$)))/.exec(id) ?? [];
      if (reference === undefined) return undefined;
      return {
        kind: "receipt",
        request: { reference },
        missing: digits === undefined ? ["accountNumber"] : [],
      };
    }
    if (page !== "/cs") return undefined;
    // The feedback link carries C or D (credit, debit) and the reference without the account's digits.
    const reference = /^[CD]((?:FT|TT)[A-Z0-9]{10})$/.exec(id)?.[1];
    return reference === undefined
      ? { kind: "feedback" }
      : { kind: "feedback", derived: { request: { reference }, missing: ["accountNumber"] } };
  },

  request: z
    .strictObject({
      reference: referenceField(/^(?:FT|TT)[A-Z0-9]{10}(?:[A-Z0-9]{5})?$/, "FT + 15, or FT + 10"),
      accountNumber: accountNumberField().optional(),
    })
    .superRefine(({ reference, accountNumber }, context) => {
      if (
        accountNumber === undefined ||
        reference.length === 12 ||
        accountNumber.endsWith(reference.slice(12))
      )
        return;
      const params = { failure: "parameter_invalid", subject: reference.slice(12) };
      context.addIssue({ code: "custom", path: ["accountNumber"], params });
    }),

  digits: {
    field: "accountNumber",
    askWith: ({ reference }, accountNumber) => ok({ reference: reference.slice(0, 12), accountNumber }),
  },

  locate: (fields, settings) => {
    const id = idOf(fields);
    // Without an account's digits the bank would be asked whether a reference exists at all.
    if (id.length === referenceLength) return fail("account_number_required", { param: "accountNumber" });
    return {
      canonical: id,
      secondNumber: id.slice(referenceLength),
      encodedDate: encodedDate(fields.reference),
      page: `${settings.url}/slip/?trx=${id}`,
      requests: [
        {
          url: `${settings.apiUrl ?? settings.url}/api/onlineSlip/getDetails/?id=${id}`,
          headers: { ...browserHeaders, accept: "application/json", referer: `${settings.url}/slip/` },
          statuses: [200],
        },
      ],
    };
  },

  read: ({ document }, fields, context) => {
    const digits = idOf(fields).slice(referenceLength);
    const asked = {
      reference: fields.reference.slice(0, referenceLength),
      ...(/^\d{5}$/.test(digits) ? { account: askedAccount(fields, digits) } : {}),
    };
    return readGammaSlip(document, asked, context);
  },
});

type Fields = { readonly reference: string; readonly accountNumber?: string | undefined };

const referenceLength = 12;

/** 12 characters and an account's last five digits, or the 12 alone where the caller gave no more. */
const idOf = ({ reference, accountNumber }: Fields): string =>
  reference.length === referenceLength ? reference + (accountNumber?.slice(-5) ?? "") : reference;

/** A caller's number longer than the usual last eight digits is a whole one, whose visible beginning must agree too. */
const askedAccount = ({ accountNumber }: Fields, digits: string) =>
  accountNumber !== undefined && accountNumber.length > 8
    ? { digits: accountNumber, isWhole: true }
    : { digits, isWhole: false };
