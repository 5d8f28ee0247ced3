import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { type Failure, fail, failureCodes } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import type { Provider } from "../providers/provider.ts";
import { describeCandidate } from "../verify/choose-candidate.ts";
import { textLengthMax } from "../verify/detect/detect.ts";
import { describeExtracted, type Extracted } from "./extracted.ts";
import { answers, anyCaller, apiHeaders, failures, repeatableHeaders, tags } from "./openapi.ts";
import { offeredProvider, providerSetOf, refuseUnofferedLabel } from "./provider-sets.ts";
import type { SendFailure } from "./replies.ts";
import { candidateReplySchema, verifiedBody } from "./reply-schemas.ts";
import { expectField, validate } from "./request-body.ts";
import { turnForText } from "./text-turns.ts";
import { replyVerification, type Verifying } from "./verification.ts";
import {
  providerBody,
  readScannedCode,
  requestFromFields,
  requestFromText,
  type ScannedCode,
  textBody,
} from "./verification-requests.ts";

type Dependencies = Verifying & {
  /** Every provider that is known, with its own schema where it is offered. */
  readonly providers: readonly { readonly label: string; readonly offered?: Provider | undefined }[];
  readonly sendFailure: SendFailure;
};

/** The provider whose codes callers scan themselves (docs/api.md). */
const scanned = "alpha";

/** `POST /api/verify-<label>` for every provider, `POST /api/scan-alpha`, `POST /api/verify`, `POST /api/detect`. */
export const addVerifyRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  addRoutesOfProviders(server, deps);
  addScanRoute(server, deps);
  addTextRoute(server, deps);
  addDetectRoute(server);
};

const addRoutesOfProviders = (server: FastifyInstance, deps: Dependencies): void => {
  const routes = server.withTypeProvider<ZodTypeProvider>();
  const { providers, sendFailure } = deps;
  for (const { label, offered } of providers)
    routes.post(
      `/api/verify-${label}`,
      {
        schema: {
          tags: [tags.verify],
          summary: `Verify a receipt of ${label}`,
          hide: offered === undefined,
          security: anyCaller,
          headers: repeatableHeaders,
          body: providerBody,
          response: answers(verifiedBody),
        },
        config: {
          counted: true,
          scope: "verify",
          failures: [...failures.verification, ...failures.body],
          ...(offered && { describedBody: bodyOf(offered), example: exampleOf(offered) }),
        },
        onRequest: refuseUnofferedLabel(label, sendFailure),
      },
      (request, reply) => {
        const wanted = requestFromFields(label, request.sentBody ?? {}, request.body.expect ?? null);
        return replyVerification(deps, request, reply, wanted);
      },
    );
};

const addScanRoute = (server: FastifyInstance, deps: Dependencies): void => {
  const routes = server.withTypeProvider<ZodTypeProvider>();
  const { providers, sendFailure } = deps;
  const alpha = providers.find(({ label }) => label === scanned);
  if (alpha === undefined) return;
  const { offered } = alpha;
  routes.post(
    `/api/scan-${scanned}`,
    {
      schema: {
        tags: [tags.verify],
        summary: `Verify what a scanner has read from the code of a receipt of ${scanned}`,
        description:
          "As verify-alpha. `transactionRef` may also be all that the code held: a link, or a reference with account digits behind it.",
        hide: offered === undefined,
        security: anyCaller,
        headers: repeatableHeaders,
        response: answers(verifiedBody),
      },
      config: {
        counted: true,
        scope: "verify",
        failures: [...failures.verification, ...failures.body, ...failures.code],
        ...(offered && { describedBody: bodyOf(offered), example: exampleOf(offered) }),
      },
      onRequest: refuseUnofferedLabel(scanned, sendFailure),
    },
    (request, reply) => {
      if (request.sentBody === null) return sendFailure(request, reply, fail("json_invalid").error);
      const providerSet = providerSetOf(request);
      const provider = offeredProvider(providerSet, scanned);
      if (!provider.ok) return sendFailure(request, reply, provider.error);
      const code = readScannedCode(providerSet, scanned, request.sentBody);
      // Errors of `expect` say what the code held, too, so it is read before they are found.
      request.extracted = extractedOf(code, provider.value);
      if (!code.ok) return sendFailure(request, reply, code.error);
      const body = validate(providerBody, code.value.fields);
      if (!body.ok) return sendFailure(request, reply, body.error);
      const wanted = requestFromFields(scanned, code.value.fields, body.value.expect ?? null);
      return replyVerification(deps, request, reply, { ...wanted, party: code.value.party });
    },
  );
};

