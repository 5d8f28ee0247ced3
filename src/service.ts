import { createAccounts } from "./accounts/accounts.ts";
import { createAskingApart } from "./asking/asking-apart.ts";
import { createBot } from "./bot/bot.ts";
import { createArrival, takeInto } from "./bot/incoming.ts";
import type { Pace } from "./bot/pace.ts";
import { createReceiptCache } from "./cache.ts";
import { openCacheStore } from "./cache-store.ts";
import { inTurn } from "./chat-turns.ts";
import type { Config } from "./config.ts";
import { createDriftBook } from "./drift/drift-book.ts";
import { createDriftNotes } from "./drift/drift-notes.ts";
import { createServer } from "./http/server.ts";
import { createIdempotency } from "./idempotency/idempotency.ts";
import { startSweeping } from "./idempotency/sweeping.ts";
import { createInFlight } from "./in-flight.ts";
import { createLog, type Log } from "./log.ts";
import { createOffer, createSandboxOffer } from "./offers.ts";
import { createFairLook } from "./photos/fair-look.ts";
import { createPhotoReader } from "./photos/photo-reader.ts";
import { createPictureSemaphore } from "./photos/picture-semaphore.ts";
import { createPrintReader } from "./photos/print/print-reader.ts";
import { createLook } from "./photos/sight.ts";
import { createUnreadableLimit } from "./photos/unreadable-limit.ts";
import type { Provider } from "./providers/provider.ts";
import { providerLabels } from "./providers/registry.ts";
import type { SettingsByLabel } from "./providers-file.ts";
import { startProblem } from "./start-problem.ts";
import { createStopping } from "./stopping.ts";
import { createAlbums } from "./store/albums.ts";
import { createBotMemory } from "./store/bot-memory.ts";
import { createDeliveries } from "./store/deliveries.ts";
import { createExpectedSums } from "./store/expected-sums.ts";
import { createInbox } from "./store/inbox.ts";
import { createReceiverAnswers } from "./store/receiver-answers.ts";
import { createRetries } from "./store/retries.ts";
import { createSavedAccounts } from "./store/saved-accounts.ts";
import { openStore } from "./store/store.ts";
import { createTopUp } from "./top-up/top-up.ts";
import type { TopUpTerms } from "./top-up/top-up-file.ts";
import { createDownload } from "./upstream/download.ts";
import { createServerPost } from "./upstream/server-post.ts";

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
  readonly botPace?: Partial<Pace>;
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
    const onSweepFailed = ({ code, detail }: { code: string; detail?: string }) =>
      log.warn({ code, detail }, "what is over could not be tidied up");
    const accounts = stopping.closeLast(createAccounts({ store, secret, now, historyDays, onSweepFailed }));
    const cacheStore = stopping.closeLast(await openCacheStore(config.cacheUrl, log));
    const cache = createReceiptCache({ store: cacheStore, secret, now, log });
    const { deployment } = config;
    const drift = stopping.closeLast(createDriftNotes({ book: createDriftBook({ store, now }), log }));
    const thread = { programFile: files.asking, settings, deployment, onDrift: drift.add };
    const asking = stopping.closeLast(createAskingApart({ ...thread, now, log }));
    const photos = stopping.closeLast(createPhotoReader({ processFile: files.picture }));
    const print = stopping.closeLast(createPrintReader({ processFile: files.print }));
    const look = createFairLook({
      look: createLook({ photos, print, now }),
      semaphore: createPictureSemaphore(),
      unreadable: createUnreadableLimit({ now }),
    });
    const download = createDownload();
    const { post } = stopping.closeLast(createServerPost());
    const orders = createInFlight();
    const idempotency = createIdempotency({ store, secret, leaseId: accounts.leaseId, now });
    stopping.closeLast(startSweeping(idempotency, onSweepFailed));
    const savedAccounts = createSavedAccounts({ store, secret, now });
    const receiverAnswers = createReceiverAnswers({ store, secret, now });
    const serving = { deployment, cache, accounts, savedAccounts, receiverAnswers, store, orders, now };
    const live = createOffer({ ...serving, settings, mode, asking });
    const test =
      mode === "test"
        ? async () => live
        : createSandboxOffer(serving, { ...stopping, workerFile: files.decode });

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
            ...config.telegram,
            publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
            webhook: config.webhook,
            verify: inTurn(live.verify),
            providers: live.providers,
            waitSeconds: live.waitSeconds,
            answersOf: live.answersOf,
            detect: live.detect,
            memory,
            inbox,
            deliveries,
            savedAccounts,
            receiverAnswers,
            expectedSums,
            retries,
            albums,
            isAway: store.isAway,
            look: (bytes, caller) => look(bytes, live, caller),
            download,
            post,
            accounts,
            topUp,
            operatorContact: config.operatorContact,
            now,
            log,
            ...(deps.botPace && { pace: deps.botPace }),
          })
        : null;
    const arrive = createArrival(bot?.take ?? takeInto(inbox), log);
    const server = stopping.closeLast(
      createServer({
        ...config,
        onlyHostsOf: deps.onlyOwnHosts ? config.host : null,
        servesApi,
        offers: { live, test },
        accounts,
        topUp,
        idempotency,
        look,
        health: { databaseReady: async () => (await store.ready()).ok, cacheKind: cacheStore.kind },
        webhook:
          (servesApi &&
            config.webhook && { ...config.webhook, path: new URL(config.webhook.url).pathname, arrive }) ||
          null,
        log,
        now,
      }),
    );

    // An order may outlive its asker: a caller who hung up is charged, and answered from the cache later.
    stopping.drainFirst(() => Promise.all([server.drain(), bot?.stop()]));
    stopping.drainFirst(orders.settled);

    await accounts.start();
    const url = await server.listen(config.host, config.port);
    logUnoffered(log, settings, live.providers);
    const broken = Promise.race([brokenBy(bot), asking.broken]);
    broken.catch(() => {}); // whoever does not watch for it is not ended by it
    return { url, broken, stop: stopping.stop };
  } catch (error) {
    await stopping.stop();
    throw error;
  }
};

/** The compiled programs of other threads and processes, beneath the folder of the compiled sources. */
const programsIn = (folder: URL) => ({
  asking: new URL("./asking/asking-thread.js", folder),
  decode: new URL("./reading/decode-worker.js", folder),
  picture: new URL("./photos/picture-process.js", folder),
  print: new URL("./photos/print/print-process.js", folder),
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
