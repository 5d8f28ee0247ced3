import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { callerName } from "../accounts/accounts.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { createSemaphore, type Semaphore, withPermitIfAny } from "../core/semaphore.ts";
import { createSharedValues } from "../core/shared-values.ts";
import { callerOf } from "./callers.ts";
import { answers, anyCaller, failures, repeatableHeaders, tags } from "./openapi.ts";
import { providerSetOf } from "./provider-sets.ts";
import { type ComposedReply, jsonType, type SendFailure, sendReply, setQuotaHeaders } from "./replies.ts";
import { onceEnded } from "./reply-end.ts";
import { failureBody, verifiedBody } from "./reply-schemas.ts";
import { turnForText } from "./text-turns.ts";
import { type Verifying, verifyOnce } from "./verification.ts";
import { requestFromItem } from "./verification-requests.ts";

type Dependencies = Verifying & {
  readonly sendFailure: SendFailure;
  readonly isDraining: () => boolean;
  /** What the slowest provider is given for one question; unset: half a minute. */
  readonly batchItemMs?: number | undefined;
};

const itemsMax = 50;
/** Items of one caller that are looked up at the same time, so that others have room. */
const runningMax = 5;
/** Batches of one caller that are worked on at the same time. */
const batchesMax = 4;
/** Further ones, which wait for that. */
const batchesWaitingMax = 30;
const path = "/api/verify/batch";
const halfMinuteMs = 30_000;

/**
 * How long a batch may take, whose items may all be of one bank. `permitsAtBank`: how many of them are asked at once;
 * `batchItemMs`: how long each may take.
 */
export const batchDeadlineMs = (permitsAtBank: number, batchItemMs = halfMinuteMs): number =>
  Math.ceil(itemsMax / permitsAtBank) * batchItemMs;

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
  const { idempotentRequests, accounts, now, sendFailure, isDraining, batchItemMs = halfMinuteMs } = deps;
  const callers = createSharedValues<BatchCaller>();

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
      const permitsAtBank = providerSetOf(request).permitsOfOne({
        isKeyed: callerOf(request).account !== null,
      });
      const deadlineMs = batchDeadlineMs(permitsAtBank, batchItemMs);
      // Other connections are closed when nothing moves on them for a minute.
      reply.raw.setTimeout(deadlineMs);
      // An earlier batch of the caller may take its time. An item that begins after this could end too late for whoever waits.
      const lastMs = performance.now() + deadlineMs - batchItemMs;
      const caller = callers.take(callerNameOf(request), () => ({
        batches: createSemaphore({
          running: batchesMax,
          waiting: batchesWaitingMax,
          waitMs: deadlineMs / 2,
        }),
        pace: createPace(permitsAtBank),
      }));
      const gone = new AbortController();
      onceEnded(reply.raw, () => gone.abort());
      const { batches, pace } = caller.value;
      const repeatable = { endpoint: path, body: items, deadlineMs };
      const executed = await idempotentRequests
        .execute(request, repeatable, async (claim) => {
          // A copy of the request under the same key still gets the answers of one that was cut off.
          const isOver = () =>
            isDraining() || performance.now() > lastMs || (claim === null && reply.raw.destroyed);
          const questions = createSemaphores(1);
          const answered = await inTurn(batches, gone.signal, () =>
            allOf(
              items.map((item, place) => verifyItem(deps, request, { item, place, questions, pace, isOver })),
            ),
          );
          if (!answered.ok) {
            await claim?.settle(null);
            return { batch: answered };
          }
          const answer = batchReply(
            request,
            answered.value.map((result) => result.reply),
          );
          // A reply with an item that may still change is not kept. A copy asks for that item again and replays the others.
          // A reply that cost nothing is not kept either.
          const isKept =
            answered.value.every(({ mayChange }) => !mayChange) &&
            answered.value.some(({ isCounted }) => isCounted);
          await claim?.settle(isKept ? answer : null);
          const quota = await accounts.quotaOf(callerOf(request).caller);
          if (quota.ok && quota.value !== null) setQuotaHeaders(reply, quota.value, now());
          return { batch: ok(answer) };
        })
        .finally(caller.giveBack);
      if (!executed.ok) return sendFailure(request, reply, executed.error);
      if (executed.value.isReplayed) return sendReply(reply, executed.value.reply, true);
      const { batch } = executed.value;
      return batch.ok ? sendReply(reply, batch.value, false) : sendFailure(request, reply, batch.error);
    },
  );
};

