import type { Transaction } from "../database/schema.ts";
import type { Actor } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { isOwnerOf, isSuspended, lockAccount } from "./links.ts";

/** False: the user does not own the account any more. The caller holds the account's lock. */
export const mayAct = async (
  trx: Transaction,
  { pseudonyms }: Pick<AccountsContext, "pseudonyms">,
  account: string,
  by: Actor,
): Promise<boolean> => by.kind !== "user" || isOwnerOf(trx, pseudonyms.user(by.userId), account);

/**
 * Whether an account is suspended and so gives nothing out: no proof, key or code. The operator still may. The caller holds
 * the account's lock.
 */
export const givesNothing = async (trx: Transaction, account: string, by: Actor): Promise<boolean> =>
  by.kind !== "operator" && (await isSuspended(trx, account));

/**
 * Whether somebody may change what an account keeps. It locks the account, so that whoever owns it does so until the
 * transaction ends. False: they do not own it any more, or it was erased.
 */
export const mayChange = async (
  trx: Transaction,
  context: Pick<AccountsContext, "pseudonyms">,
  account: string,
  by: Actor,
): Promise<boolean> => (await lockAccount(trx, account)) && (await mayAct(trx, context, account, by));
