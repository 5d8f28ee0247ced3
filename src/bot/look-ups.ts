import { fail, isBillable } from "../failure.ts";
import type { Log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import type { Delivered } from "../store/deliveries.ts";
import type { Retries } from "../store/retries.ts";
import type { Order, Verification, Verify } from "../verify.ts";
import type { Answer, Request } from "./answer.ts";
import type { JudgingAccountOf } from "./judging-account.ts";
import { type Outcome, readOutcome } from "./outcome.ts";
import type { Pace } from "./pace.ts";
import { askedBy, type Pointer, referenceOf } from "./pointers.ts";
import { takenOver } from "./postponement.ts";
import { renderRefusal } from "./render-failure.ts";
import { isSameShowing, showingOf } from "./showings.ts";
import { mayAnswerLater, planRetry, receiptOf } from "./unanswered.ts";
import type { Wording } from "./wording.ts";

type Dependencies = {
  readonly verify: Verify;
  readonly providers: readonly Provider[];
  readonly word: Wording;
  readonly judgingAccountOf: JudgingAccountOf;
  readonly retries: Pick<Retries, "plan" | "answered">;
  readonly pace: Pace;
  readonly now: () => Date;
  readonly log: Log;
};

/** Under which slot an answer goes, what was said there before, and what the answer replaces. */
export type Spot = {
  readonly slot: string;
  /** Whether the message asks for this receipt alone. */
  readonly isOnly: boolean;
  readonly before: Delivered | null;
  readonly shown: number | null;
  /** Whether the bank itself is asked, whatever is remembered of it. */
  readonly isFresh?: boolean;
};

type Circumstances = {
  /** The receipts before it in the message, which are judged first. */
  readonly after?: Promise<unknown> | undefined;
};

/** Looks one receipt up, of which everything is known, and words the outcome. */
export const createLookUps = (deps: Dependencies) => {
  const { verify, providers, word, judgingAccountOf, retries, now, log } = deps;

  const ask = async (
    request: Request,
    spot: Spot,
    provider: Provider,
    pointer: Pointer,
  ): Promise<Outcome> => {
    const { asker, saying } = request;
    const receipt = receiptOf(provider, pointer);
    const { isMine, keep } = saying.alongside(asker, spot.slot, pointer);
    const shown = (verification: Verification): Outcome => ({
      ...verification,
      isSameShowing: isSameShowing(verification.seenBefore, spot),
    });
    const alongside: Order["alongside"] = {
      isMine,
      keep: async (work, verification) => {
        await keep(work, shown(verification));
        // The count of an answer ends what was to be tried again for the same receipt.
        if (receipt !== null) await retries.answered(work, asker.place.chatId, receipt);
      },
    };
    const { account: judgingAccount, caller } = await judgingAccountOf(asker);
    const showing = showingOf(asker.place, spot.slot);
    const { isFresh = false } = spot;
    const order = {
      caller,
      provider,
      ...askedBy(pointer),
      judgingAccount,
      isFresh,
      showing,
      alongside,
    };
    const verification = await verify(order).catch((error: unknown) => {
      log.error({ provider: provider.label, err: error }, "a verification broke");
      return broken(now());
    });
    const { result } = verification;
    if (!result.ok && result.error.code === "request_in_progress") throw takenOver();
    return shown(verification);
  };

  /** Whether it is asked again in the background, which is planned together with keeping what is said of it. */
  const plan = async (
    { asker, saying }: Request,
    { slot }: Spot,
    provider: Provider,
    { pointer, outcome }: { readonly pointer: Pointer; readonly outcome: Outcome },
  ): Promise<boolean> => {
    const receipt = receiptOf(provider, pointer);
    if (receipt === null || !isUnanswered(outcome)) return false;
    const { isMine, keep } = saying.alongside(asker, slot, pointer);
    return planRetry(
      { asker, pointer, slot },
      receipt,
      { isMine, keep: (work) => keep(work, outcome) },
      deps,
    );
  };

  return async (
    request: Request,
    spot: Spot,
    pointer: Pointer,
    { after }: Circumstances = {},
  ): Promise<Answer> => {
    const { asker, saying } = request;
    const provider = providers.find(({ label }) => label === pointer.provider);
    if (provider === undefined)
      return renderRefusal({ code: "provider_not_offered" }, referenceOf(pointer), asker.language);
    // What was counted or planned when this update was worked on before is said now, and not asked again.
    const kept = spot.before?.updateId === saying.updateId ? spot.before.outcome : null;
    const outcome = kept === null ? await ask(request, spot, provider, pointer) : readOutcome(kept);
    const isTriedAgain =
      kept === null ? await plan(request, spot, provider, { pointer, outcome }) : isUnanswered(outcome);
    // Whatever became of those, they have had their turn.
    await after?.catch(() => undefined);
    const answer = await word(asker, pointer, outcome, { isTriedAgain, slot: spot.slot });
    return { ...answer, isKept: isTriedAgain || isAnswered(outcome) };
  };
};

const isUnanswered = ({ result }: Outcome): boolean => !result.ok && mayAnswerLater(result.error);

/** Whether it went through the count, and was kept with it. */
const isAnswered = ({ result, billing }: Outcome): boolean =>
  billing !== null && (result.ok || isBillable(result.error));

export type LookUps = ReturnType<typeof createLookUps>;

/** Our bug: nothing is known and nothing was counted. */
const broken = (checkedAt: Date): Verification => ({
  result: fail("internal_error"),
  billing: null,
  account: null,
  seenBefore: null,
  assessment: null,
  source: null,
  checkedAt,
  timings: { admissionMs: 0, upstreamMs: 0, parseMs: 0 },
});
