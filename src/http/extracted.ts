import { z } from "zod";
import { referenceFields } from "../core/field-names.ts";
import { splitAddress, takeApart } from "../providers/link-address.ts";
import type { Provider, RequestFields } from "../providers/provider.ts";

/** `meta.extracted` of the upload and scan endpoints: what a picture or its code pointed to. */
export const extractedSchema = z
  .strictObject({
    kind: z.enum(["reference", "reference_and_account", "link", "token", "print"]).meta({
      description: "`token`: a link that holds no reference. `print`: read from the letters of the picture.",
    }),
    provider: z.string().optional().meta({ description: "Absent while several providers are possible." }),
    reference: z.string().optional().meta({ description: "The reference as it would be looked up." }),
    account_digits: z
      .string()
      .optional()
      .meta({ description: "Account digits that the code holds, or that came with the reference." }),
    host: z.string().optional().meta({ description: "Host of a link, named even where it is not trusted." }),
  })
  .meta({ description: "What the picture or code pointed to. It was read, not confirmed." });

export type Extracted = Readonly<z.infer<typeof extractedSchema>>;

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
    kind: kind ?? kindOf(fields, { reference, isLink: address !== null }),
    provider: provider.label,
    ...(reference === undefined ? {} : { reference }),
    ...(fields.accountNumber === undefined ? {} : { account_digits: fields.accountNumber }),
    ...(host === undefined ? {} : { host }),
  };
};

const hostLengthMax = 253;

const kindOf = (
  fields: RequestFields,
  { reference, isLink }: { readonly reference: string | undefined; readonly isLink: boolean },
): Extracted["kind"] => {
  if (fields.link !== undefined && reference === undefined) return "token";
  if (isLink) return "link";
  return fields.accountNumber === undefined ? "reference" : "reference_and_account";
};
