import type { Accounts } from "./accounts/accounts.ts";
import type { ReceiptCache } from "./cache.ts";
import { detect } from "./detect.ts";
import type { DriftWatch } from "./drift/drift-watch.ts";
import type { Offer } from "./http/offer.ts";
import type { InFlight } from "./in-flight.ts";
import { createLookUp } from "./lookup.ts";
import { openProviders, providerLabels } from "./providers/registry.ts";
import { type SettingsByLabel, specLabels } from "./providers-file.ts";
import type { Decoder } from "./reading/decoder.ts";
import type { Upstream } from "./upstream/upstream.ts";
import { createVerify } from "./verify.ts";

type Dependencies = {
  readonly settings: SettingsByLabel;
  readonly deployment: "full" | "limited";
  /** `test`: the settings lead to a sandbox. */
  readonly mode: "live" | "test";
  readonly upstream: Upstream;
  readonly decoder: Decoder;
  readonly cache: ReceiptCache;
  readonly drift?: Pick<DriftWatch, "notice">;
  readonly accounts: Pick<Accounts, "reserve" | "commit" | "void">;
  /** Holds every order until it has been counted, whether or not its asker still waits. */
  readonly orders: InFlight;
  readonly now: () => Date;
};

/** Providers joined with what asks them and what counts: all that a face offers to one kind of caller. */
export const createOffer = (deps: Dependencies): Offer => {
  const { settings, deployment, mode, upstream, accounts, orders, now } = deps;
  const providers = openProviders(settings, deployment);
  const offered = providers.map(({ label }) => label);
  const known = new Set([...specLabels, ...providerLabels]);
  const verify = createVerify({ accounts, lookUp: createLookUp(deps), mode, now });
  return {
    mode,
    providers,
    notOffered: [...known].filter((label) => !offered.includes(label)),
    detect: (text) => detect(text, providers, now()),
    verify: (order) => orders.run(() => verify(order)),
    waitSeconds: ({ settings }) => Math.ceil(upstream.waitMs(settings) / 1000),
  };
};
