import { describe, expect, test } from "vitest";
import { bodyOf } from "../support/bank.ts";
import { isFull } from "../support/extent.ts";
import { answer } from "../support/misbehaving-server.ts";
import { must, openShop, type Shop } from "../support/shop.ts";
import { databaseKinds } from "../support/temporary-store.ts";

type From = { readonly key?: string; readonly from?: string };

/** Names under which one caller asks, and how many answers they have a day. */
const callers: readonly (readonly [string, number, (shop: Shop) => Promise<(n: number) => From>])[] = [
  ["from one address", 5, async () => () => ({ from: "198.51.100.7" })],
  [
    "from a /48 of IPv6",
    20,
    async () => (n) => ({ from: `2001:db8:9:${((n % 255) + 1).toString(16)}00::1` }),
  ],
  [
    "with all keys of an account",
    10,
    async (shop) => {
      const { account, key, keyId } = await shop.open();
      const keys = [key];
      for (let id = keyId; keys.length < 11; ) {
        const next = must(await shop.accounts.rotateKey(id, account));
        keys.push(next.key);
        id = next.id;
      }
      return (n) => ({ key: keys[n % keys.length] ?? key });
    },
  ],
];

const burstLength = 400;

describe.each(databaseKinds)("However many one caller asks at once, on %s", (databaseKind) => {
  test.each(isFull ? callers : callers.filter(([name]) => !name.includes("IPv6")))(
    "%s, another one's question comes between, and each is answered as before",
    async (_, checks, nameIn) => {
      const shop = await openShop({ databaseKind, trustedProxies: "127.0.0.0/8" });
      const { key } = await shop.open({ santim: 100_000 });
      const nameOf = await nameIn(shop);
      const verify = (given: From) =>
        shop.ask("/api/verify-beta", { ...given, body: shop.bank.newOrder().body });
      // Answers that begin with the connections, whose opening is no part of the question.
      for (let n = 0; n < checks; n += 1) expect((await verify(nameOf(n % 4))).status).toBe(200);
      await verify({ key });

      const ended: (string | number | undefined)[] = [];
      /** How many of a burst had ended when the bank was asked the other one's question. */
      const endedBefore = async (): Promise<number> => {
        // What the bank takes is no wait for the burst, which ends meanwhile on a busy machine.
        const order = shop.bank.newOrder();
        const page = await bodyOf("beta", "verified", order.reference);
        const endedAtFirst = ended.length;
        let endedWhenAsked = burstLength;
        shop.bank.misbehave(order, (socket, request) => {
          endedWhenAsked = ended.length - endedAtFirst;
          return answer(200, page)(socket, request);
        });
        const burst = Array.from({ length: burstLength }, async (_one, n) => {
          const { code, status } = await verify(nameOf(n));
          ended.push(code ?? status);
        });
        const between = shop.ask("/api/verify-beta", { key, body: order.body });
        expect((await between).status).toBe(200);
        await Promise.all(burst);
        return endedWhenAsked;
      };
      // Who waits for a burst waits for each of them; a busy machine asks the bank late, and not every time.
      let least = burstLength;
      for (let rounds = 0; rounds < 3 && least === burstLength; rounds += 1) {
        least = await endedBefore();
        // Two bursts in a minute are more than its requests.
        shop.later(65_000);
      }
      expect(least).toBeLessThan(burstLength);
      expect(new Set(ended)).toEqual(new Set(["daily_quota_exceeded"]));
    },
  );
});
