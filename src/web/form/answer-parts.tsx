import { type ComponentChildren, createContext, type JSX } from "preact";
import { useContext } from "preact/hooks";
import type { Provider } from "../../providers/provider.ts";
import { cut } from "../../rendering/rich-text.ts";
import type { Language } from "../../texts/texts.ts";
import { type Candidate, referenceOf } from "../../verify/candidates.ts";
import { textLengthMax } from "../../verify/detect/detect.ts";
import { marks } from "../../verify/marks.ts";
import { Icon } from "../icons.tsx";
import { MadeFor } from "../made-for.tsx";
import { Rich } from "../rich.tsx";
import { frameLanguage, webTexts } from "../texts/texts.ts";
import type { FormAnswer } from "./answer.ts";
import { ReceiptCard, Row } from "./receipt-card.tsx";
import { toneOf } from "./tone.ts";
import { Verdict } from "./verdict.tsx";

/** What the page calls itself. */
export const PageName = createContext("");

/** What each form of a page says of it. */
const PageFields = (): JSX.Element => (
  <>
    <MadeFor />
    <input type="hidden" name="page" value={useContext(PageName)} />
  </>
);

type Shown = {
  readonly language: Language;
  readonly providers: readonly Provider[];
  /** Our own address, which a copy of an answer names. */
  readonly site: string;
  /** Whether the form itself says what is left of the visitor's free checks. */
  readonly isQuotaShown: boolean;
};
type Of<Kind extends FormAnswer["kind"]> = Extract<FormAnswer, { kind: Kind }>;

/** What the form says beneath itself. */
export const Answer = ({ answer, ...shown }: Shown & { readonly answer: FormAnswer }): JSX.Element => {
  switch (answer.kind) {
    case "receipt":
      return (
        <>
          <Moved {...shown} from={answer.movedFrom} to={[answer.candidate.provider]} />
          <ReceiptCard {...shown} {...answer} />
        </>
      );
    case "failure":
      return (
        <>
          <Moved {...shown} from={answer.movedFrom} to={[answer.candidate.provider]} />
          <FailureCard {...shown} answer={answer} />
        </>
      );
    case "question":
      return (
        <Asked
          {...shown}
          question={answer.question}
          asksInForm={answer.asksInForm}
          withSaved={answer.withSaved}
        />
      );
    case "refusal":
      return <Refusal answer={answer} language={shown.language} />;
  }
};

/** Nothing was asked, and why. Each thing that was refused has a line with its mark. */
const Refusal = ({
  answer: { mark, said },
  language,
}: {
  readonly answer: Of<"refusal">;
  readonly language: Language;
}): JSX.Element => {
  const [first = ""] = said.text.split("\n", 1);
  return (
    <section
      class={`card card--${toneOf(mark)}`}
      aria-labelledby="verdict"
      tabIndex={-1}
      data-answer="refusal"
    >
      <Verdict mark={mark} language={language}>
        <Rich of={cut(said, 0, first.length)} />
      </Verdict>
      <p class="card__lines card__last" lang={language}>
        <Rich of={cut(said, first.length + 1)} />
      </p>
    </section>
  );
};

const nameOf = (providers: readonly Provider[], label: string): string =>
  providers.find((provider) => provider.label === label)?.settings.bank ?? label;

type AskedProps = Shown & Pick<Of<"question">, "question" | "asksInForm" | "withSaved">;

const Asked = ({ question, asksInForm, withSaved, ...shown }: AskedProps): JSX.Element => {
  if (question.kind === "choice") return <Choice {...shown} question={question} />;
  return (
    <>
      {asksInForm ? (
        <MissingAbove {...shown} question={question} />
      ) : (
        <Missing {...shown} question={question} />
      )}
      {withSaved.length > 0 && <SavedChoices {...shown} candidates={withSaved} field={question.field} />}
    </>
  );
};

