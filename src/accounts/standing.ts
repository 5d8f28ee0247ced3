import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { Tables, Work } from "../store/schema.ts";
import { firstOf, statement } from "../store/statement.ts";
import type { Tier } from "./account-desk.ts";
import type { Caller } from "./accounts.ts";
import { dayOf, type QuotaTier } from "./admission.ts";
import { addressesIn, type KeyScope, scopesIn } from "./key-attributes.ts";
import { type KeyMode, readKeyText } from "./key-text.ts";
import type { Names } from "./subject.ts";

/** Who a caller turned out to be, and how that one is counted. */
export type Standing = {
  /** `test`: only simulated providers may be asked. */
  readonly mode: KeyMode;
  /** How it is counted: a test key's answers are not its account's. */
  readonly tier: QuotaTier | "balance";
  /** Null: counted without an account. */
  readonly account: { readonly id: string; readonly tier: Tier } | null;
  /** Under which the units of a day are counted. */
  readonly subject: string;
  /** A Telegram user's stable name, null for everyone else. */
  readonly person: string | null;
  /** The key that was shown, null for everyone else. */
  readonly key: ShownKey | null;
  /** Epoch milliseconds until which questions are refused for guessing; 0: never. */
  readonly blockedUntil: number;
};

/** What a key is held to, as far as it matters to who shows it. */
export type ShownKey = {
  readonly id: string;
  readonly isReplaced: boolean;
  readonly scopes: readonly KeyScope[];
  readonly addresses: readonly string[];
  /** Null: it may spend what the account has. */
  readonly limitSantim: number | null;
  readonly spendsAs: string;
  /** Epoch milliseconds. */
  readonly lastUsedAt: number | null;
};

/** Whether it is a key that cannot be one: told by its shape and checksum, before the database is asked. */
export const isMalformedKey = (caller: Caller): boolean =>
  caller.kind === "key" && readKeyText(caller.key) === null;

/**
 * One read, or none for an address. Failures: `invalid_api_key`, `api_key_revoked`, `api_key_expired`,
 * `account_suspended`. A bad key is never taken for no key.
 */
export const standingOf = async (
  work: Work,
  caller: Caller,
  names: Names,
  at: Date,
): Promise<Result<Standing, Failure>> => {
  if (caller.kind === "key") return standingOfKey(work, caller.key, at);
  const person = caller.kind === "telegram" ? names.personOf(caller.userId) : null;
  const linked = person === null ? null : firstOf(await accountOfPerson(work, { person }));
  if (linked !== null && linked.suspended_at !== null) return fail("account_suspended");
  const counted = linked === null ? anonymousIn(names.subjectOf(caller, dayOf(at))) : standingIn(linked);
  return ok({ mode: "live", person, key: null, ...counted });
};

const accountOfPerson = statement((work, { person }: { readonly person: string }) =>
  work
    .selectFrom("telegram_link")
    .innerJoin("account", "account.id", "telegram_link.account_id")
    .leftJoin("conduct", "conduct.account_id", "account.id")
    .select(["account.id", "account.tier", "account.suspended_at", "conduct.blocked_until"])
    .where("telegram_link.person", "=", person),
);

const standingOfKey = async (work: Work, text: string, at: Date): Promise<Result<Standing, Failure>> => {
  const facts = readKeyText(text);
  if (facts === null) return fail("invalid_api_key");
  const key = firstOf(await accountOfKey(work, { hash: facts.hash }));
  if (key === null) return fail("invalid_api_key");
  if (key.revoked_at !== null) return fail("api_key_revoked");
  if (key.expires_at !== null && key.expires_at <= at.getTime()) return fail("api_key_expired");
  if (key.suspended_at !== null) return fail("account_suspended");
  const standing = { mode: key.mode, person: null, key: shownKeyOf(key), ...standingIn(key) };
  if (key.mode === "live") return ok(standing);
  return ok({ ...standing, tier: "test", subject: testSubjectOf(key.id), blockedUntil: 0 });
};

const accountOfKey = statement((work, { hash }: { readonly hash: string }) =>
  work
    .selectFrom("api_key")
    .innerJoin("account", "account.id", "api_key.account_id")
    .leftJoin("conduct", "conduct.account_id", "account.id")
    .select(["api_key.id as key_id", "api_key.mode", "api_key.expires_at", "api_key.revoked_at"])
    .select(["api_key.replaced_at", "api_key.scopes", "api_key.addresses", "api_key.daily_limit_santim"])
    .select(["api_key.spends_as", "api_key.last_used_at"])
    .select(["account.id", "account.tier", "account.suspended_at", "conduct.blocked_until"])
    .where("api_key.hash", "=", hash),
);

type KeyColumns =
  | "replaced_at"
  | "scopes"
  | "addresses"
  | "daily_limit_santim"
  | "spends_as"
  | "last_used_at";

const shownKeyOf = (row: Pick<Tables["api_key"], KeyColumns> & { readonly key_id: string }): ShownKey => ({
  id: row.key_id,
  isReplaced: row.replaced_at !== null,
  scopes: scopesIn(row.scopes),
  addresses: addressesIn(row.addresses),
  limitSantim: row.daily_limit_santim,
  spendsAs: row.spends_as,
  lastUsedAt: row.last_used_at,
});

/** What a test key's answers are counted under. */
export const testSubjectOf = (account: string): string => `test ${account}`;

type Found = Pick<Tables["account"], "id" | "tier"> & { readonly blocked_until: number | null };

const anonymousIn = (subject: string) =>
  ({ tier: "anonymous", account: null, subject, blockedUntil: 0 }) as const;

const standingIn = ({ id, tier, blocked_until }: Found) => ({
  tier,
  account: { id, tier },
  subject: id,
  blockedUntil: blocked_until ?? 0,
});
