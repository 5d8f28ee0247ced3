import type { Store } from "../store/store.ts";
import type { Lease } from "./lease.ts";
import type { Names } from "./subject.ts";

/** What all that accounts do shares. */
export type Room = {
  readonly store: Pick<Store, "transaction">;
  readonly names: Names;
  readonly lease: Pick<Lease, "id">;
  readonly now: () => Date;
};
