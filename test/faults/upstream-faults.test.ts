import { describe, expect, type TestContext, test } from "vitest";
import { upstreamBudgets } from "../../src/upstream/budgets.ts";
import { type BankLabel, bankLabels } from "../support/bank.ts";
import { caseNamed } from "../support/cases.ts";
import { firstOfEach, isFull } from "../support/extent.ts";
import {
  type FaultWorld,
  type FaultyBank,
  openFaultWorld,
  type Seen,
  times,
} from "../support/fault-world.ts";
import { anotherFirst, isBusyOnce, type Peer, staysSilent } from "../support/peers.ts";
import { type UpstreamFault, upstreamFaults } from "./table.ts";

/** Holds every row of the table of faults, through the real service over HTTP. */

const { windowMs } = upstreamBudgets.circuit;
const rowTimeoutMs = 240_000;
const leftAlone: Seen = { told: "503 provider_unavailable", charge: "free", requests: 0 };
const verified = "200 Verified";

/** What a row says of one bank, in the words of the table. */
type Outcome = Seen & { readonly breaker: UpstreamFault[4] | "unlike any" };

const isLeftAlone = async ({ askGood }: FaultyBank): Promise<boolean> => {
  const seen = await askGood();
  return seen.told === leftAlone.told && seen.requests === 0;
};

/**
 * What the breaker makes of three such faults: beside some answers and failures it opens early, late or not at all. The
 * numbers are those of ten questions, half of which must have failed.
 */
const breakerOf = async (one: FaultyBank): Promise<Outcome["breaker"]> => {
  if (await isLeftAlone(one)) return "pause";
  await times(2, one.askFaulty);
  await times(3, one.askGood);
  await times(3, one.askFailing);
  if (await isLeftAlone(one)) return "failure";
  await times(2, one.askFailing);
  return (await isLeftAlone(one)) ? "neither" : "answer";
};

/** The same of a bank that nobody gets through to: ten failures, and it is asked no more. */
const breakerOfUnreachable = async (one: FaultyBank): Promise<Outcome["breaker"]> => {
  for (const count of [5, 4]) await times(count, one.askFaulty);
  return (await isLeftAlone(one)) ? "failure" : "unlike any";
};

const outcomeOf = async (fault: UpstreamFault, one: FaultyBank): Promise<Outcome> => {
  const [, peer, told] = fault;
  const isReached = peer.behaves !== undefined || told === verified;
  const seen = await one.askFaulty();
  return { ...seen, breaker: await (isReached ? breakerOf(one) : breakerOfUnreachable(one)) };
};

/** The breaker looks at half a minute; a machine that took longer has seen nothing, and tries again. */
const outcomesOf = async (
  fault: UpstreamFault,
  labels: readonly BankLabel[],
): Promise<Record<string, Outcome>> => {
  for (;;) {
    const opened = await openFaultWorld(labels, fault[1]);
    try {
      const startedAt = performance.now();
      const outcomes = await Promise.all(
        labels.map(async (label) => [label, await outcomeOf(fault, opened.bankOf(label))] as const),
      );
      if (performance.now() - startedAt > windowMs || opened.overloads() > 0) continue;
      expect(opened.world.books().pending).toBe(0);
      return Object.fromEntries(outcomes);
    } finally {
      await opened.close();
    }
  }
};

/** One bank in turn, of those whose documents are read in no thread where there is one. */
const oneIn = (turn: number, having: readonly BankLabel[]): readonly BankLabel[] => {
  const light = having.filter((label) => lightBanks.includes(label));
  const banks = light.length > 0 ? light : having;
  return banks.slice(turn % banks.length).slice(0, 1);
};
const lightBanks: readonly BankLabel[] = ["beta", "delta", "theta", "zeta"];

const faults = firstOfEach(upstreamFaults, ([name]) => name.replace(/ .*/, ""));

/** Most of a fault is waiting; where all banks have it at once, they fill the machine by themselves. */
const describeRows = isFull ? describe : describe.concurrent;

