import { z } from "zod";
import { cleanWord } from "../core/clean-text.ts";
import { type Failure, fail } from "../core/failure.ts";
import { nearest } from "../core/nearest.ts";
import { parseRequest } from "../core/request-failure.ts";
import { ok, type Result } from "../core/result.ts";
import { readCodes } from "../photos/payload.ts";
import type { Provider } from "../providers/provider.ts";
import { chooseCandidate } from "../verify/choose-candidate.ts";
import type { Claims } from "../verify/claims.ts";
import { textLengthMax } from "../verify/detect/detect.ts";
import type { Expectations } from "../verify/expectations.ts";
import type { ProviderSet } from "../verify/provider-set.ts";
import { expectField, isObject, type JsonObject, validate } from "./request-body.ts";

/** What the bodies of the verify endpoints ask for: text, a provider's fields, a scanned code, an item of a batch. */

/** The receipt that a body asks for. With its caller it becomes a `VerificationRequest`. */
export type RequestedReceipt = {
  /** Of the provider, which must be one that the caller is offered. */
  readonly label: string;
  /** Body of the provider's endpoint. The provider validates it. */
  readonly body: unknown;
  readonly expect: Expectations | null;
  /** What the text or picture says of the payment besides; null where the request holds neither. */
  readonly claims: Claims | null;
  /** Whether the caller chose the bank among several that the reference may be from. */
  readonly isBankChosen?: boolean;
  /** Account digits that one of the receipt's parties must have besides. */
  readonly party?: string | null;
};

export const textBody = z.strictObject({
  text: z
    .string()
    .max(textLengthMax)
    .meta({ description: "A pasted SMS, receipt link or reference. It must point to exactly one receipt." }),
  accountNumber: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "Used where the reference alone is not enough to look the receipt up." }),
  phone: z.string().max(100).optional().meta({ description: "An Ethiopian mobile number, used likewise." }),
  provider: z
    .string()
    .max(20)
    .optional()
    .meta({ description: "The provider's label, where the reference could be from several." }),
  ...expectField,
});

/** From the body of `POST /api/verify`: the one receipt that the text points to, or why there is not exactly one. */
export const requestFromText = (
  providerSet: ProviderSet,
  { expect = null, ...fields }: Nullable<z.infer<typeof textBody>>,
): Result<RequestedReceipt, Failure> => {
  const named = refuseUnoffered(fields.provider, providerSet);
  if (!named.ok) return named;
  const chosen = chooseCandidate(providerSet.detect(fields.text), fields);
  if (!chosen.ok) return chosen;
  const { provider: label, ...claimed } = chosen.value;
  return ok({ ...claimed, label, expect });
};

type Nullable<Body extends { expect?: unknown }> = Omit<Body, "expect"> & {
  readonly expect?: Body["expect"] | null;
};

/** Body of a provider's own endpoint. Its other fields are the provider's, which validates them itself. */
export const providerBody = z.looseObject(expectField);

/**
 * From the body of a provider's own endpoint.
 *
 * @param sent the body as it was sent: a loose schema drops names such as `__proto__`, which must be refused
 */
export const requestFromFields = (
  label: string,
  sent: JsonObject,
  expect: Expectations | null,
): RequestedReceipt => {
  const { expect: _, ...body } = sent;
  return { label, body, expect, claims: null };
};

const itemWithRequest = z.strictObject({
  provider: z.string().max(20),
  // A schema of its own would drop names such as __proto__, which must be refused.
  request: z.custom<JsonObject>(isObject),
  expect: z.unknown().optional(),
});

/**
 * From an item of a batch: the body of `POST /api/verify`; or `provider` with the fields of its endpoint, beside it
 * or in `request` as `/api/detect` gives them.
 */
