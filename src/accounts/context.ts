import { createSeal, type Seal } from "../core/crypto.ts";
import { createOwnUpdates, type OwnUpdates } from "../database/inbox-rows.ts";
import type { Transaction } from "../database/schema.ts";
import type { Store } from "../database/store.ts";
import type { Lease } from "./lease.ts";
import { createPseudonyms, type Pseudonyms } from "./pseudonyms.ts";

/** The shared dependencies of accounts. */
export type AccountsContext = {
  readonly store: Pick<Store, "transaction" | "read" | "scrub">;
  readonly pseudonyms: Pseudonyms;
  /** Seals people's names and private chats. */
  readonly seal: Seal;
  readonly lease: Pick<Lease, "id">;
  /** Messages that the bot sends about acts of this room. */
  readonly ownUpdates: OwnUpdates;
  /** The public id of a proof, with its signature. */
  readonly signProof: (random: string) => string;
  readonly now: () => Date;
};

/** What an act is noted in the audit log with, and told to the owners. */
export type ActContext = Pick<AccountsContext, "pseudonyms" | "seal" | "ownUpdates" | "now">;

export const createActContext = ({ secret, now }: ActDependencies): ActContext => ({
  pseudonyms: createPseudonyms(secret),
  seal: createSeal(secret, "people"),
  ownUpdates: createOwnUpdates({ secret, now }),
  now,
});

type ActDependencies = { readonly secret: string; readonly now: () => Date };

/** Keeps a new secret until it has been shown, in the transaction that makes it. The accounts keep its hash alone. */
export type KeepSecret = (trx: Transaction, secret: string) => Promise<void>;
