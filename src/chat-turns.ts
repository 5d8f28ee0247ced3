import type { Provider } from "./providers/provider.ts";
import { type BulkheadLimits, createBulkhead } from "./upstream/bulkhead.ts";
import type { Verify } from "./verify.ts";

/**
 * As many at once as a provider's own places and queue take (design 7): a chat's message waits in the inbox as
 * well as there. Whoever has waited for long asks all the same, and is told if there is no place.
 */
const usualLimits: BulkheadLimits = { running: 20, waiting: 200, waitMs: 2_000 };

/** Verifies for the chats: a burst of messages about one provider waits for its turn instead of being refused. */
export const inTurn = (verify: Verify, limits = usualLimits): Verify => {
  const turns = new Map<Provider, ReturnType<typeof createBulkhead>>();
  return async (order) => {
    const turn = turns.get(order.provider) ?? createBulkhead(limits);
    turns.set(order.provider, turn);
    const place = await turn.enter();
    try {
      return await verify(order);
    } finally {
      if (place.ok) place.value();
    }
  };
};
