import { z } from "zod";
import type {
  Accounts,
  AccountToErase,
  AdminResult,
  ErasedIdentity,
  ToldErasure,
} from "../../accounts/accounts.ts";
import { ok } from "../../core/result.ts";
import { adminCommand } from "./admin-command.ts";
import { shownSantim } from "./amounts.ts";
import { givenId, givenTelegramUser } from "./given-fields.ts";

/** Removes what belongs to a person or an account, at once and for good. */
export const eraseCommand = adminCommand({
  name: "erase",
  synopsis: "--account <id> | --telegram <id> [--yes]",
  summary:
    "removes names, links, keys and history for good; the ledger stays under a random id. Tells what money is lost, and asks unless --yes says so",
  flags: ["yes"],
  given: z
    .object({
      account: givenId.optional(),
      telegram: givenTelegramUser.optional(),
      yes: z.literal(true).optional(),
    })
    .refine(({ account, telegram }) => (account === undefined) !== (telegram === undefined), {
      error: "erase needs either --account or --telegram",
    }),
  question: async (accounts, given) => {
    const going = await accounts.accountsToErase(erasedBy(given));
    return going.ok ? ok({ question: questionOf(erasedBy(given), going.value), told: going.value }) : going;
  },
  ask: (accounts, given, told) => erase(accounts, erasedBy(given), told),
  show: ({ isErased, gone }, given) => ({
    json: {
      ...erasedBy(given),
      erased: isErased,
      balance_minor: santimOf(gone),
      ...(waitingOf(gone) > 0 && { waiting_minor: waitingOf(gone) }),
    },
    text: isErased
      ? `Erased.${gone.length === 0 ? "" : ` ${lost(gone)}`}`
      : "No account is this user's. What the chat was asked and its language are removed, if there was any.",
  }),
});

type Done = { readonly isErased: boolean; readonly gone: readonly AccountToErase[] };

const erase = async (
  accounts: Pick<Accounts, "accountsToErase" | "erase">,
  whose: ErasedIdentity,
  told: ToldErasure | null,
): AdminResult<Done> => {
  const going = await accounts.accountsToErase(whose);
  if (!going.ok) return going;
  const erased = await accounts.erase(whose, told ?? going.value);
  return erased.ok ? ok({ isErased: erased.value, gone: going.value }) : erased;
};

const questionOf = (whose: ErasedIdentity, going: readonly AccountToErase[]): string => {
  const [account] = going;
  const ids = going.map(({ id }) => id).join(", ");
  const [what, goes] =
    "account" in whose
      ? [`the account ${whose.account}${account?.name ? ` (${account.name})` : ""}`, ""]
      : [
          `what is kept of the Telegram user ${whose.telegram}`,
          going.length === 0
            ? " No account goes with it."
            : going.length === 1
              ? ` The account ${ids} goes with it.`
              : ` The accounts ${ids} go with it.`,
        ];
  return `Erase ${what} for good?${goes}${going.length === 0 ? "" : ` ${losing(going)}`}`;
};

const santimOf = (accounts: readonly AccountToErase[]): number =>
  accounts.reduce((sum, { balanceSantim }) => sum + balanceSantim, 0);

/** Receipts that wait for the operator's word are money that comes. */
const waitingOf = (accounts: readonly AccountToErase[]): number =>
  accounts.reduce((sum, { waitingSantim }) => sum + waitingSantim, 0);

const moneyOf = (gone: readonly AccountToErase[]): string | null => {
  const [santim, waiting] = [santimOf(gone), waitingOf(gone)];
  const parts = [
    ...(santim > 0 ? [`balance of ${shownSantim(santim)}`] : []),
    ...(waiting > 0 ? [`${shownSantim(waiting)} that wait for your word (deresegn credits)`] : []),
  ];
  return parts.length === 0 ? null : parts.join(" and ");
};

const losing = (going: readonly AccountToErase[]): string => {
  const [whose, hold] = going.length > 1 ? ["Their", "They hold"] : ["Its", "It holds"];
  const money = moneyOf(going);
  return money === null ? `${hold} no money.` : `${whose} ${money} will be lost.`;
};

const lost = (gone: readonly AccountToErase[]): string => {
  const none = gone.length > 1 ? "They held no money." : "It held no money.";
  const money = moneyOf(gone);
  return money === null ? none : `A ${money} was lost.`;
};

const erasedBy = ({
  account,
  telegram,
}: {
  readonly account?: string | undefined;
  readonly telegram?: number | undefined;
}): ErasedIdentity => {
  if (account !== undefined) return { account };
  if (telegram !== undefined) return { telegram };
  throw new Error("an erasure without anybody");
};
