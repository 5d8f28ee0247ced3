import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { type FailureCode, failureCodes, isBillable } from "../core/failure.ts";
import { failureSentence, type Language } from "../texts/texts.ts";
import { securityHeaders } from "./browser-safety.ts";
import { failures, tags } from "./openapi.ts";
import { failureReplies, preferredLanguage } from "./replies.ts";

/** `/docs`, made from `/openapi.json`, with a page for each error that `doc_url` leads to. They need nothing but themselves. */
export const addDocsRoutes = (server: FastifyInstance, { isHttps }: { readonly isHttps: boolean }): void => {
  const routes = server.withTypeProvider<ZodTypeProvider>();
  const { contentSecurityPolicy = true } = securityHeaders({ isHttps, more: { styleSrc: [styleHash] } });
  const helmet = { contentSecurityPolicy };
  const html = { content: { "text/html": { schema: z.string() } } };

  // Made once: the description does not change while the process runs.
  let page: string | null = null;
  routes.get(
    "/docs",
    {
      helmet,
      schema: {
        tags: [tags.service],
        summary: "This page: all requests and errors",
        response: { 200: html },
      },
      config: { failures: failures.limited },
    },
    async (_request, reply) => {
      page ??= overview(server.swagger());
      return sendPage(reply, "Deresegn: the HTTP API", page);
    },
  );

  routes.get(
    "/docs/errors/:code",
    {
      helmet,
      schema: {
        tags: [tags.service],
        summary: "Explain an error",
        params: z.object({ code: z.enum(failureCodes) }),
        response: { 200: html },
      },
      config: { failures: [...failures.limited, "route_not_found"] },
    },
    async (request, reply) => {
      const { code } = request.params;
      return sendPage(reply, code, errorPage(code, preferredLanguage(request.headers["accept-language"])));
    },
  );
};

/** The whole style of the pages. The policy allows it by its hash and nothing else. */
const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { margin-top: 2.5rem; } h3 { font-size: 1.05rem; margin: 0; }
section { border-top: 1px solid var(--line); padding: 1rem 0; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; overflow-wrap: normal; }
dt { font-weight: 600; margin-top: .5rem; } dd { margin: 0; }
summary { padding: .5rem 0; cursor: pointer; }
nav ul { list-style: none; padding: 0; columns: 17rem; }
a { color: inherit; } nav a, .codes a { display: inline-block; padding: .35rem .5rem .35rem 0; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .35rem .75rem .35rem 0; vertical-align: top; }
ul { padding-left: 1.25rem; }
`;
const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

const sendPage = (reply: FastifyReply, title: string, body: string): FastifyReply =>
  reply
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>` +
        `<style>${style}</style></head>\n` +
        `<body><main><h1>${title}</h1>\n${body}\n</main></body></html>\n`,
    );

/** The part of the description that the page shows. */
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
});
const bodySchema = z.object({
  properties: z.record(z.string(), z.object({ description: z.string().optional() })).optional(),
  required: z.array(z.string()).optional(),
});
const media = z.object({ schema: bodySchema.optional(), example: z.unknown().optional() });
const operation = z.object({
  tags: z.array(z.string()).default([]),
  summary: z.string().default(""),
  description: z.string().optional(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content: z.record(z.string(), media) }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: z.record(z.string(), media).optional() }),
  ),
});
const shown = z.object({
  info: z.object({ description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

type Operation = z.infer<typeof operation> & { readonly method: string; readonly path: string };

const overview = (description: object): string => {
  const { info, paths } = shown.parse(description);
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
  );
  const groups = Object.values(tags).map((name) => ({
    name,
    operations: operations.filter((one) => one.tags.includes(name)),
  }));
  return `<p>${marked(info.description)} Bodies are JSON of at most 16 KiB, pictures have at most 8 MiB. The key, where there
is one, stands in the header <code>X-API-Key</code>. For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav><ul>${groups
    .flatMap((group) => group.operations)
    .map((one) => `<li><a href="#${anchorOf(one)}"><code>${one.method} ${escaped(one.path)}</code></a></li>`)
    .join("\n")}</ul></nav>
${groups.map(({ name, operations: own }) => `<h2>${name}</h2>\n${own.map(operationSection).join("\n")}`).join("\n")}
<h2>Errors</h2>
<p class="codes">${failureCodes.map(errorLink).join("\n")}</p>`;
};

const anchorOf = ({ method, path }: Operation): string =>
  `${method}${path}`.toLowerCase().replace(/[^a-z]+/g, "-");

const operationSection = (one: Operation): string => {
  const [[type, body] = ["", undefined]] = Object.entries(one.requestBody?.content ?? {});
  const fields = Object.entries(body?.schema?.properties ?? {}).map(([name, { description = "" }]) => ({
    name,
    isRequired: body?.schema?.required?.includes(name) === true,
    description,
  }));
  const given = one.parameters
    .filter((each) => each.in !== "header")
    .map(({ name, required = false, description = "" }) => ({ name, isRequired: required, description }));
  const answer = one.responses["200"]?.content?.["application/json"]?.example;
  const errors = Object.entries(one.responses).filter(([status]) => !status.startsWith("2"));
  return `<section id="${anchorOf(one)}">
<h3><code>${one.method} ${escaped(one.path)}</code></h3>
<p>${escaped(one.summary)}.${one.description ? ` ${marked(one.description)}` : ""}</p>
${type === "multipart/form-data" ? "<p>A form (<code>multipart/form-data</code>).</p>" : ""}
${fieldList([...given, ...fields])}
${body?.example === undefined ? "" : `<pre>${escaped(JSON.stringify(body.example, null, 2))}</pre>`}
${answer === undefined ? "" : `<details><summary>An answer</summary><pre>${escaped(JSON.stringify(answer, null, 2))}</pre></details>`}
<details><summary>Errors</summary><dl>${errors.map(errorGroup).join("")}</dl></details>
</section>`;
};

type Field = { readonly name: string; readonly isRequired: boolean; readonly description: string };

const fieldList = (fields: readonly Field[]): string =>
  fields.length === 0
    ? ""
    : `<dl>${fields
        .map(
          ({ name, isRequired, description }) =>
            `<dt><code>${escaped(name)}</code>${isRequired ? " (required)" : ""}</dt><dd>${marked(description)}</dd>`,
        )
        .join("")}</dl>`;

const errorGroup = ([status, { description }]: readonly [
  string,
  { readonly description: string },
]): string => {
  const codes = failureCodes.filter((code) => description.includes(`\`${code}\``));
  return `<dt>${status}</dt><dd class="codes">${codes.map(errorLink).join(" ")}</dd>`;
};

const errorLink = (code: FailureCode): string => `<a href="/docs/errors/${code}"><code>${code}</code></a>`;

/** Escaped, with what stands between backticks as code. */
const marked = (text: string): string => escaped(text).replace(/`([^`]{1,200})`/g, "<code>$1</code>");

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

/** For the errors whose `error.retryable` depends on the receipt. */
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
