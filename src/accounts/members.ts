import { ok } from "../result.ts";
import { forgetFormer, formerOf } from "./former.ts";
import { link } from "./links.ts";
import type { AtDesk } from "./refusal.ts";
import type { Room } from "./room.ts";

/** Somebody who uses an account without owning it. */
export type Member = {
  /** An HMAC. */
  readonly person: string;
  /** What they were called when they came; empty where it is not known. */
  readonly name: string;
  readonly since: Date;
};

export type Members = {
  /** The account's staff, the first ones first. */
  readonly listStaff: (account: string) => AtDesk<readonly Member[]>;
  /**
   * They use their own account again where they left one, else they are anonymous, with what is left of their own day.
   * False when they are none of the account's staff.
   */
  readonly removeStaff: (account: string, person: string) => AtDesk<boolean>;
};

export const createMembers = ({ store, seal, now }: Room): Members => ({
  listStaff: async (account) => {
    const listed = await store.transaction((work) =>
      work
        .selectFrom("telegram_link")
        .selectAll()
        .where("account_id", "=", account)
        .where("role", "=", "staff")
        .orderBy("linked_at")
        .execute(),
    );
    if (!listed.ok) return listed;
    return ok(
      listed.value.map(({ person, name, linked_at }) => ({
        person,
        name: name === "" ? "" : seal.open(person, name),
        since: new Date(linked_at),
      })),
    );
  },

  removeStaff: (account, person) =>
    store.transaction(async (work) => {
      const removed = await work
        .deleteFrom("telegram_link")
        .where("person", "=", person)
        .where("account_id", "=", account)
        .where("role", "=", "staff")
        .returning("person")
        .executeTakeFirst();
      const former = removed && (await formerOf(work, person));
      if (former) {
        await forgetFormer(work, person, former);
        await link(work, person, { account: former, role: "owner", at: now() });
      }
      return removed !== undefined;
    }),
});
