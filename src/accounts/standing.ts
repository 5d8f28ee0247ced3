import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import type { Database, Tables, Work } from "../database/schema.ts";
import type { Tier } from "./account-admin.ts";
import { admit, dayOf, type QuotaTier, tiers } from "./admission.ts";
import type { Caller } from "./caller.ts";
import { blockedUntil, type Watched } from "./guess-limit.ts";
import { addressesIn, type KeyScope, scopesIn } from "./key-attributes.ts";
import { type KeyMode, readKeyText } from "./key-text.ts";
import { type Counter, topUpSubjectOf } from "./quotas.ts";
import type { Names } from "./subject.ts";

/** Who a caller turned out to be, and how that one is counted. */
export type Standing = {
  /** `test`: only simulated providers may be asked. */
  readonly mode: KeyMode;
  /** How it is counted: a test key's answers are not its account's. */
  readonly tier: QuotaTier | "balance";
  /** Null: counted without an account. */
  readonly account: { readonly id: string; readonly tier: Tier } | null;
  /** The account, or the caller's name on this day. */
  readonly subject: string;
  /** What a check that is not paid for counts on: each of them must have a unit left. */
  readonly counters: readonly Counter[];
  /** The people of a check by their names on this day: who made the account, and who asks. */
  readonly people: readonly string[];
  /** Whose misses an answer adds to; none where guessing is not watched. */
  readonly watched: readonly Watched[];
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
  const found =
    caller.kind === "key" ? await ofKey(work, caller.key, at) : await ofUnkeyed(work, caller, names, at);
  if (!found.ok) return found;
  const { maker, site, ...facts } = found.value;
  const day = dayOf(at);
  const people = [...new Set([maker, facts.person ?? ""])]
    .filter((person) => person !== "")
    .map((person) => names.personSubjectOf(person, day));
  const watched = watchedOf(facts, people, day);
  return ok({
    ...facts,
    people,
    watched,
    counters: [...countersOf(facts, people, day), ...siteCounters(site, day)],
    blockedUntil: await blockedUntil(work, watched),
  });
};

/** Who was found, before it is known what they have left. */
type Found = Pick<Standing, "mode" | "tier" | "account" | "subject" | "person" | "key"> & {
  /** The person who made the account, as an HMAC; empty where nobody is known. */
  readonly maker: string;
  /** The caller's IPv6 /48 on this day; null where there is none. */
  readonly site: string | null;
};

const ofUnkeyed = async (
  work: Work,
  caller: Exclude<Caller, { kind: "key" }>,
  names: Names,
  at: Date,
): Promise<Result<Found, Failure>> => {
  const person = caller.kind === "telegram" ? names.personOf(caller.userId) : null;
  const linked = person === null ? null : ((await accountOfPerson(work, { person })) ?? null);
  if (linked !== null && linked.suspended_at !== null) return fail("account_suspended");
  const day = dayOf(at);
  const subject = names.subjectOf(caller, day);
  const counted =
    linked === null ? ({ tier: "anonymous", account: null, subject, maker: "" } as const) : foundIn(linked);
  return ok({ mode: "live", person, key: null, site: names.siteSubjectOf(caller, day), ...counted });
};

const accountOfPerson = (work: Database, { person }: { readonly person: string }) =>
  work
    .selectFrom("telegram_link")
    .innerJoin("account", "account.id", "telegram_link.account_id")
    .select(["account.id", "account.tier", "account.suspended_at", "account.made_by"])
    .where("telegram_link.person", "=", person)
    .executeTakeFirst();

const ofKey = async (work: Work, text: string, at: Date): Promise<Result<Found, Failure>> => {
  const facts = readKeyText(text);
  if (facts === null) return fail("invalid_api_key");
  const key = (await accountOfKey(work, { hash: facts.hash })) ?? null;
  if (key === null) return fail("invalid_api_key");
  if (key.revoked_at !== null) return fail("api_key_revoked");
  if (key.expires_at !== null && key.expires_at <= at.getTime()) return fail("api_key_expired");
  if (key.suspended_at !== null) return fail("account_suspended");
  const found = { mode: key.mode, person: null, site: null, key: shownKeyOf(key), ...foundIn(key) };
  return ok(key.mode === "live" ? found : { ...found, tier: "test", subject: testSubjectOf(key.id) });
};

const accountOfKey = (work: Database, { hash }: { readonly hash: string }) =>
  work
    .selectFrom("api_key")
    .innerJoin("account", "account.id", "api_key.account_id")
    .select(["api_key.id as key_id", "api_key.mode", "api_key.expires_at", "api_key.revoked_at"])
    .select(["api_key.replaced_at", "api_key.scopes", "api_key.addresses", "api_key.daily_limit_santim"])
    .select(["api_key.spends_as", "api_key.last_used_at"])
    .select(["account.id", "account.tier", "account.suspended_at", "account.made_by"])
    .where("api_key.hash", "=", hash)
    .executeTakeFirst();

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

const foundIn = ({ id, tier, made_by }: Pick<Tables["account"], "id" | "tier" | "made_by">) => ({
  tier,
  account: { id, tier },
  subject: id,
  maker: made_by,
});

/** One person has one free day, whatever they ask through: a free check counts on the account and on its people. */
const countersOf = (
  { tier, subject }: Pick<Standing, "tier" | "subject">,
  people: readonly string[],
  day: string,
): readonly Counter[] => {
  if (tier === "balance") return [];
  const limit = tiers[tier].answersPerDay;
  const subjects = tier === "registered" ? [subject, ...people] : [subject];
  return subjects.map((one) => ({ subject: one, day, limit }));
};

const siteCounters = (site: string | null, day: string): readonly Counter[] =>
  site === null ? [] : [{ subject: site, day, limit: tiers.site.answersPerDay }];

/** A person's misses are kept for the day beside those of the account: to erase it and begin anew forgets none. */
const watchedOf = (
  { mode, account }: Pick<Standing, "mode" | "account">,
  people: readonly string[],
  day: string,
): readonly Watched[] => {
  if (mode === "test") return [];
  const accounts = account === null ? [] : [{ subject: account.id, day: null }];
  return [...accounts, ...people.map((subject) => ({ subject, day }))];
};

/** For receipts that are handed in to top up: they are counted beside other questions, whoever pays for those. */
export const topUpStanding = (standing: Standing, at: Date): Standing => {
  const { limit, day } = admit("topup", at);
  const counters = [standing.subject, ...standing.people].map((one) => ({
    subject: topUpSubjectOf(one),
    day,
    limit,
  }));
  return { ...standing, tier: "topup", subject: topUpSubjectOf(standing.subject), counters };
};
