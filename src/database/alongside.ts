import type { Transaction } from "./schema.ts";

/** What else becomes durable in the transaction that counts or credits, such as the reply of an Idempotency-Key. */
export type Alongside<Done> = {
  /** Runs first. False: another process answers this request, so nothing is counted here. */
  readonly isMine: (trx: Transaction) => Promise<boolean>;
  /** Runs last, and may run again after it was kept. */
  readonly keep: (trx: Transaction, done: Done) => Promise<void>;
};

/** As one that is given what is made of the outcome. */
export const alongsideOf = <Done, Made>(
  { isMine, keep }: Alongside<Made>,
  make: (done: Done) => Made,
): Alongside<Done> => ({ isMine, keep: (trx, done) => keep(trx, make(done)) });
