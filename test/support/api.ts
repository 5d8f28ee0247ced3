import type { QuotaState, ResolvedCaller } from "../../src/accounts/accounts.ts";
import { createKeyGuard } from "../../src/accounts/key-guard.ts";
import { type Failure, fail, isBillable } from "../../src/core/failure.ts";
import { createLog } from "../../src/core/log.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import type { Idempotency } from "../../src/http/idempotency/idempotency.ts";
import { createServer, type ServerDependencies } from "../../src/http/server.ts";
import type { Provider, ProviderSettings } from "../../src/providers/provider.ts";
import { openProviders, providerLabels } from "../../src/providers/registry.ts";
import { noClaims } from "../../src/verify/claims.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import type { ProviderSet } from "../../src/verify/provider-set.ts";
import { assessReceipt } from "../../src/verify/receipt-assessment.ts";
import type { Verification, VerificationRequest } from "../../src/verify/verify.ts";
import { createContract, type OpenApiDocument } from "./contract.ts";
import { keepReplies, type SentReply } from "./sent-replies.ts";

/** Noon of 15 November 2026 in Addis Ababa; the quota is full again twelve hours later. */
export const noon = new Date("2026-11-15T09:00:00Z");
export const quota: QuotaState = { limit: 5, remaining: 3, resetAt: new Date("2026-11-15T21:00:00Z") };

export const settingsOf = (label: string): ProviderSettings => ({
  bank: `TEST ${label}`,
  url: `https://receipts.${label}.example`,
  aliases: [],
  headers: {},
  labels: {},
});

