import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/** What the server does with one request: it has the raw socket. `turn` counts requests from 1. */
export type Behaviour = (socket: Socket, request: { readonly head: string; readonly turn: number }) => void;

/** A real peer on loopback that answers bytes as it is told, however wrong. */
export type MisbehavingServer = {
  readonly url: string;
  readonly port: number;
  /** Heads of the requests that arrived, in order. */
  readonly requests: readonly string[];
  /** TCP connections that were opened. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

export const startMisbehavingServer = async (
  behaviour: Behaviour,
  tls?: TlsOptions,
): Promise<MisbehavingServer> => {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const serve = (socket: Socket): void => {
    let received = "";
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      for (let end = received.indexOf("\r\n\r\n"); end !== -1; end = received.indexOf("\r\n\r\n")) {
        const head = received.slice(0, end);
        received = received.slice(end + 4);
        requests.push(head);
        behaviour(socket, { head, turn: requests.length });
      }
    });
  };
  const track = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };

  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on("connection", track);
  const port = await listen(server);
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

/** A port on which nothing listens: connecting to it is refused. */
export const closedPort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      resolve(address.port);
    });
  });

export type Headers = Readonly<Record<string, string>>;

/** Bytes of an answer's head; nothing is added to what is given. */
export const head = (status: number, headers: Headers = {}): string =>
  [
    `HTTP/1.1 ${status} Told`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");

/** A proper answer. */
export const answer =
  (status: number, body: string | Uint8Array = "", headers: Headers = {}): Behaviour =>
  (socket) => {
    const bytes = Buffer.from(body);
    socket.write(head(status, { "Content-Length": String(bytes.length), ...headers }));
    socket.write(bytes);
  };

/** Ends the connection with a TCP reset. */
export const reset: Behaviour = (socket) => {
  socket.resetAndDestroy();
};

/** Takes the request and never answers. */
export const silence: Behaviour = () => undefined;

/** A proper head, then one byte at a time until the peer has had enough. */
export const drip =
  (everyMs: number): Behaviour =>
  (socket) => {
    socket.write(head(200, { "Content-Type": "text/html" }));
    const timer = setInterval(() => socket.write("x"), everyMs);
    socket.on("close", () => clearInterval(timer));
  };

/** Exactly these bytes, then the end of the connection. */
export const bytesThenEnd =
  (bytes: string | Uint8Array): Behaviour =>
  (socket) => {
    socket.end(Buffer.from(bytes));
  };

/** One behaviour per request, the last one for all that follow. */
export const inTurn =
  (...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour =>
  (socket, request) => {
    (behaviours[request.turn - 1] ?? behaviours.at(-1) ?? silence)(socket, request);
  };
