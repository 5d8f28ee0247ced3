import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatMessage } from "../dev/telegram/chat-view.ts";
import { listAnswers, type SandboxAnswer } from "../src/sandbox/answers.ts";
import { caseNamed, cases, testClock } from "./support/cases.ts";
import { type Books, createWorld, type HttpAnswer, playOrder, type World } from "./support/world.ts";

/**
 * The same order through the chat and over HTTP, in twin worlds: the same record or the same sentence, and the
 * same count afterwards.
 */

type Order = SandboxAnswer;

/** A chat asks for the digits that these requests leave out; see the last test of the questions. */
const asksFirst = ["account-number-required", "verified-twelve-alone"];

/** Not found has tests of its own, because a chat tells apart what is too new; what never comes needs a short wait. */
const elsewhere = ["not-found", "never"];

const labels = ["alpha", "beta", "gamma"];
const longAgo = new Date("2026-08-03T10:00:00+03:00");

const isDefinitive = ({ outcome }: Order): boolean =>
  ["verified", "receipt_not_found", "receipt_not_completed", "receipt_mismatch"].includes(outcome);

/** Definitive ones first, so that no circuit opens on the sandbox's many ways to fail. */
const orders = listAnswers(cases, testClock)
  .filter(({ provider, name }) => labels.includes(provider) && !asksFirst.includes(name))
  .sort((one, other) => Number(isDefinitive(other)) - Number(isDefinitive(one)));
const named = (wanted: (order: Order) => boolean) =>
  orders.filter(wanted).map((order) => [`${order.provider}/${order.name}`, order] as const);

let http: World;
let chat: World;

const openTwins = async (settings = {}) => {
  [http, chat] = await Promise.all([createWorld({ settings }), createWorld({ settings, hasChat: true })]);
};
const closeTwins = () => Promise.all([http.close(), chat.close()]);

type Twin<Seen> = { readonly seen: Seen; readonly books: Books };

/** What the order changed in the books of its world. */
const booked = async <Seen>(world: World, act: () => Promise<Seen>): Promise<Twin<Seen>> => {
  const before = world.books();
  const seen = await act();
  const after = world.books();
  const books = {
    callers: after.callers - before.callers,
    taken: after.taken - before.taken,
    pending: after.pending,
  };
  return { seen, books };
};

const bankOf = ({ provider }: Order) => `TEST ${provider} bank`;

const overHttp = (order: Order, body: unknown = order.request) =>
  booked(http, () => http.post(`/api/verify-${order.provider}`, body));

const inChat = (order: Order, text = textOf(order)) =>
  booked(chat, () =>
    playOrder(chat.selam(), text, { bank: bankOf(order), accountNumber: order.accountNumber }),
  );

const textOf = ({ reference, accountNumber, request }: Order): string =>
  [request.reference ?? request.transactionRef ?? reference, accountNumber && `Account: ${accountNumber}`]
    .filter(Boolean)
    .join("\n");

const counted = (order: Order) => ({ callers: 1, taken: isDefinitive(order) ? 1 : 0, pending: 0 });

const linesOf = ({ text }: ChatMessage): readonly string[] => text.split("\n");

/** `1250.5` and `1,250.50` as `1,250.50`. */
const shownAmount = (printed: unknown): string => {
  const [birr = "", santim = ""] = String(printed).replace(" ETB", "").replaceAll(",", "").split(".");
  return `${birr.replace(/\B(?=(?:\d{3})+$)/g, ",")}.${santim.padEnd(2, "0")} ETB`;
};

/** The reply that shows exactly what the record says, from top to bottom. */
const replyTo = ({ body: { data }, remaining }: HttpAnswer) => [
  `✅ Verified: paid to ${data.receiver_name}. Is that you?`,
  "",
  shownAmount(data.transferred_amount),
  `From: ${data.payer_name} · ${data.payer_account}`,
  `To: ${data.receiver_name} · ${data.receiver_account}`,
  `Date: ${data.payment_date}`,
  expect.stringMatching(/^15 Nov 2026 · 6 Hedar 2019 E\.C\. · 1 minute ago$/),
  `Reference: ${data.transaction_reference} · ${data.bank}`,
  "",
  `Counted. Left today: ${remaining} of 5`,
];

