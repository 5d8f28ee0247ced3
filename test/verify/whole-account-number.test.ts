import { expect, test } from "vitest";
import { bodyOf as documentOf } from "../support/bank.ts";
import { answer } from "../support/misbehaving-server.ts";
import { openShop } from "../support/shop.ts";

/** gamma finds a receipt by the last five digits of an account; of a whole number the beginning must agree too. */

const openGamma = async () => {
  const shop = await openShop({ banks: ["gamma"] });
  const bank = shop.bankOf("gamma");
  const order = bank.newOrder();
  const asked = order.body.reference ?? "";
  const [reference, digits] = [asked.slice(0, 12), asked.slice(12)];
  const [right, wrong] = ["10000000", "90000000"].map((beginning) => ({
    reference,
    accountNumber: beginning + digits,
  }));
  const ask = async (key: string, body: object | undefined): Promise<string> => {
    const reply = await shop.ask("/api/verify-gamma", { key, body });
    return reply.code ?? "Verified";
  };
  return { shop, bank, order, right, wrong, ask };
};

test("a number with another beginning is a mismatch, also when the right one was asked before", async () => {
  const { shop, right, wrong, ask } = await openGamma();
  const [one, other] = [await shop.open({ santim: 50_000 }), await shop.open({ santim: 50_000 })];
  expect(await ask(one.key, right)).toBe("Verified");
  expect([await ask(one.key, wrong), await ask(other.key, wrong)]).toEqual([
    "receipt_mismatch",
    "receipt_mismatch",
  ]);
});

test("a wrong number of one caller is no mismatch of another who asks meanwhile", async () => {
  const { shop, bank, order, wrong, ask } = await openGamma();
  const [one, other] = [await shop.open({ santim: 50_000 }), await shop.open({ santim: 50_000 })];
  const page = await documentOf("gamma", "verified", order.reference);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  bank.misbehave(order, (socket, request) => void opened.then(() => answer(200, page)(socket, request)));
  const wrongly = ask(one.key, wrong);
  await expect.poll(() => bank.requests.length).toBe(1);
  const rightly = ask(other.key, order.body);
  setTimeout(open, 300);
  expect([await wrongly, await rightly]).toEqual(["receipt_mismatch", "Verified"]);
});
