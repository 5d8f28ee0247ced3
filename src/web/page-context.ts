import type { Accounts } from "../accounts/accounts.ts";
import type { ProviderSets } from "../http/provider-sets.ts";
import type { Assets } from "./assets.ts";

/** What every page is made with. */
export type PageContext = {
  readonly assets: Assets;
  readonly accounts: Pick<Accounts, "quotaOf" | "readProof">;
  readonly providerSets: ProviderSets;
  /** Base of links to ourselves. */
  readonly publicUrl: () => string;
  /** Whether browsers reach us by https alone. */
  readonly isHttps: boolean;
  readonly now: () => Date;
};
