import type { Message, UserFromGetMe } from "grammy/types";
import { renderHidden, renderUnlookable } from "../../rendering/remarks.ts";
import { renderRefusal } from "../../rendering/render-failure.ts";
import type { RichText } from "../../rendering/rich-text.ts";
import { catalogues } from "../../texts/texts.ts";
import { type Claims, noClaims } from "../../verify/claims.ts";
import { claimsOfWords } from "../../verify/detect/detect.ts";
import type { Retries } from "../data/retries.ts";
import { callerIn } from "../telegram/arrival.ts";
import { type Chat, placeOf } from "../telegram/chat.ts";
import { isPostponed, isTakenOver, orLater } from "../telegram/postponement.ts";
import { quoting } from "./caller.ts";
import { type StandingAnswers, withdraw } from "./edits/changed-messages.ts";
import type { Change } from "./edits/newest-changes.ts";
import type { PointedMessages } from "./edits/pointed-messages.ts";
import { type Heard, type Hearing, isEmpty, isOfAlbum, sourceOf } from "./hearing.ts";
import { hintFor } from "./hints.ts";
import { askedInGroup, type GroupBudget, tooManyAtOnce } from "./limits/group-budget.ts";
import type { AlbumSummaries } from "./pictures/albums.ts";
import { type AnsweredPictures, isBegun, isHiding } from "./pictures/answered-pictures.ts";
import { type Pictures, pictureOf, type SentPicture } from "./pictures/pictures.ts";
import type { Sender, TypedAnswers } from "./questions/typed-answers.ts";
import type { Receipts } from "./receipts.ts";
import type { ChatRequest, Sending } from "./sending.ts";

type Dependencies = {
  readonly hearing: Hearing;
  readonly retries: Pick<Retries, "suspendBefore" | "forgetBefore">;
  readonly receipts: Pick<Receipts, "answerAll">;
  /** A bank's name by its label. */
  readonly nameOf: (bank: string) => string;
  readonly answerQuestion: TypedAnswers;
  readonly answeredPictures: AnsweredPictures;
  readonly standingAnswers: Pick<StandingAnswers, "isStanding" | "isAnyUndone" | "refuseChange">;
  readonly answerInAlbum: AlbumSummaries["answer"];
  readonly answerPicture: Pictures["answerPicture"];
  readonly pointedMessages: Pick<PointedMessages, "note">;
  readonly budget: GroupBudget;
  readonly chat: Pick<Chat, "whileTyping">;
  /** Whether an error of the database means that it is away. */
  readonly isAway: (error: unknown) => boolean;
  readonly now: () => Date;
};

