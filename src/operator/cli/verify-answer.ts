import { type Failure, isBlameless } from "../../core/failure.ts";
import { receiptSchema, type VerifiedReceipt } from "../../core/receipt.ts";
import type { Provider } from "../../providers/provider.ts";
import { failureSentence } from "../../texts/texts.ts";
import type { Answer } from "./command.ts";

/**
 * A verified record with what stands beside it over HTTP.
 *
 * @param readFrom what of a picture pointed to it; null for a text
 */
export const recordAnswer = (
  provider: Provider,
  verified: VerifiedReceipt,
  checkedAt: Date,
  readFrom: "code" | "print" | null,
): Answer => {
  const data = receiptSchema.parse(verified.receipt);
  const meta = {
    provider: provider.label,
    checked_at: checkedAt.toISOString(),
    source: "live",
    ...(readFrom !== null && { read_from: readFrom }),
    amount_minor: verified.amountMinor,
    payment_date_iso: verified.paymentDateIso,
    total_check: verified.totalCheck,
    absent_fields: verified.absentFields,
    payment_kind: verified.paymentKind,
    receiver_account_shown: verified.isReceiverAccountShown,
  };
  const fields = Object.entries(data).map(([field, value]) => `${field.padEnd(22)}${value}`);
  const lines = readFrom === "print" ? [...fields, "Read from what is printed in the picture."] : fields;
  return { exitCode: 0, json: { status: "success", data, meta }, text: lines.join("\n") };
};

/** Why there is no record; unlike over HTTP with the cause that else only the log tells. */
export const refusalAnswer = (failure: Failure): Answer => {
  const { code, param, receiptStatus, candidates, detail } = failure;
  const { message, hint } = failureSentence(failure, "en");
  const error = { code, message, hint, param, receipt_status: receiptStatus, candidates, detail };
  const lines = [
    `${code}: ${message}`,
    ...(hint === undefined ? [] : [hint]),
    ...(candidates ?? []).map((candidate) => JSON.stringify(candidate)),
    ...(detail === undefined ? [] : [`Cause: ${detail}`]),
  ];
  return {
    // The same can succeed another time.
    exitCode: isBlameless(failure) ? 3 : 1,
    json: { status: "error", error },
    text: lines.join("\n"),
  };
};
