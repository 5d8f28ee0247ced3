import type { ReceiptAssessment } from "../verify/assessment.ts";
import type { Assessor, Shown } from "../verify/assessor.ts";
import type { JudgingAccount, JudgingAccountOf } from "./judging-account.ts";
import type { Asker } from "./questions.ts";

/** What a receipt means where it was asked for, and who there can say that the receiver is them. */
export type Judged = {
  readonly assessment: ReceiptAssessment;
  /** `you`: an owner of the account that judges; `shop`: those who share it; null: nobody is asked. */
  readonly asks: "you" | "shop" | null;
  readonly saving: JudgingAccount["saving"];
  /** Whose account judges; null: nobody's. */
  readonly account: string | null;
  /** What that account is called where it judges for a group; `""` in private and where it is not known. */
  readonly shop: string;
};

type Dependencies = { readonly judgingAccountOf: JudgingAccountOf; readonly assess: Assessor };

/** Judges a receipt by the account that judges for whoever asks. Rejects with a postponement while the database is away. */
export const createJudge =
  ({ judgingAccountOf, assess }: Dependencies) =>
  async (asker: Asker, shown: Shown): Promise<Judged> => {
    const { account, saving, shop } = await judgingAccountOf(asker);
    const asks = { saves: "you", asks: "shop", nothing: null } as const;
    return { assessment: await assess(account, shown), asks: asks[saving], saving, account, shop };
  };

export type Judge = ReturnType<typeof createJudge>;
