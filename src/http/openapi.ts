import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, type ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { type FailureCode, failuresBySide } from "../core/failure.ts";
import { paymentKinds, receiptSchema } from "../core/receipt.ts";
import { failureSentence } from "../texts/texts.ts";
import { failureReplies, jsonType } from "./replies.ts";
import { failureBody, problemBody, type verifiedBody } from "./reply-schemas.ts";
import { isObject, type JsonObject } from "./request-body.ts";

/** The description of the interface: every route as its own schemas have it, with the errors that it may answer. */

declare module "fastify" {
  interface FastifyContextConfig {
    /** Errors that the route may answer with. */
    readonly failures?: readonly FailureCode[];
    /** The schema of the body where it is not the route that validates it. */
    readonly describedBody?: z.ZodType;
    /** The provider whose simulated receipt is shown as the example. */
    readonly example?: { readonly label: string; readonly host: string };
  }
}

const everywhere: readonly FailureCode[] = ["api_key_in_url", "internal_error"];
const limited: readonly FailureCode[] = [...everywhere, "rate_limited"];
const api: readonly FailureCode[] = [
  ...limited,
  "media_type_unsupported",
  "invalid_api_key",
  "api_key_revoked",
  "api_key_expired",
  "key_scope_missing",
  "key_address_refused",
  "account_suspended",
  "overloaded",
];
const body: readonly FailureCode[] = ["json_invalid", "body_too_large", "media_type_unsupported"];
const fields: readonly FailureCode[] = ["parameter_missing", "parameter_unknown", "parameter_invalid"];
const idempotency: readonly FailureCode[] = [
  "parameter_invalid",
  "request_in_progress",
  "idempotency_key_reused",
];
const lookUp: readonly FailureCode[] = [...failuresBySide.receipt, ...failuresBySide.provider];
const question: readonly FailureCode[] = [
  ...fields,
  "provider_not_offered",
  "parameters_exclusive",
  "reference_malformed",
  "reference_not_ascii",
  "receipt_url_untrusted",
  "receipt_url_feedback_link",
  "account_number_required",
];
const text: readonly FailureCode[] = ["reference_ambiguous", "reference_not_found_in_text"];
const verification: readonly FailureCode[] = [
  ...api,
  ...question,
  ...idempotency,
  ...lookUp,
  "balance_exhausted",
  "daily_quota_exceeded",
  "abnormal_usage",
  "key_limit_reached",
];
const code: readonly FailureCode[] = [
  ...text,
  "qr_not_found",
  "qr_ambiguous",
  "qr_not_alpha",
  "qr_untrusted_host",
];
const picture: readonly FailureCode[] = [
  ...code,
  "media_type_unsupported",
  "body_too_large",
  "image_too_large",
  "image_type_unsupported",
  "image_unreadable",
  "image_dimensions_too_large",
];

/** Errors that go together, for the routes to choose from. */
export const failures = {
  everywhere,
  limited,
  api,
  body,
  fields,
  idempotency,
  lookUp,
  question,
  text,
  verification,
  code,
  picture,
};

/** Headings of the description, in the order in which they are read. */
export const tags = {
  verify: "Verify receipts",
  account: "The key's account",
  service: "The service",
} as const;

/** For a route that anybody may ask, with a key or without; and for one that only keys may ask. */
export const anyCaller = [{}, { apiKey: [] }];
export const keyOnly = [{ apiKey: [] }];

/** Headers that every route of the API reads. None is refused here: what they hold is for the route to judge. */
export const apiHeaders = z.looseObject({
  accept: z
    .string()
    .optional()
    .meta({ description: "`application/problem+json` gets errors in the form of RFC 9457." }),
  "accept-language": z
    .string()
    .optional()
    .meta({ description: "Language of the sentences in errors: `en`, `am`, `om` or `ti`." }),
  "x-request-id": z.string().optional().meta({
    description:
      "Kept and sent back when it has 8 to 64 letters, digits, `_` or `-`; else a new one is made.",
  }),
});

