import { type BankLabel, startBank } from "../../../test/support/bank.ts";
import { answer } from "../../../test/support/misbehaving-server.ts";
import type { Behaves } from "../../../test/support/peers.ts";

/** Banks of pages, JSON and PDFs that answer well, except for what an order says. */
export const openFaultyBanks = async () => {
  const labels = ["alpha", "beta", "gamma", "delta", "theta"] as const;
  const banks = await Promise.all(labels.map((label) => startBank(label)));
  const bankOf = (label: BankLabel) => {
    const bank = banks.find((one) => one.label === label);
    if (bank === undefined) throw new Error(`there is no ${label}`);
    return bank;
  };
  return {
    labels,
    settings: Object.fromEntries(
      banks.map(({ label, url }) => [label, { bank: `Bank ${label}`, url, timeoutMs: 3_000 }]),
    ),
    /** The body of a question that no other has. Unset: it is answered with a receipt. */
    order: (label: BankLabel, behaves?: Behaves): object => {
      const order = bankOf(label).newOrder();
      if (behaves !== undefined)
        bankOf(label).misbehave(order, (socket, request) => {
          void Promise.resolve(behaves(label, order.reference)).then((behave) => behave(socket, request));
        });
      return order.body;
    },
    status: (status: number) => answer(status),
    close: () => Promise.all(banks.map(({ close }) => close())),
  };
};
