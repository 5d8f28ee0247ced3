import type { Tier } from "./admission.ts";
import type { KeyScope } from "./key-attributes.ts";
import type { KeyMode } from "./key-text.ts";

/**
 * Who asks. A face only states who is there; accounts decide what that caller may do. `key` is the header's raw
 * value: a bad one is refused, never taken for none (design 5).
 */
export type Caller =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "telegram"; readonly userId: number }
  | { readonly kind: "key"; readonly key: string };

/** Who a caller turned out to be. `test`: only simulated providers may be asked. */
export type Principal = {
  readonly mode: KeyMode;
  /** The key that was shown; null: none was. */
  readonly key: { readonly id: string; readonly isReplaced: boolean } | null;
  /** Null: counted without one. */
  readonly account: { readonly id: string; readonly tier: Tier } | null;
};

/** Where a key is shown, and what it is to be good for; null: for nothing in particular. */
export type Entrance = { readonly address: string; readonly scope: KeyScope | null };
