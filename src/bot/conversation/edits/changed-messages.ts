import type { RichText } from "../../../rendering/rich-text.ts";
import { catalogues } from "../../../texts/texts.ts";
import { type Candidate, candidatesOf, receiptsMax, referenceOf } from "../../../verify/candidates.ts";
import type { Detection } from "../../../verify/detect/detect.ts";
import { isFormerSlot, pictureSlot, receiptIndexOf, receiptSlot } from "../../data/reply-slots.ts";
import { plain } from "../../telegram/chat.ts";
import type { Books } from "../books.ts";
import type { MerchantOf } from "../caller.ts";
import { readOutcome } from "../outcome.ts";
import type { ChatRequest, Withdrawal } from "../sending.ts";

/** The names of all receipts that a message may mean. */
export const referencesIn = (found: readonly (readonly Candidate[])[]): readonly string[] =>
  found.flat().map(referenceOf);

/** Which answers to a message are withdrawn, by the places of its receipts. */
type Withdrawn = {
  /** From this one on; unset: none but `these`. */
  readonly from?: number;
  readonly these?: readonly number[];
  /** Whether what was said of its picture goes, too: that it waits, or names nothing. */
  readonly isPictureToo?: boolean;
  /** The names of all receipts that it holds by now; answers about others, which were followed by new ones, go too. */
  readonly references?: readonly string[];
  /** Why they are answered no more, where they may still be in it. */
  readonly why?: RichText | null;
  readonly withdrawal?: Withdrawal;
};

/** Withdraws answers that a changed message no longer stands for. What says so by now stays. */
export const withdraw = async (
  { caller, askedAt, sending }: ChatRequest,
  {
    from = Number.POSITIVE_INFINITY,
    these = [],
    isPictureToo = false,
    references = [],
    why = null,
    withdrawal = "alone",
  }: Withdrawn,
): Promise<void> => {
  const texts = catalogues[caller.language];
  const { place } = caller;
  const reply = why ?? plain(texts.withdrawn);
  await sending.noteText(place, caller.source);
  const isOneOfThese = (slot: string): boolean => {
    const index = receiptIndexOf(slot);
    return index === null ? isPictureToo && slot === pictureSlot : index >= from || these.includes(index);
  };
  /** Whether an answer that was followed by another one is of a receipt that is named no more. */
  const isOfAnother = async (slot: string): Promise<boolean> =>
    isFormerSlot(slot) && !references.includes((await sending.standing(place, slot)) ?? "");
  const gone: string[] = [];
  for (const slot of await sending.slotsOf(place))
    if (isOneOfThese(slot) || (await isOfAnother(slot))) gone.push(slot);
  // That a change waits is said of an answer, and gives way to what comes of it.
  const isReason = why !== null && why.text !== texts.changedWaits;
  const isToldAlready = (stands: string | null): boolean =>
    stands === reply.text || (stands !== null && stands !== texts.changedWaits && !isReason);
  for (const slot of gone) {
    if (isToldAlready(await sending.withdrawnAs(place, slot))) continue;
    const work = Promise.resolve(reply);
    const looking = reply.text;
    await sending.answer({ slot, shown: null, place, askedAt, looking, work, texts, withdrawal });
  }
};

type StandingDependencies = {
  readonly merchantOf: MerchantOf;
  readonly books: Pick<Books, "isUndone">;
};

/** Whether the answers to a changed message stay. None does whose payment the bank has called undone since. */
export const createStandingAnswers = ({ merchantOf, books }: StandingDependencies) => {
  /** The verified outcome of an answer that stands; null: there is none, or the merchant has heard that its payment was undone. */
  const standingOutcome = async (
    { caller, sending }: Pick<ChatRequest, "caller" | "sending">,
    slot: string,
  ) => {
    const kept = await sending.standing(caller.place, slot);
    const outcome = kept === null ? null : readOutcome(kept);
    if (outcome?.result.ok !== true) return null;
    const { account } = await merchantOf(caller);
    const provider = outcome.candidate?.provider;
    const isUndone =
      provider !== undefined && (await books.isUndone(account, provider, outcome.result.value));
    return { shownIn: outcome.shownIn, isUndone };
  };

  /** Which of the first receipts of a changed message were verified and are named as before. Their answers stay. */
  const standingIn = async (request: ChatRequest, count: number): Promise<ReadonlySet<number>> => {
    const standing = new Set<number>();
    for (let index = 0; index < count; index += 1) {
      const outcome = await standingOutcome(request, receiptSlot(index));
      const names = outcome?.isUndone === false ? outcome.shownIn?.names : undefined;
      if (names !== undefined && names === request.caller.source?.names) standing.add(index);
    }
    return standing;
  };

  /** Whether a changed message names what it named before, so that all its answers stay. */
  const isStanding = async (request: ChatRequest, detection: Detection): Promise<boolean> => {
    const { length } = candidatesOf(detection);
    const isAllRead = length > 0 && length <= receiptsMax && detection.refused.length === 0;
    return isAllRead && (await standingIn(request, length)).size === length;
  };

  /** Whether an answer to a message is of a payment that was undone since. */
  const isAnyUndone = async (request: Pick<ChatRequest, "caller" | "sending">): Promise<boolean> => {
    for (const slot of await request.sending.slotsOf(request.caller.place))
      if (receiptIndexOf(slot) !== null && (await standingOutcome(request, slot))?.isUndone) return true;
    return false;
  };

  /** Answers no receipt of a changed message, and takes back what was answered to its former text. */
  const refuseChange = async (request: ChatRequest, detection: Detection, why: RichText): Promise<void> => {
    const found = candidatesOf(detection);
    const count = Math.min(found.length, receiptsMax);
    const standing = await standingIn(request, count);
    const changed = Array.from({ length: count }, (_, index) => index).filter(
      (index) => !standing.has(index),
    );
    await withdraw(request, {
      from: count,
      these: changed,
      references: referencesIn(found),
      isPictureToo: true,
      why,
    });
  };

  return { standingIn, isStanding, isAnyUndone, refuseChange };
};

export type StandingAnswers = ReturnType<typeof createStandingAnswers>;
