import { z } from "zod";
import type { Erased } from "../accounts/accounts.ts";
import { deskCommand } from "./desk-command.ts";
import { givenId, givenTelegramUser } from "./given-fields.ts";

/** Removes what belongs to a person or an account, at once and for good. */
export const eraseCommand = deskCommand({
  name: "erase",
  synopsis: "--account <id> | --telegram <id>",
  summary: "removes names, links, keys and history for good; the ledger stays under a random id",
  given: z
    .object({ account: givenId.optional(), telegram: givenTelegramUser.optional() })
    .refine(({ account, telegram }) => (account === undefined) !== (telegram === undefined), {
      error: "erase needs either --account or --telegram",
    }),
  ask: (desk, given) => desk.erase(erasedBy(given)),
  show: (isErased, given) => ({
    json: { ...erasedBy(given), erased: isErased },
    text: isErased
      ? "Erased."
      : "No account is this user's. What the chat was asked and its language are removed, if there was any.",
  }),
});

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
