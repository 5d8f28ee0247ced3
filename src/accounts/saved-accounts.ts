import { z } from "zod";
import { createPseudonym, createSeal, freshId } from "../core/crypto.ts";
import { fail } from "../core/failure.ts";
import { flat, ok } from "../core/result.ts";
import type { Database, Transaction } from "../database/schema.ts";
import type { Store } from "../database/store.ts";
import { type Actor, type AuditAct, operator, tellAct } from "./audit.ts";
import { createActContext } from "./context.ts";
import { givesNothing, mayChange } from "./permission.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** A bank account or phone as its owner saved it. */
export const savedSchema = z.object({
  /** The bank's label, or another bank's name as receipts print it; empty for a phone and where it is not known. */
  provider: z.string(),
  /** Whole digits, or masked as a receipt prints them. */
  number: z.string(),
  /** `""` where none is known. */
  name: z.string(),
});

export type NewSavedAccount = Readonly<z.infer<typeof savedSchema>>;
export type SavedAccount = NewSavedAccount & { readonly id: string };

/** An id under which an account may be saved. */
export const newSavedId = (): string => freshId(9);

/** For one account. Each becomes a button. */
export const savedAccountsMax = 20;

/**
 * The bank accounts and phones of a merchant, sealed. They decide who was paid, so the owners are told who changed them.
 * `by` unset: the operator.
 */
export type SavedAccounts = {
  /** Oldest first. Rejects while the database is away. */
  readonly of: (account: string) => Promise<readonly SavedAccount[]>;
  /**
   * Resolves with its id, or with that of an equal one; null: there are too many. Refused, as all changes: `not_owner`. Failure:
   * `account_suspended`, but for removing.
   */
  readonly save: (
    account: string,
    saved: NewSavedAccount & { readonly id?: string },
    by?: Actor,
  ) => AdminResult<string | null>;
  /** False: it was not there, or an equal one is saved, also where that is itself. */
  readonly replace: (account: string, saved: SavedAccount, by?: Actor) => AdminResult<boolean>;
  /** False: it was not there. */
  readonly remove: (account: string, id: string, by?: Actor) => AdminResult<boolean>;
};

type Dependencies = {
  readonly store: Pick<Store, "db" | "transaction">;
  readonly secret: string;
  readonly now: () => Date;
};

export const createSavedAccounts = ({ store, secret, now }: Dependencies): SavedAccounts => {
  const seal = createSeal(secret, "saved account");
  const context = createActContext({ secret, now });
  const pseudonym = createPseudonym(secret, "saved account/marks");
  const markOf = (account: string, { provider, number, name }: NewSavedAccount): string =>
    pseudonym(account, provider, number, name.toLowerCase());

  const sealedOf = (account: string, id: string, { provider, number, name }: NewSavedAccount): string =>
    seal.close(`${account} ${id}`, JSON.stringify({ provider, number, name }));

  const opened = (account: string, id: string, sealed: string): NewSavedAccount =>
    savedSchema.parse(JSON.parse(seal.open(`${account} ${id}`, sealed)));

  /** Changes come one after the other, so that none adds one too many, and none is made by who was an owner before. */
  const change = async <T>(
    account: string,
    { act, by }: Change,
    make: (trx: Transaction) => Promise<T>,
  ): AdminResult<T> =>
    flat(
      await store.transaction(async (trx): AdminResult<T> => {
        if (!(await mayChange(trx, context, account, by))) return refuse("not_owner");
        // A suspended account's people may only remove.
        if (act !== "saved_account_removed" && (await givesNothing(trx, account, by)))
          return fail("account_suspended");
        return ok(await make(trx));
      }),
    );

  return {
    of: async (account) => {
      const rows = await readAll(store.db, { account });
      return rows.map(({ id, sealed }) => ({
        id,
        ...opened(account, id, sealed),
      }));
    },

    save: (account, saved, by = operator) =>
      change(account, { act: "saved_account_kept", by }, async (trx) => {
        const mark = markOf(account, saved);
        const { count } = await trx
          .selectFrom("saved_account")
          .select((eb) => eb.fn.countAll().as("count"))
          .where("account_id", "=", account)
          .where("mark", "!=", mark)
          .executeTakeFirstOrThrow();
        if (Number(count) >= savedAccountsMax) return null;
        const { id = newSavedId(), ...what } = saved;
        const sealed = sealedOf(account, id, saved);
        const row = { account_id: account, id, mark, sealed, saved_at: now().getTime() };
        const kept = await trx
          .insertInto("saved_account")
          .values(row)
          // This changes nothing, and returns the id of the existing row.
          .onConflict((conflict) => conflict.columns(["account_id", "mark"]).doUpdateSet({ mark }))
          .returning("id")
          .executeTakeFirstOrThrow();
        if (kept.id === id)
          await tellAct(trx, context, { account, by, act: "saved_account_kept", subject: id, what });
        return kept.id;
      }),

    replace: (account, saved, by = operator) =>
      change(account, { act: "saved_account_kept", by }, async (trx) => {
        const { id, ...what } = saved;
        const mark = markOf(account, saved);
        const equal = trx
          .selectFrom("saved_account as equal")
          .select("equal.id")
          .where("equal.account_id", "=", account)
          .where("equal.mark", "=", mark);
        const replaced = await trx
          .updateTable("saved_account")
          .set({ mark, sealed: sealedOf(account, id, saved) })
          .where("account_id", "=", account)
          .where("id", "=", id)
          .where((eb) => eb.not(eb.exists(equal)))
          .executeTakeFirst();
        const isReplaced = replaced.numUpdatedRows > 0n;
        if (isReplaced)
          await tellAct(trx, context, { account, by, act: "saved_account_kept", subject: id, what });
        return isReplaced;
      }),

    remove: (account, id, by = operator) =>
      change(account, { act: "saved_account_removed", by }, async (trx) => {
        const removed = await trx
          .deleteFrom("saved_account")
          .where("account_id", "=", account)
          .where("id", "=", id)
          .returning("sealed")
          .executeTakeFirst();
        if (removed === undefined) return false;
        const what = opened(account, id, removed.sealed);
        await tellAct(trx, context, { account, by, act: "saved_account_removed", subject: id, what });
        return true;
      }),
  };
};

type Change = {
  readonly act: Extract<AuditAct, "saved_account_kept" | "saved_account_removed">;
  readonly by: Actor;
};

const readAll = (db: Database, { account }: { readonly account: string }) =>
  db
    .selectFrom("saved_account")
    .select(["id", "sealed"])
    .where("account_id", "=", account)
    .orderBy("saved_at")
    .orderBy("id")
    .execute();
