import { createAccounts } from "./accounts/accounts.ts";
import { createReceiverAnswers } from "./accounts/receiver-answers.ts";
import { createSavedAccounts } from "./accounts/saved-accounts.ts";
import { createBot } from "./bot/bot.ts";
import { limitPerProvider } from "./bot/chat-turns.ts";
import { createAlbums } from "./bot/data/albums.ts";
import { createDeliveries } from "./bot/data/deliveries.ts";
import { createExpectedSums } from "./bot/data/expected-sums.ts";
import { createInbox } from "./bot/data/inbox.ts";
import { createBotMemory } from "./bot/data/memory.ts";
import { createRetries } from "./bot/data/retries.ts";
import { createArrival, takeInto } from "./bot/telegram/arrival.ts";
import { createTelegramFetch } from "./bot/telegram/client.ts";
import type { BotTimings } from "./bot/telegram/timings.ts";
import type { Config } from "./config/config.ts";
import type { SettingsByLabel } from "./config/providers-file.ts";
import type { TopUpTerms } from "./config/top-up-file.ts";
import { createInFlight } from "./core/in-flight.ts";
import { createLog, type Log } from "./core/log.ts";
import { startProblem } from "./core/start-problem.ts";
import { createStopping } from "./core/stopping.ts";
import { openStore } from "./database/store.ts";
import { createDecoder } from "./documents/decoder.ts";
import { createIdempotency } from "./http/idempotency/idempotency.ts";
import { startRetention } from "./http/idempotency/retention.ts";
import { createServer } from "./http/server.ts";
import { createDriftBook } from "./operator/layout-changes/drift-book.ts";
import { createDriftWatch } from "./operator/layout-changes/drift-watch.ts";
import { readKnownLayouts } from "./operator/layout-changes/known-layouts.ts";
import { createFairScan } from "./photos/fair-scan.ts";
import { createPrintReader } from "./photos/ocr/print-reader.ts";
import { createPhotoReader } from "./photos/photo-reader.ts";
import { createPictureSemaphore } from "./photos/picture-semaphore.ts";
import { createScanPicture } from "./photos/scan-picture.ts";
import { createUnreadableLimit } from "./photos/unreadable-limit.ts";
import type { Provider } from "./providers/provider.ts";
import { providerLabels } from "./providers/registry.ts";
import { createDownload } from "./upstream/download.ts";
import { createUpstream } from "./upstream/upstream.ts";
import { createReceiptCache } from "./verify/cache.ts";
import { openCacheStore } from "./verify/cache-store.ts";
import { createProviderSet, createSandboxProviderSet } from "./verify/provider-set.ts";
import { createTopUp } from "./verify/top-up/top-up.ts";

