import type { JSX } from "preact";
import type { Provider } from "../../providers/provider.ts";
import type { Language } from "../../texts/texts.ts";
import { type Candidate, referenceOf } from "../../verify/candidates.ts";
import { Icon } from "../icons.tsx";
import { Rich } from "../rich.tsx";
import { webTexts } from "../texts/texts.ts";
import type { FormAnswer } from "./answer.ts";
import { ReceiptCard } from "./receipt-card.tsx";
import { toneOf } from "./tone.ts";

type Shown = { readonly language: Language; readonly providers: readonly Provider[] };
type Of<Kind extends FormAnswer["kind"]> = Extract<FormAnswer, { kind: Kind }>;

/** What the form says beneath itself. */
export const Answer = ({ answer, ...shown }: Shown & { readonly answer: FormAnswer }): JSX.Element => {
  switch (answer.kind) {
    case "receipt":
      return (
        <>
          <Moved {...shown} from={answer.movedFrom} to={answer.candidate.provider} />
          <ReceiptCard {...answer} language={shown.language} />
        </>
      );
    case "failure":
      return (
        <>
          <Moved {...shown} from={answer.movedFrom} to={answer.candidate.provider} />
          <FailureCard {...shown} answer={answer} />
        </>
      );
    case "question":
      return answer.question.kind === "choice" ? (
        <Choice {...shown} question={answer.question} />
      ) : (
        <Missing {...shown} question={answer.question} />
      );
    case "refusal":
      return (
        <section class="card card--refused" tabIndex={-1} data-answer="refusal">
          <p class="card__lines">
            <Rich of={answer.said} />
          </p>
        </section>
      );
  }
};

const nameOf = (providers: readonly Provider[], label: string): string =>
  providers.find((provider) => provider.label === label)?.settings.bank ?? label;

/** Says that the form has left the bank that was chosen. */
const Moved = ({
  language,
  providers,
  from,
  to,
}: Shown & { readonly from: string | null; readonly to: string }): JSX.Element | null =>
  from === null ? null : (
    <p class="note">{webTexts(language).form.movedTo(nameOf(providers, to), nameOf(providers, from))}</p>
  );

/** A form that asks exactly this question, once more or for the first time. */
const CandidateForm = (props: {
  readonly candidate: Candidate;
  readonly isFresh?: boolean;
  readonly id?: string;
  readonly children: JSX.Element | readonly (JSX.Element | null)[];
}): JSX.Element => (
  <form
    class="again"
    method="post"
    action="/"
    enctype="multipart/form-data"
    {...(props.id !== undefined && { id: props.id })}
  >
    <input type="hidden" name="candidate" value={JSON.stringify(props.candidate)} />
    {props.isFresh && <input type="hidden" name="again" value="yes" />}
    {props.children}
  </form>
);

type ChoiceQuestion = Extract<Of<"question">["question"], { kind: "choice" }>;

