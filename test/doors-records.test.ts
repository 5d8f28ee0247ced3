import { afterAll, beforeAll, expect, test } from "vitest";
import { caseNamed } from "./support/cases.ts";
import {
  askedIn,
  counted,
  mainLinesOf,
  type Order,
  openTwins,
  ordersOf,
  replyTo,
  someOrders,
  type Twins,
} from "./support/doors.ts";

/** The same receipt through the chat and over HTTP, in twin worlds: the same record, and the same count. */

let twins: Twins;
beforeAll(async () => {
  twins = await openTwins();
});
afterAll(() => twins.close());

test.each(someOrders(ordersOf(({ outcome }) => outcome === "verified")))(
  "%s shows the same record in both faces and is counted once in each",
  async (_, order) => {
    const { api, bot } = await twins.play(order);
    expect(api.seen.status, JSON.stringify(api.seen.body)).toBe(200);
    expect(api.seen.body.data).toEqual(recordOf(order));
    expect(mainLinesOf(bot.seen)).toEqual(replyTo(api.seen));
    expect(api.seen.remaining).toBe(4);
    expect([api.books, bot.books]).toEqual([counted(order), counted(order)]);
  },
);

/** The fixture's record, with the reference dated on the day of the order. */
const recordOf = (order: Order): unknown => {
  const { expected, reference } = caseNamed(order.provider, order.name);
  if (!("receipt" in expected)) throw new Error(`${order.name} has no record`);
  const [[own = ""], [dated = ""]] = [reference.split("-"), askedIn(twins.http, order).reference.split("-")];
  const { transaction_reference } = expected.receipt;
  return {
    ...expected.receipt,
    transaction_reference: String(transaction_reference).replace(own, dated),
  };
};
