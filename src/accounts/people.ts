import type { Seal } from "../core/crypto.ts";
import { ok } from "../core/result.ts";
import type { Database } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import { linkOf } from "./links.ts";
import type { AdminResult } from "./refusal.ts";

/** An owner of an account. */
export type Owner = {
  /** An HMAC. */
  readonly person: string;
  /** `""` where it is not known. */
  readonly name: string;
  /** Telegram's number of their private chat; null where it is not known. */
  readonly chatId: number | null;
};

export type People = {
  /** Keeps what a user with an account is called, and where an owner is reached. False: the user has no account. */
  readonly meet: (userId: number, name: string) => AdminResult<boolean>;
  /** The account's owners, the first ones first. */
  readonly ownersOf: (account: string) => AdminResult<readonly Owner[]>;
  /** What an account is called; `""` where that is not known. */
  readonly shopOf: (account: string) => AdminResult<string>;
};

export const createPeople = ({ store, names, seal }: AccountsContext): People => {
  return {
    meet: async (userId, name) => {
      const person = names.personOf(userId);
      const linked = await store.read((db) => linkOf(db, person));
      if (!linked.ok) return linked;
      if (linked.value === null) return ok(false);
      const { role, name: sealed, reach } = linked.value;
      const isReached = role !== "owner" || reach !== "";
      if (isReached && sealed !== "" && seal.open(person, sealed) === name) return ok(true);
      const met = await store.transaction((work) =>
        work
          .updateTable("telegram_link")
          .set({
            name: seal.close(person, name),
            reach: role === "owner" ? seal.close(reachOf(person), String(userId)) : "",
          })
          .where("person", "=", person)
          .where("role", "=", role)
          .execute(),
      );
      return met.ok ? ok(true) : met;
    },

    ownersOf: (account) => store.read((db) => ownersOf(db, seal, account)),

    shopOf: (account) => store.read((db) => shopNameOf(db, seal, account)),
  };
};

export const ownersOf = async (work: Database, seal: Seal, account: string): Promise<readonly Owner[]> => {
  const found = await work
    .selectFrom("telegram_link")
    .selectAll()
    .where("account_id", "=", account)
    .where("role", "=", "owner")
    .orderBy("linked_at")
    .orderBy("person")
    .execute();
  return found.map(({ person, name, reach }) => ({
    person,
    name: name === "" ? "" : seal.open(person, name),
    chatId: reach === "" ? null : Number(seal.open(reachOf(person), reach)),
  }));
};

/** What an account is called: the operator's name for it, else its first owner's; `""` where none is known. */
export const shopNameOf = async (work: Database, seal: Seal, account: string): Promise<string> => {
  const found = await work.selectFrom("account").select("name").where("id", "=", account).executeTakeFirst();
  if (found !== undefined && found.name !== "") return found.name;
  const owners = await ownersOf(work, seal, account);
  return owners.find(({ name }) => name !== "")?.name ?? "";
};

/** Under which an owner's private chat is sealed. */
export const reachOf = (person: string): string => `reach ${person}`;
