import type { JSX } from "preact";
import type { Provider } from "../../providers/provider.ts";
import type { Candidate } from "../../verify/candidates.ts";
import { textLengthMax } from "../../verify/detect/detect.ts";
import type { SavedNumber } from "../../verify/saved-fits.ts";
import { Frame, type FrameContext } from "../frame.tsx";
import { Icon } from "../icons.tsx";
import { MadeFor } from "../made-for.tsx";
import { webTexts } from "../texts/texts.ts";
import type { FormAnswer } from "./answer.ts";
import { Answer, PageName } from "./answer-parts.tsx";
import type { FormFields } from "./form-request.ts";

export type FormPageProps = FrameContext & {
  readonly fields: FormFields & { readonly text: string };
  /** What the page will find in the text, so that its place is kept free. */
  readonly expected: { readonly isChoice: boolean; readonly missing: readonly string[] };
  /** Null: nothing was asked yet. */
  readonly answer: FormAnswer | null;
  readonly providers: readonly Provider[];
  /** What is left of the visitor's free checks; null: not known, or paid for. */
  readonly quota: { readonly remaining: number; readonly limit: number } | null;
  /** Bytes of the largest picture that is taken. */
  readonly pictureBytesMax: number;
  readonly takesPictures: boolean;
  /** Our own address. */
  readonly site: string;
  /** What can be tried without a receipt at hand; empty outside of test mode. */
  readonly examples: readonly FormExample[];
  /** Where the bot's chat is opened in a browser; null: nowhere. */
  readonly chatUrl: string | null;
  /** What the visitor's shop has saved and a question may lack. */
  readonly saved: readonly SavedNumber[];
  /** What the form has asked about without an answer so far, so that its claims are not lost; null: nothing. */
  readonly about: Candidate | null;
  /** What the page calls itself. */
  readonly page: string;
  /** Whether it is shown inside Telegram. */
  readonly isMini: boolean;
};

/** A reference to try, and what comes of it. */
export type FormExample = {
  readonly kind: keyof ReturnType<typeof webTexts>["form"]["exampleKinds"];
  readonly text: string;
};

