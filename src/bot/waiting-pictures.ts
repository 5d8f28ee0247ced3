import { z } from "zod";
import type { OwnUpdate } from "../store/inbox.ts";
import type { Retries } from "../store/retries.ts";
import { isLanguage, type Language } from "../texts/texts.ts";
import type { Pace } from "./pace.ts";
import type { SentPicture } from "./pictures.ts";
import { postponement, takenOver } from "./postponement.ts";
import type { Asker } from "./questions.ts";
import { nextTry } from "./unanswered.ts";

/** A picture that found no place and is taken again in the background, as it is kept until then. */
const waitingSchema = z.strictObject({
  picture: z.strictObject({ fileId: z.string(), bytes: z.number() }),
  words: z.string(),
  place: z.strictObject({ chatId: z.int(), messageId: z.int() }),
  userId: z.int(),
  language: z.custom<Language>((tag) => typeof tag === "string" && isLanguage(tag)),
  /** How often it was tried in the background. */
  attempts: z.int(),
  /** Milliseconds since 1970; after this it is given up. */
  endsAt: z.int(),
});

export type WaitingPicture = {
  readonly asker: Asker;
  readonly picture: SentPicture;
  /** What is written beside it. */
  readonly words: string;
  readonly attempts: number;
  readonly endsAt: Date;
};

const updateSchema = z.looseObject({ update_id: z.int(), waitingPicture: waitingSchema });

const write = ({ asker, endsAt, ...rest }: WaitingPicture): z.infer<typeof waitingSchema> => ({
  ...asker,
  ...rest,
  endsAt: endsAt.getTime(),
});

const read = ({
  place,
  userId,
  language,
  endsAt,
  ...rest
}: z.infer<typeof waitingSchema>): WaitingPicture => ({
  ...rest,
  asker: { place, userId, language },
  endsAt: new Date(endsAt),
});

/** Null for what is kept about something else. */
export const readWaitingPicture = (written: string | null): WaitingPicture | null => {
  const waiting = waitingSchema.safeParse(JSON.parse(written ?? "null"));
  return waiting.success ? read(waiting.data) : null;
};

/** Its turn has come: to be worked off in its chat. */
export const waitingPictureUpdate = (waiting: WaitingPicture, dueAt: Date): OwnUpdate => ({
  queue: waiting.asker.place.chatId,
  dueAt,
  about: { waitingPicture: write(waiting) },
});

/** Null for an update that is about something else. */
export const waitingPictureOf = (update: unknown): WaitingPicture | null => {
  const own = updateSchema.safeParse(update);
  return own.success ? read(own.data.waitingPicture) : null;
};

type Dependencies = {
  readonly retries: Pick<Retries, "plan">;
  readonly pace: Pick<Pace, "pictureRetryMs">;
  readonly now: () => Date;
};

/**
 * Plans the next attempt, together with what is noted of it (`alongside`). Rejects with a postponement while the
 * database is away, and when another process works on the update by now.
 */
export const planPicture = async (
  waiting: WaitingPicture,
  alongside: Parameters<Retries["plan"]>[2],
  { retries, pace, now }: Dependencies,
): Promise<void> => {
  const { asker, attempts, endsAt } = waiting;
  const { place, userId } = asker;
  const dueAt = nextTry({ firstRetryMs: pace.pictureRetryMs }, attempts, { now: now(), endsAt });
  const planned = await retries.plan(
    { ...place, userId, receipt: `picture ${place.messageId}`, payload: JSON.stringify(write(waiting)) },
    { dueAt, endsAt },
    alongside,
  );
  if (!planned.ok) throw postponement(planned.error);
  if (!planned.value) throw takenOver();
};
