import type { Reading } from "../receipt.ts";
import { isComparable, type Receiver, receiverAmong } from "../receivers.ts";
import type { Addition, ExpectedSum, ExpectedSums, Expecter } from "../store/expected-sums.ts";
import { isAhead, isOld, paidWhen } from "../verify/paid-when.ts";
import { isGroup } from "./masks.ts";
import type { Outcome } from "./outcome.ts";
import type { OwnAccounts } from "./own-accounts.ts";
import { postponement } from "./postponement.ts";
import type { Asker } from "./questions.ts";

/** What speaks against a real receipt, the worst first. */
export const doubts = ["other", "renamed", "seen", "old", "date", "short", "over", "unclear"] as const;

export type Doubt = (typeof doubts)[number];

/** What a merchant wants to know of a real receipt, besides that it is real. */
export type Judgement = {
  /** `unasked`: nobody has said which accounts are theirs. */
  readonly receiver: Receiver | "unasked";
  /** In the order of `doubts`; none: ✅. */
  readonly doubts: readonly Doubt[];
  /** The sum that was expected, with this receipt where it counts; null: none. */
  readonly expected: Addition | null;
  /** Whether the asker can say that the receiver is them. */
  readonly canSave: boolean;
};

type Dependencies = {
  readonly ownAccounts: Pick<OwnAccounts, "of">;
  readonly expectedSums: Pick<ExpectedSums, "of" | "add">;
  readonly now: () => Date;
};

/** A verified reading as it is judged. `isSameShowing`: the same message brought it before. */
export type Shown = Pick<Outcome, "seenBefore"> & {
  readonly reading: Reading;
  readonly provider: string;
  readonly isSameShowing: boolean;
};

/** Judges for whoever asks (design 10). Rejects with a postponement while the database is away. */
export const createJudging = ({ ownAccounts, expectedSums, now }: Dependencies) => {
  /** The sum with the receipt, where that is in it. */
  const expectedWith = async (
    expecter: Expecter,
    sum: ExpectedSum | null,
    { reading, provider }: Shown,
    isIn: boolean,
  ): Promise<Addition | null> => {
    if (sum === null) return null;
    if (!isIn) return sum.receivedSantim < sum.amountSantim ? { ...sum, isAdded: false } : null;
    const reference = reading.receipt.transaction_reference;
    const receipt = { provider, reference, amountSantim: reading.amountMinor };
    const added = await expectedSums.add(expecter, receipt);
    if (!added.ok) throw postponement(added.error);
    return added.value;
  };

  return async (asker: Asker, shown: Shown): Promise<Judgement> => {
    const { reading, seenBefore, isSameShowing } = shown;
    const expecter = { chatId: asker.place.chatId, userId: asker.userId };
    const [own, sum] = await Promise.all([ownAccounts.of(asker.userId), expectedSums.of(expecter)]);
    const receiver = own.saved.length === 0 ? "unasked" : receiverAmong(own.saved, reading.receipt);
    const isSeen = seenBefore !== null && !isSameShowing;
    const about = doubtsAbout({ reading, receiver, isSeen, now: now() });
    const expected = await expectedWith(expecter, sum, shown, about.length === 0);
    const isKnown = receiver === "own" || !isComparable(reading.receipt.receiver_account);
    return {
      receiver,
      doubts: doubts.filter((doubt) => about.includes(doubt) || doubt === amountDoubt(expected)),
      expected,
      canSave: !isGroup(asker.place) && own.isOwner && !isKnown,
    };
  };
};

export type Judge = ReturnType<typeof createJudging>;

type Facts = {
  readonly reading: Reading;
  readonly receiver: Judgement["receiver"];
  readonly isSeen: boolean;
  readonly now: Date;
};

/** All but what the amount may bring. */
const doubtsAbout = ({ reading, receiver, isSeen, now }: Facts): readonly Doubt[] => {
  const paid = paidWhen(reading.paymentDateIso);
  const isDoubtful = paid === null || isAhead(paid, now);
  return [
    ...(receiver === "own" || receiver === "unasked" ? [] : [receiver]),
    ...(isSeen ? ["seen" as const] : []),
    ...(isDoubtful ? ["date" as const] : isOld(paid, now) ? ["old" as const] : []),
  ];
};

const amountDoubt = (expected: Addition | null): Doubt | null => {
  if (expected === null || !expected.isAdded) return null;
  if (expected.receivedSantim === expected.amountSantim) return null;
  return expected.receivedSantim < expected.amountSantim ? "short" : "over";
};
