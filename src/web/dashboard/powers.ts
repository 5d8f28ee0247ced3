import type { KeyScope } from "../../accounts/accounts.ts";
import type { Session } from "../../accounts/sessions.ts";

/** What a session may see or do in the dashboard. */
export type Power =
  | "check receipts"
  | "see books"
  | "see money"
  | "see ledger"
  | "top up"
  | "see keys"
  | "make keys"
  | "revoke keys"
  | "see people"
  | "see saved accounts"
  | "change saved accounts"
  | "see audit log"
  | "make proofs"
  | "withdraw proofs"
  | "erase";

/** Staff use the shop, and do not change what it is: the same as in the chat. */
const ofStaff: ReadonlySet<Power> = new Set([
  "check receipts",
  "see books",
  "see money",
  "top up",
  "see saved accounts",
]);

/**
 * What a key may do here is what it may do over the API: it makes no keys and meets no people, for a session by a key is no
 * proof of ownership. A test key sees of the account itself alone.
 */
const ofScopes: Readonly<Record<KeyScope, readonly Power[]>> = {
  verify: ["check receipts"],
  "account:read": ["see books", "see money", "see ledger", "see keys", "see audit log"],
  "account:manage": ["top up", "revoke keys"],
};

const ofTestKeys: ReadonlySet<Power> = new Set(["check receipts", "see keys"]);

export const may = ({ who, mode }: Session, power: Power): boolean => {
  if (who.kind === "person") return who.role === "owner" || ofStaff.has(power);
  return (
    who.scopes.some((scope) => ofScopes[scope].includes(power)) && (mode === "live" || ofTestKeys.has(power))
  );
};
