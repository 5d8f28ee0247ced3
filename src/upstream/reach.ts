import { request as send } from "undici";
import { type Failure, fail } from "../core/failure.ts";
import { err, ok, type Result } from "../core/result.ts";
import type { ProviderSettings } from "../providers/provider.ts";
import { type Resolve, resolveBySystem } from "./address-guard.ts";
import { type UpstreamBudgets, upstreamBudgets } from "./budgets.ts";
import { openConnections } from "./connections.ts";
import { faultOfConnection } from "./fault.ts";

type Dependencies = { readonly budgets?: UpstreamBudgets; readonly resolve?: Resolve };

/** `certificateUntil`: last instant of the certificate that the host showed; null where it needs none. */
export type Reached = { readonly status: number; readonly certificateUntil: Date | null };

const reachMsMax = 10_000;

/**
 * Asks once for the front page of one of a provider's hosts, on the way that a receipt takes: certificates, proxy,
 * addresses and headers. Any answer means that the host is reached; a failure has its cause as `detail`.
 */
export const reach = async (
  origin: string,
  settings: ProviderSettings,
  { budgets = upstreamBudgets, resolve = resolveBySystem }: Dependencies = {},
): Promise<Result<Reached, Failure>> => {
  let certificateUntil: Date | null = null;
  const dispatcher = openConnections(new URL(origin), settings, budgets, resolve, (certificate) => {
    certificateUntil = new Date(certificate.valid_to);
  });
  if (dispatcher === null) return fail("provider_error", { detail: "address not public" });
  const deadline = AbortSignal.timeout(reachMsMax);
  try {
    const { statusCode, body } = await send(origin, {
      dispatcher,
      method: "GET",
      headers: settings.headers,
      signal: deadline,
      headersTimeout: reachMsMax,
    });
    // The rest may be long or slow, and is not needed.
    body.on("error", () => undefined).destroy();
    return ok({ status: statusCode, certificateUntil });
  } catch (error) {
    return err(faultOfConnection(error, false, deadline.aborted).failure);
  } finally {
    await dispatcher.destroy();
  }
};
