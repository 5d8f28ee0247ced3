import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { type FailureCode, failureCodes } from "../../src/core/failure.ts";
import { failureReplies } from "../../src/http/replies.ts";
import { providerLabels } from "../../src/providers/registry.ts";
import { fetchOpenApi } from "../support/api.ts";
import { createContract, type OpenApiDocument } from "../support/contract.ts";
import type { SentReply } from "../support/sent-replies.ts";

let document: OpenApiDocument;
beforeAll(async () => {
  document = await fetchOpenApi();
});

type Media = { readonly schema: object; readonly example?: unknown };
type Operation = {
  readonly summary?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: Readonly<Record<string, Media>> }>
  >;
};

const operations = (): readonly (readonly [name: string, operation: Operation])[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Operation] as const,
    ),
  );

/** The codes that the description of an error allows. */
const codesIn = (schema: unknown): readonly FailureCode[] => {
  type OneOfCodes = { readonly allOf?: readonly { readonly properties?: { readonly error?: CodeEnum } }[] };
  type CodeEnum = { readonly properties: { readonly code: { readonly enum: readonly FailureCode[] } } };
  return (schema as OneOfCodes | undefined)?.allOf?.[1]?.properties?.error?.properties.code.enum ?? [];
};

const operationOf = (name: string): Operation => {
  const [, found] = operations().find(([one]) => one === name) ?? [];
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
};

const paid = [
  ...providerLabels.map((label) => `POST /api/verify-${label}`),
  "POST /api/scan-alpha",
  "POST /api/upload-alpha",
  "POST /api/upload",
  "POST /api/verify",
  "POST /api/verify/batch",
];
const accounts = [
  "GET /api/account",
  "GET /api/account/ledger",
  "GET /api/account/audit",
  "GET /api/account/keys",
  "DELETE /api/account/keys/{id}",
  "GET /api/account/link",
  "POST /api/account/link",
  "DELETE /api/account/link/{id}",
  "GET /api/account/topup",
  "POST /api/account/topup",
];
const plain = [
  "POST /api/detect",
  "GET /api/providers",
  "GET /openapi.json",
  "GET /healthz",
  "GET /readyz",
  "GET /metrics",
  "GET /.well-known/security.txt",
];

describe("the description", () => {
  test("is valid OpenAPI 3.1", async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  });

  test("holds every route, and nothing else", () => {
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual([...paid, ...accounts, ...plain].sort());
    for (const [name, { summary }] of operations()) expect(summary, name).toMatch(/\w/);
  });

  test("names every error that a route answers with, at the error's own status", () => {
    const named = operations().flatMap(([name, { responses }]) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, { content }]) =>
          codesIn(content?.["application/json"]?.schema).map((code) => ({ name, code, status })),
        ),
    );
    for (const { name, code, status } of named)
      expect(String(failureReplies[code].status), `${name} ${code}`).toBe(status);
    const unnamed = failureCodes.filter((code) => !named.some((one) => one.code === code));
    // What no route answers with: it remains when none takes the request.
    expect(unnamed).toEqual(["method_not_allowed"]);
  });

  test("tells where a key goes, where it must be sent, and where a request may be sent again", () => {
    expect(document.components).toMatchObject({
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
    });
    for (const name of accounts) expect(operationOf(name).security, name).toEqual([{ apiKey: [] }]);
    for (const name of paid) {
      const { security, parameters, responses } = operationOf(name);
      expect(security, name).toEqual([{}, { apiKey: [] }]);
      expect(
        parameters?.map((one) => one.name),
        name,
      ).toContain("idempotency-key");
      expect(responses[200]?.headers, name).toHaveProperty("ratelimit");
      expect(responses[429]?.headers, name).toHaveProperty("retry-after");
      expect(responses[401]?.headers, name).toHaveProperty("x-request-id");
    }
  });

  test.each(providerLabels)(
    "shows for %s the fields of its own schema, with an example that fits",
    (label) => {
      const { requestBody, responses } = operationOf(`POST /api/verify-${label}`);
      const asked = requestBody?.content["application/json"];
      const answered = responses[200]?.content?.["application/json"];
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      expect(asked?.schema).toMatchObject({ additionalProperties: false, properties: { expect: {} } });
      expect(ajv.validate(asked?.schema ?? false, asked?.example), ajv.errorsText()).toBe(true);
      expect(ajv.validate(answered?.schema ?? false, answered?.example), ajv.errorsText()).toBe(true);
    },
  );

  test("asks for a picture where one is taken", () => {
    const { requestBody } = operationOf("POST /api/upload");
    expect(requestBody?.content["multipart/form-data"]?.schema).toMatchObject({
      required: ["image"],
      properties: { image: { type: "string", format: "binary" } },
    });
  });
});

describe("the contract that holds every reply of these tests to it", () => {
  const reply: SentReply = {
    method: "GET",
    path: "/healthz",
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: '{"status":"ok"}',
  };

  test.each<[string, Partial<SentReply>, RegExp | null]>([
    ["what is described", {}, null],
    ["another status", { status: 201 }, /status 201 is not described/],
    ["another field", { body: '{"status":"ok","more":1}' }, /additional/],
    ["another value", { body: '{"status":"well"}' }, /\/status/],
    ["another type", { headers: { "content-type": "text/plain" } }, /type text\/plain is not described/],
    [
      "another header",
      { headers: { "content-type": "application/json", "x-secret": "1" } },
      /header x-secret is not described/,
    ],
    [
      "an error that is none of its route's",
      {
        path: "/api/detect",
        method: "POST",
        status: 400,
        body: JSON.stringify({
          status: "error",
          error: {
            code: "qr_not_found",
            message: "x",
            retryable: false,
            charged: false,
            doc_url: "https://deresegn.example/docs/errors/qr_not_found",
          },
          meta: { request_id: "0000-0000" },
        }),
      },
      /\/error\/code/,
    ],
  ])("sees %s", (_what, changed, problem) => {
    const problems = createContract(document)({ ...reply, ...changed });
    if (problem === null) expect(problems).toEqual([]);
    else expect(problems.join()).toMatch(problem);
  });
});
