import fc from "fast-check";
import { expect, test } from "vitest";
import type { Reservation } from "../../src/accounts/accounts.ts";
import { askFor, type Books, codeOf, granted, openBooks, verified } from "../support/books.ts";
import { runs } from "../support/properties.ts";
import { databaseKinds } from "../support/temporary-store.ts";

type Step =
  | { readonly does: "reserve"; readonly who: number }
  | { readonly does: "commit" | "void"; readonly pick: number }
  | { readonly does: "top up"; readonly who: number; readonly santim: number }
  | { readonly does: "wait"; readonly ms: number }
  | { readonly does: "retention" | "restart" };

const who = fc.nat(1);
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ does: fc.constant("reserve" as const), who }) },
  {
    weight: 7,
    arbitrary: fc.record({ does: fc.constantFrom("commit" as const, "void" as const), pick: fc.nat(30) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("top up" as const),
      who,
      santim: fc.integer({ min: 1, max: 1_700 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("wait" as const), ms: fc.nat(9_000) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("retention" as const, "restart" as const) }) },
);

type Hold = { who: number; state: "pending" | "committed" | "void"; expiresAt: number; process: number };

const price = 500;
/** Longer than a lease, so that both ends of a reservation are met. */
const deadlineMs = 30_000;
const leaseMs = 25_000;

/** The rules in plain words of memory. A process that was restarted has left its lease to run out. */
const createModel = (at: () => number) => {
  const posted = [0, 0];
  const holds: Hold[] = [];
  let process = 0;
  const leases = [at() + leaseMs];
  const free = (of: number) =>
    (posted[of] ?? 0) - price * holds.filter((one) => one.who === of && one.state === "pending").length;
  const applyRetention = (of?: number) => {
    for (const one of holds)
      if (one.state === "pending" && (of === undefined || one.who === of))
        if (one.expiresAt <= at() || (leases[one.process] ?? 0) <= at()) one.state = "void";
  };
  return {
    free,
    posted,
    applyRetention,
    reserve: (of: number): boolean => {
      if (free(of) < price) applyRetention(of);
      if (free(of) < price) return false;
      holds.push({ who: of, state: "pending", expiresAt: at() + deadlineMs + 10_000, process });
      return true;
    },
    settle: (index: number, state: "committed" | "void") => {
      const one = holds[index];
      if (one?.state === "pending") {
        one.state = state;
        if (state === "committed") posted[one.who] = (posted[one.who] ?? 0) - price;
      }
      return one?.state;
    },
    /** What the gone process holds stays behind until its lease runs out. */
    restart: () => {
      process = leases.push(at() + leaseMs) - 1;
    },
    renew: () => {
      leases[process] = at() + leaseMs;
    },
  };
};

/** What the tables say must always be so. */
const expectSound = async ({ store }: Books) => {
  const entries = await store.db.selectFrom("ledger_entry").selectAll().orderBy("seq").execute();
  const held = await store.db
    .selectFrom("reservation")
    .select(["account_id", "santim"])
    .where("state", "=", "pending")
    .execute();
  for (const balance of await store.db.selectFrom("balance").selectAll().execute()) {
    const mine = entries.filter((entry) => entry.account_id === balance.account_id);
    let sum = 0;
    const sums = mine.map((entry) => {
      sum += entry.amount_santim;
      return sum;
    });
    expect(mine.map((entry) => entry.balance_santim)).toEqual(sums);
    expect(mine.map((entry) => entry.seq)).toEqual(mine.map((_, n) => n + 1));
    expect(balance).toMatchObject({ posted_santim: sum, entries: mine.length });
    const pending = held.filter((one) => one.account_id === balance.account_id);
    expect(balance.pending_santim).toBe(pending.reduce((sum, one) => sum + one.santim, 0));
    expect(balance.posted_santim - balance.pending_santim).toBeGreaterThanOrEqual(0);
  }
};

const play = async (books: Books, sequence: readonly Step[]): Promise<void> => {
  const model = createModel(() => books.now().getTime());
  const owners = [await books.openAccount(0), await books.openAccount(0)];
  const reservations: Reservation[] = [];
  let running = await books.openBeside();
  granted(await running.renew());
  let questions = 0;
  for (const step of sequence) {
    if (step.does === "wait") {
      books.pass(step.ms);
      granted(await running.renew());
      model.renew();
    }
    if (step.does === "retention") {
      granted(await running.applyRetention());
      model.applyRetention();
    }
    if (step.does === "restart") {
      running = await books.openBeside();
      granted(await running.renew());
      model.restart();
    }
    if (step.does === "top up") {
      granted(await running.topUp(owners[step.who]?.id ?? "", step.santim, "operator"));
      model.posted[step.who] = (model.posted[step.who] ?? 0) + step.santim;
    }
    if (step.does === "reserve") {
      const caller = owners[step.who]?.caller ?? { kind: "address", address: "" };
      const reserved = await running.reserve(caller, { ...askFor(++questions), deadlineMs });
      expect(codeOf(reserved)).toBe(model.reserve(step.who) ? "ok" : "balance_exhausted");
      if (reserved.ok) reservations.push(reserved.value);
    }
    if (step.does === "commit" || step.does === "void") {
      const index = reservations.length ? step.pick % reservations.length : 0;
      const reservation = reservations[index];
      if (!reservation) continue;
      const state = model.settle(index, step.does === "commit" ? "committed" : "void");
      const billing =
        step.does === "void"
          ? granted(await running.void(reservation))
          : await running
              .commit(reservation, verified(index))
              .then((settled) => (settled.ok ? settled.value.billing : null));
      expect(billing?.counted ?? false).toBe(state === "committed");
    }
    for (const [n, { id }] of owners.entries())
      expect(granted(await running.showAccount(id)).balanceSantim).toBe(model.free(n));
  }
  await expectSound(books);
};

test.each(databaseKinds)(
  "any sequence of steps leaves the money that the rules leave, on %s",
  async (kind) => {
    const books = await openBooks(kind);
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 40 }), (sequence) => play(books, sequence)),
      { ...runs(kind === "sqlite" ? 40 : 10), interruptAfterTimeLimit: 15_000 },
    );
  },
);
