import { type Bank, type BankLabel, type BankOrder, orderOf, startBank } from "./bank.ts";
import { answer } from "./misbehaving-server.ts";
import { type Peer, sendsCase } from "./peers.ts";
import { settingsOf } from "./upstream-asking.ts";
import { createWorld, type HttpAnswer, type World } from "./world.ts";

/** What a caller gets: status with code, whether it was counted, and how often the bank was asked for it. */
export type Seen = { readonly told: string; readonly charge: "charged" | "free"; readonly requests: number };

const seenOf = ({ status, body, remaining }: HttpAnswer, requests: number): Seen => {
  const isCounted = body.status === "success" ? body.meta.billing !== null : body.error.charged === true;
  if (isCounted !== (remaining === quotaOfDay - 1))
    throw new Error(`${remaining} are left after this answer`);
  return {
    told: `${status} ${body.status === "success" ? body.data.status : body.error.code}`,
    charge: isCounted ? "charged" : "free",
    requests,
  };
};

const quotaOfDay = 5;

/** Banks that all have the same fault, and the real service between them and its callers. */
export type FaultWorld = {
  readonly world: World;
  /** A bank's questions. Each asks for a receipt of its own, as a caller of its own. */
  readonly bankOf: (label: BankLabel) => FaultyBank;
  /** Questions that were told that there is too much to do: on a machine that is too slow, not because of the bank. */
  readonly overloads: () => number;
  readonly close: () => Promise<void>;
};

export type FaultyBank = {
  readonly bank: Bank;
  /** A question that meets the fault. */
  readonly askFaulty: () => Promise<Seen>;
  /** A question that the bank answers well, where anybody gets through to it: it has no such receipt. */
  readonly askGood: () => Promise<Seen>;
  /** A question that the bank answers with its status 500. */
  readonly askFailing: () => Promise<Seen>;
  readonly ask: (order: BankOrder) => Promise<Seen>;
};

export const openFaultWorld = async (labels: readonly BankLabel[], peer: Peer = {}): Promise<FaultWorld> => {
  const { behaves = null, open, tls, settings } = peer;
  const banks = await Promise.all(labels.map((label) => startBank(label, tls)));
  const elsewhere = open === undefined ? null : await open();
  const providers = Object.fromEntries(
    banks.map(({ label, url }) => [label, settingsOf(elsewhere?.url ?? url, settings)]),
  );
  const world = await createWorld({ providers });

  let overloads = 0;
  const { behaves: notFound } = sendsCase("not-found");
  const faultyBank = (bank: Bank): FaultyBank => {
    const newOrder = (): BankOrder => {
      const order = bank.newOrder();
      return elsewhere === null ? order : orderOf(bank.label, order.reference, elsewhere.url);
    };
    const ask = async (order: BankOrder): Promise<Seen> => {
      const answered = await world.post(`/api/verify-${bank.label}`, order.body);
      const seen = seenOf(answered, bank.asked(order));
      if (seen.told === "503 overloaded") overloads += 1;
      return seen;
    };
    return {
      bank,
      ask,
      askGood: async () => {
        const order = newOrder();
        bank.misbehave(order, await notFound(bank.label, order.reference));
        return ask(order);
      },
      askFaulty: async () => {
        const order = newOrder();
        if (behaves !== null) bank.misbehave(order, await behaves(bank.label, order.reference));
        return ask(order);
      },
      askFailing: () => {
        const order = newOrder();
        bank.misbehave(order, answer(500));
        return ask(order);
      },
    };
  };
  const faulty = new Map(banks.map((bank) => [bank.label, faultyBank(bank)]));
  return {
    world,
    bankOf: (label) => faulty.get(label) ?? missing(label),
    overloads: () => overloads,
    close: async () => {
      await world.close();
      await Promise.all([...banks, ...(elsewhere === null ? [] : [elsewhere])].map((one) => one.close()));
    },
  };
};

const missing = (label: string): never => {
  throw new Error(`there is no ${label} here`);
};

/** Several at once. */
export const times = <T>(count: number, act: () => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, act));
