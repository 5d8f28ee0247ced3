import { createSemaphore, type SemaphoreLimits, withPermitIfAny } from "../core/semaphore.ts";
import type { Provider } from "../providers/provider.ts";
import type { Verify } from "../verify/verify.ts";

/**
 * About as many as a provider's bulkhead holds, running and waiting; further messages of chats wait here. After a long wait
 * the look-up is tried all the same, and the bulkhead refuses it if it is full.
 */
const usualLimits: SemaphoreLimits = { running: 20, waiting: 200, waitMs: 2_000 };

/** Verifies for the chats. A burst of messages about one provider waits for its turn instead of being refused. */
export const limitPerProvider = (verify: Verify, limits = usualLimits): Verify => {
  const semaphores = new Map<Provider, ReturnType<typeof createSemaphore>>();
  return (request) => {
    const semaphore = semaphores.get(request.provider) ?? createSemaphore(limits);
    semaphores.set(request.provider, semaphore);
    return withPermitIfAny(semaphore, () => verify(request));
  };
};
