import helmet from "@fastify/helmet";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type LightMyRequestResponse as InjectedReply,
  type InjectOptions,
  LogController,
} from "fastify";
import type { AddressBlock } from "../config/safety.ts";
import { createInFlight } from "../core/in-flight.ts";
import type { Log } from "../core/log.ts";
import { type Observe, unobserved } from "../core/measurements.ts";
import { type StartProblem, startProblem } from "../core/start-problem.ts";
import { type Tracing, untraced } from "../core/tracing.ts";
import { type ApiDependencies, addApi } from "./api.ts";
import { answerOwnHosts, securityHeaders } from "./browser-safety.ts";
import { trustProxy } from "./callers.ts";
import { addErrorReplies, answerBrokenRequest, createFrameworkError, requestIdOf } from "./errors.ts";
import { addHooks, type BodySpeed, requestTimeoutMs, slowestBody } from "./hooks.ts";
import { createRefuseShownKey, type RefuseShownKey } from "./leaked-keys.ts";
import { addMetricsRoute, type MetricsDoor } from "./metrics-route.ts";
import { addOpenApiRoute, describeRoutes } from "./openapi.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import { createSendFailure, type SendFailure, type SendFailurePage } from "./replies.ts";
import { bodyBytesMax, parseRequestBody, refusal, validatorCompiler } from "./request-body.ts";
import { addHealthRoutes, addSecurityTxtRoute, type Health } from "./service-routes.ts";
import { addTextTurns } from "./text-turns.ts";
import { addWebhookRoute, type Webhook } from "./webhook-route.ts";

export type ServerDependencies = Omit<ApiDependencies, "sendFailure" | "isDraining" | "publicUrl"> & {
  /** False: only `/healthz`, `/readyz` and `/metrics` are served. */
  readonly servesApi: boolean;
  readonly health: Health;
  /** Unset: nothing is measured, and there is no `/metrics`. */
  readonly metrics?: MetricsDoor & { readonly observe: Observe };
  /** Unset: no request is followed. */
  readonly tracing?: Tracing;
  /** Whose `X-Forwarded-For` counts. */
  readonly trustedProxies: readonly AddressBlock[];
  /** Null or unset: Telegram posts nothing to this process. */
  readonly webhook?: Webhook | null;
  /** Base of links in replies; null: the address that is listened on. */
  readonly publicUrl: string | null;
  /** An https link or a Telegram name where a weakness is reported. Null or unset: none is named. */
  readonly operatorContact?: string | null;
  /** The host that is listened on, where only requests that name it are answered. Null or unset: every name is. */
  readonly onlyHostsOf?: string | null;
  /** Adds the pages for people; unset: there are none. */
  readonly pages?: (
    server: FastifyInstance,
    serving: {
      readonly publicUrl: () => string;
      readonly isHttps: boolean;
      readonly sendFailure: SendFailure;
      readonly takeText: RateLimits["takeText"];
    },
  ) => void;
  /** Tells browsers of failures; unset: they read JSON. */
  readonly sendFailurePage?: SendFailurePage;
  /** Unset: what the slowest phones need. */
  readonly bodySpeed?: BodySpeed;
  readonly log: Log;
};

