import type { Update } from "grammy/types";
import { z } from "zod";
import { type Failure, type FailureCode, isBlameless } from "../../../core/failure.ts";
import type { Provider } from "../../../providers/provider.ts";
import { type Candidate, candidateSchema } from "../../../verify/candidates.ts";
import { receiptNamedIn } from "../../../verify/receipt-ids.ts";
import type { OwnUpdate } from "../../data/inbox.ts";
import type { Retries } from "../../data/retries.ts";
import { queueOfCaller, readOwnUpdate } from "../../telegram/arrival.ts";
import { placeSchema } from "../../telegram/chat.ts";
import { takenOver } from "../../telegram/postponement.ts";
import type { BotTimings } from "../../telegram/timings.ts";
import type { ChatCaller } from "../caller.ts";
import { languageSchema } from "../language-schema.ts";
import { shownInSchema } from "../outcome.ts";

/** A look-up to be retried, as it is kept until it is answered. */
const lookUpSchema = z.object({
  place: placeSchema,
  userId: z.int(),
  language: languageSchema,
  candidate: candidateSchema,
  slot: z.string().nullable().default(null),
  source: shownInSchema.optional(),
});

export type LookUpLater = {
  readonly caller: ChatCaller;
  readonly candidate: Candidate;
  /** The slot of the reply that nothing is decided yet; null: not known. */
  readonly slot: string | null;
};

/** The outcome of a retried look-up, from `writeOutcome`; null when the time was over. */
const backgroundReplySchema = z.looseObject({
  update_id: z.int(),
  retried: z.object({ lookUp: lookUpSchema, outcome: z.string().nullable() }),
});

const write = ({ caller, candidate, slot }: LookUpLater): z.infer<typeof lookUpSchema> => ({
  ...caller,
  candidate,
  slot,
});

const toLookUp = ({ candidate, slot, ...caller }: z.infer<typeof lookUpSchema>): LookUpLater => ({
  caller,
  candidate,
  slot,
});

const writeLookUp = (lookUp: LookUpLater): string => JSON.stringify(write(lookUp));

/** Null when the row is damaged, or another version wrote it. */
export const readLookUp = (written: string | null): LookUpLater | null => {
  const lookUp = lookUpSchema.safeParse(JSON.parse(written ?? "null"));
  return lookUp.success ? toLookUp(lookUp.data) : null;
};

/** A background reply as the inbox keeps it, due now in its asker's turn. */
export const backgroundReplyUpdate = (
  lookUp: LookUpLater,
  outcome: string | null,
  dueAt: Date,
): OwnUpdate => ({
  ...queueOfCaller(lookUp.caller),
  dueAt,
  about: { retried: { lookUp: write(lookUp), outcome } },
});

/** Null for an update that is about something else. */
export const readBackgroundReply = (
  update: Update,
): { lookUp: LookUpLater; outcome: string | null } | null => {
  const own = readOwnUpdate(update, backgroundReplySchema);
  if (own === null) return null;
  const { lookUp, outcome } = own.retried;
  return { lookUp: toLookUp(lookUp), outcome };
};

/** Whether asking again soon may help. A page that is not recognised, or a bug, stays until somebody has looked at it. */
export const mayAnswerLater = (failure: Failure): boolean =>
  isBlameless(failure) && !lasting.has(failure.code);

const lasting: ReadonlySet<FailureCode> = new Set(["provider_format_changed", "internal_error"]);

/** The question of a look-up and its receipt, each in one form for all spellings. */
type NamedLookUp = { readonly question: string; readonly receipt: string };

/**
 * The receipt has one name for all digits by which it is asked for; where a link hides which it is, the question is the
 * name. Null when it cannot be asked for.
 */
export const namedLookUp = (provider: Provider, { request }: Candidate): NamedLookUp | null => {
  const asked = provider.open(request);
  if (!asked.ok) return null;
  const { canonical: question } = asked.value;
  return { question, receipt: receiptNamedIn(provider, request) ?? question };
};

/** When to try again after so many attempts (0: the first look-up), at the latest at the end. `random`: in [0, 1). */
export const nextTry = (
  { firstRetryMs }: Pick<BotTimings, "firstRetryMs">,
  attempts: number,
  { now, endsAt, random = Math.random }: { now: Date; endsAt: Date; random?: () => number },
): Date => {
  const pauseMs = firstRetryMs * 2 ** attempts * (0.75 + random() / 4);
  return new Date(Math.min(now.getTime() + pauseMs, Math.max(endsAt.getTime(), now.getTime())));
};

/**
 * Plans the retry of an unanswered look-up together with keeping its outcome (`alongside`). False: the database is away,
 * and nothing is kept. Rejects when another process works on the update.
 */
export const planRetry = async (
  lookUp: LookUpLater,
  named: NamedLookUp,
  alongside: Parameters<Retries["plan"]>[2],
  { retries, timings, now }: { retries: Pick<Retries, "plan">; timings: BotTimings; now: () => Date },
): Promise<boolean> => {
  const { place, userId } = lookUp.caller;
  const endsAt = new Date(now().getTime() + timings.retryingMs);
  const dueAt = nextTry(timings, 0, { now: now(), endsAt });
  const planned = await retries.plan(
    { ...place, userId, ...named, payload: writeLookUp(lookUp) },
    { dueAt, endsAt },
    alongside,
  );
  if (planned.ok && !planned.value) throw takenOver();
  return planned.ok;
};