/** The reply that refuses with the same sentences, for the same receipt. */
const refusalOf = (order: Order, { body: { error }, remaining }: HttpAnswer): unknown[] => [
  `${isDefinitive(order) ? "❌" : "⏳"} ${error.message}`,
  error.hint,
  "",
  `Reference: ${order.request.reference ?? order.reference} · ${bankOf(order)}`,
  ...(canChange(order) ? ["Checked at 10:21"] : []),
  `${isDefinitive(order) ? "Counted" : "Not counted"}. Left today: ${remaining} of 5`,
];

const expectSameRefusal = async (order: Order): Promise<void> => {
  const [api, bot] = await Promise.all([overHttp(order), inChat(order)]);
  const { expected } = caseNamed(order.provider, order.name);
  const { error } = api.seen.body;
  expect({ code: error.code, receipt_status: error.receipt_status }).toEqual({
    receipt_status: undefined,
    ...expected,
  });
  expect(linesOf(bot.seen)).toEqual(refusalOf(order, api.seen));
  expect(api.seen.remaining).toBe(isDefinitive(order) ? 4 : 5);
  expect(error.charged).toBe(isDefinitive(order));
  expect([api.books, bot.books]).toEqual([counted(order), counted(order)]);
};

const canChange = (order: Order): boolean => !isDefinitive(order) || order.name === "pending";

describe("in patient worlds", () => {
  beforeAll(() => openTwins());
  afterAll(() => closeTwins());

  test.each(named(({ outcome }) => outcome === "verified"))(
    "%s shows the same record in both faces and is counted once in each",
    async (_, order) => {
      const [api, bot] = await Promise.all([overHttp(order), inChat(order)]);
      const { expected } = caseNamed(order.provider, order.name);
      expect(api.seen.status, JSON.stringify(api.seen.body)).toBe(200);
      expect(api.seen.body.data).toEqual("receipt" in expected && expected.receipt);
      expect(linesOf(bot.seen)).toEqual(replyTo(api.seen));
      expect(api.seen.remaining).toBe(4);
      expect([api.books, bot.books]).toEqual([counted(order), counted(order)]);
    },
  );

  test.each(named(({ outcome, name }) => outcome !== "verified" && !elsewhere.includes(name)))(
    "%s is refused in the same words in both faces, and counted in both or in none",
    async (_, order) => expectSameRefusal(order),
  );

  test.each(labels)(
    "%s: a reference of long ago that is not found is a final no in both faces",
    async (label) => {
      const [today] = orders.filter(({ provider, name }) => provider === label && name === "not-found");
      const [order] = listAnswers([caseNamed(label, "not-found")], longAgo);
      expect(order?.reference).not.toBe(today?.reference);
      if (order) await expectSameRefusal(order);
    },
  );

  test.each(labels)(
    "%s: a reference of today that is not found is so in both, but the chat hopes",
    async (label) => {
      const [order] = listAnswers([caseNamed(label, "not-found")], testClock);
      if (!order) throw new Error("no such case");
      const [api, bot] = await Promise.all([overHttp(order), inChat(order)]);
      expect([api.seen.status, api.seen.body.error.code]).toEqual([404, "receipt_not_found"]);
      expect(linesOf(bot.seen)[0]).toBe("❌ Not found yet.");
      expect(linesOf(bot.seen).at(-1)).toBe(`Counted. Left today: ${api.seen.remaining} of 5`);
      expect([api.books, bot.books]).toEqual([counted(order), counted(order)]);
    },
  );
});

describe("in impatient worlds", () => {
  beforeAll(() => openTwins({ timeoutMs: 400 }));
  afterAll(() => closeTwins());

  test.each(named(({ name }) => name === "never"))(
    "%s is a timeout in both faces and free",
    async (_, order) => expectSameRefusal(order),
  );
});
