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
import type { Stopping } from "./stopping.ts";
import { createUpstream, type Upstream } from "./upstream/upstream.ts";
import { createVerify } from "./verify.ts";

type Dependencies = Serving & {
  readonly settings: SettingsByLabel;
  /** `test`: the settings lead to a sandbox. */
  readonly mode: "live" | "test";
  readonly upstream: Upstream;
  readonly drift?: Pick<DriftWatch, "notice">;
};

/** What all offers share. */
type Serving = {
  readonly deployment: "full" | "limited";
  readonly decoder: Decoder;
  readonly cache: ReceiptCache;
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

/**
 * Opens the sandbox for the first test key and not before: few installations meet one. It has connections, circuits and
 * retries of its own, because what happens there tells nothing about a provider.
 */
export const createSandboxOffer = (
  serving: Serving,
  { closeLast }: Pick<Stopping, "closeLast">,
): (() => Promise<Offer>) => {
  let opening: Promise<Offer> | undefined;
  const open = async (): Promise<Offer> => {
    const { startEmbeddedSandbox } = await import("./embedded-sandbox.ts");
    const { settings } = closeLast(await startEmbeddedSandbox(serving.now));
    return createOffer({ ...serving, settings, mode: "test", upstream: closeLast(createUpstream()) });
  };
  return () => {
    opening ??= open().catch((cause: unknown) => {
      opening = undefined;
      throw cause;
    });
    return opening;
  };
};
