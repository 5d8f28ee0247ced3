import { digestOf, freshId } from "../core/crypto.ts";
import { fail } from "../core/failure.ts";
import { flat, ok } from "../core/result.ts";
import { dayMs, hourMs, minuteMs } from "../core/time.ts";
import { overtaken } from "../database/away.ts";
import type { Database, Tables, Transaction, Where } from "../database/schema.ts";
import type { Caller } from "./caller.ts";
import type { AccountsContext, KeepSecret } from "./context.ts";
import { addressesIn, type KeyScope, scopesIn, worksFrom } from "./key-attributes.ts";
import { type KeyMode, randomBase62 } from "./key-text.ts";
import { isActiveKeyAt } from "./keys.ts";
import { isSuspended, type LinkRole, linkOf, lockAccount, shopNameOf } from "./links.ts";
import type { Tier } from "./quotas.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/**
 * Whom a browser is signed in as: a person, a person within Telegram (`mini`), or a key, which is named by its id after its
 * text was shown once.
 */
export type SessionHolder =
  | { readonly kind: "person" | "mini"; readonly userId: number }
  | { readonly kind: "key"; readonly key: string };

/** A browser that is signed in. */
export type Session = {
  readonly id: string;
  readonly account: { readonly id: string; readonly tier: Tier };
  /** Counts and is limited as the person or the key is anywhere else. */
  readonly caller: Caller;
  /** `test`: only simulated providers may be asked. */
  readonly mode: KeyMode;
  /** What the account is called; empty where nothing is known, or the session may not know it. */
  readonly shop: string;
  /** Whether it is of the form inside Telegram. */
  readonly isMini: boolean;
  /** The calendar that its person has chosen, here or in their chat; null: none, or it is a key's. */
  readonly calendar: string | null;
  readonly who: SessionPerson | SessionKey;
};

type SessionPerson = {
  readonly kind: "person";
  readonly userId: number;
  readonly pseudonym: string;
  readonly role: LinkRole;
};

type SessionKey = {
  readonly kind: "key";
  readonly id: string;
  readonly name: string;
  readonly last4: string;
  readonly isReplaced: boolean;
  readonly scopes: readonly KeyScope[];
};

/** A session as a list shows it. */
export type ListedSession = {
  readonly id: string;
  readonly kind: Session["who"]["kind"];
  /** What the browser called itself; empty where it said nothing. */
  readonly label: string;
  readonly createdAt: Date;
  /** To some minutes. */
  readonly lastUsedAt: Date;
};

/** `token` goes into the cookie and is stored nowhere. */
export type NewSession = { readonly token: string; readonly expiresAt: Date };

const codeMs = 10 * minuteMs;
/** Valid codes of one person at a time; a further one ends the oldest. */
const codesMax = 5;
const labelLengthMax = 80;
/**
 * How long an unused session lives, how long any does, and how many of a kind one person or key has; a further one ends the
 * one of its kind that was used least lately. Each opening of the form inside Telegram begins one, so these end soon and
 * never take a browser's place.
 */
const lives = {
  person: { unusedMs: 30 * dayMs, mostMs: 90 * dayMs, countMax: 20 },
  mini: { unusedMs: 2 * hourMs, mostMs: 2 * hourMs, countMax: 3 },
  key: { unusedMs: 12 * hourMs, mostMs: 12 * hourMs, countMax: 20 },
} as const;
/** Use is noted no more often than this, so that looking at pages writes little. */
const notedEveryMs = 10 * minuteMs;

/** Makes a one-time code by which a person signs in within ten minutes. */
export const createSignInCode = async (
  { store, pseudonyms, seal, now }: AccountsContext,
  userId: number,
  keep?: KeepSecret,
): AdminResult<{ readonly code: string; readonly expiresAt: Date }> =>
  store.transaction(async (trx) => {
    const at = now().getTime();
    const pseudonym = pseudonyms.user(userId);
    const code = randomBase62(22);
    const row = {
      hash: digestOf(code),
      pseudonym,
      user_id: seal.close(codeContext(pseudonym), String(userId)),
      created_at: at,
      expires_at: at + codeMs,
    };
    const newest = trx
      .selectFrom("sign_in_code")
      .select("hash")
      .where("pseudonym", "=", pseudonym)
      .orderBy("created_at", "desc")
      .limit(codesMax - 1);
    await trx
      .deleteFrom("sign_in_code")
      .where("pseudonym", "=", pseudonym)
      .where("hash", "not in", newest)
      .execute();
    await trx.insertInto("sign_in_code").values(row).execute();
    await keep?.(trx, code);
    return { code, expiresAt: new Date(row.expires_at) };
  });

