import type { FastifyInstance, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { isSecret } from "../core/crypto.ts";
import { fail } from "../core/failure.ts";
import { failures, tags } from "./openapi.ts";
import type { SendFailure } from "./replies.ts";

/** What Prometheus is given, and by whom it may be read. */
export type MetricsDoor = {
  /** Shown as `Authorization: Bearer …`; null: only programs of this machine may read. */
  readonly token: string | null;
  readonly scrape: () => Promise<string>;
  readonly contentType: string;
};

/** Headers by which a proxy says that somebody else asks through it. */
const proxyHeaders = [
  "cf-connecting-ip",
  "forwarded",
  "true-client-ip",
  "via",
  "x-client-ip",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
] as const;

/** `/metrics`. To everybody else it is a path that does not exist. */
export const addMetricsRoute = (
  server: FastifyInstance,
  { token, scrape, contentType, sendFailure }: MetricsDoor & { readonly sendFailure: SendFailure },
): void => {
  const mayRead = token === null ? isOfThisMachine : showsToken(token);
  const schema = {
    tags: [tags.service],
    summary: "Measurements for Prometheus, with METRICS_TOKEN as a Bearer token or from the same machine",
    response: { 200: { content: { "text/plain": { schema: z.string() } } } },
  };
  const config = { failures: [...failures.limited, "route_not_found"] as const };
  server.get("/metrics", { schema, config }, async (request, reply) => {
    if (!mayRead(request)) return sendFailure(request, reply, fail("route_not_found").error);
    return reply.type(contentType).send(await scrape());
  });
};

/**
 * The socket's own peer, which asks this machine by its own name: a proxy that adds no header hands on the name by which the
 * world knows us. One that replaces the name speaks HTTP/1.0, as older nginx does with nothing but `proxy_pass`.
 * Prometheus does not.
 */
const isOfThisMachine = ({ raw }: FastifyRequest): boolean =>
  raw.httpVersion !== "1.0" &&
  isLoopback(raw.socket.remoteAddress ?? "") &&
  namesThisMachine(raw.headers.host ?? "") &&
  !proxyHeaders.some((name) => name in raw.headers);

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

const namesThisMachine = (host: string): boolean => {
  const name = host.replace(/:\d{1,5}$/, "").toLowerCase();
  return name === "localhost" || isLoopback(name.replace(/^\[(.+)\]$/, "$1"));
};

const showsToken =
  (token: string) =>
  ({ headers }: FastifyRequest): boolean =>
    isSecret(headers.authorization ?? "", `Bearer ${token}`);
