import { z } from "zod";
import { deltaLabels, readDeltaReceipt } from "../reading/delta.ts";
import { yearAndDay } from "../text/encoded-date.ts";
import { defineProvider } from "./define-provider.ts";
import { browserHeaders } from "./headers.ts";
import { referenceField } from "./request-fields.ts";

/** delta, a commercial bank: a page of labelled lines and a table of amounts, a PDF in older years, found by reference alone. */

export const delta = defineProvider({
  label: "delta",
  limited: false,
  contractVersion: 2,
  labels: deltaLabels,

  shapes: [
    {
      pattern: /^(?<reference>[A-Z0-9]\d{2}[A-Z]{4}\d{5}[A-Z0-9]{4})$/,
      width: "narrow",
      missing: [],
      typical: /^...(?:WDTS|WDTI|LTWS|OBTS|OBTI|IPSS|ETAP)/,
      encodedDate: (word) => yearAndDay(word, 7),
    },
    { pattern: /^(?<reference>\d{3}(?=\d*[A-Z])[A-Z0-9]{13})$/, width: "wide", missing: [] },
  ],

  readLink: ({ path }) => {
    const reference = /^\/receipt\/([A-Z0-9]\d{2}[A-Z0-9]{13})\/?$/i.exec(path)?.[1]?.toUpperCase();
    return reference === undefined ? undefined : { kind: "receipt", request: { reference }, missing: [] };
  },

  request: z.strictObject({
    reference: referenceField(
      /^(?:\d{3}[A-Z0-9]{13}|[A-Z]\d{2}[A-Z0-9]{4}\d{5}[A-Z0-9]{4})$/,
      "3 digits + 13, as behind “Transaction Reference”; the longer “Transfer Reference” cannot be looked up",
    ),
  }),

  locate: ({ reference }, settings) => ({
    canonical: reference,
    encodedDate: yearAndDay(reference, 7),
    page: `${settings.url}/receipt/${reference}`,
    requests: [
      {
        url: `${settings.url}/receipt/${reference}`,
        headers: { ...browserHeaders, accept: "text/html, application/pdf" },
        statuses: [200, 400, 404],
      },
    ],
  }),

  read: (answer, { reference }, context) => readDeltaReceipt(answer, reference, context),
});
