import type { Accounts } from "../accounts/accounts.ts";
import type { SavedAccounts } from "../accounts/saved-accounts.ts";
import type { ProviderSets } from "../http/provider-sets.ts";
import type { TopUp } from "../verify/top-up/top-up.ts";
import type { Assets } from "./assets.ts";

/** What every page is made with. */
export type PageContext = {
  readonly assets: Assets;
  readonly accounts: Accounts;
  readonly savedAccounts: SavedAccounts;
  readonly providerSets: ProviderSets;
  /** Null: there are no top-ups by receipt. */
  readonly topUp: TopUp | null;
  /** Where people find the operator: a link or a Telegram name; null: nobody is named. */
  readonly operatorContact: string | null;
  /** Base of links to ourselves. */
  readonly publicUrl: () => string;
  /** Whether browsers reach us by https alone. */
  readonly isHttps: boolean;
  readonly now: () => Date;
};
