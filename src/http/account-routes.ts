import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Account, Accounts, LedgerEntry, QuotaState, Refused } from "../accounts/accounts.ts";
import { type Failure, fail, failureCodes } from "../failure.ts";
import { parseRequest } from "../request-failure.ts";
import { err, ok, type Result } from "../result.ts";
import { type Asker, askerOf } from "./callers.ts";
import { offerOf } from "./offer.ts";
import type { SendFailure } from "./replies.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "showAccount" | "ledgerOf" | "quotaOf">;
  readonly sendFailure: SendFailure;
};

/** `GET /api/account` and its ledger: a key sees its own account and no other; nothing is counted (design 4). */
export const addAccountRoutes = (server: FastifyInstance, { accounts, sendFailure }: Dependencies): void => {
  const answer = createAccountAnswer(sendFailure);

  server.get("/api/account", reading, (request, reply) =>
    answer(request, reply, async (id, { caller, mode }) => {
      const account = await accounts.showAccount(id);
      if (!account.ok) return account;
      const quota = await accounts.quotaOf(caller);
      if (!quota.ok) return quota;
      return ok(describeAccount(mode === "test" ? asTested(account.value) : account.value, quota.value));
    }),
  );

  server.get("/api/account/ledger", reading, (request, reply) =>
    answer(request, reply, async (id, { mode }) => {
      const page = parseRequest(ledgerRequest, request.query);
      if (!page.ok) return page;
      // Simulated answers cost nothing, and what the others cost is none of a test key's business.
      if (mode === "test") return ok(describePage([], 1));
      const { cursor: before, limit } = page.value;
      const asked = { limit: limit + 1, ...(before === undefined ? {} : { before }) };
      const entries = await accounts.ledgerOf(id, asked);
      return entries.ok ? ok(describePage(entries.value, limit)) : err(entries.error);
    }),
  );
};

/** Options of a route that reads a key's account, and of one that changes it. */
export const reading = { config: { scope: "account:read" } } as const;
export const managing = { config: { scope: "account:manage" } } as const;

/** Answers what an account may read or do; `invalid_api_key` for whoever has none. */
export const createAccountAnswer =
  (sendFailure: SendFailure) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    read: (account: string, asker: Asker) => Promise<Result<object, Failure | Refused>>,
  ): Promise<FastifyReply> => {
    const asker = askerOf(request);
    const found =
      asker.account === null
        ? fail("invalid_api_key", { subject: "missing" })
        : await read(asker.account.id, asker);
    if (!found.ok) return sendFailure(request, reply, failureOf(found.error));
    const meta = { request_id: request.id, mode: offerOf(request).mode };
    return reply.send({ status: "success", ...found.value, meta });
  };

/** A query parameter that is a whole number. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      params: { failure: "parameter_invalid", subject: `${least} to ${most}` },
    });

/** `cursor` is the `next_cursor` of the page before. */
const ledgerRequest = z.strictObject({
  cursor: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: wholeNumber(1, 100).default(50),
});

type ShownAccount = Omit<Account, "tier"> & { readonly tier: Account["tier"] | "test" };

/** An account as its test keys see it: nothing of its name and its money. */
const asTested = (account: Account): ShownAccount => ({
  ...account,
  name: "",
  tier: "test",
  balanceSantim: 0,
});

/** `remaining` and what belongs to it are null for who pays: there is no cap. */
const describeAccount = (account: ShownAccount, quota: QuotaState | null) => ({
  id: account.id,
  name: account.name,
  tier: account.tier,
  limit: quota?.limit ?? null,
  remaining: quota?.remaining ?? null,
  reset_at: quota?.resetAt.toISOString() ?? null,
  balance_minor: account.balanceSantim,
  suspended: account.suspended,
  created_at: account.createdAt.toISOString(),
});

/** One entry more than the page was read, to tell whether there is another. */
const describePage = (entries: readonly LedgerEntry[], limit: number) => {
  const shown = entries.slice(0, limit);
  return {
    entries: shown.map(({ seq, kind, amountSantim, balanceSantim, source, at }) => ({
      seq,
      kind,
      amount_minor: amountSantim,
      balance_minor: balanceSantim,
      source,
      at: at.toISOString(),
    })),
    next_cursor: entries.length > limit ? String(shown.at(-1)?.seq) : null,
  };
};

/** An account that was erased since its key was read. */
const failureOf = (error: Failure | Refused): Failure =>
  isFailure(error) ? error : fail("invalid_api_key").error;

const isFailure = (error: Failure | Refused): error is Failure =>
  failureCodes.some((code) => code === error.code);
