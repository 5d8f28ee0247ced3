import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import {
  type Account,
  type Accounts,
  type AuditEntry,
  describeKey,
  describeLinkCode,
  type LedgerEntry,
  type QuotaState,
} from "../accounts/accounts.ts";
import { fail } from "../core/failure.ts";
import { err, ok } from "../core/result.ts";
import {
  createAccountReply,
  keyIdOf,
  managing,
  reading,
  refuseReplacedKey,
  requireAccount,
  requireLiveKey,
  success,
} from "./account-access.ts";
import { failures } from "./openapi.ts";
import type { SendFailure } from "./replies.ts";

type Dependencies = {
  readonly accounts: Pick<
    Accounts,
    | "showAccount"
    | "ledgerOf"
    | "quotaOf"
    | "auditOf"
    | "listKeys"
    | "revokeKey"
    | "createLinkCode"
    | "listLinkCodes"
    | "recallLinkCode"
  >;
  readonly sendFailure: SendFailure;
};

/** What a key may read and change of its own account; nothing is counted. */
export const addAccountRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  addReadingRoutes(server, deps);
  addKeyRoutes(server, deps);
  addLinkRoutes(server, deps);
};

/** `GET /api/account`, its ledger and its audit log. A test key sees nothing of the name, the money and the people. */
const addReadingRoutes = (server: FastifyInstance, { accounts, sendFailure }: Dependencies): void => {
  const routes = server.withTypeProvider<ZodTypeProvider>();
  const read = createAccountReply(sendFailure);

  routes.get(
    "/api/account",
    {
      ...reading("Show the account: what is left of the day, and the balance", accountReply),
      onRequest: requireAccount(sendFailure),
    },
    (request, reply) =>
      read(request, reply, async (id, { caller, mode }) => {
        const account = await accounts.showAccount(id);
        if (!account.ok) return account;
        const quota = await accounts.quotaOf(caller);
        if (!quota.ok) return quota;
        return ok(describeAccount(mode === "test" ? asTested(account.value) : account.value, quota.value));
      }),
  );

  const ledger = reading("List the ledger, newest entry first", ledgerReply, failures.fields);
  routes.get(
    "/api/account/ledger",
    {
      ...ledger,
      schema: { ...ledger.schema, querystring: ledgerQuery },
      onRequest: requireAccount(sendFailure),
    },
    (request, reply) =>
      read(request, reply, async (id, { mode }) => {
        // Simulated answers cost nothing, and what the others cost is none of a test key's business.
        if (mode === "test") return ok(describeLedger([], 1));
        const { cursor: before, limit } = request.query;
        const page = { limit: limit + 1, ...(before === undefined ? {} : { before }) };
        const entries = await accounts.ledgerOf(id, page);
        return entries.ok ? ok(describeLedger(entries.value, limit)) : err(entries.error);
      }),
  );

  const audit = reading("List what was done with the account, newest first", auditReply, failures.fields);
  routes.get(
    "/api/account/audit",
    {
      ...audit,
      schema: { ...audit.schema, querystring: auditQuery },
      onRequest: requireAccount(sendFailure),
    },
    (request, reply) =>
      read(request, reply, async (id, { mode }) => {
        const { cursor, limit } = request.query;
        if (mode === "test") return ok({ entries: [], next_cursor: null });
        const page = { limit: limit + 1, ...(cursor === undefined ? {} : { before: cursor }) };
        const found = await accounts.auditOf(id, page);
        if (!found.ok) return err(found.error);
        const shown = found.value.slice(0, limit);
        const next = found.value.length > limit ? (shown.at(-1)?.id ?? null) : null;
        return ok({ entries: shown.map(describeAuditEntry), next_cursor: next });
      }),
  );
};

/**
 * `GET /api/account/keys`: the account's keys, without the keys themselves. `DELETE` revokes one. Keys are made by owners
 * and the operator alone: one that could make others would outlive its own revocation.
 */
