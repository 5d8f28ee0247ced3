import { X509Certificate } from "node:crypto";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { Store } from "../../database/store.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { ProviderAnswers } from "../../verify/provider-answers.ts";
import type { BookAudit } from "./book-audit.ts";
import type { OwnReadings, PoolReading } from "./gauges.ts";

/** The parts of this process that can be read. */
type Parts = {
  readonly providers: readonly Provider[];
  readonly upstream: Pick<Upstream, "reading">;
  readonly answersOf: (provider: Pick<Provider, "label">) => ProviderAnswers;
  readonly pools: Readonly<Record<string, { readonly reading: () => PoolReading }>>;
  readonly store: Pick<Store, "connections">;
  readonly books: Pick<BookAudit, "imbalanceSantim">;
  readonly databaseUrl: string;
};

/** Reads the parts of this process, without asking anybody. */
export const createOwnReadings = (parts: Parts): (() => OwnReadings) => {
  const { providers, upstream, answersOf, pools, store, books } = parts;
  const caUntil = new Map(providers.map(({ label, settings }) => [label, endOfFirst(settings.ca)]));
  const folder = folderOf(parts.databaseUrl);
  return () => ({
    providers: providers.map(({ label, settings }) => {
      const { circuit, running, waiting } = upstream.reading(settings);
      const { answeredAt } = answersOf({ label });
      return { provider: label, circuit, running, waiting, answeredAt, caUntil: caUntil.get(label) ?? null };
    }),
    pools: Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, pool.reading()])),
    connections: store.connections?.() ?? null,
    imbalanceSantim: books.imbalanceSantim(),
    diskFreeBytes: folder === null ? null : freeBytes(folder),
  });
};

const certificatePattern = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]{1,20000}-----END CERTIFICATE-----/g;

/** Last instant of the first to end among the certificates of a PEM text; null where there is none. */
export const endOfFirst = (pem: string | undefined): Date | null => {
  const ends = [...(pem ?? "").matchAll(certificatePattern)].map(([text]) =>
    Date.parse(new X509Certificate(text).validTo),
  );
  return ends.length === 0 ? null : new Date(Math.min(...ends));
};

const folderOf = (databaseUrl: string): string | null =>
  databaseUrl.startsWith("sqlite:") ? dirname(databaseUrl.slice("sqlite:".length)) : null;

/** What this user may still write there; null where the system does not tell. */
const freeBytes = (folder: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
};
