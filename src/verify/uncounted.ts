import type { Accounts, Billing, Reservation } from "../accounts/accounts.ts";
import { ok } from "../core/result.ts";

/** Accounts for the operator's own questions: nothing is reserved, counted or kept. */
export const uncounted: Pick<Accounts, "reserve" | "commit" | "void" | "isUndone"> = {
  reserve: async (_caller, { question, mode, purpose }): Promise<ReturnType<typeof ok<Reservation>>> =>
    ok({
      id: "",
      mode,
      account: null,
      merchantAccount: null,
      pseudonym: null,
      key: null,
      subject: "operator",
      shareId: "operator",
      question,
      purpose,
      page: undefined,
      allowance: { kind: "balance", balanceSantim: 0 },
      counters: [],
      watched: [],
      followsMiss: false,
    }),
  commit: async () => ok({ billing: free, seenBefore: null, askedEarly: null, isUndone: false }),
  void: async () => ok(free),
  isUndone: async () => ok(false),
};

const free: Billing = { kind: "balance", counted: false, chargedSantim: 0, balanceSantim: 0 };