const addKeyRoutes = (server: FastifyInstance, { accounts, sendFailure }: Dependencies): void => {
  const routes = server.withTypeProvider<ZodTypeProvider>();
  const read = createAccountReply(sendFailure);

  routes.get(
    "/api/account/keys",
    {
      ...reading("List the account's API keys, without the keys themselves", keysReply),
      onRequest: requireAccount(sendFailure),
    },
    (request, reply) =>
      read(request, reply, async (account, { mode, key }) => {
        const listed = await accounts.listKeys(account);
        if (!listed.ok) return listed;
        // A test key hears of itself alone.
        const shown = listed.value.filter(({ id }) => mode === "live" || id === key?.id);
        return ok({ keys: shown.map(describeKey) });
      }),
  );

  const revoking = managing("Revoke an API key", z.strictObject({ ...success, revoked: z.string() }), [
    "route_not_found",
    "key_replaced",
  ]);
  routes.delete(
    "/api/account/keys/:id",
    { ...revoking, schema: { ...revoking.schema, params: idParams }, onRequest: requireLiveKey(sendFailure) },
    (request, reply) =>
      read(request, reply, async (account, caller) => {
        const by = { kind: "key", key: keyIdOf(caller) } as const;
        // A key that was replaced may be known to others. It ends itself, and never the one that took its place.
        if (caller.key?.isReplaced && request.params.id !== by.key) return fail("key_replaced");
        const revoked = await accounts.revokeKey(request.params.id, account, by);
        if (revoked.ok) return ok({ revoked: revoked.value.id });
        return revoked.error.code === "key_unknown" ? fail("route_not_found") : revoked;
      }),
  );
};

/**
 * `POST /api/account/link`: a one-time code that brings a Telegram user to the key's account as one of its staff, sent to
 * the bot as `/start <code>` within ten minutes. `GET` lists those that are alive, `DELETE` recalls one.
 */
const addLinkRoutes = (server: FastifyInstance, { accounts, sendFailure }: Dependencies): void => {
  const routes = server.withTypeProvider<ZodTypeProvider>();
  const read = createAccountReply(sendFailure);

  const making = managing("Make a code that brings a Telegram user to the account's staff", newLinkReply, [
    ...failures.body,
    ...failures.fields,
    "key_replaced",
    "too_many_link_codes",
  ]);
  routes.post(
    "/api/account/link",
    {
      ...making,
      schema: { ...making.schema, body: linkBody },
      onRequest: [requireLiveKey(sendFailure), refuseReplacedKey(sendFailure)],
    },
    (request, reply) =>
      read(request, reply, async (account, caller) => {
        const { role } = request.body;
        const by = { kind: "key", key: keyIdOf(caller) } as const;
        const made = await accounts.createLinkCode(account, role, { by });
        if (!made.ok) return made;
        const { id, code, expiresAt } = made.value;
        return ok({ id, code, role, send: `/start ${code}`, expires_at: expiresAt.toISOString() });
      }),
  );

  routes.get(
    "/api/account/link",
    { ...reading("List the codes that are alive", linksReply), onRequest: requireAccount(sendFailure) },
    (request, reply) =>
      read(request, reply, async (account, { mode }) => {
        if (mode === "test") return ok({ links: [] });
        const listed = await accounts.listLinkCodes(account);
        return listed.ok ? ok({ links: listed.value.map(describeLinkCode) }) : listed;
      }),
  );

  const recalling = managing("Recall such a code", z.strictObject({ ...success, recalled: z.string() }), [
    "route_not_found",
    "key_replaced",
  ]);
  routes.delete(
    "/api/account/link/:id",
    {
      ...recalling,
      schema: { ...recalling.schema, params: idParams },
      onRequest: [requireLiveKey(sendFailure), refuseReplacedKey(sendFailure)],
    },
    (request, reply) =>
      read(request, reply, async (account, caller) => {
        const by = { kind: "key", key: keyIdOf(caller) } as const;
        const recalled = await accounts.recallLinkCode(request.params.id, account, by);
        if (recalled.ok) return ok({ recalled: recalled.value.id });
        return recalled.error.code === "link_code_unknown" ? fail("route_not_found") : recalled;
      }),
  );
};

// Requests --------------------------------------------------------------------------------------------------------

/** A query parameter that is a whole number. */
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      params: { failure: "parameter_invalid", subject: `${least} to ${most}` },
    });

const limit = wholeNumber(1, 100)
  .default(50)
  .meta({ description: "Entries on a page, 1 to 100; 50 if unset." });
const cursorText = "`next_cursor` of the page before.";

const ledgerQuery = z.strictObject({
  cursor: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional().meta({ description: cursorText }),
  limit,
});

const auditQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional()
    .meta({ description: cursorText }),
  limit,
});

/** PostgreSQL takes no text with this character, and nothing is called so. */
const idParams = z.object({ id: z.string().transform((id) => (id.includes("\0") ? "" : id)) });

/** A key is not ownership: owners are made in an owner's private chat alone. */
const linkBody = z.strictObject({ role: z.literal("staff").default("staff") });

// Replies ---------------------------------------------------------------------------------------------------------

const time = z.iso.datetime();

export const accountReply = z.strictObject({
  ...success,
  id: z.string(),
  name: z.string(),
  tier: z.enum(["registered", "balance", "test"]),
  limit: z.int().nullable().meta({ description: "Answers a day; null for an account with a balance." }),
  remaining: z.int().nullable(),
  reset_at: time.nullable(),
  balance_minor: z.int().meta({ description: "Santim (1/100 ETB), after what running requests hold." }),
  suspended: z.boolean(),
  created_at: time,
});

type ShownAccount = Omit<Account, "tier"> & { readonly tier: Account["tier"] | "test" };

/** An account as its test keys see it: nothing of its name and its money. */
const asTested = (account: Account): ShownAccount => ({
  ...account,
  name: "",
  tier: "test",
  balanceSantim: 0,
});

/** `remaining` and what belongs to it are null for an account that pays, which has no cap. */
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

const ledgerReply = z.strictObject({
  ...success,
  entries: z.array(
    z.strictObject({
      seq: z.int(),
      kind: z.string(),
      amount_minor: z.int().meta({ description: "Santim; below zero what was taken." }),
      balance_minor: z.int().meta({ description: "After this entry." }),
      source: z.string(),
      at: time,
    }),
  ),
  next_cursor: z.string().nullable(),
});

/** One entry more than the page was read, to tell whether there is another. */
const describeLedger = (entries: readonly LedgerEntry[], shownMax: number) => {
  const shown = entries.slice(0, shownMax);
  return {
    entries: shown.map(({ seq, kind, amountSantim, balanceSantim, source, at }) => ({
      seq,
      kind,
      amount_minor: amountSantim,
      balance_minor: balanceSantim,
      source,
      at: at.toISOString(),
    })),
    next_cursor: entries.length > shownMax ? String(shown.at(-1)?.seq) : null,
  };
};

const auditReply = z.strictObject({
  ...success,
  entries: z.array(
    z.strictObject({
      id: z.string(),
      at: time,
      actor: z.strictObject({
        kind: z.enum(["operator", "person", "key", "service"]),
        id: z.string().nullable(),
        name: z.literal("").meta({ description: "Always empty: no key hears what people are called." }),
      }),
      face: z.enum(["api", "chat", "cli", "web"]),
      act: z.string(),
      subject: z.string().nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

/** People by a pseudonym that only this account knows them by. Their names are the owners' to see, in the chat and on the pages. */
const describeAuditEntry = ({ id, at, actor, face, act, subject }: AuditEntry) => ({
  id,
  at: at.toISOString(),
  actor: { kind: actor.kind, id: actor.id === "" ? null : actor.id, name: "" as const },
  face,
  act,
  subject: subject === "" ? null : subject,
});

const keysReply = z.strictObject({
  ...success,
  keys: z.array(
    z.strictObject({
      id: z.string(),
      mode: z.enum(["live", "test"]),
      name: z.string(),
      scopes: z.array(z.enum(["verify", "account:read", "account:manage"])),
      addresses: z.array(z.string()).meta({ description: "Blocks it works from; none: from everywhere." }),
      daily_limit_minor: z.int().nullable(),
      prefix: z.string(),
      last4: z.string(),
      created_at: time,
      expires_at: time.nullable(),
      revoked_at: time.nullable(),
      last_used_at: time.nullable(),
    }),
  ),
});

const newLinkReply = z.strictObject({
  ...success,
  id: z.string(),
  code: z.string(),
  role: z.literal("staff"),
  send: z.string().meta({ description: "The message that the person sends to the bot." }),
  expires_at: time,
});

const linksReply = z.strictObject({
  ...success,
  links: z.array(
    z.strictObject({
      id: z.string(),
      role: z.string(),
      made_by: z.string(),
      created_at: time,
      expires_at: time,
    }),
  ),
});
