import type { FastifyRequest } from "fastify";
import type { Expectations } from "../expectations.ts";
import type { Failure } from "../failure.ts";
import type { Claim, KeptReply } from "../idempotency/idempotency.ts";
import type { Provider } from "../providers/provider.ts";
import { ok } from "../result.ts";
import type { Claims } from "../verify/claims.ts";
import type { Verification } from "../verify.ts";
import { askerOf } from "./callers.ts";
import { type Offer, type OfferOf, offeredProvider } from "./offer.ts";
import { keptOf, type Repeatable, type Repeats } from "./repeats.ts";
import { type ComposeFailure, jsonType } from "./replies.ts";
import { verifiedEnvelope } from "./verification-body.ts";

/** One receipt to verify for whoever sent the request. */
export type HttpOrder = {
  /** Names the provider; of the asker's own offer that one is asked. */
  readonly label: string;
  readonly body: unknown;
  readonly expect: Expectations | null;
  /** What the text or picture says of the payment besides; null where the request holds neither. */
  readonly claims: Claims | null;
  /** Whether the caller chose the bank among several that the reference may be from. */
  readonly isBankChosen?: boolean;
  /** Account digits that one of the receipt's parties must have besides. */
  readonly party?: string | null;
  readonly repeatable: Pick<Repeatable, "endpoint" | "body">;
};

/** What leaves, and what headers and logs need of it. `verification` is null when nothing was verified this time. */
export type OrderAnswer = {
  readonly reply: KeptReply;
  readonly isReplayed: boolean;
  readonly failure: Failure | null;
  readonly verification: Verification | null;
};

/** Verifies, writes the reply, and keeps it where the request may be repeated. Sends nothing. */
export type AnswerOrder = (request: FastifyRequest, order: HttpOrder) => Promise<OrderAnswer>;

export type AnswerOrderDependencies = {
  readonly offerOf: OfferOf;
  readonly repeats: Repeats;
  readonly composeFailure: ComposeFailure;
  readonly now: () => Date;
};

export const createAnswerOrder = (deps: AnswerOrderDependencies): AnswerOrder => {
  const { offerOf, repeats, composeFailure, now } = deps;
  const refusal = (request: FastifyRequest, failure: Failure): OrderAnswer => ({
    reply: composeFailure(request, failure),
    isReplayed: false,
    failure,
    verification: null,
  });

  return async (request, order) => {
    const offer = offerOf(request);
    const offered = offeredProvider(offer, order.label);
    if (!offered.ok) return refusal(request, offered.error);
    const provider = offered.value;
    // What is no question takes no claim on the key: sent again it is refused again.
    const repeatable = { ...order.repeatable, deadlineMs: provider.timeoutMs };
    const begun = provider.open(order.body).ok ? await repeats.begin(request, repeatable) : ok(null);
    if (!begun.ok) return refusal(request, begun.error);
    if (begun.value?.kind === "replay")
      return { reply: begun.value.reply, isReplayed: true, failure: null, verification: null };

    const claim = begun.value?.claim ?? null;
    const compose = createCompose(request, { order, offer, composeFailure, at: now() });
    const verification = await verifyUnder(claim, { request, order, offer, provider, repeats, compose });
    const reply = compose(verification);
    const failure = failureOf(verification);
    if (claim !== null && !verification.billing?.counted)
      await repeats.settle(request, claim, keptOf(failure, reply));
    return { reply, isReplayed: false, failure, verification };
  };
};

const failureOf = ({ result }: Verification): Failure | null => (result.ok ? null : result.error);

type Composing = {
  readonly order: HttpOrder;
  readonly offer: Offer;
  readonly composeFailure: ComposeFailure;
  readonly at: Date;
};

type Compose = (verification: Verification) => KeptReply;

/** Writes the same verification with the same bytes each time: once to be kept, once to be sent. */
const createCompose =
  (request: FastifyRequest, { order, offer, composeFailure, at }: Composing): Compose =>
  (verification) => {
    const { result, billing } = verification;
    if (!result.ok) return composeFailure(request, result.error, billing);
    const envelope = verifiedEnvelope(verification, result.value, {
      requestId: request.id,
      provider: order.label,
      mode: offer.mode,
      expect: order.expect,
      claims: order.claims,
      extracted: request.extracted,
      now: at,
    });
    return { status: 200, contentType: jsonType, contentLanguage: null, body: JSON.stringify(envelope) };
  };

type Verifying = {
  readonly request: FastifyRequest;
  readonly order: HttpOrder;
  readonly offer: Offer;
  readonly provider: Provider;
  readonly repeats: Repeats;
  readonly compose: Compose;
};

const verifyUnder = async (
  claim: Claim | null,
  { request, order, offer, provider, repeats, compose }: Verifying,
): Promise<Verification> => {
  const { caller } = askerOf(request);
  const { body, claims, isBankChosen = false, party = null } = order;
  const question = { caller, provider, body, isBankChosen, party, ...(claims && { claims }) };
  if (claim === null) return offer.verify(question);
  try {
    const keep = (verification: Verification) => keptOf(failureOf(verification), compose(verification));
    return await offer.verify({ ...question, alongside: repeats.alongside(claim, keep) });
  } catch (bug) {
    await repeats.settle(request, claim, null);
    throw bug;
  }
};
