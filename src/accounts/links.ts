import { expressionBuilder } from "kysely";
import type { Seal } from "../core/crypto.ts";
import { overtaken } from "../database/away.ts";
import type { Database, Tables, Transaction } from "../database/schema.ts";

/** Who belongs to which account. Telegram users appear by their pseudonyms. */
export type LinkRole = Tables["telegram_link"]["role"];

export const linkOf = async (trx: Database, pseudonym: string): Promise<Tables["telegram_link"] | null> =>
  (await readLink(trx, { pseudonym })) ?? null;

const readLink = (trx: Database, { pseudonym }: { readonly pseudonym: string }) =>
  trx.selectFrom("telegram_link").selectAll().where("pseudonym", "=", pseudonym).executeTakeFirst();

/** False: the user has a link already. */
export const link = async (
  trx: Transaction,
  pseudonym: string,
  { account, role, name = "", reach = "", at }: NewLink,
): Promise<boolean> => {
  // Who comes back is no longer erased.
  await trx.deleteFrom("erased_person").where("pseudonym", "=", pseudonym).execute();
  const linked = await trx
    .insertInto("telegram_link")
    .values({ pseudonym, account_id: account, role, name, reach, linked_at: at.getTime() })
    .onConflict((conflict) => conflict.column("pseudonym").doNothing())
    .returning("pseudonym")
    .executeTakeFirst();
  return linked !== undefined;
};

type NewLink = {
  readonly account: string;
  readonly role: LinkRole;
  /** Sealed; empty where it is not known. */
  readonly name?: string;
  /** The private chat, sealed under `reachContext`; empty where it is not known. */
  readonly reach?: string;
  readonly at: Date;
};

/** Serialises the moves of one person who is linked, so that each leaves the account that the one before has come to. */
export const lockLink = async (trx: Transaction, pseudonym: string): Promise<void> => {
  await trx
    .updateTable("telegram_link")
    .set((eb) => ({ role: eb.ref("role") }))
    .where("pseudonym", "=", pseudonym)
    .execute();
};

/** Serialises changes of one account; false: there is no such account. Writing what stands there already takes the row's lock. */
export const lockAccount = async (trx: Transaction, id: string): Promise<boolean> => {
  const locked = await trx
    .updateTable("account")
    .set({ erased_at: null })
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return locked !== undefined;
};

export const unlink = async (trx: Transaction, pseudonym: string): Promise<void> => {
  await trx.deleteFrom("telegram_link").where("pseudonym", "=", pseudonym).execute();
};

/**
 * Unlinks a user and ends their codes and sessions; the only owner may come back. The account is locked, so that one of
 * two owners who leave at once is the last. Begins the transaction again where another has moved the user since the
 * link was read.
 */
export const leave = async (trx: Transaction, linked: Tables["telegram_link"], at: Date): Promise<void> => {
  await lockAccount(trx, linked.account_id);
  const unlinked = await trx
    .deleteFrom("telegram_link")
    .where("pseudonym", "=", linked.pseudonym)
    .where("account_id", "=", linked.account_id)
    .where("role", "=", linked.role)
    .returning("pseudonym")
    .executeTakeFirst();
  if (unlinked === undefined) throw overtaken();
  await deleteAccessOf(trx, linked.pseudonym, linked.account_id);
  if (linked.role === "owner" && !(await hasOwner(trx, linked.account_id))) await noteFormer(trx, linked, at);
};

/** Links a user without an account. Begins the transaction again where another has linked them since that was read. */
export const linkUnlinked = async (trx: Transaction, pseudonym: string, to: NewLink): Promise<void> => {
  if (!(await link(trx, pseudonym, to))) throw overtaken();
};

/** Links a user without an account to the one that they left last, if there is one. */
export const returnToFormer = async (
  trx: Transaction,
  { pseudonym, name, reach }: Pick<Tables["telegram_link"], "pseudonym" | "name" | "reach">,
  at: Date,
): Promise<void> => {
  const former = await formerAccountOf(trx, pseudonym);
  if (former === null) return;
  await deleteFormer(trx, pseudonym, former);
  await linkUnlinked(trx, pseudonym, { account: former, role: "owner", name, reach, at });
  await nameMaker(trx, former, pseudonym);
};

/**
 * Ends links to an erased account, or those of its staff alone. Its users come back to the account that they left last, if
 * there is one.
 */