/** Answers a message: receipts to look up, the answer to a question, or chatter. */
export const createAnswering = (deps: Dependencies) => {
  const { hearing, retries, receipts, nameOf, answerQuestion, answerPicture, chat, now } = deps;
  const { answeredPictures, answerInAlbum, pointedMessages, budget } = deps;
  const { isStanding, isAnyUndone, refuseChange } = deps.standingAnswers;
  const { hear, hearInAlbum, isAddressed, readWords, showsOf } = hearing;

  /**
   * Withdraws all that was answered to a message, and its album tells of it no more. `why`: what is said in place of the
   * answers; null: that they are withdrawn.
   */
  const withdrawAll = async (
    message: Message,
    request: ChatRequest,
    { isAddressed, formerRetries = "end", why = null }: Withdrawing,
  ): Promise<void> => {
    const { caller, sending } = request;
    if (!(await isBegun(sending, message))) return;
    await answeredPictures.note(message, sending, "nothing");
    const endRetries = formerRetries === "suspend" ? retries.suspendBefore : retries.forgetBefore;
    orLater(await endRetries(sending.updateId, caller.place));
    const part = { ...caller, mediaGroup: message.media_group_id, isAddressed, isEdited: true };
    await answerInAlbum(part, sending, async (inAlbum) => {
      await withdraw({ ...request, sending: inAlbum }, { from: 0, isPictureToo: true, why });
      return noClaims;
    });
  };

  /** Whether the answer to a message's picture stands after a change of its words. */
  const isPictureStanding = async (
    message: Message,
    request: Pick<ChatRequest, "caller" | "sending">,
    said: Parameters<AnsweredPictures["isStanding"]>[2],
  ): Promise<boolean> =>
    (await answeredPictures.isStanding(message, request.sending, said)) && !(await isAnyUndone(request));

  /** Answers a message as an update shows it, which may be a change that came since. */
  const answerAs = async (
    { message, updateId: textUpdateId }: Change,
    me: UserFromGetMe,
    { language, sending, isEdited }: Handling,
  ): Promise<void> => {
    const place = placeOf(message);
    const { updateId } = sending;
    const userId = callerIn(message);
    if (userId === undefined) return;
    const heard = hear(message, me) ?? (await hearInAlbum(message, me));
    if (heard === null) {
      const said = { heard: readWords(message, me), orNone: true };
      const request = { caller: { place, userId, language }, askedAt: now(), sending };
      if (!isEdited || (await isPictureStanding(message, request, said))) return;
      return withdrawAll(message, request, { isAddressed: false });
    }
    const caller = { place, userId, language, source: sourceOf(message, heard, textUpdateId) };
    // A picture that waits for its answer, or has it, goes on so while its caption claims nothing else.
    const isUnchanged =
      isEdited && (await isPictureStanding(message, { caller, sending }, { heard, orNone: false }));
    const meant: Meant = {
      message,
      heard,
      request: { caller, askedAt: now(), sending },
      isEdited,
      isAddressed: () => isAddressed(message, me),
      takeFreeAnswer: () => budget.take(askedInGroup(message, updateId)),
    };
    if (!isEdited || isUnchanged) return answerMeant(meant, me);
    // Retries for the former text of the message end. What it asks for again keeps its place among those who wait for it.
    orLater(await retries.suspendBefore(updateId, place));
    await answerMeant(meant, me).catch(async (error: unknown) => {
      // Nobody waits for a change that is answered no more.
      const isGivenUp = !isPostponed(error, deps.isAway) && !isTakenOver(error);
      if (isGivenUp) orLater(await retries.forgetBefore(updateId, place));
      throw error;
    });
    orLater(await retries.forgetBefore(updateId, place));
  };

  const answerMeant = async (meant: Meant, me: UserFromGetMe): Promise<void> => {
    const { message, heard, request } = meant;
    const { caller, sending } = request;
    const { updateId } = sending;
    if (isRemark(meant) && !meant.takeFreeAnswer()) return;
    const pointed = heard.pointsTo === undefined ? undefined : message.reply_to_message;
    if (pointed !== undefined)
      await pointedMessages.note(placeOf(pointed), caller, { shows: showsOf(pointed, me), updateId });
    const picture = await pictureToRead(meant);
    if ((await costsNewAnswer(meant, picture)) && !meant.takeFreeAnswer()) return refuseNewAnswer(meant);
    return answer(meant, picture);
  };

  /** The picture of a message, unless what it is answered by is not changed by an edit. */
  const pictureToRead = async ({ message, heard, request, isEdited }: Meant): Promise<SentPicture | null> => {
    const stands = await answeredPictures.noteHeard(message, request.sending, { heard, isEdited });
    return stands && isEdited && !(await isAnyUndone(request)) ? null : heard.picture;
  };

  /** Says that a group has had its answers of this minute, and takes back what was answered before the change. */
  const refuseNewAnswer = async (meant: Meant): Promise<void> => {
    const { message, heard, request } = meant;
    await answeredPictures.note(message, request.sending, "nothing");
    const why = renderRefusal(tooManyAtOnce, null, request.caller.language);
    return inAlbum(meant, async (sending) => {
      await refuseChange({ ...request, sending }, heard.detection, why);
      return claimsTogether(meant);
    });
  };

  /** Sends answers to a message as part of its album, which has a summary. */
  const inAlbum = (meant: Meant, work: (sending: Sending) => Promise<Claims>): Promise<void> => {
    const { message, request, isEdited } = meant;
    const mediaGroup = message.media_group_id;
    const part = { ...request.caller, mediaGroup, isAddressed: meant.isAddressed(), isEdited };
    return answerInAlbum(part, request.sending, work);
  };

  const answer = async (meant: Meant, picture: SentPicture | null): Promise<void> => {
    const { heard, request } = meant;
    const { caller, sending } = request;
    const { place, language } = caller;
    if (isHiding(heard) && meant.takeFreeAnswer()) {
      const told = { ...renderHidden(heard.hidden, language), ...quoting(caller) };
      await sending.send(place, "hidden links", told);
    }
    if (!isEmpty(heard.detection) || picture !== null)
      return chat.whileTyping(place, () => inAlbum(meant, (said) => answerReceipts(meant, picture, said)));
    if (!isEmpty(heard.named)) return inAlbum(meant, (said) => answerFileName(meant, said));
    return answerRemark(meant);
  };

  /** Whether the change of a message costs its group another answer of the bot, of which it bears only so many. */
  const costsNewAnswer = async (meant: Meant, picture: SentPicture | null): Promise<boolean> => {
    const { message, heard, request, isEdited } = meant;
    if (!isEdited || message.chat.type === "private") return false;
    const isAnew = isEmpty(heard.detection)
      ? picture !== null || !isEmpty(heard.named)
      : !(await isStanding(request, heard.detection));
    return isAnew || isHiding(heard);
  };

  /** Answers what the words name, else what the picture shows. Resolves with what is claimed of all together. */
  const answerReceipts = async (
    meant: Meant,
    picture: SentPicture | null,
    sending: Sending,
  ): Promise<Claims> => {
    const { message, heard, request } = meant;
    const { detection, beside, isUnseen } = heard;
    const asked = { ...request, sending };
    if (isEmpty(detection) && picture !== null)
      return answerPicture(asked, picture, { text: beside, isOfAlbum: isOfAlbum(message), isUnseen });
    const note = isUnseen ? catalogues[request.caller.language].pointedUnseen : null;
    await receipts.answerAll(asked, detection, { note, needsConfirmation: false });
    return claimsTogether(meant);
  };

  /** People seldom read a file's name, so they confirm what it holds. Resolves as `answerReceipts` does. */
  const answerFileName = async (meant: Meant, sending: Sending): Promise<Claims> => {
    const { heard, request } = meant;
    const { readFromFileName, pointedUnseen } = catalogues[request.caller.language];
    const note = heard.isUnseen ? `${readFromFileName}\n${pointedUnseen}` : readFromFileName;
    await receipts.answerAll({ ...request, sending }, heard.named, { note, needsConfirmation: true });
    return claimsTogether(meant);
  };

  /** Takes a message that names no receipt as the answer to a question, or says what to send. */
  const answerRemark = async (meant: Meant): Promise<void> => {
    const { message, heard, request, isEdited } = meant;
    const { caller, sending } = request;
    const { place, userId, language } = caller;
    // A changed message that holds no receipt needs no reply.
    if (isEdited && pictureOf(message) !== null) return;
    if (isEdited) return withdrawAll(message, request, { isAddressed: meant.isAddressed() });
    if (isHiding(heard)) return;
    if (await answerQuestion(message, heard.text, { place, userId, language, sending })) return;
    const { unlookable } = heard.detection;
    const hint =
      unlookable === null
        ? hintFor(message, heard.text, language)
        : renderUnlookable(unlookable, nameOf, language);
    if (hint !== null) await sending.send(place, "hint", hint);
  };

  return { answerAs, withdrawAll, isPictureStanding };
};

