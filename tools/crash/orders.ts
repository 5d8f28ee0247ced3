import type { Caller } from "../../src/accounts/accounts.ts";

/** What a victim is told before it opens the database. */
export type Orders = {
  /** What its clock shows when it starts. */
  readonly startMs: number;
  /** How much it does at once. */
  readonly width: number;
  readonly callers: readonly Caller[];
  readonly accounts: readonly { readonly id: string; readonly key: string }[];
  /** Requests under an Idempotency-Key, some of which may have been answered before. */
  readonly repeat: {
    readonly account: { readonly id: string; readonly key: string };
    readonly request: string;
  }[];
};

/** What a victim says: each of these had returned before it was said. */
export type Deed =
  | { readonly did: "asked"; readonly request: string; readonly account: string }
  | { readonly did: "held"; readonly request: string; readonly reservation: string }
  | {
      readonly did: "charged";
      readonly request: string;
      readonly reservation: string;
      readonly reply: string | null;
    }
  | { readonly did: "voided"; readonly reservation: string }
  | { readonly did: "replayed"; readonly request: string; readonly reply: string }
  | { readonly did: "paid"; readonly source: string };

export type CrashReport = {
  readonly kills: number;
  /** Charges and counts that were acknowledged. */
  readonly charged: number;
  readonly replayed: number;
  /** Reservations that kills left behind. */
  readonly stale: number;
  readonly wrong: readonly string[];
};
