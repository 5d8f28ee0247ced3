import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import { derivedKey } from "../store/derived-key.ts";
import type { Caller, Showing } from "./accounts.ts";

/** Who is counted by what the connection or the chat says of them. */
type Unkeyed = Exclude<Caller, { kind: "key" }>;

/**
 * The name under which a caller without an account is counted on one day: an HMAC whose key is of that day
 * alone, so that neither the caller nor a second day can be read out of the database (design 5).
 */
export const subjectOf = (caller: Unkeyed, day: string, secret: string): string =>
  caller.kind === "telegram"
    ? personSubjectOf(personOf(caller.userId, secret), day, secret)
    : ofDay(`address ${networkOf(caller.address)}`, day, secret);

/** The same for a person who is known by an HMAC alone, such as the one who made an account. */
const personSubjectOf = (person: string, day: string, secret: string): string =>
  ofDay(`person ${person}`, day, secret);

/** A Telegram user, the same on every day. */
const personOf = (userId: number, secret: string): string =>
  hmac(derivedKey(secret, "accounts/people"), String(userId));

const ofDay = (identity: string, day: string, secret: string): string =>
  hmac(derivedKey(secret, `subject/${day}`), identity);

/** The names under which the books know people, questions and receipts: HMACs, one key for each kind. */
export const createNames = (secret: string) => {
  const keyOf = (purpose: string) => derivedKey(secret, `accounts/${purpose}`);
  const [questions, receipts, credits, showings] = [
    keyOf("questions"),
    keyOf("receipts"),
    keyOf("credits"),
    keyOf("showings"),
  ];
  return {
    subjectOf: (caller: Unkeyed, day: string) => subjectOf(caller, day, secret),
    /** A Telegram user, the same on every day. */
    personOf: (userId: number) => personOf(userId, secret),
    /** What is around a caller's network on one day; null where nothing is. */
    siteSubjectOf: (caller: Unkeyed, day: string): string | null => {
      const site = caller.kind === "address" ? siteOf(caller.address) : null;
      return site === null ? null : ofDay(`site ${site}`, day, secret);
    },
    /** A person on one day. */
    personSubjectOf: (person: string, day: string) => personSubjectOf(person, day, secret),
    /** A canonical question, as one asker's; nobody else's has the same name. */
    questionOf: (asker: string, ...question: readonly string[]) => hmac(questions, [asker, ...question]),
    /** An occasion on which an account was shown something, such as a message: the rest of it is nobody's. */
    showingOf: (account: string | null, { occasion, ...rest }: Showing): Showing => ({
      ...rest,
      occasion: hmac(showings, [account ?? "", occasion]),
    }),
    /** A printed reference, as one account's. */
    receiptOf: (account: string, ...receipt: readonly string[]) => hmac(receipts, [account, ...receipt]),
    /** A printed reference that was handed in to top up: the same whoever does. */
    creditOf: (provider: string, reference: string) =>
      hmac(credits, [provider, reference.trim().toUpperCase()]),
  };
};

export type Names = ReturnType<typeof createNames>;

/**
 * An IPv4 address, or the /56 of an IPv6 address, which is what one household gets. Everything else counts as one
 * network.
 */
export const networkOf = (address: string): string =>
  ipaddr.isValid(address) ? beginningOf(address, 7) : "unknown";

/** The /48 around an IPv6 network, which one organisation can have for itself; null for any other address. */
const siteOf = (address: string): string | null =>
  ipaddr.isValid(address) && ipaddr.process(address).kind() === "ipv6" ? beginningOf(address, 6) : null;

/** An IPv4 address whole, even where it is written as IPv6; of an IPv6 address its first `bytes`. */
const beginningOf = (address: string, bytes: number): string => {
  const parsed = ipaddr.process(address);
  const all = parsed.toByteArray();
  return (parsed.kind() === "ipv4" ? all : all.slice(0, bytes)).join(".");
};

const hmac = (key: Buffer, named: string | readonly string[]): string =>
  createHmac("sha256", key)
    .update(typeof named === "string" ? named : JSON.stringify(named))
    .digest("base64url");
