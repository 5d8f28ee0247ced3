import ipaddr from "ipaddr.js";
import type { Tables } from "../database/schema.ts";
import { tiers } from "./quotas.ts";

/** What a key may do: verify receipts, read its account, change its account. */
export const keyScopes = ["verify", "account:read", "account:manage"] as const;

export type KeyScope = (typeof keyScopes)[number];

/** The scopes of a key that was made without any. */
const defaultScopes: readonly KeyScope[] = ["verify", "account:read"];

/** The name and limits of a key. */
export type KeyAttributes = {
  /** Empty for none. */
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Null: it works until it is revoked. */
  readonly expiresAt: Date | null;
  /** Address blocks that it works from, such as `10.0.0.0/8`. An empty list means everywhere. */
  readonly addresses: readonly string[];
  /** The most that its answers may cost on one day of Addis Ababa; null: no limit. */
  readonly dailyLimitSantim: number | null;
};

const nameLengthMax = 100;
const addressesMax = 50;
const limitSantimMax = 100_000_000_000;
/** A key with less could never ask. */
const limitSantimMin = tiers.balance.answerSantim;

/** Fills in defaults; null when an attribute is invalid or the end has passed. */
export const attributesOf = (chosen: Partial<KeyAttributes>, at: Date): KeyAttributes | null => {
  const { name = "", scopes = defaultScopes, expiresAt = null, dailyLimitSantim = null } = chosen;
  const addresses = (chosen.addresses ?? []).map(addressBlockOf);
  const isNamed = name.length <= nameLengthMax && !/\p{Cc}/u.test(name);
  const isAhead = expiresAt === null || expiresAt > at;
  const isLimit =
    dailyLimitSantim === null ||
    (Number.isSafeInteger(dailyLimitSantim) &&
      dailyLimitSantim >= limitSantimMin &&
      dailyLimitSantim <= limitSantimMax);
  const known = addresses.filter((block) => block !== null);
  if (known.length < addresses.length || known.length > addressesMax) return null;
  if (!isNamed || !isAhead || !isLimit || scopes.length === 0) return null;
  return {
    name: name.trim(),
    scopes: keyScopes.filter((scope) => scopes.includes(scope)),
    expiresAt,
    addresses: [...new Set(known)],
    dailyLimitSantim,
  };
};

/** Normalises a block or an address: `10.1.2.3/8` to `10.0.0.0/8`, `192.0.2.1` to `192.0.2.1/32`. Null for other text. */
export const addressBlockOf = (text: string): string | null => {
  const block = parseBlock(text.trim());
  if (block === null) return null;
  const [address, bits] = block;
  // IPv4 clients appear with their IPv4 address, so this block would match no client.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return null;
  const network =
    address instanceof ipaddr.IPv6
      ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`)
      : ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
};

type Block = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

const parseBlock = (text: string): Block | null => {
  const bare = text.replace(/\/\d{1,3}$/, "");
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (bare !== text) return null;
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
};

/** Whether a key with these address blocks works from an address. */
export const worksFrom = (addresses: readonly string[], address: string): boolean => {
  if (addresses.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return addresses.some((text) => {
    const block = parseBlock(text);
    return block !== null && block[0].kind() === caller.kind() && caller.match(block[0], block[1]);
  });
};

/** The attributes as a row of `api_key` holds them. */
export const attributesToRow = (attributes: KeyAttributes) => ({
  name: attributes.name,
  scopes: attributes.scopes.join(" "),
  addresses: attributes.addresses.join(","),
  daily_limit_santim: attributes.dailyLimitSantim,
  expires_at: attributes.expiresAt?.getTime() ?? null,
});

type AttributeColumns = "name" | "scopes" | "addresses" | "daily_limit_santim" | "expires_at";

export const rowToAttributes = (row: Pick<Tables["api_key"], AttributeColumns>): KeyAttributes => ({
  name: row.name,
  scopes: scopesIn(row.scopes),
  addresses: addressesIn(row.addresses),
  dailyLimitSantim: row.daily_limit_santim,
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
});

export const scopesIn = (text: string): readonly KeyScope[] => {
  const words = text.split(" ");
  return keyScopes.filter((scope) => words.includes(scope));
};

export const addressesIn = (text: string): readonly string[] => (text === "" ? [] : text.split(","));
