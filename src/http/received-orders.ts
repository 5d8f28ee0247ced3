import { z } from "zod";
import { claimFromText } from "../claim.ts";
import { type Failure, fail } from "../failure.ts";
import { additiveFields, parseRequest } from "../request-failure.ts";
import { ok, type Result } from "../result.ts";
import { nearest } from "../text/nearest.ts";
import { splitExpect } from "./expect.ts";
import { isObject } from "./json-body.ts";
import { type Offer, offeredProvider } from "./offer.ts";
import type { HttpOrder } from "./order-answers.ts";

/** Longest text in which references are looked for (design 8), in UTF-16 code units. */
export const textLengthMax = 4_096;

/** One receipt to verify: a provider that is offered, the body of its endpoint, and what is expected of the receipt. */
export type ReceivedOrder = Pick<HttpOrder, "label" | "body" | "expect" | "claims" | "isBankChosen">;

type Json = Readonly<Record<string, unknown>>;

const textRequest = z.strictObject({
  text: z.string().max(textLengthMax),
  accountNumber: z.string().max(100).optional(),
  phone: z.string().max(100).optional(),
  provider: z.string().max(20).optional(),
});

/** From the body of `POST /api/verify`: the one receipt that the text points to, or why there is not exactly one. */
export const orderFromText = (offer: Offer, json: Json): Result<ReceivedOrder, Failure> => {
  const split = splitExpect(json);
  if (!split.ok) return split;
  const fields = parseRequest(textRequest, split.value.fields, additiveFields);
  if (!fields.ok) return fields;
  const asked = refuseUnoffered(fields.value.provider, offer);
  if (!asked.ok) return asked;
  const claim = claimFromText(offer.detect(fields.value.text), fields.value);
  if (!claim.ok) return claim;
  const { provider: label, ...claimed } = claim.value;
  return ok({ ...claimed, label, expect: split.value.expect });
};

/** From the body of a provider's own endpoint; the provider validates its fields itself. */
export const orderFromFields = (offer: Offer, label: string, json: Json): Result<ReceivedOrder, Failure> => {
  const provider = offeredProvider(offer, label);
  if (!provider.ok) return provider;
  const split = splitExpect(json);
  return split.ok ? ok({ label, body: split.value.fields, expect: split.value.expect, claims: null }) : split;
};

const itemWithRequest = z.strictObject({
  provider: z.string().max(20),
  // As it was sent: a schema of its own would leave out names such as __proto__, which must be refused.
  request: z.custom<Json>(isObject),
  expect: z.unknown().optional(),
});

/**
 * From an item of a batch: the body of `POST /api/verify`; or `provider` with the fields of its endpoint, beside it
 * or in `request` as `/api/detect` gives them.
 */
export const orderFromItem = (offer: Offer, item: unknown): Result<ReceivedOrder, Failure> => {
  if (!isObject(item)) return fail("parameter_invalid", { param: "items" });
  if (Object.hasOwn(item, "text") || !Object.hasOwn(item, "provider")) return orderFromText(offer, item);
  if (Object.hasOwn(item, "request")) {
    const nested = parseRequest(itemWithRequest, item);
    if (!nested.ok) return nested;
    const { provider, request, expect } = nested.value;
    return orderFrom(offer, provider, expect === undefined ? request : { ...request, expect });
  }
  const { provider, ...fields } = item;
  return orderFrom(offer, provider, fields);
};

const orderFrom = (offer: Offer, provider: unknown, fields: Json): Result<ReceivedOrder, Failure> => {
  if (typeof provider !== "string") return fail("parameter_invalid", { param: "provider" });
  const asked = refuseUnoffered(provider, offer);
  return asked.ok ? orderFromFields(offer, provider, fields) : asked;
};

/** `parameter_invalid` with the nearest name, or `provider_not_offered`. */
export const refuseUnoffered = (asked: string | undefined, offer: Offer): Result<true, Failure> => {
  if (asked === undefined || offer.providers.some(({ label }) => label === asked)) return ok(true);
  return offer.notOffered.includes(asked)
    ? fail("provider_not_offered", { param: "provider", subject: asked })
    : unknownProvider(asked, offer);
};

const unknownProvider = (asked: string, { providers }: Offer) => {
  const labels = providers.map(({ label }) => label);
  const near = nearest(asked, labels);
  const message = near ? `is unknown, did you mean ${near}?` : `is unknown; known are ${labels.join(", ")}`;
  return fail("parameter_invalid", {
    param: "provider",
    ...(near !== undefined && { subject: near }),
    issues: [{ location: "provider", message }],
  });
};
