import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fail } from "../core/failure.ts";
import type { SendFailure } from "./replies.ts";
import { onceEnded } from "./reply-end.ts";

/** Requests of one connection that may wait for their answers. Browsers and libraries send one after the other. */
const unansweredMax = 24;

/**
 * What has no answer would be read without end. Node reads on by itself where it paused because too many replies waited,
 * and they have left.
 */
const stopReading = (socket: Socket): void => {
  socket.pause();
  socket.on("resume", () => socket.pause());
};

type Unanswered = { count: number; isClosing: boolean };

/**
 * Bounds the requests that one connection sends ahead of their answers. They would all begin in one turn of the event
 * loop, and their replies would wait in memory behind the slowest. The first one too many is refused and ends the
 * connection. What was read together with it has no answer, and no more is read.
 */
export const boundPipelines = (server: FastifyInstance, sendFailure: SendFailure): void => {
  const unanswered = new WeakMap<Socket, Unanswered>();
  const ofConnection = ({ raw: { socket } }: FastifyRequest): Unanswered => {
    const known = unanswered.get(socket) ?? { count: 0, isClosing: false };
    unanswered.set(socket, known);
    return known;
  };
  server.addHook("onRequest", (request, reply, done) => {
    const connection = ofConnection(request);
    if (connection.isClosing) {
      reply.hijack();
      return;
    }
    connection.count += 1;
    onceEnded(reply, () => {
      connection.count -= 1;
    });
    if (connection.count <= unansweredMax) return done();
    connection.isClosing = true;
    stopReading(request.raw.socket);
    reply.header("connection", "close");
    void sendFailure(request, reply, fail("rate_limited", { retryAfterSeconds: 1 }).error);
  });
};
