import type { Message } from "grammy/types";
import { claimsOfWords } from "../../../verify/detect/detect.ts";
import type { AnsweredBy, ShownPictures } from "../../data/shown-pictures.ts";
import { placeOf } from "../../telegram/chat.ts";
import { orLater } from "../../telegram/postponement.ts";
import { type Heard, isEmpty } from "../hearing.ts";
import type { Sending } from "../sending.ts";
import { pictureIdOf } from "./pictures.ts";

/**
 * By what messages with a picture are answered. The same picture with the same claims beside it leads to the same answer, so
 * that a change of other words asks nothing. All calls reject with a postponement while the database is away.
 */
export const createAnsweredPictures = (
  shownPictures: Pick<ShownPictures, "note" | "isAnsweredBy" | "forget">,
) => {
  /** Notes what a message is answered by now. True: so was its last answer. */
  const note = async (message: Message, sending: Sending, by: AnsweredBy): Promise<boolean> => {
    const update = { updateId: sending.updateId, isBegun: await isBegun(sending, message) };
    return orLater(await shownPictures.note(placeOf(message), by, update));
  };

  return {
    /** Notes that a message is answered by its words, or by nothing any more. */
    note: (message: Message, sending: Sending, kind: "words" | "nothing") => note(message, sending, { kind }),

    /** Notes what a message is answered by, as it was heard. True: the last answer to its picture stands. */
    noteHeard: async (
      message: Message,
      sending: Sending,
      { heard: { detection, beside }, isEdited }: { readonly heard: Heard; readonly isEdited: boolean },
    ): Promise<boolean> => {
      const picture = pictureIdOf(message);
      // A change may put a video in the place of a picture, and another one the picture back.
      if (picture === null && !isEdited) return false;
      const isOfPicture = picture !== null && isEmpty(detection);
      const stands = await note(
        message,
        sending,
        isOfPicture ? { kind: "picture", picture, claims: markOfClaims(beside) } : { kind: "words" },
      );
      return stands && picture !== null;
    },

    /** Forgets what a change has noted that is left to a later one. Its turn may have broken off before the picture was answered. */
    forget: async (message: Message, { updateId }: Sending): Promise<void> => {
      if (pictureIdOf(message) !== null) orLater(await shownPictures.forget(placeOf(message), updateId));
    },

    /**
     * Whether the answer to a message's picture stands: there is one, of the same picture with the same claims beside it.
     * `orNone`: or with none any more.
     */
    isStanding: async (
      message: Message,
      sending: Sending,
      { heard, orNone }: { readonly heard: Heard; readonly orNone: boolean },
    ): Promise<boolean> => {
      const { detection, beside } = heard;
      const picture = pictureIdOf(message);
      if (picture === null || !isEmpty(detection) || !(await isBegun(sending, message))) return false;
      const claims = orNone && markOfClaims(beside) === markOfClaims("") ? null : markOfClaims(beside);
      return orLater(await shownPictures.isAnsweredBy(placeOf(message), { picture, claims }));
    },
  };
};

export type AnsweredPictures = ReturnType<typeof createAnsweredPictures>;

/** Whether anything was sent or kept about what a message shows. Some other things are said of it besides. */
export const isBegun = async ({ slotsOf }: Sending, message: Message): Promise<boolean> =>
  (await slotsOf(placeOf(message))).some((slot) => !besides.has(slot));

const besides: ReadonlySet<string> = new Set(["hidden links", "apology"]);

/** A message as it is, and what it says. */
type Said = { readonly message: Message; readonly heard: Heard };

/** Whether a change leaves a message its picture, and claims beside it what was claimed or nothing. */
export const isSamePicture = (before: Said, after: Said): boolean => {
  const claims = markOfClaims(after.heard.beside);
  const isNoOther = claims === markOfClaims(before.heard.beside) || claims === markOfClaims("");
  const picture = pictureIdOf(before.message);
  const isOfPicture = [before, after].every(({ heard }) => isEmpty(heard.detection) && !isHiding(heard));
  return picture !== null && picture === pictureIdOf(after.message) && isOfPicture && isNoOther;
};

/** Whether links behind the words of a message lead to several receipts. */
export const isHiding = ({ hidden }: Heard): boolean => hidden.length > 0;

/** A mark of what words claim beside a picture. */
const markOfClaims = (words: string): string => JSON.stringify(claimsOfWords(words));
