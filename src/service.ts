import { createAccounts } from "./accounts/accounts.ts";
import { createReceiverAnswers } from "./accounts/receiver-answers.ts";
import { createSavedAccounts } from "./accounts/saved-accounts.ts";
import { createBot } from "./bot/bot.ts";
import { createAlbums } from "./bot/data/albums.ts";
import { createAnsweredTexts } from "./bot/data/answered-texts.ts";
import { createExpectedSums } from "./bot/data/expected-sums.ts";
import { createInbox } from "./bot/data/inbox.ts";
import { createBotMemory } from "./bot/data/memory.ts";
import { createMessagePointers } from "./bot/data/message-pointers.ts";
import { createOutbox } from "./bot/data/outbox.ts";
import { createPollingLease } from "./bot/data/polling-lease.ts";
import { createRetries } from "./bot/data/retries.ts";
import { createShownPictures } from "./bot/data/shown-pictures.ts";
import { limitPerProvider } from "./bot/provider-limit.ts";
import { createArrival, takeInto } from "./bot/telegram/arrival.ts";
import { createTelegramFetch } from "./bot/telegram/client.ts";
import type { BotTimings } from "./bot/telegram/timings.ts";
import type { CanaryReceipt } from "./config/canary-file.ts";
import type { Config } from "./config/config.ts";
import type { SettingsByLabel } from "./config/providers-file.ts";
import type { TopUpTerms } from "./config/top-up-file.ts";
import { type Clock, createClock } from "./core/clock.ts";
import type { Failure } from "./core/failure.ts";
import { createInFlight } from "./core/in-flight.ts";
import { createLog, type Log } from "./core/log.ts";
import type { Observe } from "./core/measurements.ts";
import { startRounds } from "./core/rounds.ts";
import { startProblem } from "./core/start-problem.ts";
import { createStopping, type Stopping } from "./core/stopping.ts";
import { minuteMs } from "./core/time.ts";
import { type Tracing, untraced } from "./core/tracing.ts";
import { heldStore } from "./database/held-store.ts";
import { createOwnUpdates } from "./database/inbox-rows.ts";
import { openStore } from "./database/store.ts";
import { createDecoder, type Decoder, loadPlainDecoders } from "./documents/decoder.ts";
import { createIdempotency } from "./http/idempotency/idempotency.ts";
import { createServer } from "./http/server.ts";
import { createAlarms } from "./operator/alarms/alarms.ts";
import { createWatch } from "./operator/alarms/watch.ts";
import { createCanaries } from "./operator/canary/canaries.ts";
import { createClockWatch } from "./operator/clock-watch.ts";
import { readKnownLayouts } from "./operator/layout-changes/known-layouts.ts";
import { createLayoutChanges } from "./operator/layout-changes/layout-changes.ts";
import { createLayoutWatch } from "./operator/layout-changes/layout-watch.ts";
import { type BookAudit, createBookAudit } from "./operator/metrics/book-audit.ts";
import { createMetrics, type Metrics, type ScrapeSources } from "./operator/metrics/metrics.ts";
import { createOwnReadings } from "./operator/metrics/own-readings.ts";
import { createSandboxProviderSet, listSandboxExamples } from "./operator/sandbox-provider-set.ts";
import { openTracing } from "./operator/tracing/open-tracing.ts";
import { createFairScan } from "./photos/fair-scan.ts";
import { createPrintReader, type PrintReader } from "./photos/ocr/print-reader.ts";
import { createPhotoReader, type PhotoReader } from "./photos/photo-reader.ts";
import { createPictureAllowance } from "./photos/picture-allowance.ts";
import { createPictureSemaphore } from "./photos/picture-semaphore.ts";
import { createScanPicture } from "./photos/scan-picture.ts";
import type { Provider } from "./providers/provider.ts";
import { createDownload } from "./upstream/download.ts";
import { createUpstream, loadClient } from "./upstream/upstream.ts";
import { createReceiptCache } from "./verify/cache.ts";
import { openCacheStore } from "./verify/cache-store.ts";
import { createPrefill } from "./verify/prefill.ts";
import { createProviderSet } from "./verify/provider-set.ts";
import { createTopUp } from "./verify/top-up/top-up.ts";
import { readAssets } from "./web/assets.ts";
import { createSendFailurePage } from "./web/failure-page.tsx";
import { createMadeFor, createPageSeal } from "./web/page-seal.ts";
import { createPages } from "./web/pages.ts";
import { createProofOffers } from "./web/proof/proof-offers.ts";

