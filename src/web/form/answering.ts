import type { FastifyRequest } from "fastify";
import type { SavedAccount } from "../../accounts/saved-accounts.ts";
import type { Failure } from "../../core/failure.ts";
import { failureOf, outcomeOf } from "../../http/verification.ts";
import type { Marked } from "../../rendering/marked.ts";
import { provenReceiptOf } from "../../rendering/proof.ts";
import { describeUnlookable } from "../../rendering/remarks.ts";
import { describeReceipt } from "../../rendering/render.ts";
import { canChange, describeFailure, describeRefusal } from "../../rendering/render-failure.ts";
import { describeRefused, renderRefused } from "../../rendering/render-refused.ts";
import { lines } from "../../rendering/rich-text.ts";
import { type Candidate, filledInWithSaved, receiptsMax, requestPartOf } from "../../verify/candidates.ts";
import { failedQuestionOf } from "../../verify/failed-question.ts";
import { otherQuestionsTo } from "../../verify/other-questions.ts";
import { savedFitsOf } from "../../verify/saved-fits.ts";
import type { Verification } from "../../verify/verify.ts";
import { may } from "../dashboard/powers.ts";
import type { PageContext } from "../page-context.ts";
import { answeredShop } from "../shown-shop.ts";
import type { Visitor } from "../visitor.ts";
import type { FormAnswer } from "./answer.ts";
import { bankNameIn, type FormRequest } from "./form-request.ts";
import type { InTurn } from "./in-turn.ts";
import { isOfMainForm, pageOf, type SentForm } from "./received-form.ts";

type Dependencies = Pick<PageContext, "savedAccounts" | "proofOffers" | "now"> & { readonly inTurn: InTurn };

/** From what a form asks to what its page shows. */
export const answerForm = async (
  deps: Dependencies,
  request: FastifyRequest,
  visitor: Visitor,
  asked: FormRequest,
  form: SentForm,
): Promise<FormAnswer> => {
  const { language, providerSet } = visitor;
  switch (asked.kind) {
    case "choice":
    case "missing":
      return {
        kind: "question",
        question: asked,
        asksInForm: isOfMainForm(form),
        withSaved: asked.kind === "missing" ? await withSavedOf(deps, visitor, asked.candidate) : [],
      };
    case "nothing":
      return refusal(describeRefusal({ code: "reference_not_found_in_text" }, "", language));
    case "unlookable":
      return refusal(describeUnlookable(asked.unlookable, bankNameIn(providerSet), language));
    case "refused": {
      const [first, ...others] = asked.refused;
      const nameOf = bankNameIn(providerSet);
      const { mark, said } = describeRefused(first, language, nameOf);
      return refusal({
        mark,
        said: lines(
          said,
          ...others.slice(0, receiptsMax - 1).map((one) => renderRefused(one, language, nameOf)),
        ),
      });
    }
    case "ready":
      return verifyCandidate(deps, request, visitor, {
        ...asked,
        isFresh: form.fields.again === "yes",
        page: pageOf(form),
      });
  }
};

/** The numbers that a person's shop has saved and that may be the missing one. A key does not hear of them. */
const withSavedOf = async (
  deps: Pick<PageContext, "savedAccounts">,
  visitor: Visitor,
  candidate: Candidate,
): Promise<readonly Candidate[]> => {
  const fits = savedFitsOf([candidate], await savedBy(deps, visitor));
  return fits.map(({ account }) => filledInWithSaved(candidate, account.number));
};

/** The accounts that a person's shop has saved; a key does not hear of them. */
export const savedBy = async (
  { savedAccounts }: Pick<PageContext, "savedAccounts">,
  { session }: Pick<Visitor, "session">,
): Promise<readonly SavedAccount[]> =>
  session?.who.kind === "person" ? savedAccounts.of(session.account.id) : [];

export const refusal = (marked: Marked): FormAnswer => ({ kind: "refusal", ...marked });

type Ready = Extract<FormRequest, { kind: "ready" }> & {
  readonly isFresh: boolean;
  readonly page: string | undefined;
};

