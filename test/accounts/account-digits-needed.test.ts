import { expect, test } from "vitest";
import { openShop } from "../support/shop.ts";

/** gamma is asked by a reference with an account's digits; without them nobody learns whether a reference exists. */
test("gamma's twelve characters alone ask nobody and cost nothing, and detection says the same", async () => {
  const shop = await openShop({ banks: ["gamma"] });
  const { url, requests } = shop.bankOf("gamma");
  const { key } = await shop.open({ santim: 1_000 });
  const link = `${url}/slip/?trx=FT26319K4Q7Z`;
  for (const asking of [{}, { key }])
    for (const [path, body] of [
      ["/api/verify-gamma", { reference: "FT26319K4Q7Z" }],
      ["/api/verify-gamma", { reference: "TT26319K4Q7Z" }],
      ["/api/verify-gamma", { reference: " ft26319k4q7z. " }],
      ["/api/verify", { text: "FT26319K4Q7Z", provider: "gamma" }],
      ["/api/verify", { text: link }],
    ] as const) {
      const { status, code, body: said } = await shop.ask(path, { ...asking, body });
      expect([path, status, code, said.error.param, said.error.charged]).toEqual([
        path,
        422,
        "account_number_required",
        "accountNumber",
        false,
      ]);
    }
  const detected = await shop.ask("/api/detect", { body: { text: link } });
  expect(detected.body.candidates).toMatchObject([{ provider: "gamma", missing: ["accountNumber"] }]);
  expect(requests).toEqual([]);
  expect(await shop.store.db.selectFrom("quota_day").selectAll().execute()).toEqual([]);
  const { body } = shop.bankOf("gamma").newOrder();
  const { status } = await shop.ask("/api/verify-gamma", { body });
  expect([status, requests.length]).toEqual([200, 1]);
});
