/**
 * One of the processes that race for the same balances and days. Arguments: database URL, secret. Says `{"ready":true}`,
 * then answers each line of orders with the codes of its requests, all of them made at once.
 */
import { createInterface } from "node:readline";
import { type Caller, createAccounts } from "../../src/accounts/accounts.ts";
import type { Failure } from "../../src/core/failure.ts";
import type { Result } from "../../src/core/result.ts";
import { openStore } from "../../src/database/store.ts";
import { createCallerQueue } from "../../src/verify/caller-queue.ts";
import type { Orders } from "./race.ts";

const [databaseUrl = "", secret = ""] = process.argv.slice(2);
const now = () => new Date();
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

const store = await openStore({ databaseUrl, secret, now });
const accounts = createAccounts({ store, secret, now });
const turns = createCallerQueue();
let asked = 0;
const triesMax = 20;

/** `granted`, or the code that refused it. A database that is busy has decided nothing: asked again, as a caller would. */
const verifyOnce = async (caller: Caller): Promise<{ code: string; busy: number }> => {
  const reference = `DK${process.pid}X${asked++}`;
  const ask = {
    deadlineMs: 15_000,
    question: { provider: "beta", canonical: `beta ${reference}` },
    mode: "live",
  } as const;
  const answer = {
    askedAt: null,
    receiptSource: null,
    verdict: "verified",
    receipt: { reference, amountSantim: 125_000, leg: null },
    takings: null,
  } as const;
  let busy = 0;
  const untilDecided = async <T>(step: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> => {
    for (let tries = 1; ; tries++) {
      const result = await step();
      if (result.ok || result.error.code !== "overloaded" || tries === triesMax) return result;
      busy += 1;
    }
  };
  const { reserved, end } = await turns.enter({ caller, account: null }, () =>
    untilDecided(() => accounts.reserve(caller, ask)),
  );
  // A second commit of the same reservation changes nothing.
  const settled = reserved.ok ? await untilDecided(() => accounts.commit(reserved.value, answer)) : reserved;
  end();
  return { code: settled.ok ? "granted" : settled.error.code, busy };
};

say({ ready: true });
for await (const line of createInterface({ input: process.stdin })) {
  const { caller, times }: Orders = JSON.parse(line);
  const requests = await Promise.all(Array.from({ length: times }, () => verifyOnce(caller)));
  say({ codes: requests.map(({ code }) => code), busy: requests.reduce((sum, { busy }) => sum + busy, 0) });
}
await store.close();