describeRows("a fault of a bank", () => {
  test.each(faults.map((fault, at) => [fault[0], fault, at] as const))(
    "%s",
    async (_, fault, at) => {
      const [, peer, told, charge, breaker, requests] = fault;
      const { having = bankLabels } = peer;
      const labels = isFull ? having : oneIn(at, having);
      const expected = labels.map((label) => [
        label,
        { told, charge, requests: requests instanceof Function ? requests(label) : requests, breaker },
      ]);
      expect(await outcomesOf(fault, labels)).toEqual(Object.fromEntries(expected));
    },
    rowTimeoutMs,
  );

  test("has a number, and none is left out", () => {
    const numbers = [...new Set(upstreamFaults.map(([name]) => Number(/^C(\d+) /.exec(name)?.[1])))];
    expect(numbers).toEqual(Array.from({ length: 28 }, (_, n) => n + 1));
  });
});

const inWorld = async (
  { onTestFinished }: TestContext,
  labels: readonly BankLabel[],
  peer?: Peer,
): Promise<FaultWorld> => {
  const opened = await openFaultWorld(labels, peer);
  onTestFinished(opened.close);
  return opened;
};

const labelsTried = isFull ? bankLabels : lightBanks;

describeRows("banks that fail again and again", () => {
  test("C28 of a receipt that came under another status nothing is taken", async (context) => {
    const { world, bankOf } = await inWorld(context, labelsTried);
    const partiesOf = (label: string, name: string): readonly unknown[] => {
      const { expected } = caseNamed(label, name);
      return "receipt" in expected ? [expected.receipt.payer_name, expected.receipt.receiver_name] : [];
    };
    for (const label of labelsTried) {
      const { bank } = bankOf(label);
      const order = bank.newOrder();
      bank.misbehave(order, await anotherFirst(label, order.reference));
      const { body } = await world.post(`/api/verify-${label}`, order.body);
      const { payer_name, receiver_name } = body.data;
      expect([payer_name, receiver_name]).toEqual(partiesOf(label, "verified"));
      expect([payer_name, receiver_name]).not.toEqual(partiesOf(label, "verified-long-names"));
    }
  });

  test("C29 a bank that fails every other time is asked again as long as second attempts are granted: three a minute", async (context) => {
    const { bankOf } = await inWorld(context, labelsTried, isBusyOnce);
    const isGrantedAsOften = async (label: BankLabel): Promise<void> => {
      const { askFaulty } = bankOf(label);
      const told: string[] = [];
      const startedAt = performance.now();
      for (let order = 1; order <= 5; order += 1) told.push((await askFaulty()).told);
      // On a machine that needs a minute for them, more are granted.
      if (performance.now() - startedAt > upstreamBudgets.retries.windowMs) return;
      expect([label, ...told]).toEqual([
        label,
        ...Array(3).fill(verified),
        ...Array(2).fill("502 provider_error"),
      ]);
    };
    await Promise.all(labelsTried.map(isGrantedAsOften));
  });

  test("C30 while a bank hangs the others answer, and it is left alone once that is known", async (context) => {
    const { bankOf } = await inWorld(context, labelsTried, staysSilent);
    const beta = bankOf("beta");
    const { bank, askFaulty } = beta;
    const hanging = times(25, askFaulty);
    // The eighth place is kept for callers with a key.
    await expect.poll(() => bank.requests.length).toBeGreaterThanOrEqual(7);
    for (const label of labelsTried.filter((each) => each !== "beta"))
      expect([label, (await bankOf(label).askGood()).told]).toEqual([label, "404 receipt_not_found"]);
    const seen = [...(await hanging)];
    while (!(await isLeftAlone(beta))) seen.push(...(await times(7, askFaulty)));
    for (const { told, charge } of seen)
      expect([/^50[34] (?:provider_timeout|overloaded|provider_unavailable)$/.test(told), charge]).toEqual([
        true,
        "free",
      ]);
  });
});
