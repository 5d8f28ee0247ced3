import { z } from "zod";
import { createPseudonym, createSeal, freshId } from "../core/crypto.ts";
import { fail } from "../core/failure.ts";
import type { Log } from "../core/log.ts";
import { createLruCache } from "../core/lru-cache.ts";
import { type Observe, unobserved } from "../core/measurements.ts";
import { verifiedReceiptSchema } from "../core/receipt.ts";
import { ok } from "../core/result.ts";
import { minuteMs } from "../core/time.ts";
import type { LiveAnswer } from "./ask-provider.ts";
import type { CacheStore } from "./cache-store.ts";

/** The whole question, the contract that read its answer, and the host that it was put to. */
export type CacheKey = {
  readonly provider: string;
  readonly contractVersion: number;
  readonly origin: string;
  readonly canonical: string;
  /** Unset: the provider's answer, whoever asked. */
  readonly subject?: string;
};

/**
 * `checkedAt`: when it was first given. `askedAt`: when the provider was asked for it, which may have been for another caller.
 * `timings`: of asking the provider and reading its document.
 */
export type CachedAnswer = LiveAnswer & { readonly checkedAt: Date; readonly askedAt: Date };

/** A receipt at one host of its provider. `id`: the reference that it prints, in the provider's one spelling. */
export type CachedReceipt = Pick<CacheKey, "provider" | "origin"> & { readonly id: string };

/**
 * Answers that may be given again for a short while. A failure of the cache is a miss: its store is left alone for a
 * few seconds then, so that no verification waits for one that is away, and the log says once when that begins and ends.
 */
export type ReceiptCache = {
  readonly find: (key: CacheKey) => Promise<CachedAnswer | null>;
  /** Keeps a receipt for five minutes and a "not found" for ten seconds, and nothing else. */
  readonly keep: (key: CacheKey, answer: CachedAnswer) => Promise<void>;
  /** Notes that the provider has called a receipt undone, for as long as an earlier answer about it may be kept. */
  readonly noteUndone: (receipt: CachedReceipt, askedAt: Date) => Promise<void>;
  /** Whether the provider has called a receipt undone when it was asked then or later. True also while the store cannot tell. */
  readonly isUndoneSince: (receipt: CachedReceipt, askedAt: Date) => Promise<boolean>;
};

type Dependencies = {
  readonly store: Pick<CacheStore, "get" | "set">;
  readonly secret: string;
  readonly now: () => Date;
  /** Goes on evenly, whatever the clock is set to. */
  readonly monotonicMs?: () => number;
  readonly log: Pick<Log, "warn">;
  readonly observe?: Observe;
  /** The longest wait of a verification for its cache. */
  readonly patienceMs?: number;
  /** How long a store that failed is left alone. */
  readonly restMs?: number;
};

// A caller who is given an answer at the end of this time keeps it for as long again. So no answer is older than ten
// minutes.
const receiptTtlMs = 5 * minuteMs;
const undoneTtlMs = 2 * receiptTtlMs;
/** By how much the clocks of two machines may differ. */
const clocksApartMs = 5_000;
/** Receipts that were called undone, as far as this process remembers them by itself. */
const notedMax = 10_000;
const notFoundTtlMs = 10_000;