type ItemResult = {
  readonly reply: ComposedReply;
  /** Whether a copy may be answered otherwise: it is not kept, and was not refused for its form. */
  readonly mayChange: boolean;
  /** Whether it was counted, now or in the copy whose reply this is. */
  readonly isCounted: boolean;
};

/** What an item hears that costs nothing because the process stops, its caller has hung up, or it is too late. */
const notBegun = ({ composeFailure }: Verifying, request: FastifyRequest): ItemResult => ({
  reply: composeFailure(request, fail("overloaded", { retryAfterSeconds: 2 }).error),
  mayChange: true,
  isCounted: false,
});

type PlacedItem = {
  readonly item: unknown;
  readonly place: number;
  /** One at a time of the same question: the others are free where the first was counted. */
  readonly questions: (question: string) => Semaphore;
  readonly pace: Pace;
  readonly isOver: () => boolean;
};

/** Under the batch's `Idempotency-Key` an item has a key of its own, by its place: after a crash none is charged again. */
const verifyItem = async (
  deps: Verifying,
  request: FastifyRequest,
  { item, place, questions, pace, isOver }: PlacedItem,
): Promise<ItemResult> => {
  await turnForText(request);
  if (isOver()) return notBegun(deps, request);
  const wanted = requestFromItem(providerSetOf(request), item);
  if (!wanted.ok)
    return { reply: deps.composeFailure(request, wanted.error), mayChange: false, isCounted: false };
  const { label, body } = wanted.value;
  const verify = async (): Promise<ItemResult> => {
    if (isOver()) return notBegun(deps, request);
    const sent = { endpoint: `${path}#${place}`, body: item };
    const { reply, verification, isKept, isReplayed } = await verifyOnce(deps, request, wanted.value, sent);
    return {
      reply,
      mayChange: !isKept && reply.status !== 400,
      isCounted: isReplayed || verification?.billing?.counted === true,
    };
  };
  return withPermitIfAny(questions(canonicalJson([label, body])), () => pace(label, verify));
};

const batchReply = (request: FastifyRequest, results: readonly ComposedReply[]): ComposedReply => {
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

/** Resolves or rejects as the work does, which begins when its bank has a place for it. */
type Pace = <T>(bank: string, work: () => Promise<T>) => Promise<T>;

/** What the batches of one caller share. Test and live ask different banks. */
type BatchCaller = {
  /** Permits for batches. */
  readonly batches: Semaphore;
  readonly pace: Pace;
};

/** Works on a batch as soon as its caller has a permit for it. `rate_limited`: too many wait already, or it waited too long. */
const inTurn = async <T>(
  batches: Semaphore,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<Result<T, Failure>> => {
  const permit = await batches.acquire(signal);
  return permit.ok ? ok(await work().finally(permit.value)) : fail("rate_limited", { retryAfterSeconds: 10 });
};

const callerNameOf = (request: FastifyRequest): string => {
  const { caller, account } = callerOf(request);
  return `${providerSetOf(request).mode} ${callerName(caller, account?.id ?? null)}`;
};

/**
 * Runs at most `runningMax` items at once, and of one bank as many as the caller has places there. More would wait for each
 * other there, and be refused when the bank is slow.
 */
const createPace = (permitsAtBank: number): Pace => {
  const running = createSemaphore({ running: runningMax });
  const banks = createSemaphores(permitsAtBank);
  // The bank's permit first, so that an item that waits for its bank holds up no other bank's.
  return (bank, work) => withPermitIfAny(banks(bank), () => withPermitIfAny(running, work));
};

/** A semaphore for each name. */
const createSemaphores = (running: number): ((name: string) => Semaphore) => {
  const made = new Map<string, Semaphore>();
  return (name) => {
    const found = made.get(name) ?? createSemaphore({ running });
    made.set(name, found);
    return found;
  };
};

/** What all came to. A bug in one is thrown when all have ended. */
const allOf = async <T>(begun: readonly Promise<T>[]): Promise<readonly T[]> => {
  await Promise.allSettled(begun);
  return Promise.all(begun);
};
