import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Calls `ended` once, when a reply is sent or its connection is gone. A reply that waits behind another one of its
 * connection gets no `close` of its own when that connection ends.
 */
export const onceEnded = (reply: ServerResponse, ended: () => void): void => {
  const { socket } = reply.req;
  if (reply.destroyed || socket.destroyed) {
    ended();
    return;
  }
  const waiting = waitingOn(socket);
  const end = () => {
    reply.off("close", end);
    if (waiting.delete(end)) ended();
  };
  waiting.add(end);
  reply.once("close", end);
};

const endings = new WeakMap<Socket, Set<() => void>>();

/** One listener for each connection, however many requests it brings. */
const waitingOn = (socket: Socket): Set<() => void> => {
  const known = endings.get(socket);
  if (known !== undefined) return known;
  const waiting = new Set<() => void>();
  endings.set(socket, waiting);
  socket.once("close", () => {
    for (const end of [...waiting]) end();
  });
  return waiting;
};
