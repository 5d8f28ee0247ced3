import type { FastifyInstance } from "fastify";
import { type StartProblem, startProblem } from "../start-problem.ts";

/** Why an address cannot be listened on, and what to do. */
export const listenProblem = (error: unknown, host: string, port: number): StartProblem => {
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

/** Takes no more connections and ends the idle ones; one that has sent half a request is given a moment. */
export const closeServer = async (server: FastifyInstance): Promise<void> => {
  const impatience = setTimeout(() => server.server.closeAllConnections(), lingerMs);
  await server.close();
  clearTimeout(impatience);
};
