import type { SavedAccount } from "../accounts/saved-accounts.ts";
import type { SecondNumberField } from "../core/field-names.ts";
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

const isAnswer = (saved: SavedAccount, asked: string, [missing, ...others]: readonly string[]): boolean =>
  others.length === 0 &&
  savedNumbersOf([saved]).some(({ field, provider }) => field === missing && ["", asked].includes(provider));

/** A saved number that a question may lack: which of its fields, and at which bank; empty: at any. */
export type SavedNumber = Pick<SavedAccount, "number" | "provider"> & {
  readonly field: SecondNumberField;
};

/** Numbers of which a part is not known give nothing. */
export const savedNumbersOf = (saved: readonly SavedAccount[]): readonly SavedNumber[] =>
  saved.flatMap(({ provider, number }): readonly SavedNumber[] => {
    if (isPhone(number)) return [{ field: "phone", provider: "", number }];
    return isWhole(number) ? [{ field: "accountNumber", provider, number }] : [];
  });
