import { Gauge, type Registry } from "prom-client";
import type { StoredReadings } from "./stored-readings.ts";

/** How one bank is asked now. */
type ProviderReading = {
  readonly provider: string;
  readonly circuit: "closed" | "probing" | "open";
  readonly running: number;
  readonly waiting: number;
  readonly answeredAt: Date | null;
  /** Last instant of the first certificate to end among those that `ca` names; null: it names none. */
  readonly caUntil: Date | null;
};

/** What runs and what waits in a pool. */
export type PoolReading = { readonly running: number; readonly waiting: number };

/** What a process can tell of itself at any moment, without asking anybody. */
export type OwnReadings = {
  readonly providers: readonly ProviderReading[];
  readonly pools: Readonly<Record<string, PoolReading>>;
  /** Null: the database has no connections that are shared. */
  readonly connections: (PoolReading & { readonly idle: number }) | null;
  readonly imbalanceSantim: number;
  /** Bytes that are free beside the database's file; null: it is on a server. */
  readonly diskFreeBytes: number | null;
};

const circuitStates = { closed: 0, probing: 1, open: 2 } as const;

/** Sets the gauges to what was read. What could not be read is left out of the answer. */
export const createGauges = (registry: Registry) => {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers });
  const byProvider = ["provider"];
  const circuit = gauge(
    "drs_provider_circuit_state",
    "Whether a bank is asked: 0 yes, 1 one question tries it, 2 no.",
    byProvider,
  );
  const inflight = gauge("drs_provider_inflight", "Questions that a bank is being asked.", byProvider);
  const queued = gauge("drs_provider_queued", "Questions that wait for a place at a bank.", byProvider);
  const success = gauge(
    "drs_provider_last_success_timestamp_seconds",
    "When a bank last gave this process an answer that it could read.",
    byProvider,
  );
  const expiry = gauge(
    "drs_ca_pin_expiry_timestamp_seconds",
    "When the first certificate of a bank's ca file ends.",
    byProvider,
  );
  const running = gauge("drs_pool_running", "What a pool works on.", ["pool"]);
  const waiting = gauge("drs_pool_waiting", "What waits for a pool.", ["pool"]);
  const connections = gauge("drs_database_connections", "Connections to the database.", ["state"]);
  const imbalance = gauge(
    "drs_ledger_imbalance_minor",
    "Santim by which balances and the ledger differ; anything but 0 is a bug.",
  );
  const disk = gauge("drs_disk_free_bytes", "Bytes that are free beside the database's file.");
  const stored = {
    reservationsOpen: gauge("drs_reservations_open", "Checks that are reserved and not settled."),
    inboxWaiting: gauge("drs_inbox_waiting", "Updates that are due and not worked off, at most 10,000."),
    inboxLagSeconds: gauge("drs_inbox_lag_seconds", "How long the oldest of them has been due."),
    repliesUnsent: gauge("drs_outbox_unsent", "Replies that were decided on and are not sent."),
    retriesWaiting: gauge("drs_retries_waiting", "Look-ups that are tried again in the background."),
    toppedUpSantim: gauge("drs_topped_up_minor", "Santim that were ever paid in."),
    balancesSantim: gauge("drs_balances_minor", "Santim that the accounts hold."),
  } satisfies Record<keyof StoredReadings, Gauge>;
  const readable = gauge("drs_database_readable", "Whether the database answered this scrape in time.");

  const setOwn = (own: OwnReadings): void => {
    for (const one of own.providers) {
      const { provider, answeredAt, caUntil } = one;
      circuit.set({ provider }, circuitStates[one.circuit]);
      inflight.set({ provider }, one.running);
      queued.set({ provider }, one.waiting);
      if (answeredAt !== null) success.set({ provider }, answeredAt.getTime() / 1000);
      if (caUntil !== null) expiry.set({ provider }, caUntil.getTime() / 1000);
    }
    for (const [pool, reading] of Object.entries(own.pools)) {
      running.set({ pool }, reading.running);
      waiting.set({ pool }, reading.waiting);
    }
    if (own.connections !== null)
      for (const state of ["running", "idle", "waiting"] as const)
        connections.set({ state }, own.connections[state]);
    imbalance.set(own.imbalanceSantim);
    if (own.diskFreeBytes !== null) disk.set(own.diskFreeBytes);
  };

  const setStored = (found: StoredReadings | null): void => {
    readable.set(found === null ? 0 : 1);
    for (const [name, one] of entries(stored)) {
      if (found === null) one.remove();
      else one.set(found[name]);
    }
  };
  return { setOwn, setStored };
};

const entries = (stored: Readonly<Record<keyof StoredReadings, Gauge>>) =>
  Object.entries(stored) as [keyof StoredReadings, Gauge][];
