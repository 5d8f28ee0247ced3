import { z } from "zod";
import {
  type KnownReceipt,
  type ProvenReceipt,
  readProvenReceipt,
  writeProvenReceipt,
} from "../../accounts/accounts.ts";
import type { Session } from "../../accounts/sessions.ts";
import { createSeal } from "../../core/crypto.ts";
import { minuteMs } from "../../core/time.ts";

/**
 * What the card of an answer offers to pass on. It waits in the visitor's page, so it is sealed: a browser can send it back,
 * and can neither read nor change it, nor use it for another person or account.
 */
export type ProofOffers = {
  readonly close: (session: Session, offered: OfferedProof) => string;
  /** Null for what was not sealed for this person and account, was changed, or is older than half an hour. */
  readonly open: (session: Session, offer: string) => OfferedProof | null;
};

type OfferedProof = {
  readonly receipt: ProvenReceipt;
  readonly of: KnownReceipt;
};

const validMs = 30 * minuteMs;

const offerSchema = z.tuple([
  z.int(),
  z.string(),
  z.strictObject({ provider: z.string(), reference: z.string() }),
]);

export const createProofOffers = (secret: string, now: () => Date): ProofOffers => {
  const seal = createSeal(secret, "web/proof-offers");
  return {
    close: (session, { receipt, of }) =>
      seal.close(
        contextOf(session),
        JSON.stringify([now().getTime() + validMs, writeProvenReceipt(receipt), of]),
      ),
    open: (session, offer) => {
      try {
        const [expiresAt, receipt, of] = offerSchema.parse(JSON.parse(seal.open(contextOf(session), offer)));
        return expiresAt > now().getTime() ? { receipt: readProvenReceipt(receipt), of } : null;
      } catch {
        return null;
      }
    },
  };
};

const contextOf = ({ account, who }: Session): string =>
  JSON.stringify([account.id, who.kind === "person" ? who.pseudonym : null]);
