import { textUpdate } from "../chat/hook.ts";
import { referenceOf } from "../chat/lean-bank.ts";
import type { Asked, Said } from "../invariants/chats.ts";
import type { Attempt } from "../invariants/replies.ts";
import type { Truth, TruthOf } from "../invariants/truth.ts";
import type { Payment } from "./judge.ts";
import { callers, type Deed, type Plan, people } from "./plan.ts";
import type { Shop } from "./shop.ts";

/** The references of a plan's receipts, by their numbers, and what each is at the bank. */
export const receiptsOf = (
  { receipts }: Plan,
  now: Date,
): { readonly references: readonly string[]; readonly truthOf: TruthOf } => {
  const references = receipts.map((_, number) => referenceOf(number, now));
  const truths = new Map<string, Truth | null>(
    references.map((reference, number) => [reference, receipts[number] ?? null]),
  );
  return { references, truthOf: (reference) => truths.get(reference) ?? null };
};

/** A request over HTTP; null: without one. */
export type Asking = {
  readonly key: string | null;
  readonly idempotencyKey: string | null;
  readonly address: string;
};

/** The processes that are played with, simulated ones or the built program. */
export type Processes<Running extends { readonly disturbed: number }> = {
  /** The process of this turn, or the next one that runs. */
  readonly runningAt: (turn: number) => Promise<Running>;
  /** False: the update was not taken, so it is brought again. */
  readonly post: (process: Running, update: unknown) => Promise<boolean>;
  /** Null: no whole reply came. */
  readonly ask: (process: Running, reference: string, asking: Asking) => Promise<Attempt["reply"]>;
  /** Whether the payment was said to be credited. */
  readonly payIn: (santim: number, source: string, turn: number) => Promise<boolean>;
  readonly nextMessageId: (chatId: number) => number;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** After how long a person's message is brought again, and a program asks again, and how often it does. */
  readonly patience: { readonly postAgainMs: number; readonly askAgainMs: number; readonly asksMax: number };
};

type Surroundings = {
  readonly shop: Pick<Shop, "keys">;
  readonly references: readonly string[];
  readonly truthOf: TruthOf;
  readonly note: (what: string) => void;
};

/** Does what the people and programs of a plan do, and keeps what they heard. */
export const createDeeds = <Running extends { readonly disturbed: number }>(
  processes: Processes<Running>,
  { shop, references, truthOf, note }: Surroundings,
) => {
  const { runningAt, sleep, patience } = processes;
  const attempts: Attempt[] = [];
  const asked: Asked[] = [];
  const payments: Payment[] = [];
  const chains = new Map<number, Promise<void>>();
  let updateId = 0;

  const post = async (update: unknown, first: number): Promise<void> => {
    for (let turn = first; !(await processes.post(await runningAt(turn), update)); turn += 1)
      await sleep(patience.postAgainMs);
  };

  const write = async (deed: Deed & { readonly does: "write" }): Promise<void> => {
    const chatId = people[deed.person]?.userId ?? 0;
    const reference = references[deed.receipt] ?? "";
    const messageId = processes.nextMessageId(chatId);
    updateId += 1;
    asked.push({ chatId, messageId, reference });
    note(`${chatId} writes ${reference} (${truthOf(reference)}) as message ${messageId}`);
    const { message } = textUpdate(updateId, { chatId, messageId, text: `Receipt no. ${reference}` });
    const date = Math.floor(processes.now().getTime() / 1000);
    const update = { update_id: updateId, message: { ...message, date } };
    // The next message of a chat is brought when the one before it was taken.
    const before = chains.get(chatId) ?? Promise.resolve();
    const brought = before.then(() => post(update, deed.door));
    chains.set(chatId, brought);
    await brought;
    if (deed.againAfterMs === null) return;
    await sleep(deed.againAfterMs);
    await post(update, deed.door + 1);
  };

  const ask = async (deed: Deed & { readonly does: "ask" }, copy: number): Promise<void> => {
    const caller = callers[deed.caller] ?? callers[0];
    const reference = references[deed.receipt] ?? "";
    const key = caller.is === "anonymous" ? null : (shop.keys[caller.is] ?? null);
    const idempotencyKey = deed.isKeyed && key !== null ? `order-${deed.receipt}` : null;
    const request = `${caller.is} ${reference}`;
    for (let turn = 0; turn < patience.asksMax; turn += 1) {
      const process = await runningAt(deed.door + copy + turn);
      const { disturbed } = process;
      const { address } = caller;
      const reply = await processes.ask(process, reference, { key, idempotencyKey, address });
      attempts.push({ request, reference, idempotencyKey, reply, isExcused: process.disturbed > disturbed });
      note(`${request}: ${reply === null ? "no reply" : `${reply.status} ${reply.body.slice(0, 160)}`}`);
      const isOver = reply !== null && reply.status !== 409 && reply.status < 500;
      if (isOver || (reply !== null && idempotencyKey === null && turn >= 2)) return;
      await sleep(patience.askAgainMs);
    }
  };

  const payIn = async (santim: number, turn: number, number: number): Promise<void> => {
    const payment: Payment = { source: `payment ${number}`, isTold: false };
    payments.push(payment);
    payment.isTold = await processes.payIn(santim, payment.source, turn);
  };

  const act = (deed: Deed, number: number): Promise<unknown> => {
    if (deed.does === "write") return write(deed);
    if (deed.does === "pay in") return payIn(deed.santim, deed.door, number);
    return Promise.all(Array.from({ length: deed.copies }, (_, copy) => ask(deed, copy)));
  };

  /** Requests that had an answer, and messages. */
  const answeredCount = (): number =>
    asked.length + attempts.filter(({ reply }) => reply !== null && reply.status < 500).length;

  return { act, attempts, asked, payments, answeredCount };
};

/** What the bot said, line by line. */
export const linesOfChats = (said: readonly Said[]): readonly string[] =>
  said.map(
    ({ chatId, id, quotes, text, isNew }) =>
      `chat ${chatId}: ${isNew ? "message" : "changed"} ${id} to ${quotes}: ${text.split("\n")[0]}`,
  );
