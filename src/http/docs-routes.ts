import type { FastifyInstance, FastifyReply } from "fastify";
import { type FailureCode, fail, failureCodes, isBillable } from "../failure.ts";
import { failureSentence, type Language } from "../texts/texts.ts";
import { failureReplies } from "./failure-reply.ts";
import { preferredLanguage } from "./negotiation.ts";
import type { SendFailure } from "./replies.ts";

/** `/docs`, with a page for each error that `doc_url` leads to: plain pages that need nothing but themselves. */
export const addDocsRoutes = (server: FastifyInstance, sendFailure: SendFailure): void => {
  for (const path of ["/", "/docs"])
    server.get(path, async (_request, reply) => sendPage(reply, "Deresegn: the HTTP API", overview()));

  server.get<{ Params: { code: string } }>("/docs/errors/:code", async (request, reply) => {
    const code = failureCodes.find((known) => known === request.params.code);
    if (code === undefined) return sendFailure(request, reply, fail("route_not_found").error);
    const language = preferredLanguage(request.headers["accept-language"]);
    return sendPage(reply, code, errorPage(code, language));
  });
};

const sendPage = (reply: FastifyReply, title: string, body: string): FastifyReply =>
  reply
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>\n` +
        `<body><main><h1>${title}</h1>\n${body}\n</main></body></html>\n`,
    );

/** What there is, and what it does. */
const endpoints: readonly (readonly [request: string, does: string])[] = [
  ["POST /api/verify-{provider}", "verifies one receipt; its fields are those of /api/providers"],
  [
    "POST /api/verify",
    "{text, provider?, accountNumber?, phone?}: finds the receipt in any text, and verifies it",
  ],
  ["POST /api/verify/batch", "{items}: up to 50 of these at once, each with its own result"],
  ["POST /api/detect", "{text}: what a text points to; free"],
  ["POST /api/upload", "a form with a picture as image: the receipt of any provider"],
  ["POST /api/upload-alpha", "the same, for alpha's receipts alone"],
  ["POST /api/scan-alpha", "what a scanner has read already"],
  ["GET /api/providers", "what is offered here, the fields it takes, and whether it is asked now"],
  ["GET /api/account", "a key's account: what is left of the day, and the balance"],
  ["GET /api/account/ledger", "its ledger in pages"],
  ["GET /api/account/topup", "where to pay to; POST hands in the receipt of such a payment"],
  [
    "POST /api/account/link",
    "a code that brings a Telegram user to the account's staff; GET lists those alive",
  ],
  ["DELETE /api/account/link/{id}", "recalls such a code"],
  ["GET /api/account/keys", "its keys; DELETE /api/account/keys/{id} revokes one"],
  ["GET /api/account/audit", "what was done with the account, in pages"],
  ["GET /healthz, GET /readyz", "whether the process answers, and whether it should be sent work"],
];

const overview =
  (): string => `<p>Tells whether a payment receipt is real. A reply is 2xx, <code>"status": "success"</code> and
<code>"data": {"status": "Verified"}</code> all together, or none of it. Bodies are JSON of at most 16 KiB, pictures have
at most 8 MiB. The key, where there is one, stands in the header <code>X-API-Key</code>.</p>
<table><thead><tr><th scope="col">Request</th><th scope="col">Does</th></tr></thead><tbody>
${endpoints.map(([request, does]) => row(request, does)).join("\n")}
</tbody></table>
<h2>Errors</h2>
<ul>
${failureCodes.map((code) => `<li><a href="/docs/errors/${code}"><code>${code}</code></a></li>`).join("\n")}
</ul>`;

const errorPage = (code: FailureCode, language: Language): string => {
  const { message, hint = "" } = failureSentence({ code }, language);
  const { status, retryable } = failureReplies[code];
  return `<p lang="${language}">${escaped(message)} ${escaped(hint)}</p>
<table><tbody>
${row("HTTP status", String(status))}
${row("The same request can succeed later", retryableWhen[code] ?? (retryable ? "yes" : "no"))}
${row("Counted, or paid for", isBillable({ code }) ? "yes" : "no")}
</tbody></table>
<p><a href="/docs">All requests and errors</a></p>`;
};

/** Of the answers that tell it themselves, in `error.retryable`. */
const retryableWhen: Readonly<Partial<Record<FailureCode, string>>> = {
  receipt_not_found:
    "while the reference is of today or yesterday: error.retryable is true then; asked again within 30 minutes it costs nothing",
  receipt_not_completed:
    "while the payment is pending: error.retryable is true then; asked again within 30 minutes it costs nothing",
};

const row = (title: string, text: string): string =>
  `<tr><th scope="row">${escaped(title)}</th><td>${escaped(text)}</td></tr>`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
