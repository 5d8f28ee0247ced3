import type { Accounts } from "./accounts/accounts.ts";
import { type Asking, createAsking } from "./asking/asking.ts";
import type { ReceiptCache } from "./cache.ts";
import { detect } from "./detect.ts";
import type { Offer } from "./http/offer.ts";
import type { InFlight } from "./in-flight.ts";
import { createLookUp } from "./lookup.ts";
import { createProviderAnswers, type ProviderAnswers } from "./provider-answers.ts";
import type { Provider } from "./providers/provider.ts";
import { openProviders, providerLabels } from "./providers/registry.ts";
import { type SettingsByLabel, specLabels } from "./providers-file.ts";
import { createDecoder } from "./reading/decoder.ts";
import type { Stopping } from "./stopping.ts";
import type { ReceiverAnswers } from "./store/receiver-answers.ts";
import type { SavedAccounts } from "./store/saved-accounts.ts";
import type { Store } from "./store/store.ts";
import { createUpstream } from "./upstream/upstream.ts";
import { type Assessor, createAssessor, createPrepareAssessment } from "./verify/assessor.ts";
import { createVerify } from "./verify.ts";

type Dependencies = Serving & {
  readonly settings: SettingsByLabel;
  /** `test`: the settings lead to a sandbox. */
  readonly mode: "live" | "test";
  readonly asking: Asking;
};

/** What all offers share. */
type Serving = {
  readonly deployment: "full" | "limited";
  readonly cache: ReceiptCache;
  readonly accounts: Pick<Accounts, "reserve" | "commit" | "void">;
  readonly savedAccounts: Pick<SavedAccounts, "of">;
  readonly receiverAnswers: Pick<ReceiverAnswers, "of">;
  readonly store: Pick<Store, "read">;
  /** Holds every order until it has been counted, whether or not its asker still waits. */
  readonly orders: InFlight;
  readonly now: () => Date;
};

/** An offer with what the chat tells of it besides. */
type BotOffer = Offer & {
  readonly assess: Assessor;
  /** How a provider has answered this process of late. */
  readonly answersOf: (provider: Pick<Provider, "label">) => ProviderAnswers;
};

/**
 * Providers joined with what asks them, what counts and what judges (`assess`): all that a face offers to one kind of
 * caller.
 */
export const createOffer = (deps: Dependencies): BotOffer => {
  const answers = createProviderAnswers();
  const { settings, deployment, mode, asking, accounts, store, orders, now } = deps;
  const providers = openProviders(settings, deployment);
  const offered = providers.map(({ label }) => label);
  const known = new Set([...specLabels, ...providerLabels]);
  const banks = providers.map(({ label, settings: { bank } }) => ({ label, name: bank }));
  const prepare = createPrepareAssessment({ ...deps, banks });
  const verify = createVerify({
    accounts,
    lookUp: answers.noting(createLookUp(deps)),
    prepareAssessment: (account, shown) => store.read(() => prepare(account, shown)),
    mode,
    now,
  });
  return {
    mode,
    providers,
    notOffered: [...known].filter((label) => !offered.includes(label)),
    detect: (text) => detect(text, providers, now()),
    verify: (order) => orders.run(() => verify(order)),
    assess: createAssessor({ ...deps, banks }),
    answersOf: ({ label }) => answers.of(label),
    waitSeconds: (provider) => Math.ceil(asking.waitMs(provider) / 1000),
  };
};

/**
 * Opens the sandbox for the first test key and not before: few installations meet one. It has connections, circuits and
 * retries of its own, because what happens there tells nothing about a provider.
 */
export const createSandboxOffer = (
  serving: Serving,
  { closeLast, workerFile }: Pick<Stopping, "closeLast"> & { readonly workerFile: URL },
): (() => Promise<Offer>) => {
  let opening: Promise<Offer> | undefined;
  const open = async (): Promise<Offer> => {
    const { startEmbeddedSandbox } = await import("./embedded-sandbox.ts");
    const { settings } = closeLast(await startEmbeddedSandbox(serving.now));
    const decoder = createDecoder({ workerFile });
    const asking = closeLast(createAsking({ upstream: createUpstream(), decoder, now: serving.now }));
    return createOffer({ ...serving, settings, mode: "test", asking });
  };
  return () => {
    opening ??= open().catch((cause: unknown) => {
      opening = undefined;
      throw cause;
    });
    return opening;
  };
};