export const verifiedReceipt: VerifiedReceipt = {
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
    commission: "5.00 ETB",
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

/** An outcome as the use-case gives it: counted when it is definitive. */
export const verificationOf = (result: Result<VerifiedReceipt, Failure>): Verification => ({
  result,
  billing: { kind: "quota", counted: isBillable(result.ok ? null : result.error), quota },
  account: null,
  seenBefore: null,
  askedEarly: null,
  assessment: result.ok
    ? assessReceipt(result.value, {
        saved: [],
        answered: null,
        claims: noClaims,
        isSeenElsewhere: false,
        banks: [],
        now: noon,
      })
    : null,
  source: "live",
  checkedAt: noon,
  askedAt: noon,
  timings: { admissionMs: 1, upstreamMs: 20.25, parseMs: 3 },
});

export const verified = (): Verification => verificationOf(ok(verifiedReceipt));
export const refused = (failure: Failure): Verification => verificationOf(err(failure));

type Options = Partial<ServerDependencies> & {
  readonly answer?: (request: VerificationRequest) => Promise<Verification>;
  readonly providers?: readonly Provider[];
  readonly notOffered?: readonly string[];
  /** `test`: everybody is answered from simulated banks, as in the demo. */
  readonly mode?: ProviderSet["mode"];
  /** Whose keys are known; every other key is bad. */
  readonly keys?: Readonly<Record<string, Pick<ResolvedCaller, "mode" | "account">>>;
};

/** Accounts that know the given keys, and leave nothing of the day. */
const accountsOf = (
  keys: Readonly<Record<string, Pick<ResolvedCaller, "mode" | "account">>>,
): ServerDependencies["accounts"] => ({
  ...createKeyGuard({ now: () => noon }),
  knownSession: () => null,
  authenticate: async (caller) => {
    const known = caller.kind === "key" ? keys[caller.key] : undefined;
    return known
      ? ok({
          ...known,
          caller,
          key: { id: "key_1", isReplaced: false, canPay: known.account?.tier === "balance" },
        })
      : fail("invalid_api_key");
  },
  quotaOf: async () => ok({ ...quota, remaining: 0 }),
  revokeLeaked: async () => ok(false),
  showAccount: async () => fail("overloaded"),
  ledgerOf: async () => fail("overloaded"),
  createLinkCode: async () => fail("overloaded"),
  listLinkCodes: async () => fail("overloaded"),
  recallLinkCode: async () => fail("overloaded"),
  auditOf: async () => fail("overloaded"),
  listKeys: async () => fail("overloaded"),
  revokeKey: async () => fail("overloaded"),
});

/**
 * The HTTP face on a free loopback port, its use-case replaced by `answer`. Orders are kept, so that a test
 * can tell who asked what, and that nothing was asked. Every reply is held to `/openapi.json`.
 */
export const startApi = async (options: Options = {}) => {
  const { listen, ...api } = createApi(options);
  const url = await listen();
  // A process without the API describes nothing.
  const forget = options.servesApi === false ? () => {} : keepReplies(url);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { ...api, url, post, close: () => api.close().finally(forget) };
};

const createApi = ({
  answer = async () => verified(),
  keys = {},
  mode = "live",
  providers = openProviders(
    { alpha: settingsOf("alpha"), beta: settingsOf("beta"), gamma: settingsOf("gamma") },
    "full",
  ),
  notOffered = providerLabels.filter((label) => !providers.some((provider) => provider.label === label)),
  ...overrides
}: Options = {}) => {
  const orders: VerificationRequest[] = [];
  const live: ProviderSet = {
    mode,
    providers,
    notOffered,
    detect: (text) => detect(text, providers, noon),
    verify: async (request) => {
      const question = request.provider.open(request.body);
      if (!question.ok) return { ...refused(question.error), billing: null, source: null };
      orders.push(request);
      return answer(request);
    },
    permitsOfOne: ({ isKeyed }) => (isKeyed ? 3 : 2),
    waitSeconds: () => 0,
  };
  const server = createServer({
    servesApi: true,
    providerSets: { live, test: async () => ({ ...live, mode: "test" }) },
    accounts: accountsOf(keys),
    idempotency: forgetful,
    health: { databaseReady: async () => true, cacheKind: "memory" },
    metrics: { token: null, scrape: async () => "", contentType: "text/plain", observe: () => {} },
    trustedProxies: [],
    publicUrl: "https://deresegn.example",
    log: createLog("silent"),
    now: () => noon,
    ...overrides,
  });
  const { drain, close } = server;
  return { orders, listen: () => server.listen("127.0.0.1", 0), drain, close };
};

/** What is described of an API that offers every provider, pictures too. */
export const fetchOpenApi = async (): Promise<OpenApiDocument> => {
  const settings = Object.fromEntries(providerLabels.map((label) => [label, settingsOf(label)]));
  const api = createApi({
    providers: openProviders(settings, "full"),
    scanPicture: async () => fail("image_unreadable"),
  });
  const url = await api.listen();
  const described = await fetch(`${url}/openapi.json`);
  await api.close();
  return (await described.json()) as OpenApiDocument;
};

let described: Promise<ReturnType<typeof createContract>> | null = null;

/** What of these replies the description does not hold. */
export const undescribedIn = async (replies: readonly SentReply[]): Promise<readonly string[]> => {
  described ??= fetchOpenApi().then(createContract);
  const check = await described;
  return replies.flatMap((reply) =>
    check(reply).map((problem) => `${reply.method} ${reply.path} ${reply.status}: ${problem}`),
  );
};

export type Api = Awaited<ReturnType<typeof startApi>>;

/** No request was ever sent before. */
const forgetful: Idempotency = {
  begin: async () => ok({ kind: "execute", claim: { scope: "", token: "" } }),
  alongside: () => ({ isMine: async () => true, keep: async () => {} }),
  keep: async () => ok(true),
  free: async () => ok(true),
  applyRetention: async () => ok(0),
};

/** What a reply may hold; a test asserts on the members that it expects. */
export type ReplyBody = {
  readonly status: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: Readonly<Record<string, unknown>> & { readonly code: string };
  readonly meta: Readonly<Record<string, unknown>>;
  readonly candidates: readonly unknown[];
  readonly refused: readonly unknown[];
  readonly errors?: readonly unknown[];
};

export const bodyOf = async (reply: Response): Promise<ReplyBody> => (await reply.json()) as ReplyBody;