/** The account into which a code would sign somebody now, and what it is called; null: none. The code is not used up. */
export const accountOfSignInCode = (
  { store, seal, now }: AccountsContext,
  code: string,
): AdminResult<{ readonly id: string; readonly shop: string } | null> =>
  store.read(async (db) => {
    const found = await db
      .selectFrom("sign_in_code")
      .innerJoin("telegram_link", "telegram_link.pseudonym", "sign_in_code.pseudonym")
      .select("telegram_link.account_id as id")
      .where("sign_in_code.hash", "=", digestOf(code))
      .where("sign_in_code.expires_at", ">", now().getTime())
      .executeTakeFirst();
    return found === undefined ? null : { id: found.id, shop: await shopNameOf(db, seal, found.id) };
  });

/**
 * Uses up a code and signs its person in. Refused: `sign_in_code_unknown`, `account_unknown`. Failure:
 * `account_suspended`.
 */
export const signInByCode = async (
  context: AccountsContext,
  code: string,
  label: string,
): AdminResult<NewSession> => {
  const { store, seal, now } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<NewSession> => {
      const found = await trx
        .selectFrom("sign_in_code")
        .selectAll()
        .where("hash", "=", digestOf(code))
        .where("expires_at", ">", now().getTime())
        .executeTakeFirst();
      if (found === undefined) return refuse("sign_in_code_unknown");
      const userId = Number(seal.open(codeContext(found.pseudonym), found.user_id));
      const holder = { kind: "person", userId } as const;
      // The account comes first, as in an erasure, so that neither waits for the other.
      const account = await lockedAccountOf(trx, context, holder);
      const taken = await trx
        .deleteFrom("sign_in_code")
        .where("hash", "=", found.hash)
        .returning("hash")
        .executeTakeFirst();
      if (taken === undefined) return refuse("sign_in_code_unknown");
      return begin(trx, context, holder, account, label);
    }),
  );
};

/**
 * Signs in the person or the key that was proved. Every way to sign in ends here. Refused:
 * `account_unknown` for a person without an account, `key_unknown`. Failure: `account_suspended`.
 */
export const createSession = async (
  context: AccountsContext,
  holder: SessionHolder,
  label: string,
): AdminResult<NewSession> =>
  flat(
    await context.store.transaction(async (trx) =>
      begin(trx, context, holder, await lockedAccountOf(trx, context, holder), label),
    ),
  );

const begin = async (
  trx: Transaction,
  context: AccountsContext,
  holder: SessionHolder,
  account: string | null,
  label: string,
): AdminResult<NewSession> => {
  if (account === null) return refuse(holder.kind === "key" ? "key_unknown" : "account_unknown");
  if (await isSuspended(trx, account)) return fail("account_suspended");
  const at = context.now().getTime();
  const id = `ses_${randomBase62(16)}`;
  const token = freshId(32);
  const holderId = holder.kind === "key" ? holder.key : context.pseudonyms.user(holder.userId);
  const row: Tables["web_session"] = {
    id,
    hash: digestOf(token),
    account_id: account,
    kind: holder.kind,
    holder: holderId,
    user_id: holder.kind === "key" ? "" : context.seal.close(userContext(id), String(holder.userId)),
    label: context.seal.close(labelContext(id), label.slice(0, labelLengthMax)),
    created_at: at,
    last_used_at: at,
    expires_at: at + lives[holder.kind].unusedMs,
  };
  await endLeastUsed(trx, row);
  await trx.insertInto("web_session").values(row).execute();
  return ok({ token, expiresAt: new Date(at + lives[holder.kind].mostMs) });
};

/**
 * The holder's account, locked: an erasure and a removal have the same lock, so that no session begins beside them and
 * stays. Begins the transaction again where one of them has ended in between.
 */
const lockedAccountOf = async (
  trx: Transaction,
  context: AccountsContext,
  holder: SessionHolder,
): Promise<string | null> => {
  const account = await accountOfHolder(trx, context, holder);
  if (account === null) return null;
  await lockAccount(trx, account);
  if ((await accountOfHolder(trx, context, holder)) !== account) throw overtaken();
  return account;
};