export const requestFromItem = (
  providerSet: ProviderSet,
  item: unknown,
): Result<RequestedReceipt, Failure> => {
  if (!isObject(item)) return fail("parameter_invalid", { param: "items" });
  if (Object.hasOwn(item, "text") || !Object.hasOwn(item, "provider")) {
    const fields = validate(textBody, item);
    return fields.ok ? requestFromText(providerSet, fields.value) : fields;
  }
  if (Object.hasOwn(item, "request")) {
    const nested = parseRequest(itemWithRequest, item);
    if (!nested.ok) return nested;
    const { provider, request, expect } = nested.value;
    return fromNamedProvider(providerSet, provider, expect === undefined ? request : { ...request, expect });
  }
  const { provider, ...fields } = item;
  return fromNamedProvider(providerSet, provider, fields);
};

const fromNamedProvider = (
  providerSet: ProviderSet,
  provider: unknown,
  sent: JsonObject,
): Result<RequestedReceipt, Failure> => {
  if (typeof provider !== "string") return fail("parameter_invalid", { param: "provider" });
  const named = refuseUnoffered(provider, providerSet);
  if (!named.ok) return named;
  const body = validate(providerBody, sent);
  return body.ok ? ok(requestFromFields(provider, sent, body.value.expect ?? null)) : body;
};

/** `parameter_invalid` with the nearest name, or `provider_not_offered`. */
export const refuseUnoffered = (
  named: string | undefined,
  providerSet: ProviderSet,
): Result<true, Failure> => {
  if (named === undefined || providerSet.providers.some(({ label }) => label === named)) return ok(true);
  return providerSet.notOffered.includes(named)
    ? fail("provider_not_offered", { param: "provider", subject: named })
    : unknownProvider(named, providerSet);
};

const unknownProvider = (named: string, { providers }: ProviderSet) => {
  const labels = providers.map(({ label }) => label);
  const near = nearest(named, labels);
  const message = near ? `is unknown, did you mean ${near}?` : `is unknown; known are ${labels.join(", ")}`;
  return fail("parameter_invalid", {
    param: "provider",
    ...(near !== undefined && { subject: near }),
    issues: [{ location: "provider", message }],
  });
};

/**
 * What a scan asks for: the fields of its provider's endpoint, and whose digits a party of the receipt must have
 * besides.
 */
export type ScannedCode = {
  readonly fields: JsonObject;
  readonly party: string | null;
  /** The link that the code holds. */
  readonly link: string | null;
};

/** As the providers' own endpoints take it: 8 to 20 digits, spaces and hyphens dropped. */
export const accountNumber = z
  .string()
  .max(100)
  .transform((text) => cleanWord(text).replaceAll("-", ""))
  .pipe(z.string().regex(/^\d{8,20}$/));

/**
 * The body of a scan. Its `transactionRef` may be all that the code held, a link or a reference with digits behind it,
 * and is then read as the code in a picture would be, with its failures. The code's own digits are used for the look-up,
 * the caller's where it has none.
 */
export const readScannedCode = (
  providerSet: ProviderSet,
  only: string,
  sent: JsonObject,
): Result<ScannedCode, Failure> => {
  const { transactionRef: raw, accountNumber: given, ...others } = sent;
  const { shapes = [] } = providerSet.providers.find(({ label }) => label === only) ?? {};
  if (typeof raw !== "string" || sent.link !== undefined || !isWholeCode(raw, shapes))
    return ok({ fields: sent, party: null, link: null });
  const number = accountNumber.optional().safeParse(given);
  if (!number.success) return fail("parameter_invalid", { param: "accountNumber" });
  const code = readCodes([raw], { detect: providerSet.detect, only });
  if (!code.ok) return { ok: false, error: code.error.failure };
  const { detection, link } = code.value;
  const chosen = chooseCandidate(detection, { accountNumber: number.data });
  if (!chosen.ok) return chosen;
  const { body } = chosen.value;
  const party = body.accountNumber === number.data ? null : (number.data ?? null);
  return ok({ fields: { ...others, ...body }, party, link });
};

/** Whether a text is a link, or a reference with more behind it than its bank's reference alone. */
const isWholeCode = (text: string, shapes: Provider["shapes"]): boolean => {
  const word = text.trim().toUpperCase();
  const parts = ({ pattern }: (typeof shapes)[number]) => Object.keys(pattern.exec(word)?.groups ?? {});
  return /[/:?]/.test(text) || shapes.some((shape) => parts(shape).length > 1);
};
