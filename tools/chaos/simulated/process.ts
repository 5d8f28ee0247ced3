import { closeSync, openSync } from "node:fs";
import { type Accounts, createAccounts } from "../../../src/accounts/accounts.ts";
import { createReceiverAnswers } from "../../../src/accounts/receiver-answers.ts";
import { createSavedAccounts } from "../../../src/accounts/saved-accounts.ts";
import { createBot } from "../../../src/bot/bot.ts";
import { createAlbums } from "../../../src/bot/data/albums.ts";
import { createAnsweredTexts } from "../../../src/bot/data/answered-texts.ts";
import { createExpectedSums } from "../../../src/bot/data/expected-sums.ts";
import { createInbox } from "../../../src/bot/data/inbox.ts";
import { createBotMemory } from "../../../src/bot/data/memory.ts";
import { createMessagePointers } from "../../../src/bot/data/message-pointers.ts";
import { createOutbox } from "../../../src/bot/data/outbox.ts";
import { createPollingLease } from "../../../src/bot/data/polling-lease.ts";
import { createRetries } from "../../../src/bot/data/retries.ts";
import { createShownPictures } from "../../../src/bot/data/shown-pictures.ts";
import { limitPerProvider } from "../../../src/bot/provider-limit.ts";
import { createArrival } from "../../../src/bot/telegram/arrival.ts";
import type { TelegramFetch } from "../../../src/bot/telegram/client.ts";
import type { BotTimings } from "../../../src/bot/telegram/timings.ts";
import { createClock } from "../../../src/core/clock.ts";
import { fail } from "../../../src/core/failure.ts";
import { createInFlight } from "../../../src/core/in-flight.ts";
import type { Log } from "../../../src/core/log.ts";
import { startRounds } from "../../../src/core/rounds.ts";
import { heldStore } from "../../../src/database/held-store.ts";
import { openStore, type Store } from "../../../src/database/store.ts";
import { decodeAtOnce } from "../../../src/documents/decode-plain.ts";
import { createIdempotency } from "../../../src/http/idempotency/idempotency.ts";
import { createServer } from "../../../src/http/server.ts";
import { createClockWatch } from "../../../src/operator/clock-watch.ts";
import type { openConnections } from "../../../src/upstream/connections.ts";
import { createUpstream } from "../../../src/upstream/upstream.ts";
import { createReceiptCache } from "../../../src/verify/cache.ts";
import type { CacheStore } from "../../../src/verify/cache-store.ts";
import { createPrefill } from "../../../src/verify/prefill.ts";
import { createProviderSet } from "../../../src/verify/provider-set.ts";
import { leanBotInfo } from "../../chat/lean-chats.ts";
import { token, webhookSecret } from "../../chat/program.ts";
import type { Asking } from "../deeds.ts";
import { bankUrl } from "./bank.ts";

/** What a simulated process is made with: its edges, each of which may fail. */
export type Edges = {
  readonly databasePath: string;
  readonly secret: string;
  readonly connectToBank: typeof openConnections;
  readonly fetchFromTelegram: TelegramFetch;
  readonly cache: Pick<CacheStore, "get" | "set">;
  /** What stands between the product and its database. */
  readonly overStore: (store: Store) => Store;
  /** Puts something else in the place of the accounts, to see that its mistakes are found. */
  readonly tamper: Tamper;
  readonly log: Log;
};

export type Tamper = (accounts: Accounts, store: Store) => Accounts;

const hookPath = "/telegram/hook";

/** Waits are those of production but for those that only cost turns. */
const timings: Partial<BotTimings> = {
  inboxEveryMs: 4_000,
  lookEveryMs: 500,
  retriesEveryMs: 5_000,
  retryingMs: 20 * 60_000,
};

/** The product without its sockets: store, accounts, verification, bot and HTTP, joined as `service.ts` does. */
export const startSimulatedProcess = async (edges: Edges, onStore: (store: Store) => void) => {
  const { databasePath, secret, log } = edges;
  const clock = createClock();
  const { now } = clock;
  const opened = await openStore({ databaseUrl: `sqlite:${databasePath}`, secret, now });
  onStore(opened);
  const store = edges.overStore(opened);
  const parts = joinParts(edges, store, now);
  const { accounts, upstream, inFlight } = parts;
  const bot = joinBot(edges, parts);
  const server = joinServer(edges, parts, bot);
  const clockWatch = createClockWatch({ clock, store, log });
  await clockWatch.begin();
  const watch = startRounds({
    everyMs: 15_000,
    work: clockWatch.round,
    name: "the watch over the clock",
    log,
  });
  await accounts.start();
  void bot.start();

  return {
    store: opened,
    accounts,
    /** True when the update was taken. */
    post: (update: unknown): Promise<boolean> => postTo(server, update),
    ask: (reference: string, from: Asking): Promise<Reply> => askOf(server, reference, from),
    /** As SIGTERM does. */
    stop: async (): Promise<void> => {
      await Promise.all([server.drain(), bot.stop()]);
      await inFlight.settled();
      await watch.close();
      await server.close();
      await upstream.close();
      await accounts.close();
      await opened.close();
    },
    /**
     * What the system does with the files of a process that was killed: its connection goes, and so does its lock on the
     * file that tells others of its end, which stays where it is.
     */
    release: async (): Promise<void> => {
      const lease = accounts.leaseId();
      opened.lifeline?.letGo();
      if (lease !== null) closeSync(openSync(`${databasePath}-process-${lease}`, "w"));
      await opened.db.destroy();
    },
  };
};

