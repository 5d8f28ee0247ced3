import { createAccounts } from "../../src/accounts/accounts.ts";
import { createReceiverAnswers } from "../../src/accounts/receiver-answers.ts";
import { createSavedAccounts } from "../../src/accounts/saved-accounts.ts";
import { createLog } from "../../src/core/log.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { ok } from "../../src/core/result.ts";
import { openStore } from "../../src/database/store.ts";
import { createIdempotency } from "../../src/http/idempotency/idempotency.ts";
import { createServer } from "../../src/http/server.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { createPrepareAssessment } from "../../src/verify/assessor.ts";
import type { LookUp } from "../../src/verify/look-up.ts";
import type { ProviderSet } from "../../src/verify/provider-set.ts";
import { createVerify } from "../../src/verify/verify.ts";

type RepeatsReport = {
  readonly requests: number;
  readonly executions: number;
  readonly charges: number;
  /** Copies that heard that the first one runs. */
  readonly inProgress: number;
  readonly replays: number;
  /** Empty when each key was executed and charged once, and all its answers are the same bytes. */
  readonly wrong: readonly string[];
};

type Run = {
  readonly databaseUrl: string;
  readonly secret: string;
  /** Idempotency keys, each another order. */
  readonly keys: number;
  /** Parallel requests under each, turn about at the doors. */
  readonly copies: number;
  /** HTTP doors with accounts and connections of their own over the one database. */
  readonly doors?: number;
};

/** Keys whose copies are under way at once. */
const keysAtOnce = 8;
const priceSantim = 500;

/** Sends every order many times at once under one Idempotency-Key, then once more, over real HTTP. */
export const runRepeats = async ({
  databaseUrl,
  secret,
  keys,
  copies,
  doors = 2,
}: Run): Promise<RepeatsReport> => {
  const counts = { executions: 0, requests: 0, inProgress: 0, replays: 0 };
  const lookUp: LookUp = async () => {
    counts.executions += 1;
    return {
      result: ok(verified),
      source: "live",
      checkedAt: new Date(),
      askedAt: new Date(),
      timings: { upstreamMs: 0, parseMs: 0 },
    };
  };
  const opened = [];
  for (let door = 0; door < doors; door += 1) opened.push(await openDoor({ databaseUrl, secret, lookUp }));
  const owner = await openAccount(opened[0]?.accounts, keys);
  const urls = opened.map(({ url }) => url);
  const wrong: string[] = [];

  const settleKey = async (order: number): Promise<void> => {
    const send = (copy: number) => sendCopy(urls[copy % urls.length] ?? "", owner.key, order);
    const parallel = await Promise.all(Array.from({ length: copies }, (_, copy) => send(copy)));
    const replies = [...parallel, await send(order)];
    const answered = replies.filter(({ status }) => status === 200);
    counts.requests += replies.length;
    counts.inProgress += replies.filter(({ status }) => status === 409).length;
    counts.replays += answered.filter(({ isReplay }) => isReplay).length;
    if (replies.at(-1)?.status !== 200)
      wrong.push(`key ${order}: its last copy got ${replies.at(-1)?.status}`);
    if (new Set(answered.map(({ text }) => text)).size !== 1) wrong.push(`key ${order}: answers differ`);
    const others = replies.filter(({ status }) => status !== 200 && status !== 409);
    if (others.length > 0) wrong.push(`key ${order}: ${others.map(({ text }) => text).join(" ")}`);
  };

  const orders = Array.from({ length: keys }, (_, order) => order).values();
  const work = async () => {
    for (const order of orders) await settleKey(order);
  };
  await Promise.all(Array.from({ length: keysAtOnce }, work));

  const left = await owner.left();
  const charges = (keys * priceSantim - left) / priceSantim;
  if (left !== 0) wrong.push(`${charges} of ${keys} keys were charged`);
  if (counts.executions !== keys) wrong.push(`${counts.executions} executions`);
  for (const { close } of opened) await close();
  return { ...counts, charges, wrong };
};

type Door = { readonly databaseUrl: string; readonly secret: string; readonly lookUp: LookUp };

const openDoor = async ({ databaseUrl, secret, lookUp }: Door) => {
  const now = () => new Date();
  const store = await openStore({ databaseUrl, secret, now });
  const accounts = createAccounts({ store, secret, now });
  await accounts.start();
  const banks = [{ label: "beta", name: "TEST beta" }];
  const prepare = createPrepareAssessment({
    savedAccounts: createSavedAccounts({ store, secret, now }),
    receiverAnswers: createReceiverAnswers({ store, secret, now }),
    banks,
    now,
  });
  const settings = { bank: "TEST beta", url: "http://127.0.0.1:9", aliases: [], headers: {}, labels: {} };
  const providerSet: ProviderSet = {
    mode: "live",
    providers: openProviders({ beta: settings }, "full"),
    notOffered: [],
    detect: () => ({ candidates: [], refused: [], unlookable: null }),
    verify: createVerify({
      accounts,
      lookUp,
      prepareAssessment: (account, shown) => store.read(() => prepare(account, shown)),
      banks,
      now,
    }),
    permitsOfOne: () => 3,
    waitSeconds: () => 0,
  };
  const server = createServer({
    servesApi: true,
    providerSets: { live: providerSet, test: async () => providerSet },
    accounts,
    idempotency: createIdempotency({ store, secret, leaseId: accounts.leaseId, now }),
    trustedProxies: [],
    publicUrl: null,
    health: { databaseReady: async () => true, cacheKind: "none" },
    log: createLog("silent"),
    now,
  });
  const url = await server.listen("127.0.0.1", 0);
  const close = async () => {
    await server.drain();
    await server.close();
    await accounts.close();
    await store.close();
  };
  return { url, accounts, close };
};

const openAccount = async (accounts: ReturnType<typeof createAccounts> | undefined, answers: number) => {
  if (accounts === undefined) throw new Error("at least one door");
  const account = given(await accounts.createAccount({ name: "Repeats", tier: "balance" })).id;
  given(await accounts.topUp(account, answers * priceSantim, "operator"));
  const { key } = given(await accounts.createKey(account, "live"));
  return { key, left: async () => given(await accounts.showAccount(account)).balanceSantim };
};

const sendCopy = async (url: string, key: string, order: number) => {
  const reference = `DKF7${String(order).padStart(6, "0")}`;
  const response = await fetch(`${url}/api/verify-beta`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, "idempotency-key": `order-${order}` },
    body: JSON.stringify({ reference }),
  });
  const isReplay = response.headers.get("idempotent-replayed") === "true";
  return { status: response.status, text: await response.text(), isReplay };
};

const given = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T => {
  if (!result.ok) throw new Error(`the repeats cannot be prepared: ${result.error.code}`);
  return result.value;
};

const verified: VerifiedReceipt = {
  receipt: {
    bank: "TEST beta",
    document_type: "Receipt",
    status: "Verified",
    transaction_reference: "DKF7ABCD12",
    payment_date: "15-11-2026 10:20:30",
    payer_name: "Abebe Kebede",
    payer_account: "251911****12",
    receiver_name: "Chaltu Bekele",
    receiver_account: "2519****4321",
    transferred_amount: "1250.00 ETB",
    total_debited: "1255.75 ETB",
    pdf_available: true,
  },
  amountMinor: 125_000,
  paymentDateIso: "2026-11-15T10:20:30+03:00",
  totalCheck: "unknown",
  absentFields: [],
  paymentKind: "transfer",
  receiverBank: "beta",
  isReceiverAccountShown: true,
};
