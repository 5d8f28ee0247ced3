import type { SavedAccount } from "../accounts/saved-accounts.ts";
import { isPhone } from "../core/phone.ts";
import type { Candidate } from "./candidates.ts";
import { isWhole } from "./parties.ts";

/** A saved account whose digits complete one of the alternatives for a receipt. */
export type SavedFit = { readonly alternative: number; readonly account: SavedAccount };

/**
 * The saved accounts that give what candidates lack. A candidate that lacks nothing, or something else than a number,
 * gets none.
 */
export const savedFitsOf = (
  alternatives: readonly Candidate[],
  saved: readonly SavedAccount[],
): readonly SavedFit[] =>
  alternatives.flatMap(({ provider, missing }, alternative) =>
    saved
      .filter((account) => isAnswer(account, provider, missing))
      .map((account) => ({ alternative, account })),
  );

const isAnswer = (
  { provider, number }: SavedAccount,
  asked: string,
  [missing, ...others]: readonly string[],
): boolean => {
  if (missing === undefined || others.length > 0) return false;
  if (missing === "phone") return isPhone(number);
  if (missing !== "accountNumber" || !isWhole(number) || isPhone(number)) return false;
  return provider === asked || provider === "";
};
