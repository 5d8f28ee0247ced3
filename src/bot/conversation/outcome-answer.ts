import type { Candidate } from "../../verify/candidates.ts";
import type { Books, ShownHow } from "./books.ts";
import type { ChatCaller } from "./caller.ts";
import type { FoundOutcome } from "./outcome.ts";
import type { Answer } from "./sending.ts";
import type { Wording, WordingFacts } from "./wording.ts";

type Dependencies = { readonly books: Pick<Books, "enter">; readonly word: Wording };

/** How an outcome is shown, and what is known beside it. */
type Aside = ShownHow & Omit<WordingFacts, keyof FoundOutcome>;

/** The answer about an outcome. It is worded by what the shop's books say of the receipt once it is entered. */
export const createOutcomeAnswer =
  ({ books, word }: Dependencies) =>
  async (
    caller: ChatCaller,
    candidate: Candidate,
    outcome: FoundOutcome,
    aside: Aside = {},
  ): Promise<Answer> => {
    const entered = await books.enter(caller, candidate, outcome, aside);
    return word(caller, candidate, entered, { ...outcome, ...aside });
  };

export type OutcomeAnswer = ReturnType<typeof createOutcomeAnswer>;
