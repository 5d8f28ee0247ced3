import { hourMs } from "../../../core/time.ts";
import type { Provider } from "../../../providers/provider.ts";
import { type Candidate, receiptsMax } from "../../../verify/candidates.ts";
import { countedAs } from "../../telegram/arrival.ts";
import { isGroup } from "../../telegram/chat.ts";
import { createAnsweredBefore } from "../answered-before.ts";
import type { ChatCaller } from "../caller.ts";
import type { Choosing } from "../choosing.ts";
import type { ChatRequest } from "../sending.ts";
import { createDeniedLately } from "./denied-lately.ts";
import { askedInGroupBy, type GroupBudget } from "./group-budget.ts";
import { createRecentBudget } from "./recent-budget.ts";

/** As many of an album that was passed on as of one message: for how long albums are remembered, and how many. */
const ofAlbum = { max: receiptsMax, windowMs: hourMs, keysMax: 5_000 };

type Dependencies = {
  readonly choosing: Pick<Choosing, "isClear">;
  readonly providers: readonly Pick<Provider, "label" | "open">[];
  readonly budget: GroupBudget;
  readonly now: () => Date;
};

/** A message that names receipts. `found`: each with its alternatives, by its index. */
type Named = {
  readonly request: ChatRequest;
  readonly found: readonly (readonly Candidate[])[];
  /** Whether a person must confirm what was read, so that nothing is looked up yet. */
  readonly needsConfirmation: boolean;
};

/** Which receipts of a message are answered. */
export type Admitted = {
  readonly answered: readonly number[];
  /** Those that are not, because too many came at once. */
  readonly withheld: readonly number[];
  /** Those that are not, because the album that was passed on with them names more than ten. */
  readonly beyond: readonly number[];
};

/** Which of its receipts one message gets answers to. */
export type Admission = {
  readonly admit: (indexes: readonly number[]) => Promise<Admitted>;
  /** Takes one more answer that costs no check; false: none is left of this minute. */
  readonly takeAnotherAnswer: () => boolean;
};

/**
 * Admits receipts to an answer: in a group not all of those that cost no check, and ten of an album that was passed on,
 * since the person may not have seen what it names.
 */
export const createAdmissions = ({ choosing, providers, budget, now }: Dependencies) => {
  const answeredBefore = createAnsweredBefore(providers, now);
  const deniedLately = createDeniedLately(now);
  const albumBudget = createRecentBudget<string>(ofAlbum, now);

  /** Whether a receipt is answered without a check that counts on whoever asks. */
  const isForNothing = async (
    caller: ChatCaller,
    alternatives: readonly [Candidate, ...Candidate[]],
    needsConfirmation: boolean,
  ): Promise<boolean> => {
    const { chatId } = caller.place;
    if (needsConfirmation || answeredBefore.has(chatId, alternatives)) return true;
    if (deniedLately.has(countedAs(caller.userId, chatId), alternatives)) return true;
    return !(await choosing.isClear(caller, alternatives));
  };

  const admissionOf = ({ request, found, needsConfirmation }: Named): Admission => {
    const { caller, sending } = request;
    const { place, source: { album } = {} } = caller;
    let taken = 0;
    const takeAnotherAnswer = (): boolean => {
      const isTaken = budget.take(askedInGroupBy(caller, { updateId: sending.updateId, answer: taken }));
      if (isTaken) taken += 1;
      return isTaken;
    };
    const takeOfAlbum = (index: number): boolean =>
      album === undefined || albumBudget.take(`${place.chatId} ${album}`, `${place.messageId} ${index}`);

    const admit = async (indexes: readonly number[]): Promise<Admitted> => {
      const answered: number[] = [];
      const withheld: number[] = [];
      const beyond: number[] = [];
      for (const index of indexes) {
        const [best, ...others] = found[index] ?? [];
        if (!takeOfAlbum(index)) beyond.push(index);
        else if (best !== undefined) {
          const isFree = isGroup(place) && (await isForNothing(caller, [best, ...others], needsConfirmation));
          if (!isFree || takeAnotherAnswer()) answered.push(index);
          else withheld.push(index);
        }
      }
      return { answered, withheld, beyond };
    };
    return { admit, takeAnotherAnswer };
  };

  return {
    of: admissionOf,
    /** Remembers receipts that were answered, which are answered again for nothing. */
    noteAnswered: ({ place }: ChatCaller, candidates: readonly Candidate[]): void => {
      if (isGroup(place)) answeredBefore.note(place.chatId, candidates);
    },
    /** Remembers that somebody was told why they get no answers at the banks of these receipts. */
    noteDenied: ({ userId, place }: ChatCaller, candidates: readonly Candidate[]): void =>
      deniedLately.note(countedAs(userId, place.chatId), candidates),
  };
};
