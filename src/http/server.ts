import helmet from "@fastify/helmet";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { createInFlight } from "../in-flight.ts";
import type { Log } from "../log.ts";
import { type ApiDependencies, addApi } from "./api.ts";
import { type BodyPace, requestTimeoutMs, slowestBody } from "./body-pace.ts";
import { addBoundaries, answerBrokenRequest, createFrameworkError, requestIdOf } from "./boundaries.ts";
import { createPaceStep } from "./callers.ts";
import { addDocsRoutes } from "./docs-routes.ts";
import { addHealthRoutes, type Health } from "./health-routes.ts";
import { addHooks } from "./hooks.ts";
import { bodyBytesMax, parseJsonBody } from "./json-body.ts";
import { createRefuseShownKey, type RefuseShownKey } from "./keys.ts";
import { closeServer, listenProblem } from "./listening.ts";
import { answerOwnHosts } from "./own-hosts.ts";
import { addressPace, createPace } from "./pace.ts";
import { createSendFailure, type SendFailure } from "./replies.ts";
import { securityHeaders } from "./security-headers.ts";
import { addSecurityTxtRoute } from "./security-txt-route.ts";
import { addWebhookRoute, type Webhook } from "./webhook-route.ts";

export type ServerDependencies = Omit<ApiDependencies, "sendFailure" | "isDraining" | "publicUrl"> & {
  /** False: only `/healthz` and `/readyz` are served. */
  readonly servesApi: boolean;
  readonly health: Health;
  /** Null or unset: this process hears nothing of Telegram over HTTP. */
  readonly webhook?: Webhook | null;
  /** Base of links in replies; null: the address that is listened on. */
  readonly publicUrl: string | null;
  /** An https link or a Telegram name, for whoever has found a weakness. Null or unset: nobody is named. */
  readonly operatorContact?: string | null;
  /** What is listened on, where only requests to our own names are answered; null or unset: any name will do. */
  readonly onlyHostsOf?: string | null;
  /** Unset: what the slowest phones need. */
  readonly bodyPace?: BodyPace;
  readonly log: Log;
};

export type HttpServer = {
  /** Rejects with a start problem when the address cannot be had. Resolves with the URL that is listened on. */
  readonly listen: (host: string, port: number) => Promise<string>;
  /** Unready at once and closed to new work; resolves when every running request has been answered. */
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
  const sendFailure = createSendFailure({ publicUrl, now });
  const keepPace = createPaceStep({ pace: createPace(addressPace, now), accounts, trustedProxies });
  const refuseShownKey = createRefuseShownKey({ log, revokeLeaked: accounts.revokeLeaked });
  const server = createFastify(log, sendFailure, refuseShownKey);

  server.register(helmet, securityHeaders({ isHttps: deps.publicUrl?.startsWith("https:") === true }));
  // Behind it, so that what a hook refuses has its headers, too.
  server.after((error) => {
    if (error) throw error;
    addBoundaries(server, sendFailure);
    if (deps.onlyHostsOf) answerOwnHosts(server, deps.onlyHostsOf, deps.publicUrl);
    addHooks(server, {
      log,
      running,
      sendFailure,
      isDraining,
      keepPace,
      bodyPace: deps.bodyPace ?? slowestBody,
      refuseShownKey,
    });
    addHealthRoutes(server, { health, isDraining });
    if (deps.webhook) addWebhookRoute(server, deps.webhook, { isDraining, log });
    if (!servesApi) return;
    addDocsRoutes(server, sendFailure);
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
    drain: () => {
      state.draining = true;
      server.server.closeIdleConnections();
      return running.settled();
    },
    close: () => closeServer(server),
  };
};

const createFastify = (
  log: Log,
  sendFailure: SendFailure,
  refuseShownKey: RefuseShownKey,
): FastifyInstance => {
  // Its own type, so that routes are written against the plain instance.
  const loggerInstance: FastifyBaseLogger = log;
  const server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    bodyLimit: bodyBytesMax,
    // A body has its own pace besides; an answer may take alpha's 30 s and its place in the queue.
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    // Refused in our own words, by the hook below.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: createFrameworkError(sendFailure, refuseShownKey),
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => parseJsonBody(body),
  );
  return server;
};
