import type { FastifyRequest } from "fastify";
import type { Detection } from "../detect.ts";
import { type Failure, fail } from "../failure.ts";
import type { Provider } from "../providers/provider.ts";
import { ok, type Result } from "../result.ts";
import type { Verify } from "../verify.ts";
import { askerOf, type Step } from "./callers.ts";

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

declare module "fastify" {
  interface FastifyRequest {
    /** Set before any route of the API is entered. */
    offer: Offer | null;
  }
}

/** `test` is for test keys and nobody else, who never reach `live` (design 12); it is made for the first of them. */
export type Offers = { readonly live: Offer; readonly test: () => Promise<Offer> };

/** Chooses what an identified asker is served from. */
export const createOfferStep =
  ({ live, test }: Offers): Step =>
  async (request) => {
    request.offer = askerOf(request).mode === "test" ? await test() : live;
    return ok(true);
  };

export type OfferOf = (request: FastifyRequest) => Offer;

/** Every route of the API is entered after the offer was chosen. */
export const offerOf: OfferOf = ({ offer }) => {
  if (offer === null) throw new Error("a route was entered before its offer was chosen");
  return offer;
};

/** `provider_not_offered` for a label that this offer does not hold. */
export const offeredProvider = (
  { providers }: Pick<Offer, "providers">,
  wanted: string,
): Result<Provider, Failure> => {
  const provider = providers.find(({ label }) => label === wanted);
  return provider ? ok(provider) : fail("provider_not_offered", { subject: wanted });
};
