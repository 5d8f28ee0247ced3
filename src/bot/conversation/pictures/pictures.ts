import { type Api, GrammyError } from "grammy";
import type { Message, Update } from "grammy/types";
import { z } from "zod";
import { type Failure, fail } from "../../../core/failure.ts";
import type { Result } from "../../../core/result.ts";
import { createSemaphore } from "../../../core/semaphore.ts";
import type { PictureCaller } from "../../../photos/picture-caller.ts";
import { pictureBytesMax } from "../../../photos/picture-kind.ts";
import { createPictureSemaphore } from "../../../photos/picture-semaphore.ts";
import type { PictureFailure, PictureResult } from "../../../photos/scan-picture.ts";
import { renderPictureFailure, renderUnlookable } from "../../../rendering/remarks.ts";
import { lines } from "../../../rendering/rich-text.ts";
import { catalogues } from "../../../texts/texts.ts";
import { type Claims, noClaims } from "../../../verify/claims.ts";
import { claimsOfWords, withClaimsOf } from "../../../verify/detect/detect.ts";
import type { OwnUpdate } from "../../data/inbox.ts";
import { pictureSlot } from "../../data/reply-slots.ts";
import type { Retries } from "../../data/retries.ts";
import { countedAs, queueOfCaller, readOwnUpdate } from "../../telegram/arrival.ts";
import { isGroup, placeSchema, plain, type Reply } from "../../telegram/chat.ts";
import { isTelegramAway, postponement, takenOver } from "../../telegram/postponement.ts";
import type { BotTimings } from "../../telegram/timings.ts";
import { nextTry } from "../background/look-up-retries.ts";
import type { ChatCaller, MerchantOf } from "../caller.ts";
import { withdraw } from "../edits/changed-messages.ts";
import { languageSchema } from "../language-schema.ts";
import { askedInGroupBy, type GroupBudget } from "../limits/group-budget.ts";
import { isPictureFile } from "../message-text.ts";
import { shownInSchema } from "../outcome.ts";
import type { Receipts } from "../receipts.ts";
import { type ChatRequest, within } from "../sending.ts";

/** A picture as Telegram keeps it. `bytes`: its size, 0 where Telegram does not give it. */
export type SentPicture = { readonly fileId: string; readonly bytes: number };

/** What is written beside a picture, which may name an amount; under an album that of all pictures together. */
export type Words = {
  readonly text: string;
  readonly isOfAlbum: boolean;
  /** Whether its message may be changed without our being told. */
  readonly isUnseen: boolean;
};

/** The picture of a message: the largest size of a photo, or a picture that was sent as a file. */
export const pictureOf = ({ photo, document }: Message): SentPicture | null => {
  const largest = photo?.toSorted((a, b) => a.width * a.height - b.width * b.height).at(-1);
  if (largest !== undefined) return { fileId: largest.file_id, bytes: largest.file_size ?? 0 };
  if (document === undefined || !isPictureFile(document)) return null;
  return { fileId: document.file_id, bytes: document.file_size ?? 0 };
};

/** By what Telegram tells two pictures apart; null where there is none. */
export const pictureIdOf = ({ photo, document }: Message): string | null =>
  photo?.at(-1)?.file_unique_id ?? document?.file_unique_id ?? null;

/** Fetches a file of at most `bytesMax` bytes. Failures: `image_too_large`, `overloaded` when it cannot be had now. */
export type Download = (url: string, bytesMax: number) => Promise<Result<Uint8Array, Failure>>;

type Dependencies = {
  readonly api: Api;
  /** Where Telegram keeps files: the address above them, and how one is fetched. */
  readonly files: { readonly root: string; readonly download: Download };
  readonly scanPicture: (
    bytes: Uint8Array,
    caller: PictureCaller,
  ) => Promise<Result<PictureResult, PictureFailure>>;
  /** Why a caller's pictures are not looked at now, which is asked before one is fetched. Unset: they always are. */
  readonly checkPictures?: (caller: PictureCaller) => Result<true, Failure>;
  readonly merchantOf: MerchantOf;
  readonly receipts: Receipts;
  /** A bank's name by its label. */
  readonly nameOf: (bank: string) => string;
  readonly budget: GroupBudget;
  readonly retries: Pick<Retries, "plan">;
  readonly timings: Pick<BotTimings, "pictureRetryMs" | "progressAfterMs" | "retryingMs">;
  readonly now: () => Date;
};

