import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatMessage } from "../dev/telegram/chat-view.ts";
import { listAnswers, type SandboxAnswer } from "../src/sandbox/answers.ts";
import { type Bank, bankLabels, startBank } from "./support/bank.ts";
import { caseNamed, cases, testClock } from "./support/cases.ts";
import { isVerdict, playOrder } from "./support/play-order.ts";
import { settingsOf } from "./support/upstream-asking.ts";
import { type Books, createWorld, type HttpAnswer, type World } from "./support/world.ts";

/**
 * The same order through the chat and over HTTP, in twin worlds: the same record or the same sentence, and the
 * same count afterwards.
 */

type Order = SandboxAnswer;

const labels = ["alpha", "beta", "gamma"];

/** A chat asks for the digits that these requests leave out; see the last test of the questions. */
const asksFirst = ["account-number-required", "verified-twelve-alone"];

/** Not found has tests of its own, because a chat tells apart what is too new; what never comes needs a short wait. */
const elsewhere = ["not-found", "never"];

const longAgo = new Date("2026-08-03T10:00:00+03:00");

const isDefinitive = ({ outcome }: Order): boolean =>
  ["verified", "receipt_not_found", "receipt_not_completed", "receipt_mismatch"].includes(outcome);

/** Definitive ones first, so that no circuit opens on the sandbox's many ways to fail. */
const orders = listAnswers(cases, testClock)
  .filter(({ provider, name }) => labels.includes(provider) && !asksFirst.includes(name))
  .sort((one, other) => Number(isDefinitive(other)) - Number(isDefinitive(one)));
const named = (wanted: (order: Order) => boolean) =>
  orders.filter(wanted).map((order) => [`${order.provider}/${order.name}`, order] as const);

/** The order of one fixture, dated where its reference leaves that open. */
const orderOf = (label: string, name: string, day = testClock): Order => {
  const [order] = listAnswers([caseNamed(label, name)], day);
  if (order === undefined) throw new Error(`no order of ${label}/${name}`);
  return order;
};

let http: World;
let chat: World;

const openTwins = async (settings = {}) => {
  [http, chat] = await Promise.all([createWorld({ settings }), createWorld({ settings, hasChat: true })]);
};
const closeTwins = () => Promise.all([http.close(), chat.close()]);

/** What the bot says next, to a text that it does not judge. */
const tell = async (text: string, replyTo?: number): Promise<ChatMessage> => {
  const player = chat.selam();
  if (replyTo === undefined) await player.startOver();
  const sent = await player.say(text, replyTo);
  const { messages } = await player.waitUntil((state) => saidAfter(state.messages, sent) !== undefined);
  return saidAfter(messages, sent) ?? Promise.reject(new Error("the bot said nothing"));
};

const saidAfter = (messages: readonly ChatMessage[], messageId: number): ChatMessage | undefined =>
  messages.find(({ from, message_id }) => from === "bot" && message_id > messageId);

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

