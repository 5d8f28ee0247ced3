import fc from "fast-check";
import { expect, test } from "vitest";
import { createAccounts, type Reservation } from "../../src/accounts/accounts.ts";
import { askFor, granted, verified } from "../support/books.ts";
import { runs } from "../support/properties.ts";
import { temporaryStore, testSecret } from "../support/temporary-store.ts";

type Step =
  | { readonly does: "reserve"; readonly user: number }
  | { readonly does: "commit" | "void"; readonly pick: number }
  | { readonly does: "retention" }
  | { readonly does: "wait"; readonly ms: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant("reserve" as const), user: fc.nat(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constantFrom("commit" as const, "void" as const), pick: fc.nat(30) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("retention" as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("wait" as const), ms: fc.nat(12_000) }) },
);

/** The rules in plain words of memory: a unit is held until its reservation is void, and committed at most once. */
const createModel = () => {
  const held: { user: number; state: "pending" | "committed" | "void"; expiresAt: number }[] = [];
  const taken = (user: number) => held.filter((unit) => unit.user === user && unit.state !== "void").length;
  const applyRetention = (at: number, user?: number) => {
    for (const unit of held)
      if (unit.state === "pending" && unit.expiresAt <= at && (user === undefined || unit.user === user))
        unit.state = "void";
  };
  const reserve = (user: number, at: number, expiresAt: number) => {
    if (taken(user) === 5) applyRetention(at, user);
    if (taken(user) === 5) return false;
    held.push({ user, state: "pending", expiresAt });
    return true;
  };
  const settle = (index: number, state: "committed" | "void") => {
    const unit = held[index];
    if (unit?.state === "pending") unit.state = state;
    return unit?.state;
  };
  const left = (user: number, at: number) =>
    5 -
    held.filter(
      (unit) =>
        unit.user === user &&
        (unit.state === "committed" || (unit.state === "pending" && unit.expiresAt > at)),
    ).length;
  return { reserve, settle, applyRetention, left };
};

test("any sequence of steps counts what the rules count", async () => {
  let at = new Date("2026-11-15T06:00:00Z");
  const { store } = await temporaryStore();
  const accounts = createAccounts({ store, secret: testSecret, now: () => at });
  let firstUser = 0;
  let questions = 0;

  const play = async (sequence: readonly Step[]) => {
    // Callers of their own for each sequence share one file; the clock only goes on.
    firstUser += 2;
    const model = createModel();
    const reservations: Reservation[] = [];
    for (const step of sequence) {
      if (step.does === "wait") at = new Date(at.getTime() + step.ms);
      if (step.does === "retention") {
        await accounts.applyRetention();
        model.applyRetention(at.getTime());
      }
      if (step.does === "reserve") {
        const caller = { kind: "telegram", userId: firstUser + step.user } as const;
        const reserved = await accounts.reserve(caller, { ...askFor(++questions), deadlineMs: 1_000 });
        expect(reserved.ok).toBe(model.reserve(step.user, at.getTime(), at.getTime() + 11_000));
        if (reserved.ok) reservations.push(reserved.value);
      }
      if (step.does === "commit" || step.does === "void") {
        const index = reservations.length ? step.pick % reservations.length : 0;
        const reservation = reservations[index];
        if (!reservation) continue;
        const state = model.settle(index, step.does === "commit" ? "committed" : "void");
        if (step.does === "void")
          expect(granted(await accounts.void(reservation)).counted).toBe(state === "committed");
        else {
          const settled = await accounts.commit(reservation, verified());
          expect(settled.ok && settled.value.billing.counted).toBe(state === "committed");
        }
      }
      for (const user of [0, 1]) {
        const quota = await accounts.quotaOf({ kind: "telegram", userId: firstUser + user });
        expect(granted(quota)?.remaining).toBe(model.left(user, at.getTime()));
      }
    }
  };

  await fc.assert(fc.asyncProperty(fc.array(steps, { maxLength: 40 }), play), {
    ...runs(40),
    interruptAfterTimeLimit: 20_000,
  });
});
