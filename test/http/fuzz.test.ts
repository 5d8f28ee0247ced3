import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providerLabels } from "../../src/providers/registry.ts";
import { undescribedIn } from "../support/api.ts";
import { cases } from "../support/cases.ts";
import { isFull } from "../support/extent.ts";
import { takeReplies } from "../support/sent-replies.ts";
import { createWorld, type World } from "../support/world.ts";

/**
 * Requests that are drawn by chance, against every endpoint and page: no 500, and no answer of the API that `/openapi.json`
 * does not describe. `npm run fuzz` draws 20,000 of each. Every request comes from another address, so neither the quota
 * nor the limit for guessing answers instead.
 */
const count = Number(process.env.FUZZ_REQUESTS ?? 0) || (isFull ? 1_000 : 20);

/** A failure is looked for in so many requests at a time, so that little is kept. */
const atOnce = 200;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let requests = 0;

/** Below 240.0.0.0, past this machine's own and private networks. */
const anotherAddress = (): string => {
  requests += 1;
  return `${100 + (requests >> 20)}.${(requests >> 12) & 255}.${(requests >> 4) & 255}.${requests & 15}`;
};

const references = cases.flatMap(({ request }) => Object.values(request));

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(...references),
  fc.constantFrom(
    "",
    "null",
    "../../etc/passwd",
    "<script>",
    "'; drop table key; --",
    "%00",
    "\u202e",
    "9".repeat(400),
  ),
  fc.constantFrom("1000200004321", "0911000000", "+251911000000", "FT26319K4Q7Z", "DKF1AB2CD3"),
  fc.webUrl(),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Fields of all bodies; those of another endpoint are unknown ones here. */
const fields = [
  "reference",
  "transactionRef",
  "transactionId",
  "receipt",
  "url",
  "phone",
  "accountNumber",
  "text",
  "provider",
  "expect",
  "claims",
  "items",
  "receipts",
  "image",
  "name",
  "candidate",
  "again",
] as const;
const record = fc.record(Object.fromEntries(fields.map((name) => [name, value])), { requiredKeys: [] });
const body = fc.oneof(
  { weight: 4, arbitrary: record.map((one) => JSON.stringify(one)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...fields), text)
      .map(([name, one]) => JSON.stringify({ [name]: one })),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
);

/** What may stand in a header. */
const headerText = fc.string({
  unit: fc.integer({ min: 33, max: 126 }).map((at) => String.fromCharCode(at)),
  maxLength: 40,
});
const headers = fc.record(
  {
    accept: fc.oneof(
      fc.constantFrom("text/html", "application/json", "*/*", "application/problem+json"),
      headerText,
    ),
    "accept-language": fc.oneof(fc.constantFrom("en", "am", "om", "ti"), headerText),
    "x-api-key": fc.oneof(fc.constantFrom(`drs_test_${"a".repeat(36)}`), headerText),
    authorization: headerText,
    "idempotency-key": headerText,
    "x-request-id": headerText,
    cookie: headerText.map((one) => `language=${one}; session=${one}`),
    "if-none-match": headerText,
  },
  { requiredKeys: [] },
);
const types = fc.constantFrom(
  "application/json",
  "application/json",
  "application/json; charset=utf-16",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
  "",
  "x",
);
const query = fc.option(
  fc.tuple(
    fc.constantFrom("text", "lang", "limit", "cursor", "from", "to", "day", "code", "preset", "x"),
    text,
  ),
  { freq: 2, nil: null },
);

type Drawn = {
  readonly method: string;
  readonly path: string;
  readonly body: string | FormData | null;
  readonly headers: Readonly<Record<string, string | undefined>>;
};

const send = async ({ method, path, body, headers }: Drawn): Promise<Response> => {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const reply = await fetch(`${world.url}${path}`, {
    method,
    headers: { ...Object.fromEntries(given), "x-forwarded-for": anotherAddress() },
    body,
    redirect: "manual",
  });
  await reply.arrayBuffer();
  return reply;
};

