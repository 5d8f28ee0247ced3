import type { Accounts, Billing, Caller } from "./accounts/accounts.ts";
import { type Failure, isBillable } from "./failure.ts";
import type { LookUp } from "./lookup.ts";
import type { Provider } from "./providers/provider.ts";
import type { Reading } from "./receipt.ts";
import type { Result } from "./result.ts";

/** One request to verify one receipt, from either face. `body` is the provider's request body, not yet validated. */
export type Order = { readonly caller: Caller; readonly provider: Provider; readonly body: unknown };

export type Verification = {
  readonly result: Result<Reading, Failure>;
  /** Null when the request was refused before anything was reserved. */
  readonly billing: Billing | null;
  readonly source: "live" | "cache" | null;
  readonly checkedAt: Date;
  /** Milliseconds, for `Server-Timing`. */
  readonly timings: { readonly admissionMs: number; readonly upstreamMs: number; readonly parseMs: number };
};

export type Verify = (order: Order) => Promise<Verification>;

type Dependencies = { readonly accounts: Accounts; readonly lookUp: LookUp; readonly now: () => Date };

/** The use-case that both faces call: validate, reserve, fetch, read, commit or void. */
export const createVerify =
  ({ accounts, lookUp, now }: Dependencies): Verify =>
  async ({ caller, provider, body }) => {
    const question = provider.open(body);
    if (!question.ok) return refused(question, now());

    const startedAt = performance.now();
    const reservation = await accounts.reserve(caller, provider.timeoutMs);
    const admissionMs = performance.now() - startedAt;
    if (!reservation.ok) return refused(reservation, now(), admissionMs);

    const outcome = await lookUp(provider, question.value).catch(async (bug: unknown) => {
      await accounts.void(reservation.value);
      throw bug;
    });
    const failure = outcome.result.ok ? null : outcome.result.error;
    const settle = isBillable(failure) ? accounts.commit : accounts.void;
    const billing = await settle(reservation.value);
    const timings = { admissionMs, ...outcome.timings };
    // An answer whose count could not be written is not given: there is no free verification.
    if (!billing.ok) return { ...refused(billing, now()), timings };
    return {
      result: outcome.result,
      billing: billing.value,
      source: outcome.source,
      checkedAt: outcome.checkedAt,
      timings,
    };
  };

const refused = (result: { ok: false; error: Failure }, checkedAt: Date, admissionMs = 0): Verification => ({
  result,
  billing: null,
  source: null,
  checkedAt,
  timings: { admissionMs, upstreamMs: 0, parseMs: 0 },
});
