import { type Api, GrammyError } from "grammy";
import type { Message } from "grammy/types";
import { claimedBeside } from "../detect.ts";
import { type Failure, fail } from "../failure.ts";
import type { PictureCaller } from "../photos/picture-caller.ts";
import { pictureBytesMax } from "../photos/picture-kind.ts";
import type { LookFailure, Sighting } from "../photos/sight.ts";
import type { Result } from "../result.ts";
import { catalogues } from "../texts/texts.ts";
import type { Request } from "./answer.ts";
import type { JudgingAccountOf } from "./judging-account.ts";
import { isPictureFile } from "./message-text.ts";
import type { Receipts } from "./receipts.ts";
import { renderPictureFailure, renderUnlookable } from "./remarks.ts";

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
};

/** A picture that has waited so long for its turn is taken again in the background. */
const waitMaxMs = 5_000;

/** A picture is looked at for a code, or for what is printed; what it points to is then worked off like a text. */
export const createPictures = ({
  api,
  fileRoot,
  download,
  look,
  judgingAccountOf,
  receipts,
  nameOf,
}: Dependencies) => {
  const fetchPicture = async ({ fileId, bytes }: SentPicture): Promise<Result<Uint8Array, Failure>> => {
    if (bytes > pictureBytesMax) return fail("image_too_large");
    const path = await pathOf(api, fileId);
    if (!path.ok) return path;
    return download(`${fileRoot}/${path.value}`, pictureBytesMax);
  };

  /** A chat is one caller, and keyed where an account judges for it. */
  const callerOf = async (asker: Request["asker"]): Promise<PictureCaller> => {
    const { account } = await judgingAccountOf(asker);
    return { id: `chat ${asker.place.chatId}`, isKeyed: account !== null, waitMaxMs };
  };

  /** `words`: what is written beside the picture, which may name an amount. */
  return async (request: Request, picture: SentPicture, words: string): Promise<void> => {
    const { asker, saying } = request;
    const bytes = await fetchPicture(picture);
    const sighting: Result<Sighting, LookFailure> = bytes.ok
      ? await look(bytes.value, await callerOf(asker))
      : bytes;
    if (!sighting.ok && sighting.error.unlookable !== undefined) {
      await saying.say(
        asker.place,
        "picture",
        renderUnlookable(sighting.error.unlookable, nameOf, asker.language),
      );
      return;
    }
    if (!sighting.ok) {
      await saying.say(asker.place, "picture", renderPictureFailure(sighting.error, asker.language));
      return;
    }
    const { kind, detection, needsConfirmation } = sighting.value;
    const texts = catalogues[asker.language];
    const note = kind === "print" ? (needsConfirmation ? texts.confirmPrint : texts.readFromPrint) : null;
    await receipts.answerAll(request, claimedBeside(detection, words), { note, needsConfirmation });
  };
};

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
