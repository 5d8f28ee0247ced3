import { z } from "zod";
import type { Failure, FailureCode } from "../failure.ts";
import type { Provider } from "../providers/provider.ts";
import type { OwnUpdate } from "../store/inbox.ts";
import type { Retries } from "../store/retries.ts";
import { isLanguage, type Language } from "../texts/texts.ts";
import type { Pace } from "./pace.ts";
import { type Pointer, pointerSchema } from "./pointers.ts";
import { takenOver } from "./postponement.ts";
import type { Asker } from "./questions.ts";

/** A look-up to be tried again, as it is kept until it is answered. */
const lookUpSchema = z.strictObject({
  place: z.strictObject({ chatId: z.int(), messageId: z.int() }),
  userId: z.int(),
  language: z.custom<Language>((tag) => typeof tag === "string" && isLanguage(tag)),
  pointer: pointerSchema,
  slot: z.string().nullable().default(null),
});

export type LookUpLater = {
  readonly asker: Asker;
  readonly pointer: Pointer;
  /** Under which it was said that nothing is decided yet; null: not known. */
  readonly slot: string | null;
};

/** What came of it; `outcome` is of `writeOutcome`'s making, null when the time was over. */
const toldSchema = z.looseObject({
  update_id: z.int(),
  retried: z.strictObject({ lookUp: lookUpSchema, outcome: z.string().nullable() }),
});

const write = ({ asker, pointer, slot }: LookUpLater): z.infer<typeof lookUpSchema> => ({
  ...asker,
  pointer,
  slot,
});

const read = ({ pointer, slot, ...asker }: z.infer<typeof lookUpSchema>): LookUpLater => ({
  asker,
  pointer,
  slot,
});

export const writeLookUp = (lookUp: LookUpLater): string => JSON.stringify(write(lookUp));

/** Null when it cannot be read: it was damaged, or another version has written it. */
export const readLookUp = (written: string | null): LookUpLater | null => {
  const lookUp = lookUpSchema.safeParse(JSON.parse(written ?? "null"));
  return lookUp.success ? read(lookUp.data) : null;
};

/** What is to be told, as the inbox keeps it: in its chat's turn, now. */
export const toldUpdate = (lookUp: LookUpLater, outcome: string | null, dueAt: Date): OwnUpdate => ({
  queue: lookUp.asker.place.chatId,
  dueAt,
  about: { retried: { lookUp: write(lookUp), outcome } },
});

/** Null for an update that is about something else. */
export const readTold = (update: unknown): { lookUp: LookUpLater; outcome: string | null } | null => {
  const told = toldSchema.safeParse(update);
  if (!told.success) return null;
  const { lookUp, outcome } = told.data.retried;
  return { lookUp: read(lookUp), outcome };
};

/**
 * Whether the provider, or we, may answer the same question soon. A page that is not recognised stays so until
 * somebody has looked at it.
 */
export const mayAnswerLater = ({ code }: Failure): boolean => passing.has(code);

const passing: ReadonlySet<FailureCode> = new Set([
  "provider_error",
  "provider_tls_failure",
  "provider_blocked",
  "provider_unavailable",
  "provider_timeout",
  "overloaded",
]);

/** Which receipt a pointer asks for, whatever the form; null when nothing can be asked. */
export const receiptOf = (provider: Provider, { request }: Pointer): string | null => {
  const question = provider.open(request);
  return question.ok ? `${provider.label} ${question.value.canonical}` : null;
};

/** When to try again after so many attempts (0: the first look-up), at the latest at the end. `random`: in [0, 1). */
export const nextTry = (
  { firstRetryMs }: Pick<Pace, "firstRetryMs">,
  attempts: number,
  { now, endsAt, random = Math.random }: { now: Date; endsAt: Date; random?: () => number },
): Date => {
  const pauseMs = firstRetryMs * 2 ** attempts * (0.75 + random() / 4);
  return new Date(Math.min(now.getTime() + pauseMs, Math.max(endsAt.getTime(), now.getTime())));
};

/**
 * Takes an unanswered look-up up, together with what is said of it (`alongside`); false while the database is away.
 * Rejects when another process works on the update by now.
 */
export const planRetry = async (
  lookUp: LookUpLater,
  receipt: string,
  alongside: Parameters<Retries["plan"]>[2],
  { retries, pace, now }: { retries: Pick<Retries, "plan">; pace: Pace; now: () => Date },
): Promise<boolean> => {
  const { place, userId } = lookUp.asker;
  const endsAt = new Date(now().getTime() + pace.retryingMs);
  const dueAt = nextTry(pace, 0, { now: now(), endsAt });
  const planned = await retries.plan(
    { ...place, userId, receipt, payload: writeLookUp(lookUp) },
    { dueAt, endsAt },
    alongside,
  );
  if (planned.ok && !planned.value) throw takenOver();
  return planned.ok;
};
