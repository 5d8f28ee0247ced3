import type { Database, Tables, Work } from "../database/schema.ts";

/**
 * The SQL of accounts that their only owner has left for another one. They stay as they are, and that person alone may
 * come back to them.
 */
export const noteFormer = async (
  work: Work,
  { person, account_id }: Tables["telegram_link"],
  at: Date,
): Promise<void> => {
  await work
    .insertInto("former_account")
    .values({ person, account_id, left_at: at.getTime() })
    .onConflict((conflict) => conflict.columns(["person", "account_id"]).doNothing())
    .execute();
};

/** The accounts that wait for a person, the one that they left last first. */
export const formersOf = async (work: Database, person: string): Promise<readonly string[]> => {
  const found = await work
    .selectFrom("former_account")
    .select("account_id")
    .where("person", "=", person)
    .orderBy("left_at", "desc")
    .orderBy("account_id")
    .execute();
  return found.map(({ account_id }) => account_id);
};

/** The account that a person left last; null: none. */
export const formerOf = async (work: Database, person: string): Promise<string | null> =>
  (await formersOf(work, person))[0] ?? null;

export const isFormerOf = async (work: Database, person: string, account: string): Promise<boolean> => {
  const found = await work
    .selectFrom("former_account")
    .select("person")
    .where("person", "=", person)
    .where("account_id", "=", account)
    .executeTakeFirst();
  return found !== undefined;
};

export const forgetFormer = async (work: Work, person: string, account: string): Promise<void> => {
  await work
    .deleteFrom("former_account")
    .where("person", "=", person)
    .where("account_id", "=", account)
    .execute();
};

/** All of a person's; a suspended one still waits for them, or an erasure would end the suspension. */
export const forgetFormers = async (work: Work, person: string): Promise<void> => {
  const suspended = work.selectFrom("account").select("id").where("suspended_at", "is not", null);
  await work
    .deleteFrom("former_account")
    .where("person", "=", person)
    .where("account_id", "not in", suspended)
    .execute();
};

/** Who left an account as its only owner and may come back to it, the first ones first. */
export const formerOwnersOf = (
  work: Database,
  account: string,
): Promise<readonly Tables["former_account"][]> =>
  work
    .selectFrom("former_account")
    .selectAll()
    .where("account_id", "=", account)
    .orderBy("left_at")
    .orderBy("person")
    .execute();

/** Whether its only owner left it and may come back. */
export const isAwaited = async (work: Database, account: string): Promise<boolean> => {
  const found = await work
    .selectFrom("former_account")
    .select("person")
    .where("account_id", "=", account)
    .executeTakeFirst();
  return found !== undefined;
};
