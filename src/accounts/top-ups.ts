import { flat, ok, type Result } from "../core/result.ts";
import type { Work } from "../database/schema.ts";
import { noteAct, operator } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { lockAccount } from "./links.ts";
import { balanceSantimMax, payIn, spendable } from "./money.ts";
import { type AdminResult, type Refused, refuse } from "./refusal.ts";

export type TopUps = {
  /**
   * Pays in, and makes the account one that pays. Resolves with what nothing holds. Refused: `amount_invalid`,
   * `account_unknown`. `source` says where the money came from, such as `operator`.
   */
  readonly topUp: (
    account: string,
    amountSantim: number,
    source: string,
  ) => AdminResult<{ readonly balanceSantim: number }>;
};

export const createTopUps = (context: AccountsContext): TopUps => ({
  topUp: async (account, santim, source) =>
    flat(
      await context.store.transaction(async (work) => {
        const paid = await credit(work, { account, santim, source, at: context.now() });
        if (paid.ok) await noteAct(work, context, { account, by: operator, act: "topped_up" });
        return paid;
      }),
    ),
});

export const isAmount = (santim: number): boolean =>
  Number.isSafeInteger(santim) && santim > 0 && santim <= balanceSantimMax;

/** Pays in and makes the account one that pays, within a transaction. */
export const credit = async (
  work: Work,
  payment: { readonly account: string; readonly santim: number; readonly source: string; readonly at: Date },
): Promise<Result<{ readonly balanceSantim: number }, Refused>> => {
  if (!isAmount(payment.santim)) return refuse("amount_invalid");
  if (!(await lockAccount(work, payment.account))) return refuse("account_unknown");
  const balance = await payIn(work, payment);
  if (balance === null) return refuse("amount_invalid");
  await work.updateTable("account").set({ tier: "balance" }).where("id", "=", payment.account).execute();
  return ok({ balanceSantim: spendable(balance) });
};
