import { type Failure, fail } from "../core/failure.ts";
import { flat, ok, type Result } from "../core/result.ts";
import { dayOf } from "../core/time.ts";
import type { Database, Tables, Transaction } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import { blockedUntil, type Watched } from "./guess-limit.ts";
import { addressesIn, type KeyScope, scopesIn, worksFrom } from "./key-attributes.ts";
import { type KeyMode, readKeyText } from "./key-text.ts";
import { nobody, responsiblePerson } from "./links.ts";
import { type Pseudonyms, widestNetworkOf } from "./pseudonyms.ts";
import { type Counter, dayQuota, type QuotaTier, type Tier, tiers, topUpSubjectOf } from "./quotas.ts";

/** Who asks, as a face states it. `key` is the header's raw value; of a key that was shown before, its id is enough. */
export type Caller =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "telegram"; readonly userId: number }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "known_key"; readonly id: string };

/** Who a caller turned out to be. `test`: only simulated providers may be asked. */
export type ResolvedCaller = {
  readonly caller: Caller;
  readonly mode: KeyMode;
  /** Null: the caller showed none. */
  readonly key: Pick<ShownKey, "id" | "isReplaced" | "canPay"> | null;
  /** Null: the caller has none. */
  readonly account: { readonly id: string; readonly tier: Tier } | null;
};

/** Where a key is shown, and the scope that it needs there; null: any key is enough. */
export type Entrance = { readonly address: string; readonly scope: KeyScope | null };

/** A resolved caller with everything that a check counts on. */
export type CountedCaller = Omit<ResolvedCaller, "key"> & {
  readonly key: ShownKey | null;
  /** A test key's answers are not its account's. */
  readonly tier: QuotaTier | "balance";
  /** The account's id, or the caller's pseudonym of the day. */
  readonly subject: string;
  /** Whose share of a bank it takes: the same, but one for all networks of an IPv6 /48. */
  readonly shareId: string;
  /** A check that is not paid for needs a unit of each. */
  readonly counters: readonly Counter[];
  /** Pseudonyms of the day: who asks, and who answers for the account. */
  readonly users: readonly string[];
  /** Whose misses an answer adds to; empty where guessing is not watched. */
  readonly watched: readonly Watched[];
  /** A Telegram user's lasting pseudonym; null for other callers. */
  readonly pseudonym: string | null;
  /** Epoch milliseconds until which questions are refused for guessing; 0: never. */
  readonly blockedUntil: number;
};

type ShownKey = {
  readonly id: string;
  readonly isReplaced: boolean;
  /** Whether its answers are paid for, and the balance covers one. What is reserved may come back, so it counts. */
  readonly canPay: boolean;
  readonly scopes: readonly KeyScope[];
  readonly addresses: readonly string[];
  /** Null: the key may spend what the account has. */
  readonly limitSantim: number | null;
  readonly spendsAs: string;
  /** Epoch milliseconds. */
  readonly lastUsedAt: number | null;
};

/**
 * Resolves a caller, and notes the use of a key at an entrance. Failures: `invalid_api_key`, `api_key_revoked`,
 * `api_key_expired`, `account_suspended`; at an entrance also `key_address_refused` and `key_scope_missing`.
 */
export const authenticate = async (
  { store, pseudonyms, now }: AccountsContext,
  caller: Caller,
  entrance?: Entrance,
): Promise<Result<ResolvedCaller, Failure>> => {
  if (isMalformedKey(caller)) return fail("invalid_api_key");
  if (caller.kind === "address") return ok({ caller, mode: "live", account: null, key: null });
  const at = now();
  // A transaction would wait for a commit, and what is reserved later looks at the key again.
  const read = flat(await store.read((db) => findCaller(db, pseudonyms, caller, at)));
  if (!read.ok) return read;
  const { mode, account, key } = read.value;
  if (key === null) return ok({ caller, mode, account, key });
  if (entrance !== undefined) {
    const entered = enter(key, entrance);
    if (!entered.ok) return entered;
    const noted = await noteUse(store, key, at);
    if (!noted.ok) return noted;
  }
  const { id, isReplaced, canPay } = key;
  return ok({ caller, mode, account, key: { id, isReplaced, canPay } });
};

/** The address is checked first, so that a refused address does not learn the key's scopes. */
const enter = ({ addresses, scopes }: ShownKey, { address, scope }: Entrance): Result<boolean, Failure> => {
  if (!worksFrom(addresses, address)) return fail("key_address_refused");
  return scope === null || scopes.includes(scope) ? ok(true) : fail("key_scope_missing", { subject: scope });
};

const usedEveryMs = 60_000;

