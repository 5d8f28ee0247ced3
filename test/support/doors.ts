import { expect } from "vitest";
import { mayAnswerLater } from "../../src/bot/conversation/background/look-up-retries.ts";
import { failureAssessmentKinds, failureCodes } from "../../src/core/failure.ts";
import { listAnswers, type SandboxAnswer } from "../../src/operator/sandbox/answers.ts";
import { chatName, firstLineNameMax } from "../../src/rendering/names.ts";
import { en } from "../../src/texts/en.ts";
import { marks } from "../../src/verify/marks.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import { caseNamed, cases, testClock } from "./cases.ts";
import { firstOfEach, isFull } from "./extent.ts";
import { playOrder } from "./play-order.ts";
import { type Books, createWorld, type HttpAnswer, type World } from "./world.ts";

/** One of the sandbox's answers, to be asked for in twin worlds: once over HTTP and once in the chat. */
export type Order = Pick<SandboxAnswer, "provider" | "name" | "outcome">;

/** The faces of one order, each with what it changed in the books of its world. */
type Twin = { readonly api: Booked<HttpAnswer>; readonly bot: Booked<ChatMessage> };
type Booked<Seen> = { readonly seen: Seen; readonly books: Books };

export type Twins = {
  readonly http: World;
  readonly chat: World;
  /** Asks for an order through both doors at once. `day`: that of its reference, where it leaves that open. */
  readonly play: (order: Order, day?: Date) => Promise<Twin>;
  readonly close: () => Promise<unknown>;
};

export const openTwins = async (settings = {}): Promise<Twins> => {
  const [http, chat] = await Promise.all([
    createWorld({ settings }),
    createWorld({ settings, hasChat: true }),
  ]);
  return {
    http,
    chat,
    play: async (order, day = testClock) => {
      const [api, bot] = await Promise.all([
        booked(http, () => http.post(`/api/verify-${order.provider}`, askedIn(http, order, day).request)),
        booked(chat, () => {
          const { accountNumber } = askedIn(chat, order, day);
          return playOrder(chat.selam(), textIn(chat, order, day), { bank: bankOf(order), accountNumber });
        }),
      ]);
      return { api, bot };
    },
    close: () => Promise.all([http.close(), chat.close()]),
  };
};

