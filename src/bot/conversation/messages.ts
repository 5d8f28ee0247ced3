import type { Message, UserFromGetMe } from "grammy/types";
import { renderHidden, renderUnlookable } from "../../rendering/remarks.ts";
import { renderRefusal } from "../../rendering/render-failure.ts";
import type { RichText } from "../../rendering/rich-text.ts";
import { catalogues } from "../../texts/texts.ts";
import { type Claims, noClaims } from "../../verify/claims.ts";
import { claimsOfWords, type Detection } from "../../verify/detect/detect.ts";
import type { Albums } from "../data/albums.ts";
import type { Inbox } from "../data/inbox.ts";
import type { Retries } from "../data/retries.ts";
import { callerIn } from "../telegram/arrival.ts";
import { type Chat, type Place, placeOf, plain } from "../telegram/chat.ts";
import { postponement } from "../telegram/postponement.ts";
import { quoting } from "./caller.ts";
import { type StandingAnswers, withdraw } from "./edits/changed-messages.ts";
import { type Change, findWaitingChange, type NewestChanges } from "./edits/newest-changes.ts";
import type { PointedMessages } from "./edits/pointed-messages.ts";
import { createHearing, type Heard, isEmpty, isOfAlbum, sourceOf } from "./hearing.ts";
import { hintFor } from "./hints.ts";
import { askedInGroup, type GroupBudget, tooManyAtOnce } from "./limits/group-budget.ts";
import type { AlbumSummaries } from "./pictures/albums.ts";
import { type AnsweredPictures, isBegun, isHiding, isSamePicture } from "./pictures/answered-pictures.ts";
import { type Pictures, pictureOf, type SentPicture } from "./pictures/pictures.ts";
import type { Sender, TypedAnswers } from "./questions/typed-answers.ts";
import type { Receipts } from "./receipts.ts";
import type { ChatRequest, Sending } from "./sending.ts";

type Dependencies = {
  readonly inbox: Pick<Inbox, "waiting">;
  readonly detect: (text: string) => Detection;
  readonly retries: Pick<Retries, "forgetBefore">;
  readonly receipts: Pick<Receipts, "answerAll">;
  /** A bank's name by its label. */
  readonly nameOf: (bank: string) => string;
  readonly answerQuestion: TypedAnswers;
  readonly albums: Pick<Albums, "isMeant">;
  readonly answeredPictures: AnsweredPictures;
  readonly standingAnswers: Pick<StandingAnswers, "isStanding" | "isAnyUndone" | "refuseChange">;
  readonly answerInAlbum: AlbumSummaries["answer"];
  readonly answerPicture: Pictures["answerPicture"];
  readonly newestChanges: Pick<NewestChanges, "since" | "isAnswered" | "noteAnswered">;
  readonly pointedMessages: Pick<PointedMessages, "note" | "noteChange" | "isOutdated">;
  readonly budget: GroupBudget;
  readonly chat: Pick<Chat, "seen" | "whileTyping">;
  readonly now: () => Date;
};