const accountOfHolder = async (
  trx: Transaction,
  { pseudonyms, now }: AccountsContext,
  holder: SessionHolder,
): Promise<string | null> => {
  if (holder.kind !== "key") return (await linkOf(trx, pseudonyms.user(holder.userId)))?.account_id ?? null;
  const key = await trx
    .selectFrom("api_key")
    .select("account_id")
    .where("id", "=", holder.key)
    .where(isActiveKeyAt(now()))
    .executeTakeFirst();
  return key?.account_id ?? null;
};

const endLeastUsed = async (
  trx: Transaction,
  { holder, kind }: Pick<Tables["web_session"], "holder" | "kind">,
): Promise<void> => {
  const newest = trx
    .selectFrom("web_session")
    .select("id")
    .where("holder", "=", holder)
    .where("kind", "=", kind)
    .orderBy("last_used_at", "desc")
    .limit(lives[kind].countMax - 1);
  await trx
    .deleteFrom("web_session")
    .where("holder", "=", holder)
    .where("kind", "=", kind)
    .where("id", "not in", newest)
    .execute();
};

/**
 * The session of a cookie's token; null when it has ended. It ends with the link or the key that opened it, and does not
 * work from an address from which the key would not.
 */
export const resolveSession = async (
  context: AccountsContext,
  token: string,
  address: string,
): AdminResult<Session | null> => {
  const now = context.now();
  const at = now.getTime();
  const found = await context.store.read(async (db) => {
    const row = await readSession(db, digestOf(token), now);
    const session = row === undefined ? null : await sessionOf(db, context, row, address);
    return session === null || row === undefined ? null : { row, session };
  });
  if (!found.ok) return found;
  if (found.value === null) return ok(null);
  const { row, session } = found.value;
  if (row.last_used_at <= at - notedEveryMs) {
    const noted = await context.store.transaction((trx) => noteUse(trx, row, at));
    if (!noted.ok) return noted;
  }
  return ok(session);
};

const readSession = (db: Database, hash: string, at: Date) =>
  db
    .selectFrom("web_session")
    .innerJoin("account", "account.id", "web_session.account_id")
    .leftJoin("telegram_link", (join) =>
      join
        .onRef("telegram_link.pseudonym", "=", "web_session.holder")
        .onRef("telegram_link.account_id", "=", "web_session.account_id"),
    )
    .leftJoin("api_key", (join) =>
      join
        .onRef("api_key.id", "=", "web_session.holder")
        .onRef("api_key.account_id", "=", "web_session.account_id"),
    )
    .select(["web_session.id", "web_session.kind", "web_session.holder", "web_session.user_id"])
    .select(["web_session.created_at", "web_session.last_used_at"])
    .select(["account.id as account_id", "account.tier", "telegram_link.role"])
    .select(["api_key.mode", "api_key.scopes", "api_key.addresses", "api_key.replaced_at"])
    .select(["account.name as account_name", "api_key.name as key_name", "api_key.last4"])
    .where("web_session.hash", "=", hash)
    .where("web_session.expires_at", ">", at.getTime())
    .where("account.suspended_at", "is", null)
    .where("account.erased_at", "is", null)
    // A person's session has no key, so that nothing of one stands against it.
    .where(isActiveKeyAt(at))
    .executeTakeFirst();

type Row = NonNullable<Awaited<ReturnType<typeof readSession>>>;

const sessionOf = async (
  db: Database,
  { seal }: AccountsContext,
  row: Row,
  address: string,
): Promise<Session | null> => {
  const account = { id: row.account_id, tier: row.tier };
  const common = { id: row.id, account, isMini: row.kind === "mini" };
  if (row.kind !== "key") {
    if (row.role === null) return null;
    const userId = Number(seal.open(userContext(row.id), row.user_id));
    const who = { kind: "person", userId, pseudonym: row.holder, role: row.role } as const;
    const shop = await shopNameOf(db, seal, account.id);
    const calendar = (await chatOf(db, { userId }))?.calendar ?? null;
    return { ...common, caller: { kind: "telegram", userId }, mode: "live", shop, calendar, who };
  }
  const { mode, last4, key_name: name } = row;
  if (mode === null || row.scopes === null || row.addresses === null) return null;
  if (name === null || last4 === null) return null;
  if (!worksFrom(addressesIn(row.addresses), address)) return null;
  const isReplaced = row.replaced_at !== null;
  const scopes = scopesIn(row.scopes);
  // An account without a name is called by its owner's, which no key hears.
  const shop = mode === "live" && scopes.includes("account:read") ? row.account_name : "";
  const who = { kind: "key", id: row.holder, name, last4, isReplaced, scopes } as const;
  return { ...common, caller: { kind: "known_key", id: row.holder }, mode, shop, calendar: null, who };
};

