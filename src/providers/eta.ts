import { z } from "zod";
import { type Failure, fail } from "../failure.ts";
import { type EtaQuestion, etaLabels, readEtaPdf } from "../reading/eta.ts";
import type { FieldProblem } from "../request-failure.ts";
import { ok, type Result } from "../result.ts";
import { foreignCharacter } from "../text/cleaning.ts";
import { yearAndDay } from "../text/encoded-date.ts";
import { defineProvider } from "./define-provider.ts";
import { browserHeaders } from "./headers.ts";
import type { ProviderSettings, ReceiptLink } from "./provider.ts";
import { readReceiptUrl } from "./receipt-url.ts";
import { accountNumberField, linkField, notTogether, referenceField } from "./request-fields.ts";

/** eta, a commercial bank: a one-page PDF, found by reference and the last eight digits of either party's account. */

const typeCodes = "(?:ATCW|ATWR|IBFT|IBET|ETTB|P2PI|TEIN|BALE|PORE)";

/** Transfers to other banks lie elsewhere. */
const isExternal = (reference: string): boolean => reference.slice(3, 7) === "IBET";

export const eta = defineProvider({
  label: "eta",
  limited: false,
  contractVersion: 2,
  labels: etaLabels,

  shapes: [
    {
      // Digits of an account, the last eight or all of them, and the reference behind.
      pattern: /^(?<url>\d{8,20}\d{3}[A-Z0-9]{4}\d{5}[A-Z0-9]{4})$/,
      width: "narrow",
      missing: [],
      typical: new RegExp(`^\\d{11,23}${typeCodes}.{9}$`),
      encodedDate: (word) => yearAndDay(word, word.length - 9),
    },
    {
      pattern: /^(?<reference>\d{3}[A-Z0-9]{4}\d{5}[A-Z0-9]{4})$/,
      width: "narrow",
      missing: ["accountNumber"],
      typical: new RegExp(`^...${typeCodes}`),
      encodedDate: (word) => yearAndDay(word, 7),
    },
  ],

  readLink: (link) => {
    if (/^\/feedback\b/i.test(link.path)) return { kind: "feedback" };
    return askedByLink(link) && { kind: "receipt", request: { url: link.link }, missing: [] };
  },

  request: z
    .strictObject({
      reference: referenceField(/^[A-Z0-9]{16}$/, "16 letters and digits").optional(),
      accountNumber: accountNumberField().optional(),
      url: linkField().optional(),
    })
    .refine(...notTogether(["url"], ["reference", "accountNumber"]))
    .superRefine(({ reference, accountNumber, url }, context) => {
      const issue = (field: string, failure: FieldProblem["failure"]) =>
        context.addIssue({ code: "custom", path: [field], params: { failure } });
      if (url === undefined && reference === undefined) issue("reference", "parameter_missing");
      if (url === undefined && accountNumber === undefined) issue("accountNumber", "parameter_missing");
    }),

  digits: {
    field: "accountNumber",
    askWith: (fields, accountNumber, settings) => {
      const asked = askedBy(fields, settings);
      return asked.ok ? ok({ reference: asked.value.reference, accountNumber }) : asked;
    },
  },

  locate: (fields, settings) => {
    const asked = askedBy(fields, settings);
    if (!asked.ok) return asked;
    const { digits, reference } = asked.value;
    const place = (folder: "rt" | "ft") => ({
      url: `${settings.url}/${folder}/${digits}${reference}/pdf`,
      headers: { ...browserHeaders, accept: "application/pdf" },
      statuses: [200, 404],
    });
    const [here, there] = [place("rt"), place("ft")];
    return {
      canonical: `${digits} ${reference}`,
      secondNumber: digits,
      encodedDate: yearAndDay(reference, 7),
      page: (isExternal(reference) ? there : here).url,
      requests: isExternal(reference) ? [there, here] : [here, there],
    };
  },

  read: (answer, fields, context) => {
    const asked = askedBy(fields, context.settings);
    return asked.ok ? readEtaPdf(answer, asked.value, context) : asked;
  },
});

type Fields = { readonly reference?: string; readonly accountNumber?: string; readonly url?: string };

/** What the fields ask for: a link, digits of an account with the reference behind them, or both apart. */
const askedBy = (
  { reference = "", accountNumber = "", url }: { [Name in keyof Fields]: Fields[Name] | undefined },
  settings: ProviderSettings,
): Result<EtaQuestion, Failure> => {
  if (url === undefined) return ok({ digits: accountNumber.slice(-8), reference });
  const combined = /^(\d{8,20})([A-Z0-9]{16})$/i.exec(url);
  if (combined !== null) return ok(askedWith(combined[1], combined[2]));
  const foreign = /[/.]/.test(url) ? null : foreignCharacter(url);
  if (foreign !== null) return fail("reference_not_ascii", { param: "url", subject: foreign });
  const link = readReceiptUrl(url, settings);
  if (!link.ok) return link;
  if (/^\/feedback\b/i.test(link.value.path)) return fail("receipt_url_feedback_link", { param: "url" });
  const asked = askedByLink(link.value);
  return asked === undefined ? fail("reference_malformed", { param: "url" }) : ok(asked);
};

/** `/rt/<digits><reference>/pdf`, or `/ft/…` of a transfer to another bank. */
const askedByLink = ({ path }: ReceiptLink): EtaQuestion | undefined => {
  const found = /^\/[rf]t\/(\d{8})([A-Z0-9]{16})(?:\/pdf)?\/?$/i.exec(path);
  return found === null ? undefined : askedWith(found[1], found[2]);
};

const askedWith = (digits = "", reference = ""): EtaQuestion => ({
  digits: digits.slice(-8),
  reference: reference.toUpperCase(),
});