/** Draws as many requests as wanted; `judge` looks at each answer. */
const draw = async (drawn: fc.Arbitrary<Drawn>, judge: (reply: Response) => void): Promise<void> => {
  for (let done = 0; done < count; done += atOnce) {
    await fc.assert(
      fc.asyncProperty(drawn, async (request) => {
        judge(await send(request));
      }),
      { numRuns: Math.min(atOnce, count - done), ...(done > 0 && { seed: done + fcSeed() }) },
    );
    expect(await undescribedIn(takeReplies())).toEqual([]);
  }
};

const fcSeed = (): number => fc.readConfigureGlobal().seed ?? 0;

const encoded = text.map((one) => {
  try {
    return encodeURIComponent(one);
  } catch {
    // Half a pair of code units.
    return "x";
  }
});
const pathOf = (path: string) =>
  fc.tuple(encoded, query).map(([part, asked]) => {
    const at = path.replace(/\{\w+\}/, part || "x");
    return asked === null ? at : `${at}?${new URLSearchParams([asked])}`;
  });

const posts = [
  ...providerLabels.map((label) => `POST /api/verify-${label}`),
  "POST /api/scan-alpha",
  "POST /api/upload-alpha",
  "POST /api/upload",
  "POST /api/verify",
  "POST /api/verify/batch",
  "POST /api/detect",
  "POST /api/account/link",
  "POST /api/account/topup",
];
const others = [
  "GET /api/providers",
  "GET /api/account",
  "GET /api/account/ledger",
  "GET /api/account/audit",
  "GET /api/account/keys",
  "GET /api/account/topup",
  "GET /api/account/link",
  "DELETE /api/account/keys/{id}",
  "DELETE /api/account/link/{id}",
  "GET /healthz",
  "GET /readyz",
  "GET /metrics",
  "GET /openapi.json",
  "GET /.well-known/security.txt",
];

describe("an endpoint answers what it describes", () => {
  test("all endpoints are tried", async () => {
    const document = (await (await fetch(`${world.url}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, object>>;
    };
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...posts, ...others].sort()).toEqual(described.sort());
  });

  test.each([...posts, ...others])("%s", async (operation) => {
    const [method = "", path = ""] = operation.split(" ");
    const drawn: fc.Arbitrary<Drawn> = fc
      .tuple(pathOf(path), method === "POST" ? body : fc.constant(null), headers, types)
      .map(([at, sent, more, type]) => ({
        method,
        path: at,
        body: sent,
        headers: { ...more, ...(sent !== null && { "content-type": type }) },
      }));
    await draw(drawn, ({ status }) => expect(status).not.toBe(500));
  });
});

const pages = [
  "/",
  "/docs",
  "/docs/{page}",
  "/docs/errors/{code}",
  "/status",
  "/dashboard",
  "/dashboard/{page}",
  "/sign-in",
  "/p/{id}",
  "/assets/{name}",
  "/{page}",
];

const form = fc.array(fc.tuple(fc.constantFrom(...fields), text), { maxLength: 6 }).map((parts) => {
  const made = new FormData();
  for (const [name, one] of parts) made.append(name, one);
  return made;
});

describe("a page is no failure of ours", () => {
  test.each(pages)("GET %s", async (path) => {
    const drawn: fc.Arbitrary<Drawn> = fc
      .tuple(pathOf(path), headers)
      .map(([at, more]) => ({ method: "GET", path: at, body: null, headers: more }));
    await draw(drawn, ({ status }) => expect(status).toBeLessThan(500));
  });

  test.each(["/", "/sign-in", "/dashboard/{page}", "/p/{id}"])("POST %s", async (path) => {
    const drawn: fc.Arbitrary<Drawn> = fc
      .tuple(pathOf(path), fc.oneof(form, body), headers, types)
      .map(([at, sent, more, type]) => ({
        method: "POST",
        path: at,
        body: sent,
        // A form names its own boundary.
        headers: { ...more, ...(typeof sent === "string" && { "content-type": type }) },
      }));
    await draw(drawn, ({ status }) => expect(status).toBeLessThan(500));
  });
});
