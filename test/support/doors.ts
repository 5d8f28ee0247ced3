import { expect } from "vitest";
import type { ChatMessage } from "../../dev/telegram/chat-view.ts";
import { mayAnswerLater } from "../../src/bot/unanswered.ts";
import { failureCodes } from "../../src/failure.ts";
import { listAnswers, type SandboxAnswer } from "../../src/sandbox/answers.ts";
import { en } from "../../src/texts/en.ts";
import { caseNamed, cases, testClock } from "./cases.ts";
import { playOrder } from "./play-order.ts";
import { type Books, createWorld, type HttpAnswer, type World } from "./world.ts";

/** One of the sandbox's answers, to be asked for in twin worlds: once over HTTP and once in the chat. */
export type Order = Pick<SandboxAnswer, "provider" | "name" | "outcome">;

/** The faces of one order, each with what it changed in the books of its world. */
export type Twin = { readonly api: Booked<HttpAnswer>; readonly bot: Booked<ChatMessage> };
export type Booked<Seen> = { readonly seen: Seen; readonly books: Books };

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

/** A chat asks for the digits that these requests leave out. */
export const asksFirst = ["account-number-required", "verified-twelve-alone"];

/** Of old receipts a chat says more, and one is answered on the second attempt only. */
const isApart = ({ provider, name }: Order): boolean =>
  caseNamed(provider, name).upstream.ageDays > 0 || name === "verified-second-attempt";

/** The orders of all providers but those, each under its name, as `test.each` takes them. */
export const ordersOf = (wanted: (order: Order) => boolean): readonly (readonly [string, Order])[] =>
  listAnswers(cases, testClock)
    .filter((order) => !asksFirst.includes(order.name) && !isApart(order) && wanted(order))
    .map((order) => [`${order.provider}/${order.name}`, order]);

export const counted = (order: Order): Books => ({
  callers: 1,
  taken: isDefinitive(order) ? 1 : 0,
  pending: 0,
});

export const linesOf = ({ text }: ChatMessage): readonly string[] => text.split("\n");

/** `1250.5` and `1,250.50` as `1,250.50`. */
const shownAmount = (printed: unknown): string => {
  const [birr = "", santim = ""] = String(printed).replace(" ETB", "").replaceAll(",", "").split(".");
  return `${birr.replace(/\B(?=(?:\d{3})+$)/g, ",")}.${santim.padEnd(2, "0")} ETB`;
};

/** The reply that shows exactly what the record says, from top to bottom. */
export const replyTo = ({ body: { data, meta }, remaining }: HttpAnswer): readonly unknown[] => {
  const party = (name: unknown, account: unknown) =>
    [name, account].filter((part) => part !== "").join(" · ");
  const iso = String(meta.payment_date_iso);
  return [
    `✅ Verified: paid to ${data.receiver_name || data.receiver_account}. Is that you?`,
    "",
    shownAmount(data.transferred_amount),
    `From: ${party(data.payer_name, data.payer_account)}`,
    `To: ${party(data.receiver_name, data.receiver_account)}`,
    `Date: ${data.payment_date}`,
    `15 Nov 2026 · 6 Hedar 2019 E.C. · ${iso.length > 10 ? "1 minute ago" : "today"}`,
    `Reference: ${data.transaction_reference} · ${data.bank}`,
    "",
    `Counted. Left today: ${remaining} of 5`,
  ];
};

/** The reply that refuses with the same sentences, for the same receipt; and tells a day that is long ago. */
export const refusalOf = (
  order: Order,
  { reference, day }: { readonly reference: string; readonly day: Date },
  { body: { error }, remaining }: HttpAnswer,
): readonly unknown[] => [
  `${isDefinitive(order) ? "❌" : "⏳"} ${error.message}`,
  isAskedAgain(error.code) ? en.triedAgain : error.hint,
  ...(day < testClock && !isDateless(order)
    ? [`❗ By its reference, this payment is ${daysSince(day)} days old.`]
    : []),
  "",
  `Reference: ${reference} · ${bankOf(order)}`,
  ...(canChange(order) ? ["Checked at 10:21"] : []),
  `${isDefinitive(order) ? "Counted" : "Not counted"}. Left today: ${remaining} of 5`,
];

/** In a chat what may be answered soon is asked again in the background. */
const isAskedAgain = (code: unknown): boolean =>
  failureCodes.some((one) => one === code && mayAnswerLater({ code: one }));

const daysSince = (day: Date): number => Math.floor((testClock.getTime() - day.getTime()) / 86_400_000);

/** Providers whose references carry no day: what is missing may always appear later. */
export const isDateless = ({ provider, name }: Order): boolean =>
  provider === "zeta" || name.startsWith("not-found-link");

/** A payment that is under way may still be completed, and whatever is undecided may be decided later. */
const canChange = (order: Order): boolean => {
  const { expected } = caseNamed(order.provider, order.name);
  const word = ("code" in expected && expected.receipt_status) || "";
  if (order.outcome === "receipt_not_found") return isDateless(order);
  return !isDefinitive(order) || /^(pending|processing|in progress|initiated)$/i.test(word);
};

/** Refused in the same words through both doors, and counted in both or in none. */
export const expectSameRefusal = async (twins: Twins, order: Order, day = testClock): Promise<void> => {
  const { api, bot } = await twins.play(order, day);
  const { expected } = caseNamed(order.provider, order.name);
  const { error } = api.seen.body;
  const reference = namedIn(twins.chat, order, day);
  expect({ code: error.code, receipt_status: error.receipt_status }).toEqual({
    receipt_status: undefined,
    ...expected,
  });
  expect(linesOf(bot.seen)).toEqual(refusalOf(order, { reference, day }, api.seen));
  expect(api.seen.remaining).toBe(isDefinitive(order) ? 4 : 5);
  expect(error.charged).toBe(isDefinitive(order));
  expect([api.books, bot.books]).toEqual([counted(order), counted(order)]);
};
