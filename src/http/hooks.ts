import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InFlight } from "../in-flight.ts";
import type { Log } from "../log.ts";
import { ok } from "../result.ts";
import { type BodyPace, holdBodyToPace } from "./body-pace.ts";
import type { Step } from "./callers.ts";
import type { RefuseShownKey } from "./keys.ts";
import type { SendFailure } from "./replies.ts";

type Dependencies = {
  readonly log: Log;
  /** Holds every request until its reply has left. */
  readonly running: InFlight;
  readonly sendFailure: SendFailure;
  readonly isDraining: () => boolean;
  /** Holds an address to its pace. */
  readonly keepPace: Step;
  readonly bodyPace: BodyPace;
  readonly refuseShownKey: RefuseShownKey;
};

/** What happens to every request, whether or not a route takes it. */
export const addHooks = (server: FastifyInstance, deps: Dependencies): void => {
  const { log, running, sendFailure, isDraining, keepPace, bodyPace, refuseShownKey } = deps;
  server.decorateRequest("asker", null);
  server.decorateRequest("offer", null);
  server.decorateRequest("outcome", null);
  server.decorateRequest("extracted", null);

  server.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", running.begin());
    holdBodyToPace(request, reply, bodyPace, isDraining);
    reply.header("x-request-id", request.id);
    reply.header("cache-control", "no-store");
    if (isDraining()) reply.header("connection", "close");
    const isPaced = !probes.has(request.routeOptions.url ?? "") && !request.routeOptions.config.unpaced;
    const paced = isPaced ? await keepPace(request) : ok(true);
    if (!paced.ok) return sendFailure(request, reply, paced.error);
    const shown = await refuseShownKey(request);
    return shown === null ? undefined : sendFailure(request, reply, shown);
  });

  server.addHook("onResponse", async (request, reply) => {
    // A connection that is kept alive would hold the stop up until it times out.
    if (isDraining()) server.server.closeIdleConnections();
    const { url, config } = request.routeOptions;
    const isRoutine = probes.has(url ?? "") || (config.unpaced === true && reply.statusCode === 200);
    log[isRoutine ? "debug" : "info"](factsOf(request, reply), "request");
  });
};

const probes = new Set(["/healthz", "/readyz"]);

/** Never the path that was asked for, which may hold a link, a key or the webhook's secret, nor anything of the body. */
const factsOf = (request: FastifyRequest, reply: FastifyReply) => ({
  request_id: request.id,
  method: request.method,
  route: request.routeOptions.config.named ?? request.routeOptions.url ?? null,
  status: reply.statusCode,
  ...request.outcome,
  duration_ms: Math.round(reply.elapsedTime),
});
