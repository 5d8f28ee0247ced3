import { createHash } from "node:crypto";
import type { Seal } from "../core/crypto.ts";
import { flat, ok } from "../core/result.ts";
import type { Tables } from "../database/schema.ts";

import { type Actor, noteAct, operator } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { forgetFormer, formerOwnersOf, isFormerOf } from "./former.ts";
import { unbindGroupsOf } from "./groups.ts";
import { forgetCodesOf, hasOwner, isOwnerOf, type LinkRole, lockAccount, returnToFormer } from "./links.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** Somebody who owns or uses an account. */
export type Member = {
  /** By which the operator names them. */
  readonly id: string;
  /** An HMAC. */
  readonly person: string;
  readonly role: LinkRole;
  /** What they were called when they came; empty where it is not known. */
  readonly name: string;
  /** When they came, or left. */
  readonly since: Date;
  /** Whether they left the account as its only owner: it waits for them. */
  readonly hasLeft: boolean;
};

/** Who is removed. `isLastToo` removes the last owner as well. */
type Leaver = {
  readonly person: string;
  readonly role: LinkRole;
  readonly by?: Actor;
  readonly isLastToo?: boolean;
};

export type Members = {
  /** Owners, then staff, the first ones first. */
  readonly listMembers: (account: string) => AdminResult<readonly Member[]>;
  /** The account's staff, the first ones first. */
  readonly listStaff: (account: string) => AdminResult<readonly Member[]>;
  /** Who left the account as its only owner and may come back. */
  readonly listFormerOwners: (account: string) => AdminResult<readonly Member[]>;
  /**
   * The member uses their own account again where they left one. Otherwise they are anonymous, with what is left of
   * their own day. The operator can also remove whom the account waits for, with `isLastToo`.
   * Refused: `member_unknown`; `last_owner`; `not_owner` when whoever asks in the chat owns the account no more.
   */
  readonly removeMember: (account: string, leaver: Leaver) => AdminResult<Member>;
  /** The same of one of the staff, by the operator. False when they are none of it. */
  readonly removeStaff: (account: string, person: string) => AdminResult<boolean>;
};

export const createMembers = (context: AccountsContext): Members => {
  const { store, seal, names, now } = context;

  const list = async (account: string, roles: readonly LinkRole[]): AdminResult<readonly Member[]> => {
    const listed = await store.read((db) =>
      db
        .selectFrom("telegram_link")
        .selectAll()
        .where("account_id", "=", account)
        .where("role", "in", roles)
        .orderBy("role")
        .orderBy("linked_at")
        .orderBy("person")
        .execute(),
    );
    return listed.ok ? ok(listed.value.map((row) => rowToMember(row, seal))) : listed;
  };

  const remove = (account: string, { person, role, by = operator, isLastToo = false }: Leaver) =>
    store.transaction(async (work): AdminResult<Member> => {
      // Two owners who remove each other do so one after the other.
      if (!(await lockAccount(work, account))) return refuse("account_unknown");
      if (by.kind === "user" && !(await isOwnerOf(work, names.personOf(by.userId), account)))
        return refuse("not_owner");
      if (role === "owner" && !isLastToo && !(await hasOwner(work, account, person)))
        return refuse("last_owner");
      const removed = await work
        .deleteFrom("telegram_link")
        .where("person", "=", person)
        .where("account_id", "=", account)
        .where("role", "=", role)
        .returningAll()
        .executeTakeFirst();
      if (removed === undefined) {
        const isAwaited =
          role === "owner" && by.kind === "operator" && (await isFormerOf(work, person, account));
        if (!isAwaited) return refuse("member_unknown");
        await forgetFormer(work, person, account);
        await unbindGroupsOf(work, context, { account, person, by });
        await noteAct(work, context, { account, by, act: "owner_removed", subject: person });
        return ok(formerMember({ person, left_at: now().getTime() }));
      }
      const act = role === "owner" ? "owner_removed" : "member_removed";
      await noteAct(work, context, { account, by, act, subject: person });
      await forgetCodesOf(work, person, account);
      if (role === "owner") await unbindGroupsOf(work, context, { account, person, by });
      await returnToFormer(work, removed, now());
      return ok(rowToMember(removed, seal));
    });

  return {
    listMembers: (account) => list(account, ["owner", "staff"]),
    listStaff: (account) => list(account, ["staff"]),
    listFormerOwners: (account) =>
      store.read(async (db) => (await formerOwnersOf(db, account)).map(formerMember)),
    removeMember: async (account, leaver) => flat(await remove(account, leaver)),
    removeStaff: async (account, person) => {
      const removed = flat(await remove(account, { person, role: "staff" }));
      if (removed.ok) return ok(true);
      return removed.error.code === "member_unknown" ? ok(false) : removed;
    },
  };
};

const rowToMember = ({ person, role, name, linked_at }: Tables["telegram_link"], seal: Seal): Member => ({
  id: memberIdOf(person),
  person,
  role,
  name: name === "" ? "" : seal.open(person, name),
  since: new Date(linked_at),
  hasLeft: false,
});

const formerMember = ({ person, left_at }: Pick<Tables["former_account"], "person" | "left_at">): Member => ({
  id: memberIdOf(person),
  person,
  role: "owner",
  name: "",
  since: new Date(left_at),
  hasLeft: true,
});

const memberIdOf = (person: string): string =>
  `usr_${createHash("sha256").update(person).digest("hex").slice(0, 16)}`;
