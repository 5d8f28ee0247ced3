import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  askedIn,
  counted,
  expectSameRefusal,
  isDateless,
  isDefinitive,
  linesOf,
  type Order,
  openTwins,
  ordersOf,
  someOrders,
  type Twins,
} from "./support/doors.ts";
import { oneIn } from "./support/extent.ts";

/** The same refusal through the chat and over HTTP, in twin worlds: the same words, and the same count. */

let twins: Twins;
const openFor = (settings = {}): void => {
  beforeAll(async () => {
    twins = await openTwins(settings);
  });
  afterAll(() => twins.close());
};

const isMissing = ({ outcome }: Order): boolean => outcome === "receipt_not_found";
const isNever = ({ name }: Order): boolean => name === "never";

describe("a receipt that is no good", () => {
  openFor();

  const refusals = someOrders(
    ordersOf((order) => isDefinitive(order) && order.outcome !== "verified" && !isMissing(order)),
  );

  test.each(oneIn(4, refusals))(
    "%s is refused in the same words in both faces, and counted in both",
    async (_, order) => expectSameRefusal(twins, order),
  );
});

describe("a receipt that is not there", () => {
  openFor();
  const missing = someOrders(ordersOf(isMissing));
  const longAgo = new Date("2026-08-03T10:00:00+03:00");

  test.each(oneIn(2, missing))("%s is a final no in both faces when it is of long ago", async (_, order) => {
    const references = [longAgo, undefined].map((day) => askedIn(twins.http, order, day).reference);
    expect(new Set(references).size).toBe(isDateless(order) ? 1 : 2);
    await expectSameRefusal(twins, order, longAgo);
  });

  test.each(missing.filter(([, order]) => !isDateless(order)))(
    "%s of today is not there yet, or one of its two numbers is wrong, in both",
    async (_, order) => {
      const { api, bot } = await twins.play(order);
      expect([api.seen.status, api.seen.body.error.code]).toEqual([404, "receipt_not_found"]);
      expect(linesOf(bot.seen)[0]).toMatch(/^(?:🕓 .* yet\.|❓ .*may be wrong\.)$/u);
      expect(linesOf(bot.seen).at(-1)).toBe(`${api.seen.remaining} of 5 free checks left`);
      expect([api.books, bot.books]).toEqual([counted(order), counted(order)]);
    },
  );
});

/** In two worlds, so that in none a provider fails so often that it is left alone. */
describe.each([0, 1])("a provider's answer that decides nothing, part %i", (part) => {
  openFor();

  const undecided = oneIn(4, someOrders(ordersOf((order) => !isDefinitive(order) && !isNever(order))));

  test.each(undecided.filter((_, at) => at % 2 === part))(
    "%s is told in the same words in both faces, and free in both",
    async (_, order) => expectSameRefusal(twins, order),
  );
});

describe("a provider that never answers", () => {
  openFor({ timeoutMs: 400 });

  test.each(oneIn(3, ordersOf(isNever)))("%s is a timeout in both faces and free", async (_, order) =>
    expectSameRefusal(twins, order),
  );
});
