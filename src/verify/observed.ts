import type { Failure } from "../core/failure.ts";
import type { Observe } from "../core/measurements.ts";
import type { OnRead } from "./ask-provider.ts";
import type { Verification, Verify } from "./verify.ts";

/** A use case that tells what comes of each verification. */
export const observedVerify =
  (observe: Observe, verify: Verify): Verify =>
  async (request) => {
    const verification = await verify(request);
    const { result, billing } = verification;
    observe({
      kind: "verification",
      provider: request.provider.label,
      outcome: result.ok ? "verified" : result.error.code,
      chargedSantim: chargedIn(billing),
      refusedTier: result.ok ? "" : refusedTierOf(result.error),
    });
    return verification;
  };

const chargedIn = (billing: Verification["billing"]): number =>
  billing?.kind === "balance" && billing.counted ? billing.chargedSantim : 0;

const refusedTierOf = ({ code, cause }: Failure): string => {
  if (code === "balance_exhausted") return "balance";
  if (code === "key_limit_reached") return "key";
  return code === "daily_quota_exceeded" ? (cause ?? "") : "";
};

/** Tells of every document that could not be read, and hands all on. */
export const observedReading =
  (observe: Observe, next?: OnRead): OnRead =>
  (read) => {
    const { provider, document, verified } = read;
    if (!verified.ok && verified.error.code === "provider_format_changed")
      observe({
        kind: "format_error",
        provider: provider.label,
        reason: document === null ? "undecodable" : "contract",
      });
    next?.(read);
  };
