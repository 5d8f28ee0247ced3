import type { Message, UserFromGetMe } from "grammy/types";
import { catalogues } from "../../texts/texts.ts";
import type { Inbox } from "../data/inbox.ts";
import { callerIn } from "../telegram/arrival.ts";
import { type Chat, placeOf, plain } from "../telegram/chat.ts";
import type { Answering, Handling } from "./answering.ts";
import type { StandingAnswers } from "./edits/changed-messages.ts";
import { type Change, findUnfinishedChange, type NewestChanges } from "./edits/newest-changes.ts";
import type { PointedMessages } from "./edits/pointed-messages.ts";
import { type Heard, type Hearing, isEmpty, sourceOf } from "./hearing.ts";
import { type AnsweredPictures, isBegun, isSamePicture } from "./pictures/answered-pictures.ts";
import type { Sending } from "./sending.ts";

type Dependencies = {
  readonly inbox: Pick<Inbox, "unfinished">;
  readonly hearing: Hearing;
  readonly answering: Answering;
  readonly answeredPictures: Pick<AnsweredPictures, "forget">;
  readonly standingAnswers: Pick<StandingAnswers, "isStanding">;
  readonly newestChanges: Pick<NewestChanges, "since" | "isAnswered" | "noteAnswered">;
  readonly pointedMessages: Pick<PointedMessages, "noteChange" | "isOutdated">;
  readonly chat: Pick<Chat, "seen">;
  readonly now: () => Date;
};

/** Handles a person's message, in its turn, as the newest change of it shows it. */
export const createMessages = (deps: Dependencies) => {
  const { inbox, answeredPictures, newestChanges, pointedMessages, chat, now } = deps;
  const { isStanding } = deps.standingAnswers;
  const { answerAs, withdrawAll, isPictureStanding } = deps.answering;
  const { noteAddressed, hear, hearInAlbum, isAddressed, readWords, showsOf } = deps.hearing;

  /** Shows 👀 as soon as a receipt arrives, while messages before it may still be worked on. */
  const notice = (message: Message, me: UserFromGetMe): void => {
    const heard = hear(message, me);
    if (heard === null || (isEmpty(heard.detection) && heard.picture === null)) return;
    void chat.seen(placeOf(message));
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
    const namesReceipts = heard !== null && !isEmpty(heard.detection);
    const stays = namesReceipts
      ? isStanding(request, heard.detection)
      : isPictureStanding(message, request, { heard: said, orNone: true });
    if (await stays) return;
    await withdrawAll(message, request, {
      isAddressed: isAddressed(message, me),
      formerRetries: waits && isShowing(said) ? "suspend" : "end",
      why: waits ? plain(catalogues[language].changedWaits) : null,
    });
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
    if (newestChanges.isAnswered(change)) return;
    const isSuperseded = newestChanges.since(message, updateId) !== null || (await isOutdated(change, me));
    if (isSuperseded) return answeredPictures.forget(message, handling.sending);
    await answerAs(change, me, handling);
  };

  /**
   * The text that is answered in the turn of a message: its own, or that of a change; null: a change answers it in a turn of
   * its own. A turn that broke off goes on with the text that it began with, whose receipts were sent or kept by then.
   */
  const toAnswer = async (came: Change, me: UserFromGetMe, sending: Sending): Promise<Change | null> => {
    const { message, updateId } = came;
    if (await isBegun(sending, message)) {
      const textUpdateId = (await sending.textUpdateIdOf(placeOf(message))) ?? updateId;
      if (textUpdateId <= updateId) return came;
      const change = await findUnfinishedChange(inbox, textUpdateId);
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
    if (answered === came) return answerAs(came, me, handling);
    const { updateId } = answered;
    await sending.noteText(placeOf(message), { update: updateId });
    const changed = { updateId, message: await asChanged(message, answered.message, me) };
    await answerAs(changed, me, handling);
    newestChanges.noteAnswered(answered);
  };

  return { noteAddressed, notice, handle, noteChange, takeBack };
};

/** Whether a message shows receipts, or may. */
const isShowing = ({ detection, named, picture }: Heard): boolean =>
  !isEmpty(detection) || !isEmpty(named) || picture !== null;

export type Messages = ReturnType<typeof createMessages>;