/** A payment that is under way may still be completed, and whatever is undecided may be decided later. */
const canChange = ({ provider, name, ...order }: Order): boolean => {
  const { expected } = caseNamed(provider, name);
  const word = ("code" in expected && expected.receipt_status) || "";
  return (
    !isDefinitive({ provider, name, ...order }) || /^(pending|processing|in progress|initiated)$/i.test(word)
  );
};

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
      const order = orderOf(label, "not-found", longAgo);
      expect(order.reference).not.toBe(orderOf(label, "not-found").reference);
      await expectSameRefusal(order);
    },
  );

  test.each(labels)(
    "%s: a reference of today that is not found is so in both, but the chat hopes",
    async (label) => {
      const order = orderOf(label, "not-found");
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

describe("a question with too little in it", () => {
  beforeAll(() => openTwins());
  afterAll(() => closeTwins());

  test.each(asksFirst)(
    "gamma/%s is asked for its account in the chat before anything is counted",
    async (name) => {
      const [order] = listAnswers([caseNamed("gamma", name)], testClock);
      if (order === undefined) throw new Error("no such case");
      const bot = await booked(chat, async () => {
        const question = await tell(order.reference);
        await chat.selam().press(question.message_id, bankOf(order));
        return chat
          .selam()
          .waitUntil(({ messages }) => messages.some(({ force_reply }) => force_reply !== null));
      });
      expect(bot.seen.messages.at(-1)?.text).toMatch(/together with an account number/);
      expect(bot.books).toEqual({ callers: 0, taken: 0, pending: 0 });
    },
  );

  test("gamma/account-number-required says so over HTTP and is free", async () => {
    const order = orderOf("gamma", "account-number-required");
    const api = await overHttp(order);
    expect([api.seen.status, api.seen.body.error.code]).toEqual([422, "account_number_required"]);
    expect([api.seen.remaining, api.books]).toEqual([5, counted(order)]);
  });

  test("gamma/verified-twelve-alone is verified over HTTP, which asks as it is told", async () => {
    const { expected } = caseNamed("gamma", "verified-twelve-alone");
    const order = orderOf("gamma", "verified-twelve-alone");
    const api = await overHttp(order);
    expect(api.seen.body.data).toEqual("receipt" in expected && expected.receipt);
    expect([api.seen.remaining, api.books]).toEqual([4, counted(order)]);
  });
});

describe("a day's five answers", () => {
  beforeAll(() => openTwins());
  afterAll(() => closeTwins());

  test("are five through either door, and the sixth is refused in the same words", async () => {
    const first = orders
      .filter(({ provider, outcome }) => provider === "beta" && outcome === "verified")
      .slice(0, 6);
    const fromOnePlace = { "x-forwarded-for": "203.0.113.7" };
    const left: (number | null)[] = [];
    let last: HttpAnswer | undefined;
    for (const order of first) {
      last = await http.post("/api/verify-beta", order.request, fromOnePlace);
      left.push(last.remaining);
    }
    expect(left).toEqual([4, 3, 2, 1, 0, 0]);
    expect([last?.status, last?.body.error.code]).toEqual([429, "daily_quota_exceeded"]);

    const player = chat.selam();
    await player.startOver();
    await player.say(first.map((order) => textOf(order)).join("\n"));
    const { messages } = await player.waitUntil((state) => verdictsIn(state.messages).length === 6);
    const verdicts = verdictsIn(messages);
    expect(verdicts.filter(({ text }) => text.startsWith("✅"))).toHaveLength(5);
    const [refused] = verdicts.filter(({ text }) => text.startsWith("🚫"));
    expect(refused && linesOf(refused).slice(0, 2)).toEqual([
      `🚫 ${last?.body.error.message}`,
      last?.body.error.hint,
    ]);
    expect([http.books(), chat.books()]).toEqual(Array(2).fill({ callers: 1, taken: 5, pending: 0 }));
  });

  const verdictsIn = (messages: readonly ChatMessage[]) =>
    messages.filter((message) => message.from === "bot" && isVerdict(message));
});

describe("bad input", () => {
  let banks: readonly Bank[];
  beforeAll(async () => {
    banks = await Promise.all(bankLabels.map((label) => startBank(label)));
    const providers = Object.fromEntries(banks.map(({ label, url }) => [label, settingsOf(url)]));
    [http, chat] = await Promise.all([createWorld({ providers }), createWorld({ providers, hasChat: true })]);
  });
  afterAll(async () => {
    await closeTwins();
    await Promise.all(banks.map((bank) => bank.close()));
  });
  const untouched = { callers: 0, taken: 0, pending: 0 };
  const expectNothingAsked = () => expect(banks.flatMap(({ requests }) => requests)).toEqual([]);
  const urlOf = (label: string) => banks.find((bank) => bank.label === label)?.url ?? "";

  const texts: readonly (readonly [what: string, text: () => string, code: string])[] = [
    [
      "a link on a look-alike host",
      () => "https://beta-receipts.example/receipt/DKF1AB2CD3",
      "receipt_url_untrusted",
    ],
    [
      "a link with the bank as its user",
      () => `http://${urlOf("beta").slice(7)}@evil.example/receipt/DKF1AB2CD3`,
      "receipt_url_untrusted",
    ],
    [
      "a link on another port of the bank",
      () => "http://127.0.0.1:9/receipt/DKF1AB2CD3",
      "receipt_url_untrusted",
    ],
    [
      "a feedback link that names no receipt",
      () => `${urlOf("gamma")}/cs/?trx=thanks`,
      "receipt_url_feedback_link",
    ],
    ["a Cyrillic letter in a reference", () => "FT26319\u041a4Q7Z", "reference_not_ascii"],
    ["an Ethiopic digit inside a reference", () => "DKF1AB2C\u136b3", "reference_not_ascii"],
  ];
  test.each(texts)(
    "%s is refused in the same words in both faces, and nobody is asked",
    async (_, text, code) => {
      const [api, bot] = await Promise.all([
        booked(http, () => http.post("/api/verify", { text: text() })),
        booked(chat, () => playOrder(chat.selam(), text(), { bank: "" })),
      ]);
      const { error } = api.seen.body;
      expect([api.seen.status, error.code, error.charged, api.seen.remaining]).toEqual([
        400,
        code,
        false,
        null,
      ]);
      expect(linesOf(bot.seen).slice(0, 2)).toEqual([`⚠️ ${error.message}`, error.hint]);
      expect([api.books, bot.books]).toEqual([untouched, untouched]);
      expectNothingAsked();
    },
  );

  test("a text without a reference is answered with what to send, and nobody is asked", async () => {
    const text = "Thank you very much for the 250 birr!";
    const api = await http.post("/api/verify", { text });
    const bot = await tell(text);
    expect([api.status, api.body.error.code]).toEqual([400, "reference_not_found_in_text"]);
    expect(bot.text).toBe("Send me a payment reference, a receipt link or the whole SMS. See /help.");
    expect([http.books(), chat.books()]).toEqual([untouched, untouched]);
    expectNothingAsked();
  });

  test("a reference of two banks is a question in the chat and ambiguous over HTTP, and nobody is asked", async () => {
    const text = "FT26319K4Q7Z";
    const api = await http.post("/api/verify", { text });
    const bot = await tell(text);
    expect([api.status, api.body.error.code]).toEqual([400, "reference_ambiguous"]);
    expect(bot.text).toMatch(/Which bank/);
    expect(bot.buttons.flat().map((button) => button.text)).toEqual(["TEST Bank", "TEST Bank"]);
    expect([http.books(), chat.books()]).toEqual([untouched, untouched]);
    expectNothingAsked();
  });

  test("an account number that is none is asked for again in the chat and refused over HTTP", async () => {
    const request = { transactionRef: "FT26319K4Q7Z", accountNumber: "12345" };
    const api = await http.post("/api/verify-alpha", request);
    const question = await tell(`${urlOf("alpha")}/?id=${request.transactionRef}`);
    const bot = await tell(request.accountNumber, question.message_id);
    expect([api.status, api.body.error.code, api.body.error.param]).toEqual([
      400,
      "parameter_invalid",
      "accountNumber",
    ]);
    expect(question.text).toMatch(/together with an account number/);
    expect(bot.text).toMatch(/^This is not an account number/);
    expect([http.books(), chat.books()]).toEqual([untouched, untouched]);
    expectNothingAsked();
  });

  const requests: readonly (readonly [
    what: string,
    path: string,
    body: unknown,
    status: number,
    code: string,
  ])[] = [
    ["broken JSON", "verify-beta", "{", 400, "json_invalid"],
    ["a list", "verify-beta", [], 400, "json_invalid"],
    ["no field", "verify-beta", {}, 400, "parameter_missing"],
    [
      "a reference without its account",
      "verify-alpha",
      { transactionRef: "FT26319K4Q7Z" },
      400,
      "parameter_missing",
    ],
    ["a field of another bank", "verify-beta", { transactionRef: "DKF1AB2CD3" }, 400, "parameter_unknown"],
    ["a number for a reference", "verify-beta", { reference: 1234567890 }, 400, "reference_malformed"],
    ["a reference that is too short", "verify-beta", { reference: "DKF1AB2CD" }, 400, "reference_malformed"],
    [
      "a reference of 13 characters",
      "verify-gamma",
      { reference: "FT26319K4Q7Z1" },
      400,
      "reference_malformed",
    ],
    ["a path in a reference", "verify-beta", { reference: "../admin/x" }, 400, "reference_malformed"],
    ["a Cyrillic letter", "verify-beta", { reference: "DKF1AB2CD\u0417" }, 400, "reference_not_ascii"],
    [
      "an account that is not the reference's own",
      "verify-gamma",
      { reference: "FT26319SS1KP36984", accountNumber: "1000300000000" },
      400,
      "parameter_invalid",
    ],
    [
      "a bank that is not offered",
      "verify-delta",
      { reference: "3119YQQ263197000" },
      404,
      "provider_not_offered",
    ],
    [
      "a bank that does not exist",
      "verify-nobody",
      { reference: "3119YQQ263197000" },
      404,
      "route_not_found",
    ],
  ];
  test.each(requests)("%s is refused over HTTP, and nobody is asked", async (_, path, body, status, code) => {
    const api = await booked(http, () => http.post(`/api/${path}`, body));
    const { error } = api.seen.body;
    expect([api.seen.status, error.code, error.charged, api.seen.remaining]).toEqual([
      status,
      code,
      false,
      null,
    ]);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    expect(api.books).toEqual(untouched);
    expectNothingAsked();
  });
});
