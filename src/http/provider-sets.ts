import type { FastifyReply, FastifyRequest } from "fastify";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import type { Provider } from "../providers/provider.ts";
import type { ProviderSet } from "../verify/provider-set.ts";
import { callerOf, type Step } from "./callers.ts";
import type { SendFailure } from "./replies.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What answers the request. Set before any route of the API is entered, and any page. */
    providerSet: ProviderSet | null;
  }
}

/** Test keys, and only they, are served from `test`. It is made for the first of them. */
export type ProviderSets = { readonly live: ProviderSet; readonly test: () => Promise<ProviderSet> };

/** Chooses what an identified caller is served from. */
export const createProviderSetStep =
  ({ live, test }: ProviderSets): Step =>
  async (request) => {
    request.providerSet = callerOf(request).mode === "test" ? await test() : live;
    return ok(true);
  };

/** Every route of the API is entered after the provider set was chosen. */
export const providerSetOf = ({ providerSet }: FastifyRequest): ProviderSet => {
  if (providerSet === null) throw new Error("a route was entered before its providers were chosen");
  return providerSet;
};

/** `provider_not_offered` for a label that this set does not hold. */
export const offeredProvider = (
  { providers }: Pick<ProviderSet, "providers">,
  wanted: string,
): Result<Provider, Failure> => {
  const provider = providers.find(({ label }) => label === wanted);
  return provider ? ok(provider) : fail("provider_not_offered", { subject: wanted });
};

/** For the routes of one provider: refuses the request before its body is read. */
export const refuseUnofferedLabel =
  (label: string, sendFailure: SendFailure) => async (request: FastifyRequest, reply: FastifyReply) => {
    const offered = offeredProvider(providerSetOf(request), label);
    return offered.ok ? undefined : sendFailure(request, reply, offered.error);
  };
