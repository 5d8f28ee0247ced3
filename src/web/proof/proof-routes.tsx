import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Accounts } from "../../accounts/accounts.ts";
import { type Failure, fail } from "../../core/failure.ts";
import { addressOf } from "../../http/callers.ts";
import type { SendFailure } from "../../http/replies.ts";
import { describeProof } from "../../rendering/proof.ts";
import { catalogues } from "../../texts/texts.ts";
import { may } from "../dashboard/powers.ts";
import { actorOf } from "../dashboard/shell.tsx";
import { acceptUrlencoded, readForm } from "../form-body.ts";
import type { PageContext } from "../page-context.ts";
import { sendPage } from "../send-page.ts";
import { webTexts } from "../texts/texts.ts";
import { visitorOf } from "../visitor.ts";
import { createDrawings } from "./drawings.ts";
import { ProofPage } from "./proof-page.tsx";
import { ProofRefused } from "./proof-refused.tsx";

type Dependencies = PageContext & {
  readonly accounts: Pick<Accounts, "readProof" | "createProof">;
  readonly sendFailure: SendFailure;
};

type ProofRequest = FastifyRequest<{ Params: { id: string } }>;

/** An address that none of ours looks like. */
const invented = "-";

/** `GET /p/<id>` and its preview picture: a proof that an account's owner passed on. `POST /p` makes one. */
export const addProofRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  const { accounts, assets, publicUrl, sendFailure, now } = deps;
  const idOf = ({ params }: ProofRequest): string => (/^[\w-]{20}$/.test(params.id) ? params.id : invented);
  const read = (request: ProofRequest) => accounts.readProof(idOf(request));
  const drawings = createDrawings(now);

  server.get("/p/:id", { schema: { hide: true } }, async (request: ProofRequest, reply) => {
    const proof = await read(request);
    if (!proof.ok) return sendFailure(request, reply, failureOf(proof.error));
    const { language, providerSet, session } = visitorOf(request);
    const isOwn =
      proof.value.kind === "proof" &&
      session !== null &&
      may(session, "make proofs") &&
      session.account.id === proof.value.account;
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
        isOwn={isOwn}
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
    const sentence = describeProof(proof.value, language);
    const picture = await drawings({
      name,
      address: addressOf(request),
      draw: async () => {
        // Loaded for the first one: few installations pass proofs on.
        const { drawPreview } = await import("./preview.ts");
        return drawPreview(sentence, warning);
      },
    });
    if (!picture.ok) return sendFailure(request, reply, picture.error);
    return reply.type("image/png").send(picture.value);
  });

  server.register(async (forms) => {
    acceptUrlencoded(forms);
    forms.post("/p", { schema: { hide: true } }, (request, reply) => passOn(deps, request, reply));
  });
};

const offerForm = z.object({ offer: z.string().max(4096) });

/** Makes a proof of what the press offers, which the service has sealed itself, and leads to its page. */
const passOn = async (
  { accounts, assets, proofOffers, sendFailure }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { session, language, providerSet } = visitorOf(request);
  const { proof: texts } = catalogues[language];
  const refuse = (said: string, status: number) =>
    sendPage(
      reply,
      <ProofRefused
        assets={assets}
        language={language}
        path="/"
        isTest={providerSet.mode === "test"}
        said={said}
      />,
      status,
    );
  if (session === null || !may(session, "make proofs")) return refuse(texts.refused, 403);
  const { offer = "" } = readForm(request, offerForm) ?? {};
  const offered = proofOffers.open(session, offer);
  if (offered === null) return refuse(webTexts(language).proof.offerEnded, 410);
  const { receipt, of } = offered;
  const made = await accounts.createProof(session.account.id, { ...receipt, of, by: actorOf(session) });
  if (made.ok) return reply.redirect(`/p/${made.value.id}`, 303);
  switch (made.error.code) {
    case "too_many_proofs":
      return refuse(texts.tooMany, 409);
    case "receipt_undone":
      return refuse(catalogues[language].failed.undoneUnnamed, 409);
    case "not_owner":
    case "account_unknown":
      return refuse(texts.refused, 403);
    default:
      return sendFailure(request, reply, failureOf(made.error));
  }
};

/** Reading refuses nothing; it fails only while the database is away. */
const failureOf = (error: Failure | { readonly code: string }): Failure =>
  error.code === "overloaded"
    ? fail("overloaded", { retryAfterSeconds: 5 }).error
    : fail("internal_error").error;
