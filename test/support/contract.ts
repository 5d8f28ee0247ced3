import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { afterEach, expect } from "vitest";

/** Holds what a server answers to its own `/openapi.json`: every status, field, error code and header. */

type Media = { readonly schema: object };
type Described = {
  readonly content?: Readonly<Record<string, Media>>;
  readonly headers?: Readonly<Record<string, unknown>>;
};
type Operation = { readonly responses: Readonly<Record<string, Described>> };
export type OpenApiDocument = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

/** One reply as it left. */
export type SentReply = {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

/** Headers of every reply that are nobody's to describe: HTTP's own and those that guard browsers. */
const usual =
  /^(?:content-(?:type|length|security-policy)|date|connection|keep-alive|transfer-encoding|vary|cache-control|referrer-policy|x-(?:frame-options|content-type-options|xss-protection|download-options|dns-prefetch-control|permitted-cross-domain-policies)|origin-agent-cluster|cross-origin-[a-z-]+|strict-transport-security)$/;

/** Says what of a reply the document does not describe. */
export const createContract = (document: OpenApiDocument) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, "openapi.json");
  const validators = new Map<string, ValidateFunction>();
  const problemsOf = (pointer: readonly string[], body: string): readonly string[] => {
    const $ref = `openapi.json#/${pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
    const validate = validators.get($ref) ?? ajv.compile({ $ref });
    validators.set($ref, validate);
    if (validate(JSON.parse(body))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
  const paths = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/[.]/g, "\\.").replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
  }));

  return ({ method, path, status, headers, body }: SentReply): readonly string[] => {
    const type = String(headers["content-type"] ?? "").split(";", 1)[0] ?? "";
    const isJson = /[/+]json$/.test(type);
    const verb = method === "HEAD" ? "get" : method.toLowerCase();
    const known = paths.find((one) => one.pattern.test(path))?.path;
    const operation = known === undefined ? undefined : document.paths[known]?.[verb];
    // What no route takes has no description of its own: it is an error like any other.
    if (known === undefined || operation === undefined)
      return isJson
        ? problemsOf(["components", "schemas", type.includes("problem") ? "Problem" : "Error"], body)
        : [];
    const response = operation.responses[status];
    if (response === undefined) return [`the status ${status} is not described: ${body.slice(0, 300)}`];
    const unknown = Object.keys(headers).filter(
      (name) => !usual.test(name) && !(name in (response.headers ?? {})),
    );
    const undescribed = unknown.map((name) => `the header ${name} is not described`);
    if (response.content?.[type] === undefined) return [...undescribed, `the type ${type} is not described`];
    if (!isJson || method === "HEAD") return undescribed;
    const pointer = ["paths", known, verb, "responses", String(status), "content", type, "schema"];
    return [...undescribed, ...problemsOf(pointer, body)];
  };
};

const watched = new Map<number, (reply: SentReply) => void>();
let isListening = false;

/** Hears of every reply that the server at `url` sends from now on. Returns what ends it. */
const watchReplies = (url: string, onReply: (reply: SentReply) => void): (() => void) => {
  const port = Number(new URL(url).port);
  watched.set(port, onReply);
  if (!isListening) subscribe("http.server.request.start", (message) => note(message as Started));
  isListening = true;
  return () => void watched.delete(port);
};

type Started = { readonly request: IncomingMessage; readonly response: ServerResponse };

const note = ({ request, response }: Started): void => {
  const onReply = watched.get(request.socket.localPort ?? 0);
  // Telegram's webhook is described to nobody.
  if (onReply === undefined || request.headers["x-telegram-bot-api-secret-token"] !== undefined) return;
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const { write, end } = response;
  response.write = ((...given: Parameters<typeof write>) => {
    keep(given[0]);
    return write.apply(response, given);
  }) as typeof write;
  response.end = ((...given: Parameters<typeof end>) => {
    keep(given[0]);
    const { method = "", url = "" } = request;
    onReply({
      method,
      path: url.split("?", 1)[0] ?? "",
      status: response.statusCode,
      headers: response.getHeaders(),
      body: Buffer.concat(chunks).toString("utf8"),
    });
    return end.apply(response, given);
  }) as typeof end;
};

/** For a test file: after each test, fails when a watched server sent what the document does not describe. */
export const createContractWatch = (documentOf: () => Promise<OpenApiDocument>) => {
  // A benchmark uses the same servers, and has no tests after which to look.
  if (process.env.VITEST === undefined) return () => () => {};
  const sent = new Map<string, SentReply>();
  let contract: Promise<ReturnType<typeof createContract>> | null = null;
  afterEach(async () => {
    if (sent.size === 0) return;
    contract ??= documentOf().then(createContract);
    const check = await contract;
    const replies = [...sent.values()];
    sent.clear();
    const undescribed = replies.flatMap((reply) =>
      check(reply).map((problem) => `${reply.method} ${reply.path} ${reply.status}: ${problem}`),
    );
    expect(undescribed).toEqual([]);
  });
  return (url: string): (() => void) =>
    watchReplies(url, (reply) => {
      // A thousand answers that differ in nothing but an id are looked at once.
      const { method, path, status, body } = reply;
      const kind = body.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, "0");
      // The demo's refusal of foreign hosts.
      if (status !== 421) sent.set(`${method} ${path} ${status} ${kind}`, reply);
    });
};
