import { setTimeout } from "node:timers/promises";
import type { ResolvedCaller } from "../../accounts/accounts.ts";
import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { createSemaphore, type Semaphore } from "../../core/semaphore.ts";
import { createSharedValues } from "../../core/shared-values.ts";
import type { Claim, Idempotency } from "../../http/idempotency/idempotency.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Candidate } from "../../verify/candidates.ts";
import type { VerificationRequest } from "../../verify/verify.ts";

/** A question that one page asks. `page` unset: the page has no name, and its presses are not told apart. */
export type Press = Pick<ResolvedCaller, "caller" | "account"> & {
  readonly page: string | undefined;
  readonly mode: "live" | "test";
  readonly provider: Pick<Provider, "timeoutMs">;
  readonly candidate: Pick<Candidate, "provider" | "request">;
};

/** @param alongside joins the transaction that counts the answer, and gives the turn back */
type AskInTurn<Answered> = (alongside: VerificationRequest["alongside"]) => Promise<Answered>;

/**
 * One page's presses of one question are asked one after the other, whichever processes take them: what the first has
 * counted, the second costs no more. Failure: `overloaded` when more of them wait than one person presses.
 */
export type InTurn = <Answered>(press: Press, ask: AskInTurn<Answered>) => Promise<Result<Answered, Failure>>;

/** Presses of one question from one page that are asked or wait in this process. */
const pressesMax = 10;

/** How often a press looks whether another process has answered the one before it. */
const lookEveryMs = 250;

export const createInTurn = (idempotency: Pick<Idempotency, "begin" | "alongside" | "free">): InTurn => {
  const inThisProcess = createQueues();
  return async ({ page, caller, account, mode, provider, candidate }, ask) => {
    if (page === undefined) return ok(await ask(undefined));
    const question = [candidate.provider, Object.entries(candidate.request).sort()];
    const key = JSON.stringify([page, caller, question]);
    const { timeoutMs: deadlineMs } = provider;
    const request = { account: account?.id ?? "", mode, endpoint: "/", key, body: question, deadlineMs };
    return inThisProcess(key, async () => {
      const claim = await claimTurn(idempotency, request);
      // The database is away, and asking will say so.
      if (!claim.ok) return ask(undefined);
      try {
        return await ask(idempotency.alongside(claim.value, () => null));
      } finally {
        // What cost nothing has not given it back. If it cannot be given back, it ends with its deadline.
        await idempotency.free(claim.value);
      }
    });
  };
};

/** Waits until no other process holds the turn, which it gives back or loses in time. */
const claimTurn = async (
  { begin }: Pick<Idempotency, "begin">,
  request: Parameters<Idempotency["begin"]>[0],
): Promise<Result<Claim, Failure>> => {
  for (;;) {
    const begun = await begin(request);
    if (begun.ok && begun.value.kind === "execute") return ok(begun.value.claim);
    if (!begun.ok && begun.error.code !== "request_in_progress") return begun;
    await setTimeout(lookEveryMs);
  }
};

/** Works under one name run one after the other. Failure: `overloaded` when too many of one name wait. */
const createQueues = () => {
  const queues = createSharedValues<Semaphore>();
  return async <Done>(name: string, work: () => Promise<Done>): Promise<Result<Done, Failure>> => {
    const queue = queues.take(name, () => createSemaphore({ running: 1, waiting: pressesMax - 1 }));
    try {
      const turn = await queue.value.acquire();
      if (!turn.ok)
        return fail("overloaded", { retryAfterSeconds: 5, detail: "too many presses of one page" });
      return ok(await work().finally(turn.value));
    } finally {
      queue.giveBack();
    }
  };
};
