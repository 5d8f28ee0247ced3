import { randomInt } from "node:crypto";
import type { Store } from "../../src/database/store.ts";
import { mistakesInBooks, readBooks } from "../invariants/books.ts";
import type { CrashReport, Deed, Orders } from "./orders.ts";

type Account = Orders["accounts"][number];

export type Books = {
  /** Whether what the dead had said is in the books, and nothing more than may be. */
  readonly check: (deeds: readonly Deed[], when: string) => Promise<void>;
  /** Before a new process works: nothing may still be held for a dead one. */
  readonly checkStale: (when: string) => Promise<void>;
  /** Requests under an Idempotency-Key to be sent again: all that got no answer, and some that did. */
  readonly requestsToRepeat: (accounts: readonly Account[]) => { account: Account; request: string }[];
  readonly report: () => Omit<CrashReport, "kills">;
};

/** Keeps what victims said, and compares it with what the database holds. */
export const createBooks = (store: Store): Books => {
  const wrong: string[] = [];
  const replies = new Map<string, string>();
  const unanswered = new Map<string, string>();
  const answered: { request: string; account: string }[] = [];
  const chargedBy = new Map<string, string>();
  let [charged, replayed, stale] = [0, 0, 0];

  const check: Books["check"] = async (deeds, when) => {
    const requestOf = new Map(
      deeds.flatMap((deed) => (deed.did === "held" ? [[deed.reservation, deed.request]] : [])),
    );
    const rows = await reservationsOf(store, [...requestOf.keys()]);
    for (const [reservation, request] of requestOf) {
      const { state, kind, entries = 0 } = rows.get(reservation) ?? {};
      const isCharged = state === "committed";
      if (kind === "balance" && entries !== (isCharged ? 1 : 0))
        wrong.push(`${when}: a ${state} reservation has ${entries} charges`);
      if (state === "pending") stale += 1;
      if (!isCharged) continue;
      if (chargedBy.has(request)) wrong.push(`${when}: a request was charged twice`);
      chargedBy.set(request, reservation);
    }
    for (const deed of deeds)
      note(deed, rows.get("reservation" in deed ? deed.reservation : "")?.state, when);
    const sources = deeds.flatMap((deed) => (deed.did === "paid" ? [deed.source] : []));
    const paid = await entriesOf(store, sources);
    if (paid !== sources.length) wrong.push(`${when}: ${sources.length} payments have ${paid} entries`);
    wrong.push(...mistakesInBooks(await readBooks(store)).map((what) => `${when}: ${what}`));
  };

  const note = (deed: Deed, state: string | undefined, when: string): void => {
    if (deed.did === "asked") unanswered.set(deed.request, deed.account);
    if (deed.did === "voided" && state !== "void") wrong.push(`${when}: a void reservation is ${state}`);
    if (deed.did === "charged") {
      charged += 1;
      if (state !== "committed") wrong.push(`${when}: an acknowledged charge is ${state ?? "lost"}`);
      if (deed.reply !== null) answer(deed.request, deed.reply, when);
    }
    if (deed.did === "replayed") {
      replayed += 1;
      if (!chargedBy.has(deed.request)) wrong.push(`${when}: a reply was replayed that nobody paid for`);
      answer(deed.request, deed.reply, when);
    }
  };

  const answer = (request: string, reply: string, when: string): void => {
    const first = replies.get(request);
    if (first !== undefined && first !== reply) wrong.push(`${when}: a replay is another reply`);
    replies.set(request, reply);
    const account = unanswered.get(request);
    unanswered.delete(request);
    if (account !== undefined) answered.push({ request, account });
  };

  return {
    check,
    checkStale: async (when) => {
      const { pending } = await store.db
        .selectFrom("reservation")
        .select(({ fn }) => fn.countAll<number>().as("pending"))
        .where("state", "=", "pending")
        .executeTakeFirstOrThrow();
      if (pending > 0) wrong.push(`${when}: ${pending} reservations of the dead are still held`);
    },
    requestsToRepeat: (accounts) => {
      const again = Array.from(
        { length: answered.length > 0 ? 3 : 0 },
        () => answered[randomInt(answered.length)],
      );
      const all = [...[...unanswered].map(([request, account]) => ({ request, account })), ...again];
      return all.flatMap((one) => {
        const account = accounts.find(({ id }) => id === one?.account);
        return one && account ? [{ account, request: one.request }] : [];
      });
    },
    report: () => ({ charged, replayed, stale, wrong }),
  };
};

type Row = { readonly state: string; readonly kind: string; readonly entries: number };

const reservationsOf = async (store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> => {
  const rows = new Map<string, Row>();
  for (let at = 0; at < ids.length; at += 500) {
    const found = await store.db
      .selectFrom("reservation")
      .leftJoin("ledger_entry", "ledger_entry.reservation_id", "reservation.id")
      .select(({ fn }) => ["id", "state", "reservation.kind", fn.count<number>("seq").as("entries")])
      .where("id", "in", ids.slice(at, at + 500))
      .groupBy(["id", "state", "reservation.kind"])
      .execute();
    for (const row of found) rows.set(row.id, row);
  }
  return rows;
};

const entriesOf = async (store: Store, sources: readonly string[]): Promise<number> => {
  if (sources.length === 0) return 0;
  const { count } = await store.db
    .selectFrom("ledger_entry")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("source", "in", sources)
    .executeTakeFirstOrThrow();
  return count;
};
