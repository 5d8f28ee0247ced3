import { z } from "zod";
import { type Failure, fail } from "../failure.ts";
import { isBlockPage } from "../reading/block-page.ts";
import { judge } from "../reading/judge.ts";
import { isBlank, paymentKindOf, paymentKindOfNarrative } from "../reading/payment-kind.ts";
import { namedBank } from "../reading/receiver-bank.ts";
import { adviceLabels, adviceTitle, isMiss, mayBeAbsent, readAdvice, textsOf } from "../reading/zeta.ts";
import type { PaymentKind } from "../receipt.ts";
import { ok, type Result } from "../result.ts";
import { defineProvider } from "./define-provider.ts";
import { browserHeaders } from "./headers.ts";
import type { ProviderSettings, ReceiptLink } from "./provider.ts";
import { readReceiptUrl } from "./receipt-url.ts";
import { linkField } from "./request-fields.ts";

/**
 * zeta, a commercial bank: a "Digital Advice" behind a link whose token never reaches the host by itself. The call
 * that fetches it and its layout are published nowhere: both are configuration, and what is written here is the
 * sandbox's.
 *
 * Where no bank is named, a receiver has an account at zeta when its number is masked as zeta's messages mask their own;
 * any other may lie anywhere, for what goes out by IPS names no bank.
 */

/** The slash in front is never the token's own: of one that lost a letter it would make another whole one. */
const token = /^\/(?:feedback\/)?(?<token>[A-Za-z0-9+/]{43}=)$/;
const sharedToken = /#\/(?:feedback\/)?([A-Za-z0-9+/]{43}=)/g;

/** `426*******611` */
const ownAccount = /^\d{3}\*+\d{3}$/;

const defaultCall = "/api/receipt/{token}";

/** `15-11-2026 16:01:11` as its messages write, or the order of ISO 8601; the day alone where no time is given. */
const dates = [
  /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})(?: (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2}))?$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[ T](?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.\d{1,9})?(?:\+03:00)?)?$/,
];

export const zeta = defineProvider({
  label: "zeta",
  limited: false,
  contractVersion: 2,
  labels: adviceLabels,

  shapes: [],

  readLink: (link) => {
    const found = pointerIn(link);
    if (found === null) return undefined;
    if (!found.isFeedback) return { kind: "receipt", request: { url: link.link }, missing: [] };
    if (found.token === undefined) return { kind: "feedback" };
    const request = { url: `${link.link.slice(0, link.link.indexOf("#"))}#/${found.token}` };
    return { kind: "feedback", derived: { request, missing: [] } };
  },

  request: z.strictObject({ url: linkField() }),

  locate: ({ url }, settings) => {
    const asked = tokenOf(url, settings);
    if (!asked.ok) return asked;
    const call = settings.apiUrl?.includes("{token}")
      ? settings.apiUrl
      : `${settings.apiUrl ?? settings.url}${defaultCall}`;
    const request = {
      url: call.replaceAll("{token}", encodeURIComponent(asked.value)),
      headers: { ...browserHeaders, accept: "application/json, text/html, application/pdf" },
      statuses: [200, 400, 404],
    };
    const page = `${settings.url}/receipt/#/${asked.value}`;
    return { canonical: asked.value, encodedDate: null, page, requests: [request] };
  },

  read: ({ status, document }, { url }, context) => {
    const asked = tokenOf(url, context.settings);
    if (!asked.ok) return asked;
    const fields = readAdvice(document, context.settings);
    if (!fields.ok || status !== 200) {
      if (isMiss(document, context.settings)) return fail("receipt_not_found");
      if (document.kind === "html" && isBlockPage(document.text)) return fail("provider_blocked");
      return fields.ok ? fail("provider_format_changed", { detail: `status ${status}` }) : fields;
    }
    const shared = textsOf(document).flatMap((text) => [...text.matchAll(sharedToken)]);
    if (shared.some(([, other]) => other !== asked.value))
      return fail("receipt_mismatch", { mismatch: "reference" });

    const { receipt_status, commission, vat_on_commission, total_debited, ...printed } = fields.value;
    const { transaction_type = "", narrative = "", receiver_bank, receiver_account = "" } = printed;
    return judge(
      {
        documentType: printed.document_type ?? adviceTitle,
        reference: printed.transaction_reference ?? "",
        ...(receipt_status === undefined ? {} : { status: receipt_status }),
        date: printed.payment_date ?? "",
        payer: { name: printed.payer_name ?? "", account: printed.payer_account ?? "" },
        receiver: { name: printed.receiver_name ?? "", account: receiver_account },
        transactionType: transaction_type,
        paymentKind: kindOf(transaction_type, narrative),
        receiverBank: namedBank(receiver_bank) ?? (ownAccount.test(receiver_account) ? context.label : null),
        amount: printed.transferred_amount ?? "",
        ...(commission === undefined ? {} : { commission }),
        ...(vat_on_commission === undefined ? {} : { vat: vat_on_commission }),
        ...(total_debited === undefined ? {} : { total: total_debited }),
        absent: mayBeAbsent.filter((field) => printed[field] === undefined),
      },
      {},
      {
        reference: /^[A-Z0-9][A-Z0-9/._-]{3,63}$/i,
        accounts: /^\+?\d*\*+\d+$|^\+?\d{5,20}$/,
        dates,
        amounts: "plain",
        shows: ["commission", "vat_on_commission"],
        encodedDate: null,
        pdfAvailable: document.kind === "pdf",
      },
      context,
    );
  },
});

/** zeta calls each debit a withdrawal: only one that speaks of cash is one. The narrative may be the payer's. */
const kindOf = (type: string, narrative: string): PaymentKind => {
  const told = isBlank(type) ? paymentKindOfNarrative(narrative) : paymentKindOf(type);
  const words = isBlank(type) ? narrative : type;
  return told === "withdrawal" && !/\b(?:cash|atm|agent)|ካሽ|ገንዘብ/i.test(words) ? "transfer" : told;
};

/** What the link points to; null for no page of receipts. Browsers may percent-encode the token's marks. */
const pointerIn = ({ path, fragment }: ReceiptLink) => {
  if (!/^\/receipt\/?$/i.test(path)) return null;
  const text = fragment.replace(/%2B/gi, "+").replace(/%2F/gi, "/").replace(/%3D/gi, "=");
  const groups = token.exec(text)?.groups;
  const isFeedback = /^\/?feedback\b/.test(text);
  return groups === undefined && !isFeedback ? null : { token: groups?.token, isFeedback };
};

/** The token of a receipt's link, its letters as they are. */
const tokenOf = (url: string, settings: ProviderSettings): Result<string, Failure> => {
  const link = readReceiptUrl(url, settings);
  if (!link.ok) return link;
  const found = pointerIn(link.value);
  if (found?.isFeedback) return fail("receipt_url_feedback_link", { param: "url" });
  return found?.token === undefined ? fail("reference_malformed", { param: "url" }) : ok(found.token);
};
