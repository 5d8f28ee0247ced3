import type { FastifyHelmetOptions } from "@fastify/helmet";

/** What a page of ours may do: nothing but show itself. `more`: what another page needs besides. */
export const securityHeaders = ({
  isHttps,
  more = {},
}: {
  /** Whether browsers reach us by https alone: they remember it for a year, so it is said only then. */
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
