import ipaddr from "ipaddr.js";
import type { AddressBlock } from "../config-variables.ts";

/**
 * Who speaks to us (design 5): the socket's peer, or, while that is one of our own proxies, whom it names last
 * in `X-Forwarded-For`. Read right to left, because only what a trusted proxy appended is worth anything.
 * What is no address ends the walk. IPv4 in IPv6 dress comes out as IPv4.
 */
export const clientAddress = (
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly AddressBlock[],
): string => {
  const named = trustedProxies.length > 0 && forwardedFor ? forwardedFor.split(",") : [];
  let address = parseAddress(socketAddress ?? "") ?? unknownPeer;
  for (const entry of named.reverse()) {
    if (!isTrusted(address, trustedProxies)) break;
    const earlier = parseAddress(withoutPort(entry.trim()));
    if (earlier === null) break;
    address = earlier;
  }
  return address.toString();
};

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A peer that hung up before its address was read; nothing is answered to it. */
const unknownPeer: Address = new ipaddr.IPv4([0, 0, 0, 0]);

const parseAddress = (text: string): Address | null => {
  const bare = text.replace(/%.{0,64}$/, "");
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(bare);
};

/** `192.0.2.1:443` and `[2001:db8::1]:443` as some proxies write them. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]{1,64})\](:\d{1,5})?$/.exec(entry)?.[1] ??
  /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(entry)?.[1] ??
  entry;

const isTrusted = (address: Address, blocks: readonly AddressBlock[]): boolean =>
  blocks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