/** Notes that a key was used, at most once a minute. */
const noteUse = async (
  store: AccountsContext["store"],
  { id, lastUsedAt }: ShownKey,
  at: Date,
): Promise<Result<void, Failure>> => {
  const before = at.getTime() - usedEveryMs;
  if (lastUsedAt !== null && lastUsedAt > before) return ok(undefined);
  return store.transaction(async (trx) => {
    await trx
      .updateTable("api_key")
      .set({ last_used_at: at.getTime() })
      .where("id", "=", id)
      .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<=", before)]))
      .execute();
  });
};

/**
 * The name of a caller in the memory of a process. All keys and sessions of an account are one caller, and so is an
 * IPv6 /48.
 *
 * @param account its id; null: the caller has shown no key and no session
 */
export const callerName = (caller: Caller, account: string | null): string => {
  if (account !== null) return `account ${account}`;
  return caller.kind === "address" ? `network ${widestNetworkOf(caller.address)}` : JSON.stringify(caller);
};

/** Whether a key's shape or checksum is wrong. The database is not asked for such a key. */
export const isMalformedKey = (caller: Caller): boolean =>
  caller.kind === "key" && readKeyText(caller.key) === null;

/**
 * Failures: `invalid_api_key`, `api_key_revoked`, `api_key_expired`, `account_suspended`. A bad key is refused and never
 * treated as no key.
 */
export const resolveCountedCaller = async (
  trx: Transaction,
  pseudonyms: Pseudonyms,
  caller: Caller,
  at: Date,
): Promise<Result<CountedCaller, Failure>> => {
  const found = await findCaller(trx, pseudonyms, caller, at);
  if (!found.ok) return found;
  const { maker, responsible, site, ...facts } = found.value;
  const day = dayOf(at);
  const asker = facts.pseudonym ?? "";
  const onDay = (people: readonly string[]) =>
    [...new Set(people)]
      .filter((user) => user !== "" && user !== nobody)
      .map((user) => pseudonyms.userOn(user, day));
  const users = onDay([responsible, asker]);
  const watched = watchedOf(facts, users, day);
  return ok({
    ...facts,
    caller,
    shareId: site ?? facts.subject,
    users,
    watched,
    // Free checks count on the maker wherever they are, or whoever makes many accounts would have many free days.
    counters: [...countersOf({ ...facts, maker }, onDay([maker, asker]), day), ...siteCounters(site, day)],
    blockedUntil: await blockedUntil(trx, watched),
  });
};

type FoundCaller = Pick<CountedCaller, "mode" | "tier" | "account" | "subject" | "pseudonym" | "key"> & {
  /** The pseudonym of the user who made the account; empty where none is known; `nobody`: none is left. */
  readonly maker: string;
  /** The pseudonym of the user who answers for the account; empty or `nobody`: there is none. */
  readonly responsible: string;
  /** The pseudonym of the caller's IPv6 /48 on this day; null where there is none. */
  readonly site: string | null;
};

const findCaller = (
  db: Database,
  pseudonyms: Pseudonyms,
  caller: Caller,
  at: Date,
): Promise<Result<FoundCaller, Failure>> =>
  caller.kind === "key" || caller.kind === "known_key"
    ? resolveKey(db, caller, at)
    : resolveUnkeyed(db, pseudonyms, caller, at);

type KeyCaller = Extract<Caller, { kind: "key" | "known_key" }>;

const resolveUnkeyed = async (
  db: Database,
  pseudonyms: Pseudonyms,
  caller: Exclude<Caller, KeyCaller>,
  at: Date,
): Promise<Result<FoundCaller, Failure>> => {
  const day = dayOf(at);
  const unlinked = { tier: "anonymous", account: null, maker: "", responsible: "" } as const;
  if (caller.kind === "address") {
    const subject = pseudonyms.networkOn(caller.address, day);
    const site = pseudonyms.siteOn(caller.address, day);
    return ok({ mode: "live", pseudonym: null, key: null, site, ...unlinked, subject });
  }
  const pseudonym = pseudonyms.user(caller.userId);
  const linked = (await readLinkedAccount(db, { pseudonym })) ?? null;
  if (linked !== null && linked.suspended_at !== null) return fail("account_suspended");
  const subject = pseudonyms.userOn(pseudonym, day);
  const counted = linked === null ? { ...unlinked, subject } : foundIn(linked);
  return ok({ mode: "live", pseudonym, key: null, site: null, ...counted });
};

const accountColumns = ["account.id", "account.tier", "account.suspended_at", "account.made_by"] as const;

const readLinkedAccount = (db: Database, { pseudonym }: { readonly pseudonym: string }) =>
  db
    .selectFrom("telegram_link")
    .innerJoin("account", "account.id", "telegram_link.account_id")
    .select(accountColumns)
    .select(responsiblePerson().as("responsible"))
    .where("telegram_link.pseudonym", "=", pseudonym)
    .executeTakeFirst();

