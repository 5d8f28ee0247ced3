import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** What happens on the way between a program and its database. */
type Weather =
  /** Everything arrives. */
  | "clear"
  /** Nothing arrives, and nothing says so. */
  | "silent"
  /** Whoever connects is cut off. */
  | "refused"
  /** A commit is not sent, and the connection is lost. */
  | "lost before commit"
  /** A commit is made, and the connection is lost before anyone hears of it. */
  | "lost after commit"
  /** A commit is made, and its answer never comes. */
  | "silent after commit";

/** A stretch of wire in front of the server of a `postgres:` URL; removed after the test. */
export const startDatabaseProxy = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let weather: Weather = "clear";
  let asked = 0;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer((client) => {
    if (weather === "refused") {
      client.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname);
    let isAnswered = true;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on("data", (bytes) => {
      asked += bytes.length;
      const isCommit = bytes.includes("commit\0");
      if (isCommit && weather.endsWith("after commit")) isAnswered = false;
      if (isCommit && weather === "lost before commit") client.destroy();
      else if (weather !== "silent") server.write(bytes);
    });
    server.on("data", (bytes) => {
      if (isAnswered && weather !== "silent") client.write(bytes);
      else if (weather === "lost after commit") client.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    cutAll();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a port without a number");
  target.host = `127.0.0.1:${address.port}`;
  const url = target.href;
  target.host = new URL(databaseUrl).host;
  return {
    url,
    cutAll,
    /** Bytes that came from the client. */
    asked: () => asked,
    turn: (next: Weather) => {
      weather = next;
    },
  };
};