/** Those of the routes that may be sent again under the same key. */
export const repeatableHeaders = apiHeaders.extend({
  "idempotency-key": z.string().optional().meta({
    description:
      "1 to 255 visible ASCII characters. For 24 hours the same key and body get the same answer, counted once. Needs an API key.",
  }),
});

/** The schema of an answer with status 200. */
export const answers = (schema: z.ZodType): { readonly 200: z.ZodType } => ({ 200: schema });

/**
 * Gathers what the routes that are added after it say of themselves.
 *
 * @param publicUrl null: the description's own address is the base of its paths
 */
export const describeRoutes = (server: FastifyInstance, publicUrl: string | null): void => {
  server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Deresegn",
        version: "0.1.0",
        description:
          'Tells whether a payment receipt is real. A verified receipt is answered with a 2xx status, `"status": "success"` and `"data": {"status": "Verified"}` all together, and everything else with none of them. Paths carry no version; changes are additive.',
      },
      ...(publicUrl !== null && { servers: [{ url: publicUrl }] }),
      tags: Object.values(tags).map((name) => ({ name })),
      components: {
        securitySchemes: {
          apiKey: {
            type: "apiKey",
            in: "header",
            name: "X-API-Key",
            description: "Without a key the caller is its network address, with five answers a day.",
          },
        },
        schemas: {
          Error: errorSchema(publicUrl ?? "http://127.0.0.1:3000"),
          Problem: jsonSchemaOf(problemBody),
        },
      },
    },
    transform: (given) => {
      const { config = {} } = given.route;
      const { schema, url } = jsonSchemaTransform({
        ...given,
        schema: { ...given.schema, ...(config.describedBody && { body: config.describedBody }) },
      });
      const { body, response } = schema;
      if (schema.hide) return { schema, url };
      return {
        schema: {
          ...schema,
          ...(isObject(body) && { body: { ...body, ...requestExample(config.example) } }),
          response: responsesOf(isObject(response) ? response : {}, {
            ...config,
            isRepeatable: given.schema?.headers === repeatableHeaders,
          }),
        },
        url,
      };
    },
  });
};

/** `GET /openapi.json` (OpenAPI 3.1). */
export const addOpenApiRoute = (server: FastifyInstance): void => {
  let json: string | null = null;
  server.withTypeProvider<ZodTypeProvider>().get(
    "/openapi.json",
    {
      schema: {
        tags: [tags.service],
        summary: "This description, as OpenAPI 3.1",
        response: answers(z.looseObject({ openapi: z.string() })),
      },
      config: { failures: limited },
    },
    (_request, reply) => {
      json ??= JSON.stringify(server.swagger());
      return reply.type(jsonType).send(json);
    },
  );
};

type Config = {
  readonly failures?: readonly FailureCode[];
  readonly counted?: boolean;
  readonly isRepeatable?: boolean;
  readonly example?: { readonly label: string; readonly host: string };
};

/** The route's own answers and its errors, each with its headers. */
const responsesOf = (own: JsonObject, config: Config): JsonObject => {
  const codesByStatus = new Map<number, FailureCode[]>();
  for (const failure of new Set(config.failures ?? [])) {
    const { status } = failureReplies[failure];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), failure]);
  }
  const successes = Object.entries(own).map(([status, response]) => [
    status,
    {
      "x-response-description": "The answer.",
      ...(isObject(response) && response),
      ...(status === "200" && replyExample(config.example)),
      headers: headersOf(config, false),
    },
  ]);
  const refusals = [...codesByStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((one) => `\`${one}\``).join(", "),
      headers: headersOf(config, true),
      content: {
        "application/json": {
          schema: oneOfCodes("Error", { error: { properties: { code: { enum: codes } } } }),
        },
        "application/problem+json": { schema: oneOfCodes("Problem", { code: { enum: codes } }) },
        // The same for a browser, which likes it best.
        "text/html": { schema: { type: "string" } },
      },
    },
  ]);
  return Object.fromEntries([...successes, ...refusals]);
};