/** One press asks with a number that the visitor's shop has saved. */
const SavedChoices = (
  props: Shown & {
    readonly candidates: readonly Candidate[];
    readonly field: MissingQuestion["field"];
  },
): JSX.Element => {
  const { language, providers, candidates, field } = props;
  const texts = webTexts(language).form;
  return (
    <section class="card" aria-labelledby="saved-title" data-part="saved">
      <h2 class="card__title" id="saved-title">
        {texts.withSaved}
      </h2>
      <ul class="choices">
        {candidates.map((candidate) => (
          <li>
            <CandidateForm candidate={candidate} bank={nameOf(providers, candidate.provider)}>
              <button class="button button--choice" type="submit">
                <code>{candidate.request[field]}</code>
              </button>
            </CandidateForm>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Says that the form has left the bank that was chosen. */
const Moved = ({
  language,
  providers,
  from,
  to,
}: Pick<Shown, "language" | "providers"> & {
  readonly from: string | null;
  /** One bank, or those from which one is to be chosen. */
  readonly to: readonly string[];
}): JSX.Element | null => {
  if (from === null) return null;
  const names = [...new Set(to)].map((label) => nameOf(providers, label));
  const banks = new Intl.ListFormat(frameLanguage(language), { type: "disjunction" }).format(names);
  return <p class="note">{webTexts(language).form.movedTo(banks, nameOf(providers, from))}</p>;
};

/** A form that asks exactly this question, once more or for the first time. */
const CandidateForm = (props: {
  readonly candidate: Candidate;
  readonly isFresh?: boolean;
  readonly id?: string;
  /** The bank that is asked, which the progress names. */
  readonly bank: string;
  readonly children: ComponentChildren;
}): JSX.Element => (
  <form
    class="again"
    method="post"
    action="/"
    enctype="multipart/form-data"
    data-bank={props.bank}
    {...(props.id !== undefined && { id: props.id })}
  >
    <PageFields />
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
    <section class="card card--open" aria-labelledby="choice" tabIndex={-1} data-answer="choice">
      <Moved
        language={language}
        providers={providers}
        from={movedFrom}
        to={candidates.map(({ provider }) => provider)}
      />
      <h2 class="card__title" id="choice">
        {title}
      </h2>
      {hint !== null && <p class="card__hint">{hint}</p>}
      <ul class="choices">
        {candidates.map((candidate) => (
          <li>
            <CandidateForm candidate={candidate} bank={nameOf(providers, candidate.provider)}>
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
    <section class="card card--open" aria-labelledby="missing-title" tabIndex={-1} data-answer="missing">
      <Moved language={language} providers={providers} from={movedFrom} to={[candidate.provider]} />
      <h2 class="card__title" id="missing-title">
        {texts.oneMore}
      </h2>
      <p class="card__hint">
        {bank} · <code>{shortened(referenceOf(candidate))}</code>
      </p>
      <CandidateForm candidate={candidate} bank={bank}>
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

/** The form above has the field that is empty or wrong; this says so, and asks nothing itself. */
const MissingAbove = ({
  language,
  providers,
  question: { field, candidate, isWrong, movedFrom },
}: Shown & { readonly question: MissingQuestion }): JSX.Element => {
  const texts = webTexts(language).form;
  const bank = nameOf(providers, candidate.provider);
  return (
    <section class="card card--open" tabIndex={-1} data-answer="missing-above" data-field={field}>
      <Moved language={language} providers={providers} from={movedFrom} to={[candidate.provider]} />
      <p class="card__last">
        {isWrong && <strong>{texts.wrongNumber} </strong>}
        <label for={field}>{field === "phone" ? texts.phoneHint(bank) : texts.accountNumberHint(bank)}</label>
      </p>
    </section>
  );
};

const FailureCard = ({ answer, ...shown }: Shown & { readonly answer: Of<"failure"> }): JSX.Element => {
  const { language, providers } = shown;
  const { view, candidate, others, againSeconds } = answer;
  const { receipt: texts, ...form } = webTexts(language).form;
  const { accountNumber, phone } = candidate.request;
  const bank = nameOf(providers, candidate.provider);
  return (
    <article
      class={`card card--${toneOf(view.mark)}`}
      aria-labelledby="verdict"
      tabIndex={-1}
      data-answer="failure"
    >
      <Verdict mark={view.mark} language={language}>
        {view.verdict}
      </Verdict>
      {view.hints.map((hint) => (
        <p lang={language}>{hint}</p>
      ))}
      {view.warnings !== null && (
        <p class="card__lines" lang={language}>
          {view.warnings}
        </p>
      )}
      <h3 class="card__subtitle">{texts.askedFor}</h3>
      <dl class="rows">
        <Row label={texts.bank}>{bank}</Row>
        <Row label={texts.reference}>
          <code>{shortened(referenceOf(candidate))}</code>
        </Row>
        {accountNumber !== undefined && <Row label={form.accountNumber}>{accountNumber}</Row>}
        {phone !== undefined && <Row label={form.phone}>{phone}</Row>}
      </dl>
      {againSeconds !== null && (
        <CheckAgain candidate={candidate} bank={bank} seconds={againSeconds} language={language} />
      )}
      {others.otherBanks.length > 0 && (
        <ul class="choices">
          {others.otherBanks.map((other) => (
            <li>
              <CandidateForm candidate={other} bank={nameOf(providers, other.provider)}>
                <button class="button button--choice" type="submit">
                  {texts.otherBank(nameOf(providers, other.provider))}
                </button>
              </CandidateForm>
            </li>
          ))}
        </ul>
      )}
      {view.mark !== marks.not_asked && <ChangedQuestion {...shown} answer={answer} />}
      <p class="card__small">{[view.checkedAt, view.count].filter((line) => line !== null).join(" · ")}</p>
    </article>
  );
};

type CheckAgainProps = {
  readonly candidate: Candidate;
  readonly bank: string;
  readonly seconds: number;
  readonly language: Language;
};

/** Asks the same once more: at a press, and with scripts by itself. */
const CheckAgain = ({ candidate, bank, seconds, language }: CheckAgainProps): JSX.Element => {
  const { receipt: texts } = webTexts(language).form;
  return (
    <CandidateForm candidate={candidate} bank={bank} isFresh id="again">
      <div
        class="again__waiting needs-script"
        id="again-waiting"
        data-seconds={seconds}
        data-in={texts.againIn}
        data-gave-up={texts.gaveUp}
        data-stopped={texts.againStopped}
      >
        <p id="again-said">{texts.againIn.replace("{s}", String(seconds))}</p>
        <progress id="again-progress" max={seconds} value={0} aria-labelledby="again-said" />
      </div>
      <div class="card__actions">
        <button class="button" type="submit">
          <Icon name="again" /> <span>{texts.again}</span>
        </button>
        <button class="button button--quiet needs-script" type="button" id="again-stop">
          <Icon name="close" /> <span>{texts.againStop}</span>
        </button>
      </div>
    </CandidateForm>
  );
};

/** The whole question again, each part of which can be changed. */
const ChangedQuestion = ({
  language,
  providers,
  answer: { view, candidate },
}: Shown & { readonly answer: Of<"failure"> }): JSX.Element => {
  const { receipt: texts, ...form } = webTexts(language).form;
  const { accountNumber, phone } = candidate.request;
  return (
    <details class="fold" open={view.mark === marks.number_in_doubt}>
      <summary>{texts.edit}</summary>
      <form class="edit" method="post" action="/" enctype="multipart/form-data">
        <PageFields />
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
        <EditField name="text" label={texts.reference} value={referenceOf(candidate)} />
        {accountNumber !== undefined && (
          <EditField name="accountNumber" label={form.accountNumber} value={accountNumber} mode="numeric" />
        )}
        {phone !== undefined && <EditField name="phone" label={form.phone} value={phone} mode="tel" />}
        <button class="button button--main" type="submit">
          <Icon name="check" /> <span>{texts.askChanged}</span>
        </button>
      </form>
    </details>
  );
};

type EditFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly mode?: "numeric" | "tel";
};

const EditField = ({ name, label, value, mode }: EditFieldProps): JSX.Element => (
  <div class="field">
    <label class="field__label" for={`edit-${name}`}>
      {label}
    </label>
    <input
      id={`edit-${name}`}
      name={name}
      type="text"
      value={value}
      maxLength={name === "text" ? textLengthMax : 40}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      dir="ltr"
      {...(mode !== undefined && { inputMode: mode })}
    />
  </div>
);