/** Pictures that are fetched at the same time; each may be large. */
const fetchedAtOnceMax = 8;

/** A picture that has waited so long for the reader is scanned later, in the background. */
const waitMaxMs = 5_000;
/** The same in the background, where only the person's own later messages in the chat wait behind it. */
const waitMaxLaterMs = 20_000;

/** Scans a picture for a QR code or printed text, and answers what it names like a text. */
export const createPictures = (deps: Dependencies) => {
  const { api, files, scanPicture, checkPictures, merchantOf, receipts, nameOf } = deps;
  const ofEach = createPictureSemaphore();
  const ofAll = createSemaphore({ running: fetchedAtOnceMax });
  const fetchPicture = async ({ fileId, bytes }: SentPicture): Promise<Result<Uint8Array, Failure>> => {
    if (bytes > pictureBytesMax) return fail("image_too_large");
    const path = await pathOf(api, fileId);
    if (!path.ok) return path;
    return files.download(`${files.root}/${path.value}`, pictureBytesMax);
  };

  /** Each caller has few at the same time, and all together have so many that memory holds them. */
  const fetchInTurn = (picture: SentPicture, caller: PictureCaller): Promise<Result<Uint8Array, Failure>> =>
    ofEach.run(caller, 0, async ({ signal }) => {
      const permit = await ofAll.acquire(signal);
      if (!permit.ok) return fail("overloaded", { detail: "picture: too many are fetched" });
      return fetchPicture(picture).finally(permit.value);
    });

  /**
   * All chats and keys of an account are one caller, as over HTTP. Without an account the caller is the person. In a group
   * strangers show pictures to a shop, so those are never its own.
   */
  const pictureCallerOf = async (
    { place, userId: sender }: ChatRequest["caller"],
    waitMaxMs: number,
  ): Promise<PictureCaller> => {
    const userId = countedAs(sender, place.chatId);
    const own = { chatId: userId, messageId: 0 };
    const account = isGroup(own) ? null : (await merchantOf({ place: own, userId })).account;
    const id = account === null ? `chat ${userId}` : `account ${account}`;
    return { id, isKeyed: account !== null, waitMaxMs };
  };

  /** Says what came of a picture that led to no check: in a group as often as all that costs nothing. */
  const tell = async ({ caller, sending }: ChatRequest, why: Reply): Promise<void> => {
    const { updateId } = sending;
    if (deps.budget.take(askedInGroupBy(caller, { updateId })))
      await sending.send(caller.place, pictureSlot, why);
    else sending.withhold(why);
  };

  /** Plans the next attempt once, however often the update is worked off. */
  const wait = async ({ caller, sending }: ChatRequest, waiting: WaitingPicture): Promise<void> => {
    const { isMine } = sending;
    const keep = sending.keep(caller.place, pictureSlot);
    await planPicture(waiting, { isMine, keep: (trx) => keep(trx, isPlanned) }, deps);
  };

  /** Answers what the picture names, or explains why it names nothing. Resolves with what is claimed of all together. */
  const answer = async (
    request: ChatRequest,
    scanned: Result<PictureResult, PictureFailure>,
    words: Words,
    isPromised = false,
  ): Promise<Claims> => {
    const { language } = request.caller;
    if (!scanned.ok) {
      const { unlookable } = scanned.error;
      const why =
        unlookable === undefined
          ? renderPictureFailure(scanned.error, language)
          : renderUnlookable(unlookable, nameOf, language);
      // In place of a picture that was changed for this one.
      await withdraw(request, { from: 0 });
      await tell(request, why);
      return claimsOfAlbum(words);
    }
    const { kind, detection, needsConfirmation, uncount } = scanned.value;
    const texts = catalogues[language];
    const print = kind === "print" ? (needsConfirmation ? texts.confirmPrint : texts.readFromPrint) : null;
    const notes = [print, words.isUnseen ? texts.pointedUnseen : null].filter((line) => line !== null);
    const note = notes.length === 0 ? null : notes.join("\n");
    const claimed = words.isOfAlbum ? detection : withClaimsOf(detection, words.text);
    const origin = { note, needsConfirmation, isPromised };
    const { isExcused } = await receipts.answerAll(request, claimed, origin).catch((error: unknown) => {
      // The update is worked off again, and the picture scanned again.
      uncount?.();
      throw error;
    });
    if (isExcused) uncount?.();
    return claimed.shared ?? claimsOfAlbum(words);
  };

  const scan = async (
    { caller }: ChatRequest,
    picture: SentPicture,
    waitMaxMs: number,
  ): Promise<Result<PictureResult, PictureFailure>> => {
    const pictureCaller = await pictureCallerOf(caller, waitMaxMs);
    const allowed = checkPictures?.(pictureCaller);
    if (allowed?.ok === false) return allowed;
    const bytes = await fetchInTurn(picture, pictureCaller).catch((error: unknown) => {
      // The picture waits, and not what its person sends after it.
      if (isTelegramAway(error)) return fail("overloaded", { detail: "picture: Telegram gives no file" });
      throw error;
    });
    return bytes.ok ? scanPicture(bytes.value, pictureCaller) : bytes;
  };

  /** The same at once. While it takes long, nothing stands that was answered to a picture that was changed for this one. */
  const scanAtOnce = async (
    request: ChatRequest,
    picture: SentPicture,
  ): Promise<Result<PictureResult, PictureFailure>> => {
    const scanning = scan(request, picture, waitMaxMs);
    if ((await within(scanning, deps.timings.progressAfterMs)) !== null) return scanning;
    const why = plain(catalogues[request.caller.language].changedWaits);
    await withdraw(request, { from: 0, why, withdrawal: "until the answer" }).catch(
      async (error: unknown) => {
        // The update is worked off again, and the picture scanned again.
        const scanned = await scanning.catch(() => null);
        if (scanned?.ok) scanned.value.uncount?.();
        throw error;
      },
    );
    return scanning;
  };

  return {
    /** Resolves with what the words claim of several receipts together: of its album, or of all that it shows. */
    answerPicture: async (request: ChatRequest, picture: SentPicture, words: Words): Promise<Claims> => {
      const { caller, sending } = request;
      if (await sending.isSent(caller.place, pictureSlot)) return claimsOfAlbum(words);
      if ((await sending.kept(caller.place, pictureSlot)) !== isPlanned) {
        const scanned = await scanAtOnce(request, picture);
        if (scanned.ok || scanned.error.code !== "overloaded") return answer(request, scanned, words);
        // What stands there is of a picture that was changed for this one.
        await withdraw(request, { from: 0 });
        const endsAt = new Date(deps.now().getTime() + deps.timings.retryingMs);
        await wait(request, { caller, picture, words, attempts: 0, endsAt });
      }
      const texts = catalogues[caller.language];
      await sending.send(caller.place, pictureSlot, lines(`⏳ ${texts.photoWaits}`, texts.left.free));
      return claimsOfAlbum(words);
    },
    /** The same in the background, where nothing is sent until the picture was scanned or given up. */
    answerWaiting: async (request: ChatRequest, waiting: WaitingPicture): Promise<Claims> => {
      const { caller, sending } = request;
      const claims = claimsOfAlbum(waiting.words);
      if (await sending.isSent(caller.place, pictureSlot)) return claims;
      if ((await sending.kept(caller.place, pictureSlot)) === isPlanned) return claims;
      const scanned = await scan(request, waiting.picture, waitMaxLaterMs);
      const isOver = deps.now() >= waiting.endsAt;
      if (scanned.ok || scanned.error.code !== "overloaded" || isOver)
        return answer(request, scanned, waiting.words, true);
      await wait(request, { ...waiting, attempts: waiting.attempts + 1 });
      return claims;
    },
  };
};

