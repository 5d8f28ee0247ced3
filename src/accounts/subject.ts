import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import { derivedKey } from "../store/derived-key.ts";
import type { Caller } from "./accounts.ts";

/**
 * The name under which a caller is counted on one day: an HMAC whose key is of that day alone, so that
 * neither the caller nor a second day can be read out of the database (design 5).
 */
export const subjectOf = (caller: Caller, day: string, secret: string): string =>
  createHmac("sha256", derivedKey(secret, `subject/${day}`))
    .update(identityOf(caller))
    .digest("base64url");

const identityOf = (caller: Caller): string =>
  caller.kind === "telegram" ? `telegram ${caller.userId}` : `address ${networkOf(caller.address)}`;

/** An IPv4 address, or the /64 of an IPv6 one; whatever is neither shares one quota. */
const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return (parsed.kind() === "ipv4" ? bytes : bytes.slice(0, 8)).join(".");
};
