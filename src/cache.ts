import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { CacheStore } from "./cache-store.ts";
import { type Failure, fail } from "./failure.ts";
import type { Log } from "./log.ts";
import { type Reading, readingSchema } from "./receipt.ts";
import { ok, type Result } from "./result.ts";
import { derivedKey } from "./store/derived-key.ts";

/** The whole question, the contract that read its answer, and whom it was put to. */
export type CacheKey = {
  readonly provider: string;
  readonly contractVersion: number;
  readonly origin: string;
  readonly canonical: string;
};

/** `checkedAt`: when the provider was asked. */
export type CachedAnswer = { readonly result: Result<Reading, Failure>; readonly checkedAt: Date };

/** Answers that may be given again for a short while. Never fails: what goes wrong is a miss, and logged. */
export type ReceiptCache = {
  readonly find: (key: CacheKey) => Promise<CachedAnswer | null>;
  /** Keeps a reading for ten minutes and a "not found" for twenty seconds, and nothing else. */
  readonly keep: (key: CacheKey, answer: CachedAnswer) => Promise<void>;
};

type Dependencies = {
  readonly store: Pick<CacheStore, "get" | "set">;
  readonly secret: string;
  readonly now: () => Date;
  readonly log: Pick<Log, "warn">;
  /** A verification waits no longer for its cache. */
  readonly patienceMs?: number;
};

const readingTtlMs = 10 * 60_000;
const notFoundTtlMs = 20_000;

/** Entries are encrypted, and bound to their question: neither names nor references can be read from the store. */
export const createReceiptCache = ({
  store,
  secret,
  now,
  log,
  patienceMs = 1_000,
}: Dependencies): ReceiptCache => {
  const seal = createSeal(secret);
  const logged = (doing: string) => (error: unknown) => {
    log.warn({ cause: causeOf(error) }, `The receipt cache could not be ${doing}.`);
    return null;
  };

  const find = async (key: CacheKey): Promise<CachedAnswer | null> => {
    const name = seal.nameOf(key);
    const sealed = await inTime(store.get(name), patienceMs);
    if (sealed === undefined) return null;
    const entry = entrySchema.parse(JSON.parse(seal.open(name, z.string().parse(sealed))));
    const ageMs = now().getTime() - entry.checkedAt;
    const ttlMs = entry.reading === null ? notFoundTtlMs : readingTtlMs;
    if (ageMs < 0 || ageMs >= ttlMs) return null;
    const result = entry.reading === null ? fail("receipt_not_found") : ok(entry.reading);
    return { result, checkedAt: new Date(entry.checkedAt) };
  };

  const keep = async (key: CacheKey, { result, checkedAt }: CachedAnswer): Promise<void> => {
    if (!result.ok && result.error.code !== "receipt_not_found") return;
    const name = seal.nameOf(key);
    const entry: Entry = { checkedAt: checkedAt.getTime(), reading: result.ok ? result.value : null };
    const ttlMs = result.ok ? readingTtlMs : notFoundTtlMs;
    await inTime(store.set(name, seal.close(name, JSON.stringify(entry)), ttlMs), patienceMs);
  };

  return {
    find: (key) => find(key).catch(logged("read")),
    keep: async (key, answer) => {
      await keep(key, answer).catch(logged("written"));
    },
  };
};

const entrySchema = z.strictObject({ checkedAt: z.int(), reading: readingSchema.nullable() });
type Entry = z.infer<typeof entrySchema>;

/** AES-256-GCM and HMAC-SHA-256 with keys of their own, derived from the installation's secret. */
const createSeal = (secret: string) => {
  const encryptionKey = derivedKey(secret, "receipt-cache/encryption");
  const nameKey = derivedKey(secret, "receipt-cache/names");

  return {
    nameOf: ({ provider, contractVersion, origin, canonical }: CacheKey): string =>
      createHmac("sha256", nameKey)
        .update(JSON.stringify([provider, contractVersion, origin, canonical]))
        .digest("base64url"),

    close: (name: string, text: string): string => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", encryptionKey, nonce).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
    },

    /** Throws when the entry was changed, belongs to another question or another secret. */
    open: (name: string, sealed: string): string => {
      const bytes = Buffer.from(sealed, "base64");
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
      const decipher = createDecipheriv("aes-256-gcm", encryptionKey, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
      );
    },
  };
};

const nonceBytes = 12;
const tagBytes = 16;

const inTime = <T>(work: Promise<T>, patienceMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("too slow")), patienceMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Without the message, which may quote what could not be read. */
const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error ? String(error.code) : error.name;
};
