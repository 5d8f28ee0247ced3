/**
 * A process that lives under load until it is killed. Arguments: database URL, secret. Waits for one line of orders,
 * opens the database and says `{"ready":true}`; at the second line it begins, and says everything that it has done
 * once it is done.
 */
import { randomBytes, randomInt } from "node:crypto";
import { createInterface } from "node:readline";
import { createAccounts, type DefinitiveAnswer, type Reservation } from "../../src/accounts/accounts.ts";
import { openStore } from "../../src/database/store.ts";
import { createIdempotency } from "../../src/http/idempotency/idempotency.ts";
import type { Deed, Orders } from "./orders.ts";

const [databaseUrl = "", secret = ""] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const hear = async (): Promise<Orders> => JSON.parse((await lines.next()).value);
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
const did = (deed: Deed) => say(deed);

const orders = await hear();
const aheadMs = orders.startMs - Date.now();
const now = () => new Date(Date.now() + aheadMs);
const store = await openStore({ databaseUrl, secret, now });
const accounts = createAccounts({ store, secret, now });
await accounts.start();
const idempotency = createIdempotency({ store, secret, leaseId: accounts.leaseId, now });

const oneOf = <T>(list: readonly T[]): T => {
  const chosen = list[randomInt(list.length)];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
};

const deadlineMs = 15_000;
const questionOf = (request: string) => ({ provider: "beta", canonical: `beta ${request}` });
const answerTo = (request: string): DefinitiveAnswer => {
  const asked = { askedAt: null, receiptSource: null };
  return randomInt(20) === 0
    ? { ...asked, verdict: "receipt_not_found", receiptIds: [], mayChange: false }
    : {
        ...asked,
        verdict: "verified",
        receipt: { reference: request, amountSantim: 100, leg: null },
        takings: null,
      };
};

/** Holds, and says so before anything can be charged. */
const reserve = async (caller: Orders["callers"][number], request: string): Promise<Reservation | null> => {
  const ask = { deadlineMs, question: questionOf(request), mode: "live" } as const;
  const reserved = await accounts.reserve(caller, ask);
  if (!reserved.ok) return null;
  did({ did: "held", request, reservation: reserved.value.id });
  return reserved.value;
};

const askOnce = async (): Promise<void> => {
  const request = randomBytes(9).toString("base64url");
  const held = await reserve(oneOf(orders.callers), request);
  if (held === null) return;
  const fate = randomInt(10);
  if (fate === 0) return;
  if (fate === 1) {
    const freed = await accounts.void(held);
    if (freed.ok) did({ did: "voided", reservation: held.id });
    return;
  }
  const settled = await accounts.commit(held, answerTo(request));
  if (settled.ok) did({ did: "charged", request, reservation: held.id, reply: null });
};

/** Under an Idempotency-Key, as a caller repeats it who got no answer. */
const askAgain = async (account: Orders["accounts"][number], request: string): Promise<void> => {
  const begun = await idempotency.begin({
    account: account.id,
    mode: "live",
    endpoint: "/api/verify-beta",
    key: request,
    body: { reference: request },
    deadlineMs,
  });
  if (!begun.ok) return;
  if (begun.value.kind === "replay") {
    did({ did: "replayed", request, reply: begun.value.reply.body });
    return;
  }
  did({ did: "asked", request, account: account.id });
  const { claim } = begun.value;
  const held = await reserve({ kind: "key", key: account.key }, request);
  if (held === null) {
    await idempotency.free(claim);
    return;
  }
  const reply = JSON.stringify({ request, reservation: held.id, nonce: randomBytes(6).toString("hex") });
  const kept = () => ({ status: 200, contentType: "application/json", contentLanguage: null, body: reply });
  const settled = await accounts.commit(held, answerTo(request), idempotency.alongside(claim, kept));
  if (settled.ok) did({ did: "charged", request, reservation: held.id, reply });
};

const payIn = async (): Promise<void> => {
  const { id } = oneOf(orders.accounts);
  const source = `crash ${randomBytes(9).toString("base64url")}`;
  const paid = await accounts.topUp(id, 500 * randomInt(1, 20), source);
  if (paid.ok) did({ did: "paid", source });
};

const work = async (): Promise<never> => {
  for (;;) {
    const next = orders.repeat.pop();
    if (next) await askAgain(next.account, next.request);
    else if (randomInt(20) === 0) await payIn();
    else if (randomInt(3) === 0) await askAgain(oneOf(orders.accounts), randomBytes(9).toString("base64url"));
    else await askOnce();
    // As between two requests of a server: the process hears and says what there is.
    await new Promise((resolve) => setImmediate(resolve));
  }
};

say({ ready: true });
await hear();
await Promise.all(Array.from({ length: orders.width }, work));
