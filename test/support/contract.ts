import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { SentReply } from "./sent-replies.ts";

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

/** Headers of every reply that are nobody's to describe: HTTP's own and those that guard browsers. */
const usual =
  /^(?:content-(?:type|length|security-policy)|date|connection|keep-alive|transfer-encoding|vary|cache-control|referrer-policy|x-(?:frame-options|content-type-options|xss-protection|download-options|dns-prefetch-control|permitted-cross-domain-policies)|origin-agent-cluster|cross-origin-[a-z-]+|strict-transport-security)$/;

const valueIn = (parent: unknown, name: string): unknown => Object(parent)[name];

/** Says what of a reply the document does not describe. */
export const createContract = (document: OpenApiDocument) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, "openapi.json");
  const validators = new Map<string, ValidateFunction>();
  const problemsOf = (pointer: readonly string[], body: string): readonly string[] => {
    // Endpoints describe the same errors in the same words, and compiling a schema takes long.
    const described = JSON.stringify(pointer.reduce<unknown>(valueIn, document));
    const $ref = `openapi.json#/${pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
    const validate = validators.get(described) ?? ajv.compile({ $ref });
    validators.set(described, validate);
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