const resolveKey = async (
  db: Database,
  caller: KeyCaller,
  at: Date,
): Promise<Result<FoundCaller, Failure>> => {
  const wanted = caller.kind === "key" ? readKeyText(caller.key) : caller;
  if (wanted === null) return fail("invalid_api_key");
  const row = (await readKeyWithAccount(db, wanted)) ?? null;
  if (row === null) return fail("invalid_api_key");
  if (row.revoked_at !== null) return fail("api_key_revoked");
  if (row.expires_at !== null && row.expires_at <= at.getTime()) return fail("api_key_expired");
  if (row.suspended_at !== null) return fail("account_suspended");
  const found = { mode: row.mode, pseudonym: null, site: null, key: shownKeyOf(row), ...foundIn(row) };
  return ok(row.mode === "live" ? found : { ...found, tier: "test", subject: testSubjectOf(row.id) });
};

const readKeyWithAccount = (db: Database, wanted: { readonly hash: string } | { readonly id: string }) =>
  db
    .selectFrom("api_key")
    .innerJoin("account", "account.id", "api_key.account_id")
    .leftJoin("balance", "balance.account_id", "account.id")
    .select("balance.posted_santim")
    .select(["api_key.id as key_id", "api_key.mode", "api_key.expires_at", "api_key.revoked_at"])
    .select(["api_key.replaced_at", "api_key.scopes", "api_key.addresses", "api_key.daily_limit_santim"])
    .select(["api_key.spends_as", "api_key.last_used_at"])
    .select(accountColumns)
    .select(responsiblePerson().as("responsible"))
    .where((eb) =>
      "hash" in wanted ? eb("api_key.hash", "=", wanted.hash) : eb("api_key.id", "=", wanted.id),
    )
    .executeTakeFirst();

type KeyColumns =
  | "mode"
  | "replaced_at"
  | "scopes"
  | "addresses"
  | "daily_limit_santim"
  | "spends_as"
  | "last_used_at";

type KeyRow = Pick<Tables["api_key"], KeyColumns> &
  Pick<Tables["account"], "tier"> & { readonly key_id: string; readonly posted_santim: number | null };

const shownKeyOf = (row: KeyRow): ShownKey => ({
  id: row.key_id,
  isReplaced: row.replaced_at !== null,
  canPay:
    row.mode === "live" && row.tier === "balance" && (row.posted_santim ?? 0) >= tiers.balance.answerSantim,
  scopes: scopesIn(row.scopes),
  addresses: addressesIn(row.addresses),
  limitSantim: row.daily_limit_santim,
  spendsAs: row.spends_as,
  lastUsedAt: row.last_used_at,
});

/** The subject of an account's test keys. */
export const testSubjectOf = (account: string): string => `test ${account}`;

type FoundAccount = Pick<Tables["account"], "id" | "tier" | "made_by"> & { readonly responsible: string };

const foundIn = ({ id, tier, made_by, responsible }: FoundAccount) => ({
  tier,
  account: { id, tier },
  subject: id,
  maker: made_by,
  responsible,
});

/**
 * A free check counts on the account and on its users: each of them has one free day over all faces and keys. Where none
 * of them is left there is no free day.
 */
const countersOf = (
  { tier, subject, maker }: Pick<FoundCaller, "tier" | "subject" | "maker">,
  users: readonly string[],
  day: string,
): readonly Counter[] => {
  if (tier === "balance") return [];
  const hasNobody = tier === "registered" && maker === nobody && users.length === 0;
  const limit = hasNobody ? 0 : tiers[tier].answersPerDay;
  const subjects = tier === "registered" ? [subject, ...users] : [subject];
  return subjects.map((one) => ({ subject: one, day, limit }));
};

const siteCounters = (site: string | null, day: string): readonly Counter[] =>
  site === null ? [] : [{ subject: site, day, limit: tiers.site.answersPerDay }];

/** A user's misses of the day are kept beside the account's, so that erasing the account does not clear them. */
const watchedOf = (
  { mode, account }: Pick<CountedCaller, "mode" | "account">,
  users: readonly string[],
  day: string,
): readonly Watched[] => {
  if (mode === "test") return [];
  const accounts = account === null ? [] : [{ subject: account.id, day: null }];
  return [...accounts, ...users.map((subject) => ({ subject, day }))];
};

/** Receipts that are handed in to top up have counters of their own. */
export const countedForTopUp = (caller: CountedCaller, at: Date): CountedCaller => {
  const { limit, day } = dayQuota("topup", at);
  const counters = [caller.subject, ...caller.users].map((one) => ({
    subject: topUpSubjectOf(one),
    day,
    limit,
  }));
  return { ...caller, tier: "topup", subject: topUpSubjectOf(caller.subject), counters };
};
