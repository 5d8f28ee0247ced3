import ipaddr from "ipaddr.js";
import { createPseudonym } from "../core/crypto.ts";

/**
 * What people, addresses, questions and receipts are called in the database: HMACs, with a key for each kind. The
 * pseudonym of a day has a key of that day, so that two days of one caller cannot be compared.
 */
export const createPseudonyms = (secret: string) => {
  const [users, questions, receipts, payments, credits, sources] = [
    createPseudonym(secret, "accounts/users"),
    createPseudonym(secret, "accounts/questions"),
    createPseudonym(secret, "accounts/receipts"),
    createPseudonym(secret, "accounts/payments"),
    createPseudonym(secret, "accounts/credits"),
    createPseudonym(secret, "accounts/sources"),
  ];
  const ofDay = (identity: string, day: string): string => createPseudonym(secret, `day/${day}`)(identity);
  return {
    /** A Telegram user, the same on every day. */
    user: (userId: number): string => users(userId),
    /** A Telegram user on one day, by their lasting pseudonym. */
    userOn: (pseudonym: string, day: string): string => ofDay(`user ${pseudonym}`, day),
    /** A caller's network on one day. */
    networkOn: (address: string, day: string): string => ofDay(`network ${networkOf(address)}`, day),
    /** The IPv6 /48 around a caller's network on one day; null for IPv4. */
    siteOn: (address: string, day: string): string | null => {
      const site = siteOf(address);
      return site === null ? null : ofDay(`site ${site}`, day);
    },
    /** A canonical question of one caller. The same question of another caller has another pseudonym. */
    question: (subject: string, ...question: readonly string[]): string => questions(subject, ...question),
    /** What showed a receipt to one account, such as a message. */
    source: (account: string, id: string): string => sources(account, id),
    /** A printed reference, as one account sees it. */
    receipt: (account: string, ...receipt: readonly string[]): string => receipts(account, ...receipt),
    /** What two banks tell of a payment between them, as one account sees it. */
    payment: (account: string, ...told: readonly string[]): string => payments(account, ...told),
    /** A printed reference that was handed in to top up, the same for every account. */
    credit: (provider: string, reference: string): string =>
      credits(provider, reference.trim().toUpperCase()),
  };
};

export type Pseudonyms = ReturnType<typeof createPseudonyms>;

/** A receipt, by the id under which its provider knows it again. */
export type KnownReceipt = { readonly provider: string; readonly reference: string };

/** What an account's books call a receipt. Receipts of simulated banks have other pseudonyms. */
export const receiptPseudonym = (
  { pseudonyms }: { readonly pseudonyms: Pseudonyms },
  account: string,
  { provider, reference }: KnownReceipt,
  mode: "live" | "test" = "live",
): string => pseudonyms.receipt(account, mode, provider, reference);

/** An IPv4 address, or the /56 of an IPv6 address, which one household gets. Any other text is one network. */
export const networkOf = (address: string): string =>
  ipaddr.isValid(address) ? firstBytes(address, 7) : "unknown";

/** The /48 around an IPv6 network, which one organisation can have for itself; null for any other address. */
const siteOf = (address: string): string | null =>
  ipaddr.isValid(address) && ipaddr.process(address).kind() === "ipv6" ? firstBytes(address, 6) : null;

/** The widest network that one caller can have for itself: an IPv4 address, or the /48 of an IPv6 address. */
export const widestNetworkOf = (address: string): string => siteOf(address) ?? networkOf(address);

/** A whole IPv4 address, also one that is written as IPv6; the first `bytes` of an IPv6 address. */
const firstBytes = (address: string, bytes: number): string => {
  const parsed = ipaddr.process(address);
  const all = parsed.toByteArray();
  return (parsed.kind() === "ipv4" ? all : all.slice(0, bytes)).join(".");
};
