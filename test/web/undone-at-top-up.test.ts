import { load } from "cheerio";
import { expect, test } from "vitest";
import { minuteMs } from "../../src/core/time.ts";
import { bodyOf as documentOf } from "../support/bank.ts";
import { answer } from "../support/misbehaving-server.ts";
import { must, openShop } from "../support/shop.ts";
import { openBrowser, signedIn } from "../support/web.ts";

/** An account hears at a top-up that a payment is undone which it was shown before. */

const topUpTerms = {
  accounts: [{ provider: "beta", account: "0911008765", name: "Hana Mekonnen Tadesse" }],
  maxAgeHours: 72,
  minSantim: 500,
  maxSantim: 1_000_000,
};

test("a proof of the payment can be read no more", async () => {
  const shop = await openShop({ topUpTerms });
  must(await shop.accounts.registerTelegram(72));
  const browser = await signedIn(shop, shop.accounts, { kind: "person", userId: 72 });
  const order = shop.bank.newOrder();
  const body = new FormData();
  body.set("text", order.reference);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { "sec-fetch-site": "same-origin", cookie };
  const checked = load(await (await fetch(`${shop.url}/`, { method: "POST", body, headers })).text());
  const proof = await browser.post("/p", {
    offer: checked("#pass-on input[name=offer]").attr("value") ?? "",
  });
  const statusOfProof = async () => (await openBrowser(shop.url).get(proof.path)).status;
  expect(await statusOfProof()).toBe(200);

  shop.bank.misbehave(order, answer(200, await documentOf("beta", "reversed", order.reference)));
  shop.later(11 * minuteMs);
  expect((await browser.post("/dashboard/money/top-up", { text: order.reference })).status).toBe(422);
  expect(await statusOfProof()).toBe(410);
});
