import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Accounts } from "../accounts/accounts.ts";
import { isBillable } from "../failure.ts";
import type { KeptReply } from "../idempotency/idempotency.ts";
import { parseRequest } from "../request-failure.ts";
import { askerOf } from "./callers.ts";
import { isRetryable } from "./failure-reply.ts";
import type { OfferOf } from "./offer.ts";
import { createAnswerOrder } from "./order-answers.ts";
import { setQuotaHeaders } from "./quota-headers.ts";
import { orderFromItem } from "./received-orders.ts";
import type { Repeats } from "./repeats.ts";
import { type ComposeFailure, jsonType, type SendFailure, sendReply } from "./replies.ts";
import { bodyOf, counted, type JsonRequest } from "./verify-routes.ts";

type Dependencies = {
  readonly offerOf: OfferOf;
  readonly repeats: Repeats;
  readonly accounts: Pick<Accounts, "quotaOf">;
  /** For an item's failure, as a part of the reply. */
  readonly composeFailure: ComposeFailure;
  readonly sendFailure: SendFailure;
  readonly now: () => Date;
};

const itemsMax = 50;
/** So that one batch leaves places at a provider for other callers. */
const runningMax = 5;
const path = "/api/verify/batch";
/** Ten rounds of the slowest provider's 30 s. */
const deadlineMs = (itemsMax / runningMax) * 30_000;

const batchRequest = z.strictObject({ items: z.array(z.unknown()).min(1).max(itemsMax) });

/**
 * `POST /api/verify/batch`: up to 50 receipts, each verified, counted and charged on its own, each with its own
 * result in its place. 200 when the batch was read (design 3).
 */
export const addBatchRoute = (server: FastifyInstance, deps: Dependencies): void => {
  const { repeats, accounts, now, sendFailure } = deps;
  const answerItem = createAnswerItem(deps);

  server.post(path, counted, async (request: JsonRequest, reply) => {
    const json = bodyOf(request);
    const fields = json.ok ? parseRequest(batchRequest, json.value) : json;
    if (!fields.ok) return sendFailure(request, reply, fields.error);
    const { items } = fields.value;
    const begun = await repeats.begin(request, { endpoint: path, body: items, deadlineMs });
    if (!begun.ok) return sendFailure(request, reply, begun.error);
    if (begun.value?.kind === "replay")
      return sendReply(reply.header("idempotent-replayed", "true"), begun.value.reply);
    const claim = begun.value?.claim ?? null;
    // Other connections are closed when nothing moves on them for a minute.
    reply.raw.setTimeout(deadlineMs);
    try {
      const results = await mapFew(items, (item, place) => answerItem(request, item, place));
      const replies = results.map(({ reply }) => reply);
      const answer = batchReply(request, replies);
      // A copy asks about those again that may be answered otherwise by then, and has the others as they are kept.
      const isKept = results.every(({ mayChange }) => !mayChange);
      if (claim !== null) await repeats.settle(request, claim, isKept ? answer : null);
      const quota = await accounts.quotaOf(askerOf(request).caller);
      if (quota.ok && quota.value !== null) setQuotaHeaders(reply, quota.value, now());
      return sendReply(reply, answer);
    } catch (bug) {
      if (claim !== null) await repeats.settle(request, claim, null);
      throw bug;
    }
  });
};

/** An item under the batch's `Idempotency-Key` has its place as part of the key: after a crash none is charged again. */
const createAnswerItem = (deps: Dependencies) => {
  const { offerOf, composeFailure } = deps;
  const answerOrder = createAnswerOrder(deps);
  return async (request: FastifyRequest, item: unknown, place: number): Promise<Result> => {
    const order = orderFromItem(offerOf(request), item);
    if (!order.ok) return { reply: composeFailure(request, order.error), mayChange: false };
    const repeatable = { endpoint: `${path}#${place}`, body: item };
    const { reply, failure } = await answerOrder(request, { ...order.value, repeatable });
    return { reply, mayChange: failure !== null && isBillable(failure) && isRetryable(failure) };
  };
};

/** `mayChange`: a definitive answer that may soon be another. */
type Result = { readonly reply: KeptReply; readonly mayChange: boolean };

const batchReply = (request: FastifyRequest, results: readonly KeptReply[]): KeptReply => {
  const verified = results.filter(({ status }) => status === 200).length;
  const meta = { request_id: request.id, items: results.length, verified };
  // Each result is already JSON, and stands here with the bytes under which it was kept.
  const texts = results.map(({ status, body }) => `{"http_status":${status},${body.slice(1)}`);
  return {
    status: 200,
    contentType: jsonType,
    contentLanguage: null,
    body: `{"status":"success","results":[${texts.join(",")}],"meta":${JSON.stringify(meta)}}`,
  };
};

/** Maps at most `runningMax` items at once, in their order; a bug of one is thrown when all that ran have ended. */
const mapFew = async <Item, Mapped>(
  items: readonly Item[],
  map: (item: Item, place: number) => Promise<Mapped>,
): Promise<Mapped[]> => {
  const waiting = items.entries();
  const mapped: Mapped[] = [];
  const work = async () => {
    for (const [place, item] of waiting) mapped[place] = await map(item, place);
  };
  const ended = await Promise.allSettled(Array.from({ length: runningMax }, work));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  return mapped;
};