/** What a person has chosen for their private chat, which has their own number. */
const chatOf = (db: Database, { userId }: { readonly userId: number }) =>
  db.selectFrom("chat").select("calendar").where("chat_id", "=", userId).executeTakeFirst();

/**
 * Keeps the calendar that a person chooses for their pages and their private chat. Without effect once the session has
 * ended: an erasure, which has the same lock, leaves nothing of the person.
 */
export const chooseCalendar = (
  { store }: AccountsContext,
  { id, account }: Pick<Session, "id" | "account">,
  { userId }: SessionPerson,
  calendar: string,
): AdminResult<void> =>
  store.transaction(async (trx) => {
    if (!(await lockAccount(trx, account.id))) return;
    const session = await trx.selectFrom("web_session").select("id").where("id", "=", id).executeTakeFirst();
    if (session === undefined) return;
    await trx
      .insertInto("chat")
      .values({ chat_id: userId, language: null, calendar })
      .onConflict((conflict) => conflict.column("chat_id").doUpdateSet({ calendar }))
      .execute();
  });

const noteUse = async (trx: Transaction, { id, kind, created_at }: Row, at: number): Promise<void> => {
  const { unusedMs, mostMs } = lives[kind];
  await trx
    .updateTable("web_session")
    .set({ last_used_at: at, expires_at: Math.min(at + unusedMs, created_at + mostMs) })
    .where("id", "=", id)
    .where("last_used_at", "<=", at - notedEveryMs)
    .execute();
};

/** The sessions of the same person or key, and for an owner those of the account's keys; used last, first. */
export const listSessions = (
  { store, seal, now }: AccountsContext,
  session: Session,
): AdminResult<readonly ListedSession[]> =>
  store.read(async (db) => {
    const rows = await db
      .selectFrom("web_session")
      .selectAll()
      .where("account_id", "=", session.account.id)
      .where("expires_at", ">", now().getTime())
      .where(isShownTo(session))
      .orderBy("last_used_at", "desc")
      .orderBy("id")
      .execute();
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind === "key" ? "key" : "person",
      label: seal.open(labelContext(row.id), row.label),
      createdAt: new Date(row.created_at),
      lastUsedAt: new Date(row.last_used_at),
    }));
  });

/** Ends one of the sessions that `listSessions` shows; false: it had ended. */
export const endSession = ({ store }: AccountsContext, session: Session, id: string): AdminResult<boolean> =>
  store.transaction(async (trx) => {
    const ended = await trx
      .deleteFrom("web_session")
      .where("account_id", "=", session.account.id)
      .where("id", "=", id)
      .where(isShownTo(session))
      .executeTakeFirst();
    return ended.numDeletedRows > 0n;
  });

/** Ends all sessions that `listSessions` shows, but this one. */
export const endOtherSessions = ({ store }: AccountsContext, session: Session): AdminResult<number> =>
  store.transaction(async (trx) => {
    const ended = await trx
      .deleteFrom("web_session")
      .where("account_id", "=", session.account.id)
      .where("id", "!=", session.id)
      .where(isShownTo(session))
      .executeTakeFirst();
    return Number(ended.numDeletedRows);
  });

const holderOf = ({ who }: Session): string => (who.kind === "person" ? who.pseudonym : who.id);

/** One's own sessions, and for an owner those that the account's keys have opened. */
const isShownTo = (session: Session) => (eb: Where<"web_session">) => {
  const own = eb("web_session.holder", "=", holderOf(session));
  const { who } = session;
  return who.kind === "person" && who.role === "owner"
    ? eb.or([own, eb("web_session.kind", "=", "key")])
    : own;
};

const codeContext = (pseudonym: string): string => `sign-in ${pseudonym}`;
const userContext = (id: string): string => `session ${id}`;
const labelContext = (id: string): string => `session label ${id}`;
