import { ok } from "../../src/core/result.ts";
import { createPrepareAssessment } from "../../src/verify/assessor.ts";
import type { createVerify } from "../../src/verify/verify.ts";

/** Judges for accounts that have told nothing. */
export const nothingSaved = (now: () => Date): Parameters<typeof createVerify>[0]["prepareAssessment"] => {
  const prepare = createPrepareAssessment({
    savedAccounts: { of: async () => [] },
    receiverAnswers: { of: async () => null },
    banks: [],
    now,
  });
  return async (account, shown) => ok(await prepare(account, shown));
};