export type SimulatedProcess = Awaited<ReturnType<typeof startSimulatedProcess>>;

type Parts = ReturnType<typeof joinParts>;
type Bot = ReturnType<typeof joinBot>;
type Server = ReturnType<typeof joinServer>;

/** What bot and HTTP share. */
const joinParts = (edges: Edges, store: Store, now: () => Date) => {
  const { secret, log } = edges;
  const owned = createAccounts({ store, secret, now });
  const accounts = { ...owned, ...edges.tamper(owned, store) };
  const held = { store: heldStore(store), secret, now };
  const merchants = {
    accounts,
    savedAccounts: createSavedAccounts(held),
    receiverAnswers: createReceiverAnswers(held),
  };
  const upstream = createUpstream({ connect: edges.connectToBank });
  const inFlight = createInFlight();
  const live = createProviderSet({
    deployment: "full",
    decoder: { decode: async (bytes, type) => decodeAtOnce(bytes, type) ?? fail("provider_format_changed") },
    cache: createReceiptCache({ store: edges.cache, secret, now, log }),
    ...merchants,
    store,
    inFlight,
    now,
    settings: { beta: { bank: "TEST beta", url: bankUrl, aliases: [], headers: {}, labels: {} } },
    mode: "live",
    upstream,
  });
  const leased = { store, secret, now, leaseId: accounts.leaseId };
  return { store, now, held, leased, accounts, merchants, upstream, inFlight, live };
};

const joinBot = (edges: Edges, { store, now, held, leased, merchants, live }: Parts) => {
  const { secret, log } = edges;
  const inbox = createInbox(leased);
  return createBot({
    telegram: {
      token,
      apiRoot: "https://telegram.example",
      fetch: edges.fetchFromTelegram,
      download: async () => fail("internal_error"),
      botInfo: leanBotInfo,
      webhook: { url: `https://receipts.example${hookPath}`, secret: webhookSecret },
    },
    pollingLease: createPollingLease(leased),
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
      scanPicture: async () => fail("qr_not_found"),
      topUp: null,
    },
    merchants,
    publicUrl: "https://receipts.example",
    prefill: createPrefill(secret),
    operatorContact: null,
    now,
    log,
    timings,
  });
};

const joinServer = ({ log }: Edges, { store, now, leased, accounts, live }: Parts, bot: Bot) =>
  createServer({
    servesApi: true,
    providerSets: { live, test: async () => live },
    accounts,
    idempotency: createIdempotency(leased),
    trustedProxies: [],
    publicUrl: "https://receipts.example",
    health: { databaseReady: async () => (await store.ready()).ok, cacheKind: "memory" },
    // Nothing comes over a wire, where a body could be slow.
    bodySpeed: { windowMs: 1_000_000_000, pictureBytesMin: 0 },
    webhook: { path: hookPath, secret: webhookSecret, arrive: createArrival(bot.take, log) },
    log,
    now,
  });

const postTo = async (server: Server, update: unknown): Promise<boolean> => {
  const headers = {
    "x-telegram-bot-api-secret-token": webhookSecret,
    "content-type": "application/json",
  };
  const payload = JSON.stringify(update);
  return (await server.inject({ method: "POST", url: hookPath, headers, payload })).statusCode === 200;
};

type Reply = { readonly status: number; readonly body: string };

const askOf = async (
  server: Server,
  reference: string,
  { key, idempotencyKey, address: remoteAddress }: Asking,
): Promise<Reply> => {
  const headers = {
    "content-type": "application/json",
    ...(key === null ? {} : { "x-api-key": key }),
    ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
  };
  const payload = JSON.stringify({ reference });
  const url = "/api/verify-beta";
  const { statusCode: status, body } = await server.inject({
    method: "POST",
    url,
    headers,
    payload,
    remoteAddress,
  });
  return { status, body };
};
