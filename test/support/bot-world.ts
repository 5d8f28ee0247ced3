import { onTestFinished } from "vitest";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { createReceiverAnswers } from "../../src/accounts/receiver-answers.ts";
import { createSavedAccounts } from "../../src/accounts/saved-accounts.ts";
import { createBot } from "../../src/bot/bot.ts";
import { createAlbums } from "../../src/bot/data/albums.ts";
import { createAnsweredTexts } from "../../src/bot/data/answered-texts.ts";
import { createExpectedSums } from "../../src/bot/data/expected-sums.ts";
import { createInbox } from "../../src/bot/data/inbox.ts";
import { createBotMemory } from "../../src/bot/data/memory.ts";
import { createMessagePointers } from "../../src/bot/data/message-pointers.ts";
import { createOutbox } from "../../src/bot/data/outbox.ts";
import { createPollingLease } from "../../src/bot/data/polling-lease.ts";
import { createRetries } from "../../src/bot/data/retries.ts";
import { createShownPictures } from "../../src/bot/data/shown-pictures.ts";
import { createTelegramFetch } from "../../src/bot/telegram/client.ts";
import type { BotTimings } from "../../src/bot/telegram/timings.ts";
import { type Failure, fail } from "../../src/core/failure.ts";
import { createLog } from "../../src/core/log.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { ok, type Result } from "../../src/core/result.ts";
import { heldStore } from "../../src/database/held-store.ts";
import type { Store } from "../../src/database/store.ts";
import type { ProviderSettings } from "../../src/providers/provider.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { createDownload } from "../../src/upstream/download.ts";
import { createAssessor, createPrepareAssessment } from "../../src/verify/assessor.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import type { LookUp } from "../../src/verify/look-up.ts";
import { createPrefill } from "../../src/verify/prefill.ts";
import { createProviderAnswers } from "../../src/verify/provider-answers.ts";
import { createVerify } from "../../src/verify/verify.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import { openTelegram, token } from "./telegram.ts";
import { temporaryStore, testSecret } from "./temporary-store.ts";

const settings = (bank: string, url: string): ProviderSettings => ({
  bank,
  url,
  aliases: [],
  headers: {},
  labels: {},
});

export const providers = openProviders(
  {
    alpha: settings("TEST Alpha Bank", "https://alpha.example:100"),
    beta: settings("TEST Beta Wallet", "https://beta.example"),
    gamma: settings("TEST Gamma Bank", "https://gamma.example"),
  },
  "full",
);

/** A verified reading; the parts that a test is about are given. */
export const verified = (
  receipt: Partial<VerifiedReceipt["receipt"]> = {},
  facts: Partial<Omit<VerifiedReceipt, "receipt">> = {},
): VerifiedReceipt => ({
  receipt: {
    bank: "TEST Beta Wallet",
    document_type: "Transaction information",
    status: "Verified",
    transaction_reference: "DKF1AB2CD3",
    payment_date: "15-11-2026 10:20:30",
    payer_name: "Selam Getachew",
    payer_account: "2519****4321",
    receiver_name: "Hana Mekonnen",
    receiver_account: "2519****8765",
    transferred_amount: "1250.00 ETB",
    total_debited: "1256.00 ETB",
    pdf_available: true,
    ...receipt,
  },
  amountMinor: 125_000,
  paymentDateIso: "2026-11-15T10:20:30+03:00",
  totalCheck: "exact",
  absentFields: [],
  paymentKind: "transfer",
  receiverBank: "beta",
  isReceiverAccountShown: true,
  ...facts,
});

/** When a bank was asked for what was another's question before. */
const longAgo = new Date("2026-11-01T07:00:00Z");

/** Morning of 16 November 2026 in Addis Ababa. */
export const morning = new Date("2026-11-16T07:00:00Z");

type Outcome = Result<VerifiedReceipt, Failure>;

export type ScanPicture = Parameters<typeof createBot>[0]["verification"]["scanPicture"];

type Grouped = Parameters<typeof createBot>[0];

/** The bot from dependencies that stand side by side, so that a test replaces one by its name. */
export const botOf = (
  flat: Grouped["telegram"] &
    Grouped["data"] &
    Grouped["verification"] &
    Grouped["merchants"] &
    Omit<Grouped, "telegram" | "data" | "verification" | "merchants">,
) => createBot({ ...flat, telegram: flat, data: flat, verification: flat, merchants: flat });

/** Optional settings of the operator. */
type More = { readonly operatorContact?: string };

type Around = {
  readonly store: Store;
  readonly apiRoot: string;
  readonly now: () => Date;
  readonly timings: Partial<BotTimings>;
  readonly scanPicture?: ScanPicture;
};

