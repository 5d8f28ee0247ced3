import { createLruCache } from "../../core/lru-cache.ts";
import { minuteMs } from "../../core/time.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Candidate } from "../../verify/candidates.ts";

/** Receipts of a chat that are remembered as answered, and for how long. */
const receiptsMax = 20_000;
const rememberedMs = 10 * minuteMs;

type Named = Pick<Candidate, "provider" | "request">;

/** The receipts that were answered in a group just before, however they were written. */
export const createAnsweredBefore = (
  providers: readonly Pick<Provider, "label" | "open">[],
  now: () => Date,
) => {
  const answered = createLruCache<string, number>(receiptsMax);
  const keyOf = (chatId: number, { provider: label, request }: Named): string => {
    const question = providers.find((provider) => provider.label === label)?.open(request);
    return JSON.stringify([chatId, label, question?.ok === true ? question.value.canonical : request]);
  };
  return {
    has: (chatId: number, alternatives: readonly Named[]): boolean => {
      const earliest = now().getTime() - rememberedMs;
      return alternatives.every((one) => (answered.get(keyOf(chatId, one)) ?? 0) > earliest);
    },
    note: (chatId: number, candidates: readonly Named[]): void => {
      for (const one of candidates) answered.set(keyOf(chatId, one), now().getTime());
    },
  };
};