export const endLinks = async (
  trx: Transaction,
  account: string,
  at: Date,
  { ofStaffOnly = false }: { readonly ofStaffOnly?: boolean } = {},
): Promise<void> => {
  const ended = await trx
    .deleteFrom("telegram_link")
    .where("account_id", "=", account)
    // A nameless one is of an owner who was erased.
    .$if(ofStaffOnly, (query) => query.where("role", "=", "staff").where("name", "!=", ""))
    .returningAll()
    .execute();
  if (!ofStaffOnly) await trx.deleteFrom("former_account").where("account_id", "=", account).execute();
  for (const link of ended) await returnToFormer(trx, link, at);
};

/** Stands in `made_by` where the maker was erased and nobody else is left. No pseudonym is so short. */
export const nobody = "nobody";

/** Who follows an account's maker: its first owner besides them, else the first who may come back, else `nobody`. */
export const makersSuccessor = () => {
  const eb = expressionBuilder<Tables, "account">();
  return eb.fn.coalesce(
    eb
      .selectFrom("telegram_link as owner")
      .select("owner.pseudonym")
      .whereRef("owner.account_id", "=", "account.id")
      .where("owner.role", "=", "owner")
      .whereRef("owner.pseudonym", "!=", "account.made_by")
      .orderBy("owner.linked_at")
      .orderBy("owner.pseudonym")
      .limit(1),
    eb
      .selectFrom("former_account as former")
      .select("former.pseudonym")
      .whereRef("former.account_id", "=", "account.id")
      .whereRef("former.pseudonym", "!=", "account.made_by")
      .orderBy("former.left_at")
      .orderBy("former.pseudonym")
      .limit(1),
    eb.val(nobody),
  );
};

/**
 * Whose misses and top-ups an account's are: its maker's while they belong to it or may come back, else their
 * successor's.
 */
export const responsiblePerson = () => {
  const eb = expressionBuilder<Tables, "account">();
  const isLinked = eb
    .selectFrom("telegram_link as maker")
    .select("maker.pseudonym")
    .whereRef("maker.account_id", "=", "account.id")
    .whereRef("maker.pseudonym", "=", "account.made_by");
  const isAwaitedBack = eb
    .selectFrom("former_account as left")
    .select("left.pseudonym")
    .whereRef("left.account_id", "=", "account.id")
    .whereRef("left.pseudonym", "=", "account.made_by");
  return eb
    .case()
    .when(eb.or([eb.exists(isLinked), eb.exists(isAwaitedBack)]))
    .then(eb.ref("account.made_by"))
    .else(makersSuccessor())
    .end();
};

/** The free checks of an account without a maker count on the day of an owner who comes to it. */
export const nameMaker = async (trx: Transaction, account: string, pseudonym: string): Promise<void> => {
  // The maker may be erased at this moment.
  await lockAccount(trx, account);
  await trx
    .updateTable("account")
    .set({ made_by: pseudonym })
    .where("id", "=", account)
    .where("made_by", "in", ["", nobody])
    .execute();
};

/** Deletes the codes, the owner requests and the sessions of a user who has left the account. */
export const deleteAccessOf = async (trx: Transaction, pseudonym: string, account: string): Promise<void> => {
  await trx
    .deleteFrom("link_code")
    .where("account_id", "=", account)
    .where("maker", "=", pseudonym)
    .execute();
  await trx
    .deleteFrom("owner_request")
    .where("account_id", "=", account)
    .where("pseudonym", "=", pseudonym)
    .execute();
  await trx
    .deleteFrom("web_session")
    .where("account_id", "=", account)
    .where("holder", "=", pseudonym)
    .execute();
  await trx.deleteFrom("sign_in_code").where("pseudonym", "=", pseudonym).execute();
};

export const isOwnerOf = async (trx: Database, pseudonym: string, account: string): Promise<boolean> => {
  const linked = await linkOf(trx, pseudonym);
  return linked?.account_id === account && linked.role === "owner";
};

export const isSuspended = async (trx: Transaction, account: string): Promise<boolean> => {
  const found = await trx
    .selectFrom("account")
    .select("suspended_at")
    .where("id", "=", account)
    .executeTakeFirst();
  return found !== undefined && found.suspended_at !== null;
};

/**
 * Whether a user's link may not end, since a suspension of their account would end with it: an owner's, and the nameless
 * one of an owner who was erased. Staff may go.
 */
export const isBarred = async (
  trx: Transaction,
  { account_id, role, name }: Pick<Tables["telegram_link"], "account_id" | "role" | "name">,
): Promise<boolean> => (role === "owner" || name === "") && isSuspended(trx, account_id);