export type Answering = ReturnType<typeof createAnswering>;

type Withdrawing = {
  readonly isAddressed: boolean;
  /** What becomes of retries for its former text. Suspended, they keep their places until it is answered anew. */
  readonly formerRetries?: "end" | "suspend";
  readonly why?: RichText | null;
};

/** The language of the answer, the way to send it, and whether the message was changed. */
export type Handling = Pick<Sender, "language" | "sending"> & { readonly isEdited: boolean };

/** A message that is meant for the bot. */
type Meant = {
  readonly message: Message;
  readonly heard: Heard;
  readonly request: ChatRequest;
  readonly isEdited: boolean;
  /** Whether it names the bot, or by now the caption of its album does. */
  readonly isAddressed: () => boolean;
  /** Takes the one answer of this message that costs no check; false: none is left of this minute. Taken again, it is the same one. */
  readonly takeFreeAnswer: () => boolean;
};

/** Whether a message has an answer though it shows no receipt. A changed one has a former answer, which must not stay. */
const isRemark = ({ heard, isEdited }: Meant): boolean =>
  !isEdited &&
  isEmpty(heard.detection) &&
  heard.picture === null &&
  (heard.hidden.length > 0 || heard.detection.unlookable !== null);

/**
 * What the words of a message claim of several receipts together. Words that name receipts tell of those, and others of the
 * album, or of what the name of the file names.
 */
const claimsTogether = ({ message, heard: { detection, named, text } }: Meant): Claims => {
  if (!isEmpty(detection)) return detection.shared ?? noClaims;
  return isOfAlbum(message) ? claimsOfWords(text) : (named.shared ?? noClaims);
};
