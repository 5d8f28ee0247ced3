import type { OwnUpdates } from "../bot/data/inbox.ts";
import type { Seal } from "../core/crypto.ts";
import type { Work } from "../database/schema.ts";
import type { Store } from "../database/store.ts";
import type { Lease } from "./lease.ts";
import type { Pseudonyms } from "./pseudonyms.ts";

/** The shared dependencies of accounts. */
export type AccountsContext = {
  readonly store: Pick<Store, "transaction" | "read" | "scrub">;
  readonly pseudonyms: Pseudonyms;
  /** For what people are called. */
  readonly seal: Seal;
  readonly lease: Pick<Lease, "id">;
  /** For what the bot is to tell people of what was done here. */
  readonly ownUpdates: OwnUpdates;
  readonly now: () => Date;
};

/**
 * Keeps a secret that is shown once until it has been shown, in the transaction that makes it: only its fingerprint is
 * kept here.
 */
export type KeepSecret = (work: Work, secret: string) => Promise<void>;