const oneOfCodes = (component: string, properties: object) => ({
  allOf: [{ $ref: `#/components/schemas/${component}` }, { properties }],
});

const requestIdHeader = {
  "x-request-id": {
    type: "string",
    description: "Names this request in our log; `meta.request_id` has it too.",
  },
};

const failureHeaders = {
  "content-language": { type: "string", description: "Language of the sentences." },
  "retry-after": { type: "integer", description: "Seconds after which the same request can succeed." },
};

const quotaHeaders = {
  "ratelimit-policy": { type: "string", description: 'The day\'s limit: `"daily";q=10;w=86400`.' },
  ratelimit: { type: "string", description: 'What is left of it, and for how long: `"daily";r=7;t=3600`.' },
  "server-timing": { type: "string", description: "Milliseconds of admission, upstream and parse." },
};

const replayedHeader = {
  "idempotent-replayed": { type: "string", description: "`true` when an earlier answer is sent again." },
};

const headersOf = ({ counted = false, isRepeatable = false }: Config, isFailure: boolean) => ({
  ...requestIdHeader,
  ...(isFailure && failureHeaders),
  ...(counted && quotaHeaders),
  ...(isRepeatable && replayedHeader),
});

const jsonSchemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "output" });
  return JSON.parse(JSON.stringify(json));
};

const errorSchema = (publicUrl: string) => {
  const example: z.infer<typeof failureBody> = {
    status: "error",
    error: {
      code: "receipt_not_found",
      message: failureSentence({ code: "receipt_not_found" }, "en").message,
      reason: "unknown",
      retryable: false,
      charged: true,
      doc_url: `${publicUrl}/docs/errors/receipt_not_found`,
    },
    meta: { request_id: exampleRequestId, billing: { counted: true, remaining: 4 } },
  };
  return { ...jsonSchemaOf(failureBody), examples: [example] };
};

// Examples: the simulated banks' own receipts ---------------------------------------------------------------------

const exampleRequestId = "b6f0a1de-52c1-4e0c-9d3c-3a1a6c5f7e21";

const requestExample = (example: Config["example"]) => {
  const given = example && readExample(example.label, "request.json");
  if (given === undefined) return {};
  const fields = z.record(z.string(), z.string()).parse(given);
  return {
    examples: [
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, value.replace("{{host}}", example?.host ?? "")]),
      ),
    ],
  };
};

const expectedSchema = z.object({
  receipt: receiptSchema,
  total_check: z.enum(["exact", "levy", "unknown"]),
  absent_fields: z.array(z.string()),
  amount_minor: z.int(),
  payment_date_iso: z.string().nullable(),
  payment_kind: z.enum(paymentKinds),
  receiver_account_shown: z.boolean(),
});

const replyExample = (example: Config["example"]) => {
  const given = example && readExample(example.label, "expected.json");
  if (example === undefined || given === undefined) return {};
  const { receipt, total_check, absent_fields, ...facts } = expectedSchema.parse(given);
  const envelope: z.infer<typeof verifiedBody> = {
    status: "success",
    data: receipt,
    meta: {
      request_id: exampleRequestId,
      provider: example.label,
      checked_at: "2026-11-15T07:21:30.000Z",
      source: "live",
      amount_minor: facts.amount_minor,
      payment_date_iso: facts.payment_date_iso,
      mode: "test",
      total_check,
      seen_before: null,
      absent_fields,
      assessment: { kind: "receiver_unknown", reasons: ["receiver_unknown"] },
      payment_kind: facts.payment_kind,
      receiver_account_shown: facts.receiver_account_shown,
      billing: { counted: true, remaining: 999 },
    },
  };
  return { examples: [envelope] };
};

/** A file of the provider's simulated verified receipt; undefined where the fixtures are not installed. */
const readExample = (label: string, name: string): unknown => {
  const file = join(projectFolder(), "fixtures", label, "verified", name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
};

/** The folder of `package.json`, from the sources as from the build. */
const projectFolder = (folder = dirname(fileURLToPath(import.meta.url))): string => {
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, "package.json")) ? folder : projectFolder(parent);
};
