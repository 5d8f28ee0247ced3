import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Failure, fail } from "../failure.ts";
import type { KeptReply } from "../idempotency/idempotency.ts";
import { parseRequest } from "../request-failure.ts";
import { ok, type Result } from "../result.ts";
import type { Credited, HandedIn, TopUp } from "../top-up/top-up.ts";
import { createAccountAnswer, managing, reading } from "./account-routes.ts";
import { askerOf } from "./callers.ts";
import { textLengthMax } from "./received-orders.ts";
import { keptOf, type Repeats } from "./repeats.ts";
import { type ComposeFailure, jsonType, type SendFailure, sendReply, setRetryAfter } from "./replies.ts";
import { bodyOf, type JsonRequest } from "./verify-routes.ts";

type Dependencies = {
  /** Null: there are no top-ups by receipt. */
  readonly topUp: TopUp | null;
  readonly repeats: Repeats;
  readonly composeFailure: ComposeFailure;
  readonly sendFailure: SendFailure;
  readonly now: () => Date;
};

const path = "/api/account/topup";
/** Ten accounts of the slowest provider's 30 s. */
const deadlineMs = 300_000;

/**
 * `GET /api/account/topup`: where to pay to, and which payments are credited. `POST`: hands in the receipt of such a payment, as any text that
 * holds it or as the fields of its provider's endpoint, and credits the key's account (design 5).
 */
export const addTopUpRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  const { topUp, repeats, composeFailure, sendFailure, now } = deps;
  const answer = createAccountAnswer(sendFailure);

  server.get(path, reading, (request, reply) =>
    answer(request, reply, async () =>
      topUp === null
        ? fail("topup_not_offered")
        : ok({ accounts: topUp.accounts, limits: describeLimits(topUp.limits) }),
    ),
  );

  server.post(path, managing, async (request: JsonRequest, reply) => {
    const order = orderFrom(request, topUp);
    if (!order.ok) return sendFailure(request, reply, order.error);
    const begun = await repeats.begin(request, { endpoint: path, body: order.value.body, deadlineMs });
    if (!begun.ok) return sendFailure(request, reply, begun.error);
    if (begun.value?.kind === "replay")
      return sendReply(reply.header("idempotent-replayed", "true"), begun.value.reply);
    const claim = begun.value?.claim ?? null;
    try {
      const credited = await order.value.topUp.credit(order.value);
      const told = credited.ok
        ? creditReply(request, credited.value)
        : composeFailure(request, credited.error);
      if (claim !== null) {
        const kept = keptOf(credited.ok ? null : credited.error, told);
        await repeats.settle(request, claim, kept);
      }
      request.outcome = { code: credited.ok ? "verified" : credited.error.code };
      if (!credited.ok) setRetryAfter(reply, credited.error, now());
      return sendReply(reply, told);
    } catch (bug) {
      if (claim !== null) await repeats.settle(request, claim, null);
      throw bug;
    }
  });
};

const describeLimits = ({ minSantim, maxSantim, maxAgeHours }: TopUp["limits"]) => ({
  min_minor: minSantim,
  max_minor: maxSantim,
  max_age_hours: maxAgeHours,
});

/** What is to be credited to whom. Simulated payments of a test key are none. */
const orderFrom = (request: JsonRequest, topUp: TopUp | null) => {
  const { account, caller, mode } = askerOf(request);
  if (account === null) return fail("invalid_api_key", { subject: "missing" });
  if (topUp === null) return fail("topup_not_offered");
  if (mode === "test") return fail("live_key_required");
  const json = bodyOf(request);
  const handedIn = json.ok ? handedInFrom(json.value) : json;
  if (!json.ok || !handedIn.ok) return handedIn.ok ? fail("json_invalid") : handedIn;
  return ok({ topUp, caller, account: account.id, handedIn: handedIn.value, body: json.value });
};

const textRequest = z.strictObject({
  text: z.string().max(textLengthMax),
  provider: z.string().max(20).optional(),
  // Taken, as everywhere, and not heeded: what is asked are the operator's own digits.
  accountNumber: z.string().max(100).optional(),
  phone: z.string().max(100).optional(),
});

const nestedRequest = z.strictObject({
  provider: z.string().max(20),
  request: z.record(z.string(), z.string()),
});

const fieldsRequest = z.looseObject({ provider: z.string().max(20) });

const handedInFrom = (json: Readonly<Record<string, unknown>>): Result<HandedIn, Failure> => {
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

const creditReply = (request: FastifyRequest, credited: Credited): KeptReply => ({
  status: 200,
  contentType: jsonType,
  contentLanguage: null,
  body: JSON.stringify({
    status: "success",
    id: credited.id,
    state: credited.state,
    amount_minor: credited.amountSantim,
    balance_minor: credited.state === "credited" ? credited.balanceSantim : null,
    meta: { request_id: request.id, mode: askerOf(request).mode },
  }),
});
