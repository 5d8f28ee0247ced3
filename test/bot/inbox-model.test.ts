import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Claimed, createInbox, type Look } from "../../src/bot/data/inbox.ts";
import type { Incoming } from "../../src/database/inbox-rows.ts";
import type { Store } from "../../src/database/store.ts";
import { runs } from "../support/properties.ts";
import { databaseKinds, temporaryStoreOn, testSecret } from "../support/temporary-store.ts";

type Step =
  | {
      readonly does: "bring";
      readonly who: number;
      readonly queues: readonly number[];
      readonly room: number;
    }
  | { readonly does: "bring again"; readonly who: number; readonly pick: number }
  | { readonly does: "add own"; readonly queue: number; readonly isFirst: boolean }
  | {
      readonly does: "claim next";
      readonly who: number;
      readonly ends: number;
      readonly room: number;
      readonly look: Look;
    }
  | { readonly does: "die"; readonly who: number };

const who = fc.nat(1);
const queue = fc.nat(2);
const room = fc.nat(3);

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("bring" as const),
      who,
      queues: fc.array(queue, { minLength: 1, maxLength: 3 }),
      room,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("bring again" as const), who, pick: fc.nat(30) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("add own" as const), queue, isFirst: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("claim next" as const),
      who,
      ends: fc.nat(3),
      room,
      look: fc.constantFrom("anywhere" as const, "behind" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("die" as const), who }) },
);

/** Two processes that share one inbox. When one dies, another takes its place. The queues begin at `base`. */
const openProcesses = async (store: Store, base: number) => {
  const now = () => new Date("2026-11-15T09:00:00Z");
  const brought: Incoming[] = [];
  const ended: number[] = [];
  /** What a process finished while it died: that counts, or another one does it again. */
  const perhapsEnded: number[] = [];
  let born = 0;

  const bear = async () => {
    born += 1;
    const lease = `process ${base} ${born}`;
    await store.db.insertInto("process_lease").values({ id: lease, expires_at: 1e15 }).execute();
    const inbox = createInbox({ store, secret: testSecret, leaseId: () => lease, now });
    return { lease, inbox, working: new Map<number, Claimed>() };
  };
  const processes = [await bear(), await bear()];
  const nth = (who: number) => processes[who] ?? expect.unreachable();
  type Process = ReturnType<typeof nth>;

  const begin = (process: Process, claimed: readonly Claimed[]) => {
    for (const update of processes.includes(process) ? claimed : []) {
      const others = processes.flatMap(({ working }) => [...working.values()]);
      expect(others.filter(({ queue }) => queue === update.queue)).toEqual([]);
      process.working.set(update.updateId, update);
    }
    return claimed;
  };

  const take = async (process: Process, updates: readonly Incoming[], room: number) => {
    const taken = await process.inbox.take(updates, room);
    return begin(process, taken.ok ? taken.value.claimed : expect.unreachable(taken.error.code));
  };

  const claimNext = async (process: Process, ends: number, room: number, look: Look) => {
    const finished = [...process.working.keys()].slice(0, ends);
    for (const updateId of finished) process.working.delete(updateId);
    const claimed = await process.inbox.claimNext({ finished }, { room, look });
    (processes.includes(process) ? ended : perhapsEnded).push(...finished);
    return begin(process, claimed.ok ? claimed.value : expect.unreachable(claimed.error.code));
  };

  const die = async (who: number) => {
    const { lease } = nth(who);
    processes[who] = await bear();
    await store.db.deleteFrom("process_lease").where("id", "=", lease).execute();
  };

  const addOwn = async (queue: number, isFirst: boolean) => {
    const own = { chatId: base + queue, dueAt: now(), isFirst, about: {} };
    await store.transaction((trx) => nth(0).inbox.add(trx, own));
  };

  /** Resolves with what was begun. */
  const play = async (step: Step): Promise<readonly Claimed[]> => {
    if (step.does === "bring again") return take(nth(step.who), brought.slice(step.pick, step.pick + 1), 1);
    if (step.does === "claim next") return claimNext(nth(step.who), step.ends, step.room, step.look);
    if (step.does === "add own") await addOwn(step.queue, step.isFirst);
    if (step.does === "die") await die(step.who);
    if (step.does !== "bring") return [];
    const updates = step.queues.map((queue, n) => {
      const updateId = base + brought.length + n;
      return { updateId, chatId: base + queue, payload: "{}" };
    });
    brought.push(...updates);
    return take(nth(step.who), updates, step.room);
  };

  const waitingIn = async (queue: number) =>
    (
      await store.db
        .selectFrom("inbox")
        .select("update_id")
        .where("state", "=", "waiting")
        .where("queue", "=", queue)
        .orderBy("update_id")
        .execute()
    ).map(({ update_id }) => update_id);

  /** Works off updates until none waits. */
  const workOff = async () => {
    for (const queue of [base, base + 1, base + 2])
      for (let looks = 0; (await waitingIn(queue)).length > 0; looks += 1) {
        expect(looks).toBeLessThan(100);
        await claimNext(nth(looks % 2), 9, 9, "anywhere");
      }
  };
  return { play, waitingIn, workOff, brought, ended, perhapsEnded };
};

/** Far enough apart that no two runs share a number. */
const basesApart = 1_000;

describe.each(databaseKinds)("an inbox that two processes work off, on %s", (kind) => {
  test("gives each update to one of them, in the order of its chat, whatever comes and dies", async () => {
    const { store } = await temporaryStoreOn(kind);
    let base = 0;
    const sequences = fc.array(steps, { minLength: 4, maxLength: 25 });
    const keepsOrder = async (sequence: readonly Step[]) => {
      base += basesApart;
      const { play, waitingIn, workOff, brought, ended } = await openProcesses(store, base);
      // An update that a dead process had begun comes first.
      for (const step of sequence)
        for (const { updateId, queue, attempts } of await play(step))
          if (attempts === 1) expect(updateId).toBe((await waitingIn(queue))[0]);
      await workOff();
      expect(ended).toEqual(expect.arrayContaining(brought.map(({ updateId }) => updateId)));
      expect(new Set(ended).size).toBe(ended.length);
    };
    await fc.assert(fc.asyncProperty(sequences, keepsOrder), runs(15));
  });

  test("gives no two of a chat out at once and forgets none, though all come at the same time", async () => {
    const { store } = await temporaryStoreOn(kind);
    let base = 0;
    const crowds = fc.array(fc.array(steps, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 6 });
    const forgetsNone = async (sequence: readonly (readonly Step[])[]) => {
      base += basesApart;
      const { play, workOff, brought, ended, perhapsEnded } = await openProcesses(store, base);
      for (const crowd of sequence) await Promise.all(crowd.map(play));
      await workOff();
      expect([...ended, ...perhapsEnded]).toEqual(
        expect.arrayContaining(brought.map(({ updateId }) => updateId)),
      );
      expect(new Set(ended).size).toBe(ended.length);
    };
    await fc.assert(fc.asyncProperty(crowds, forgetsNone), runs(15));
  });
});
