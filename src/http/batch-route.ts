import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { fail } from "../core/failure.ts";
import { callerOf } from "./callers.ts";
import type { KeptReply } from "./idempotency/idempotency.ts";
import { answers, anyCaller, failures, repeatableHeaders, tags } from "./openapi.ts";
import { providerSetOf } from "./provider-sets.ts";
import { jsonType, type SendFailure, sendReply, setQuotaHeaders } from "./replies.ts";
import { failureBody, verifiedBody } from "./reply-schemas.ts";
import { turnForText } from "./text-turns.ts";
import { type Verifying, verifyOnce } from "./verification.ts";
import { requestFromItem } from "./verification-requests.ts";

type Dependencies = Verifying & { readonly sendFailure: SendFailure; readonly isDraining: () => boolean };

const itemsMax = 50;
/** So that one batch leaves places at a provider for other callers. */
const runningMax = 5;
const path = "/api/verify/batch";
/** Ten rounds of the slowest provider's 30 s. */
const deadlineMs = (itemsMax / runningMax) * 30_000;

const batchBody = z.strictObject({
  items: z.array(z.unknown()).min(1).max(itemsMax).meta({
    description:
      "Each is a body of /api/verify; or `provider` with the fields of its endpoint, beside it or in `request` as /api/detect gives them.",
  }),
});

const httpStatus = {
  http_status: z.int().meta({ description: "Status that the item alone would have had." }),
};

export const batchReplyBody = z.strictObject({
  status: z.literal("success"),
  results: z
    .array(z.union([verifiedBody.extend(httpStatus), failureBody.extend(httpStatus)]))
    .meta({ description: "One result for each item, in the order of the items." }),
  meta: z.strictObject({ request_id: z.string(), items: z.int(), verified: z.int() }),
});

/**
 * `POST /api/verify/batch`: up to 50 receipts, each verified, counted and charged on its own, each with its own
 * result in its place. 200 when the batch was read.
 *
 * @param deps its `composeFailure` writes failures as parts of a larger reply
 */
export const addBatchRoute = (server: FastifyInstance, deps: Dependencies): void => {
  const { idempotentRequests, accounts, now, sendFailure, isDraining } = deps;

  server.withTypeProvider<ZodTypeProvider>().post(
    path,
    {
      schema: {
        tags: [tags.verify],
        summary: "Verify up to 50 receipts",
        description: "Each item is counted and charged on its own. 200 means that the batch was read.",
        security: anyCaller,
        headers: repeatableHeaders,
        body: batchBody,
        response: answers(batchReplyBody),
      },
      config: {
        counted: true,
        scope: "verify",
        failures: [...failures.api, ...failures.body, ...failures.fields, ...failures.idempotency],
      },
    },
    async (request, reply) => {
      const { items } = request.body;
      const repeatable = { endpoint: path, body: items, deadlineMs };
      const executed = await idempotentRequests.execute(request, repeatable, async (claim) => {
        // Other connections are closed when nothing moves on them for a minute.
        reply.raw.setTimeout(deadlineMs);
        // A copy of the request under the same key still gets the answers of one that was cut off.
        const isOver = () => isDraining() || (claim === null && reply.raw.destroyed);
        const results = await mapFew(items, async (item, place) =>
          isOver() ? notBegun(deps, request) : verifyItem(deps, request, item, place),
        );
        const answer = batchReply(
          request,
          results.map((result) => result.reply),
        );
        // A reply with an item that may still change is not kept. A copy asks for that item again and replays the others.
        // Nor is one that cost nothing, which a copy repeats.
        const isKept =
          results.every(({ mayChange }) => !mayChange) && results.some(({ isCounted }) => isCounted);
        await claim?.settle(isKept ? answer : null);
        const quota = await accounts.quotaOf(callerOf(request).caller);
        if (quota.ok && quota.value !== null) setQuotaHeaders(reply, quota.value, now());
        return { reply: answer };
      });
      if (!executed.ok) return sendFailure(request, reply, executed.error);
      return sendReply(reply, executed.value.reply, executed.value.isReplayed);
    },
  );
};

type ItemResult = {
  readonly reply: KeptReply;
  /** Whether a copy may be answered otherwise: it is not kept, and was not refused for its form. */
  readonly mayChange: boolean;
  /** Whether it was counted, now or in the copy whose reply this is. */
  readonly isCounted: boolean;
};

/** What an item hears that costs nothing because the process stops, or its caller has hung up. */
const notBegun = ({ composeFailure }: Verifying, request: FastifyRequest): ItemResult => ({
  reply: composeFailure(request, fail("overloaded", { retryAfterSeconds: 2 }).error),
  mayChange: true,
  isCounted: false,
});

/** Under the batch's `Idempotency-Key` an item has a key of its own, by its place: after a crash none is charged again. */
const verifyItem = async (
  deps: Verifying,
  request: FastifyRequest,
  item: unknown,
  place: number,
): Promise<ItemResult> => {
  await turnForText(request);
  const wanted = requestFromItem(providerSetOf(request), item);
  if (!wanted.ok)
    return { reply: deps.composeFailure(request, wanted.error), mayChange: false, isCounted: false };
  const sent = { endpoint: `${path}#${place}`, body: item };
  const { reply, verification, isKept, isReplayed } = await verifyOnce(deps, request, wanted.value, sent);
  return {
    reply,
    mayChange: !isKept && reply.status !== 400,
    isCounted: isReplayed || verification?.billing?.counted === true,
  };
};

const batchReply = (request: FastifyRequest, results: readonly KeptReply[]): KeptReply => {
  const verified = results.filter(({ status }) => status === 200).length;
  const meta = { request_id: request.id, items: results.length, verified };
  // Each result is JSON already, and stands here with the bytes under which it was kept.
  const texts = results.map(({ status, body }) => `{"http_status":${status},${body.slice(1)}`);
  return {
    status: 200,
    contentType: jsonType,
    contentLanguage: null,
    body: `{"status":"success","results":[${texts.join(",")}],"meta":${JSON.stringify(meta)}}`,
  };
};

/** Maps at most `runningMax` items at once, in their order. A bug in one is thrown when all that ran have ended. */
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