/** The page at `/`: the form, and beneath it the answer. */
export const FormPage = (props: FormPageProps): JSX.Element => {
  const { language, answer, quota, providers, site } = props;
  const texts = webTexts(language).form;
  const said = answer === null ? null : saidBy(answer);
  return (
    <Frame {...props} title={said ?? texts.title} scripts={[props.isMini ? "mini.js" : "form.js"]}>
      <h1 class="lead">{texts.title}</h1>
      <p class="lead__more">
        {texts.lead}
        {props.chatUrl !== null && (
          <>
            {" "}
            <a class="lead__chat" href={props.chatUrl}>
              {texts.inChat}
            </a>
          </>
        )}
      </p>
      <Form {...props} />
      {props.examples.length > 0 && (
        <nav class="tries" aria-labelledby="tries">
          <p id="tries">{texts.examples}</p>
          <ul>
            {props.examples.map(({ kind, text }) => (
              <li>
                <a class="suggestion" href={`/?text=${encodeURIComponent(text)}`}>
                  {texts.exampleKinds[kind]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div id="answer" class={answer === null ? undefined : "answer--awaited"}>
        <MadeFor id="for" form="ask" />
        {props.about !== null && (
          // Like that field beside the answer and of the form, so that a new answer brings a new one.
          <input type="hidden" name="about" form="ask" value={JSON.stringify(props.about)} />
        )}
        {answer !== null && (
          <PageName.Provider value={props.page}>
            <Answer
              answer={answer}
              language={language}
              providers={providers}
              site={site}
              isQuotaShown={quota !== null}
            />
          </PageName.Provider>
        )}
      </div>
    </Frame>
  );
};

/** The verdict in short, for the title of the page; null where there is none. */
const saidBy = (answer: FormAnswer): string | null => {
  switch (answer.kind) {
    case "receipt":
      return `${answer.view.mark} ${answer.view.verdict.text}`;
    case "failure":
      return `${answer.view.mark} ${answer.view.verdict}`;
    case "refusal":
      return answer.said.text.split("\n", 1)[0] ?? null;
    case "question":
      return null;
  }
};

const Form = (props: FormPageProps): JSX.Element => {
  const { assets, fields, answer, providers, language, quota, takesPictures, pictureBytesMax, saved } = props;
  const texts = webTexts(language).form;
  const asked = answer?.kind === "question" && answer.asksInForm ? answer.question : null;
  const missing = asked?.kind === "missing" ? asked : null;
  return (
    <form
      class="ask"
      id="ask"
      method="post"
      action="/"
      enctype="multipart/form-data"
      data-banks={JSON.stringify(banksFor(providers))}
      data-texts={JSON.stringify(scriptTexts(language))}
      data-detect={assets.pathOf("detect.js")}
      data-scan={assets.pathOf("scan.js")}
      data-picture-bytes={pictureBytesMax}
      {...(saved.length > 0 && { "data-saved": JSON.stringify(saved) })}
    >
      <input type="hidden" name="page" value={props.page} />
      <label class="field__label" for="text">
        {texts.text}
      </label>
      <textarea
        id="text"
        name="text"
        rows={3}
        maxLength={textLengthMax}
        placeholder={texts.textExample}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        dir="auto"
        aria-describedby="chip"
      >
        {fields.text}
      </textarea>
      <div class={props.expected.isChoice ? "chip chip--choice" : "chip"} id="chip" aria-live="polite" />
      <details class="bank" id="bank" open={fields.provider !== ""}>
        <summary>{texts.bank}</summary>
        <label class="visually-hidden" for="provider">
          {texts.bank}
        </label>
        <select id="provider" name="provider">
          <option value="">{texts.bankAny}</option>
          {providers.map(({ label, settings }) => (
            <option value={label} selected={label === fields.provider}>
              {settings.bank}
            </option>
          ))}
        </select>
      </details>
      <NumberField
        name="accountNumber"
        label={texts.accountNumber}
        hint={texts.accountNumberShort}
        value={fields.accountNumber}
        missing={missing}
        isExpected={props.expected.missing.includes("accountNumber")}
      />
      <NumberField
        name="phone"
        label={texts.phone}
        hint={texts.phoneShort}
        value={fields.phone}
        missing={missing}
        isExpected={props.expected.missing.includes("phone")}
      />
      <div class="ask__tools">
        {takesPictures && (
          <label class="button button--quiet" id="photo-label">
            <Icon name="photo" /> <span>{texts.photo}</span>
            <input class="file" type="file" name="image" id="image" accept="image/*" />
          </label>
        )}
        <button class="button button--quiet needs-script" type="button" id="scan">
          <Icon name="scan" /> <span>{texts.scan}</span>
        </button>
        <button class="button button--main" type="submit" id="check">
          <Icon name="check" /> <span>{texts.check}</span>
        </button>
      </div>
      <p class="progress" id="progress" role="status" />
      <p class="left" id="left">
        {quota !== null &&
          (quota.remaining > 0 ? texts.left(quota.remaining, quota.limit) : texts.nothingLeft)}
      </p>
    </form>
  );
};

type NumberFieldProps = {
  readonly name: "accountNumber" | "phone";
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** The number that the answer asks for, which may be this one. */
  readonly missing: { readonly field: string; readonly isWrong: boolean } | null;
  /** Whether the text that came with the page needs it. */
  readonly isExpected: boolean;
};

/** Hidden it is for the script alone, which shows it when the text needs it. */
const NumberField = ({ name, label, hint, value, missing, isExpected }: NumberFieldProps): JSX.Element => (
  <div class="field" id={`field-${name}`} hidden={value === "" && missing?.field !== name && !isExpected}>
    <label class="field__label" for={name}>
      {label}
    </label>
    <input
      id={name}
      name={name}
      value={value}
      type="text"
      inputMode={name === "phone" ? "tel" : "numeric"}
      autocomplete="off"
      maxLength={40}
      aria-describedby={`${name}-hint`}
      autofocus={missing?.field === name}
      {...(missing?.field === name && missing.isWrong && { "aria-invalid": "true" as const })}
    />
    <p class="field__hint" id={`${name}-hint`}>
      {hint}
    </p>
    <div class="suggestions" id={`${name}-suggestions`} />
  </div>
);

/** What the detection of the page needs of each bank: nothing that is the operator's secret. */
const banksFor = (providers: readonly Provider[]) =>
  Object.fromEntries(
    providers.map(({ label, settings: { bank, url, aliases, linkUrl } }) => [
      label,
      { bank, url, aliases, ...(linkUrl !== undefined && { linkUrl }), headers: {}, labels: {} },
    ]),
  );

/** What the scripts say. Words in braces are filled in there. */
const scriptTexts = (language: FrameContext["language"]) => {
  const { form } = webTexts(language);
  const { scanner } = form;
  return {
    checking: form.checking("{bank}"),
    checkingAny: form.checkingAny,
    checkingPhoto: form.checkingPhoto,
    slow: form.slow("{bank}"),
    slowAny: form.slowAny,
    offline: form.offline,
    failed: form.failed,
    photoTooLarge: form.photoTooLarge,
    photo: form.photo,
    recognised: form.recognised,
    notThisOne: form.notThisOne,
    whichBank: form.whichBank,
    movedTo: form.movedTo("{bank}", "{chosen}"),
    // Numbers of more than one are worded alike in the languages of the pages.
    several: form.severalRecognised(9).replace("9", "{count}"),
    againNow: form.receipt.againNow,
    scanTitle: scanner.title,
    scanHint: scanner.hint,
    scanStarting: scanner.starting,
    scanClose: scanner.close,
    scanFound: scanner.found("{host}"),
    scanFoundReference: scanner.foundReference("{reference}"),
    scanNothing: scanner.nothing,
    scanNothingAt: scanner.nothingAt("{host}"),
    noCamera: scanner.noCamera,
  };
};