type Dependencies = {
  readonly settings: SettingsByLabel;
  /** Unset: JSON lines on stdout at the configuration's level. */
  readonly log?: Log;
  /** `test`: the settings lead to the sandbox, and `meta.mode` says so. */
  readonly mode?: "live" | "test";
  /** Unset: there are no top-ups by receipt. */
  readonly topUpTerms?: TopUpTerms | null;
  /** The operator's own receipts, which banks are asked for; unset: none. */
  readonly canaries?: readonly CanaryReceipt[];
  /** Requests that name another host are refused, as fits a demo that anybody's browser can reach. */
  readonly onlyOwnHosts?: boolean;
  readonly now?: () => Date;
  /** Where the bot's chat is opened in a browser, which the form names; unset: nowhere. */
  readonly chatUrl?: string;
  /** Unset: keys and sessions that were made elsewhere are read every 10 s. */
  readonly credentialsEveryMs?: number;
  /** Unset: what may be wrong is looked at every 15 s. */
  readonly watchEveryMs?: number;
  /** What differs from the bot's usual waiting times. */
  readonly botTimings?: Partial<BotTimings>;
  /** The compiled decoding thread; unset, it lies beside this file. */
  readonly workerFile?: URL;
  /** What several services of one process share; unset: this service opens its own, and closes them. */
  readonly readers?: Readers;
};

/** The threads and processes that read what came from outside. */
export type Readers = {
  readonly decoder: Decoder;
  readonly photos: PhotoReader;
  readonly print: PrintReader;
};

export type Service = {
  /** Where HTTP listens. */
  readonly url: string;
  /** Rejects with a start problem when the service cannot go on: Telegram refuses the bot. Never resolves. */
  readonly broken: Promise<never>;
  /** Takes no more work, finishes what runs, closes everything. Calling it again waits for the same stop. */
  readonly stop: () => Promise<void>;
};

/**
 * The whole product from its configuration: stores, verification, pictures, bot and HTTP are made and joined here.
 * Rejects with a start problem, with all that was opened closed again.
 */
export const startService = async (config: Config, deps: Dependencies): Promise<Service> => {
  const stopping = createStopping();
  try {
    const measured: { sources: ScrapeSources | null } = { sources: null };
    const metrics = createMetrics(() => measured.sources);
    const context = contextOf(config, deps, stopping, metrics.observe);
    const tracing = await openServiceTracing(context);
    const stores = await openStores(context);
    const verification = openVerification(context, stores, tracing);
    const { scanPicture, checkPictures, pools } = openPictures(context);
    const books = createBookAudit(stores.store);
    const sources = scrapeSourcesOf(context, stores, { ...verification, pools, books });
    measured.sources = sources;
    const bot = createServiceBot(context, stores, { ...verification, scanPicture, checkPictures });
    const server = createServiceServer(context, stores, {
      ...verification,
      scanPicture,
      metrics,
      take: bot?.take ?? takeInto(stores.inbox),
      chatUrl: () => deps.chatUrl ?? chatUrlOf(bot),
    });
    // A verification may outlive its caller: one who hung up is charged, and answered from the cache later.
    stopping.drainFirst(() => Promise.all([server.drain(), bot?.stop()]));
    stopping.drainFirst(verification.inFlight.settled);

    startWatching(context, stores, { ...verification, books, own: sources.own, bot });
    await stores.accounts.start();
    if (config.roles.includes("api")) await startReadingCredentials(context, stores);
    const url = await server.listen(config.host, config.port);
    // The first question need not wait for these, and neither did the start.
    void Promise.all([loadClient(), loadPlainDecoders()]);
    logUnoffered(context.log, deps.settings, verification.live.providers);
    const broken = brokenBy(bot);
    broken.catch(() => {}); // Nobody needs to watch for it.
    return { url, broken, stop: stopping.stop };
  } catch (error) {
    await stopping.stop();
    throw error;
  }
};

/** Between two looks at what may be wrong. */
const watchEveryMs = 15_000;
/** Between two readings of keys and sessions. */
const credentialsEveryMs = 10_000;

