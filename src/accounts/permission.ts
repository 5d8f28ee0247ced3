import type { Work } from "../database/schema.ts";
import { type Actor, type AuditAct, noteAct } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { isOwnerOf, isSuspended, lockAccount } from "./links.ts";

/** False: the user does not own the account any more. The caller holds the account's lock. */
export const mayAct = async (
  work: Work,
  { pseudonyms }: Pick<AccountsContext, "pseudonyms">,
  account: string,
  by: Actor,
): Promise<boolean> => by.kind !== "user" || isOwnerOf(work, pseudonyms.user(by.userId), account);

/**
 * Whether an account is suspended and so gives nothing out: no proof, key or code. The operator still may. The caller holds
 * the account's lock.
 */
export const givesNothing = async (work: Work, account: string, by: Actor): Promise<boolean> =>
  by.kind !== "operator" && (await isSuspended(work, account));

/** A change that only owners make, inside a transaction of another room. */
export type OwnersChange = {
  /** Whether they own the account now; locks it, so that they own it until the transaction ends. */
  readonly isAllowed: (work: Work) => Promise<boolean>;
  readonly isSuspended: (work: Work) => Promise<boolean>;
  readonly note: (work: Work, subject: string) => Promise<void>;
};

/** A change of what a user's account has saved. `act`: how it is noted. */
export const ownersChange = (
  context: AccountsContext,
  account: string,
  by: Extract<Actor, { kind: "user" }>,
  act: AuditAct,
): OwnersChange => ({
  isAllowed: async (work) => (await lockAccount(work, account)) && (await mayAct(work, context, account, by)),
  isSuspended: (work) => isSuspended(work, account),
  note: (work, subject) => noteAct(work, context, { account, by, act, subject }),
});