const Choice = ({
  language,
  providers,
  question: { why, candidates, movedFrom },
}: Shown & { readonly question: ChoiceQuestion }): JSX.Element => {
  const texts = webTexts(language).form;
  const [best] = candidates;
  const receipts = new Set(candidates.map(referenceOf)).size;
  const title = {
    banks: texts.whichBank,
    receipts: texts.several(receipts),
    spelling: texts.meant,
    print: texts.isRight,
  }[why];
  const hint = {
    banks: texts.whichBankHint,
    receipts: null,
    spelling: texts.noneOfThese,
    print: `${texts.isRightHint} ${texts.noneOfThese}`,
  }[why];
  return (
    <section class="card" aria-labelledby="choice" tabIndex={-1} data-answer="choice">
      <Moved language={language} providers={providers} from={movedFrom} to={best?.provider ?? ""} />
      <h2 class="card__title" id="choice">
        {title}
      </h2>
      {hint !== null && <p class="card__hint">{hint}</p>}
      <ul class="choices">
        {candidates.map((candidate) => (
          <li>
            <CandidateForm candidate={candidate}>
              <button class="button button--choice" type="submit">
                <span>{nameOf(providers, candidate.provider)}</span>{" "}
                <code>{shortened(referenceOf(candidate))}</code>
              </button>
            </CandidateForm>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** A link is told apart by its end. */
const shortened = (reference: string): string =>
  reference.length <= 40 ? reference : `${reference.slice(0, 18)}…${reference.slice(-18)}`;

type MissingQuestion = Extract<Of<"question">["question"], { kind: "missing" }>;

const Missing = ({
  language,
  providers,
  question: { field, candidate, isWrong, movedFrom },
}: Shown & { readonly question: MissingQuestion }): JSX.Element => {
  const texts = webTexts(language).form;
  const bank = nameOf(providers, candidate.provider);
  const isPhone = field === "phone";
  return (
    <section class="card" tabIndex={-1} data-answer="missing">
      <Moved language={language} providers={providers} from={movedFrom} to={candidate.provider} />
      <CandidateForm candidate={candidate}>
        <div class="field">
          <label class="field__label" for="missing">
            {isPhone ? texts.phone : texts.accountNumber}
          </label>
          <input
            id="missing"
            name={field}
            required
            type="text"
            inputMode={isPhone ? "tel" : "numeric"}
            autocomplete="off"
            maxLength={40}
            aria-describedby="missing-hint"
            {...(isWrong && { "aria-invalid": "true" as const })}
            {...(isPhone && candidate.phones.length > 0 && { list: "phones" })}
          />
          {isPhone && candidate.phones.length > 0 && (
            <datalist id="phones">
              {candidate.phones.map((phone) => (
                <option value={phone} />
              ))}
            </datalist>
          )}
          <p class="field__hint" id="missing-hint">
            {isWrong && <strong>{texts.wrongNumber} </strong>}
            {isPhone ? texts.phoneHint(bank) : texts.accountNumberHint(bank)}
          </p>
        </div>
        <button class="button button--main" type="submit">
          <Icon name="check" /> <span>{texts.check}</span>
        </button>
      </CandidateForm>
    </section>
  );
};

const FailureCard = ({
  language,
  providers,
  answer: { view, candidate, others, againSeconds },
}: Shown & { readonly answer: Of<"failure"> }): JSX.Element => {
  const { receipt: texts, ...form } = webTexts(language).form;
  const { accountNumber, phone } = candidate.request;
  return (
    <article
      class={`card card--${toneOf(view.mark)}`}
      aria-labelledby="verdict"
      tabIndex={-1}
      data-answer="failure"
    >
      <h2 class="verdict" id="verdict">
        <span class="verdict__mark">{view.mark}</span> <span>{view.verdict}</span>
      </h2>
      {view.hints.map((hint) => (
        <p>{hint}</p>
      ))}
      {view.warnings !== null && <p class="card__lines">{view.warnings}</p>}
      <h3 class="card__subtitle">{texts.askedFor}</h3>
      <form class="edit" method="post" action="/" enctype="multipart/form-data">
        <input type="hidden" name="claims" value={JSON.stringify(candidate.claims)} />
        <div class="field">
          <label class="field__label" for="edit-provider">
            {texts.bank}
          </label>
          <select id="edit-provider" name="provider">
            {providers.map(({ label, settings }) => (
              <option value={label} selected={label === candidate.provider}>
                {settings.bank}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label class="field__label" for="edit-text">
            {texts.reference}
          </label>
          <input id="edit-text" name="text" value={referenceOf(candidate)} autocomplete="off" dir="ltr" />
        </div>
        {accountNumber !== undefined && (
          <div class="field">
            <label class="field__label" for="edit-account">
              {form.accountNumber}
            </label>
            <input id="edit-account" name="accountNumber" value={accountNumber} inputMode="numeric" />
          </div>
        )}
        {phone !== undefined && (
          <div class="field">
            <label class="field__label" for="edit-phone">
              {form.phone}
            </label>
            <input id="edit-phone" name="phone" value={phone} inputMode="tel" />
          </div>
        )}
        <button class="button button--main" type="submit">
          <Icon name="again" /> <span>{texts.again}</span>
        </button>
      </form>
      {others.otherBanks.length > 0 && (
        <ul class="choices">
          {others.otherBanks.map((other) => (
            <li>
              <CandidateForm candidate={other}>
                <button class="button button--choice" type="submit">
                  {texts.otherBank(nameOf(providers, other.provider))}
                </button>
              </CandidateForm>
            </li>
          ))}
        </ul>
      )}
      {againSeconds !== null && (
        <CandidateForm candidate={candidate} isFresh id="again">
          <p
            class="again__progress"
            id="again-progress"
            data-seconds={againSeconds}
            data-in={texts.againIn}
            data-gave-up={texts.gaveUp}
            hidden
          />
          <button class="button button--quiet" type="submit">
            <Icon name="again" /> <span>{texts.again}</span>
          </button>
        </CandidateForm>
      )}
      <p class="card__small">{[view.checkedAt, view.count].filter((line) => line !== null).join(" · ")}</p>
    </article>
  );
};
