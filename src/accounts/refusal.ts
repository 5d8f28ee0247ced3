import type { Failure } from "../core/failure.ts";
import { err, type Result } from "../core/result.ts";

/** Refusals of administration, besides the failures that every caller may get. */
export type RefusedCode =
  | "account_unknown"
  | "account_changed"
  | "account_name_invalid"
  | "key_unknown"
  | "too_many_keys"
  | "key_attributes_invalid"
  | "amount_invalid"
  | "too_many_link_codes"
  | "account_has_owner"
  | "owner_request_unknown"
  | "member_unknown"
  | "last_owner"
  | "link_code_unknown"
  | "sign_in_code_unknown"
  | "not_owner"
  | "receipt_already_credited"
  | "credit_unknown"
  | "receipt_undone"
  | "too_many_proofs";

export type Refused = {
  readonly code: RefusedCode;
  /** For `receipt_already_credited`: its state, when the same account had handed it in. */
  readonly state?: "credited" | "waiting" | "declined";
};

/** The outcome of an administration call. A failure is `overloaded` while the database is away, or `account_suspended`. */
export type AdminResult<T> = Promise<Result<T, Failure | Refused>>;

export const refuse = (code: RefusedCode) => err<Refused>({ code });