/** What every part is made with. */
type Context = {
  readonly config: Config;
  readonly deps: Dependencies;
  readonly stopping: Stopping;
  readonly log: Log;
  readonly now: () => Date;
  /** Where `deps` sets the time, it never jumps. */
  readonly clock: Clock;
  /** What the parts tell about their work. */
  readonly observe: Observe;
  readonly programs: ReturnType<typeof programsIn>;
};

const contextOf = (config: Config, deps: Dependencies, stopping: Stopping, observe: Observe): Context => {
  const clock = deps.now ? { now: deps.now, jumpedMs: () => 0, goBy: () => 0 } : createClock();
  return {
    config,
    deps,
    stopping,
    log: deps.log ?? createLog(config.logLevel),
    now: clock.now,
    clock,
    observe,
    // All compiled sources lie in one folder, this file's or the decoding thread's.
    programs: programsIn(deps.workerFile ? new URL("../", deps.workerFile) : new URL("./", import.meta.url)),
  };
};

/** Nothing is loaded where nobody follows. */
const openServiceTracing = async ({ config, stopping, log }: Context): Promise<Tracing> => {
  const { tracesEndpoint: endpoint } = config;
  return endpoint === null ? untraced : stopping.closeLast(await openTracing({ endpoint, log }));
};

type Stores = Awaited<ReturnType<typeof openStores>>;

/** What is kept: the database with its accounts and the bot's memory, and the cache of receipts. */
const openStores = async ({ config, stopping, log, now, clock, observe }: Context) => {
  const { secret, historyDays } = config;
  const store = stopping.closeLast(await openStore({ databaseUrl: config.databaseUrl, secret, now }));
  const clockWatch = createClockWatch({ clock, store, log });
  await clockWatch.begin();
  const onRetentionFailed = ({ code, detail }: Failure) =>
    log.warn({ code, detail }, "old data could not be deleted");
  const accounts = stopping.closeLast(createAccounts({ store, secret, now, historyDays, onRetentionFailed }));
  const cacheStore = stopping.closeLast(await openCacheStore(config, log));
  // For what handlers of a person's message keep, and for what belongs to this process.
  const held = { store: heldStore(store), secret, now };
  const leased = { store, secret, now, leaseId: accounts.leaseId };
  const idempotency = createIdempotency(leased);
  const forgetReplies = async (): Promise<void> => {
    for (;;) {
      const applied = await idempotency.applyRetention();
      if (!applied.ok) return onRetentionFailed(applied.error);
      if (applied.value === 0) return;
    }
  };
  stopping.closeLast(
    startRounds({ everyMs: minuteMs, work: forgetReplies, name: "the retention of replies", log }),
  );
  return {
    store,
    held,
    leased,
    clockWatch,
    accounts,
    cacheKind: cacheStore.kind,
    cache: createReceiptCache({ store: cacheStore, secret, now, log, observe }),
    idempotency,
    savedAccounts: createSavedAccounts(held),
    receiverAnswers: createReceiverAnswers(held),
    inbox: createInbox(leased),
    pollingLease: createPollingLease(leased),
  };
};

/** Reads again and again which keys and sessions work; resolves after the first reading. */
const startReadingCredentials = (
  { deps, stopping, log }: Context,
  { accounts: { readActiveKeys, readActiveSessions } }: Stores,
): Promise<void> => {
  const work = async (): Promise<void> => {
    const keys = await readActiveKeys();
    const read = keys.ok ? await readActiveSessions() : keys;
    if (read.ok) return;
    const { code, detail } = read.error;
    log.warn({ code, detail }, "new keys and sessions could not be read");
  };
  const everyMs = deps.credentialsEveryMs ?? credentialsEveryMs;
  return stopping
    .closeLast(startRounds({ everyMs, work, name: "the reading of keys and sessions", log }))
    .run();
};

