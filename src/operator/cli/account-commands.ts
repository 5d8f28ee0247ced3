import { z } from "zod";
import type { Account, Accounts, AdminResult } from "../../accounts/accounts.ts";
import { ok } from "../../core/result.ts";
import { adminCommand } from "./admin-command.ts";
import { shownSantim } from "./amounts.ts";
import type { Command, Shown } from "./command.ts";
import { givenId, givenName, givenTier } from "./given-fields.ts";
import { fieldLines, shownTime, tableLines } from "./layout.ts";

const accountPage = 500;

/** What the operator does with accounts. */
export const accountCommands: readonly Command[] = [
  adminCommand({
    name: "accounts create",
    synopsis: "--name <text> --tier registered|balance",
    summary: "makes an account",
    given: z.object({ name: givenName, tier: givenTier }),
    ask: (accounts, given) => accounts.createAccount(given),
    show: (account) => shownAccount(account),
  }),
  adminCommand({
    name: "accounts show",
    synopsis: "<account id>",
    summary: "an account; its balance is what nothing holds",
    words: ["account id"],
    given: z.object({ "account id": givenId }),
    ask: (accounts, given) => accounts.showAccount(given["account id"]),
    show: (account) => shownAccount(account),
  }),
  adminCommand({
    name: "accounts list",
    synopsis: "",
    summary: "all accounts, newest first",
    given: z.object({}),
    ask: (accounts) => allAccounts(accounts),
    show: (accounts) => shownAccounts(accounts),
  }),
  adminCommand({
    name: "accounts suspend",
    synopsis: "<account id>",
    summary: "refuses whatever the account asks, from now on",
    words: ["account id"],
    given: z.object({ "account id": givenId }),
    ask: (accounts, given) => accounts.suspend(given["account id"]),
    show: (account) => shownAccount(account),
  }),
  adminCommand({
    name: "accounts resume",
    synopsis: "<account id>",
    summary: "ends a suspension",
    words: ["account id"],
    given: z.object({ "account id": givenId }),
    ask: (accounts, given) => accounts.resume(given["account id"]),
    show: (account) => shownAccount(account),
  }),
  adminCommand({
    name: "accounts tier",
    synopsis: "<account id> --tier registered|balance",
    summary: "from paying to the free answers of a day, or back; the money stays",
    words: ["account id"],
    given: z.object({ "account id": givenId, tier: givenTier }),
    ask: (accounts, given) => accounts.chooseTier(given["account id"], given.tier),
    show: (account) => shownAccount(account),
  }),
];

const allAccounts = async (accounts: Pick<Accounts, "listAccounts">): AdminResult<readonly Account[]> => {
  const all: Account[] = [];
  for (;;) {
    const after = all.at(-1);
    const page = await accounts.listAccounts({ limit: accountPage, ...(after && { after }) });
    if (!page.ok) return page;
    all.push(...page.value);
    if (page.value.length < accountPage) return ok(all);
  }
};

const jsonOf = (account: Account) => ({
  id: account.id,
  name: account.name,
  tier: account.tier,
  balance_minor: account.balanceSantim,
  suspended: account.suspended,
  created_at: account.createdAt.toISOString(),
});

const shownAccount = (account: Account): Shown => ({
  json: jsonOf(account),
  text: fieldLines({
    id: account.id,
    name: account.name,
    tier: account.tier,
    balance: shownSantim(account.balanceSantim),
    suspended: account.suspended ? "yes" : "no",
    created: shownTime(account.createdAt),
  }),
});

const shownAccounts = (accounts: readonly Account[]): Shown => ({
  json: accounts.map(jsonOf),
  text:
    accounts.length === 0
      ? "No accounts."
      : tableLines(
          [
            { head: "id", of: ({ id }) => id },
            { head: "tier", of: ({ tier, suspended }) => (suspended ? "suspended" : tier) },
            { head: "balance", isNumber: true, of: ({ balanceSantim }) => shownSantim(balanceSantim) },
            { head: "created", of: ({ createdAt }) => createdAt.toISOString().slice(0, 10) },
            { head: "name", of: ({ name }) => name },
          ],
          accounts,
        ),
});
