import { digestOf, type Seal } from "../core/crypto.ts";
import { flat, ok } from "../core/result.ts";
import type { Tables } from "../database/schema.ts";
import { type Actor, noteAct, operator } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { unbindGroupsOf } from "./groups.ts";
import {
  deleteAccessOf,
  deleteFormer,
  formerOwnersOf,
  hasOwner,
  isFormerOf,
  isOwnerOf,
  type LinkRole,
  linkOf,
  lockAccount,
  type Owner,
  reachContext,
  readOwners,
  returnToFormer,
  shopNameOf,
} from "./links.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** Somebody who owns or uses an account. */
export type Member = {
  /** The operator's name for them. */
  readonly id: string;
  readonly pseudonym: string;
  readonly role: LinkRole;
  /** Their name in Telegram; empty where it is not known. */
  readonly name: string;
  /** When they joined, or left. */
  readonly since: Date;
  /** Whether they left as the only owner and may come back. */
  readonly hasLeft: boolean;
};

/** `isLastToo`: the last owner may be removed as well. */
type Leaver = {
  readonly pseudonym: string;
  readonly role: LinkRole;
  readonly by?: Actor;
  readonly isLastToo?: boolean;
};

/** Owners, then staff, each in the order in which they joined. */
export const listMembers = (context: AccountsContext, account: string): AdminResult<readonly Member[]> =>
  list(context, account, ["owner", "staff"]);

/** In the order in which they joined. */
export const listStaff = (context: AccountsContext, account: string): AdminResult<readonly Member[]> =>
  list(context, account, ["staff"]);

/** Owners who left an account as its only owner and may come back. */
export const listFormerOwners = (
  { store }: AccountsContext,
  account: string,
): AdminResult<readonly Member[]> =>
  store.read(async (db) => (await formerOwnersOf(db, account)).map(formerMember));

/**
 * Removes a member, who then uses the account they left before, or none. With `isLastToo` the operator can also remove a
 * former owner who may come back. Refused: `account_unknown`, `member_unknown`, `last_owner`, `not_owner`.
 */
export const removeMember = async (
  context: AccountsContext,
  account: string,
  { pseudonym, role, by = operator, isLastToo = false }: Leaver,
): AdminResult<Member> => {
  const { store, pseudonyms, now, seal } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<Member> => {
      // Two owners who remove each other do so one after the other.
      if (!(await lockAccount(trx, account))) return refuse("account_unknown");
      if (by.kind === "user" && !(await isOwnerOf(trx, pseudonyms.user(by.userId), account)))
        return refuse("not_owner");
      if (role === "owner" && !isLastToo && !(await hasOwner(trx, account, pseudonym)))
        return refuse("last_owner");
      const removed = await trx
        .deleteFrom("telegram_link")
        .where("pseudonym", "=", pseudonym)
        .where("account_id", "=", account)
        .where("role", "=", role)
        .returningAll()
        .executeTakeFirst();
      if (removed === undefined) {
        const mayComeBack =
          role === "owner" && by.kind === "operator" && (await isFormerOf(trx, pseudonym, account));
        if (!mayComeBack) return refuse("member_unknown");
        await deleteFormer(trx, pseudonym, account);
        await unbindGroupsOf(trx, context, { account, pseudonym, by });
        await noteAct(trx, context, { account, by, act: "owner_removed", subject: pseudonym });
        return ok(formerMember({ pseudonym, left_at: now().getTime() }));
      }
      const act = role === "owner" ? "owner_removed" : "member_removed";
      await noteAct(trx, context, { account, by, act, subject: pseudonym });
      await deleteAccessOf(trx, pseudonym, account);
      if (role === "owner") await unbindGroupsOf(trx, context, { account, pseudonym, by });
      await returnToFormer(trx, removed, now());
      return ok(rowToMember(removed, seal));
    }),
  );
};

/** Removes one of the staff, for the operator. False: no member of the staff has this pseudonym. */
export const removeStaff = async (
  context: AccountsContext,
  account: string,
  pseudonym: string,
): AdminResult<boolean> => {
  const removed = await removeMember(context, account, { pseudonym, role: "staff" });
  if (removed.ok) return ok(true);
  return removed.error.code === "member_unknown" ? ok(false) : removed;
};

const list = async (
  { store, seal }: AccountsContext,
  account: string,
  roles: readonly LinkRole[],
): AdminResult<readonly Member[]> => {
  const listed = await store.read((db) =>
    db
      .selectFrom("telegram_link")
      .selectAll()
      .where("account_id", "=", account)
      .where("role", "in", roles)
      .orderBy("role")
      .orderBy("linked_at")
      .orderBy("pseudonym")
      .execute(),
  );
  return listed.ok ? ok(listed.value.map((row) => rowToMember(row, seal))) : listed;
};

const rowToMember = ({ pseudonym, role, name, linked_at }: Tables["telegram_link"], seal: Seal): Member => ({
  id: memberIdOf(pseudonym),
  pseudonym,
  role,
  name: name === "" ? "" : seal.open(pseudonym, name),
  since: new Date(linked_at),
  hasLeft: false,
});

const formerMember = ({
  pseudonym,
  left_at,
}: Pick<Tables["former_account"], "pseudonym" | "left_at">): Member => ({
  id: memberIdOf(pseudonym),
  pseudonym,
  role: "owner",
  name: "",
  since: new Date(left_at),
  hasLeft: true,
});

const memberIdOf = (pseudonym: string): string => `usr_${digestOf(pseudonym, "hex").slice(0, 16)}`;

/**
 * Keeps the name of a user with an account, and an owner's private chat. False: the user has no account. Nothing is kept
 * while the account is suspended: who was erased then has a link without a name.
 */
export const meet = async (
  { pseudonyms, store, seal }: AccountsContext,
  userId: number,
  name: string,
): AdminResult<boolean> => {
  const pseudonym = pseudonyms.user(userId);
  const linked = await store.read((db) => linkOf(db, pseudonym));
  if (!linked.ok) return linked;
  if (linked.value === null) return ok(false);
  const { role, name: sealed, reach } = linked.value;
  const isReached = role !== "owner" || reach !== "";
  if (isReached && sealed !== "" && seal.open(pseudonym, sealed) === name) return ok(true);
  const met = await store.transaction((trx) =>
    trx
      .updateTable("telegram_link")
      .set({
        name: seal.close(pseudonym, name),
        reach: role === "owner" ? seal.close(reachContext(pseudonym), String(userId)) : "",
      })
      .where("pseudonym", "=", pseudonym)
      .where("role", "=", role)
      .where("account_id", "in", (eb) =>
        eb.selectFrom("account").select("account.id").where("account.suspended_at", "is", null),
      )
      .execute(),
  );
  return met.ok ? ok(true) : met;
};

/** In the order in which they joined. */
export const ownersOf = ({ store, seal }: AccountsContext, account: string): AdminResult<readonly Owner[]> =>
  store.read((db) => readOwners(db, seal, account));

/** What an account is called; `""` where that is not known. */
export const shopOf = ({ store, seal }: AccountsContext, account: string): AdminResult<string> =>
  store.read((db) => shopNameOf(db, seal, account));
