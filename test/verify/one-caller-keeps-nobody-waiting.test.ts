import { describe, expect, test } from "vitest";
import { openShop } from "../support/shop.ts";

describe.each(["sqlite", "postgres"] as const)(
  "However many one caller asks at once, on %s",
  (databaseKind) => {
    test("another one's question comes between, and each is answered as before", async () => {
      const shop = await openShop({ databaseKind, trustedProxies: "127.0.0.0/8" });
      const { key } = await shop.open({ santim: 100_000 });
      const verify = (given: { readonly key?: string; readonly from?: string }) =>
        shop.ask("/api/verify-beta", { ...given, body: shop.bank.newOrder().body });
      // Answers that begin with the connections, whose opening is no part of the question.
      for (let n = 0; n < 5; n += 1) await verify({ from: "198.51.100.7" });
      await verify({ key });

      const ended: (string | number | undefined)[] = [];
      const burst = Array.from({ length: 200 }, async () => {
        const { code, status } = await verify({ from: "198.51.100.7" });
        ended.push(code ?? status);
      });
      const between = verify({ key });
      expect((await between).status).toBe(200);
      expect(ended.length).toBeLessThan(180);
      await Promise.all(burst);
      expect(new Set(ended)).toEqual(new Set(["daily_quota_exceeded"]));
    });
  },
);
