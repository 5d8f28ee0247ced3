/**
 * A process of its own that counts on a shared database file. Arguments: database URL, secret. Says
 * `{"ready":true}` or `{"problem":"…"}`, then answers each line of orders on stdin with one line.
 */
import { createInterface } from "node:readline";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { isStartProblem } from "../../src/core/start-problem.ts";
import { openStore } from "../../src/database/store.ts";

/** `times` requests at once from one address; `settle` what then becomes of those that were let through. */
type Orders = { address: string; times: number; settle: "commit" | "void" | "leave" };

const [databaseUrl = "", secret = ""] = process.argv.slice(2);
const now = () => new Date();
const ask = {
  deadlineMs: 5_000,
  question: { provider: "beta", canonical: "beta DKF1AB2CD3" },
  mode: "live",
} as const;
const answer = {
  askedAt: null,
  receiptSource: null,
  verdict: "verified",
  receipt: { reference: "DKF1AB2CD3", amountSantim: 100, leg: null },
  takings: null,
} as const;
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const store = await openStore({ databaseUrl, secret, now });
  const accounts = createAccounts({ store, secret, now });
  await accounts.renew();
  say({ ready: true });
  for await (const line of createInterface({ input: process.stdin })) {
    const { address, times, settle }: Orders = JSON.parse(line);
    const codes = await Promise.all(
      Array.from({ length: times }, async () => {
        const reserved = await accounts.reserve({ kind: "address", address }, ask);
        if (!reserved.ok) return reserved.error.code;
        const settled =
          settle === "leave"
            ? reserved
            : settle === "void"
              ? await accounts.void(reserved.value)
              : await accounts.commit(reserved.value, answer);
        return settled.ok ? "granted" : settled.error.code;
      }),
    );
    say({ codes });
  }
  await store.close();
} catch (error) {
  say({ problem: isStartProblem(error) ? error.message : `a bug: ${String(error)}` });
}
