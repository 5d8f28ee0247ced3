import { sql } from "kysely";
import type { Store } from "../../../src/database/store.ts";
import { mistakesInBooks, readBooks } from "../../invariants/books.ts";
import type { Shop } from "../shop.ts";
import type { World } from "./world.ts";

const lookEveryMs = 15_000;
const settleMsMax = 60 * 60_000;

/** Looks at the books while the processes write them. `observer` is a connection of no process. */
type Watch = {
  readonly world: Pick<World, "time" | "database">;
  readonly observer: Store;
  readonly shop: Shop;
  readonly wrong: Set<string>;
};

/** Looks again and again, and once more when it is ended. */
export const startWatch = (watch: Watch): { readonly end: () => Promise<void> } => {
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      await watch.world.time.sleep(lookEveryMs);
      await look(watch);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await looking;
      await look(watch);
    },
  };
};

const look = async ({ world: { database }, observer, shop, wrong }: Watch): Promise<void> => {
  if (database.isAway || database.locks.size > 0) return;
  const books = await readBooks(observer).catch(() => null);
  if (books !== null) for (const mistake of mistakesInBooks(books, shop)) wrong.add(mistake);
};

/** Waits until nothing is left to do. Returns what is left after an hour, or nothing. */
export const settle = async ({ world: { time }, observer }: Watch): Promise<string> => {
  const until = time.monotonicMs() + settleMsMax;
  while ((await leftOver(observer)) !== "" && time.monotonicMs() < until) await time.sleep(2_000);
  return leftOver(observer);
};

/** What still waits; empty when all is settled. */
const leftOver = async ({ db }: Store): Promise<string> => {
  const { rows } = await sql<{ messages: number; holds: number; retries: number }>`
    select (select count(*) from inbox where state = 'waiting') as messages,
      (select count(*) from reservation where state = 'pending') as holds,
      (select count(*) from retry) as retries`.execute(db);
  const { messages = 0, holds = 0, retries = 0 } = rows[0] ?? {};
  return messages + holds + retries === 0
    ? ""
    : `${messages} messages, ${holds} reservations and ${retries} retries`;
};