/** Entries are encrypted and bound to their question, so that the store shows neither names nor references. */
export const createReceiptCache = ({
  store,
  secret,
  now,
  monotonicMs = () => performance.now(),
  log,
  observe = unobserved,
  patienceMs = 1_000,
  restMs = 5_000,
}: Dependencies): ReceiptCache => {
  const guard = createStoreGuard({ log, observe, patienceMs, restMs });
  const process = freshId(12);
  const seal = createSeal(secret, "receipt-cache/encryption");
  const nameOf = createNameOf(secret);
  const nameOfUndone = createNameOfUndone(secret);
  // The store may be full, and still give what it kept before.
  const notedHere = createLruCache<string, number>(notedMax);
  const opened = <Kept>(name: string, sealed: unknown, schema: z.ZodType<Kept>): Kept | null => {
    try {
      return schema.parse(JSON.parse(seal.open(name, z.string().parse(sealed))));
    } catch (error) {
      log.warn({ cause: causeOf(error) }, "A cached receipt could not be read.");
      observe({ kind: "cache", result: "error" });
      return null;
    }
  };

  const missed = (): null => {
    observe({ kind: "cache", result: "miss" });
    return null;
  };

  const find = async (key: CacheKey): Promise<CachedAnswer | null> => {
    const name = nameOf(key);
    const sealed = await guard("read", () => store.get(name));
    if (sealed === null) return null;
    if (sealed === undefined) return missed();
    const entry = opened(name, sealed, entrySchema);
    if (entry === null) return null;
    // A clock that was ahead dates entries too late. Those of this process have a second, steady date.
    const steadyMs = entry.process === process ? monotonicMs() - entry.keptMs : 0;
    const clockMs = now().getTime() - entry.checkedAt;
    const ageMs = clockMs < 0 ? clockMs : Math.max(clockMs, steadyMs);
    const ttlMs = entry.receipt === null ? notFoundTtlMs : receiptTtlMs;
    if (ageMs < 0 || ageMs >= ttlMs) return missed();
    observe({ kind: "cache", result: "hit" });
    const result = entry.receipt === null ? fail("receipt_not_found") : ok(entry.receipt);
    const { timings } = entry;
    return { result, checkedAt: new Date(entry.checkedAt), askedAt: new Date(entry.askedAt), timings };
  };

  const keep = async (
    key: CacheKey,
    { result, checkedAt, askedAt, timings }: CachedAnswer,
  ): Promise<void> => {
    if (!result.ok && result.error.code !== "receipt_not_found") return;
    const name = nameOf(key);
    const receipt = result.ok ? result.value : null;
    const times = { checkedAt: checkedAt.getTime(), askedAt: askedAt.getTime(), keptMs: monotonicMs() };
    const entry: Entry = { ...times, receipt, timings, process };
    const ttlMs = result.ok ? receiptTtlMs : notFoundTtlMs;
    await guard("write", () => store.set(name, seal.close(name, JSON.stringify(entry)), ttlMs));
  };

  const noteUndone = async (receipt: CachedReceipt, askedAt: Date): Promise<void> => {
    const name = nameOfUndone(receipt);
    const undoneAt = Math.max(askedAt.getTime(), notedHere.get(name) ?? 0);
    notedHere.set(name, undoneAt);
    await guard("write", () => store.set(name, seal.close(name, String(undoneAt)), undoneTtlMs));
  };

  const isUndoneSince = async (receipt: CachedReceipt, askedAt: Date): Promise<boolean> => {
    const name = nameOfUndone(receipt);
    const isSince = (undoneAt: number): boolean => undoneAt + clocksApartMs >= askedAt.getTime();
    if (isSince(notedHere.get(name) ?? Number.NEGATIVE_INFINITY)) return true;
    const sealed = await guard("read", () => store.get(name));
    if (sealed === undefined) return false;
    const undoneAt = sealed === null ? null : opened(name, sealed, z.int());
    return undoneAt === null || isSince(undoneAt);
  };

  return { find, keep, noteUndone, isUndoneSince };
};

type Guard = <T>(kind: "read" | "write", ask: () => Promise<T>) => Promise<T | null>;

/** Asks the store in bounded time. Null: it failed, or failed a moment ago and is not asked. */
const createStoreGuard = ({
  log,
  observe,
  patienceMs,
  restMs,
}: Required<Pick<Dependencies, "log" | "observe" | "patienceMs" | "restMs">>): Guard => {
  let restsUntil = 0;
  // A store that is full may be read and not written: it works again when both do.
  const failing = new Set<"read" | "write">();
  return async (kind, ask) => {
    if (performance.now() < restsUntil) {
      observe({ kind: "cache", result: "error" });
      return null;
    }
    try {
      const answer = await inTime(ask(), patienceMs);
      if (failing.delete(kind) && failing.size === 0) log.warn("The receipt cache works again.");
      return answer;
    } catch (error) {
      restsUntil = performance.now() + restMs;
      if (failing.size === 0)
        log.warn({ cause: causeOf(error) }, "The receipt cache is away; the banks are asked without it.");
      failing.add(kind);
      observe({ kind: "cache", result: "error" });
      return null;
    }
  };
};

const timingsSchema = z.strictObject({ upstreamMs: z.number(), parseMs: z.number() });
const entrySchema = z.strictObject({
  checkedAt: z.int(),
  askedAt: z.int(),
  receipt: verifiedReceiptSchema.nullable(),
  timings: timingsSchema,
  /** Which process kept it, and when by a clock of its own. */
  process: z.string(),
  keptMs: z.number(),
});
type Entry = z.infer<typeof entrySchema>;

const createNameOf = (secret: string) => {
  const pseudonym = createPseudonym(secret, "receipt-cache/names");
  return ({ provider, contractVersion, origin, canonical, subject = "" }: CacheKey): string =>
    pseudonym(provider, contractVersion, origin, canonical, subject);
};

const createNameOfUndone = (secret: string) => {
  const pseudonym = createPseudonym(secret, "receipt-cache/undone");
  return ({ provider, origin, id }: CachedReceipt): string => pseudonym(provider, origin, id);
};

const inTime = <T>(work: Promise<T>, patienceMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("too slow")), patienceMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Leaves out the message, which may quote an entry. */
const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error ? String(error.code) : error.name;
};
