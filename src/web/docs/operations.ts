import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type FailureCode, failureCodes } from "../../core/failure.ts";
import { tags } from "../../http/openapi.ts";

/** What the pages of the API show of `/openapi.json`: the same description, read once. */

/** A field of a body, a parameter, or a field of an answer, which has a path such as `meta.billing.remaining`. */
export type Field = {
  readonly name: string;
  /** For a person: `text, at most 40 characters`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
};

type Parameter = Field & { readonly place: "path" | "query" | "header" };

type Header = { readonly name: string; readonly description: string };

type ErrorGroup = { readonly status: number; readonly codes: readonly FailureCode[] };

/** One request that programs can send. */
export type Operation = {
  /** Of its page's address, e.g. `post-api-verify-alpha`. */
  readonly slug: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Whether it does nothing without a key. */
  readonly needsKey: boolean;
  /** The provider of `/api/verify-<provider>`; null for the others. */
  readonly provider: string | null;
  readonly parameters: readonly Parameter[];
  /** Null: it takes no body. */
  readonly body: {
    readonly isForm: boolean;
    readonly fields: readonly Field[];
    /** Unset: the description has none. */
    readonly example?: unknown;
  } | null;
  readonly answer: { readonly fields: readonly Field[]; readonly example?: unknown };
  readonly headers: readonly Header[];
  readonly errors: readonly ErrorGroup[];
};

/** A JSON schema, as far as it is shown. */
type Schema = {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly format?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
};

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    format: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    maxItems: z.number().optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
  }),
);

const media = z.object({ schema: schema.optional(), example: z.unknown().optional() });
const operation = z.object({
  tags: z.array(z.string()).default([]),
  summary: z.string().default(""),
  description: z.string().default(""),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(["path", "query", "header"]),
        required: z.boolean().default(false),
        description: z.string().default(""),
        schema: schema.optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), media) }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      headers: z.record(z.string(), z.object({ description: z.string().default("") })).default({}),
      content: z.record(z.string(), media).default({}),
    }),
  ),
});
const described = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema).default({}) }),
});

/** Every operation of the description, in the order in which the groups are read. */
export const readOperations = (server: FastifyInstance): readonly Operation[] => {
  const { paths, components } = described.parse(server.swagger());
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => toOperation(method, path, one, components.schemas)),
  );
  return Object.values(tags).flatMap((tag) => all.filter((one) => one.tag === tag).sort(byPlace));
};

/** The request that takes any text comes first, then the providers' own. */
const byPlace = (left: Operation, right: Operation): number =>
  placeOf(left) - placeOf(right) || left.path.localeCompare(right.path);

const placeOf = ({ path, provider }: Operation): number => {
  const place = ["/api/verify", "/api/detect", "/api/upload", "/api/verify/batch"].indexOf(path);
  if (place >= 0) return place;
  return provider === null ? 20 : 10;
};

const toOperation = (
  method: string,
  path: string,
  given: z.infer<typeof operation>,
  schemas: Readonly<Record<string, Schema>>,
): Operation => {
  const [[type, body] = ["", undefined]] = Object.entries(given.requestBody?.content ?? {});
  const answer = given.responses["200"]?.content["application/json"];
  return {
    slug: slugOf(method, path),
    method: method.toUpperCase(),
    path,
    tag: given.tags[0] ?? tags.service,
    summary: given.summary,
    description: given.description,
    needsKey: given.security.length > 0 && given.security.every((one) => "apiKey" in one),
    provider: /^\/api\/verify-([a-z]+)$/.exec(path)?.[1] ?? null,
    parameters: given.parameters.map(({ name, in: place, required, description, schema: own }) => ({
      name,
      place,
      isRequired: required,
      description,
      type: typeOf(own ?? {}),
    })),
    body:
      body === undefined
        ? null
        : {
            isForm: type === "multipart/form-data",
            fields: fieldsOf(body.schema ?? {}, schemas),
            example: body.example,
          },
    answer: { fields: fieldsOf(answer?.schema ?? {}, schemas), example: answer?.example },
    headers: Object.entries(given.responses["200"]?.headers ?? {}).map(([name, { description }]) => ({
      name,
      description,
    })),
    errors: Object.entries(given.responses).flatMap(([status, { description }]) => {
      const codes = failureCodes.filter((code) => description.includes(`\`${code}\``));
      return codes.length === 0 ? [] : [{ status: Number(status), codes }];
    }),
  };
};

const slugOf = (method: string, path: string): string =>
  `${method}${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "");

const depthMax = 4;

/** Fields with those inside them. An alternative's fields stand beside the other alternatives'. */
const fieldsOf = (
  { $ref, properties = {}, required = [], anyOf = [], oneOf = [], items }: Schema,
  schemas: Readonly<Record<string, Schema>>,
  above = "",
  depth = 0,
): readonly Field[] => {
  if (depth > depthMax) return [];
  const referred = $ref === undefined ? undefined : schemas[$ref.replace(/^.*\//, "")];
  const inside = (one: Schema, name: string) => fieldsOf(one, schemas, name, depth + 1);
  const own = Object.entries(properties).flatMap(([name, each]) => {
    const path = `${above}${name}`;
    const field: Field = {
      name: path,
      type: typeOf(each),
      isRequired: required.includes(name),
      description: each.description ?? "",
    };
    return [field, ...inside(each, `${path}.`)];
  });
  const all = [
    ...own,
    ...[...anyOf, ...oneOf].flatMap((one) => inside(one, above)),
    ...(items === undefined ? [] : inside(items, above.replace(/\.$/, "[]."))),
    ...(referred === undefined ? [] : inside(referred, above)),
  ];
  return [...new Map(all.map((field) => [field.name, field])).values()];
};

const typeOf = (given: Schema): string => {
  const { type, enum: words, const: constant, anyOf, oneOf, items } = given;
  if (constant !== undefined) return String(constant);
  if (words !== undefined && words.length > 12) return "one of a closed list";
  if (words !== undefined) return words.map(String).join(" | ");
  const several = anyOf ?? oneOf;
  if (several !== undefined) return [...new Set(several.map(typeOf))].join(" | ");
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...given, type: one })).join(" | ");
  switch (type) {
    case "string":
      return ["string", given.format && ` (${given.format})`, lengthOf(given)].filter(Boolean).join("");
    case "array":
      return `list${items === undefined ? "" : ` of ${typeOf(items)}`}${given.maxItems ? `, at most ${given.maxItems}` : ""}`;
    case undefined:
      return "object";
    default:
      return String(type);
  }
};

const lengthOf = ({ maxLength }: Schema): string =>
  maxLength === undefined ? "" : `, at most ${maxLength} characters`;