/** Handles a person's message: receipts to look up, the answer to a question, or chatter. */
export const createMessages = (deps: Dependencies) => {
  const { detect, retries, receipts, nameOf, answerQuestion, answerPicture, chat, now } = deps;
  const { inbox, albums, answeredPictures, answerInAlbum, newestChanges, pointedMessages, budget } = deps;
  const { isStanding, isAnyUndone, refuseChange } = deps.standingAnswers;
  const { noteAddressed, hear, hearInAlbum, isCalled, readWords, showsOf } = createHearing({
    detect,
    albums,
  });

  const forgetBefore = async (updateId: number, place: Place): Promise<boolean> => {
    const forgotten = await retries.forgetBefore(updateId, place);
    if (!forgotten.ok) throw postponement(forgotten.error);
    return forgotten.value > 0;
  };

  /** Shows 👀 as soon as a receipt arrives, while messages before it may still be worked on. */
  const notice = (message: Message, me: UserFromGetMe): void => {
    const heard = hear(message, me);
    if (heard === null || (isEmpty(heard.detection) && heard.picture === null)) return;
    void chat.seen(placeOf(message));
  };

  /** Withdraws all that was answered to a message, and its album tells of it no more. Retries for its former text end. */
  const withdrawAll = async (
    message: Message,
    request: ChatRequest,
    { isMeant, why = null }: { readonly isMeant: boolean; readonly why?: RichText | null },
  ): Promise<void> => {
    const { caller, sending } = request;
    if (!(await isBegun(sending, message))) return;
    await answeredPictures.note(message, sending, "nothing");
    await forgetBefore(sending.updateId, caller.place);
    const part = { ...caller, mediaGroup: message.media_group_id, isMeant, isEdited: true };
    await answerInAlbum(part, sending, async (inAlbum) => {
      await withdraw({ ...request, sending: inAlbum }, { from: 0, isPictureToo: true, why });
      return noClaims;
    });
  };

  /** Arranges that what was said to those who point to a changed message of a group is withdrawn. */
  const noteChange = async ({ message, updateId }: Change, me: UserFromGetMe): Promise<void> => {
    if (message.chat.type === "private") return;
    await pointedMessages.noteChange(placeOf(message), { shows: showsOf(message, me), updateId });
  };

  /**
   * Takes back what a changed message no longer stands for. `waits`: it is answered anew in its turn; else it is not
   * answered any more.
   */
  const takeBack = async (
    message: Message,
    me: UserFromGetMe,
    { language, sending, waits }: Omit<Handling, "isEdited"> & { readonly waits: boolean },
  ): Promise<void> => {
    const userId = callerIn(message);
    if (userId === undefined) return;
    const place = placeOf(message);
    const { updateId } = sending;
    const heard = hear(message, me) ?? (await hearInAlbum(message, me));
    const said = heard ?? readWords(message, me);
    const caller = { place, userId, language, source: sourceOf(message, said, updateId) };
    const request = { caller, askedAt: now(), sending };
    const isMeant = heard !== null && !isEmpty(heard.detection);
    const stays = isMeant
      ? isStanding(request, heard.detection)
      : isPictureStanding(message, request, { heard: said, orNone: true });
    if (await stays) return;
    const why = waits ? plain(catalogues[language].changedWaits) : null;
    await withdrawAll(message, request, { isMeant: isCalled(message, me), why });
  };

  /**
   * What is answered of a message that a waiting change has changed: the change. A picture that does not name the bot any
   * more keeps its answer, so it is answered as it came.
   */
  const asChanged = async (message: Message, changed: Message, me: UserFromGetMe): Promise<Message> => {
    const isHeard = (hear(changed, me) ?? (await hearInAlbum(changed, me))) !== null;
    const saidIn = (one: Message) => ({ message: one, heard: readWords(one, me) });
    return !isHeard && isSamePicture(saidIn(message), saidIn(changed)) ? message : changed;
  };

  /** Whether a message is left to a later update that has changed it to show something else. */
  const isOutdated = async ({ message, updateId }: Change, me: UserFromGetMe): Promise<boolean> => {
    const heard = message.chat.type === "private" ? null : hear(message, me);
    if (heard === null || !isShowing(heard)) return false;
    return pointedMessages.isOutdated(placeOf(message), { shows: showsOf(message, me), updateId });
  };

  const handleChange = async (change: Change, me: UserFromGetMe, handling: Handling): Promise<void> => {
    await noteChange(change, me);
    const { message, updateId } = change;
    if (newestChanges.since(message, updateId) !== null || newestChanges.isAnswered(change)) return;
    if (!(await isOutdated(change, me))) await handleAs(change, me, handling);
  };

  /**
   * As what a message is answered in its turn: as it came, or as a change of it; null: it is left to its changes. A turn that
   * broke off goes on with what it began with, whose receipts were sent or kept by then.
   */
  const toAnswer = async (came: Change, me: UserFromGetMe, sending: Sending): Promise<Change | null> => {
    const { message, updateId } = came;
    if (await isBegun(sending, message)) {
      const textUpdateId = (await sending.textUpdateIdOf(placeOf(message))) ?? updateId;
      if (textUpdateId <= updateId) return came;
      const change = await findWaitingChange(inbox, textUpdateId);
      return change?.isClaimed === true ? null : change;
    }
    const newest = newestChanges.since(message, updateId) ?? came;
    return (await isOutdated(newest, me)) ? null : newest;
  };

  const handle = async (message: Message, me: UserFromGetMe, handling: Handling): Promise<void> => {
    const { sending, isEdited } = handling;
    const came = { message, updateId: sending.updateId };
    if (isEdited) return handleChange(came, me, handling);
    const answered = await toAnswer(came, me, sending);
    if (answered === null) return;
    if (answered === came) return handleAs(came, me, handling);
    const { updateId } = answered;
    await sending.noteText(placeOf(message), { update: updateId });
    const changed = { updateId, message: await asChanged(message, answered.message, me) };
    await handleAs(changed, me, handling);
    newestChanges.noteAnswered(answered);
  };

  /** Whether the answer to a message's picture stands after a change of its words. */
  const isPictureStanding = async (
    message: Message,
    request: Pick<ChatRequest, "caller" | "sending">,
    said: Parameters<AnsweredPictures["isStanding"]>[2],
  ): Promise<boolean> =>
    (await answeredPictures.isStanding(message, request.sending, said)) && !(await isAnyUndone(request));

  /** Handles a message as an update shows it, which may be a change that came since. */
  const handleAs = async (
    { message, updateId: textUpdateId }: Change,
    me: UserFromGetMe,
    { language, sending, isEdited }: Handling,
  ): Promise<void> => {
    const place = placeOf(message);
    const { updateId } = sending;
    const userId = callerIn(message);
    const heard = hear(message, me) ?? (await hearInAlbum(message, me));
    if (userId === undefined) return;
    if (heard === null) {
      const said = { heard: readWords(message, me), orNone: true };
      const request = { caller: { place, userId, language }, askedAt: now(), sending };
      if (!isEdited || (await isPictureStanding(message, request, said))) return;
      return withdrawAll(message, request, { isMeant: false });
    }
    // A picture that waits for its answer, or has it, goes on so while its caption claims nothing else.
    const caller = { place, userId, language, source: sourceOf(message, heard, textUpdateId) };
    const isUnchanged =
      isEdited && (await isPictureStanding(message, { caller, sending }, { heard, orNone: false }));
    // Retries for the former text of the message end.
    if (isEdited && !isUnchanged) await forgetBefore(updateId, place);
    const meant: Meant = {
      message,
      heard,
      request: { caller, askedAt: now(), sending },
      isEdited,
      isCalled: () => isCalled(message, me),
      takeFreeAnswer: () => budget.take(askedInGroup(message, updateId)),
    };
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
    const isMeant = meant.isCalled();
    const mediaGroup = message.media_group_id;
    const part = { ...request.caller, mediaGroup, isMeant, isEdited };
    return answerInAlbum(part, request.sending, work);
  };

  const answer = async (meant: Meant, picture: SentPicture | null): Promise<void> => {
    const { heard, request } = meant;
    const { caller, sending } = request;
    const { place, language } = caller;
    if (isHiding(meant.heard) && meant.takeFreeAnswer()) {
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
    return isAnew || isHiding(meant.heard);
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
    if (isEdited) return withdrawAll(message, request, { isMeant: meant.isCalled() });
    if (isHiding(meant.heard)) return;
    if (await answerQuestion(message, heard.text, { place, userId, language, sending })) return;
    const { unlookable } = heard.detection;
    const hint =
      unlookable === null
        ? hintFor(message, heard.text, language)
        : renderUnlookable(unlookable, nameOf, language);
    if (hint !== null) await sending.send(place, "hint", hint);
  };

  return { noteAddressed, notice, handle, noteChange, takeBack };
};

/** A message that is meant for the bot. */
type Meant = {
  readonly message: Message;
  readonly heard: Heard;
  readonly request: ChatRequest;
  readonly isEdited: boolean;
  /** Whether it names the bot, or by now the caption of its album does. */
  readonly isCalled: () => boolean;
  /** Takes the one answer of this message that costs no check; false: none is left of this minute. Taken again, it is the same one. */
  readonly takeFreeAnswer: () => boolean;
};

/** Whether a message shows receipts, or may. */
const isShowing = ({ detection, named, picture }: Heard): boolean =>
  !isEmpty(detection) || !isEmpty(named) || picture !== null;

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

export type Messages = ReturnType<typeof createMessages>;

/** The language of the answer, the way to send it, and whether the message was changed. */
type Handling = Pick<Sender, "language" | "sending"> & { readonly isEdited: boolean };
