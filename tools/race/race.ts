import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Caller, createAccounts } from "../../src/accounts/accounts.ts";
import { openStore, type Store } from "../../src/database/store.ts";
import { mistakesInBooks, readBooks } from "../invariants/books.ts";
import type { LineProcess } from "../line-process.ts";

/** What a racer is told: `times` requests at once. */
export type Orders = { readonly caller: Caller; readonly times: number };

/** What a racer answers. `busy`: how often its database was too busy to decide. */
type Heard = { readonly codes: readonly string[]; readonly busy: number };

type RaceReport = {
  readonly rounds: number;
  readonly requests: number;
  readonly busy: number;
  /** Empty when every round let exactly as many through as it should have. */
  readonly wrong: readonly string[];
};

type Race = {
  readonly databaseUrl: string;
  readonly secret: string;
  readonly racers: readonly LineProcess[];
  readonly rounds: number;
  readonly onRound?: (round: number) => void;
};

const priceSantim = 500;

/**
 * Lets processes race, round after round, with ten times as many requests as may succeed: for a balance for N answers,
 * for the ten of a registered day and the five of an anonymous one. Exactly as many must be granted, the balance must
 * end at 0 with its entries adding up, and never be below.
 */
export const runRace = async ({
  databaseUrl,
  secret,
  racers,
  rounds,
  onRound,
}: Race): Promise<RaceReport> => {
  const now = () => new Date();
  const store = await openStore({ databaseUrl, secret, now });
  const accounts = createAccounts({ store, secret, now });
  const wrong: string[] = [];
  let [requests, busy] = [0, 0];

  const compete = async (what: string, caller: Caller, answers: number, refusal: string): Promise<void> => {
    const times = Math.ceil((10 * answers) / racers.length);
    for (const racer of racers) racer.say({ caller, times } satisfies Orders);
    const heard = await Promise.all(racers.map(async (racer) => heardFrom(await racer.hear())));
    const codes = heard.flatMap((one) => one.codes);
    requests += codes.length;
    busy += heard.reduce((sum, one) => sum + one.busy, 0);
    const granted = codes.filter((code) => code === "granted").length;
    const others = new Set(codes.filter((code) => code !== "granted" && code !== refusal));
    if (granted !== answers) wrong.push(`${what}: ${granted} of ${answers} granted`);
    if (others.size > 0) wrong.push(`${what}: refused with ${[...others].join(", ")}`);
  };

  for (let round = 1; round <= rounds; round++) {
    const answers = randomInt(1, 41);
    const account = given(await accounts.createAccount({ name: `Race ${round}`, tier: "balance" })).id;
    given(await accounts.topUp(account, answers * priceSantim, "operator"));
    const { key } = given(await accounts.createKey(account, "live"));
    const watch = watchBalance(store, account);
    try {
      await compete(`round ${round}, balance`, { kind: "key", key }, answers, "balance_exhausted");
    } finally {
      if (await watch.wasNegative()) wrong.push(`round ${round}: the balance was negative`);
    }
    wrong.push(...(await mistakesIn(store, account, answers)).map((what) => `round ${round}: ${what}`));

    const userId = randomInt(1, 2 ** 40);
    given(await accounts.registerTelegram(userId));
    await compete(`round ${round}, registered`, { kind: "telegram", userId }, 10, "daily_quota_exceeded");
    const address = `2001:db8:${[1, 2].map(() => randomInt(65_536).toString(16)).join(":")}::1`;
    await compete(`round ${round}, anonymous`, { kind: "address", address }, 5, "daily_quota_exceeded");
    onRound?.(round);
  }
  await store.close();
  return { rounds, requests, busy, wrong };
};

/** Looks at a balance, as another connection sees it, until asked what it saw. */
const watchBalance = (store: Store, account: string) => {
  let isWatching = true;
  const look = async (): Promise<boolean> => {
    let wasNegative = false;
    while (isWatching) {
      const { posted_santim, pending_santim } = await balanceOf(store, account);
      wasNegative ||= posted_santim < pending_santim || pending_santim < 0;
      await delay(2);
    }
    return wasNegative;
  };
  const looking = look();
  return {
    wasNegative: () => {
      isWatching = false;
      return looking;
    },
  };
};

const balanceOf = (store: Store, account: string) =>
  store.db.selectFrom("balance").selectAll().where("account_id", "=", account).executeTakeFirstOrThrow();

/** What is left when exactly so many answers were paid for, and what is wrong in all books. */
const mistakesIn = async (store: Store, account: string, answers: number): Promise<readonly string[]> => {
  const { posted_santim, pending_santim, entries } = await balanceOf(store, account);
  return [
    ...(posted_santim === 0 && pending_santim === 0 ? [] : [`left ${posted_santim}, held ${pending_santim}`]),
    ...(entries === answers + 1 ? [] : [`${entries} entries`]),
    ...mistakesInBooks(await readBooks(store)),
  ];
};

const heardFrom = (line: unknown): Heard => {
  if (line === null || typeof line !== "object" || !("codes" in line && "busy" in line))
    throw new Error("a racer ended");
  return { codes: Array.isArray(line.codes) ? line.codes : [], busy: Number(line.busy) };
};

const given = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T => {
  if (!result.ok) throw new Error(`the race cannot be prepared: ${result.error.code}`);
  return result.value;
};
