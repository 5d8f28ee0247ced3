import type { ComponentChildren, JSX } from "preact";
import { CodeBlock, type DocsContext, DocsFrame, ErrorLink, Marked } from "./docs-frame.tsx";

type Props = DocsContext & {
  readonly base: string;
  /** The labels of all banks, whether or not they are offered here. */
  readonly labels: readonly string[];
  /** Label and name of each bank that is offered here. */
  readonly banks: readonly { readonly label: string; readonly bank: string }[];
};

/** `/docs/guide`: what is the same for all requests. */
export const GuidePage = (props: Props): JSX.Element => (
  <DocsFrame {...props} title="Guide">
    <h1>Guide</h1>
    <p class="lead__more">What is the same for all requests.</p>

    <Chapter id="names" title="The names of banks">
      <p>
        Each bank or wallet has a short name that never changes:{" "}
        {new Intl.ListFormat("en").format(props.labels)}. It stands in paths (<code>/api/verify-beta</code>
        ), in <code>meta.provider</code> and in references of the sandbox. The name that your users know comes
        in <code>data.bank</code>, and <code>GET /api/providers</code> lists both.
      </p>
      {props.banks.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Here it stands for</th>
            </tr>
          </thead>
          <tbody>
            {props.banks.map(({ label, bank }) => (
              <tr>
                <th scope="row">{label}</th>
                <td>{bank}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Chapter>

    <Chapter id="headers" title="Headers">
      <Rows
        rows={[
          [
            "X-API-Key",
            "Your key. Never put it into an address: it is revoked at once where others could read it.",
          ],
          [
            "Content-Type",
            "`application/json`, for pictures `multipart/form-data`. Bodies have at most 16 KiB, pictures 8 MiB.",
          ],
          ["Accept-Language", "`en`, `am`, `om` or `ti`: the language of `error.message` and `error.hint`."],
          [
            "Accept",
            "`application/problem+json` gets errors in the form of RFC 9457. `text/html`, as browsers send it, gets a page.",
          ],
          ["Idempotency-Key", "Up to 255 visible characters. See below."],
          [
            "X-Request-Id",
            "8 to 64 letters, digits, `_` or `-`, kept and sent back. Without it one is made.",
          ],
          ["RateLimit, RateLimit-Policy", "In answers that count: what is left of the day, and until when."],
          ["Retry-After", "In errors: seconds after which the same request can succeed."],
          ["Server-Timing", "In answers: milliseconds of admission, of the bank, and of reading its answer."],
        ]}
      />
    </Chapter>

    <Chapter id="limits" title="Tiers and limits">
      <Rows
        rows={[
          ["without a key", "5 checks a day for each address"],
          ["a free account", "10 checks a day"],
          ["an account with a balance", "as many as it pays for, 5 ETB each"],
          ["a test key", "1,000 checks a day, of simulated banks, free"],
          ["requests", "600 a minute from one address"],
        ]}
      />
      <p>
        A day runs from midnight to midnight in Addis Ababa. Only answers about a receipt count: verified, not
        found, not completed, another receipt. A bank that does not answer, a wrong request and everything
        else is free. When the checks are used up, the answer is <ErrorLink code="daily_quota_exceeded" />.
      </p>
    </Chapter>

    <Chapter id="repeat" title="Repeating a request">
      <p>
        <Marked text="`error.retryable` says whether the same request can succeed later, `Retry-After` says when. A receipt that is not found yet, or still pending, can be asked for again: within 30 minutes of the first answer that costs nothing, up to 30 times." />
      </p>
      <p>
        <Marked text="A request with a key and an `Idempotency-Key` is executed and charged once, however often it is sent. Repeated, it gets the same bytes for 24 hours, with `Idempotent-Replayed: true`. Send the id of your own order as the key. While the first copy runs, the others get " />
        <ErrorLink code="request_in_progress" />. The same key with another body is{" "}
        <ErrorLink code="idempotency_key_reused" />.
      </p>
    </Chapter>

    <Chapter id="assessment" title="Is it my money?">
      <p>
        <Marked text="The bank says whether a receipt is real. `meta.assessment.kind` says what it means for you, judged by the accounts that you have saved in the chat or the dashboard:" />
      </p>
      <Rows
        rows={[
          ["yours", "its receiver is a saved account, and nothing speaks against it"],
          ["receiver_unknown", "no saved account can be compared with its receiver"],
          ["someone_else", "its receiver is somebody else"],
          ["account_not_shown", "it went to a bank or a short code and names no account"],
          ["no_payment", "a withdrawal, airtime, a bill, or a transfer to oneself"],
          ["other_amount", "the text or picture claims another amount than the bank"],
          ["seen_before", "you have checked this receipt before"],
          ["old", "older than 48 hours, or its date is in doubt"],
        ]}
      />
      <p>
        <Marked text="Your program can say what it expects in `expect`: `amount`, `receiver_account`, `receiver_name`, `max_age_hours`. `meta.checks` answers each with `match`, `mismatch` or `unknown`." />
      </p>
      <p>
        <Marked text="Ship the goods when the answer is a success, its kind is `yours`, and every check that you asked for is a `match`. A check alone is not enough: the amount of a receipt that was shown before still matches, and so does that of a payment to somebody else. A test key knows no saved accounts, so its kind is never `yours`." />
      </p>
      <CodeBlock
        label="A body"
        text={`{
  "reference": "DKF1AB2CD3",
  "expect": { "amount": "1250.00", "receiver_account": "0911000000", "max_age_hours": 24 }
}
`}
      />
    </Chapter>

    <Chapter id="client" title="The TypeScript client">
      <p>
        <Marked text="`deresegn/client` is part of this project: one file without dependencies, for Node.js 20, browsers and other runtimes with `fetch`. Its types come from the schemas that validate the requests." />
      </p>
      <CodeBlock
        label="Shell, in a copy of this project, then in yours"
        text={"npm ci && npm run build\nnpm install ../deresegn\n"}
      />
      <CodeBlock
        label="TypeScript"
        text={`import { env } from "node:process";
import { createClient } from "deresegn/client";

const deresegn = createClient({ baseUrl: "${props.base}", apiKey: env.DERESEGN_KEY });

// Any text: an SMS, a link, a reference.
const answer = await deresegn.verifyText(
  { text: sms, expect: { amount: "1250.00" } },
  { idempotencyKey: order.id },
);

const isPaid =
  answer.ok && answer.meta.assessment?.kind === "yours" && answer.meta.checks?.amount === "match";

if (isPaid) ship(order);
else if (!answer.ok && answer.error.retryable) askAgainLater(order);
else showToUser(answer.ok ? "This receipt does not pay for this order." : answer.error.hint);
`}
      />
      <p>
        <Marked text="A call never throws for an error of the API: it answers `{ok: false, error}` with the code, also `unreachable` when there was no answer at all. It is repeated at most twice, only where the same request can succeed, after the time that `Retry-After` names, all under one `Idempotency-Key`. When the connection is lost, it waits until its own request is answered." />
      </p>
      <p>
        <Marked text="A failed call names its `idempotencyKey`. The same request with that key gets the answer that was charged for: `verifyText(request, {idempotencyKey})`. An attempt has 60 seconds, and one of `verifyBatch` 330, unless `timeoutMs` says otherwise." />
      </p>
    </Chapter>
  </DocsFrame>
);

const Chapter = (props: {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element => (
  <section aria-labelledby={props.id}>
    <h2 id={props.id}>{props.title}</h2>
    {props.children}
  </section>
);

const Rows = ({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, text: string])[];
}): JSX.Element => (
  <dl class="fields">
    {rows.map(([name, text]) => (
      <div class="fields__one">
        <dt>
          <code>{name}</code>
        </dt>
        <dd>
          <Marked text={text} />
        </dd>
      </div>
    ))}
  </dl>
);
