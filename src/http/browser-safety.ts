import { isIP } from "node:net";
import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** What a page of ours may do: nothing but show itself. `more` names what another page needs besides. */
export const securityHeaders = ({
  isHttps,
  more = {},
}: {
  /** Whether browsers reach us by https alone. They remember the header for a year, so it is sent only then. */
  readonly isHttps: boolean;
  readonly more?: Readonly<Record<string, readonly string[]>>;
}): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      ...more,
    },
  },
  referrerPolicy: { policy: "no-referrer" },
  xFrameOptions: { action: "deny" },
  strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
});

/**
 * Whether a browser sends a request for a page of another origin. Browsers say so in two headers that no page can set.
 */
export const isOfOtherOrigin = ({ headers }: FastifyRequest, publicUrl: string): boolean => {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin } = headers;
  return (
    origin !== undefined && origin !== new URL(publicUrl).origin && origin.split("://")[1] !== headers.host
  );
};

/** Names that lead to this machine wherever they are asked. */
const thisMachine = ["localhost", "127.0.0.1", "[::1]"];
const everywhere = ["0.0.0.0", "::"];

/** Names that a server on `host` answers to. One that listens on all addresses also answers to each of them. */
const ownNames = (host: string, publicUrl: string | null) => ({
  names: new Set([
    ...thisMachine,
    isIP(host) === 6 ? `[${host}]` : host.toLowerCase(),
    ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]),
  ]),
  takesAddresses: everywhere.includes(host),
});

/** Whether a `Host` header names this server on any port. */
const isOwn = (
  header: string | undefined,
  { names, takesAddresses }: ReturnType<typeof ownNames>,
): boolean => {
  const url = header !== undefined && URL.canParse(`http://${header}`) ? new URL(`http://${header}`) : null;
  if (url === null || url.pathname !== "/" || url.username !== "") return false;
  return names.has(url.hostname) || (takesAddresses && isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0);
};

/**
 * Answers only requests that name this machine. Without it, a foreign page whose host name is pointed at this machine
 * could use what runs here as its visitor.
 *
 * @param host what is listened on
 */
export const answerOwnHosts = (server: FastifyInstance, host: string, publicUrl: string | null): void => {
  const own = ownNames(host, publicUrl);
  server.addHook("onRequest", async (request, reply) =>
    isOwn(request.headers.host, own)
      ? undefined
      : reply
          .code(421)
          .type("text/plain; charset=utf-8")
          .send("This demo answers its own host names only.\n"),
  );
};
