import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
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

/** An address that none of ours looks like. */
const invented = "-";

/** `GET /p/<id>` and its preview picture: a proof that an account's owner passed on. */
export const addProofRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  const { accounts, assets, publicUrl, sendFailure } = deps;
  const idOf = ({ params }: ProofRequest): string => (/^[\w-]{20}$/.test(params.id) ? params.id : invented);
  const read = (request: ProofRequest) => accounts.readProof(idOf(request));
  const drawings = new LRUCache<string, Buffer>({ max: drawingsMax });

  server.get("/p/:id", { schema: { hide: true } }, async (request: ProofRequest, reply) => {
    const proof = await read(request);
    if (!proof.ok) return sendFailure(request, reply, failureOf(proof.error));
    const { language, providerSet } = visitorOf(request);
    const path = `/p/${idOf(request)}`;
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
    const name = `${idOf(request)} ${language}`;
    const { warning } = catalogues[language].proof;
    const picture =
      drawings.get(name) ?? Buffer.from(await drawPreview(describeProof(proof.value, language), warning));
    drawings.set(name, picture);
    return reply.type("image/png").send(picture);
  });
};

/** A picture takes a tenth of a second to draw, and some 60 kB. */
const drawingsMax = 100;

/** Reading refuses nothing; it fails only while the database is away. */
const failureOf = (error: Failure | { readonly code: string }): Failure =>
  error.code === "overloaded"
    ? fail("overloaded", { retryAfterSeconds: 5 }).error
    : fail("internal_error").error;
