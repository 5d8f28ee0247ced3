import { setTimeout as delay } from "node:timers/promises";
import { createAccounts } from "../../../src/accounts/accounts.ts";
import { openStore } from "../../../src/database/store.ts";
import { openHook } from "../../chat/hook.ts";
import type { Asking, Processes } from "../deeds.ts";
import { type Shop, secret } from "../shop.ts";
import { type RunningSlot, runningAt } from "./supervisor.ts";
import type { World } from "./world.ts";

const patienceMs = 60_000;

/** How people and programs reach the processes. */
export const requestsIn = (world: World, shop: Shop): Processes<RunningSlot> => ({
  runningAt: (turn) => runningAt(world.supervisor, turn),
  post: ({ program }, update) => postTo(program.hookUrl, update),
  ask: ({ program }, reference, asking) => askOf(program.url, reference, asking),
  payIn: (santim, source) => payIn(world, shop, santim, source),
  nextMessageId: world.telegram.chats.nextId,
  now: world.environment.now,
  sleep: delay,
  patience: { postAgainMs: 200, askAgainMs: 1_500, asksMax: 12 },
});

const postTo = async (hookUrl: string, update: unknown): Promise<boolean> => {
  const hook = openHook(hookUrl, 1);
  const isTaken = await Promise.race([hook.post(update), delay(patienceMs, false)]);
  await hook.close();
  return isTaken;
};

/** Null: no whole reply came. */
const askOf = async (
  url: string,
  reference: string,
  { key, idempotencyKey, address }: Asking,
): Promise<{ readonly status: number; readonly body: string } | null> => {
  try {
    const reply = await fetch(`${url}/api/verify-beta`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": address,
        ...(key === null ? {} : { "x-api-key": key }),
        ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
      },
      body: JSON.stringify({ reference }),
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: reply.status, body: await reply.text() };
  } catch {
    return null;
  }
};

/** As the operator's tool does, in a process of its own. */
const payIn = async (
  { environment: { databaseUrl, now }, supervisor }: World,
  shop: Shop,
  santim: number,
  source: string,
): Promise<boolean> => {
  if (supervisor.isFileAway) return false;
  const place = { databaseUrl, secret, now };
  const store = await openStore(place).catch(() => null);
  if (store === null) return false;
  const paid = await createAccounts({ ...place, store })
    .topUp(shop.account, santim, source)
    .catch(() => null);
  await store.close().catch(() => undefined);
  return paid?.ok === true;
};
