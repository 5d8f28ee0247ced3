import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { type Failure, fail } from "../core/failure.ts";
import { parseRequest } from "../core/request-failure.ts";
import { ok, type Result } from "../core/result.ts";
import { textLengthMax } from "../verify/detect/detect.ts";
import type { Credited, HandedIn, TopUp } from "../verify/top-up/top-up.ts";
import {
  accountIdOf,
  createAccountReply,
  managing,
  reading,
  requireAccount,
  requireLiveKey,
  success,
} from "./account-access.ts";
import { callerOf } from "./callers.ts";
import type { IdempotentRequests } from "./idempotent-requests.ts";
import { failures, repeatableHeaders } from "./openapi.ts";
import {
  type ComposedReply,
  type ComposeFailure,
  jsonType,
  type SendFailure,
  sendReply,
  setRetryAfter,
} from "./replies.ts";
import type { JsonObject } from "./request-body.ts";
import { turnForText } from "./text-turns.ts";

type Dependencies = {
  /** Null: there are no top-ups by receipt. */
  readonly topUp: TopUp | null;
  readonly idempotentRequests: IdempotentRequests;
  readonly composeFailure: ComposeFailure;
  readonly sendFailure: SendFailure;
  readonly now: () => Date;
};

const path = "/api/account/topup";
/** Ten accounts of the slowest provider's 30 s. */
const deadlineMs = 300_000;

/**
 * `GET /api/account/topup`: where to pay to, and which payments are credited. `POST`: hands in the receipt of such a
 * payment, as any text that holds it or as the fields of its provider's endpoint, and credits the key's account.
 */
export const addTopUpRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  const { topUp, idempotentRequests, composeFailure, sendFailure, now } = deps;
  const routes = server.withTypeProvider<ZodTypeProvider>();
  const read = createAccountReply(sendFailure);

  routes.get(
    path,
    {
      ...reading("Show where to pay to, and which payments are credited", offeredReply, [
        "topup_not_offered",
      ]),
      onRequest: requireAccount(sendFailure),
    },
    (request, reply) =>
      read(request, reply, async () =>
        topUp === null
          ? fail("topup_not_offered")
          : ok({ accounts: topUp.accounts, limits: describeLimits(topUp.limits) }),
      ),
  );

  const refuseWithoutTopUp = async (request: FastifyRequest, reply: FastifyReply) =>
    topUp === null ? sendFailure(request, reply, fail("topup_not_offered").error) : undefined;
  const crediting = managing("Hand in the receipt of such a payment", creditedReply, topUpFailures);
  routes.post(
    path,
    {
      ...crediting,
      schema: { ...crediting.schema, headers: repeatableHeaders, body: topUpBody },
      config: { ...crediting.config, describedBody: describedTopUp },
      onRequest: [requireAccount(sendFailure), refuseWithoutTopUp, requireLiveKey(sendFailure)],
    },
    async (request, reply) => {
      const sent = request.sentBody ?? {};
      const handedIn = handedInFrom(sent);
      if (topUp === null || !handedIn.ok)
        return sendFailure(request, reply, handedIn.ok ? fail("topup_not_offered").error : handedIn.error);
      const { caller } = callerOf(request);
      const account = accountIdOf(request);
      const repeatable = { endpoint: path, body: sent, deadlineMs };
      const executed = await idempotentRequests.execute(request, repeatable, async (claim) => {
        await turnForText(request);
        const credited = await topUp.credit({
          caller,
          account,
          handedIn: handedIn.value,
          alongside: claim?.alongside((one: Credited) => creditReply(request, one)),
        });
        const answer = credited.ok
          ? creditReply(request, credited.value)
          : composeFailure(request, credited.error);
        // A refusal costs nothing, and would fill the store: a copy of the request is answered anew.
        if (!credited.ok) await claim?.settle(null);
        request.outcome = { code: credited.ok ? "verified" : credited.error.code };
        if (!credited.ok) setRetryAfter(reply, credited.error, now());
        return { reply: answer };
      });
      if (!executed.ok) return sendFailure(request, reply, executed.error);
      return sendReply(reply, executed.value.reply, executed.value.isReplayed);
    },
  );
};

const topUpFailures = [
  ...failures.question,
  ...failures.text,
  ...failures.idempotency,
  ...failures.lookUp,
  "topup_not_offered",
  "receipt_not_creditable",
  "receipt_already_credited",
  "abnormal_usage",
  "daily_quota_exceeded",
] as const;

const describeLimits = ({ minSantim, maxSantim, maxAgeHours }: TopUp["limits"]) => ({
  min_minor: minSantim,
  max_minor: maxSantim,
  max_age_hours: maxAgeHours,
});

/** Its three forms are told apart by what is there: see `handedInFrom`. */
const topUpBody = z.looseObject({});

const textRequest = z.strictObject({
  text: z.string().max(textLengthMax),
  provider: z.string().max(20).optional(),
  // Taken as everywhere, and not used: the look-up is asked with the operator's own digits.
  accountNumber: z.string().max(100).optional(),
  phone: z.string().max(100).optional(),
});

const nestedRequest = z.strictObject({
  provider: z.string().max(20),
  request: z.record(z.string(), z.string()),
});

const fieldsRequest = z.looseObject({ provider: z.string().max(20) });

const describedTopUp = z.union([textRequest, nestedRequest, fieldsRequest]);

const handedInFrom = (json: JsonObject): Result<HandedIn, Failure> => {
  if (Object.hasOwn(json, "text") || !Object.hasOwn(json, "provider")) {
    const fields = parseRequest(textRequest, json);
    return fields.ok ? ok({ text: fields.value.text, provider: fields.value.provider }) : fields;
  }
  if (Object.hasOwn(json, "request")) {
    const nested = parseRequest(nestedRequest, json);
    return nested.ok ? ok({ provider: nested.value.provider, fields: nested.value.request }) : nested;
  }
  const flat = parseRequest(fieldsRequest, json);
  if (!flat.ok) return flat;
  const { provider, ...rest } = flat.value;
  const fields = parseRequest(z.record(z.string(), z.string()), rest);
  return fields.ok ? ok({ provider, fields: fields.value }) : fields;
};

const creditReply = (request: FastifyRequest, credited: Credited): ComposedReply => ({
  status: 200,
  contentType: jsonType,
  contentLanguage: null,
  body: JSON.stringify({
    status: "success",
    id: credited.id,
    state: credited.state,
    amount_minor: credited.amountSantim,
    balance_minor: credited.state === "credited" ? credited.balanceSantim : null,
    meta: { request_id: request.id, mode: callerOf(request).mode },
  }),
});

const offeredReply = z.strictObject({
  ...success,
  accounts: z.array(
    z.strictObject({ provider: z.string(), account: z.string(), name: z.string(), bank: z.string() }),
  ),
  limits: z.strictObject({ min_minor: z.int(), max_minor: z.int(), max_age_hours: z.int() }),
});

const creditedReply = z.strictObject({
  ...success,
  id: z.string(),
  state: z.enum(["credited", "waiting"]),
  amount_minor: z.int().meta({ description: "Santim (1/100 ETB) of the payment." }),
  balance_minor: z.int().nullable().meta({ description: "Null while the operator's word is awaited." }),
});
