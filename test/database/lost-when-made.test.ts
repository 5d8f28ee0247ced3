import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isStartProblem } from "../../src/core/start-problem.ts";
import { openStore } from "../../src/database/store.ts";
import { testSecret } from "../support/temporary-store.ts";

/** A message of PostgreSQL's protocol: its kind, its length and what it says. */
const message = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const welcome = message("R", Buffer.alloc(4));
const ready = message("Z", Buffer.from("I"));
const ended = message(
  "E",
  Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"),
);

test("a connection to PostgreSQL that is ended in the moment in which it is made does not end the process", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.end(Buffer.concat([welcome, ready, ended]));
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a port without a number");
  const databaseUrl = `postgres://tests@127.0.0.1:${address.port}/tests`;
  const broken: unknown[] = [];
  const note = (error: unknown) => void broken.push(error);
  process.on("uncaughtException", note);
  onTestFinished(() => void process.off("uncaughtException", note));
  const error: unknown = await openStore({ databaseUrl, secret: testSecret, now: () => new Date() }).catch(
    (problem: unknown) => problem,
  );
  expect(isStartProblem(error)).toBe(true);
  expect(broken).toEqual([]);
});
