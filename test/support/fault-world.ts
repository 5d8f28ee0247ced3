import type { TlsOptions } from "node:tls";
import { expect, test } from "vitest";
import type { ProviderSettings } from "../../src/providers/provider.ts";
import {
  type Bank,
  type BankLabel,
  type BankOrder,
  bankLabels,
  bodyOf,
  placesOf,
  startBank,
} from "./bank.ts";
import { caseNamed } from "./cases.ts";
import { oneIn } from "./extent.ts";
import { answer, type Behaviour, inTurn } from "./misbehaving-server.ts";
import { settingsOf } from "./upstream-asking.ts";
import { createWorld, type HttpAnswer, type World } from "./world.ts";

/** What a caller gets: status and code (or `Verified`), whether it cost, what is left of five, and upstream requests. */
export type Seen = {
  readonly status: number;
  readonly code: unknown;
  readonly charged: unknown;
  readonly remaining: number | null;
  readonly asked: number;
};

export const free = (status: number, code: string, asked = 1): Seen => ({
  status,
  code,
  charged: false,
  remaining: 5,
  asked,
});
export const counted = (status: number, code: string, asked = 1): Seen => ({
  status,
  code,
  charged: true,
  remaining: 4,
  asked,
});

export const verified = counted(200, "Verified");
export const mismatch = counted(422, "receipt_mismatch");
export const notCompleted = counted(422, "receipt_not_completed");
export const formatChanged = free(502, "provider_format_changed");
export const faulty = free(502, "provider_error");
export const blocked = free(502, "provider_blocked");
export const late = free(504, "provider_timeout");

/** What a bank does to a request for this reference. */
export type Behaves = (label: BankLabel, reference: string) => Behaviour | Promise<Behaviour>;

/** A fault, what every caller gets of it, and the banks that can have it (unset: all). */
export type Row = readonly [what: string, Behaves, Seen, (readonly BankLabel[])?];

export const same =
  (behaviour: Behaviour): Behaves =>
  () =>
    behaviour;

/** The answer of a fixture, as that provider sends it. */
export const document =
  (name: string): Behaves =>
  async (label, reference) => {
    const { status, contentType } = caseNamed(label, name).upstream;
    return answer(status, await bodyOf(label, name, reference), { "Content-Type": contentType });
  };

/** What is made of a good receipt's body. */
export const withBody =
  (behave: (body: Uint8Array) => Behaviour): Behaves =>
  async (label, reference) =>
    behave(await bodyOf(label, "verified", reference));

/** A fault the first time, then the receipt. */
export const mendedAfter =
  (fault: Behaviour): Behaves =>
  async (label, reference) =>
    inTurn(fault, answer(200, await bodyOf(label, "verified", reference)));

/** The banks that have what a test does not try with all of them. */
export const someBanks = oneIn(3, bankLabels);

export const each = <T>(
  seen: T | ((label: BankLabel) => T),
  labels: readonly BankLabel[] = someBanks,
): Record<string, T> =>
  Object.fromEntries(labels.map((label) => [label, seen instanceof Function ? seen(label) : seen]));

export const seenOf = ({ status, body, remaining }: HttpAnswer, asked: number): Seen => ({
  status,
  code: body.status === "success" ? body.data.status : body.error.code,
  charged: body.status === "success" ? body.meta.billing !== null : body.error.charged,
  remaining,
  asked,
});

/** All banks on sockets of their own, and the real service between them and its callers. */
export type FaultWorld = {
  readonly banks: readonly Bank[];
  readonly world: World;
  readonly ask: (bank: Bank, order: BankOrder) => Promise<Seen>;
  readonly askMisbehaving: (bank: Bank, behaves: Behaves) => Promise<Seen>;
  /** The same of `someBanks`, or of these, at once. */
  readonly ofAll: <T>(
    act: (bank: Bank) => Promise<T>,
    labels?: readonly BankLabel[],
  ) => Promise<Record<string, T>>;
  /** A receipt that is real, and one that is not there: what `worked` says of them. */
  readonly works: (bank: Bank) => Promise<readonly Seen[]>;
  readonly close: () => Promise<void>;
};

export const openFaultWorld = async (
  settings: Partial<ProviderSettings> = {},
  tls?: TlsOptions,
): Promise<FaultWorld> => {
  const banks = await Promise.all(bankLabels.map((label) => startBank(label, tls)));
  const providers = Object.fromEntries(banks.map(({ label, url }) => [label, settingsOf(url, settings)]));
  const world = await createWorld({ providers });

  const ask = async (bank: Bank, order: BankOrder): Promise<Seen> =>
    seenOf(await world.post(`/api/verify-${bank.label}`, order.body), bank.asked(order));
  const askMisbehaving = async (bank: Bank, behaves: Behaves): Promise<Seen> => {
    const order = bank.newOrder();
    bank.misbehave(order, await behaves(bank.label, order.reference));
    return ask(bank, order);
  };
  return {
    banks,
    world,
    ask,
    askMisbehaving,
    ofAll: async (act, labels = someBanks) =>
      Object.fromEntries(
        await Promise.all(
          banks
            .filter(({ label }) => labels.includes(label))
            .map(async (bank) => [bank.label, await act(bank)] as const),
        ),
      ),
    works: async (bank) => [
      await ask(bank, bank.newOrder()),
      await askMisbehaving(bank, document("not-found")),
    ],
    close: async () => {
      await world.close();
      await Promise.all(banks.map((bank) => bank.close()));
    },
  };
};

export const worked = (label: BankLabel): readonly Seen[] => [
  verified,
  counted(404, "receipt_not_found", placesOf(label)),
];

/** One test per row: the fault is answered as it should be, and the next requests work. */
export const meets = (opened: () => FaultWorld, rows: readonly Row[]): void => {
  for (const [at, [what, behaves, expected, having = bankLabels]] of rows.entries())
    test(what, async () => {
      const labels = oneIn(4, having, at);
      const { ofAll, askMisbehaving, works, world } = opened();
      expect(await ofAll((bank) => askMisbehaving(bank, behaves), labels)).toEqual(each(expected, labels));
      expect(await ofAll(works, labels)).toEqual(each(worked, labels));
      expect(world.books().pending).toBe(0);
    });
};