/** What is written beside an album tells of all its pictures, and its summary compares it with them. */
const claimsOfAlbum = ({ text, isOfAlbum }: Words): Claims => (isOfAlbum ? claimsOfWords(text) : noClaims);

/** What is kept in the slot of a picture once the next attempt is planned. */
const isPlanned = "waits";

export type Pictures = ReturnType<typeof createPictures>;

/** Where a file lies. Failures: `image_too_large` for what bots may not have, `image_unreadable` for what is gone. */
const pathOf = async (api: Api, fileId: string): Promise<Result<string, Failure>> => {
  try {
    const { file_path: path = "" } = await api.getFile(fileId);
    // Only a path beneath the bot's own files is fetched.
    if (/^(?!.*\.\.)[A-Za-z0-9_/.-]{1,200}$/.test(path)) return { ok: true, value: path };
    return fail("image_unreadable", { detail: "a file without a usable path" });
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    return fail(/too big/i.test(error.description) ? "image_too_large" : "image_unreadable");
  }
};

/** A picture that is scanned later in the background, as it is kept until then. */
const waitingSchema = z.object({
  picture: z.object({ fileId: z.string(), bytes: z.number() }),
  words: z.object({ text: z.string(), isOfAlbum: z.boolean(), isUnseen: z.boolean().default(false) }),
  place: placeSchema,
  userId: z.int(),
  language: languageSchema,
  source: shownInSchema.optional(),
  /** How often it was tried in the background. */
  attempts: z.int(),
  /** Milliseconds since 1970; after this it is given up. */
  endsAt: z.int(),
});

