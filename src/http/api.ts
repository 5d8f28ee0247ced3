import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Accounts } from "../accounts/accounts.ts";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import type { ScanPicture } from "../photos/scan-picture.ts";
import type { TopUp } from "../verify/top-up/top-up.ts";
import { addAccountRoutes } from "./account-routes.ts";
import { addBatchRoute } from "./batch-route.ts";
import { createIdentifyStep } from "./callers.ts";
import type { Idempotency } from "./idempotency/idempotency.ts";
import { createIdempotentRequests } from "./idempotent-requests.ts";
import { addProviderRoutes } from "./provider-routes.ts";
import { createProviderSetStep, type ProviderSets } from "./provider-sets.ts";
import { createComposeFailure, type SendFailure } from "./replies.ts";
import { refuseEncodedBody } from "./request-body.ts";
import { addTopUpRoutes } from "./top-up-routes.ts";
import { addUploadRoutes } from "./upload-routes.ts";
import { addVerifyRoutes } from "./verify-routes.ts";

export type ApiDependencies = {
  readonly providerSets: ProviderSets;
  readonly accounts: Pick<
    Accounts,
    | "authenticate"
    | "mayTryKey"
    | "noteBadKey"
    | "noteKey"
    | "knownGood"
    | "knownSession"
    | "payingAccount"
    | "revokeLeaked"
    | "quotaOf"
    | "showAccount"
    | "ledgerOf"
    | "createLinkCode"
    | "listLinkCodes"
    | "recallLinkCode"
    | "auditOf"
    | "listKeys"
    | "revokeKey"
  >;
  /** Null or unset: there are no top-ups by receipt. */
  readonly topUp?: TopUp | null;
  readonly idempotency: Idempotency;
  /** Unset: no pictures are taken. */
  readonly scanPicture?: ScanPicture;
  /** What forms may hold while they arrive, in bytes; unset: sixteen of the largest pictures. */
  readonly formBytesMax?: number;
  /** What the slowest provider is given for one item of a batch, in milliseconds; unset: half a minute. */
  readonly batchItemMs?: number;
  /** Base of links in replies. */
  readonly publicUrl: () => string;
  readonly now: () => Date;
  readonly sendFailure: SendFailure;
  readonly isDraining: () => boolean;
};

/** Everything below `/api`, and what stands before all of it. */
export const addApi = (server: FastifyInstance, deps: ApiDependencies): void => {
  const { providerSets, accounts, now, sendFailure, isDraining } = deps;
  const verifying = {
    accounts,
    idempotentRequests: createIdempotentRequests(deps.idempotency),
    composeFailure: createComposeFailure(deps),
    now,
  };
  const steps = [
    refuseWhileDraining(isDraining),
    createIdentifyStep(deps),
    createProviderSetStep(providerSets),
    refuseEncodedBody,
  ];
  const { live } = providerSets;
  const providers = [
    ...live.providers.map((offered) => ({ label: offered.label, offered })),
    ...live.notOffered.map((label) => ({ label })),
  ];

  server.register(async (api) => {
    api.addHook("onRequest", async (request, reply) => {
      for (const step of steps) {
        const checked = await step(request);
        if (!checked.ok) return sendFailure(request, reply, checked.error);
      }
      return undefined;
    });
    addVerifyRoutes(api, { ...verifying, providers, sendFailure });
    addBatchRoute(api, {
      ...verifying,
      composeFailure: createComposeFailure(deps, true),
      sendFailure,
      isDraining,
      batchItemMs: deps.batchItemMs,
    });
    if (deps.scanPicture) {
      const offersAlpha = live.providers.some(({ label }) => label === "alpha");
      addUploadRoutes(api, { ...deps, ...verifying, scanPicture: deps.scanPicture, offersAlpha });
    }
    addProviderRoutes(api);
    addAccountRoutes(api, { accounts, sendFailure });
    addTopUpRoutes(api, { ...verifying, topUp: deps.topUp ?? null, sendFailure });
  });
};

const refuseWhileDraining =
  (isDraining: () => boolean) =>
  (_request: FastifyRequest): Result<true, Failure> =>
    isDraining() ? fail("overloaded", { retryAfterSeconds: 2 }) : ok(true);
