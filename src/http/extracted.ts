import type { Provider, RequestFields } from "../providers/provider.ts";
import { splitAddress, takeApart } from "../text/link-address.ts";

/**
 * `meta.extracted` of the upload and scan endpoints (design 9): what a picture or its code pointed to. It was read,
 * never confirmed. `token`: a link that holds no reference; `print`: read from the letters of the picture.
 */
export type Extracted = {
  readonly kind: "reference" | "reference_and_account" | "link" | "token" | "print";
  /** Absent only where a link's host is nobody's. */
  readonly provider?: string;
  /** As it would be looked up. */
  readonly reference?: string;
  /** Digits of the account that the code itself holds, or that came with the reference. */
  readonly account_digits?: string;
  /** Host, and port where one is written, of a link; named even where it is not trusted. */
  readonly host?: string;
};

/**
 * What request fields point to, whether they were sent or detected.
 *
 * @param kind where the fields do not tell, e.g. `print`, or `link` for a reference that stood in one
 * @param link the link that the fields were found in, where they do not hold it
 */
export const describeExtracted = (
  provider: Provider,
  request: RequestFields,
  { kind, link = request.link ?? request.url }: { kind?: Extracted["kind"]; link?: string | undefined } = {},
): Extracted => {
  const address = link === undefined ? null : splitAddress(link);
  const reading = address === null ? undefined : provider.readLink(takeApart(address));
  const fields = { ...request, ...(reading?.kind === "receipt" ? reading.request : {}) };
  const reference = referenceFields.map((field) => fields[field]).find((value) => value !== undefined);
  const host = address?.authority.slice(0, hostLengthMax);
  return {
    kind: kind ?? kindOf(fields, address !== null),
    provider: provider.label,
    ...(reference === undefined ? {} : { reference }),
    ...(fields.accountNumber === undefined ? {} : { account_digits: fields.accountNumber }),
    ...(host === undefined ? {} : { host }),
  };
};

const referenceFields = ["transactionRef", "reference", "receipt", "transactionId"];

const hostLengthMax = 253;

const kindOf = (fields: RequestFields, isLink: boolean): Extracted["kind"] => {
  if (fields.link !== undefined && fields.transactionRef === undefined) return "token";
  if (isLink) return "link";
  return fields.accountNumber === undefined ? "reference" : "reference_and_account";
};