const verifyCandidate = async (
  deps: Dependencies,
  request: FastifyRequest,
  visitor: Visitor,
  { candidate, movedFrom, isFresh, page }: Ready,
): Promise<FormAnswer> => {
  const { caller, language, providerSet } = visitor;
  const provider = providerSet.providers.find(({ label }) => label === candidate.provider);
  if (provider === undefined)
    return refusal(describeRefusal({ code: "provider_not_offered" }, candidate.provider, language));
  const keyAccount = caller.kind === "known_key" ? visitor.account?.id : null;
  const press = { page, caller, account: visitor.account, mode: providerSet.mode, provider, candidate };
  const answered = await deps.inTurn(press, (alongside) =>
    providerSet.verify({
      caller,
      keyAccount,
      provider,
      ...requestPartOf(candidate),
      isFresh,
      page,
      alongside,
    }),
  );
  if (!answered.ok) {
    const { error } = answered;
    request.outcome = outcomeOf({ failure: error, verification: null }, provider.label);
    const [now, unasked] = [deps.now(), { billing: null, movedFrom }];
    return failureAnswer(visitor, candidate, error, { ...unasked, checkedAt: now, now });
  }
  const { value: verification } = answered;
  request.outcome = outcomeOf({ failure: failureOf(verification), verification }, provider.label);
  if (verification.billing?.counted) request.isCounted = true;
  const { result, billing, seenBefore, assessment, checkedAt } = verification;
  if (result.ok && assessment !== null) {
    const view = describeReceipt(result.value, {
      assessment,
      decider: "nobody",
      shop: answeredShop(visitor.session, language),
      expected: null,
      seenBefore,
      billing,
      isGroup: false,
      isUnfolded: true,
      // The line for guests of a chat names its commands.
      isGuest: false,
      bankOf: bankNameIn(providerSet),
      language,
      calendar: visitor.chosenCalendar,
      now: deps.now(),
    });
    const { session } = visitor;
    const { value: verified } = result;
    const proofOffer =
      session !== null && may(session, "make proofs") && assessment.noPayment === null
        ? deps.proofOffers.close(session, {
            receipt: provenReceiptOf(verified, checkedAt),
            of: {
              provider: provider.label,
              reference: provider.receiptId(verified.receipt.transaction_reference),
            },
          })
        : null;
    return { kind: "receipt", view, verified, assessment, candidate, checkedAt, proofOffer, movedFrom };
  }
  const failure = result.ok ? ({ code: "internal_error" } as const) : result.error;
  return failureAnswer(visitor, candidate, failure, { ...verification, movedFrom, now: deps.now() });
};

const failureAnswer = (
  { language, providerSet }: Visitor,
  candidate: Candidate,
  failure: Failure,
  {
    billing,
    checkedAt,
    movedFrom,
    now,
  }: Pick<Verification, "billing" | "checkedAt"> & { readonly movedFrom: string | null; readonly now: Date },
): FormAnswer => {
  const failed = failedQuestionOf(candidate, failure, { providers: providerSet.providers, now });
  const { assessment } = failed;
  const view = describeFailure(failure, {
    ...failed,
    isLinked: false,
    isTriedAgain: false,
    checkedAt,
    billing,
    isGroup: false,
    language,
  });
  const isMissing = mayBeElsewhere.has(assessment.kind);
  const others = isMissing
    ? otherQuestionsTo(candidate, providerSet)
    : { anotherNumber: null, otherBanks: [] };
  const againSeconds =
    canChange(assessment) && assessment.kind !== "number_in_doubt"
      ? Math.max(failure.retryAfterSeconds ?? againAfter[assessment.kind] ?? 0, 10)
      : null;
  return { kind: "failure", view, failure, candidate, others, againSeconds, movedFrom };
};

const mayBeElsewhere: ReadonlySet<string> = new Set(["number_in_doubt", "not_found_yet", "not_found"]);

/** Seconds until the page asks again by itself, where the failure does not say. */
const againAfter: Readonly<Record<string, number>> = { no_answer: 20, not_found_yet: 120, pending: 120 };