type Dependencies = {
  readonly settings: SettingsByLabel;
  /** Unset: JSON lines on stdout at the configuration's level. */
  readonly log?: Log;
  /** `test`: the settings lead to the sandbox, and `meta.mode` says so. */
  readonly mode?: "live" | "test";
  /** Unset: there are no top-ups by receipt. */
  readonly topUpTerms?: TopUpTerms | null;
  /** Requests that name another host are refused, as fits a demo that anybody's browser can reach. */
  readonly onlyOwnHosts?: boolean;
  readonly now?: () => Date;
  /** What differs from the bot's usual waiting times. */
  readonly botTimings?: Partial<BotTimings>;
  /** The compiled decoding thread; unset, it lies beside this file. */
  readonly workerFile?: URL;
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
 * The whole product from its configuration: everything is made and joined here, in the order in which a
 * message meets it. Rejects with a start problem, with all that was opened closed again.
 */
export const startService = async (config: Config, deps: Dependencies): Promise<Service> => {
  const { settings, log = createLog(config.logLevel), mode = "live", now = () => new Date() } = deps;
  const { secret, historyDays } = config;
  const servesApi = config.roles.includes("api");
  // All compiled sources lie in one folder, this one's or the decoding thread's.
  const files = programsIn(
    deps.workerFile ? new URL("../", deps.workerFile) : new URL("./", import.meta.url),
  );
  const stopping = createStopping();
  try {
    const store = stopping.closeLast(await openStore({ databaseUrl: config.databaseUrl, secret, now }));
    const onRetentionFailed = ({ code, detail }: { code: string; detail?: string }) =>
      log.warn({ code, detail }, "what is over could not be tidied up");
    const accounts = stopping.closeLast(
      createAccounts({ store, secret, now, historyDays, onRetentionFailed }),
    );
    const cacheStore = stopping.closeLast(await openCacheStore(config.cacheUrl, log));
    const cache = createReceiptCache({ store: cacheStore, secret, now, log });
    const { deployment } = config;
    const book = createDriftBook({ store, now });
    const drift = stopping.closeLast(createDriftWatch({ book, known: readKnownLayouts(), log }));
    const decoder = stopping.closeLast(createDecoder({ workerFile: files.decode }));
    const upstream = stopping.closeLast(createUpstream());
    const photos = stopping.closeLast(createPhotoReader({ processFile: files.picture }));
    const print = stopping.closeLast(createPrintReader({ processFile: files.print }));
    const scanPicture = createFairScan({
      scanPicture: createScanPicture({ photos, print, now }),
      semaphore: createPictureSemaphore(),
      unreadable: createUnreadableLimit({ now }),
    });
    const download = createDownload();
    const { fetch } = stopping.closeLast(createTelegramFetch());
    const inFlight = createInFlight();
    const idempotency = createIdempotency({ store, secret, leaseId: accounts.leaseId, now });
    stopping.closeLast(startRetention(idempotency, onRetentionFailed));
    const savedAccounts = createSavedAccounts({ store, secret, now });
    const receiverAnswers = createReceiverAnswers({ store, secret, now });
    const counting = { accounts, savedAccounts, receiverAnswers, store, inFlight };
    const serving = { deployment, decoder, cache, ...counting, now };
    const live = createProviderSet({ ...serving, settings, mode, upstream, onRead: drift.notice });
    const test = mode === "test" ? async () => live : createSandboxProviderSet(serving, stopping);

    // Never the sandbox's: a simulated payment is none.
    const topUp = deps.topUpTerms ? createTopUp({ ...live, terms: deps.topUpTerms, accounts, now }) : null;

    const memory = createBotMemory({ store, secret, now });
    const inbox = createInbox({ store, secret, leaseId: accounts.leaseId, now });
    const deliveries = createDeliveries({ store, secret, now });
    const expectedSums = createExpectedSums({ store, secret, now });
    const albums = createAlbums({ store, secret, inbox, now });
    const retries = createRetries({ store, secret, inbox, leaseId: accounts.leaseId, now });
    const bot =
      config.telegram && config.roles.includes("bot")
        ? createBot({
            telegram: { ...config.telegram, webhook: config.webhook, fetch, download },
            data: { memory, inbox, deliveries, expectedSums, retries, albums, isAway: store.isAway },
            verification: {
              ...live,
              verify: limitPerProvider(live.verify),
              scanPicture: (bytes, caller) => scanPicture(bytes, live, caller),
              topUp,
            },
            merchants: { accounts, savedAccounts, receiverAnswers },
            publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
            operatorContact: config.operatorContact,
            now,
            log,
            ...(deps.botTimings && { timings: deps.botTimings }),
          })
        : null;
    const arrive = createArrival(bot?.take ?? takeInto(inbox), log);
    const server = stopping.closeLast(
      createServer({
        ...config,
        onlyHostsOf: deps.onlyOwnHosts ? config.host : null,
        servesApi,
        providerSets: { live, test },
        accounts,
        topUp,
        idempotency,
        scanPicture,
        health: { databaseReady: async () => (await store.ready()).ok, cacheKind: cacheStore.kind },
        webhook:
          (servesApi &&
            config.webhook && { ...config.webhook, path: new URL(config.webhook.url).pathname, arrive }) ||
          null,
        log,
        now,
      }),
    );

    // An order may outlive its caller: a caller who hung up is charged, and answered from the cache later.
    stopping.drainFirst(() => Promise.all([server.drain(), bot?.stop()]));
    stopping.drainFirst(inFlight.settled);

    await accounts.start();
    const url = await server.listen(config.host, config.port);
    logUnoffered(log, settings, live.providers);
    const broken = brokenBy(bot);
    broken.catch(() => {}); // whoever does not watch for it is not ended by it
    return { url, broken, stop: stopping.stop };
  } catch (error) {
    await stopping.stop();
    throw error;
  }
};

/** The compiled programs of other threads and processes, beneath the folder of the compiled sources. */
const programsIn = (folder: URL) => ({
  decode: new URL("./documents/decode-worker.js", folder),
  picture: new URL("./photos/picture-process.js", folder),
  print: new URL("./photos/ocr/print-process.js", folder),
});

const logUnoffered = (log: Log, configured: SettingsByLabel, offered: readonly Provider[]): void => {
  const idle = Object.keys(configured).filter(
    (label) => !offered.some((provider) => provider.label === label),
  );
  const [unreadable, limited] = [false, true].map((isReadable) =>
    idle.filter((label) => providerLabels.includes(label) === isReadable),
  );
  if (unreadable?.length)
    log.warn({ providers: unreadable }, "configured, but this version cannot read their receipts");
  if (limited?.length)
    log.warn({ providers: limited }, "configured, but not offered in the limited deployment");
};

/** The bot waits for Telegram as long as it must; HTTP is served meanwhile. */
const brokenBy = async (bot: ReturnType<typeof createBot> | null): Promise<never> => {
  await bot?.start();
  const ending = bot && (await bot.ended);
  if (ending?.kind === "refused") throw startProblem(`The bot stopped: ${ending.reason}.`);
  return new Promise<never>(() => {});
};
