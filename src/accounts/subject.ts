import ipaddr from "ipaddr.js";
import { createPseudonym } from "../core/crypto.ts";
import type { Caller } from "./caller.ts";
import type { ReceiptSource } from "./history.ts";

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
  createPseudonym(secret, "accounts/people")(userId);

const ofDay = (identity: string, day: string, secret: string): string =>
  createPseudonym(secret, `subject/${day}`)(identity);

/** The pseudonyms of people, questions and receipts, which differ by kind. */
export const createNames = (secret: string) => {
  const namer = (purpose: string) => createPseudonym(secret, `accounts/${purpose}`);
  const [questions, receipts, credits, showings] = [
    namer("questions"),
    namer("receipts"),
    namer("credits"),
    namer("showings"),
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
    questionOf: (asker: string, ...question: readonly string[]) => questions(asker, ...question),
    /** An occasion on which an account was shown something, such as a message: the rest of it is nobody's. */
    showingOf: (account: string | null, { occasion, ...rest }: ReceiptSource): ReceiptSource => ({
      ...rest,
      occasion: showings(account ?? "", occasion),
    }),
    /** A printed reference, as one account's. */
    receiptOf: (account: string, ...receipt: readonly string[]) => receipts(account, ...receipt),
    /** A printed reference that was handed in to top up: the same whoever does. */
    creditOf: (provider: string, reference: string) => credits(provider, reference.trim().toUpperCase()),
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