type HttpServer = {
  /** Rejects with a start problem when the address cannot be had. Resolves with the URL that is listened on. */
  readonly listen: (host: string, port: number) => Promise<string>;
  /** Answers a request that comes without a connection. */
  readonly inject: (request: InjectOptions) => Promise<Pick<InjectedReply, "statusCode" | "body">>;
  /** Takes no new work. Resolves when every running request has been answered. */
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The HTTP face: what is served, in the order in which a request meets it. */
export const createServer = (deps: ServerDependencies): HttpServer => {
  const { servesApi, health, log, now, accounts, trustedProxies } = deps;
  const state = { draining: false, listeningOn: "" };
  const running = createInFlight();
  const publicUrl = () => deps.publicUrl ?? state.listeningOn;
  const isDraining = () => state.draining;
  const sendFailure = createSendFailure({ publicUrl, now, sendFailurePage: deps.sendFailurePage });
  const isHttps = deps.publicUrl?.startsWith("https:") === true;
  const rateLimits = createRateLimits({ now, accounts, isHttps });
  const refuseShownKey = createRefuseShownKey({ log, revokeLeaked: accounts.revokeLeaked });
  const server = createFastify({ log, trustedProxies, sendFailure, rateLimits, refuseShownKey });

  server.register(helmet, securityHeaders({ isHttps }));
  if (servesApi) describeRoutes(server, deps.publicUrl);
  // After the plugins, so that what a hook refuses has the security headers too, and every route is described.
  server.after((error) => {
    if (error) throw error;
    addErrorReplies(server, sendFailure);
    if (deps.onlyHostsOf) answerOwnHosts(server, deps.onlyHostsOf, deps.publicUrl);
    addHooks(server, {
      log,
      observe: deps.metrics?.observe ?? unobserved,
      tracing: deps.tracing ?? untraced,
      running,
      sendFailure,
      isDraining,
      rateLimits,
      bodySpeed: deps.bodySpeed ?? slowestBody,
      refuseShownKey,
    });
    addTextTurns(server);
    addHealthRoutes(server, { health, isDraining });
    if (deps.metrics) addMetricsRoute(server, { ...deps.metrics, sendFailure });
    if (deps.webhook) addWebhookRoute(server, deps.webhook, { isDraining, log });
    if (!servesApi) return;
    deps.pages?.(server, { publicUrl, isHttps, sendFailure, takeText: rateLimits.takeText });
    addOpenApiRoute(server);
    const { operatorContact = null } = deps;
    addSecurityTxtRoute(server, { operatorContact, publicUrl: deps.publicUrl, sendFailure, now });
    addApi(server, { ...deps, publicUrl, sendFailure, isDraining });
  });

  return {
    listen: async (host, port) => {
      state.listeningOn = await server.listen({ host, port }).catch((error: unknown) => {
        throw listenProblem(error, host, port);
      });
      return state.listeningOn;
    },
    inject: (request) => server.inject(request),
    drain: () => {
      state.draining = true;
      server.server.closeIdleConnections();
      return running.settled();
    },
    close: () => closeServer(server),
  };
};

type FastifyDependencies = {
  readonly log: Log;
  readonly trustedProxies: readonly AddressBlock[];
  readonly sendFailure: SendFailure;
  readonly rateLimits: RateLimits;
  readonly refuseShownKey: RefuseShownKey;
};

const createFastify = (deps: FastifyDependencies): FastifyInstance => {
  const { log, trustedProxies, sendFailure, rateLimits, refuseShownKey } = deps;
  // With pino's own type, routes could not be written against the plain instance.
  const loggerInstance: FastifyBaseLogger = log;
  const server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    bodyLimit: bodyBytesMax,
    trustProxy: trustProxy(trustedProxies),
    // A body has its own speed besides. An answer may take alpha's 30 s and its place in the queue.
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    // The API refuses requests in its own words while it stops.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: createFrameworkError({ sendFailure, rateLimits, refuseShownKey }),
    // Fastify would load its own compilers, which the ones below replace.
    schemaController: { compilersFactory: { buildValidator: neverBuilt, buildSerializer: neverBuilt } },
  });
  // Node would leave out those behind the thousandth, among them a key, or what a proxy says of the caller. Their bytes are limited.
  server.server.maxHeadersCount = 0;
  server.setValidatorCompiler(validatorCompiler);
  // What leaves is not validated again: the tests hold every reply to its schema.
  server.setSerializerCompiler(() => (reply) => JSON.stringify(reply));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      request.bodyBytes = body.length;
      const parsed = parseRequestBody(body);
      if (!parsed.ok) throw refusal(parsed.error);
      return parsed.value;
    },
  );
  return server;
};

const neverBuilt = (): never => {
  throw new Error("a compiler of Fastify's own was asked for");
};

/** Why an address cannot be listened on, and what to do. */
const listenProblem = (error: unknown, host: string, port: number): StartProblem => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason =
    reasons[code] ?? `cannot be listened on (${code || "unknown reason"}); set another HOST or PORT`;
  return startProblem(`HOST ${host}, PORT ${port}: ${reason}`, error);
};

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; stop the other program or set another PORT",
  EACCES: "this user may not listen there; set a PORT above 1023",
  EADDRNOTAVAIL: "this machine does not have that address; set another HOST",
  ENOTFOUND: "that host name is unknown; set another HOST",
};

/** How long connections may linger once every request has been answered. */
const lingerMs = 1_000;

/** Takes no more connections and ends the idle ones. One that has sent half a request is given a moment. */
const closeServer = async (server: FastifyInstance): Promise<void> => {
  const impatience = setTimeout(() => server.server.closeAllConnections(), lingerMs);
  await server.close();
  clearTimeout(impatience);
};
