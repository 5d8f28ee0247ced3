import type { FastifyRequest } from "fastify";
import type { Detection } from "../detect.ts";
import { type Failure, fail } from "../failure.ts";
import type { Provider } from "../providers/provider.ts";
import { ok, type Result } from "../result.ts";
import type { Verify } from "../verify.ts";

/** What a caller is served from. */
export type Offer = {
  /** `test`: the answers come from the sandbox. */
  readonly mode: "live" | "test";
  readonly providers: readonly Provider[];
  /** Labels that are known and not offered here. */
  readonly notOffered: readonly string[];
  readonly detect: (text: string) => Detection;
  readonly verify: Verify;
  /** Seconds until asking a provider can help again; 0 while it is asked. */
  readonly waitSeconds: (provider: Provider) => number;
};

/** `test` is for test keys and nobody else; they never reach `live` (design 12). */
export type Offers = { readonly live: Offer; readonly test: Offer };

export type OfferOf = (request: FastifyRequest) => Offer;

/** The offer for whoever asks; a request that was not identified gets the public one. */
export const createOfferOf =
  (offers: Offers): OfferOf =>
  ({ asker }) =>
    offers[asker?.mode ?? "live"];

/** `provider_not_offered` for a label that this offer does not hold. */
export const offeredProvider = (
  { providers }: Pick<Offer, "providers">,
  wanted: string,
): Result<Provider, Failure> => {
  const provider = providers.find(({ label }) => label === wanted);
  return provider ? ok(provider) : fail("provider_not_offered", { subject: wanted });
};
