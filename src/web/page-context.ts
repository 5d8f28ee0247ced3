import type { Accounts } from "../accounts/accounts.ts";
import type { SavedAccounts } from "../accounts/saved-accounts.ts";
import type { Idempotency } from "../http/idempotency/idempotency.ts";
import type { ProviderSets } from "../http/provider-sets.ts";
import type { RateLimits } from "../http/rate-limits.ts";
import type { Provider } from "../providers/provider.ts";
import type { Prefill } from "../verify/prefill.ts";
import type { ProviderAnswers, ProviderCounts } from "../verify/provider-answers.ts";
import type { TopUp } from "../verify/top-up/top-up.ts";
import type { Assets } from "./assets.ts";
import type { createMadeFor, createPageSeal } from "./page-seal.ts";
import type { ProofOffers } from "./proof/proof-offers.ts";

/** What every page is made with. */
export type PageContext = {
  readonly assets: Assets;
  readonly accounts: Accounts;
  readonly savedAccounts: SavedAccounts;
  readonly providerSets: ProviderSets;
  /** Keeps the presses of one page apart, across processes. */
  readonly idempotency: Pick<Idempotency, "begin" | "alongside" | "free">;
  /** Null: there are no top-ups by receipt. */
  readonly topUp: TopUp | null;
  /** Where people find the operator: a link or a Telegram name; null: nobody is named. */
  readonly operatorContact: string | null;
  /** How the banks have answered this process. */
  readonly bankNews: {
    readonly answersOf: (provider: Pick<Provider, "label">) => ProviderAnswers;
    readonly countsOf: (provider: Pick<Provider, "label">) => ProviderCounts;
  };
  /** Every case of the sandbox with a reference of that day. */
  readonly sandboxExamples: (day: Date) => Promise<readonly SandboxExample[]>;
  /** What the operator says on the page of the banks; null: nothing. */
  readonly statusText: string | null;
  /** Null: there is no bot, so nobody opens the form inside Telegram. */
  readonly botToken: string | null;
  /** Opens a question that a chat has closed for the address of the form. */
  readonly prefill: Pick<Prefill, "open">;
  /** Seals what an owner may pass on of an answer. */
  readonly proofOffers: ProofOffers;
  /** Seals what an owner was told that their erasure takes. */
  readonly toldErasures: ReturnType<typeof createPageSeal>;
  /** What the forms of a page say of whom it was made for. */
  readonly madeFor: ReturnType<typeof createMadeFor>;
  /** Where the bot's chat is opened in a browser; null: nowhere is known. */
  readonly chatUrl: () => string | null;
  /** Counts a text before it is read. Failure: `rate_limited`. */
  readonly takeText: RateLimits["takeText"];
  /** Base of links to ourselves. */
  readonly publicUrl: () => string;
  /** Whether browsers reach us by https alone. */
  readonly isHttps: boolean;
  readonly now: () => Date;
};

/** What the sandbox answers to one question. */
export type SandboxExample = {
  readonly provider: string;
  /** Name of the case, e.g. `not-found`. */
  readonly name: string;
  /** `verified`, or the code of the failure. */
  readonly outcome: string;
  /** Body of the provider's endpoint; a link in it begins with `{{host}}`, the provider's address. */
  readonly request: Readonly<Record<string, string>>;
};
