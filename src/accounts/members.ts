import { ok } from "../result.ts";
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
   * They are anonymous again, with what is left of their own day: the account's count of it stays the account's. False
   * when they are none of the account's staff.
   */
  readonly removeStaff: (account: string, person: string) => AtDesk<boolean>;
};

export const createMembers = ({ store, seal }: Room): Members => ({
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
      return removed !== undefined;
    }),
});
