import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { onceEnded } from "./reply-end.ts";

/** Requests of one connection that may wait for their answers. Browsers and libraries send one after the other. */
const unansweredMax = 24;

/**
 * Ends a connection that sends more requests ahead of their answers. They would all begin in one turn of the event loop, and
 * wait in memory behind the slowest. An answer would wait there as well, and what was read with it, so there is none. The
 * requests are counted where Node hands them over, for some never reach a hook.
 */
export const boundPipelines = (server: FastifyInstance): void => {
  const unanswered = new WeakMap<Socket, number>();
  const countOf = (socket: Socket): number => unanswered.get(socket) ?? 0;
  const enter = ({ socket }: IncomingMessage, reply: ServerResponse): void => {
    if (socket.destroyed) return;
    if (countOf(socket) === unansweredMax) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, countOf(socket) + 1);
    onceEnded(reply, () => {
      unanswered.set(socket, countOf(socket) - 1);
    });
  };
  server.server.prependListener("request", enter);
  // Without a listener Node answers these itself.
  server.server.on("checkExpectation", (request: IncomingMessage, reply: ServerResponse) => {
    enter(request, reply);
    reply.writeHead(417).end();
  });
  // What was read together with the request that ended the connection.
  server.addHook("onRequest", ({ raw }, reply, done) => {
    if (raw.socket.destroyed) reply.hijack();
    else done();
  });
};
