import type { JSX } from "preact";
import type { Provider } from "../../providers/provider.ts";
import { Frame, type FrameContext } from "../frame.tsx";
import { Icon } from "../icons.tsx";
import { webTexts } from "../texts/texts.ts";
import type { FormAnswer } from "./answer.ts";
import { Answer } from "./answer-parts.tsx";
import type { FormFields } from "./question.ts";

export type FormPageProps = FrameContext & {
  readonly fields: FormFields & { readonly text: string };
  /** Null: nothing was asked yet. */
  readonly answer: FormAnswer | null;
  readonly providers: readonly Provider[];
  /** What is left of the visitor's free checks; null: not known, or paid for. */
  readonly quota: { readonly remaining: number; readonly limit: number } | null;
  /** Bytes of the largest picture that is taken. */
  readonly pictureBytesMax: number;
  readonly takesPictures: boolean;
};

/** The page at `/`: the form, and beneath it the answer. */
export const FormPage = (props: FormPageProps): JSX.Element => {
  const { language, answer, quota } = props;
  const texts = webTexts(language).form;
  return (
    <Frame {...props} title={texts.title} scripts={["form.js"]}>
      <h1 class="lead">{texts.title}</h1>
      <p class="lead__more">{texts.lead}</p>
      <Form {...props} />
      <div id="answer" aria-live="polite" aria-atomic="false">
        {answer !== null && <Answer answer={answer} language={language} providers={props.providers} />}
      </div>
      <p class="left" id="left">
        {quota !== null &&
          (quota.remaining > 0 ? texts.left(quota.remaining, quota.limit) : texts.nothingLeft)}
      </p>
    </Frame>
  );
};

const Form = (props: FormPageProps): JSX.Element => {
  const { assets, fields, answer, providers, language, takesPictures, pictureBytesMax } = props;
  const texts = webTexts(language).form;
  const { question = null } = answer?.kind === "question" ? answer : {};
  const asks = question?.kind === "missing" ? question.field : null;
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
    >
      <label class="field__label" for="text">
        {texts.text}
      </label>
      <textarea
        id="text"
        name="text"
        rows={3}
        maxLength={4096}
        placeholder={texts.textExample}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        dir="auto"
        aria-describedby="chip"
      >
        {fields.text}
      </textarea>
      <p class="chip" id="chip" aria-live="polite" />
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
        isShown={fields.accountNumber !== "" && asks === null}
      />
      <NumberField
        name="phone"
        label={texts.phone}
        hint={texts.phoneShort}
        value={fields.phone}
        isShown={fields.phone !== "" && asks === null}
      />
      <div class="ask__tools">
        {takesPictures && (
          <label class="button button--quiet" id="photo-label">
            <Icon name="photo" /> <span>{texts.photo}</span>
            <input class="file" type="file" name="image" id="image" accept="image/*" />
          </label>
        )}
        <button class="button button--quiet" type="button" id="scan" hidden>
          <Icon name="scan" /> <span>{texts.scan}</span>
        </button>
        <button class="button button--main" type="submit" id="check">
          <Icon name="check" /> <span>{texts.check}</span>
        </button>
      </div>
      <p class="progress" id="progress" role="status" />
    </form>
  );
};

type NumberFieldProps = {
  readonly name: "accountNumber" | "phone";
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** Hidden it is only for the script, which shows it when the text needs it. */
  readonly isShown: boolean;
};

const NumberField = ({ name, label, hint, value, isShown }: NumberFieldProps): JSX.Element => (
  <div class="field" id={`field-${name}`} hidden={!isShown}>
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
    />
    <p class="field__hint" id={`${name}-hint`}>
      {hint}
    </p>
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

/** What the scripts say. */
const scriptTexts = (language: FrameContext["language"]) => {
  const { form } = webTexts(language);
  const { checkingAny, checkingPhoto, slow, offline, recognised, notThisOne, photoRemove, scanner } = form;
  return {
    checkingAny,
    checkingPhoto,
    slow,
    offline,
    recognised,
    notThisOne,
    photoRemove,
    ...scannerTexts(scanner),
  };
};

const scannerTexts = ({
  title,
  hint,
  close,
  noCamera,
  nothing,
}: ReturnType<typeof webTexts>["form"]["scanner"]) => ({
  scanTitle: title,
  scanHint: hint,
  scanClose: close,
  noCamera,
  scanNothing: nothing,
});
