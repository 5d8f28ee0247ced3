import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

export type Address = { readonly address: string; readonly family: number };

/** All addresses of a host name. Rejects with a DNS error. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

export const addressRefusedCode = "ERR_ADDRESS_NOT_PUBLIC";

/** Whether an operator's host is this machine: localhost, 127.0.0.0/8 or ::1. `hostname` carries no brackets. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === "localhost" || (isIP(hostname) !== 0 && ipaddr.process(hostname).range() === "loopback");

/** A public address; or, when the configured host is this machine, a loopback address. */
export const isAddressAllowed = (address: string, hostIsLoopback: boolean): boolean => {
  if (isIP(address) === 0) return false;
  // `process` takes the IPv4 address out of `::ffff:…`.
  const parsed = ipaddr.process(address);
  if (hostIsLoopback) return parsed.range() === "loopback";
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
};

const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Look-up for connections to one host. A single address that is not allowed refuses the host, so that a name
 * with a public and an inner address reaches neither.
 */
export const createGuardedLookup =
  (resolve: Resolve, hostIsLoopback: boolean): LookupFunction =>
  (hostname, options, callback) => {
    const refuse = (error: NodeJS.ErrnoException) => callback(error, "");
    const answer = (addresses: readonly Address[]) => {
      const [first] = addresses;
      if (first === undefined || !addresses.every((each) => isAddressAllowed(each.address, hostIsLoopback)))
        return refuse(Object.assign(new Error("address not public"), { code: addressRefusedCode }));
      if (options.all === true) return callback(null, [...addresses]);
      return callback(null, first.address, first.family);
    };
    resolve(hostname).then(answer, refuse);
  };
