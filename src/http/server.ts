import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Accounts } from "../accounts/accounts.ts";
import type { AddressBlock } from "../config-variables.ts";
import type { Detection } from "../detect.ts";
import { fail } from "../failure.ts";
import { createInFlight } from "../in-flight.ts";
import type { Log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import { ok } from "../result.ts";
import type { Verify } from "../verify.ts";
import { addBoundaries, answerBrokenRequest, createFrameworkError, requestIdOf } from "./boundaries.ts";
import { addHealthRoutes, type Health } from "./health-routes.ts";
import { addHooks } from "./hooks.ts";
import { bodyBytesMax, parseJsonBody, refuseEncodedBody } from "./json-body.ts";
import { refuseUnknownKey } from "./keys.ts";
import { closeServer, listenProblem } from "./listening.ts";
import { createSendFailure, type SendFailure } from "./replies.ts";
import { addTextRoutes } from "./text-routes.ts";
import { createReplyVerified } from "./verification-reply.ts";
import { addVerifyRoutes } from "./verify-routes.ts";

export type ServerDependencies = {
  /** False: only `/healthz` and `/readyz` are served. */
  readonly servesApi: boolean;
  readonly providers: readonly Provider[];
  /** Labels that are known and not offered here. */
  readonly notOffered: readonly string[];
  readonly detect: (text: string) => Detection;
  readonly verify: Verify;
  readonly accounts: Pick<Accounts, "quotaOf">;
  readonly health: Health;
  readonly trustedProxies: readonly AddressBlock[];
  /** Base of links in replies; null: the address that is listened on. */
  readonly publicUrl: string | null;
  /** `test`: the answers come from the sandbox. */
  readonly mode: "live" | "test";
  readonly log: Log;
  readonly now: () => Date;
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
  const state = { draining: false, listeningOn: "" };
  const running = createInFlight();
  const publicUrl = () => deps.publicUrl ?? state.listeningOn;
  const sendFailure = createSendFailure({ publicUrl, now: deps.now });
  const server = createFastify(deps.log, sendFailure);

  addBoundaries(server, sendFailure);
  addHooks(server, { log: deps.log, running, sendFailure, isDraining: () => state.draining });
  addHealthRoutes(server, { health: deps.health, isDraining: () => state.draining });
  if (deps.servesApi) addApi(server, deps, sendFailure, () => state.draining);

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

const createFastify = (log: Log, sendFailure: SendFailure): FastifyInstance => {
  // Its own type, so that routes are written against the plain instance.
  const loggerInstance: FastifyBaseLogger = log;
  const server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    bodyLimit: bodyBytesMax,
    // A whole request within 10 s; an answer may take alpha's 30 s and its place in the queue.
    requestTimeout: 10_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    // Refused in our own words, by the hook below.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: createFrameworkError(sendFailure),
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => parseJsonBody(body),
  );
  return server;
};

const addApi = (
  server: FastifyInstance,
  deps: ServerDependencies,
  sendFailure: SendFailure,
  isDraining: () => boolean,
): void => {
  const replyVerified = createReplyVerified({ ...deps, sendFailure });
  const refuseWhileDraining = () => (isDraining() ? fail("overloaded", { retryAfterSeconds: 2 }) : ok(true));
  server.register(async (api) => {
    api.addHook("onRequest", async (request, reply) => {
      for (const refuse of [refuseWhileDraining, refuseUnknownKey, refuseEncodedBody]) {
        const checked = refuse(request);
        if (!checked.ok) return sendFailure(request, reply, checked.error);
      }
      return undefined;
    });
    addVerifyRoutes(api, { ...deps, replyVerified, sendFailure });
    addTextRoutes(api, { ...deps, replyVerified, sendFailure });
  });
};
