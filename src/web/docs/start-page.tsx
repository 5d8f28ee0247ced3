import type { JSX } from "preact";
import { webTexts } from "../texts/texts.ts";
import { CodeBlock, type DocsContext, DocsFrame, endpointPath, json, Marked, Method } from "./docs-frame.tsx";
import {
  type SnippetLanguage,
  snippetLanguages,
  snippetNames,
  snippetOf,
  snippetOutput,
} from "./snippets.ts";

type Props = DocsContext & {
  readonly chosen: SnippetLanguage;
  readonly base: string;
  /** Where the bot's chat is opened; null: nowhere is known. */
  readonly chatUrl: string | null;
  /** References of beta in the sandbox. */
  readonly verified: string;
  readonly notFound: string;
  readonly output: Parameters<typeof snippetOutput>[0];
  /** What is answered to the two. */
  readonly answer: unknown;
  readonly error: unknown;
};

/** `/docs`: from nothing to a first receipt and a first error. */
export const StartPage = (props: Props): JSX.Element => {
  const { chosen, operations, isTest, output, language } = props;
  const texts = webTexts(language).docs;
  const program = snippetOf[chosen]({ ...props, needsKey: !isTest });
  return (
    <DocsFrame {...props} title={texts.title}>
      <h1>Deresegn for developers</h1>
      <p class="lead__more">
        Your customer shows a payment receipt. Send its reference, link or whole SMS to this API; it asks the
        bank that issued it, and answers what the bank says.
      </p>

      <section aria-labelledby="key">
        <h2 id="key">1. Get a key</h2>
        {isTest && (
          <p class="note">
            Simulated banks answer here, so the programs below send no key. Elsewhere each request has one in
            its header <code>X-API-Key</code>.
          </p>
        )}
        <p>
          Send <code>/key</code> to{" "}
          {props.chatUrl === null ? "the Telegram bot" : <a href={props.chatUrl}>the Telegram bot</a>}, or
          open the <a href="/dashboard/keys">dashboard</a>.
        </p>
        <ul>
          <li>
            <Marked text="A test key begins with `drs_test_`. It is free, and simulated banks answer it, 1,000 times a day." />
          </li>
          <li>
            <Marked text="A live key begins with `drs_live_`. The banks answer it." />
          </li>
        </ul>
        <CodeBlock label="Shell" text={"export DERESEGN_KEY='the whole key'\n"} />
      </section>

      <section aria-labelledby="call">
        <h2 id="call">2. Ask for a first receipt, and see a first error</h2>
        <p>
          <Marked
            text={`\`${props.verified}\` is a receipt that the simulated bank beta knows. \`${props.notFound}\` is one that it does not know.`}
          />
        </p>
        <nav aria-label="Programming language">
          <ul class="tabs">
            {snippetLanguages.map((one) => (
              <li>
                <a
                  class="tabs__tab"
                  href={`/docs?in=${one}#call`}
                  {...(one === chosen && { "aria-current": "true" as const })}
                >
                  {snippetNames[one]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <CodeBlock label={snippetNames[chosen]} text={program} />
        {chosen === "typescript" && (
          <p>
            <Marked text="`deresegn/client` is this project's own client, one file without dependencies. It repeats a request that may succeed, waits as `Retry-After` says, and sends one `Idempotency-Key` for each call. " />
            <a href="/docs/guide#client">More about it</a>
          </p>
        )}
        {chosen === "curl" ? (
          <>
            <CodeBlock label="The first answer: 200" text={json(props.answer)} />
            <CodeBlock label="The second answer: 404" text={json(props.error)} />
          </>
        ) : (
          <CodeBlock label="It prints" text={snippetOutput(output)} />
        )}
      </section>

      <section aria-labelledby="read">
        <h2 id="read">3. Read the answer</h2>
        <ul>
          <li>
            <Marked text='A receipt is real when the HTTP status is 2xx, `"status"` is `"success"` and `data.status` is `"Verified"`. All three come together, or none of them does.' />
          </li>
          <li>
            <Marked text="The bank does not know whether the money is yours. " />
            <a href="/docs/guide#assessment">meta.assessment</a> says what the receipt means for you.
          </li>
          <li>
            <Marked text="Every error has an `error.code` of a " />
            <a href="/docs/errors">closed list</a>
            <Marked text=", a `message` and a `hint` for your user, and `retryable` for your program." />
          </li>
        </ul>
      </section>

      <section aria-labelledby="next">
        <h2 id="next">4. Go on</h2>
        <div class="docs__cards">
          <a class="card docs__card" href="/docs/sandbox">
            <span class="docs__card-title">Sandbox references</span>
            <span class="docs__card-text">Every answer of every bank, to try your program against.</span>
          </a>
          <a class="card docs__card" href="/docs/guide">
            <span class="docs__card-title">Guide</span>
            <span class="docs__card-text">
              Headers, tiers and limits, repeating a request safely, the names of banks.
            </span>
          </a>
          <a class="card docs__card" href="/docs/reference">
            <span class="docs__card-title">Interactive reference</span>
            <span class="docs__card-text">Every field, and a form to send requests with.</span>
          </a>
        </div>
      </section>

      <section aria-labelledby="all">
        <h2 id="all">All requests</h2>
        <details class="more">
          <summary>{`${operations.length} requests`}</summary>
          <ul class="docs__requests">
            {operations.map((one) => (
              <li>
                <a href={endpointPath(one)}>
                  <Method name={one.method} /> <code>{one.path}</code>
                </a>
                <span>{one.summary}</span>
              </li>
            ))}
          </ul>
        </details>
        <p>
          For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
        </p>
      </section>
    </DocsFrame>
  );
};
