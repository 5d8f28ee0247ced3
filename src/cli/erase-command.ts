import { z } from "zod";
import type { Account, Accounts, AtDesk, Erased } from "../accounts/accounts.ts";
import { ok } from "../result.ts";
import { shownSantim } from "./amounts.ts";
import { deskCommand } from "./desk-command.ts";
import { givenId, givenTelegramUser } from "./given-fields.ts";

/** Removes what belongs to a person or an account, at once and for good. */
export const eraseCommand = deskCommand({
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
  question: async (desk, given) => {
    const account = await desk.goesWith(erasedBy(given));
    return account.ok ? ok(questionOf(erasedBy(given), account.value)) : account;
  },
  ask: (desk, given) => erase(desk, erasedBy(given)),
  show: ({ isErased, account }, given) => ({
    json: { ...erasedBy(given), erased: isErased, balance_minor: account?.balanceSantim ?? 0 },
    text: isErased
      ? `Erased.${account === null ? "" : ` ${lost(account)}`}`
      : "No account is this user's. What the chat was asked and its language are removed, if there was any.",
  }),
});

type Done = { readonly isErased: boolean; readonly account: Account | null };

const erase = async (desk: Pick<Accounts, "goesWith" | "erase">, whose: Erased): AtDesk<Done> => {
  const account = await desk.goesWith(whose);
  if (!account.ok) return account;
  const erased = await desk.erase(whose);
  return erased.ok ? ok({ isErased: erased.value, account: account.value }) : erased;
};

const questionOf = (whose: Erased, account: Account | null): string => {
  const [what, goes] =
    "account" in whose
      ? [`the account ${whose.account}${account?.name ? ` (${account.name})` : ""}`, ""]
      : [
          `what is kept of the Telegram user ${whose.telegram}`,
          account === null ? " No account goes with it." : ` The account ${account.id} goes with it.`,
        ];
  return `Erase ${what} for good?${goes}${account === null ? "" : ` ${losing(account)}`}`;
};

const losing = ({ balanceSantim }: Account): string =>
  balanceSantim > 0 ? `Its balance of ${shownSantim(balanceSantim)} will be lost.` : "It holds no money.";

const lost = ({ balanceSantim }: Account): string =>
  balanceSantim > 0 ? `A balance of ${shownSantim(balanceSantim)} was lost.` : "It held no money.";

const erasedBy = ({
  account,
  telegram,
}: {
  readonly account?: string | undefined;
  readonly telegram?: number | undefined;
}): Erased => {
  if (account !== undefined) return { account };
  if (telegram !== undefined) return { telegram };
  throw new Error("an erasure without anybody");
};
