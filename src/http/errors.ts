import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Failure, type FailureCode, fail } from "../core/failure.ts";
import { holdsKey, type RefuseShownKey } from "./leaked-keys.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { SendFailure } from "./replies.ts";
import { failureIn } from "./request-body.ts";

/** A caller's own request id is kept when it can do no harm in a log or a header, and holds no key. */
export const requestIdOf = (request: IncomingMessage): string => {
  const given = request.headers["x-request-id"];
  const isHarmless = typeof given === "string" && /^[A-Za-z0-9_-]{8,64}$/.test(given) && !holdsKey(given);
  return isHarmless ? given : randomUUID();
};

/** What never reaches a route: unknown paths, other methods, bodies that cannot be read, our own bugs. */
export const addErrorReplies = (server: FastifyInstance, sendFailure: SendFailure): void => {
  const methodsByPath = new Map<string, Set<string>>();
  server.addHook("onRoute", ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    methodsByPath.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });

  server.setNotFoundHandler((request, reply) => {
    const methods = methodsByPath.get(request.url.split("?", 1)[0] ?? "");
    if (methods === undefined) return sendFailure(request, reply, fail("route_not_found").error);
    const allow = [...methods].sort().join(", ");
    reply.header("allow", allow);
    return sendFailure(request, reply, fail("method_not_allowed", { subject: allow }).error);
  });

  server.setErrorHandler((error: FastifyError, request, reply) => {
    const refused = failureIn(error);
    if (refused !== null) return sendFailure(request, reply, refused);
    // Of a file, such as a part of it that lies behind its end: no failure of ours, and none that anybody reads.
    if (fileRefusals.has(error.statusCode ?? 0)) return reply.code(error.statusCode ?? 0).send();
    const code = codeOf(error, request.method);
    if (code === "internal_error") request.log.error({ err: error }, "a request ran into a bug");
    // The rest of the body is not read, so the connection cannot be used again.
    if (code === "body_too_large") reply.header("connection", "close");
    return sendFailure(request, reply, fail(code).error);
  });
};

/** Precondition failed, and range not satisfiable. */
const fileRefusals: ReadonlySet<number> = new Set([412, 416]);

type FrameworkErrorDependencies = {
  readonly sendFailure: SendFailure;
  readonly rateLimits: Pick<RateLimits, "enter">;
  readonly refuseShownKey: RefuseShownKey;
};

/**
 * Answers a path that cannot be decoded. It meets no hook, so the id is set, the request is counted, and a key is looked
 * for here.
 */
export const createFrameworkError = ({
  sendFailure,
  rateLimits,
  refuseShownKey,
}: FrameworkErrorDependencies) => {
  const failureOf = async (request: FastifyRequest): Promise<Failure> => {
    const limited = await rateLimits.enter(request);
    if (!limited.ok) return limited.error;
    return (await refuseShownKey(request)) ?? fail("route_not_found").error;
  };
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header("x-request-id", request.id);
    reply.headers(leastHeaders);
    const answer = (failure: Failure) => {
      sendFailure(request, reply, failure);
    };
    failureOf(request).then(answer, () => answer(fail("internal_error").error));
  };
};

/** The usual headers that matter to a reply that no browser shows. */
const leastHeaders = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** Closes a socket whose bytes are no HTTP request, or one that never ends. */
export const answerBrokenRequest = (error: Error & { code?: string }, socket: Socket): void => {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status = statusLines[error.code ?? ""] ?? "400 Bad Request";
  socket.end(
    `HTTP/1.1 ${status}\r\nX-Request-Id: ${randomUUID()}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    () => socket.destroy(),
  );
};

const statusLines: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};

const codeOf = (error: FastifyError, method: string): FailureCode => {
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return "body_too_large";
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return "media_type_unsupported";
  // A path that names no file.
  if ((method === "GET" || method === "HEAD") && [400, 403, 404].includes(error.statusCode ?? 0))
    return "route_not_found";
  // The body broke off, or is longer than its header said.
  return error.statusCode === 400 ? "json_invalid" : "internal_error";
};
