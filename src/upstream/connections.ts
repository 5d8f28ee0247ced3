import { isIP } from "node:net";
import { checkServerIdentity, type PeerCertificate, rootCertificates } from "node:tls";
import { type buildConnector, type Dispatcher, Pool, ProxyAgent } from "undici";
import type { ProviderSettings } from "../providers/provider.ts";
import { createGuardedLookup, isAddressAllowed, isLoopbackHost, type Resolve } from "./address-guard.ts";
import type { UpstreamBudgets } from "./budgets.ts";

/**
 * Connections to one origin of one provider, direct or through its proxy. Null: the host is an inner address.
 * `noteCertificate` hears which certificate was trusted, before its name is looked at.
 */
export const openConnections = (
  url: URL,
  settings: ProviderSettings,
  budgets: UpstreamBudgets,
  resolve: Resolve,
  noteCertificate: NoteCertificate = () => {},
): Dispatcher | null => {
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const isLoopback = isLoopbackHost(hostname);
  // Connecting to a literal address passes no look-up, so it is judged here.
  if (isIP(hostname) !== 0 && !isAddressAllowed(hostname, isLoopback)) return null;

  const limits = {
    connections: budgets.bulkhead.running,
    pipelining: 1,
    maxHeaderSize: budgets.headerBytesMax,
    maxResponseSize: budgets.wireBytesMax,
  };
  const tls = tlsOptions(certificateNamesOf(url, hostname, settings), settings, budgets, noteCertificate);
  if (settings.proxy !== undefined)
    return new ProxyAgent({
      ...limits,
      uri: settings.proxy,
      requestTls: tls,
      proxyTls: { timeout: budgets.connectMs, minVersion: "TLSv1.2", rejectUnauthorized: true },
      clientFactory: (origin, options) =>
        new Pool(origin, { ...options, headersTimeout: budgets.connectMs, connections: limits.connections }),
    });
  return new Pool(url.origin, {
    ...limits,
    connect: { ...tls, lookup: createGuardedLookup(resolve, isLoopback) },
  });
};

type NoteCertificate = (certificate: PeerCertificate) => void;

/**
 * Names that a certificate may carry, the one to ask for first. `tlsName` is the receipt host's; a second host has its
 * own.
 */
const certificateNamesOf = (url: URL, hostname: string, { url: receiptHost, tlsName }: ProviderSettings) => {
  if (tlsName === undefined) return [hostname];
  return url.origin === receiptHost ? [tlsName] : [hostname, tlsName];
};

const tlsOptions = (
  names: readonly string[],
  { ca }: ProviderSettings,
  { connectMs }: UpstreamBudgets,
  noteCertificate: NoteCertificate,
): buildConnector.BuildOptions => {
  const servername = names.find((name) => isIP(name) === 0);
  return {
    timeout: connectMs,
    minVersion: "TLSv1.2",
    rejectUnauthorized: true,
    // Given always: a `Host` header among the configured ones must not change the name that is checked.
    checkServerIdentity: (_, certificate) => {
      noteCertificate(certificate);
      const problems = names.map((name) => checkServerIdentity(name, certificate));
      return problems.includes(undefined) ? undefined : problems[0];
    },
    ...(servername === undefined ? {} : { servername }),
    // A missing intermediate, or the server's own certificate, is trusted without its root being known.
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca], allowPartialTrustChain: true }),
  };
};