/** The use case, for the providers of the settings and for those of the sandbox. */
const openVerification = (context: Context, stores: Stores, tracing: Tracing) => {
  const { config, deps, stopping, log, now, observe, programs } = context;
  const { settings, mode = "live", topUpTerms } = deps;
  const { store, accounts, savedAccounts, receiverAnswers, cache } = stores;
  const changes = createLayoutChanges({ store, now });
  const layoutWatch = stopping.closeLast(
    createLayoutWatch({ changes, known: readKnownLayouts(), log, observe }),
  );
  const decoder = deps.readers?.decoder ?? stopping.closeLast(createDecoder({ workerFile: programs.decode }));
  const upstream = stopping.closeLast(createUpstream({ observe }));
  const inFlight = createInFlight();
  const serving = {
    deployment: config.deployment,
    decoder,
    cache,
    accounts,
    savedAccounts,
    receiverAnswers,
    store,
    inFlight,
    now,
  };
  const live = createProviderSet({
    ...serving,
    settings,
    mode,
    upstream,
    onRead: layoutWatch.notice,
    observe,
    tracing,
  });
  const test = mode === "test" ? async () => live : createSandboxProviderSet(serving, stopping);
  // Never the sandbox's: a simulated payment pays nothing.
  const topUp = topUpTerms ? createTopUp({ ...live, terms: topUpTerms, accounts, now }) : null;
  return { live, test, topUp, inFlight, upstream, decoder, changes, tracing };
};

type VerificationParts = ReturnType<typeof openVerification>;

type WatchedParts = VerificationParts & {
  readonly books: BookAudit;
  readonly own: ScrapeSources["own"];
  readonly bot: ReturnType<typeof createServiceBot>;
};

/** Looks again and again at what may be wrong, and asks banks for the operator's own receipts. */
const startWatching = (
  { config, deps, stopping, log, now, observe }: Context,
  { store, clockWatch }: Stores,
  { live, upstream, changes, books, own, bot }: WatchedParts,
): void => {
  const { canaries: receipts = [] } = deps;
  const { secret, alertChatId } = config;
  const { providers, legibilityOf, verifyUncounted } = live;
  const canaries = createCanaries({
    receipts,
    providers,
    verify: verifyUncounted,
    store,
    secret,
    observe,
    now,
  });
  const alarms = createAlarms({ store, ownUpdates: createOwnUpdates({ secret, now }), now });
  const teller = bot === null || alertChatId === null ? null : { chatId: alertChatId, say: bot.say };
  const watch = createWatch({
    providers,
    upstream,
    legibilityOf,
    own,
    books,
    canaries,
    changes,
    store,
    alarms,
    teller,
    log,
    now,
  });
  const everyMs = deps.watchEveryMs ?? watchEveryMs;
  const rounds = [
    startRounds({ everyMs, work: watch, name: "the watch", log }),
    startRounds({ everyMs, work: clockWatch.round, name: "the watch over the clock", log }),
  ];
  if (receipts.length > 0)
    rounds.push(startRounds({ everyMs, work: canaries.round, name: "asking for own receipts", log }));
  // What is asked of a bank ends before the database closes.
  for (const { close } of rounds) stopping.drainFirst(close);
};

/** Reads pictures in processes, by turns of their callers. */
const openPictures = ({ deps, stopping, now, programs }: Context) => {
  const { photos, print } = deps.readers ?? {
    photos: stopping.closeLast(createPhotoReader({ processFile: programs.picture })),
    print: stopping.closeLast(createPrintReader({ processFile: programs.print })),
  };
  const allowance = createPictureAllowance({ now });
  const scanPicture = createFairScan({
    scanPicture: createScanPicture({ photos, print, now }),
    semaphore: createPictureSemaphore(),
    allowance,
  });
  return { scanPicture, checkPictures: allowance.check, pools: { pictures: photos, print } };
};

type OpenedPictures = ReturnType<typeof openPictures>;
type PictureParts = VerificationParts & Pick<OpenedPictures, "scanPicture">;

/** What a scrape reads, once everything is there. */
const scrapeSourcesOf = (
  { config, now }: Context,
  { store }: Stores,
  parts: VerificationParts & Pick<OpenedPictures, "pools"> & { readonly books: BookAudit },
): ScrapeSources => {
  const { live, upstream, decoder, pools, books } = parts;
  const own = createOwnReadings({
    providers: live.providers,
    upstream,
    answersOf: live.answersOf,
    pools: { ...pools, documents: decoder },
    store,
    books,
    databaseUrl: config.databaseUrl,
  });
  return { own, store, now };
};

