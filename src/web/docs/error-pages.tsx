import type { JSX } from "preact";
import { type FailureCode, failureCodes, isBillable } from "../../core/failure.ts";
import { failureReplies } from "../../http/replies.ts";
import { failureSentence, type Language } from "../../texts/texts.ts";
import { webTexts } from "../texts/texts.ts";
import {
  CodeBlock,
  type DocsContext,
  DocsFrame,
  ErrorLink,
  endpointPath,
  json,
  Marked,
  Method,
} from "./docs-frame.tsx";
import { type ErrorNote, type ErrorRequest, errorNotes } from "./error-notes.ts";
import type { Preset } from "./presets.ts";

/** `/docs/errors`: the closed list. */
export const ErrorsPage = (props: DocsContext): JSX.Element => (
  <DocsFrame {...props} title="Errors">
    <h1>Errors</h1>
    <p class="lead__more">
      <Marked text="Every error has one of these codes in `error.code`. New codes are announced; none changes its meaning." />
    </p>
    <p>
      <Marked text="`error.message` and `error.hint` can be shown to a person, in English, Amharic, Afaan Oromo or Tigrinya, as `Accept-Language` says. `error.retryable` says whether the same request can succeed later, `Retry-After` says when. Programs get JSON, with `Accept: application/problem+json` in the form of RFC 9457. A browser that opens an address gets a page." />
    </p>
    <ul class="docs__requests">
      {failureCodes.map((code) => (
        <li>
          <ErrorLink code={code} />
          <span>
            {failureReplies[code].status} · {failureSentence({ code }, "en").message}
          </span>
        </li>
      ))}
    </ul>
  </DocsFrame>
);

type Props = DocsContext & {
  readonly code: FailureCode;
  readonly base: string;
  /** The error as a program gets it. */
  readonly sample: unknown;
  /** Cases of the sandbox that end in it. */
  readonly presets: readonly Preset[];
};

/** `/docs/errors/<code>`, where `error.doc_url` leads to. */
export const ErrorPage = (props: Props): JSX.Element => {
  const { code, language, operations, base, presets } = props;
  const texts = webTexts(language).docs.error;
  const { message, hint } = failureSentence({ code }, language);
  const { status, retryable } = failureReplies[code];
  const note: ErrorNote = errorNotes[code];
  const endpoints = operations.filter(({ errors }) => errors.some(({ codes }) => codes.includes(code)));
  const yesOrNo = (is: boolean) => (is ? texts.yes : texts.no);
  return (
    <DocsFrame {...props} title={code}>
      <h1 class="endpoint">
        <code>{code}</code>
      </h1>
      <p class="lead__more" lang={language}>
        {message}
      </p>
      {hint !== undefined && <p lang={language}>{hint}</p>}
      <dl class="rows rows--start" lang={language}>
        <Row title={texts.status}>{String(status)}</Row>
        <Row title={texts.retryable} said={retryableWhen[code] === undefined ? language : "en"}>
          {retryableWhen[code] ?? yesOrNo(retryable)}
        </Row>
        <Row title={texts.counted}>{yesOrNo(isBillable({ code }))}</Row>
      </dl>
      <h2 lang={language}>{texts.cause}</h2>
      <p>
        <Marked text={note.cause} />
      </p>
      <h2 lang={language}>{texts.remedy}</h2>
      <p>
        <Marked text={note.remedy} />
      </p>
      <CodeBlock label={`${texts.sample}: ${status}`} text={json(props.sample)} />
      <h2 lang={language}>{texts.produce}</h2>
      <Produce produce={note.produce} presets={presets} base={base} operations={operations} />
      {endpoints.length > 0 && (
        <details class="more">
          <summary lang={language}>{texts.endpoints}</summary>
          <ul class="docs__requests">
            {endpoints.map((one) => (
              <li>
                <a href={endpointPath(one)}>
                  <Method name={one.method} /> <code>{one.path}</code>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </DocsFrame>
  );
};

const Row = (props: {
  readonly title: string;
  /** The language of what stands in it; unset: the page's own. */
  readonly said?: Language;
  readonly children: string;
}): JSX.Element => (
  <div class="rows__row">
    <dt>{props.title}</dt>
    <dd {...(props.said && { lang: props.said })}>
      <Marked text={props.children} />
    </dd>
  </div>
);

const Produce = ({
  produce,
  presets,
  base,
  operations,
}: Pick<Props, "presets" | "base" | "operations"> & Pick<ErrorNote, "produce">): JSX.Element => (
  <>
    {typeof produce === "string" && (
      <p>
        <Marked text={produce} />
      </p>
    )}
    {typeof produce === "object" && <CodeBlock label="curl" text={commandOf(produce, base)} />}
    {presets.length > 0 && (
      <ul class="presets">
        {presets.map(({ provider, name, request }) => {
          const own = operations.find((one) => one.provider === provider);
          return (
            <li>
              {own === undefined ? (
                <span>{`${provider} ${name}`}</span>
              ) : (
                <a
                  href={`${endpointPath(own)}?preset=${encodeURIComponent(name)}`}
                >{`${provider} ${name}`}</a>
              )}
              <code class="presets__request">{JSON.stringify(request)}</code>
            </li>
          );
        })}
      </ul>
    )}
  </>
);

const commandOf = ({ method, path, headers, body }: ErrorRequest, base: string): string => {
  const given = headers ?? (body === undefined ? {} : { "content-type": "application/json" });
  return `${[
    `curl -s '${base}${path}'`,
    ...(method === "GET" || body !== undefined ? [] : [`-X ${method}`]),
    ...Object.entries(given).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${body}'`]),
  ].join(" \\\n  ")}\n`;
};

/** For the errors whose `error.retryable` depends on the receipt. */
const retryableWhen: Readonly<Partial<Record<FailureCode, string>>> = {
  receipt_not_found:
    "while the reference is of today or yesterday: `error.retryable` is true then; asked again within 30 minutes it costs nothing",
  receipt_not_completed:
    "while the payment is pending: `error.retryable` is true then; asked again within 30 minutes it costs nothing",
};
