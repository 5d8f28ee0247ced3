import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Accounts } from "../accounts/accounts.ts";
import type { AddressBlock } from "../config-variables.ts";
import { type Failure, fail } from "../failure.ts";
import type { Idempotency } from "../idempotency/idempotency.ts";
import type { Look } from "../photos/sight.ts";
import { ok, type Result } from "../result.ts";
import type { TopUp } from "../top-up/top-up.ts";
import { addAccountRoutes } from "./account-routes.ts";
import { addAuditRoute } from "./audit-route.ts";
import { addBatchRoute } from "./batch-routes.ts";
import { createIdentifyStep } from "./callers.ts";
import { refuseEncodedBody } from "./json-body.ts";
import { addKeyRoutes } from "./key-routes.ts";
import { addLinkRoute } from "./link-route.ts";
import { createOfferStep, type Offers, offerOf } from "./offer.ts";
import { createAnswerOrder } from "./order-answers.ts";
import { addProviderRoutes } from "./provider-routes.ts";
import { createRepeats } from "./repeats.ts";
import { createComposeFailure, type SendFailure } from "./replies.ts";
import { addTextRoutes } from "./text-routes.ts";
import { addTopUpRoutes } from "./top-up-routes.ts";
import { addUploadRoutes } from "./upload-routes.ts";
import { createReplyVerified } from "./verification-reply.ts";
import { addVerifyRoutes } from "./verify-routes.ts";

export type ApiDependencies = {
  readonly offers: Offers;
  readonly accounts: Pick<
    Accounts,
    | "authenticate"
    | "mayTryKey"
    | "noteBadKey"
    | "noteKey"
    | "knownGood"
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
  readonly look?: Look;
  /** What forms may hold while they arrive, in bytes; unset: sixteen of the largest pictures. */
  readonly formBytesMax?: number;
  readonly trustedProxies: readonly AddressBlock[];
  /** Base of links in replies. */
  readonly publicUrl: () => string;
  readonly now: () => Date;
  readonly sendFailure: SendFailure;
  readonly isDraining: () => boolean;
};

/** Everything below `/api`, and what stands before all of it. */
export const addApi = (server: FastifyInstance, deps: ApiDependencies): void => {
  const { offers, accounts, now, sendFailure, isDraining } = deps;
  const composeFailure = createComposeFailure(deps);
  const composePart = createComposeFailure(deps, true);
  const repeats = createRepeats(deps.idempotency);
  const answerOrder = createAnswerOrder({ offerOf, repeats, composeFailure, now });
  const replyVerified = createReplyVerified({ answerOrder, accounts, now });
  const steps = [
    refuseWhileDraining(isDraining),
    createIdentifyStep(deps),
    createOfferStep(offers),
    refuseEncodedBody,
  ];
  const labels = [...offers.live.providers.map(({ label }) => label), ...offers.live.notOffered];

  server.register(async (api) => {
    api.addHook("onRequest", async (request, reply) => {
      for (const step of steps) {
        const checked = await step(request);
        if (!checked.ok) return sendFailure(request, reply, checked.error);
      }
      return undefined;
    });
    addVerifyRoutes(api, { labels, offerOf, replyVerified, sendFailure });
    addTextRoutes(api, { offerOf, replyVerified, sendFailure });
    addBatchRoute(api, { offerOf, repeats, accounts, composeFailure: composePart, sendFailure, now });
    if (deps.look) addUploadRoutes(api, { ...deps, look: deps.look, offerOf, replyVerified });
    addProviderRoutes(api, offerOf);
    addAccountRoutes(api, { accounts, sendFailure });
    addTopUpRoutes(api, { topUp: deps.topUp ?? null, repeats, composeFailure, sendFailure, now });
    addLinkRoute(api, { accounts, sendFailure });
    addAuditRoute(api, { accounts, sendFailure });
    addKeyRoutes(api, { accounts, sendFailure });
  });
};

const refuseWhileDraining =
  (isDraining: () => boolean) =>
  (_request: FastifyRequest): Result<true, Failure> =>
    isDraining() ? fail("overloaded", { retryAfterSeconds: 2 }) : ok(true);
