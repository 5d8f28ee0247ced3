import { createPseudonyms } from "../../src/accounts/pseudonyms.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { priceSantim } from "../chat/customers.ts";
import { type Books, mistakesInBooks } from "../invariants/books.ts";
import { type Asked, mistakesInChats, type Said } from "../invariants/chats.ts";
import { type Attempt, mistakesInReplies } from "../invariants/replies.ts";
import type { TruthOf } from "../invariants/truth.ts";
import type { Plan } from "./plan.ts";
import { receiverOf } from "./receivers.ts";
import type { Shop } from "./shop.ts";

/** Money that was paid in, and whether the one who paid heard that it was. */
export type Payment = { readonly source: string; isTold: boolean };

type Played = {
  readonly plan: Plan;
  /** When all had become quiet. */
  readonly books: Books;
  readonly shop: Shop;
  readonly secret: string;
  readonly truthOf: TruthOf;
  readonly heard: {
    readonly attempts: readonly Attempt[];
    readonly asked: readonly Asked[];
    readonly said: readonly Said[];
    readonly payments: readonly Payment[];
  };
  /** How often something happened that may have an answer said again in a chat. */
  readonly repeats: (chatId: number) => number;
};

/** What is wrong in the end: in the books, in what programs were answered, and in what stands in the chats. */
export const judge = ({ plan, books, shop, secret, truthOf, heard, repeats }: Played): string[] => {
  const pseudonyms = createPseudonyms(secret);
  const [beta] = openProviders(
    { beta: { bank: "TEST beta", url: "https://beta.example", aliases: [], headers: {}, labels: {} } },
    "full",
  );
  const countedOn = (account: string | null, reference: string): number | null => {
    const question = beta?.open({ reference });
    if (account === null || question === undefined || !question.ok) return null;
    const name = pseudonyms.question(account, "beta", question.value.canonical);
    return books.answers.filter((answer) => answer.account === account && answer.question === name).length;
  };
  const countedOf = (request: string): number | null => {
    const [is = "", reference = ""] = request.split(" ");
    return countedOn(shop.accountOf(is), reference);
  };
  const hasJumped = plan.faults.some(({ what }) => what === "clock");
  // What cannot be written down cannot be asked again later: the chat is told to ask anew.
  const couldNotPlan = plan.faults.some(({ what }) => what === "database" || what === "disk");
  return [
    ...mistakesInBooks(books, { limitOf: shop.limitOf }),
    ...mistakesInPayments(books, heard.payments),
    ...mistakesInReplies(heard.attempts, truthOf, countedOf, receiverOf),
    ...mistakesInChats(heard.asked, heard.said, truthOf, {
      repeats,
      mayTurn: hasJumped,
      mayGiveUp: hasJumped || couldNotPlan,
      countedOf: (chatId, reference) => countedOn(shop.accountOfPerson(chatId), reference),
    }),
  ];
};

const mistakesInPayments = ({ entries }: Books, payments: readonly Payment[]): string[] => [
  ...payments.flatMap(({ source, isTold }) => {
    const credited = entries.filter((entry) => entry.source === source).length;
    return credited > 1 || (isTold && credited === 0) ? [`${source} has ${credited} entries`] : [];
  }),
  ...entries.flatMap(({ kind, amountSantim }) =>
    kind === "charge" && amountSantim !== -priceSantim ? [`a charge of ${-amountSantim} santim`] : [],
  ),
];