/** What the bot needs around it, with look-ups that the test answers. */
export const createSurroundings = ({ store, apiRoot, now, timings, scanPicture }: Around) => {
  const accounts = createAccounts({ store, secret: testSecret, now });
  const leaseId = () => "this process";
  const inbox = createInbox({ store, secret: testSecret, leaseId, now });
  const held = { store: heldStore(store), secret: testSecret, now };
  const savedAccounts = createSavedAccounts(held);
  const receiverAnswers = createReceiverAnswers(held);
  const banks = providers.map(({ label, settings: { bank } }) => ({ label, name: bank }));
  const prepare = createPrepareAssessment({ savedAccounts, receiverAnswers, banks, now });
  const prepareAssessment: Parameters<typeof createVerify>[0]["prepareAssessment"] = (account, shown) =>
    store.read(() => prepare(account, shown));
  const asked: string[] = [];
  const answers: {
    give: (canonical: string) => Outcome | Promise<Outcome>;
    /** Whether somebody else's question brought them before. */
    isShared?: boolean;
  } = { give: () => ok(verified()) };
  const lookUp: LookUp = async (_provider, question) => {
    asked.push(question.canonical);
    const result = await answers.give(question.canonical);
    const { isShared = false } = answers;
    return {
      result,
      source: "live",
      checkedAt: now(),
      askedAt: isShared ? longAgo : now(),
      isShared,
      timings: { upstreamMs: 0, parseMs: 0 },
    };
  };
  /** Seconds for which a provider is not asked, by label. */
  const resting = new Map<string, number>();
  const bankAnswers = createProviderAnswers();
  const { fetch, close } = createTelegramFetch();
  onTestFinished(close);
  const dependencies = {
    token,
    pollingLease: createPollingLease({ store, leaseId, now }),
    publicUrl: "https://receipts.example",
    prefill: createPrefill(testSecret),
    apiRoot,
    verify: createVerify({
      accounts,
      lookUp: bankAnswers.noting(lookUp),
      prepareAssessment,
      banks,
      now,
    }),
    providers,
    assess: createAssessor({ savedAccounts, receiverAnswers, banks, now }),
    answersOf: ({ label }: { readonly label: string }) => bankAnswers.of(label),
    waitSeconds: ({ label }: { readonly label: string }) => resting.get(label) ?? 0,
    detect: (text: string) => detect(text, providers, now()),
    memory: createBotMemory(held),
    inbox,
    outbox: createOutbox(held),
    answeredTexts: createAnsweredTexts(held),
    messagePointers: createMessagePointers(held),
    savedAccounts,
    receiverAnswers,
    expectedSums: createExpectedSums(held),
    retries: createRetries({ store, secret: testSecret, inbox, leaseId, now }),
    albums: createAlbums({ ...held, inbox }),
    shownPictures: createShownPictures(held),
    isAway: store.isAway,
    scanPicture: scanPicture ?? (async () => fail("qr_not_found")),
    download: createDownload(),
    fetch,
    accounts,
    now,
    log: createLog("silent"),
    // No progress message and no second chat action unless a test asks for them.
    timings: {
      progressAfterMs: 60_000,
      typingEveryMs: 60_000,
      floodSecondMs: 1,
      // A date rounds it away. While the clock stands still, what is postponed by a millisecond would never be due.
      retryMs: 0.25,
      inboxEveryMs: 50,
      retriesEveryMs: 50,
      ...timings,
    },
  };
  return { accounts, asked, answers, resting, lookUp, prepareAssessment, banks, dependencies };
};

/** The real bot, counting and detection between an emulated Telegram and look-ups that the test answers. */
export const openBotWorld = async (
  timings: Partial<BotTimings> = {},
  scanPicture?: ScanPicture,
  more: More = {},
) => {
  const clock = { now: morning };
  const now = () => clock.now;
  const telegram = await openTelegram(now);
  const { store } = await temporaryStore(now);
  // A lease that does not end, whatever the test does to the clock.
  await store.db.insertInto("process_lease").values({ id: "this process", expires_at: 1e15 }).execute();
  const around = { store, apiRoot: telegram.url, now, timings, ...(scanPicture && { scanPicture }) };
  const { accounts, asked, answers, resting, dependencies } = createSurroundings(around);
  const bot = botOf({ ...dependencies, ...more });
  onTestFinished(() => bot.stop());
  await bot.start();
  return { ...telegram, bot, dependencies, store, clock, accounts, asked, answers, resting };
};

export type BotWorld = Awaited<ReturnType<typeof openBotWorld>>;

/** Saves the receiver of `reading()` as Selam's own account. */
export const saveReceiver = async ({ telegram, accounts, dependencies }: BotWorld): Promise<void> => {
  const { id: userId } = telegram.people.conversation("selam").user();
  const registered = await accounts.registerTelegram(userId);
  if (!registered.ok) throw new Error(registered.error.code);
  const phone = { provider: "", number: "251911008765", name: "Hana Mekonnen" };
  await dependencies.savedAccounts.save(registered.value.id, phone, { kind: "user", userId });
};

export const fromBot = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.filter(({ from }) => from === "bot");

/** The bot's messages to Selam, once there are so many and the last one is as wanted. */
export const botMessages = async (
  { selam }: Pick<BotWorld, "selam">,
  count: number,
  isAsWanted: (last: ChatMessage) => boolean = () => true,
): Promise<readonly ChatMessage[]> => {
  const { messages } = await selam.waitUntil((state) => {
    const said = fromBot(state.messages);
    const last = said.at(-1);
    return said.length >= count && last !== undefined && isAsWanted(last);
  });
  return fromBot(messages);
};
