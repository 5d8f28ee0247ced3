import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatMessage } from "../tools/demo/telegram/chat-view.ts";
import { caseNamed } from "./support/cases.ts";
import {
  askedIn,
  asksFirst,
  bankOf,
  booked,
  linesOf,
  type Order,
  openTwins,
  ordersOf,
  type Twins,
  tell,
  textIn,
} from "./support/doors.ts";
import { isVerdict } from "./support/play-order.ts";
import type { HttpAnswer } from "./support/world.ts";

/** Questions that one face has to ask back, and a day that is used up, through the chat and over HTTP. */

let twins: Twins;
const open = (): void => {
  beforeAll(async () => {
    twins = await openTwins();
  });
  afterAll(() => twins.close());
};

/** A bare reference of gamma's, which holds no digits of an account. */
const bare = (name: string): Order => ({ provider: "gamma", name, outcome: outcomeOf(name) });
const outcomeOf = (name: string): string => {
  const { expected } = caseNamed("gamma", name);
  return "code" in expected ? expected.code : "verified";
};
const overHttp = (order: Order) =>
  booked(twins.http, () => twins.http.post("/api/verify-gamma", askedIn(twins.http, order).request));

describe("a question with too little in it", () => {
  open();

  test.each(asksFirst)(
    "gamma/%s is asked for its account in the chat before anything is counted",
    async (name) => {
      const { chat } = twins;
      const order = bare(name);
      const bot = await booked(chat, async () => {
        const question = await tell(chat, askedIn(chat, order).reference);
        await chat.selam().press(question.message_id, bankOf(order));
        return chat
          .selam()
          .waitUntil(({ messages }) => messages.some(({ force_reply }) => force_reply !== null));
      });
      expect(bot.seen.messages.at(-1)?.text).toMatch(/with an account number/);
      expect(bot.books).toEqual({ callers: 0, taken: 0, pending: 0 });
    },
  );

  test("gamma/account-number-required says so over HTTP at once, asks nobody and is free", async () => {
    const order = bare("account-number-required");
    const api = await overHttp(order);
    expect([api.seen.status, api.seen.body.error.code]).toEqual([422, "account_number_required"]);
    expect([api.seen.remaining, api.books]).toEqual([null, { callers: 0, taken: 0, pending: 0 }]);
  });
});

describe("a day's five answers", () => {
  open();

  test("are five through either door, and the sixth is refused in the same words", async () => {
    const { http, chat } = twins;
    const first = ordersOf(({ provider, outcome }) => provider === "beta" && outcome === "verified")
      .slice(0, 6)
      .map(([, order]) => order);
    const fromOnePlace = { "x-forwarded-for": "203.0.113.7" };
    const left: (number | null)[] = [];
    let last: HttpAnswer | undefined;
    for (const order of first) {
      last = await http.post("/api/verify-beta", askedIn(http, order).request, fromOnePlace);
      left.push(last.remaining);
    }
    expect(left).toEqual([4, 3, 2, 1, 0, 0]);
    expect([last?.status, last?.body.error.code]).toEqual([429, "daily_quota_exceeded"]);

    const player = chat.selam();
    await player.startOver();
    await player.say(first.map((order) => textIn(chat, order)).join("\n"));
    const { messages } = await player.waitUntil((state) => verdictsIn(state.messages).length === 6);
    const verdicts = verdictsIn(messages);
    expect(verdicts.filter(({ text }) => /^[❓⚠]/u.test(text))).toHaveLength(5);
    const [refused] = verdicts.filter(({ text }) => text.startsWith("🚫"));
    // In the chat itself registering is one command away.
    const hint = String(last?.body.error.hint).replace(/register: .*$/, "send /start here.");
    expect(refused && linesOf(refused).slice(0, 2)).toEqual([
      "🚫 This payment was not checked.",
      `${last?.body.error.message} ${hint}`,
    ]);
    expect([http.books(), chat.books()]).toEqual(Array(2).fill({ callers: 1, taken: 5, pending: 0 }));
  });

  const verdictsIn = (messages: readonly ChatMessage[]) =>
    messages.filter((message) => message.from === "bot" && isVerdict(message));
});
