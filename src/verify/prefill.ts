import { createSeal } from "../core/crypto.ts";
import { type Candidate, candidateSchema } from "./candidates.ts";

/** Seals a question for the address of the form. The address then tells its readers nothing. */
export type Prefill = {
  /** At most some 1,500 characters of base64url; null for a question that is too long for an address. */
  readonly close: (candidate: Candidate) => string | null;
  /** Null for a text that we did not make, or that was changed. */
  readonly open: (text: string) => Candidate | null;
};

const lengthMax = 1_500;

export const createPrefill = (secret: string): Prefill => {
  const seal = createSeal(secret, "verify/prefill");
  return {
    close: (candidate) => {
      const closed = seal.close("prefill", JSON.stringify(candidate));
      const text = Buffer.from(closed, "base64").toString("base64url");
      return text.length <= lengthMax ? text : null;
    },
    open: (text) => {
      if (text.length > lengthMax || !/^[\w-]+$/.test(text)) return null;
      try {
        return candidateSchema.parse(JSON.parse(seal.open("prefill", text)));
      } catch {
        // A changed text is an ordinary mistake of a copied address; the form is simply empty then.
        return null;
      }
    },
  };
};
