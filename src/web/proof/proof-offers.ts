import { z } from "zod";
import {
  type KnownReceipt,
  type ProvenReceipt,
  readProvenReceipt,
  writeProvenReceipt,
} from "../../accounts/accounts.ts";
import type { Session } from "../../accounts/sessions.ts";
import { minuteMs } from "../../core/time.ts";
import { createPageSeal } from "../page-seal.ts";

/** What the card of an answer offers to pass on. It waits in the visitor's page. */
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
  const seal = createPageSeal(secret, "web/proof-offers");
  return {
    close: (session, { receipt, of }) =>
      seal.close(session, JSON.stringify([now().getTime() + validMs, writeProvenReceipt(receipt), of])),
    open: (session, offer) => {
      const opened = seal.open(session, offer);
      if (opened === null) return null;
      const [expiresAt, receipt, of] = offerSchema.parse(JSON.parse(opened));
      return expiresAt > now().getTime() ? { receipt: readProvenReceipt(receipt), of } : null;
    },
  };
};
