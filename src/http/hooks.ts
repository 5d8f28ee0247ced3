import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InFlight } from "../core/in-flight.ts";
import type { Log } from "../core/log.ts";
import type { Measurement, Observe } from "../core/measurements.ts";
import { ok } from "../core/result.ts";
import type { OpenSpan, Tracing } from "../core/tracing.ts";
import { answerBrokenRequest } from "./errors.ts";
import type { RefuseShownKey } from "./leaked-keys.ts";
import { boundPipelines } from "./pipelining.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { SendFailure } from "./replies.ts";
import { onceEnded } from "./reply-end.ts";
import { isObject } from "./request-body.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its body is a picture, which may take as long as a slow phone needs. */
    readonly takesPicture?: boolean;
    /** What the log calls it in place of its path, which is a secret. */
    readonly named?: string;
  }
}

type Dependencies = {
  readonly log: Log;
  readonly observe: Observe;
  readonly tracing: Tracing;
  /** Holds every request until its reply has left. */
  readonly running: InFlight;
  readonly sendFailure: SendFailure;
  readonly isDraining: () => boolean;
  readonly rateLimits: RateLimits;
  readonly bodySpeed: BodySpeed;
  readonly refuseShownKey: RefuseShownKey;
};

/** What happens to every request, whether or not a route takes it. */
export const addHooks = (server: FastifyInstance, deps: Dependencies): void => {
  const { log, observe, tracing, running, sendFailure, isDraining, rateLimits, bodySpeed, refuseShownKey } =
    deps;
  const spans = new WeakMap<FastifyRequest, { readonly span: OpenSpan; readonly reply?: OpenSpan }>();
  server.decorateRequest("caller", null);
  server.decorateRequest("providerSet", null);
  server.decorateRequest("outcome", null);
  server.decorateRequest("extracted", null);
  server.decorateRequest("sentBody", null);
  server.decorateRequest("bodyBytes", 0);
  server.decorateRequest("isCounted", false);
  server.decorateRequest("settleText", null);
  server.decorateRequest("uncountPicture", null);

  boundPipelines(server);
  // By a callback, so that all that follows belongs to the span.
  server.addHook("onRequest", (request, _reply, done) => {
    if (probes.has(request.routeOptions.url ?? "")) return done();
    const span = tracing.open("http request");
    spans.set(request, { span });
    span.within(done);
  });
  server.addHook("onSend", async (request, reply, payload) => {
    rateLimits.noteReply(request, reply);
    // A file behind another reply would stay open when the connection ends.
    if (payload instanceof Readable) onceEnded(reply.raw, () => payload.destroy());
    const open = spans.get(request);
    if (open !== undefined) spans.set(request, { ...open, reply: tracing.open("reply") });
  });

  server.addHook("onRequest", async (request, reply) => {
    onceEnded(reply.raw, running.begin());
    hangUpOnSlowBody(request, reply, bodySpeed, isDraining);
    reply.header("x-request-id", request.id);
    reply.header("cache-control", "no-store");
    if (isDraining()) reply.header("connection", "close");
    const { url, config } = request.routeOptions;
    const isLimited = !probes.has(url ?? "") && !config.hasNoRateLimit;
    const limited = isLimited ? await rateLimits.enter(request) : ok(true);
    if (!limited.ok) return sendFailure(request, reply, limited.error);
    const shown = await refuseShownKey(request);
    return shown === null ? undefined : sendFailure(request, reply, shown);
  });

  server.addHook("preValidation", async (request, reply) => {
    if (isObject(request.body)) request.sentBody = request.body;
    const text = rateLimits.admitText(request);
    if (!text.ok) return sendFailure(request, reply, text.error);
    request.settleText = text.value;
  });

  server.addHook("onResponse", async (request, reply) => {
    // A connection that is kept alive would delay the stop until it times out.
    if (isDraining()) server.server.closeIdleConnections();
    const { url, config } = request.routeOptions;
    const isRoutine = probes.has(url ?? "") || (config.hasNoRateLimit === true && reply.statusCode === 200);
    log[isRoutine ? "debug" : "info"](factsOf(request, reply), "request");
    const measurement = measurementOf(request, reply);
    observe(measurement);
    const open = spans.get(request);
    open?.reply?.end();
    open?.span.end({
      "http.route": measurement.route,
      "http.request.method": measurement.method,
      "http.response.status_code": measurement.status,
      ...(measurement.errorType !== "" && { "error.type": measurement.errorType }),
    });
  });
};

const probes = new Set(["/healthz", "/readyz", "/metrics"]);

/** What the log says of a request. Its path may hold a link or a secret, so the route's own name stands for it. */
const factsOf = (request: FastifyRequest, reply: FastifyReply) => ({
  request_id: request.id,
  method: request.method,
  route: request.routeOptions.config.named ?? request.routeOptions.url ?? null,
  status: reply.statusCode,
  ...request.outcome,
  duration_ms: Math.round(reply.elapsedTime),
});

type HttpMeasurement = Extract<Measurement, { readonly kind: "http_request" }>;

/** What is counted of a request. Paths that no route has, and methods that nobody knows, are one each. */
const measurementOf = (request: FastifyRequest, reply: FastifyReply): HttpMeasurement => {
  const { config, url } = request.routeOptions;
  const code = request.outcome?.code ?? "";
  return {
    kind: "http_request",
    route: config.named ?? url ?? "unknown",
    method: methods.has(request.method) ? request.method : "_OTHER",
    status: reply.statusCode,
    errorType: code === "verified" || code === "replayed" ? "" : code,
    seconds: reply.elapsedTime / 1000,
  };
};

const methods = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"]);

/** How fast a body must arrive: within one window, or for a picture at least so many bytes in each window. */
export type BodySpeed = { readonly windowMs: number; readonly pictureBytesMin: number };

/** 16 KiB a second is less than the slowest phone networks give. */
export const slowestBody: BodySpeed = { windowMs: 10_000, pictureBytesMin: 160 * 1024 };

/** No request may take longer to arrive. A phone on 3G sends 8 MiB in a minute and a half. */
export const requestTimeoutMs = 90_000;

/**
 * Hangs up on a body that arrives too slowly, or that is still arriving when the process has to stop; also where it was
 * answered before all of it came.
 */
const hangUpOnSlowBody = (
  request: FastifyRequest,
  reply: FastifyReply,
  { windowMs, pictureBytesMin }: BodySpeed,
  isDraining: () => boolean,
): void => {
  const { raw } = request;
  if (raw.headers["content-length"] === undefined && raw.headers["transfer-encoding"] === undefined) return;
  const bytesMin = request.routeOptions.config.takesPicture ? pictureBytesMin : Number.POSITIVE_INFINITY;
  let bytesBefore = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const bytes = raw.socket.bytesRead;
    const isFastEnough = bytes - bytesBefore >= bytesMin && !isDraining();
    bytesBefore = bytes;
    if (raw.complete || raw.socket.destroyed) clearInterval(timer);
    else if (!isFastEnough && reply.raw.writableEnded) raw.socket.destroy();
    else if (!isFastEnough) answerBrokenRequest(tooSlow, raw.socket);
  }, windowMs);
  const end = () => clearInterval(timer);
  onceEnded(reply.raw, () => {
    if (raw.complete || raw.socket.destroyed) end();
    // A connection brings many requests, and would keep each of them in memory.
    else raw.once("close", end);
  });
};

const tooSlow = Object.assign(new Error("a body arrives too slowly"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
