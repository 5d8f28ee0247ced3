import { groupBy } from "./books.ts";
import { isPaid, type Truth, type TruthOf } from "./truth.ts";

/** One attempt of a caller over HTTP. */
export type Attempt = {
  /** What the caller wanted, which it may have tried several times. */
  readonly request: string;
  readonly reference: string;
  /** Attempts with the same key are one request. */
  readonly idempotencyKey: string | null;
  /** Null: none came, because the process or the connection was gone. */
  readonly reply: { readonly status: number; readonly body: string } | null;
  /** Whether something was done to the process that explains that no reply came. */
  readonly isExcused: boolean;
};

/** How often the books have an answer to this request counted; null: they do not tell (nobody's account). */
type CountedOf = (request: string) => number | null;

/** Who a paid receipt names as its receiver. */
type ReceiverOf = (truth: Truth) => string;

type Told = {
  readonly outcome: "verified" | string;
  readonly isCharged: boolean;
  /** Whether it may turn out otherwise later: such a reply is kept under no Idempotency-Key. */
  readonly mayChange: boolean;
  readonly reference: string | null;
  readonly receiver: string | null;
};

/** Codes that a caller pays for. */
const definitive: ReadonlySet<string> = new Set([
  "verified",
  "receipt_not_found",
  "receipt_not_completed",
  "receipt_mismatch",
]);

const expectedOf: Readonly<Record<Truth, string>> = {
  own: "verified",
  other: "verified",
  "not found": "receipt_not_found",
  pending: "receipt_not_completed",
  reversed: "receipt_not_completed",
  "another's": "receipt_mismatch",
};

/**
 * What is wrong in what callers were told: a verdict that the bank did not give, an attempt without a reply, copies of one
 * request that differ, an answer that was not counted as it was told, or one that was counted twice.
 */
export const mistakesInReplies = (
  attempts: readonly Attempt[],
  truthOf: TruthOf,
  countedOf: CountedOf,
  receiverOf: ReceiverOf,
): string[] => {
  const wrong: string[] = [];
  for (const attempt of attempts) {
    if (attempt.reply === null) {
      if (!attempt.isExcused) wrong.push(`${attempt.request}: no reply came, and its process lived`);
      continue;
    }
    wrong.push(...mistakesInReply(attempt, attempt.reply, truthOf, receiverOf));
  }
  for (const [request, tries] of groupBy(attempts, ({ request }) => request))
    wrong.push(...mistakesInCounts(request, tries, countedOf(request)));
  return wrong;
};

const mistakesInReply = (
  { request, reference }: Attempt,
  reply: NonNullable<Attempt["reply"]>,
  truthOf: TruthOf,
  receiverOf: ReceiverOf,
): string[] => {
  const told = toldBy(reply);
  if (told === null) return [`${request}: a reply of ${reply.status} that is none of the interface's`];
  const truth = truthOf(reference);
  const isVerified = told.outcome === "verified";
  const wrong: string[] = [];
  if (isVerified !== (reply.status >= 200 && reply.status < 300))
    wrong.push(`${request}: ${told.outcome} came with ${reply.status}`);
  if (definitive.has(told.outcome) && (truth === null || expectedOf[truth] !== told.outcome))
    wrong.push(`${request}: ${told.outcome} of a receipt that is ${truth ?? "unknown"}`);
  if (isVerified && told.reference !== reference)
    wrong.push(`${request}: verified, and it is another receipt`);
  if (isVerified && truth !== null && isPaid(truth) && told.receiver !== receiverOf(truth))
    wrong.push(`${request}: verified as paid to somebody else than the bank says`);
  if (told.isCharged && !definitive.has(told.outcome)) wrong.push(`${request}: ${told.outcome} was charged`);
  return wrong;
};

const mistakesInCounts = (request: string, tries: readonly Attempt[], counted: number | null): string[] => {
  const replies = tries.flatMap(({ reply }) => (reply === null ? [] : [reply]));
  const charged = replies.filter((reply) => toldBy(reply)?.isCharged === true);
  const lost = tries.filter(({ reply }) => reply === null).length;
  const kept = charged.filter((reply) => toldBy(reply)?.mayChange === false);
  const isKeyed = tries.some(({ idempotencyKey }) => idempotencyKey !== null);
  const wrong: string[] = [];
  if (isKeyed && new Set(kept.map(({ body }) => body)).size > 1)
    wrong.push(`${request}: its Idempotency-Key was answered in different ways`);
  if (counted === null) return wrong;
  const least = isKeyed ? Math.min(1, charged.length) : charged.length;
  const keyedMost = kept.length === charged.length ? 1 : charged.length + lost;
  const most = isKeyed ? keyedMost : charged.length + lost;
  if (counted < least)
    wrong.push(`${request}: ${charged.length} answers were told as counted, ${counted} are`);
  if (counted > most)
    wrong.push(`${request}: ${counted} answers are counted, ${charged.length} were told and ${lost} lost`);
  return wrong;
};

/** Null: no JSON of the interface. */
const toldBy = ({ body }: { readonly body: string }): Told | null => {
  const read = parsed(body);
  if (read === null) return null;
  if (read.status === "success") {
    const { data, meta } = read;
    const billing = recordOf(recordOf(meta)?.billing);
    const receipt = recordOf(data);
    return {
      outcome: receipt?.status === "Verified" ? "verified" : "success without Verified",
      isCharged: billing?.counted === true || Number(billing?.charged_minor ?? 0) > 0,
      mayChange: false,
      reference: textOf(receipt?.transaction_reference),
      receiver: textOf(receipt?.receiver_name),
    };
  }
  const error = recordOf(read.error);
  if (read.status !== "error" || typeof error?.code !== "string") return null;
  return {
    outcome: error.code,
    isCharged: error.charged === true,
    mayChange: error.retryable === true,
    reference: null,
    receiver: null,
  };
};

const parsed = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
};

const recordOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : null;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