/** Null where the configuration names no bot. */
const createServiceBot = (
  { config, deps, stopping, log, now, observe }: Context,
  { store, held, leased, accounts, savedAccounts, receiverAnswers, inbox, pollingLease }: Stores,
  { live, topUp, scanPicture, checkPictures, tracing }: PictureParts & Pick<OpenedPictures, "checkPictures">,
) => {
  if (!config.telegram || !config.roles.includes("bot")) return null;
  const { fetch } = stopping.closeLast(createTelegramFetch());
  return createBot({
    telegram: { ...config.telegram, webhook: config.webhook, fetch, download: createDownload() },
    pollingLease,
    data: {
      memory: createBotMemory(held),
      inbox,
      outbox: createOutbox(held),
      answeredTexts: createAnsweredTexts(held),
      messagePointers: createMessagePointers(held),
      expectedSums: createExpectedSums(held),
      retries: createRetries({ ...leased, inbox }),
      albums: createAlbums({ ...held, inbox }),
      shownPictures: createShownPictures(held),
      isAway: store.isAway,
    },
    verification: {
      ...live,
      verify: limitPerProvider(live.verify),
      scanPicture: (bytes, caller) => scanPicture(bytes, live, caller),
      checkPictures,
      topUp,
    },
    merchants: { accounts, savedAccounts, receiverAnswers },
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    prefill: createPrefill(config.secret),
    operatorContact: config.operatorContact,
    now,
    log,
    observe,
    tracing,
    ...(deps.botTimings && { timings: deps.botTimings }),
  });
};

type HttpParts = PictureParts & {
  readonly take: ReturnType<typeof takeInto>;
  readonly metrics: Metrics;
  readonly chatUrl: () => string | null;
};

/** Where a browser opens the bot's chat; null while its name is not known, and in processes without the bot. */
const chatUrlOf = (bot: ReturnType<typeof createServiceBot>): string | null => {
  const username = bot?.username() ?? null;
  return username === null ? null : `https://t.me/${username}`;
};

const createServiceServer = (
  { config, deps, stopping, log, now, programs }: Context,
  { store, accounts, savedAccounts, cacheKind, idempotency }: Stores,
  { live, test, topUp, scanPicture, take, metrics, chatUrl, tracing }: HttpParts,
) => {
  const servesApi = config.roles.includes("api");
  const hook = servesApi ? config.webhook : null;
  const assets = readAssets(programs.assets);
  return stopping.closeLast(
    createServer({
      ...config,
      onlyHostsOf: deps.onlyOwnHosts ? config.host : null,
      servesApi,
      providerSets: { live, test },
      accounts,
      topUp,
      idempotency,
      scanPicture,
      tracing,
      metrics: { ...metrics, token: config.metricsToken },
      health: { databaseReady: async () => (await store.ready()).ok, cacheKind },
      pages: createPages({
        assets,
        accounts,
        savedAccounts,
        providerSets: { live, test },
        idempotency,
        botToken: config.telegram?.token ?? null,
        prefill: createPrefill(config.secret),
        proofOffers: createProofOffers(config.secret, now),
        toldErasures: createPageSeal(config.secret, "web/told-erasures"),
        madeFor: createMadeFor(config.secret),
        topUp,
        operatorContact: config.operatorContact,
        bankNews: live,
        sandboxExamples: listSandboxExamples,
        statusText: config.statusText,
        chatUrl,
        scanPicture,
        now,
      }),
      sendFailurePage: createSendFailurePage({ assets, isTest: live.mode === "test" }),
      webhook: hook && { ...hook, path: new URL(hook.url).pathname, arrive: createArrival(take, log) },
      log,
      now,
    }),
  );
};

/** What is compiled beside the service, beneath its folder: programs of other threads and processes, files for browsers. */
const programsIn = (folder: URL) => ({
  decode: new URL("./documents/decode-worker.js", folder),
  picture: new URL("./photos/picture-process.js", folder),
  print: new URL("./photos/ocr/print-process.js", folder),
  assets: new URL("./web/public/", folder),
});

const logUnoffered = (log: Log, configured: SettingsByLabel, offered: readonly Provider[]): void => {
  const idle = Object.keys(configured).filter(
    (label) => !offered.some((provider) => provider.label === label),
  );
  if (idle.length > 0) log.warn({ providers: idle }, "configured, but not offered in the limited deployment");
};

/** The bot waits for Telegram as long as it must; HTTP is served meanwhile. */
const brokenBy = async (bot: ReturnType<typeof createBot> | null): Promise<never> => {
  await bot?.start();
  const ending = bot && (await bot.ended);
  if (ending?.kind === "refused") throw startProblem(`The bot stopped: ${ending.reason}.`);
  return new Promise<never>(() => {});
};
