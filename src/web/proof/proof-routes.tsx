import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Accounts } from "../../accounts/accounts.ts";
import { type Failure, fail } from "../../core/failure.ts";
import type { SendFailure } from "../../http/replies.ts";
import { describeProof } from "../../rendering/proof.ts";
import { catalogues } from "../../texts/texts.ts";
import type { PageContext } from "../page-context.ts";
import { sendPage } from "../send-page.ts";
import { visitorOf } from "../visitor.ts";
import { drawPreview } from "./preview.ts";
import { ProofPage } from "./proof-page.tsx";

type Dependencies = PageContext & {
  readonly accounts: Pick<Accounts, "readProof">;
  readonly sendFailure: SendFailure;
};

type ProofRequest = FastifyRequest<{ Params: { id: string } }>;

/** Ids longer than any of ours are not looked at. */
const idMax = 64;

/** `GET /p/<id>` and its preview picture: a proof that an account's owner passed on. */
export const addProofRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  const { accounts, assets, publicUrl, sendFailure } = deps;
  const read = ({ params }: ProofRequest) => accounts.readProof(params.id.slice(0, idMax));

  server.get("/p/:id", { schema: { hide: true } }, async (request: ProofRequest, reply) => {
    const proof = await read(request);
    if (!proof.ok) return sendFailure(request, reply, failureOf(proof.error));
    const { language, providerSet } = visitorOf(request);
    const path = `/p/${encodeURIComponent(request.params.id.slice(0, idMax))}`;
    reply.header("x-robots-tag", "noindex");
    return sendPage(
      reply,
      <ProofPage
        assets={assets}
        language={language}
        path={path}
        isTest={providerSet.mode === "test"}
        proof={proof.value}
        url={`${publicUrl()}${path}`}
      />,
      { proof: 200, gone: 410, forged: 404 }[proof.value.kind],
    );
  });

  server.get("/p/:id/preview.png", { schema: { hide: true } }, async (request: ProofRequest, reply) => {
    const proof = await read(request);
    if (!proof.ok) return sendFailure(request, reply, failureOf(proof.error));
    if (proof.value.kind !== "proof") return sendFailure(request, reply, fail("route_not_found").error);
    const { language } = visitorOf(request);
    const picture = await drawPreview(
      describeProof(proof.value, language),
      catalogues[language].proof.warning,
    );
    return reply.type("image/png").send(Buffer.from(picture));
  });
};

/** Reading refuses nothing; it fails only while the database is away. */
const failureOf = (error: Failure | { readonly code: string }): Failure =>
  error.code === "overloaded"
    ? fail("overloaded", { retryAfterSeconds: 5 }).error
    : fail("internal_error").error;
