import { type Api, GrammyError } from "grammy";
import type { Message } from "grammy/types";
import { claimedBeside } from "../detect.ts";
import { type Failure, fail } from "../failure.ts";
import type { PictureCaller } from "../photos/picture-caller.ts";
import { pictureBytesMax } from "../photos/picture-kind.ts";
import type { LookFailure, Sighting } from "../photos/sight.ts";
import type { Result } from "../result.ts";
import type { Retries } from "../store/retries.ts";
import { catalogues } from "../texts/texts.ts";
import type { Request } from "./answer.ts";
import type { JudgingAccountOf } from "./judging-account.ts";
import { isPictureFile } from "./message-text.ts";
import type { Pace } from "./pace.ts";
import type { Receipts } from "./receipts.ts";
import { renderPictureFailure, renderUnlookable } from "./remarks.ts";
import { lines } from "./rich-text.ts";
import { planPicture, type WaitingPicture } from "./waiting-pictures.ts";

/** A picture as Telegram keeps it. `bytes` as far as Telegram tells. */
export type SentPicture = { readonly fileId: string; readonly bytes: number };

/** The picture of a message: the largest size of a photo, or a picture that was sent as a file. */
export const pictureOf = ({ photo, document }: Message): SentPicture | null => {
  const largest = photo?.toSorted((a, b) => a.width * a.height - b.width * b.height).at(-1);
  if (largest !== undefined) return { fileId: largest.file_id, bytes: largest.file_size ?? 0 };
  if (document === undefined || !isPictureFile(document)) return null;
  return { fileId: document.file_id, bytes: document.file_size ?? 0 };
};

/** Fetches a file of at most `bytesMax` bytes. Failures: `image_too_large`, `overloaded` when it cannot be had now. */
export type Download = (url: string, bytesMax: number) => Promise<Result<Uint8Array, Failure>>;

type Dependencies = {
  readonly api: Api;
  /** Where Telegram keeps files: the address of its API and the bot's token. */
  readonly fileRoot: string;
  readonly download: Download;
  readonly look: (bytes: Uint8Array, caller: PictureCaller) => Promise<Result<Sighting, LookFailure>>;
  readonly judgingAccountOf: JudgingAccountOf;
  readonly receipts: Receipts;
  /** A bank's name by its label. */
  readonly nameOf: (bank: string) => string;
  readonly retries: Pick<Retries, "plan">;
  readonly pace: Pick<Pace, "pictureRetryMs" | "retryingMs">;
  readonly now: () => Date;
};

/** A picture that has waited so long for its turn is taken again in the background. */
const waitMaxMs = 5_000;
/** In the background nobody watches, and only the chat's own later messages wait behind it. */
const waitMaxLaterMs = 20_000;

/** A picture is looked at for a code, or for what is printed; what it points to is then worked off like a text. */
export const createPictures = (deps: Dependencies) => {
  const { api, fileRoot, download, look, judgingAccountOf, receipts, nameOf } = deps;
  const fetchPicture = async ({ fileId, bytes }: SentPicture): Promise<Result<Uint8Array, Failure>> => {
    if (bytes > pictureBytesMax) return fail("image_too_large");
    const path = await pathOf(api, fileId);
    if (!path.ok) return path;
    return download(`${fileRoot}/${path.value}`, pictureBytesMax);
  };

  /** A chat is one caller, and keyed where an account judges for it. */
  const callerOf = async (asker: Request["asker"], waitMaxMs: number): Promise<PictureCaller> => {
    const { account } = await judgingAccountOf(asker);
    return { id: `chat ${asker.place.chatId}`, isKeyed: account !== null, waitMaxMs };
  };

  /** Plans the next attempt once, however often the update is worked off. */
  const wait = async ({ asker, saying }: Request, waiting: WaitingPicture): Promise<void> => {
    const { isMine } = saying;
    const keep = saying.keep(asker.place, slot);
    await planPicture(waiting, { isMine, keep: (work) => keep(work, isPlanned) }, deps);
  };

  /** Says why the picture points to nothing, or answers what it points to. */
  const answer = async (
    request: Request,
    sighting: Result<Sighting, LookFailure>,
    words: string,
  ): Promise<void> => {
    const { asker, saying } = request;
    const { place, language } = asker;
    if (!sighting.ok) {
      const { unlookable } = sighting.error;
      const why =
        unlookable === undefined
          ? renderPictureFailure(sighting.error, language)
          : renderUnlookable(unlookable, nameOf, language);
      await saying.say(place, slot, why);
      return;
    }
    const { kind, detection, needsConfirmation } = sighting.value;
    const texts = catalogues[language];
    const note = kind === "print" ? (needsConfirmation ? texts.confirmPrint : texts.readFromPrint) : null;
    await receipts.answerAll(request, claimedBeside(detection, words), { note, needsConfirmation });
  };

  const lookAt = async (
    { asker }: Request,
    picture: SentPicture,
    waitMaxMs: number,
  ): Promise<Result<Sighting, LookFailure>> => {
    const bytes = await fetchPicture(picture);
    return bytes.ok ? look(bytes.value, await callerOf(asker, waitMaxMs)) : bytes;
  };

  /** What was noted about the picture when this very update was worked off before. */
  const notedBy = async ({ asker, saying }: Request) => {
    const before = await saying.recall(asker.place, slot);
    return before?.updateId === saying.updateId ? before : null;
  };

  return {
    /** `words`: what is written beside the picture, which may name an amount. */
    answerPicture: async (request: Request, picture: SentPicture, words: string): Promise<void> => {
      const { asker, saying } = request;
      const noted = await notedBy(request);
      if (noted?.step === "standing") return;
      if (noted?.outcome !== isPlanned) {
        const sighting = await lookAt(request, picture, waitMaxMs);
        if (sighting.ok || sighting.error.code !== "overloaded") return answer(request, sighting, words);
        const endsAt = new Date(deps.now().getTime() + deps.pace.retryingMs);
        await wait(request, { asker, picture, words, attempts: 0, endsAt });
      }
      const texts = catalogues[asker.language];
      await saying.say(asker.place, slot, lines(`⏳ ${texts.photoWaits}`, texts.left.free));
    },
    /** The same in the background, where nothing is said until the picture was looked at, or given up. */
    answerWaiting: async (request: Request, waiting: WaitingPicture): Promise<void> => {
      const noted = await notedBy(request);
      if (noted?.step === "standing" || noted?.outcome === isPlanned) return;
      const sighting = await lookAt(request, waiting.picture, waitMaxLaterMs);
      const isOver = deps.now() >= waiting.endsAt;
      if (sighting.ok || sighting.error.code !== "overloaded" || isOver)
        return answer(request, sighting, waiting.words);
      await wait(request, { ...waiting, attempts: waiting.attempts + 1 });
    },
  };
};

/** Under which it is said that the picture waits, or why it points to nothing. */
const slot = "picture";
/** What is kept under it once the next attempt is planned. */
const isPlanned = "waits";

export type Pictures = ReturnType<typeof createPictures>;

/** Where a file lies. Failures: `image_too_large` for what bots may not have, `image_unreadable` for what is gone. */
const pathOf = async (api: Api, fileId: string): Promise<Result<string, Failure>> => {
  try {
    const { file_path: path = "" } = await api.getFile(fileId);
    // Nothing but a path beneath the bot's own files is asked for.
    if (/^(?!.*\.\.)[A-Za-z0-9_/.-]{1,200}$/.test(path)) return { ok: true, value: path };
    return fail("image_unreadable", { detail: "a file without a usable path" });
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    return fail(/too big/i.test(error.description) ? "image_too_large" : "image_unreadable");
  }
};
