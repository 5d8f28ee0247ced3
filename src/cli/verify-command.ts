import type { ReceiptCache } from "../cache.ts";
import { claimFromText } from "../claim.ts";
import { detect } from "../detect.ts";
import { createDriftBook } from "../drift/drift-book.ts";
import { createDriftWatch } from "../drift/drift-watch.ts";
import { readKnownLayouts } from "../drift/known-layouts.ts";
import { fail } from "../failure.ts";
import { createLookUp, type LookupOutcome } from "../lookup.ts";
import type { Provider, Question } from "../providers/provider.ts";
import { openProviders } from "../providers/registry.ts";
import { createDecoder } from "../reading/decoder.ts";
import { ok } from "../result.ts";
import { createStopping } from "../stopping.ts";
import { openStore } from "../store/store.ts";
import { createUpstream } from "../upstream/upstream.ts";
import { type Command, type Given, type Place, problem } from "./command.ts";
import { recordAnswer, refusalAnswer } from "./verify-answer.ts";

/**
 * Verifies the receipt that a text points to, as the service would, for the operator: uncounted, and asked of the
 * provider whatever the cache holds.
 */
export const verifyCommand: Command = {
  name: "verify",
  synopsis: "<text> [--provider <label>] [--account-number <digits>] [--phone <number>]",
  summary: "asks the provider for the receipt that a text points to; counts nothing",
  options: ["provider", "account-number", "phone"],
  run: async (given, place) => {
    if (given.words.length === 0)
      return problem(2, "usage", "verify needs a text: a reference, a link or a message");
    const settings = place.settings();
    if (!settings.ok) return problem(3, "unavailable", settings.error.join("\n"));
    const asked = askedBy(given, openProviders(settings.value, place.config.deployment), place.now());
    if (!asked.ok) return refusalAnswer(asked.error);
    const { provider, question } = asked.value;
    const { result, checkedAt } = await lookUpAlone(provider, question, place);
    return result.ok ? recordAnswer(provider, result.value, checkedAt) : refusalAnswer(result.error);
  },
};

const askedBy = ({ words, options }: Given, providers: readonly Provider[], now: Date) => {
  const wanted = options.provider;
  if (wanted !== undefined && !providers.some(({ label }) => label === wanted))
    return fail("provider_not_offered", { param: "provider", subject: wanted });
  const hints = { provider: wanted, accountNumber: options["account-number"], phone: options.phone };
  const claim = claimFromText(detect(words.join(" "), providers, now), hints);
  if (!claim.ok) return claim;
  const provider = providers.find(({ label }) => label === claim.value.provider);
  if (provider === undefined) throw new Error("detection named a provider that is not offered");
  const question = provider.open(claim.value.body);
  return question.ok ? ok({ provider, question: question.value }) : question;
};

const lookUpAlone = async (provider: Provider, question: Question, place: Place): Promise<LookupOutcome> => {
  const { config, log, now, workerFile = besideTheTool } = place;
  const stopping = createStopping();
  try {
    const store = stopping.closeLast(await openStore({ ...config, now }));
    const book = createDriftBook({ store, now });
    const drift = stopping.closeLast(createDriftWatch({ book, known: readKnownLayouts(), log }));
    const upstream = stopping.closeLast(createUpstream());
    const decoder = stopping.closeLast(createDecoder({ workerFile, threads: 1 }));
    return await createLookUp({ upstream, decoder, cache: noCache, drift, now })(provider, question);
  } finally {
    await stopping.stop();
  }
};

const besideTheTool = new URL("../reading/decode-worker.js", import.meta.url);

const noCache: ReceiptCache = { find: async () => null, keep: async () => {} };
