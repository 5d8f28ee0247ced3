import { z } from "zod";
import type { Accounts, AdminResult, LedgerEntry, WaitingCredit } from "../../accounts/accounts.ts";
import { ok } from "../../core/result.ts";
import { adminCommand } from "./admin-command.ts";
import { shownSantim } from "./amounts.ts";
import type { Command, Shown } from "./command.ts";
import { givenAmount, givenId } from "./given-fields.ts";
import { shownTime, tableLines } from "./layout.ts";

const entryPage = 500;
const waitingMax = 10_000;

/** What the operator does with money. */
export const moneyCommands: readonly Command[] = [
  adminCommand({
    name: "topup",
    synopsis: "--account <id> --amount <ETB, e.g. 100 or 100.50>",
    summary: "pays in; the account pays for its answers from then on",
    given: z.object({ account: givenId, amount: givenAmount }),
    ask: (accounts, { account, amount }) => accounts.topUp(account, amount, "operator"),
    show: ({ balanceSantim }, { account, amount }) => ({
      json: { account, amount_minor: amount, balance_minor: balanceSantim },
      text: `${shownSantim(amount)} paid in. ${account} can spend ${shownSantim(balanceSantim)}.`,
    }),
  }),
  adminCommand({
    name: "ledger",
    synopsis: "--account <id>",
    summary: "each change of an account's money, newest first; of an erased one too",
    given: z.object({ account: givenId }),
    ask: (accounts, { account }) => allEntries(accounts, account),
    show: (entries) => shownEntries(entries),
  }),
  adminCommand({
    name: "credits",
    synopsis: "",
    summary: "receipts of payments to you above 500 ETB that wait for your word, oldest first",
    given: z.object({}),
    ask: (accounts) => accounts.waitingCredits(waitingMax),
    show: (waiting) => shownWaiting(waiting),
  }),
  adminCommand({
    name: "credits approve",
    synopsis: "<credit id> [--account <id>] [--undone]",
    summary:
      "credits a receipt that waits, with --account to another account than handed it in, with --undone though its bank has called it undone",
    words: ["credit id"],
    flags: ["undone"],
    given: z.object({
      "credit id": givenId,
      account: givenId.optional(),
      undone: z.boolean().default(false),
    }),
    ask: (accounts, { account, undone, "credit id": id }) =>
      accounts.approveCredit(id, { account, isUndoneToo: undone }),
    show: (credit, given) => ({
      json: {
        id: credit.id,
        ...(given.account !== undefined && { account: credit.account }),
        state: credit.state,
        balance_minor: credit.state === "credited" ? credit.balanceSantim : null,
      },
      text:
        credit.state === "credited"
          ? `${credit.id} is credited. ${credit.account} can spend ${shownSantim(credit.balanceSantim)}.`
          : `${credit.id} goes on waiting.`,
    }),
  }),
  adminCommand({
    name: "credits decline",
    synopsis: "<credit id>",
    summary: "refuses a receipt that waits, for ever",
    words: ["credit id"],
    given: z.object({ "credit id": givenId }),
    ask: (accounts, given) => accounts.declineCredit(given["credit id"]),
    show: (declined) => ({
      json: { ...jsonOfWaiting(declined), state: "declined" },
      text: `${declined.id} is declined: ${shownSantim(declined.amountSantim)} for ${declined.account}.`,
    }),
  }),
];

const allEntries = async (
  accounts: Pick<Accounts, "ledgerOf">,
  account: string,
): AdminResult<readonly LedgerEntry[]> => {
  const all: LedgerEntry[] = [];
  for (;;) {
    const before = all.at(-1)?.seq;
    const page = await accounts.ledgerOf(account, {
      limit: entryPage,
      ...(before === undefined ? {} : { before }),
    });
    if (!page.ok) return page;
    all.push(...page.value);
    if (page.value.length < entryPage) return ok(all);
  }
};

const shownEntries = (entries: readonly LedgerEntry[]): Shown => ({
  json: entries.map(({ seq, kind, amountSantim, balanceSantim, source, at }) => ({
    seq,
    kind,
    amount_minor: amountSantim,
    balance_minor: balanceSantim,
    source,
    at: at.toISOString(),
  })),
  text:
    entries.length === 0
      ? "No entries."
      : tableLines(
          [
            { head: "no.", isNumber: true, of: ({ seq }) => String(seq) },
            { head: "at (UTC)", of: ({ at }) => at.toISOString().slice(0, 16).replace("T", " ") },
            { head: "ETB", isNumber: true, of: ({ amountSantim }) => bare(amountSantim) },
            { head: "balance", isNumber: true, of: ({ balanceSantim }) => bare(balanceSantim) },
            { head: "for", of: ({ source }) => source },
          ],
          entries,
        ),
});

const bare = (santim: number): string => shownSantim(santim).replace(/ ETB$/, "");

const jsonOfWaiting = ({ id, account, provider, amountSantim, askedAt, isUndone }: WaitingCredit) => ({
  id,
  account,
  provider,
  amount_minor: amountSantim,
  asked_at: askedAt.toISOString(),
  ...(isUndone && { undone: true }),
});

const shownWaiting = (waiting: readonly WaitingCredit[]): Shown => ({
  json: waiting.map(jsonOfWaiting),
  text:
    waiting.length === 0
      ? "Nothing waits."
      : waiting
          .map(
            ({ id, account, provider, amountSantim, askedAt, isUndone }) =>
              `${id}  ${shownSantim(amountSantim)}${isUndone ? ", undone since" : ""}\n    ${provider}, for ${account}, since ${shownTime(askedAt)}`,
          )
          .join("\n"),
});
