import { z } from "zod";
import { type Failure, fail } from "../failure.ts";
import { isBlockPage } from "../reading/block-page.ts";
import type { Document, PdfDocument } from "../reading/document.ts";
import { iotaDate, iotaLabels, readIotaPdf } from "../reading/iota.ts";
import { member, textOfJson } from "../reading/json-fields.ts";
import { judge } from "../reading/judge.ts";
import { ok, type Result } from "../result.ts";
import { letterDate } from "../text/encoded-date.ts";
import { defineProvider } from "./define-provider.ts";
import { browserHeaders } from "./headers.ts";
import type { ProviderSettings, ReceiptLink } from "./provider.ts";
import { readReceiptUrl } from "./receipt-url.ts";
import { eitherField, linkField, notTogether, referenceField } from "./request-fields.ts";

/** iota, a mobile operator's wallet: JSON around a bilingual PDF, found by the transaction's number alone. */

/** A whole sentence: that a host or a table was not found says nothing of the receipt. */
const notFound =
  /^(?:(?:error|sorry)[:,.!]? )?(?:(?:the )?(?:transaction|receipt|record|payment|trxno)(?: (?:number|no\.?|id|details?))?(?: [A-Z0-9]{8,16})? (?:(?:was |is )?not found|(?:does not|doesn't) exist)|no (?:such )?(?:record|transaction|receipt)s?(?: (?:was |were )?found| exists?)?(?: for (?:this|the given) (?:transaction ?|receipt ?)?(?:number|id)?)?|invalid transaction(?: (?:number|no\.?|id|reference))?)[.!]?$/i;

const number = /^[A-Z0-9]{8,16}$/;

/** A year letter A stands for 2006: U is 2026. */
const encodedDate = (id: string) => letterDate(id, 2006);

export const iota = defineProvider({
  label: "iota",
  limited: false,
  holdsAccounts: false,
  contractVersion: 2,
  labels: iotaLabels,

  shapes: [
    {
      pattern: /^(?<transactionId>[A-Z][A-L][1-9A-V][A-Z0-9]{7})$/,
      width: "narrow",
      missing: [],
      encodedDate,
    },
    { pattern: /^(?<transactionId>(?!FT)[A-Z0-9]{8,16})$/, width: "loose", missing: [] },
  ],

  readLink: (link) =>
    idIn(link) === undefined ? undefined : { kind: "receipt", request: { url: link.link }, missing: [] },

  request: z
    .strictObject({
      transactionId: referenceField(number, "8 to 16 letters and digits").optional(),
      url: linkField().optional(),
    })
    .refine(...notTogether(["url"], ["transactionId"]))
    .superRefine(eitherField("transactionId", "url")),

  locate: (fields, settings) => {
    const id = idOf(fields, settings);
    if (!id.ok) return id;
    const request = {
      url: `${settings.apiUrl ?? settings.url}/api/receipt/getReceipt?trxNo=${id.value}`,
      headers: { ...browserHeaders, accept: "application/json", referer: `${settings.url}/` },
      statuses: [200],
    };
    const page = `${settings.url}/receipt/${id.value}`;
    return { canonical: id.value, encodedDate: encodedDate(id.value), page, requests: [request] };
  },

  read: ({ document }, fields, context) => {
    const id = idOf(fields, context.settings);
    if (!id.ok) return id;
    const pdf = documentIn(document);
    if (!pdf.ok) return pdf;
    const printed = readIotaPdf(pdf.value, context);
    if (!printed.ok) return printed;
    return judge(
      printed.value,
      { reference: id.value },
      {
        reference: /^[A-Z0-9]{8,16}$/i,
        accounts: /^\+?\d+\*+\d*$|^\+?\d{3,20}$/,
        dates: [iotaDate],
        amounts: "plain",
        shows: ["commission", "vat_on_commission"],
        encodedDate: encodedDate(id.value),
        pdfAvailable: true,
      },
      context,
    );
  },
});

type Fields = { readonly transactionId?: string | undefined; readonly url?: string | undefined };

/** `/receipt/<id>` as people get it, `/api/receipt/getReceipt?trxNo=<id>` as it is fetched. */
const idIn = ({ path, query }: ReceiptLink): string | undefined => {
  const isFetched = /^\/api\/receipt\/getReceipt\/?$/i.test(path);
  const fields = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  const word = isFetched ? fields.get("trxno") : /^\/receipt\/([^/]+)\/?$/i.exec(path)?.[1];
  const id = word?.toUpperCase() ?? "";
  return number.test(id) ? id : undefined;
};

const idOf = ({ transactionId, url }: Fields, settings: ProviderSettings): Result<string, Failure> => {
  if (url === undefined) return ok(transactionId ?? "");
  const link = readReceiptUrl(url, settings);
  if (!link.ok) return link;
  const id = idIn(link.value);
  return id === undefined ? fail("reference_malformed", { param: "url" }) : ok(id);
};

/** The PDF inside; the code and the words beside it say why there is none. */
const documentIn = (document: Document): Result<PdfDocument, Failure> => {
  if (document.kind === "html" && isBlockPage(document.text)) return fail("provider_blocked");
  if (document.kind !== "json") return fail("provider_format_changed", { detail: document.kind });
  const textOf = (key: string) => textOfJson(member(document.root, key)) ?? "";
  const code = textOf("responseCode");
  if (code === "") return fail("provider_format_changed", { detail: "no response code" });
  if (code !== "0")
    return textOf("base64Data") === "" && notFound.test(textOf("responseDescription"))
      ? fail("receipt_not_found")
      : fail("provider_error", { detail: "response code" });
  return document.embedded?.key === "base64Data"
    ? ok(document.embedded.document)
    : fail("provider_format_changed", { detail: "no document" });
};