const addTextRoute = (server: FastifyInstance, deps: Dependencies): void => {
  const routes = server.withTypeProvider<ZodTypeProvider>();
  routes.post(
    "/api/verify",
    {
      schema: {
        tags: [tags.verify],
        summary: "Find the receipt in any text, and verify it",
        security: anyCaller,
        headers: repeatableHeaders,
        body: textBody,
        response: answers(verifiedBody),
      },
      config: {
        counted: true,
        scope: "verify",
        failures: [...failures.verification, ...failures.body, ...failures.text],
      },
    },
    async (request, reply) => {
      await turnForText(request);
      const wanted = requestFromText(providerSetOf(request), request.body);
      if (!wanted.ok) return deps.sendFailure(request, reply, wanted.error);
      return replyVerification(deps, request, reply, wanted.value);
    },
  );
};

const addDetectRoute = (server: FastifyInstance): void => {
  const routes = server.withTypeProvider<ZodTypeProvider>();
  routes.post(
    "/api/detect",
    {
      schema: {
        tags: [tags.verify],
        summary: "Find the references in a text",
        description: "Asks no bank, counts nothing. The best candidate comes first.",
        security: anyCaller,
        headers: apiHeaders,
        body: detectBody,
        response: answers(detectedBody),
      },
      config: { scope: "verify", failures: [...failures.api, ...failures.body, ...failures.fields] },
    },
    async (request, reply) => {
      await turnForText(request);
      const { candidates, refused, unlookable } = providerSetOf(request).detect(request.body.text);
      return reply.send({
        status: "success",
        candidates: candidates.map(describeCandidate),
        refused,
        ...(unlookable !== null && { unlookable }),
      });
    },
  );
};

const detectBody = z.strictObject({ text: z.string().max(textLengthMax) });

export const detectedBody = z.strictObject({
  status: z.literal("success"),
  candidates: z.array(candidateReplySchema),
  refused: z
    .array(
      z.strictObject({
        text: z.string(),
        code: z.enum(failureCodes),
        otherLength: z
          .strictObject({
            length: z.int(),
            expected: z.array(z.strictObject({ provider: z.string(), length: z.int() })),
          })
          .optional(),
      }),
    )
    .meta({
      description: "Words and links that look like a receipt's and cannot be looked up, with the reason.",
    }),
  unlookable: z
    .strictObject({ kind: z.enum(["number", "credit", "debit"]), provider: z.string().nullable() })
    .optional()
    .meta({ description: "What a bank's message is by which nobody can look anything up." }),
});

/** The provider's own schema, which its `open` validates with, and `expect` beside it. */
const bodyOf = ({ request }: Provider): z.ZodType =>
  request instanceof z.ZodObject ? z.strictObject({ ...request.shape, ...expectField }) : request;

const exampleOf = ({ label, settings }: Provider) => ({ label, host: settings.url });

/** What the scanned code held, as far as the endpoint takes it. */
const extractedOf = (code: Result<ScannedCode, Failure>, provider: Provider): Extracted | null => {
  if (!code.ok) return code.error.subject === undefined ? null : { kind: "link", host: code.error.subject };
  const { expect: _, ...fields } = code.value.fields;
  const parsed = z.record(z.string(), z.string()).safeParse(provider.request.safeParse(fields).data);
  if (parsed.success)
    return describeExtracted(provider, parsed.data, { link: code.value.link ?? parsed.data.link });
  const kind = fields.link === undefined ? "reference_and_account" : "link";
  return describeExtracted(provider, {}, { kind });
};