/** What an act changed in the books of its world. */
export const booked = async <Seen>(world: World, act: () => Promise<Seen>): Promise<Booked<Seen>> => {
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

/** What the bot says next, to a text that it does not judge. */
export const tell = async (chat: World, text: string, replyTo?: number): Promise<ChatMessage> => {
  const player = chat.selam();
  if (replyTo === undefined) await player.startOver();
  const sent = await player.say(text, replyTo);
  const isAfter = ({ from, message_id }: ChatMessage) => from === "bot" && message_id > sent;
  const { messages } = await player.waitUntil((state) => state.messages.some(isAfter));
  return messages.find(isAfter) ?? missing("answer of the bot");
};

/** The order as it is asked for in a world, whose providers have addresses of their own. */
export const askedIn = (world: World, { provider, name }: Order, day = testClock): SandboxAnswer => {
  const urls = Object.fromEntries(Object.entries(world.providers).map(([label, { url }]) => [label, url]));
  const [answer] = listAnswers([caseNamed(provider, name)], day, urls);
  return answer ?? missing(`order of ${provider}/${name}`);
};

const missing = (what: string): never => {
  throw new Error(`no ${what}`);
};

/** What a person would send: the link, or the reference with its account number, or epsilon's link with the phone. */
export const textIn = (world: World, order: Order, day = testClock): string => {
  const { request, accountNumber } = askedIn(world, order, day);
  const first = namedIn(world, order, day);
  if (request.phone !== undefined)
    return `${world.providers[order.provider]?.url}/aureceipt?TID=${first}&PH=${request.phone}`;
  // Without a digit in it only a label makes a word a reference.
  const reference = /\d/.test(first) ? first : `Txn ID: ${first}`;
  return [reference, accountNumber && `Account: ${accountNumber}`].filter(Boolean).join("\n");
};

/** What the bot calls the receipt: its reference, or the link where words on both sides of a hyphen are no reference. */
const namedIn = (world: World, order: Order, day: Date): string => {
  const { request, path } = askedIn(world, order, day);
  const [first = ""] = Object.values(request);
  return /-[A-Z]+$/.test(first) ? `${world.providers[order.provider]?.url}${path}` : first;
};

export const bankOf = ({ provider }: Pick<Order, "provider">): string => `TEST ${provider} bank`;

export const isDefinitive = ({ outcome }: Order): boolean =>
  ["verified", "receipt_not_found", "receipt_not_completed", "receipt_mismatch"].includes(outcome);

/** A chat asks for the digits that this request leaves out. */
export const asksFirst = ["account-number-required"];

/** Of old receipts a chat says more, and one is answered on the second attempt only. */
const isApart = ({ provider, name }: Order): boolean =>
  caseNamed(provider, name).upstream.ageDays > 0 || name === "verified-second-attempt";

/** The orders of all providers but those, each under its name, as `test.each` takes them. */
export const ordersOf = (wanted: (order: Order) => boolean): readonly (readonly [string, Order])[] =>
  listAnswers(cases, testClock)
    .filter((order) => !asksFirst.includes(order.name) && !isApart(order) && wanted(order))
    .map((order) => [`${order.provider}/${order.name}`, order]);

/** All of them in a full run; else the first prompt one of each outcome of each provider. */
export const someOrders = (orders: ReturnType<typeof ordersOf>): ReturnType<typeof ordersOf> =>
  firstOfEach(
    isFull ? orders : orders.filter(([, { name }]) => !name.endsWith("slow")),
    ([, { provider, outcome }]) => `${provider} ${outcome}`,
  );

export const counted = (order: Order): Books => ({
  callers: 1,
  taken: isDefinitive(order) ? 1 : 0,
  pending: 0,
});

export const linesOf = ({ text }: ChatMessage): readonly string[] => text.split("\n");

/** `1250.5` and `1,250.50` as `1,250.50`. */
const shownAmount = (printed: unknown): string => {
  const [birr = "", santim = ""] = String(printed).replace(" ETB", "").replaceAll(",", "").split(".");
  return `${birr.replace(/\B(?=(?:\d{3})+$)/g, ",")}.${santim.padEnd(2, "0")}`;
};

/** What is said to somebody who saved no account, of whoever the money went to. */
const firstLineOf = ({ body: { data, meta } }: HttpAnswer): string => {
  const amount = shownAmount(data.transferred_amount);
  const receiver = chatName(String(data.receiver_name), firstLineNameMax) || data.receiver_account;
  const kind = /"kind":"(\w+)"/.exec(JSON.stringify(meta.assessment))?.[1];
  if (kind === "account_not_shown") return `⚠️ ${amount} ETB to `;
  if (kind === "no_payment")
    return `⚠️ ${amount} ETB, real, but ${noPayments[String(meta.payment_kind)] ?? "paid from and to the same account"}`;
  return `❓ Real payment: ${amount} ETB to ${receiver}. Is that you?`;
};

const noPayments: Readonly<Record<string, string>> = {
  withdrawal: "a cash withdrawal, not a payment",
  airtime: "airtime or a package, not a payment",
  bill: "a bill, not a payment to you",
};

/** The reply that shows exactly what the record says, from top to bottom. */
export const replyTo = (answer: HttpAnswer): readonly unknown[] => {
  const { data, meta } = answer.body;
  const iso = String(meta.payment_date_iso);
  const since = iso.length > 10 ? `${iso.slice(11, 16)} · 1 minute ago` : "today";
  return [
    expect.stringContaining(firstLineOf(answer)),
    `From: ${chatName(String(data.payer_name)) || data.payer_account}`,
    `6 Hedar 2019 E.C. · 15 Nov 2026 G.C. · ${since}`,
    `${data.bank} · ${data.transaction_reference}`,
    `${answer.remaining} of 5 free checks left`,
  ];
};

/** The lines of an answer without further reasons, the receiver's account and what only a guest is told. */
export const mainLinesOf = (message: ChatMessage): readonly string[] =>
  linesOf(message).filter(
    (line, at) => at === 0 || !(/^(?:[✅❓⚠]|To: )/u.test(line) || line === en.guestNote),
  );

/** The marks that a chat may give to what HTTP says of the same receipt. */
const marksOf = (order: Order, { body: { error } }: HttpAnswer): readonly string[] => {
  const kind =
    failureAssessmentKinds.find((one) => JSON.stringify(error.assessment)?.startsWith(`{"kind":"${one}"`)) ??
    missing("assessment");
  // In the chat the bank may have been one of several, and a choice of bank may be wrong.
  return order.outcome === "receipt_not_found" ? [marks[kind], marks.number_in_doubt] : [marks[kind]];
};

/** That the chat refuses the same receipt with the mark of what HTTP says that it means, and says what it cost. */
const expectRefusal = (
  order: Order,
  reference: string,
  api: HttpAnswer,
  { text }: Pick<ChatMessage, "text">,
): void => {
  const said = text.split("\n");
  const { error } = api.body;
  expect(marksOf(order, api)).toContain(said[0]?.split(" ", 1)[0]);
  expect(text).toContain(reference);
  expect(said.at(-1)).toBe(
    `${isDefinitive(order) ? "" : "Not counted · "}${api.remaining} of 5 free checks left`,
  );
  if (isAskedAgain(error.code))
    expect(said.slice(0, 2)).toEqual([
      `⏳ ${error.message}`,
      `${en.failed.unconfirmed} ${en.failed.keepsTrying}`,
    ]);
  // What may change can be checked again, and says when it was asked.
  expect(said.includes("Checked at 10:21")).toBe(/^[🕓⏳❓]/u.test(text));
  const isFound = order.outcome !== "receipt_not_found";
  expect(text).not.toMatch(isFound ? /finds no receipt|no such receipt/ : /another receipt/);
};

/** In a chat what may be answered soon is asked again in the background. */
const isAskedAgain = (code: unknown): boolean =>
  failureCodes.some((one) => one === code && mayAnswerLater({ code: one }));

/** Providers whose references carry no day: what is missing may always appear later. */
export const isDateless = ({ provider, name }: Order): boolean =>
  provider === "zeta" || name.startsWith("not-found-link");

/** Refused with the same meaning through both doors, and counted in both or in none. */
export const expectSameRefusal = async (twins: Twins, order: Order, day = testClock): Promise<void> => {
  const { api, bot } = await twins.play(order, day);
  const { expected } = caseNamed(order.provider, order.name);
  const { error } = api.seen.body;
  const reference = namedIn(twins.chat, order, day);
  expect({ code: error.code, receipt_status: error.receipt_status }).toEqual({
    receipt_status: undefined,
    ...expected,
  });
  expectRefusal(order, reference, api.seen, bot.seen);
  expect(api.seen.remaining).toBe(isDefinitive(order) ? 4 : 5);
  expect(error.charged).toBe(isDefinitive(order));
  expect([api.books, bot.books]).toEqual([counted(order), counted(order)]);
};