type WaitingPicture = {
  readonly caller: ChatCaller;
  readonly picture: SentPicture;
  readonly words: Words;
  readonly attempts: number;
  readonly endsAt: Date;
};

const updateSchema = z.looseObject({ update_id: z.int(), waitingPicture: waitingSchema });

const write = ({
  caller: { place, userId, language, source },
  endsAt,
  ...rest
}: WaitingPicture): z.infer<typeof waitingSchema> => ({
  place,
  userId,
  language,
  source,
  ...rest,
  endsAt: endsAt.getTime(),
});

const read = ({
  place,
  userId,
  language,
  source,
  endsAt,
  ...rest
}: z.infer<typeof waitingSchema>): WaitingPicture => ({
  ...rest,
  caller: { place, userId, language, source },
  endsAt: new Date(endsAt),
});

/** Null for what is kept about something else. */
export const readWaitingPicture = (written: string | null): WaitingPicture | null => {
  const waiting = waitingSchema.safeParse(JSON.parse(written ?? "null"));
  return waiting.success ? read(waiting.data) : null;
};

/** The update by which a waiting picture is worked off in its turn. */
export const waitingPictureUpdate = (waiting: WaitingPicture, dueAt: Date): OwnUpdate => ({
  ...queueOfCaller(waiting.caller),
  dueAt,
  about: { waitingPicture: write(waiting) },
});

/** Null for an update that is about something else. */
export const waitingPictureOf = (update: Update): WaitingPicture | null => {
  const own = readOwnUpdate(update, updateSchema);
  return own === null ? null : read(own.waitingPicture);
};

type PlanDependencies = {
  readonly retries: Pick<Retries, "plan">;
  readonly timings: Pick<BotTimings, "pictureRetryMs">;
  readonly now: () => Date;
};

/**
 * Plans the next attempt, together with what is noted of it (`alongside`). Rejects with a postponement while the
 * database is away, and when another process works on the update by now.
 */
const planPicture = async (
  waiting: WaitingPicture,
  alongside: Parameters<Retries["plan"]>[2],
  { retries, timings, now }: PlanDependencies,
): Promise<void> => {
  const { caller, attempts, endsAt } = waiting;
  const { place, userId } = caller;
  const dueAt = nextTry({ firstRetryMs: timings.pictureRetryMs }, attempts, { now: now(), endsAt });
  const picture = `picture ${place.messageId}`;
  const planned = await retries.plan(
    { ...place, userId, receipt: picture, question: picture, payload: JSON.stringify(write(waiting)) },
    { dueAt, endsAt },
    alongside,
  );
  if (!planned.ok) throw postponement(planned.error);
  if (!planned.value) throw takenOver();
};
