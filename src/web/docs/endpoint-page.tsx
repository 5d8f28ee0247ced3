import type { JSX } from "preact";
import { webTexts } from "../texts/texts.ts";
import { CodeBlock, type DocsContext, DocsFrame, ErrorLink, json, Marked, Method } from "./docs-frame.tsx";
import type { Field, Operation } from "./operations.ts";
import type { Preset } from "./presets.ts";

type Props = DocsContext & {
  readonly operation: Operation;
  readonly base: string;
  /** The body that is shown; undefined where there is none, or where it is a form. */
  readonly body: unknown;
  readonly presets: readonly Preset[];
  readonly chosen: Preset | null;
};

/** A page for each request, made from `/openapi.json`. */
export const EndpointPage = (props: Props): JSX.Element => {
  const { operation, base, body, presets, chosen } = props;
  const { method, path, summary, description, parameters, headers, errors, answer } = operation;
  const inPath = parameters.filter(({ place }) => place !== "header");
  const inHeaders = parameters.filter(({ place }) => place === "header");
  return (
    <DocsFrame {...props} title={`${method} ${path}`} scripts={["try.js"]}>
      <h1 class="endpoint">
        <Method name={method} /> <code>{path}</code>
      </h1>
      <p class="lead__more">{summary}.</p>
      {description !== "" && (
        <p>
          <Marked text={description} />
        </p>
      )}
      {operation.needsKey && (
        <p>
          <Marked text="Needs an API key in the header `X-API-Key`." />
        </p>
      )}
      {operation.provider !== null && (
        <p>
          <Marked text={`\`${operation.provider}\` stands for a bank: `} />
          <a href="/docs/guide#names">what the names mean</a>.
        </p>
      )}
      <CodeBlock label="curl" text={curlOf(operation, base, body)} id="curl" />
      <Fields title="Parameters" fields={inPath} />
      <Fields
        title={operation.body?.isForm ? "Form fields (multipart/form-data)" : "Body (JSON)"}
        fields={operation.body?.fields ?? []}
      />
      <TryIt {...props} />
      {answer.example !== undefined && (chosen === null || chosen.outcome === "verified") && (
        <CodeBlock label="An answer: 200" text={json(answer.example)} />
      )}
      {answer.fields.length > 0 && (
        <details class="more">
          <summary>Fields of the answer</summary>
          <Fields fields={answer.fields} />
        </details>
      )}
      <details class="more">
        <summary>Headers</summary>
        <Fields title="Of the request" fields={inHeaders} />
        <h3>Of the answer</h3>
        <dl class="fields">
          {headers.map(({ name, description: said }) => (
            <div class="fields__one">
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <Marked text={said} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {presets.length > 0 && <Presets {...props} />}
      <section aria-labelledby="errors">
        <h2 id="errors">Errors</h2>
        <table class="status-codes">
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Codes</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ status, codes }) => (
              <tr>
                <th scope="row">{status}</th>
                <td class="docs__codes">
                  {codes.map((code) => (
                    <ErrorLink code={code} />
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </DocsFrame>
  );
};

const Fields = ({
  title,
  fields,
}: {
  readonly title?: string;
  readonly fields: readonly Field[];
}): JSX.Element | null =>
  fields.length === 0 ? null : (
    <>
      {title !== undefined && <h2>{title}</h2>}
      <dl class="fields">
        {fields.map(({ name, type, isRequired, description }) => (
          <div class="fields__one">
            <dt>
              <code>{name}</code> <span class="fields__type">{type}</span>
              {isRequired && <span class="fields__required">required</span>}
            </dt>
            {description !== "" && (
              <dd>
                <Marked text={description} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </>
  );

const Presets = ({ presets, operation, chosen }: Props): JSX.Element => (
  <section aria-labelledby="presets">
    <h2 id="presets">Sandbox references</h2>
    <p>Simulated banks answer these, to a test key, today.</p>
    <ul class="presets">
      {presets.map((one) => (
        <li>
          <a
            href={`/docs/endpoints/${operation.slug}?preset=${encodeURIComponent(one.name)}`}
            {...(one.name === chosen?.name && { "aria-current": "true" as const })}
          >
            {one.name}
          </a>
          <code class="presets__request">{JSON.stringify(one.request)}</code>
          <span class="presets__outcome">{one.outcome}</span>
        </li>
      ))}
    </ul>
    <p>
      <a href="/docs/sandbox">All of them</a>
    </p>
  </section>
);

/** The form is filled in and sent by a script. It posts nothing by itself, so that no key comes into an address. */
const TryIt = ({ operation, body, language, isTest, presets, chosen }: Props): JSX.Element => {
  const texts = webTexts(language).docs.tryIt;
  const given = operation.parameters.filter(({ place }) => place !== "header");
  const formFields = operation.body?.isForm
    ? operation.body.fields.filter(({ name }) => !name.includes("."))
    : [];
  return (
    <section
      class="try card"
      aria-labelledby="try-title"
      id="try"
      lang={language}
      data-method={operation.method}
      data-path={operation.path}
      data-is-open={String(isTest)}
      data-texts={JSON.stringify({
        notTest: texts.notTest,
        sending: texts.sending,
        failed: texts.failed,
        notJson: texts.notJson,
      })}
    >
      <h2 class="card__title" id="try-title">
        {texts.title}
      </h2>
      <p class="card__hint">{isTest ? texts.isOpen : texts.lead}</p>
      <noscript>
        <p class="note">{texts.noScript}</p>
      </noscript>
      <div class="field">
        <label class="field__label" for="try-key">
          {texts.key}
        </label>
        <input
          id="try-key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
          aria-describedby="try-key-hint"
        />
        <p class="field__hint" id="try-key-hint">
          {texts.keyHint}
        </p>
      </div>
      {presets.length > 0 && (
        <div class="field">
          <label class="field__label" for="try-preset">
            {texts.preset}
          </label>
          <select id="try-preset">
            {presets.map((one) => (
              <option value={json(one.request)} selected={one.name === chosen?.name}>
                {`${one.name} → ${one.outcome}`}
              </option>
            ))}
          </select>
        </div>
      )}
      {given.map(({ name, place }) => (
        <div class="field">
          <label class="field__label" for={`try-${name}`}>
            <code>{name}</code>
          </label>
          <input id={`try-${name}`} type="text" data-parameter={name} data-place={place} autocomplete="off" />
        </div>
      ))}
      {operation.body !== null && !operation.body.isForm && (
        <div class="field">
          <label class="field__label" for="try-body">
            {texts.body}
          </label>
          <textarea id="try-body" class="try__body" rows={6} spellcheck={false} autocomplete="off">
            {json(body)}
          </textarea>
        </div>
      )}
      {formFields.map(({ name }) => (
        <div class="field">
          <label class="field__label" for={`try-${name}`}>
            {name === "image" ? texts.picture : <code>{name}</code>}
          </label>
          {name === "image" ? (
            <input id={`try-${name}`} class="try__file" type="file" accept="image/*" data-form={name} />
          ) : (
            <input id={`try-${name}`} type="text" data-form={name} autocomplete="off" />
          )}
        </div>
      ))}
      <button class="button button--main" type="button" id="try-send">
        {texts.send}
      </button>
      <div aria-live="polite" id="try-answer" class="try__answer" />
    </section>
  );
};

/** The request as a command. */
const curlOf = (
  { method, path, body: described, parameters, needsKey, tag }: Operation,
  base: string,
  body: unknown,
): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `<${name}>`);
  const takesKey = needsKey || parameters.some(({ name }) => name === "accept-language") || tag === "";
  const lines = [
    `curl -s ${method === "GET" || described !== null ? "" : `-X ${method} `}${base}${filled}`,
    ...(takesKey ? [`-H "X-API-Key: $DERESEGN_KEY"`] : []),
    ...(described === null
      ? []
      : described.isForm
        ? ["-F image=@receipt.jpg"]
        : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ];
  return `${lines.join(" \\\n  ")}\n`;
};
