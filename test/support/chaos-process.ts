/** Plays simulated seeds with a product that is sound or broken in one way. Arguments: which, and how many seeds. */
import { ok } from "../../src/core/result.ts";
import { playSimulated } from "../../tools/chaos/simulated/play-simulated.ts";
import type { Tamper } from "../../tools/chaos/simulated/process.ts";

/** What `commit` would give, without anything being written. */
const unwritten: Tamper = (accounts) => ({
  ...accounts,
  commit: async (reservation) => {
    const { allowance } = reservation;
    const billing =
      allowance.kind === "quota"
        ? { ...allowance, counted: true }
        : { ...allowance, counted: true, chargedSantim: 500 };
    return ok({ billing, seenBefore: null, askedEarly: null, isUndone: false });
  },
});

const products: Readonly<Record<string, Tamper>> = {
  sound: (accounts) => accounts,
  /** The price is taken from the balance in a transaction of its own, and the ledger hears of it in no transaction. */
  "charges apart": (accounts, store) => ({
    ...accounts,
    commit: async (reservation, answer, alongside) => {
      const settled = await accounts.commit(reservation, answer, alongside);
      if (settled.ok && reservation.account !== null)
        await store.transaction((trx) =>
          trx
            .updateTable("balance")
            .set((eb) => ({ posted_santim: eb("posted_santim", "-", 500) }))
            .where("account_id", "=", reservation.account ?? "")
            .execute(),
        );
      return settled;
    },
  }),
  "charges nothing": unwritten,
  /** The answer leaves while its count is on the way. */
  "answers first": (accounts, store) => {
    const told = unwritten(accounts, store);
    return {
      ...accounts,
      commit: async (reservation, answer, alongside) => {
        setTimeout(() => void accounts.commit(reservation, answer, alongside), 20_000);
        return told.commit(reservation, answer, alongside);
      },
    };
  },
};

const [product = "sound", seeds = "1"] = process.argv.slice(2);
const tamper = products[product];
if (tamper === undefined) throw new Error(`no such product: ${product}`);
await playSimulated(
  Array.from({ length: Number(seeds) }, (_, at) => at + 1),
  (played) => void process.stdout.write(`${JSON.stringify(played)}\n`),
  tamper,
);
