import type { Accounts } from "../accounts/accounts.ts";
import type { ReceiverAnswers } from "../accounts/receiver-answers.ts";
import type { SavedAccounts } from "../accounts/saved-accounts.ts";
import type { SettingsByLabel } from "../config/providers-file.ts";
import type { InFlight } from "../core/in-flight.ts";
import { createLruCache } from "../core/lru-cache.ts";
import { type Observe, unobserved } from "../core/measurements.ts";
import { minuteMs } from "../core/time.ts";
import { type Tracing, untraced } from "../core/tracing.ts";
import type { Store } from "../database/store.ts";
import type { Decoder } from "../documents/decoder.ts";
import type { Provider } from "../providers/provider.ts";
import { openProviders, providerLabels } from "../providers/registry.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { createAskProvider, type OnRead } from "./ask-provider.ts";
import { type Assessor, createAssessor, createPrepareAssessment } from "./assessor.ts";
import type { ReceiptCache } from "./cache.ts";
import { type Detection, detect } from "./detect/detect.ts";
import { createLegibility, type Legibility } from "./legibility.ts";
import { createLookUp } from "./look-up.ts";
import { observedReading, observedVerify } from "./observed.ts";
import { bankNamesOf } from "./parties.ts";
import { createProviderAnswers, type ProviderAnswers, type ProviderCounts } from "./provider-answers.ts";
import {
  tracedAccounts,
  tracedAtOnce,
  tracedCache,
  tracedDecoder,
  tracedQuestion,
  tracedUpstream,
  tracedVerify,
} from "./traced.ts";
import { uncounted } from "./uncounted.ts";
import { createVerify, type Verify } from "./verify.ts";

type Dependencies = Serving & {
  readonly settings: SettingsByLabel;
  /** `test`: the settings lead to a sandbox. */
  readonly mode: "live" | "test";
  /** The caller closes it. */
  readonly upstream: Upstream;
  readonly onRead?: OnRead;
  /** Unset: what simulated providers answer is not measured. */
  readonly observe?: Observe;
  readonly tracing?: Tracing;
};

/** What all provider sets share. */
export type Serving = {
  readonly deployment: "full" | "limited";
  readonly decoder: Pick<Decoder, "decode">;
  readonly cache: ReceiptCache;
  readonly accounts: Pick<Accounts, "reserve" | "commit" | "void" | "isUndone">;
  readonly savedAccounts: Pick<SavedAccounts, "of">;
  readonly receiverAnswers: Pick<ReceiverAnswers, "of">;
  readonly store: Pick<Store, "read">;
  /** Holds every verification until it has been counted, even when its caller has gone. */
  readonly inFlight: InFlight;
  readonly now: () => Date;
};

/** The providers offered to a caller, and how to verify by them. */
export type ProviderSet = {
  /** `test`: the answers come from the sandbox. */
  readonly mode: "live" | "test";
  readonly providers: readonly Provider[];
  /** Labels of known providers that this set does not hold. */
  readonly notOffered: readonly string[];
  readonly detect: (text: string) => Detection;
  readonly verify: Verify;
  /** How many questions of one caller a provider is asked at once. `isKeyed`: who has an account. */
  readonly permitsOfOne: (caller: { readonly isKeyed: boolean }) => number;
  /** Seconds until a provider is asked again; 0 while it is asked. */
  readonly waitSeconds: (provider: Provider) => number;
};

/** A provider set with what chats and pages also need. */
type FullProviderSet = ProviderSet & {
  readonly assess: Assessor;
  /** How a provider has recently answered this process. */
  readonly answersOf: (provider: Pick<Provider, "label">) => ProviderAnswers;
  readonly legibilityOf: (provider: Pick<Provider, "label">) => Legibility;
  /** Verifies for the operator: asks the bank itself, and counts on nobody. */
  readonly verifyUncounted: Verify;
  /** How often it was asked in the last hour and day, and how often in vain. */
  readonly countsOf: (provider: Pick<Provider, "label">) => ProviderCounts;
};

/** Joins the providers with detection, look-up, counting and assessment for one kind of caller. */
export const createProviderSet = (deps: Dependencies): FullProviderSet => {
  const answers = createProviderAnswers();
  const legibility = createLegibility();
  const { settings, deployment, mode, upstream, store, inFlight, now, tracing = untraced } = deps;
  const { observe = unobserved } = deps;
  const providers = openProviders(settings, deployment);
  const offered = providers.map(({ label }) => label);
  const banks = bankNamesOf(providers);
  const prepare = createPrepareAssessment({ ...deps, banks });
  const onRead = observedReading(observe, deps.onRead);
  const askProvider = createAskProvider({
    onRead,
    upstream: tracedUpstream(tracing, upstream),
    decoder: tracedDecoder(tracing, deps.decoder),
    now,
  });
  const answering = createLookUp({
    ...deps,
    cache: tracedCache(tracing, deps.cache),
    askProvider: (provider, question, caller) =>
      askProvider(provider, tracedQuestion(tracing, question), caller),
    isAnswering: answers.isAnswering,
  });
  const lookUp = answers.noting(legibility.noting(answering));
  const prepareAssessment: Parameters<typeof createVerify>[0]["prepareAssessment"] = (account, shown) =>
    store.read(() => prepare(account, shown));
  const detectOnce = createDetectOnce(providers, now);
  const using = { lookUp, prepareAssessment, banks, mode, now };
  const verify = createVerify({ ...using, accounts: tracedAccounts(tracing, deps.accounts) });
  const verifyUncounted = createVerify({ ...using, accounts: uncounted });
  return {
    mode,
    providers,
    notOffered: providerLabels.filter((label) => !offered.includes(label)),
    detect: (text) => tracedAtOnce(tracing, "detection", () => detectOnce(text)),
    verify: (request) => inFlight.run(() => tracedVerify(tracing, observedVerify(observe, verify))(request)),
    assess: createAssessor({ ...deps, banks }),
    legibilityOf: ({ label }) => legibility.of(label),
    verifyUncounted: (request) => inFlight.run(() => verifyUncounted({ ...request, isFresh: true })),
    answersOf: ({ label }) => answers.of(label),
    countsOf: ({ label }) => answers.countsOf(label, now()),
    permitsOfOne: upstream.permitsOfOne,
    waitSeconds: ({ settings }) => Math.ceil(upstream.waitMs(settings) / 1000),
  };
};

/** Texts whose detection is kept, and for how long. */
const keptTexts = { max: 32, ms: minuteMs };

/** Several handlers read one message, some before its turn comes. A text is read once for all of them. */
const createDetectOnce = (providers: readonly Provider[], now: () => Date): ((text: string) => Detection) => {
  const known = createLruCache<string, { readonly detection: Detection; readonly at: Date }>(keptTexts.max);
  return (text) => {
    const at = now();
    const before = known.get(text);
    if (before !== undefined && Math.abs(at.getTime() - before.at.getTime()) < keptTexts.ms)
      return before.detection;
    const detection = detect(text, providers, at);
    known.set(text, { detection, at });
    return detection;
  };
};