/** @param beside a user who does not count */
export const hasOwner = async (trx: Transaction, account: string, beside = ""): Promise<boolean> => {
  const owner = await trx
    .selectFrom("telegram_link")
    .select("pseudonym")
    .where("account_id", "=", account)
    .where("role", "=", "owner")
    .where("pseudonym", "!=", beside)
    .executeTakeFirst();
  return owner !== undefined;
};

/** Notes that the only owner has left an account. The account stays as it is, and they alone may come back. */
const noteFormer = async (
  trx: Transaction,
  { pseudonym, account_id }: Tables["telegram_link"],
  at: Date,
): Promise<void> => {
  await trx
    .insertInto("former_account")
    .values({ pseudonym, account_id, left_at: at.getTime() })
    .onConflict((conflict) => conflict.columns(["pseudonym", "account_id"]).doNothing())
    .execute();
};

/** The accounts that a user may come back to, the last one first. */
export const formerAccountsOf = async (trx: Database, pseudonym: string): Promise<readonly string[]> => {
  const found = await trx
    .selectFrom("former_account")
    .select("account_id")
    .where("pseudonym", "=", pseudonym)
    .orderBy("left_at", "desc")
    .orderBy("account_id")
    .execute();
  return found.map(({ account_id }) => account_id);
};

/** The account that a user left last; null: none. */
export const formerAccountOf = async (trx: Database, pseudonym: string): Promise<string | null> =>
  (await formerAccountsOf(trx, pseudonym))[0] ?? null;

export const isFormerOf = async (trx: Database, pseudonym: string, account: string): Promise<boolean> => {
  const found = await trx
    .selectFrom("former_account")
    .select("pseudonym")
    .where("pseudonym", "=", pseudonym)
    .where("account_id", "=", account)
    .executeTakeFirst();
  return found !== undefined;
};

export const deleteFormer = async (trx: Transaction, pseudonym: string, account: string): Promise<void> => {
  await trx
    .deleteFrom("former_account")
    .where("pseudonym", "=", pseudonym)
    .where("account_id", "=", account)
    .execute();
};

/** Deletes a user's former accounts except suspended ones, so that an erasure does not end a suspension. */
export const deleteFormers = async (trx: Transaction, pseudonym: string): Promise<void> => {
  await trx
    .deleteFrom("former_account")
    .where("pseudonym", "=", pseudonym)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("account")
            .select("account.id")
            .whereRef("account.id", "=", "former_account.account_id")
            .where("account.suspended_at", "is not", null),
        ),
      ),
    )
    .execute();
};

/** Users who left an account as its only owner and may come back, oldest first. */
export const formerOwnersOf = (
  trx: Database,
  account: string,
): Promise<readonly Tables["former_account"][]> =>
  trx
    .selectFrom("former_account")
    .selectAll()
    .where("account_id", "=", account)
    .orderBy("left_at")
    .orderBy("pseudonym")
    .execute();

/** Whether a former owner may come back. */
export const isAwaited = async (trx: Database, account: string): Promise<boolean> => {
  const found = await trx
    .selectFrom("former_account")
    .select("pseudonym")
    .where("account_id", "=", account)
    .executeTakeFirst();
  return found !== undefined;
};

/** An owner of an account. */
export type Owner = {
  readonly pseudonym: string;
  /** Empty where it is not known. */
  readonly name: string;
  /** Telegram's number of their private chat; null where it is not known. */
  readonly chatId: number | null;
};

export const readOwners = async (trx: Database, seal: Seal, account: string): Promise<readonly Owner[]> => {
  const found = await trx
    .selectFrom("telegram_link")
    .selectAll()
    .where("account_id", "=", account)
    .where("role", "=", "owner")
    .orderBy("linked_at")
    .orderBy("pseudonym")
    .execute();
  return found.map(({ pseudonym, name, reach }) => ({
    pseudonym,
    name: name === "" ? "" : seal.open(pseudonym, name),
    chatId: reach === "" ? null : Number(seal.open(reachContext(pseudonym), reach)),
  }));
};

/** An account's name: the operator's name for it, else its first owner's; empty where none is known. */
export const shopNameOf = async (trx: Database, seal: Seal, account: string): Promise<string> => {
  const found = await trx.selectFrom("account").select("name").where("id", "=", account).executeTakeFirst();
  if (found !== undefined && found.name !== "") return found.name;
  const owners = await readOwners(trx, seal, account);
  return owners.find(({ name }) => name !== "")?.name ?? "";
};

/** The name under which an owner's private chat is sealed. */
export const reachContext = (pseudonym: string): string => `reach ${pseudonym}`;
